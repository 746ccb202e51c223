//! `bzp2`: one or more bzip2 streams, the CRC of each block and stream verified.
//!
//! Written by every ASDF writer. The only specification of bzip2 is its source; J. Tsai's "bzip2: format specification"
//! (2016) describes what it writes. Several concatenated streams are decoded as one, as with `bzip2 -d`. Randomised
//! blocks, which bzip2 has not written since 1999, are rejected.
//!
//! We have our own decoder because, in WebAssembly, it is 2.6 times as fast as `bzip2` (libbz2 translated to Rust) and
//! `bzip2-rs` (`benches/decoders/RESULTS.md`), and because it decodes segments of a stream in parallel, which no crate
//! does.
//!
//! A block is decoded in three stages: entropy decoding ([`block`]), the inverse Burrows–Wheeler transform ([`walk`]),
//! and expanding runs into the output piece by piece ([`runs`]).

mod bits;
mod block;
mod crc;
mod huffman;
mod join;
mod runs;
mod segment;
#[cfg(test)]
mod tests;
mod walk;

pub(crate) use join::SegmentJoiner;
pub use segment::Bzip2Segment;

use bits::Bits;
use block::{Block, BlockReader};
use crc::Crc;
use walk::Walk;

use super::input::{Input, Status, corrupt, step};
use crate::error::Result;
use crate::layout::hex;

/// The first bytes of a stream. A digit follows, the level: the largest block has 100 000 bytes times this digit.
const STREAM: &[u8] = b"BZh";
/// The magic numbers of a block and of the end of a stream: the first digits of π and of its square root.
const BLOCK: u64 = 0x3141_5926_5359;
const END: u64 = 0x1772_4538_5090;
/// How many bytes to request at least, unless fewer are left.
const AHEAD: usize = 4 << 10;

#[derive(Debug, Default)]
pub(super) struct Bzip2 {
    /// The part that comes next, and the number of bits that precede it in its first byte.
    next: Part,
    bit: u32,
    /// The largest size of a block in the stream, and the combined checksum of the blocks appended so far.
    block_size: usize,
    checksum: u32,
    reader: BlockReader,
    block: Block,
    walk: Walk,
    /// How many bytes of a decoded block were expanded into the output (`None` if there is no decoded block), and the
    /// checksum of that output.
    given: Option<usize>,
    crc: Crc,
}

/// The part of the stored bytes that comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    /// The header of a stream.
    #[default]
    Stream,
    /// The header of a block, or the end mark of the stream in its place.
    Block,
    /// The symbols of a block.
    Symbols,
    /// The checksum of a stream.
    Checksum,
    /// Whatever follows a stream: another stream, or bytes to ignore.
    Rest,
    /// No part: the bytes ended inside one.
    Cut,
}

impl Bzip2 {
    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        if self.given.is_none() {
            match self.read(input, remaining)? {
                Status::Progress => {}
                status => return Ok(status),
            }
            self.walk.invert(&mut self.block);
            self.given = Some(0);
        }
        self.give(step(remaining), output)?;
        Ok(Status::Progress)
    }

    /// Reads until a block is complete. [`Status::Progress`] means that it is.
    fn read(&mut self, input: &mut Input<'_>, remaining: u64) -> Result<Status> {
        loop {
            match self.next {
                Part::Rest if remaining > 0 && input.left() >= 3 && input.rest().len() < 3 => {
                    return Ok(Status::NeedInput(3));
                }
                Part::Rest if remaining > 0 && input.rest().starts_with(STREAM) => self.next = Part::Stream,
                Part::Rest => return Ok(Status::Finished),
                Part::Cut => return Ok(more(input)),
                _ => {}
            }
            let mut bits = Bits::new(input.rest(), self.bit);
            let next = self.read_part(&mut bits, input.last);
            if bits.is_short() {
                if input.last {
                    self.next = Part::Cut;
                }
                return Ok(more(input));
            }
            let (bytes, bit) = bits.position();
            (input.consumed, self.bit) = (input.consumed + bytes, bit);
            match (self.next, next?) {
                (Part::Symbols, Some(next)) => {
                    self.next = next;
                    return Ok(Status::Progress);
                }
                (_, Some(next)) => self.next = next,
                (_, None) => return Ok(more(input)),
            }
        }
    }

    /// Appends about `space` bytes of the decoded block.
    #[inline(never)]
    fn give(&mut self, space: usize, output: &mut Vec<u8>) -> Result<()> {
        let start = output.len();
        let at = runs::append(self.block.bytes(), self.given.unwrap_or_default(), space, output)?;
        self.crc.update(output.get(start..).unwrap_or_default());
        self.given = Some(at);
        if at < self.block.len() {
            return Ok(());
        }
        let checksum = std::mem::take(&mut self.crc).finish();
        if checksum != self.block.checksum {
            output.truncate(start);
            return Err(corrupt("the checksum of a bzip2 block does not match"));
        }
        self.checksum = self.checksum.rotate_left(1) ^ checksum;
        self.given = None;
        Ok(())
    }

    /// Reads the next part, or some of it. Returns the part that follows once this one is complete. Not inlined,
    /// because there are two callers.
    #[inline(never)]
    fn read_part(&mut self, bits: &mut Bits<'_>, last: bool) -> Result<Option<Part>> {
        match self.next {
            Part::Stream => {
                let magic = [(); 3].map(|()| bits.byte());
                if magic != STREAM {
                    return Err(corrupt(format!(
                        "a bzip2 stream begins with 0x{}, not with `BZh`",
                        hex(&magic)
                    )));
                }
                let level = bits.byte();
                if !(b'1'..=b'9').contains(&level) {
                    return Err(corrupt(format!(
                        "a bzip2 stream has the level {level:#04x}, not `1` to `9`"
                    )));
                }
                self.block_size = 100_000 * usize::from(level - b'0');
                self.checksum = 0;
                Ok(Some(Part::Block))
            }
            Part::Block => match u64::from(bits.take(24)) << 24 | u64::from(bits.take(24)) {
                BLOCK => {
                    self.reader.begin(bits, self.block_size, &mut self.block)?;
                    Ok(Some(Part::Symbols))
                }
                END => Ok(Some(Part::Checksum)),
                magic => Err(corrupt(format!(
                    "a bzip2 block begins with {magic:#014x}, not with {BLOCK:#014x} or the end's {END:#014x}"
                ))),
            },
            Part::Symbols => {
                let complete = self.reader.read(bits, last, &mut self.block)?;
                Ok(complete.then_some(Part::Block))
            }
            Part::Checksum => {
                if bits.take(32) != self.checksum {
                    return Err(corrupt("the checksum of a bzip2 stream does not match"));
                }
                bits.align();
                Ok(Some(Part::Rest))
            }
            Part::Rest | Part::Cut => Ok(None),
        }
    }
}

/// Requests twice as many bytes as have arrived, so that few bytes are read repeatedly.
fn more(input: &Input<'_>) -> Status {
    let arrived = input.rest().len();
    let left = usize::try_from(input.left()).unwrap_or(usize::MAX);
    Status::NeedInput((2 * arrived).max(AHEAD).min(left).max(arrived + 1))
}
