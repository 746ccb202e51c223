//! A chunk of Blosc (`README_CHUNK_FORMAT.rst`): a header, the offsets of its blocks, and the blocks, one stream each.
//!
//! The same blocks make a buffer of the first generation, whose header has 16 bytes, and a chunk of Blosc2, with 32.

use super::block_stream::Streams;
use super::filter::Filter;
use super::generation::Generation;
use crate::error::Result;
use crate::writer::encode::stream::{put, size_of};

/// About how many bytes a block has: what fits the caches, and what a reader decodes for a single element.
const BLOCK: usize = 256 << 10;
/// Both shuffle bits: the header goes on.
const EXTENDED: u8 = 0x05;
const COPIED: u8 = 0x02;
/// A block is one stream, whatever the size of its elements.
const UNSPLIT: u8 = 0x10;
/// The version of zlib's, LZ4's and Zstandard's streams.
const STREAM_VERSION: u8 = 1;

/// Makes chunks.
pub(super) struct Chunks {
    pub(super) generation: Generation,
    pub(super) filter: Filter,
    pub(super) streams: Streams,
    /// The chunk in the making: where its blocks begin among them, and them.
    starts: Vec<usize>,
    blocks: Vec<u8>,
    shuffled: Vec<u8>,
}

/// How many bytes a block of elements of `size` has: whole groups of eight elements, for bits to be shuffled.
pub(super) fn block_size(size: usize) -> usize {
    let group = 8 * size;
    (BLOCK / group).max(1) * group
}

impl Chunks {
    pub(super) fn new(generation: Generation, filter: Filter, streams: Streams) -> Self {
        Self { generation, filter, streams, starts: Vec::new(), blocks: Vec::new(), shuffled: Vec::new() }
    }

    /// Adds a block of [`block_size`] bytes to the chunk; its last one may have fewer.
    pub(super) fn add(&mut self, data: &[u8]) -> Result<()> {
        let Self { generation, filter, streams, starts, blocks, shuffled } = self;
        let data = filter.apply(*generation, data, shuffled);
        let start = blocks.len();
        starts.push(start);
        blocks.extend([0; 4]);
        streams.encode(data, blocks)?;
        // A stream as long as what it decodes to is not compressed.
        if blocks.len() - start - 4 >= data.len() {
            blocks.truncate(start + 4);
            blocks.extend_from_slice(data);
        }
        let size = size_of(blocks.len() - start - 4);
        put(blocks, start, size.to_le_bytes());
        Ok(())
    }

    /// Appends the chunk, which decodes to `length` bytes, and begins another.
    pub(super) fn finish(&mut self, length: usize, output: &mut Vec<u8>) {
        let head = self.generation.header() + 4 * self.starts.len();
        self.head(0, length, head + self.blocks.len(), output);
        for start in self.starts.drain(..) {
            output.extend(size_of(head + start).to_le_bytes());
        }
        output.append(&mut self.blocks);
    }

    /// Appends the chunk that consists of `data`, as they are if they do not become fewer.
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

    /// Appends a chunk of the bytes as they are.
    pub(super) fn copied(&self, data: &[u8], output: &mut Vec<u8>) {
        self.head(COPIED, data.len(), self.generation.header() + data.len(), output);
        output.extend_from_slice(data);
    }

    fn head(&self, flags: u8, length: usize, stored: usize, output: &mut Vec<u8>) {
        let Self { generation, filter, streams, .. } = self;
        let kind = if *generation == Generation::Second { EXTENDED } else { filter.flag() };
        let flags = flags | kind | UNSPLIT | streams.codec.format() << 5;
        output.extend([generation.version(), STREAM_VERSION, flags, filter.element()]);
        // What is shorter than a block is one.
        let block = block_size(filter.size).min(length);
        for size in [length, block, stored] {
            output.extend(size_of(size).to_le_bytes());
        }
        if *generation == Generation::Second {
            output.extend(filter.pipeline());
            output.extend([streams.codec.number(), 0]);
            // Of the filter and of the chunk there is nothing more to say.
            output.extend([0; 8]);
        }
    }
}
