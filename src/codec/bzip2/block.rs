//! The entropy-coded half of a block: Huffman codes → runs and move-to-front indices → the output of the
//! Burrows–Wheeler transform.
//!
//! The header is read in one go. After it, reading can pause after each group of 50 symbols until more bytes arrive.

use super::bits::Bits;
use super::huffman::Code;
use crate::codec::input::corrupt;
use crate::error::{Error, ErrorKind, Result};

/// How many symbols are read with one Huffman code; the next selector gives the code for the next group.
const GROUP: usize = 50;
/// The most bytes that a group takes: 50 codes of 20 bits, the first of which begins inside a byte.
const GROUP_BYTES: usize = GROUP * 20 / 8 + 1;
/// Runs are written in pieces of this many bytes. One piece holds most runs.
const PIECE: usize = 16;

/// A block after entropy decoding: the input of the inverse Burrows–Wheeler transform.
#[derive(Debug)]
pub(super) struct Block {
    /// The CRC of the decoded bytes.
    pub(super) checksum: u32,
    /// The index of the sorted rotation that is the original block.
    pub(super) origin: u32,
    /// The first `length` bytes are the data; the rest is spare space.
    bytes: Vec<u8>,
    length: usize,
    /// How often each byte value occurs.
    pub(super) counts: [u32; 256],
}

impl Default for Block {
    fn default() -> Self {
        Self { checksum: 0, origin: 0, bytes: Vec::new(), length: 0, counts: [0; 256] }
    }
}

impl Block {
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The data: the last column of the sorted rotations.
    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// The data, to be overwritten.
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        self.bytes.get_mut(..self.length).unwrap_or_default()
    }
}

/// Reads blocks, one after another.
#[derive(Debug, Default)]
pub(super) struct BlockReader {
    codes: Vec<Code>,
    /// The index of each group's code.
    selectors: Vec<u8>,
    /// How many groups were begun.
    groups: usize,
    bytes: MoveToFront,
    /// The end-of-block symbol. It is greater than all others.
    end: usize,
    /// The value of the next digit of a run's length; 1 if no run was begun.
    weight: u32,
}

impl BlockReader {
    /// Reads the header of a block, after its magic number. The block may have at most `size` bytes.
    pub(super) fn begin(&mut self, bits: &mut Bits<'_>, size: usize, block: &mut Block) -> Result<()> {
        block.checksum = bits.take(32);
        if bits.flag() {
            let message = "a bzip2 block is randomised, as bzip2 before 0.9.5 did, which is not supported";
            return Err(Error::new(ErrorKind::UnsupportedCompression, message));
        }
        block.origin = bits.take(24);
        block.bytes.resize(size + PIECE, 0);
        block.length = 0;
        block.counts = [0; 256];

        let rows = bits.take(16);
        let mut used = Vec::with_capacity(256);
        for row in (0..16).filter(|row| rows & 0x8000 >> row != 0) {
            let columns = bits.take(16);
            used.extend(
                (0..16).filter(|column| columns & 0x8000 >> column != 0).map(|column| 16 * row + column),
            );
        }
        if used.is_empty() {
            return Err(corrupt("a bzip2 block uses no bytes"));
        }
        self.bytes = MoveToFront::new(&used);
        // The symbols below it: the two digits of runs, and every used byte but the front one, which only runs repeat.
        self.end = used.len() + 1;

        let codes = bits.take(3);
        if !(2..=6).contains(&codes) {
            return Err(corrupt(format!("a bzip2 block has {codes} Huffman codes, not 2 to 6")));
        }
        self.read_selectors(bits, codes)?;
        self.codes = (0..codes).map(|_| Code::read(bits, self.end + 1)).collect::<Result<_>>()?;
        (self.groups, self.weight) = (0, 1);
        Ok(())
    }

    fn read_selectors(&mut self, bits: &mut Bits<'_>, codes: u32) -> Result<()> {
        // The count may exceed the groups of the largest block: some encoders add a few unused selectors.
        let count = bits.take(15);
        let mut recent = [0, 1, 2, 3, 4, 5];
        self.selectors.clear();
        for _ in 0..count {
            let index = (0..codes).take_while(|_| bits.flag()).count();
            match recent.get_mut(..=index) {
                Some(moved) if index < codes as usize => moved.rotate_right(1),
                _ => return Err(corrupt(format!("a bzip2 block selects Huffman code {index} of {codes}"))),
            }
            self.selectors.push(recent[0]);
        }
        Ok(())
    }

    /// Reads groups as long as there are enough bits for a whole group, or no more bytes will arrive. Returns whether
    /// the block is complete.
    pub(super) fn read(&mut self, bits: &mut Bits<'_>, last: bool, block: &mut Block) -> Result<bool> {
        while last || bits.left() >= GROUP_BYTES {
            if self.read_group(bits, block)? {
                let Block { origin, length, .. } = *block;
                if origin as usize >= length {
                    return Err(corrupt(format!(
                        "a bzip2 block of {length} bytes begins at its rotation {origin}"
                    )));
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads a group. Returns whether it ends the block.
    fn read_group(&mut self, stream: &mut Bits<'_>, block: &mut Block) -> Result<bool> {
        let selector = self.selectors.get(self.groups);
        let Some(code) = selector.and_then(|selector| self.codes.get(usize::from(*selector))) else {
            return Err(corrupt(format!(
                "a bzip2 block goes on after its {} groups of symbols",
                self.groups
            )));
        };
        self.groups += 1;
        let size = block.bytes.len() - PIECE;
        let too_long = || corrupt(format!("a bzip2 block has more than {size} bytes"));
        // The variables that change with each symbol are local, so that they stay in registers.
        let (mut bits, mut length, mut weight) = (*stream, block.length, self.weight);
        let outcome = 'group: {
            for _ in 0..GROUP {
                let Some(symbol) = code.symbol(&mut bits) else {
                    break 'group Err(corrupt("a bzip2 block has bits that are none of its Huffman codes"));
                };
                if symbol <= 1 {
                    // A digit of a run's length in bijective base 2. Each digit's share of the run can be written at
                    // once.
                    let run = weight << symbol;
                    weight <<= 1;
                    if run as usize > size - length {
                        break 'group Err(too_long());
                    }
                    let byte = self.bytes.front();
                    write_run(&mut block.bytes, length, byte, run as usize);
                    add(&mut block.counts, byte, run);
                    length += run as usize;
                } else if usize::from(symbol) == self.end {
                    break 'group Ok(true);
                } else {
                    if length >= size {
                        break 'group Err(too_long());
                    }
                    let byte = self.bytes.take(usize::from(symbol - 1));
                    if let Some(place) = block.bytes.get_mut(length) {
                        *place = byte;
                    }
                    add(&mut block.counts, byte, 1);
                    length += 1;
                    weight = 1;
                }
            }
            Ok(false)
        };
        (*stream, block.length, self.weight) = (bits, length, weight);
        outcome
    }
}

#[inline]
fn add(counts: &mut [u32; 256], byte: u8, count: u32) {
    if let Some(place) = counts.get_mut(usize::from(byte)) {
        *place += count;
    }
}

/// Writes a run. May write up to [`PIECE`] bytes, even if the run is shorter.
#[inline]
fn write_run(bytes: &mut [u8], at: usize, byte: u8, run: usize) {
    let Some(place) = bytes.get_mut(at..) else { return };
    if let Some(piece) = place.first_chunk_mut::<PIECE>() {
        *piece = [byte; PIECE];
    }
    if run > PIECE
        && let Some(rest) = place.get_mut(PIECE..run)
    {
        rest.fill(byte);
    }
}

/// Bytes in the order of their last use, eight to a word. Moving a byte to the front takes a few shifts. Copying the
/// bytes before it would instead call `memmove`, often for only one or two bytes.
#[derive(Debug, Default)]
struct MoveToFront([u64; 32]);

impl MoveToFront {
    fn new(bytes: &[u8]) -> Self {
        let mut words = [0; 32];
        for (word, bytes) in words.iter_mut().zip(bytes.chunks(8)) {
            *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        }
        Self(words)
    }

    #[inline]
    fn front(&self) -> u8 {
        self.0[0].to_le_bytes()[0]
    }

    /// Moves the byte at `index` to the front.
    #[inline]
    fn take(&mut self, index: usize) -> u8 {
        let shift = index % 8 * 8;
        let Some((word, before)) = self.0.get_mut(..=index / 8).and_then(<[u64]>::split_last_mut) else {
            return 0;
        };
        let byte = *word >> shift & 0xff;
        let mut carry = byte;
        for word in before {
            (*word, carry) = (*word << 8 | carry, *word >> 56);
        }
        let moved = u64::MAX >> (56 - shift);
        *word = *word & !moved | (*word << 8 | carry) & moved;
        byte.to_le_bytes()[0]
    }
}
