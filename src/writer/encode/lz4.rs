//! `lz4\0`: chunks of one LZ4 block each, as Python asdf writes them, or one LZ4 frame under the same label.
//!
//! A chunk consists of a big-endian u32, the number of bytes that follow it; a little-endian u32, the decoded size; and
//! the block (`lz4_Block_format.md`). A frame (`lz4_Frame_format.md`), as with ASDF.jl's `lz4_layout = :frame`,
//! declares its decoded size, has independent blocks of 4 MiB and ends with a checksum. Python asdf does not read
//! frames.

use std::hash::Hasher as _;

use twox_hash::XxHash32;

use super::lz4_block::Matcher;
use super::pieces::Pieces;
use super::stream::{PieceSizes, Piecewise, Stream, put, size_of, unsupported};
use crate::error::Result;

/// `LZ4_MAX_INPUT_SIZE`.
const LARGEST_CHUNK: u32 = 0x7e00_0000;
/// The decoded size of a frame's blocks.
const FRAME_BLOCK: usize = 4 << 20;
/// The code of this size in a frame's descriptor.
const FRAME_BLOCK_CODE: u8 = 7;
const MAGIC: u32 = 0x184d_2204;
/// Version 1, independent blocks, with decoded size and checksum.
const FLAGS: u8 = 0b0110_1100;
/// The bit of a block's size that marks the block as uncompressed.
const UNCOMPRESSED: u32 = 1 << 31;

/// Encodes chunks, each preceded by its sizes.
#[derive(Debug)]
pub(super) struct Chunks {
    size: usize,
}

impl Chunks {
    /// Encodes a block of `length` bytes in chunks of `size` bytes.
    pub(super) fn new(size: u32, length: u64) -> Result<Self> {
        if !(1..=LARGEST_CHUNK).contains(&size) {
            return Err(unsupported(format!("lz4 has chunks of 1 to {LARGEST_CHUNK} bytes, not of {size}")));
        }
        let size = usize::try_from(length.clamp(1, size.into())).unwrap_or(usize::MAX);
        Ok(Self { size })
    }
}

impl Piecewise for Chunks {
    fn sizes(&self) -> PieceSizes {
        PieceSizes { piece: self.size, before: 0, hashed: false }
    }

    fn encode(&self, _: &[u8], piece: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let start = output.len();
        output.extend([0; 4]);
        output.extend(size_of(piece.len()).to_le_bytes());
        Matcher::default().encode(piece, output);
        let following = size_of(output.len() - start - 4).to_be_bytes();
        put(output, start, following);
        Ok(())
    }

    fn join(&mut self, encoded: &[u8], _: u64, output: &mut Vec<u8>) -> Result<()> {
        output.extend_from_slice(encoded);
        Ok(())
    }

    fn finish(&mut self, _: &mut Vec<u8>) -> Result<()> {
        Ok(())
    }
}

/// Encodes one frame.
#[derive(Debug)]
pub(super) struct Frame {
    pieces: Pieces,
    matcher: Matcher,
    hash: XxHash32,
    /// The decoded size, until the header that declares it was written.
    header: Option<u64>,
}

impl Frame {
    /// Encodes `length` bytes.
    pub(super) fn new(length: u64) -> Self {
        Self {
            pieces: Pieces::new(FRAME_BLOCK),
            matcher: Matcher::default(),
            hash: XxHash32::with_seed(0),
            header: Some(length),
        }
    }

    /// Writes the header of the frame, once.
    fn begin(&mut self, output: &mut Vec<u8>) {
        let Some(length) = self.header.take() else { return };
        output.extend(MAGIC.to_le_bytes());
        let start = output.len();
        output.extend([FLAGS, FRAME_BLOCK_CODE << 4]);
        output.extend(length.to_le_bytes());
        let [_, checksum, ..] = XxHash32::oneshot(0, output.get(start..).unwrap_or_default()).to_le_bytes();
        output.push(checksum);
    }
}

impl Stream for Frame {
    fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.begin(output);
        self.hash.write(bytes);
        let Self { pieces, matcher, .. } = self;
        pieces.take(bytes, |piece| {
            block(matcher, piece, output);
            Ok(())
        })
    }

    fn finish(mut self: Box<Self>, output: &mut Vec<u8>) -> Result<()> {
        self.begin(output);
        if let Some(rest) = self.pieces.rest() {
            block(&mut self.matcher, rest, output);
        }
        output.extend(0_u32.to_le_bytes());
        output.extend(self.hash.finish_32().to_le_bytes());
        Ok(())
    }
}

fn block(matcher: &mut Matcher, data: &[u8], output: &mut Vec<u8>) {
    let start = output.len();
    output.extend([0; 4]);
    matcher.encode(data, output);
    let mut size = size_of(output.len() - start - 4);
    if size >= size_of(data.len()) {
        output.truncate(start + 4);
        output.extend_from_slice(data);
        size = size_of(data.len()) | UNCOMPRESSED;
    }
    put(output, start, size.to_le_bytes());
}
