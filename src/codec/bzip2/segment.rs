//! A segment of bzip2 streams, decoded on its own, so that several threads can decode one block of a file.
//!
//! A bzip2 block can begin at any bit, and no index says where. The decoder searches the segment for the first magic
//! number of a block, and stops where the first block after the segment begins. The magic number can also occur inside
//! a block by chance. [Joining](super::join::SegmentJoiner::join) the segments detects this: each segment has to begin
//! where the one before it ended, and the checksums of the blocks have to combine to those of their streams.

use std::ops::Range;

use super::bits::Bits;
use super::join::{LEVEL, Seam, Sum};
use super::{BLOCK, Bzip2, Part, STREAM};
use crate::codec::input::{STEP, corrupt};
use crate::error::Result;
use crate::message::Message as _;
use crate::ranges::{Operation, Poll, SparseBuffer, Step, step};

/// The number of bits in the magic number of a block.
const MAGIC: u64 = 48;
/// The highest level.
const HIGHEST: usize = 9;
/// How many bytes after the segment are requested at a time, to complete its last block.
const AHEAD: u64 = 128 << 10;

/// Decodes the bzip2 blocks that begin in a range of a block's stored bytes. Returns the decoded bytes, and the seam
/// with which [`TaskSplitter::join`](crate::worker::TaskSplitter::join) checks that they belong there.
#[derive(Debug)]
pub struct Bzip2Segment {
    buffer: SparseBuffer,
    /// Where the stored bytes begin in the file, how many there are, and the range of them that is searched for blocks.
    base: u64,
    stored: u64,
    range: Range<u64>,
    /// The most decoded bytes that the segment may have.
    most: u64,
    /// How many stored bytes were consumed (`None` until the first block is found), and how many are needed to
    /// continue.
    at: Option<u64>,
    needed: u64,
    codec: Box<Bzip2>,
    output: Vec<u8>,
    seam: Seam,
    /// Whether the stream began before the segment.
    is_inherited: bool,
    is_over: bool,
}

impl Bzip2Segment {
    /// Decodes the segment `range` of `stored` bytes that begin at byte `base` of the file. It may decode to at most
    /// `most` bytes.
    pub fn new(base: u64, stored: u64, range: Range<u64>, most: u64) -> Self {
        Self {
            buffer: SparseBuffer::default(),
            base,
            stored,
            range,
            most,
            at: None,
            needed: 1,
            codec: Box::default(),
            output: Vec::new(),
            seam: Seam::default(),
            is_inherited: false,
            is_over: false,
        }
    }

    fn poll(&mut self) -> Poll<(Vec<u8>, Vec<u64>)> {
        let mut at = match self.at {
            Some(at) => at,
            None => self.poll_start()?,
        };
        while !self.is_over {
            let (place, left) = (self.base + at, self.stored - at);
            self.buffer.want(place..place + self.needed.min(left))?;
            let bytes = self.buffer.from(place).unwrap_or_default();
            let mut bits = Bits::new(bytes, self.codec.bit);
            let arrived = bytes.len() as u64;
            let last = arrived >= left;
            let part = self.codec.next;
            let is_behind = at >= self.range.end;
            let next = match part {
                Part::Block if is_behind && is_block(bits) => {
                    self.is_over = true;
                    self.seam.to = Some(8 * at + u64::from(self.codec.bit));
                    break;
                }
                Part::Rest if bytes.starts_with(STREAM) => Ok(Some(Part::Stream)),
                Part::Rest if last || arrived >= STREAM.len() as u64 => {
                    self.is_over = true;
                    break;
                }
                Part::Rest => Ok(None),
                Part::Checksum if self.is_inherited => {
                    let difference = bits.take(32) ^ self.codec.checksum;
                    self.seam.ended = Some(Sum { checksum: difference, ..self.seam.sum });
                    bits.align();
                    Ok(Some(Part::Rest))
                }
                _ => self.codec.read_part(&mut bits, last),
            };
            if bits.is_short() || matches!((part, &next), (Part::Rest, Ok(None))) {
                if last {
                    return Err(corrupt("the compressed data end inside a bzip2 block").into());
                }
                self.needed = arrived + AHEAD;
                continue;
            }
            let (bytes, bit) = bits.position();
            (at, self.codec.bit) = (at + bytes as u64, bit);
            self.at = Some(at);
            self.needed = if next.as_ref().is_ok_and(Option::is_none) { AHEAD } else { 1 };
            if let Some(next) = next? {
                self.complete(part)?;
                self.codec.next = next;
            }
        }
        self.seam.sum.checksum = self.codec.checksum;
        let mut words = Vec::new();
        self.seam.write(&mut words);
        Ok((std::mem::take(&mut self.output), words))
    }

    /// Finds the first block of the segment. Returns the byte in which it begins.
    fn poll_start(&mut self) -> Poll<u64> {
        let Range { start, end } = self.range;
        let range = self.base + start..self.base + (end + MAGIC / 8).min(self.stored);
        let bytes = self.buffer.want(range)?;
        if start == 0 {
            self.seam.from = Some(0);
            return Ok(0);
        }
        let found = first_block(bytes).map(|bit| 8 * start + bit).filter(|bit| *bit < 8 * end);
        self.is_over = found.is_none();
        self.is_inherited = true;
        self.seam.from = found;
        let start = found.unwrap_or_default();
        let [bit, ..] = (start % 8).to_le_bytes();
        (self.codec.next, self.codec.bit, self.codec.block_size) = (Part::Block, bit.into(), HIGHEST * LEVEL);
        Ok(start / 8)
    }

    /// Updates the state after a part was read; decodes the block if its symbols are complete.
    fn complete(&mut self, part: Part) -> Result<()> {
        match part {
            Part::Stream => {
                self.seam.level = self.codec.block_size / LEVEL;
                self.seam.sum.blocks = 0;
            }
            Part::Symbols => {
                let codec = &mut self.codec;
                if self.is_inherited {
                    self.seam.longest = self.seam.longest.max(codec.block.len());
                }
                self.seam.sum.blocks += 1;
                codec.walk.invert(&mut codec.block);
                codec.given = Some(0);
                while codec.given.is_some() {
                    codec.give(STEP, &mut self.output)?;
                    if self.output.len() as u64 > self.most {
                        return Err(corrupt("a segment of bzip2 blocks decodes to more than its share"));
                    }
                }
            }
            Part::Checksum => self.is_inherited = false,
            Part::Block | Part::Rest | Part::Cut => {}
        }
        Ok(())
    }
}

impl Operation for Bzip2Segment {
    type Output = (Vec<u8>, Vec<u64>);

    fn step(&mut self) -> Result<Step<Self::Output>> {
        step(self.poll())
    }

    fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.buffer.supply(offset, bytes);
    }
}

/// Whether a block begins at this position.
fn is_block(mut bits: Bits<'_>) -> bool {
    u64::from(bits.take(24)) << 24 | u64::from(bits.take(24)) == BLOCK
}

/// The bit at which the first magic number of a block begins.
fn first_block(bytes: &[u8]) -> Option<u64> {
    // The fourth-last byte that overlaps the magic number has one of these values, depending on the bit at which the
    // number ends.
    let hints: [u64; 8] = std::array::from_fn(|spare| (BLOCK << spare >> 24) & 0xFF);
    let mut may_be = [false; 256];
    (0_u64..).zip(&mut may_be).for_each(|(byte, may_be)| *may_be = hints.contains(&byte));
    let mut word = 0_u64;
    for (end, byte) in (8_u64..).step_by(8).zip(bytes) {
        word = word << 8 | u64::from(*byte);
        let [_, _, _, hint, ..] = word.to_le_bytes();
        if !may_be.get(usize::from(hint)).is_some_and(|may_be| *may_be) {
            continue;
        }
        for spare in (0..8).rev() {
            if word >> spare & ((1 << MAGIC) - 1) == BLOCK
                && let Some(start) = (end - spare).checked_sub(MAGIC)
            {
                return Some(start);
            }
        }
    }
    None
}
