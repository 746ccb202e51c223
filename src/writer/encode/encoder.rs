//! Encodes one block with any codec.

use super::codec::{Codec, EncodeOptions};
use super::piecewise::{InPieces, piecewise};
use super::stream::{PieceSizes, Stream, bad_block};
use super::{blosc, lz4, zstd};
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
        let stream: Box<dyn Stream> = match (piecewise(codec, length, options)?, codec) {
            (Some(codec), _) => Box::new(InPieces::new(codec)),
            (None, Codec::Blosc) => Box::new(blosc::Buffer::new(length, level, options)?),
            (None, Codec::Blosc2) => Box::new(blosc::Frame::new(length, level, options)),
            (None, Codec::Lz4) => Box::new(lz4::Frame::new(length)),
            (None, _) => Box::new(zstd::Whole::new(level, length)?),
        };
        Ok(Self { stream, length, remaining: length })
    }

    /// Encodes the next bytes, and appends the output to `output`.
    pub fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.count(bytes.len() as u64)?;
        self.stream.write(bytes, output)
    }

    /// The sizes of pieces that [`encode_piece`](super::encode_piece) can encode elsewhere, for [`join`](Self::join), in
    /// place of [`write`](Self::write). `None` if the codec needs the whole block.
    pub fn pieces(&self) -> Option<PieceSizes> {
        self.stream.pieces()
    }

    /// Takes the bytes of the next piece, if [`PieceSizes::hashed`] says that they are needed, in order. May be several
    /// pieces ahead of [`join`](Self::join).
    pub fn hash(&mut self, piece: &[u8]) {
        self.stream.hash(piece);
    }

    /// Appends the next piece of the block, `length` bytes before it was encoded, to `output`.
    pub fn join(&mut self, encoded: &[u8], length: u64, output: &mut Vec<u8>) -> Result<()> {
        self.count(length)?;
        self.stream.join(encoded, length, output)
    }

    fn count(&mut self, bytes: u64) -> Result<()> {
        self.remaining = self.remaining.checked_sub(bytes).ok_or_else(|| {
            bad_block(format!("there are more than the {} bytes that the block is to have", self.length))
        })?;
        Ok(())
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
