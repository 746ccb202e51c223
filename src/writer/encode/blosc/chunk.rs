//! A chunk of Blosc (`README_CHUNK_FORMAT.rst`): a header, the offsets of its blocks, and the blocks, one stream each.
//!
//! The same blocks make a buffer of the first generation, with a header of 16 bytes, and a chunk of Blosc2, with 32.

use super::block_stream::Streams;
use super::filter::Filter;
use super::generation::Generation;
use crate::error::Result;
use crate::writer::encode::stream::{put, size_of};

/// The approximate size of a block. It fits into the caches, and a reader has to decode this much for a single element.
const BLOCK: usize = 256 << 10;
/// Both shuffle bits, which mark an extended header.
const EXTENDED: u8 = 0x05;
const COPIED: u8 = 0x02;
/// The flag of blocks that are a single stream, whatever the size of their elements.
const UNSPLIT: u8 = 0x10;
/// The version of the zlib, LZ4 and Zstandard streams.
const STREAM_VERSION: u8 = 1;

/// Encodes chunks, one after another.
pub(super) struct Chunks {
    pub(super) generation: Generation,
    pub(super) filter: Filter,
    pub(super) streams: Streams,
    /// The current chunk: where its blocks begin in `blocks`, and the blocks.
    starts: Vec<usize>,
    blocks: Vec<u8>,
    shuffled: Vec<u8>,
}

/// The size of a block with elements of `size` bytes: whole groups of eight elements, as bit shuffle requires.
pub(super) fn block_size(size: usize) -> usize {
    let group = 8 * size;
    (BLOCK / group).max(1) * group
}

impl Chunks {
    pub(super) fn new(generation: Generation, filter: Filter, streams: Streams) -> Self {
        Self { generation, filter, streams, starts: Vec::new(), blocks: Vec::new(), shuffled: Vec::new() }
    }

    /// Adds a block of [`block_size`] bytes to the chunk. The last block may be shorter.
    pub(super) fn add(&mut self, data: &[u8]) -> Result<()> {
        let Self { generation, filter, streams, starts, blocks, shuffled } = self;
        let data = filter.apply(*generation, data, shuffled);
        let start = blocks.len();
        starts.push(start);
        blocks.extend([0; 4]);
        streams.encode(data, blocks)?;
        // If its stored and decoded sizes are equal, a stream is not compressed.
        if blocks.len() - start - 4 >= data.len() {
            blocks.truncate(start + 4);
            blocks.extend_from_slice(data);
        }
        let size = size_of(blocks.len() - start - 4);
        put(blocks, start, size.to_le_bytes());
        Ok(())
    }

    /// Appends the chunk, which decodes to `length` bytes, to `output`, and begins another one.
    pub(super) fn finish(&mut self, length: usize, output: &mut Vec<u8>) {
        let head = self.generation.header() + 4 * self.starts.len();
        self.head(0, length, head + self.blocks.len(), output);
        for start in self.starts.drain(..) {
            output.extend(size_of(head + start).to_le_bytes());
        }
        output.append(&mut self.blocks);
    }

    /// Appends `data` as a chunk. The data are copied if compression does not make them smaller.
    pub(super) fn whole(&mut self, data: &[u8], output: &mut Vec<u8>) -> Result<()> {
        for block in data.chunks(block_size(self.filter.size)) {
            self.add(block)?;
        }
        if 4 * self.starts.len() + self.blocks.len() < data.len() {
            self.finish(data.len(), output);
            return Ok(());
        }
        self.starts.clear();
        self.blocks.clear();
        self.copied(data, output);
        Ok(())
    }

    /// Appends a chunk with an uncompressed copy of `data`.
    pub(super) fn copied(&self, data: &[u8], output: &mut Vec<u8>) {
        self.head(COPIED, data.len(), self.generation.header() + data.len(), output);
        output.extend_from_slice(data);
    }

    fn head(&self, flags: u8, length: usize, stored: usize, output: &mut Vec<u8>) {
        let Self { generation, filter, streams, .. } = self;
        let kind = if *generation == Generation::Second { EXTENDED } else { filter.flag() };
        let flags = flags | kind | UNSPLIT | streams.codec.format() << 5;
        output.extend([generation.version(), STREAM_VERSION, flags, filter.element()]);
        // Data shorter than a block are one block.
        let block = block_size(filter.size).min(length);
        for size in [length, block, stored] {
            output.extend(size_of(size).to_le_bytes());
        }
        if *generation == Generation::Second {
            output.extend(filter.pipeline());
            output.extend([streams.codec.number(), 0]);
            // No parameters of filters, and no flags.
            output.extend([0; 8]);
        }
    }
}
