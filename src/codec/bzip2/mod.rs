//! `bzp2`: one or more bzip2 streams, the CRC of each block and stream verified.
//!
//! Written by every ASDF writer. bzip2 has no specification but its source; J. Tsai's "bzip2: format specification" (2016)
//! describes what it writes. Several streams one behind the other decode as one, as `bzip2 -d` does. Randomised blocks,
//! which bzip2 has not written since 1999, are refused.
//!
//! Blocks are independent of each other, and are decoded in groups: the entropy coded half of each ([`block`]), then the
//! other half of all at once ([`group`]). The first group is one block and each is twice as large as the one before,
//! so that no read decodes much more than it needs. What is wrong with a block is said when all before it is given, so
//! that groups make no difference to what a read comes to.

mod bits;
mod block;
mod crc;
mod group;
mod huffman;
#[cfg(test)]
mod tests;

use bits::Bits;
use block::BlockReader;
use group::Group;

use super::checksum::hex;
use super::{Input, Status, corrupt, step};
use crate::error::{Error, Result};

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
    group: Group,
    /// What is wrong behind the group.
    failure: Option<Error>,
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
        if !self.group.is_inverted() {
            match self.read(input, remaining) {
                Ok(Status::Progress) => {}
                // Nothing more is coming, which is said when the blocks before are given.
                Ok(Status::NeedInput(_)) if input.last && !self.group.is_empty() => {}
                Err(error) if !self.group.is_empty() => self.failure = Some(error),
                outcome => return outcome,
            }
            self.group.invert();
        }
        if let Some(checksum) = self.group.give(step(remaining), output)? {
            self.checksum = self.checksum.rotate_left(1) ^ checksum;
        }
        Ok(Status::Progress)
    }

    /// Reads until the group is complete, which is [`Status::Progress`].
    fn read(&mut self, input: &mut Input<'_>, remaining: u64) -> Result<Status> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        while !self.group.is_complete(remaining) {
            match self.next {
                // To compare it, all blocks before it have to be given.
                Part::Checksum if !self.group.is_empty() => break,
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
            match next? {
                Some(next) => self.next = next,
                None => return Ok(more(input)),
            }
        }
        Ok(Status::Progress)
    }

    /// Reads the next part, or some of it; gives which follows when it is complete.
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
                    self.reader.begin(bits, self.block_size, self.group.place())?;
                    Ok(Some(Part::Symbols))
                }
                END => Ok(Some(Part::Checksum)),
                magic => Err(corrupt(format!(
                    "a bzip2 block begins with {magic:#014x}, not with {BLOCK:#014x} or the end's {END:#014x}"
                ))),
            },
            Part::Symbols => {
                let complete = self.reader.read(bits, last, self.group.place())?;
                Ok(complete.then(|| {
                    self.group.add();
                    Part::Block
                }))
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
