//! Frames (RFC 8878, 3.1): their headers, and their content, block by block.

use std::hash::Hasher as _;

use twox_hash::XxHash64;

use super::super::frames::{self, Start};
use super::super::input::corrupt;
use super::block::{Block, Blocks, LARGEST};
use super::buffer::MatchBuffer;
use crate::error::{Error, ErrorKind, Result};

pub(super) const MAGIC: u32 = 0xfd2f_b528;

/// The header of a frame, and the progress of its decoding.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) window: u64,
    pub(super) dictionary: u32,
    content_size: Option<u64>,
    hash: Option<XxHash64>,
    pub(super) decoded: u64,
    /// Whether all blocks were decoded.
    is_complete: bool,
}

impl Frame {
    /// Reads what stored bytes begin with.
    pub(super) fn read(bytes: &[u8]) -> Result<Start<Self>> {
        Start::read(bytes, MAGIC, Self::header)
    }

    /// Reads the header of a frame, which follows its magic number.
    fn header(rest: &[u8]) -> Result<Start<Self>> {
        let Some((descriptor, rest)) = rest.split_first() else {
            return Ok(Start::Short(5));
        };
        let is_single = descriptor >> 5 & 1 == 1;
        let window_length = usize::from(!is_single);
        let dictionary_length = (1_usize << (descriptor & 3)) >> 1;
        let size_length = match descriptor >> 6 {
            0 => usize::from(is_single),
            flag => 1 << flag,
        };
        let length = window_length + dictionary_length + size_length;
        let Some(fields) = rest.get(..length) else {
            return Ok(Start::Short(5 + length));
        };
        if descriptor & 8 != 0 {
            return Err(corrupt("the header of a zstd frame has its reserved bit set"));
        }
        let (window, fields) = fields.split_at_checked(window_length).unwrap_or_default();
        let (dictionary, size) = fields.split_at_checked(dictionary_length).unwrap_or_default();
        let content_size = match size_length {
            0 => None,
            2 => Some(number(size) + 256),
            _ => Some(number(size)),
        };
        let window = match window.first() {
            Some(window) => {
                let base = 1_u64 << (10 + (window >> 3));
                base + base / 8 * u64::from(window & 7)
            }
            None => content_size.unwrap_or_default(),
        };
        let frame = Self {
            window,
            dictionary: (number(dictionary) & 0xffff_ffff) as u32,
            content_size,
            hash: (descriptor & 4 != 0).then(|| XxHash64::with_seed(0)),
            decoded: 0,
            is_complete: false,
        };
        Ok(Start::Frame(frame, 5 + length))
    }

    /// The largest size of a block in this frame.
    pub(super) fn largest_block(&self) -> usize {
        usize::try_from(self.window).unwrap_or(LARGEST).min(LARGEST)
    }

    /// Decodes the next block, which `stored` begins with, or finishes the frame.
    pub(super) fn step(
        &mut self,
        blocks: &mut Blocks,
        stored: &[u8],
        buffer: &mut MatchBuffer<'_>,
    ) -> Result<Step> {
        if self.is_complete {
            return self.end(stored);
        }
        let Some((header, rest)) = stored.split_first_chunk() else {
            return Ok(Step::Need(Block::HEADER));
        };
        let block = Block::read(*header, self.largest_block())?;
        let taken = Block::HEADER + block.stored();
        let Some(content) = rest.get(..block.stored()) else {
            return Ok(Step::Need(taken));
        };
        let start = buffer.at;
        blocks.decode(block, content, buffer)?;
        let decoded = buffer.buffer.get(start..buffer.at).unwrap_or_default();
        self.decoded += decoded.len() as u64;
        if let Some(hash) = &mut self.hash {
            hash.write(decoded);
        }
        self.is_complete = block.is_last;
        Ok(Step::Took(taken))
    }

    /// Checks the size and the checksum of the content.
    fn end(&self, stored: &[u8]) -> Result<Step> {
        if let Some(size) = self.content_size.filter(|size| *size != self.decoded) {
            return Err(corrupt(format!(
                "a zstd frame decodes to {} bytes, but declares {size}",
                self.decoded
            )));
        }
        let Some(hash) = &self.hash else { return Ok(Step::Finished(0)) };
        let Some(checksum) = stored.first_chunk::<4>() else { return Ok(Step::Need(4)) };
        if !hash.finish().to_le_bytes().starts_with(checksum) {
            return Err(corrupt("the checksum of a zstd frame does not match"));
        }
        Ok(Step::Finished(4))
    }
}

/// The outcome of [`Frame::step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// At least this many bytes are needed.
    Need(usize),
    /// A block was decoded, and consumed this many bytes.
    Took(usize),
    /// The frame is complete, and its end consumed this many bytes.
    Finished(usize),
}

/// Reads up to eight bytes as a little-endian number.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The error for data that are not a zstd frame.
pub(super) fn wrong_magic(found: u32) -> Error {
    frames::wrong_magic("a zstd frame", MAGIC, found)
}

/// The error for a frame that needs an unknown dictionary.
pub(super) fn no_dictionary(id: u32) -> Error {
    let message = format!("the data are a zstd frame that needs dictionary {id}, which is not supported");
    Error::new(ErrorKind::UnsupportedCompression, message)
}
