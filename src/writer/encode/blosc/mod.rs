//! `blsc` and `bls2`: Blosc of both generations, as asdf-compression and asdf-cxx write them.
//!
//! Under `blsc` stands one buffer of the first generation, under `bls2` a contiguous frame of Blosc2. Blocks are one stream
//! each, never split by bytes, and repeated values are left to the codec: valid, and not always the smallest. The sizes of
//! all stand in front, so what is stored is held until the end.

mod chunk;
mod filter;
mod frame;
mod shuffle;
mod stream;

use chunk::{Chunks, Generation, block_size};
use filter::Filter;
pub(super) use frame::Frame;
use stream::Streams;

use super::pieces::Pieces;
use super::{Codec, EncodeOptions, Stream, unsupported};
use crate::error::Result;

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

/// One buffer of the first generation.
pub(super) struct Buffer {
    pieces: Pieces,
    chunks: Chunks,
    length: usize,
}

impl Buffer {
    pub(super) fn new(length: u64, level: u8, options: &EncodeOptions) -> Result<Self> {
        let filter = Filter::new(options.shuffle, options.element);
        let block = block_size(filter.size);
        // Where blocks begin is told in 31 bits, and what does not shrink grows by eight bytes a block.
        let most = i32::MAX as usize - Generation::First.header() - (i32::MAX as usize / block + 1) * 8;
        let length = usize::try_from(length).ok().filter(|length| *length <= most).ok_or_else(|| {
            unsupported(format!(
                "blsc takes blocks of up to {most} bytes, not of {length}: bls2, zstd and lz4 have no such limit"
            ))
        })?;
        let chunks = Chunks::new(Generation::First, filter, Streams::new(options.blosc, level));
        Ok(Self { pieces: Pieces::new(block), chunks, length })
    }
}

impl Stream for Buffer {
    fn write(&mut self, bytes: &[u8], _output: &mut Vec<u8>) -> Result<()> {
        let Self { pieces, chunks, .. } = self;
        pieces.take(bytes, |piece| chunks.add(piece))
    }

    fn finish(mut self: Box<Self>, output: &mut Vec<u8>) -> Result<()> {
        if let Some(rest) = self.pieces.rest() {
            self.chunks.add(rest)?;
        }
        self.chunks.finish(self.length, output);
        Ok(())
    }
}
