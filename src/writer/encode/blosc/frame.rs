//! `bls2`: a contiguous frame of Blosc2 chunks (`README_CFRAME_FORMAT.rst`) without metalayers, as asdf-cxx writes it.

use super::block_stream::Streams;
use super::chunk::{Chunks, block_size};
use super::filter::Filter;
use super::generation::Generation;
use crate::codec::FRAME_MAGIC;
use crate::error::Result;
use crate::writer::encode::codec::{EncodeOptions, Shuffle};
use crate::writer::encode::pieces::Pieces;
use crate::writer::encode::stream::Stream;

/// The approximate decoded size of a chunk.
const CHUNK: usize = 4 << 20;
/// The length of the header, with an empty list of metalayers.
const HEADER: u32 = 97;
const TRAILER: u32 = 35;
/// The version of the frame format, and the code for offsets of 64 bits.
const FLAGS: u8 = 2 | 1 << 4;
/// The mode in which blocks are never split.
const SPLIT_MODE: u8 = 1;

/// Encodes one frame.
pub(in crate::writer::encode) struct Frame {
    pieces: Pieces,
    chunks: Chunks,
    level: u8,
    length: u64,
    /// The decoded size of each chunk but the last.
    chunk: u32,
    /// Where the chunks begin in `stored`, and the chunks.
    starts: Vec<u64>,
    stored: Vec<u8>,
}

impl Frame {
    /// Encodes `length` bytes.
    pub(in crate::writer::encode) fn new(length: u64, level: u8, options: &EncodeOptions) -> Self {
        // Readers that count elements drop a tail that does not fill an element, so elements are then single bytes.
        let fills = length.is_multiple_of(options.element.max(1) as u64);
        let filter = Filter::new(options.shuffle, if fills { options.element } else { 1 });
        let block = block_size(filter.size);
        let most = CHUNK / block * block;
        let size = usize::try_from(length).map_or(most, |length| length.min(most));
        Self {
            pieces: Pieces::new(size.max(1)),
            chunks: Chunks::new(Generation::Second, filter, Streams::new(options.blosc, level)),
            level,
            length,
            chunk: u32::try_from(size).unwrap_or(u32::MAX),
            starts: Vec::new(),
            stored: Vec::new(),
        }
    }

    fn header(&self, frame: u64, output: &mut Vec<u8>) {
        let Chunks { filter, streams, .. } = &self.chunks;
        output.extend(FRAME_MAGIC);
        output.push(0xd2);
        output.extend(HEADER.to_be_bytes());
        output.push(0xcf);
        output.extend(frame.to_be_bytes());
        let codec = self.level.min(9) << 4 | streams.codec.number();
        output.extend([0xa4, FLAGS, 0, codec, SPLIT_MODE]);
        for size in [self.length, self.stored.len() as u64] {
            output.push(0xd3);
            output.extend(size.to_be_bytes());
        }
        // No block size here: each chunk has its own.
        for size in [u32::from(filter.element()), 0, self.chunk] {
            output.push(0xd2);
            output.extend(size.to_be_bytes());
        }
        // One thread to compress and one to decompress; no variable-length metalayers; the filters.
        output.extend([0xd1, 0, 1, 0xd1, 0, 1, 0xc2, 0xd8, 6]);
        output.extend(filter.pipeline());
        output.extend([streams.codec.number(), 0]);
        output.extend([0; 8]);
        // No metalayers: the size of their map, the empty map, and the empty list of contents.
        output.extend([0x93, 0xcd, 0, 7, 0xde, 0, 0, 0xdc, 0, 0]);
    }
}

impl Stream for Frame {
    fn write(&mut self, bytes: &[u8], _output: &mut Vec<u8>) -> Result<()> {
        let Self { pieces, chunks, starts, stored, .. } = self;
        pieces.take(bytes, |piece| {
            starts.push(stored.len() as u64);
            chunks.whole(piece, stored)
        })
    }

    fn finish(mut self: Box<Self>, output: &mut Vec<u8>) -> Result<()> {
        if let Some(rest) = self.pieces.rest() {
            self.starts.push(self.stored.len() as u64);
            self.chunks.whole(rest, &mut self.stored)?;
        }
        let mut index = Vec::new();
        if !self.starts.is_empty() {
            let starts: Vec<u8> = self.starts.iter().flat_map(|start| start.to_le_bytes()).collect();
            let streams = Streams::new(self.chunks.streams.codec, self.level);
            let filter = Filter::new(Shuffle::None, size_of::<u64>());
            Chunks::new(Generation::Second, filter, streams).copied(&starts, &mut index);
        }
        let frame = u64::from(HEADER + TRAILER) + (self.stored.len() + index.len()) as u64;
        self.header(frame, output);
        output.append(&mut self.stored);
        output.append(&mut index);
        // Version 1, no variable-length metalayers, the size of the trailer, no fingerprint.
        output.extend([0x94, 1, 0x93, 0xcd, 0, 6, 0xde, 0, 0, 0xdc, 0, 0, 0xce]);
        output.extend(TRAILER.to_be_bytes());
        output.extend([0xd8, 0]);
        output.extend([0; 16]);
        Ok(())
    }
}
