//! `zstd`: one Zstandard frame (RFC 8878) that declares its decoded size and ends with a checksum.
//!
//! Encoded by `rusty_zstd`, which has the levels of the reference encoder and gives files of the same size. In
//! WebAssembly, it is as fast as `structured-zstd` at half the code size.
//!
//! A piece is encoded as a frame, and its blocks are made independent of those before them (`detach`). The blocks of all
//! pieces become one frame, because readers such as Python's stop at the end of the first. Its end is a block without
//! content.

mod bits;
mod detach;
mod fse;
mod sequences;
#[cfg(test)]
mod tests;
mod whole;

use std::hash::Hasher as _;

use rusty_zstd::{CompressOptions, compress_with, compression_params};
use twox_hash::XxHash64;

use super::stream::{PieceSizes, Piecewise, failed};
use crate::error::Result;
use detach::{LAST, detach};
pub(super) use whole::Whole;

/// The smallest pieces. At higher levels they have two windows, so that matches reach as far in most of a piece.
const PIECE: usize = 4 << 20;

/// The levels above this have windows of up to 128 MiB, and are encoded as a whole.
pub(super) const LAST_IN_PIECES: u8 = 19;

const MAGIC: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();
/// Flags of a frame's header (3.1.1.1.1): there is a checksum; the window is the whole content.
const CHECKSUM: u8 = 1 << 2;
const SINGLE_SEGMENT: u8 = 1 << 5;

/// The options for a frame of this level.
pub(super) fn options(level: u8, checksum: bool) -> CompressOptions {
    // At level 1, files are a quarter larger than the reference encoder's. At level 2, they are a little smaller.
    CompressOptions { level: level.max(2).into(), checksum }
}

/// Encodes pieces: blocks of the frame.
pub(super) struct Zstd {
    level: u8,
    /// The size of the block's content.
    length: u64,
    /// The window as a power of two.
    window: u32,
    checksum: XxHash64,
    /// How many bytes were hashed, and not yet joined.
    hashed: u64,
    has_begun: bool,
}

impl Zstd {
    pub(super) fn new(level: u8, length: u64) -> Result<Self> {
        let params = compression_params(options(level, true).level, None).map_err(|_| failed("Zstandard"))?;
        let checksum = XxHash64::with_seed(0);
        Ok(Self { level, length, window: params.window_log, checksum, hashed: 0, has_begun: false })
    }

    /// Appends the frame's header, once.
    fn begin(&mut self, output: &mut Vec<u8>) {
        if self.has_begun {
            return;
        }
        self.has_begun = true;
        output.extend(MAGIC);
        let flag = if self.length >> 32 == 0 { 2 } else { 3 };
        if self.length >> self.window == 0 {
            output.push(flag << 6 | SINGLE_SEGMENT | CHECKSUM);
        } else {
            #[expect(clippy::cast_possible_truncation, reason = "windows are 2^10 to 2^31")]
            output.extend([flag << 6 | CHECKSUM, (self.window as u8 - 10) << 3]);
        }
        output.extend(self.length.to_le_bytes().into_iter().take(1 << flag));
    }
}

impl Piecewise for Zstd {
    fn sizes(&self) -> PieceSizes {
        // The byte before tells that a piece is not the first.
        PieceSizes { piece: PIECE.max(2 << self.window), before: 1, hashed: true }
    }

    fn encode(&self, before: &[u8], piece: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let is_first = before.is_empty();
        let mut rest = piece;
        while !rest.is_empty() {
            let frame = compress_with(rest, options(self.level, false)).map_err(|_| failed("Zstandard"))?;
            let blocks = blocks_of(&frame).ok_or_else(|| failed("Zstandard"))?;
            let encoded = detach(blocks, rest, is_first, output).ok_or_else(|| failed("Zstandard"))?;
            rest = rest.get(encoded..).unwrap_or_default();
        }
        Ok(())
    }

    fn hash(&mut self, piece: &[u8]) {
        self.checksum.write(piece);
        self.hashed += piece.len() as u64;
    }

    fn join(&mut self, encoded: &[u8], length: u64, output: &mut Vec<u8>) -> Result<()> {
        self.hashed = self.hashed.checked_sub(length).ok_or_else(|| failed("Zstandard"))?;
        self.begin(output);
        output.extend_from_slice(encoded);
        Ok(())
    }

    fn finish(&mut self, output: &mut Vec<u8>) -> Result<()> {
        self.begin(output);
        output.extend(LAST);
        output.extend(self.checksum.finish().to_le_bytes().into_iter().take(4));
        Ok(())
    }
}

/// What follows the header of a frame without a dictionary.
fn blocks_of(frame: &[u8]) -> Option<&[u8]> {
    let (descriptor, fields) = frame.strip_prefix(&MAGIC)?.split_first()?;
    let window = usize::from(descriptor & SINGLE_SEGMENT == 0);
    let size = match descriptor >> 6 {
        0 => 1 - window,
        flag => 1 << flag,
    };
    fields.get(window + size..)
}
