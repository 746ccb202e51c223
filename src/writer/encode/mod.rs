//! Block compression, the way there (ASDF 1.0.0, "Compression", and the labels other writers added): bytes → stored bytes.
//!
//! An [`Encoder`] is handed the bytes of a block in any pieces and appends stored ones. The same bytes and options give the
//! same result, however they arrive. It holds no more than a chunk of the data and what the codec looks back on; only Blosc,
//! whose sizes stand in front of its data, holds what it stores until the end.

mod blosc;
mod bzip2;
mod lz4;
mod lz4_block;
mod pieces;
mod xz;
mod zlib;
mod zstd;

pub use blosc::{BloscCodec, Shuffle};

use crate::error::{Error, ErrorKind, Result};

/// How much room the codecs of streams are given at a time.
const ROOM: usize = 64 << 10;

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
    fn level(self, options: &EncodeOptions) -> Result<u8> {
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
    /// Chunks of so many decoded bytes, as Python asdf writes them, by default of 4 MiB.
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

/// What a codec makes of bytes: one file each.
trait Stream {
    /// Takes the next bytes, and appends what is encoded to `output`.
    fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()>;

    /// Appends what is left.
    fn finish(self: Box<Self>, output: &mut Vec<u8>) -> Result<()>;
}

/// Encodes one block.
pub struct Encoder {
    stream: Box<dyn Stream>,
    /// How many bytes are to come in all, and how many still are.
    length: u64,
    remaining: u64,
}

impl std::fmt::Debug for Encoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Encoder").field("length", &self.length).finish_non_exhaustive()
    }
}

impl Encoder {
    /// For a block of `length` bytes. Fails when `options` ask for what `codec` does not have.
    pub fn new(codec: Codec, length: u64, options: &EncodeOptions) -> Result<Self> {
        let level = codec.level(options)?;
        let stream: Box<dyn Stream> = match (codec, options.lz4) {
            (Codec::Zlib, _) => Box::new(zlib::Zlib::new(level)),
            (Codec::Bzip2, _) => Box::new(bzip2::Bzip2::new(level)),
            (Codec::Lz4, Lz4Layout::Chunks(size)) => Box::new(lz4::Chunks::new(size, length)?),
            (Codec::Lz4, Lz4Layout::Frame) => Box::new(lz4::Frame::new(length)),
            (Codec::Zstd, _) => Box::new(zstd::Zstd::new(level, length)?),
            (Codec::Xz, _) => Box::new(xz::Xz::new(level, length)?),
            (Codec::Blosc, _) => Box::new(blosc::Buffer::new(length, level, options)?),
            (Codec::Blosc2, _) => Box::new(blosc::Frame::new(length, level, options)),
        };
        Ok(Self { stream, length, remaining: length })
    }

    /// Takes the next bytes, and appends what is encoded to `output`.
    pub fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.remaining = self.remaining.checked_sub(bytes.len() as u64).ok_or_else(|| {
            bad_block(format!("there are more than the {} bytes that the block is to have", self.length))
        })?;
        self.stream.write(bytes, output)
    }

    /// Appends what is left when all bytes are there.
    pub fn finish(self, output: &mut Vec<u8>) -> Result<()> {
        if self.remaining > 0 {
            let given = self.length - self.remaining;
            let message = format!("there are {given} bytes, but the block is to have {}", self.length);
            return Err(bad_block(message));
        }
        self.stream.finish(output)
    }
}

fn unsupported(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::UnsupportedCompression, message)
}

fn bad_block(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::BadBlock, message)
}

/// A library's refusal, which valid options and lengths do not lead to.
fn failed(codec: &str) -> Error {
    bad_block(format!("the {codec} encoder failed"))
}

/// How many bytes a counter went on by: no more than the slice it counts in has.
fn past(before: u64, after: u64) -> usize {
    usize::try_from(after - before).unwrap_or(usize::MAX)
}

/// A size that a format gives 32 bits: what is encoded at once has fewer bytes than they can count.
fn size_of(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Writes bytes over what was left room for at `at`.
fn put<const N: usize>(output: &mut [u8], at: usize, bytes: [u8; N]) {
    if let Some(place) = output.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        *place = bytes;
    }
}
