//! The compressions that can be written, and their options.

use super::stream::unsupported;
use crate::error::Result;

/// How a block is to be compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// A zlib stream, of levels 0 (stored) to 9; 6 by default.
    Zlib,
    /// A bzip2 stream, of levels 1 to 9, the size of its blocks in 100,000 bytes; 9 by default.
    Bzip2,
    /// LZ4; see [`Lz4Layout`].
    Lz4,
    /// A Zstandard frame, of levels 1 to 22; 3 by default.
    Zstd,
    /// An .xz stream, of presets 0 to 9; 6 by default.
    Xz,
    /// Blosc of the first generation: one buffer of less than 2 GiB, of a [`BloscCodec`] and its levels.
    Blosc,
    /// Blosc of the second generation: a contiguous frame, of a [`BloscCodec`] and its levels.
    Blosc2,
}

impl Codec {
    /// Every one of them.
    pub const ALL: [Self; 7] =
        [Self::Zlib, Self::Bzip2, Self::Lz4, Self::Zstd, Self::Xz, Self::Blosc, Self::Blosc2];

    /// Its label in the header of a block.
    pub const fn label(self) -> [u8; 4] {
        match self {
            Self::Zlib => *b"zlib",
            Self::Bzip2 => *b"bzp2",
            Self::Lz4 => *b"lz4\0",
            Self::Zstd => *b"zstd",
            Self::Xz => *b"xz\0\0",
            Self::Blosc => *b"blsc",
            Self::Blosc2 => *b"bls2",
        }
    }

    /// The codec of that label, without its zeros.
    pub fn named(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|codec| codec.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            unsupported(format!("`{name}` is no compression to write; there are {names}"))
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Zlib => "zlib",
            Self::Bzip2 => "bzp2",
            Self::Lz4 => "lz4",
            Self::Zstd => "zstd",
            Self::Xz => "xz",
            Self::Blosc => "blsc",
            Self::Blosc2 => "bls2",
        }
    }

    /// The level asked for, or the default one.
    pub(super) fn level(self, options: &EncodeOptions) -> Result<u8> {
        let (levels, default) = match self {
            Self::Zlib | Self::Xz => (0..=9, 6),
            Self::Bzip2 => (1..=9, 9),
            Self::Zstd => (1..=22, 3),
            Self::Lz4 => (0..=0, 0),
            Self::Blosc | Self::Blosc2 => return options.blosc.alone().level(options),
        };
        match options.level.unwrap_or(default) {
            level if levels.contains(&level) => Ok(level),
            level if levels.end() == &0 => {
                Err(unsupported(format!("{} has no levels, but level {level} is asked for", self.name())))
            }
            level => Err(unsupported(format!(
                "{} has levels {} to {}, not {level}",
                self.name(),
                levels.start(),
                levels.end()
            ))),
        }
    }
}

/// What stands under the label of LZ4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lz4Layout {
    /// Chunks of this decoded size, as Python asdf writes them; 4 MiB by default.
    Chunks(u32),
    /// One LZ4 frame, as ASDF.jl writes when told to; Python asdf does not read it.
    Frame,
}

/// How a codec is to be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeOptions {
    /// The level, if it is not to be the codec's default: see [`Codec`].
    pub level: Option<u8>,
    /// How LZ4 is laid out.
    pub lz4: Lz4Layout,
    /// What Blosc compresses with.
    pub blosc: BloscCodec,
    /// How Blosc shuffles the elements.
    pub shuffle: Shuffle,
    /// How many bytes an element has, for Blosc; one that is larger than 255 counts as bytes.
    pub element: usize,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self {
            level: None,
            lz4: Lz4Layout::Chunks(4 << 20),
            blosc: BloscCodec::Lz4,
            shuffle: Shuffle::Byte,
            element: 1,
        }
    }
}

/// What is done to elements so that their bytes compress better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// Nothing.
    None,
    /// All first bytes come first, then all second ones.
    Byte,
    /// All lowest bits of the first bytes come first.
    Bit,
}

/// What Blosc compresses its blocks with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BloscCodec {
    /// LZ4, which has no levels.
    Lz4,
    /// zlib, of the levels of [`Codec::Zlib`].
    Zlib,
    /// Zstandard, of the levels of [`Codec::Zstd`].
    Zstd,
}

impl BloscCodec {
    /// The codec by itself, whose levels it has.
    pub(super) const fn alone(self) -> Codec {
        match self {
            Self::Lz4 => Codec::Lz4,
            Self::Zlib => Codec::Zlib,
            Self::Zstd => Codec::Zstd,
        }
    }
}
