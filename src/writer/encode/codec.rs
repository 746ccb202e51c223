//! The codecs for writing, and their options.

use super::stream::unsupported;
use crate::error::Result;

/// The codec of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Codec {
    /// A zlib stream. Levels 0 (stored) to 9; default 6.
    Zlib,
    /// A bzip2 stream. Levels 1 to 9, which are the size of its blocks in units of 100,000 bytes; default 9.
    Bzip2,
    /// LZ4; see [`Lz4Layout`].
    Lz4,
    /// A Zstandard frame. Levels 1 to 22; default 3.
    Zstd,
    /// An .xz stream. Presets 0 to 9; default 6.
    Xz,
    /// Blosc of the first generation: one buffer of less than 2 GiB, compressed with a [`BloscCodec`] and its levels.
    Blosc,
    /// Blosc of the second generation: a contiguous frame, compressed with a [`BloscCodec`] and its levels.
    Blosc2,
}

impl Codec {
    /// All codecs.
    pub const ALL: [Self; 7] =
        [Self::Zlib, Self::Bzip2, Self::Lz4, Self::Zstd, Self::Xz, Self::Blosc, Self::Blosc2];

    /// The label in the block header.
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

    /// The codec with this label, which is given without its zero bytes.
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

    /// The requested level, or the default one.
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

/// The format of the stored bytes under the label of LZ4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lz4Layout {
    /// Chunks of this decoded size, as Python asdf writes them; default 4 MiB.
    Chunks(u32),
    /// One LZ4 frame, as ASDF.jl writes it on request. Python asdf does not read it.
    Frame,
}

/// Options of the codecs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeOptions {
    /// The level. `None` is the codec's default: see [`Codec`].
    pub level: Option<u8>,
    /// The format of LZ4.
    pub lz4: Lz4Layout,
    /// The codec that Blosc uses.
    pub blosc: BloscCodec,
    /// How Blosc shuffles the elements.
    pub shuffle: Shuffle,
    /// The size of an element in bytes, used by Blosc. Elements of more than 255 bytes are treated as bytes.
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

/// How Blosc rearranges the bytes or bits of elements, so that they compress better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shuffle {
    /// Not at all.
    None,
    /// All first bytes come first, then all second bytes, and so on.
    Byte,
    /// The lowest bits of all first bytes come first.
    Bit,
}

/// The codec with which Blosc compresses its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BloscCodec {
    /// LZ4, which has no levels.
    Lz4,
    /// zlib, with the levels of [`Codec::Zlib`].
    Zlib,
    /// Zstandard, with the levels of [`Codec::Zstd`].
    Zstd,
}

impl BloscCodec {
    /// The same codec without Blosc, whose levels apply.
    pub(super) const fn alone(self) -> Codec {
        match self {
            Self::Lz4 => Codec::Lz4,
            Self::Zlib => Codec::Zlib,
            Self::Zstd => Codec::Zstd,
        }
    }
}
