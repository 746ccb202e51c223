//! A buffer of the first generation of Blosc. Its sizes come first, so it is held in memory until its end.

use super::block_stream::Streams;
use super::chunk::{Chunks, block_size};
use super::filter::Filter;
use super::generation::Generation;
use crate::error::Result;
use crate::writer::encode::codec::EncodeOptions;
use crate::writer::encode::pieces::Pieces;
use crate::writer::encode::stream::{Stream, unsupported};

/// One buffer of the first generation.
pub(in crate::writer::encode) struct Buffer {
    pieces: Pieces,
    chunks: Chunks,
    length: usize,
}

impl Buffer {
    pub(in crate::writer::encode) fn new(length: u64, level: u8, options: &EncodeOptions) -> Result<Self> {
        let filter = Filter::new(options.shuffle, options.element);
        let block = block_size(filter.size);
        // Block offsets have 31 bits, and incompressible data grow by eight bytes a block.
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
