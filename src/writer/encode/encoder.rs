//! Encodes one block with any codec.

use super::codec::{Codec, EncodeOptions, Lz4Layout};
use super::stream::{Stream, bad_block};
use super::{blosc, bzip2, lz4, xz, zlib, zstd};
use crate::error::Result;

/// Encodes one block.
pub struct Encoder {
    stream: Box<dyn Stream>,
    /// The length of the block, and how many bytes of it have yet to be written.
    length: u64,
    remaining: u64,
}

impl std::fmt::Debug for Encoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Encoder").field("length", &self.length).finish_non_exhaustive()
    }
}

impl Encoder {
    /// An encoder for a block of `length` bytes. Fails if `codec` does not support the `options`.
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

    /// Encodes the next bytes, and appends the output to `output`.
    pub fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.remaining = self.remaining.checked_sub(bytes.len() as u64).ok_or_else(|| {
            bad_block(format!("there are more than the {} bytes that the block is to have", self.length))
        })?;
        self.stream.write(bytes, output)
    }

    /// Appends the remaining output after all bytes were written.
    pub fn finish(self, output: &mut Vec<u8>) -> Result<()> {
        if self.remaining > 0 {
            let given = self.length - self.remaining;
            let message = format!("there are {given} bytes, but the block is to have {}", self.length);
            return Err(bad_block(message));
        }
        self.stream.finish(output)
    }
}
