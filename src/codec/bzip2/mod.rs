//! `bzp2`: one or more bzip2 streams, the CRC of each block and stream verified.
//!
//! Written by every ASDF writer. bzip2 has no specification but its source; J. Tsai's "bzip2: format specification" (2016)
//! describes what it writes. Several streams one behind the other decode as one, as `bzip2 -d` does. Randomised blocks,
//! which bzip2 has not written since 1999, are refused.
//!
//! Our own decoder because, in WebAssembly, it is 2.6 times as fast as `bzip2` (libbz2 translated to Rust) and `bzip2-rs`
//! (`benches/decoders/RESULTS.md`), and because it decodes segments of a stream in parallel, which no crate
//! does.
//!
//! A block is decoded in two halves, what is entropy coded ([`block`]) and then the inverse Burrows–Wheeler transform
//! ([`walk`]), and then given piece by piece ([`runs`]).

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

/// What a stream begins with. A digit follows, how many times 100 000 bytes its largest block may have.
const STREAM: &[u8] = b"BZh";
/// What a block begins with, and what follows the last one of a stream: the first digits of π and of its square root.
const BLOCK: u64 = 0x3141_5926_5359;
const END: u64 = 0x1772_4538_5090;
/// How many bytes are asked for, unless fewer are to come.
const AHEAD: usize = 4 << 10;

#[derive(Debug, Default)]
pub(super) struct Bzip2 {
    /// What comes next, and how many bits of the byte it begins in are before it.
    next: Part,
    bit: u32,
    /// The most bytes a block of the stream may have, and the checksum of the blocks that were given.
    block_size: usize,
    checksum: u32,
    reader: BlockReader,
    block: Block,
    walk: Walk,
    /// How much of the block was given, once it is decoded, and the checksum of what that came to.
    given: Option<usize>,
    crc: Crc,
}

/// A part of the stored bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    /// The header of a stream.
    #[default]
    Stream,
    /// The header of a block, or what stands there at the end of a stream.
    Block,
    /// The symbols of a block.
    Symbols,
    /// The checksum of a stream.
    Checksum,
    /// What follows a stream.
    Rest,
    /// Nothing, since the bytes ended inside a part.
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

    /// Reads until a block is complete, which is [`Status::Progress`].
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

    /// Appends about `space` bytes of the block.
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

    /// Reads the next part, or some of it; gives which follows when it is complete. Not inlined, since that would be done
    /// twice.
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

/// Asks for more: for twice as much as has arrived, so that little is read again and again.
fn more(input: &Input<'_>) -> Status {
    let arrived = input.rest().len();
    let left = usize::try_from(input.left()).unwrap_or(usize::MAX);
    Status::NeedInput((2 * arrived).max(AHEAD).min(left).max(arrived + 1))
}
