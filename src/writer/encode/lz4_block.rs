//! LZ4 blocks (`lz4_Block_format.md`), encoded with the algorithm of LZ4's own fast compressor, so that files are as
//! small as with LZ4.
//!
//! We have our own encoder because `lz4_flex` hashes four bytes instead of five where `usize` has 32 bits: in
//! WebAssembly, it would make a file of quantised floats 1.6 times as large. This encoder gives the same output on
//! every platform.

use crate::codec::lz77::{WIDTH, chunk, chunk_mut};

/// The number of positions in the hash table, as a power of two. The table takes 16 KiB, which fit into the first-level
/// cache.
const HASH_BITS: u32 = 12;
/// The minimum length of a match.
const SHORTEST: usize = 4;
/// The maximum distance of a match.
const FARTHEST: usize = 65_535;
/// The last bytes of a block must be literals, and a match must not begin closer to the end than `LAST_MATCH` bytes.
const LAST_LITERALS: usize = 5;
const LAST_MATCH: usize = 12;
/// After every 2^`PATIENCE` positions without a match, the step grows by one byte.
const PATIENCE: u32 = 6;
/// The largest number in half a token. Half a byte each holds the number of literals and the length of the match; the
/// rest of a larger number follows the token.
const MOST_IN_TOKEN: usize = 15;

/// The most bytes that a block with `length` bytes of data can take.
pub(super) const fn bound(length: usize) -> usize {
    length + length / 255 + 16
}

/// A hash table of the positions where sequences of bytes last occurred.
#[derive(Debug)]
pub(super) struct Matcher(Box<[u32; 1 << HASH_BITS]>);

impl Default for Matcher {
    fn default() -> Self {
        Self(Box::new([0; 1 << HASH_BITS]))
    }
}

impl Matcher {
    /// Encodes `data` as one block, and appends it.
    pub(super) fn encode(&mut self, data: &[u8], output: &mut Vec<u8>) {
        let start = output.len();
        // The extra space is for copies that write past their end.
        output.resize(start + bound(data.len()) + 2 * WIDTH, 0);
        let mut block = Block { bytes: output.get_mut(start..).unwrap_or_default(), at: 0 };
        let rest = self.sequences(data, &mut block);
        block.literals(data, rest, data.len() - rest, 0);
        let length = block.at;
        output.truncate(start + length);
    }

    /// Writes all sequences that end with a match. Returns where the literals after them begin.
    fn sequences(&mut self, data: &[u8], block: &mut Block<'_>) -> usize {
        let Some(last) = data.len().checked_sub(LAST_MATCH) else { return 0 };
        self.0.fill(0);
        let end = data.len() - LAST_LITERALS;
        let (mut literals, mut at) = (0, 1);
        while let Some((mut from, mut to)) = self.search(data, at, last) {
            while to > literals && from > 0 && data.get(to - 1) == data.get(from - 1) {
                (from, to) = (from - 1, to - 1);
            }
            // Matches that directly follow each other need no search in between.
            loop {
                let length = common(data, from, to, end);
                block.sequence(data, literals, to, to - from, length);
                at = to + length;
                literals = at;
                if at > last {
                    return literals;
                }
                self.exchange(word(data, at - 2), at - 2);
                let sequence = word(data, at);
                from = self.exchange(sequence, at);
                if at - from > FARTHEST || low(word(data, from)) != low(sequence) {
                    break;
                }
                to = at;
            }
            at += 1;
        }
        literals
    }

    /// Finds the next match that begins at `at` or later. Returns the earlier position of its bytes and its own
    /// position.
    #[inline]
    fn search(&mut self, data: &[u8], mut at: usize, last: usize) -> Option<(usize, usize)> {
        let mut tried = 1 << PATIENCE;
        while at <= last {
            let sequence = word(data, at);
            let from = self.exchange(sequence, at);
            if at - from <= FARTHEST && low(word(data, from)) == low(sequence) {
                return Some((from, at));
            }
            at += tried >> PATIENCE;
            tried += 1;
        }
        None
    }

    /// Records that `sequence` is at `at`. Returns the last position of a sequence with the same hash, or 0.
    #[inline]
    fn exchange(&mut self, sequence: u64, at: usize) -> usize {
        // Hashes five bytes with the prime that LZ4 uses for them.
        let hash = (sequence << 24).wrapping_mul(889_523_592_379) >> (64 - HASH_BITS);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a hash has 12 bits; chunks are shorter than 4 GiB"
        )]
        self.0.get_mut(hash as usize).map_or(0, |place| std::mem::replace(place, at as u32) as usize)
    }
}

/// The eight bytes at `at`.
#[inline]
fn word(data: &[u8], at: usize) -> u64 {
    chunk(data, at).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The first four of the eight bytes.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "that is what is asked for")]
const fn low(word: u64) -> u32 {
    word as u32
}

/// The number of equal bytes from `from` and `to` on. The latter end at `end`.
#[inline]
fn common(data: &[u8], from: usize, to: usize, end: usize) -> usize {
    let mut length = 0;
    while to + length + 8 <= end {
        let differing = word(data, from + length) ^ word(data, to + length);
        if differing != 0 {
            return length + (differing.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    while to + length < end && data.get(from + length) == data.get(to + length) {
        length += 1;
    }
    length
}

/// The output of a block, which has enough space for the whole block.
struct Block<'a> {
    bytes: &'a mut [u8],
    at: usize,
}

impl Block<'_> {
    /// Writes the literals up to `to`, and a match of `length` bytes at this `distance`.
    #[inline]
    fn sequence(&mut self, data: &[u8], literals: usize, to: usize, distance: usize, length: usize) {
        let length = length - SHORTEST;
        self.literals(data, literals, to - literals, length);
        #[expect(clippy::cast_possible_truncation, reason = "no match is farther than 65,535 bytes")]
        let distance = (distance as u16).to_le_bytes();
        if let Some(place) = chunk_mut(self.bytes, self.at) {
            *place = distance;
        }
        self.at += 2;
        self.more(length);
    }

    /// Writes a token, and `count` literals from `from` on.
    #[inline]
    fn literals(&mut self, data: &[u8], from: usize, count: usize, length: usize) {
        #[expect(clippy::cast_possible_truncation, reason = "neither half exceeds 15")]
        self.push((count.min(MOST_IN_TOKEN) << 4 | length.min(MOST_IN_TOKEN)) as u8);
        self.more(count);
        // Copying a whole piece is faster. It needs space, and later output overwrites the surplus.
        if count <= WIDTH
            && let (Some(from), Some(to)) = (chunk::<WIDTH>(data, from), chunk_mut(self.bytes, self.at))
        {
            *to = *from;
        } else if let (Some(from), Some(to)) =
            (data.get(from..from + count), self.bytes.get_mut(self.at..self.at + count))
        {
            to.copy_from_slice(from);
        }
        self.at += count;
    }

    /// Writes the part of a number that does not fit into the token.
    #[inline]
    fn more(&mut self, number: usize) {
        if let Some(mut rest) = number.checked_sub(MOST_IN_TOKEN) {
            while let Some(less) = rest.checked_sub(255) {
                self.push(255);
                rest = less;
            }
            #[expect(clippy::cast_possible_truncation, reason = "less than 255 is left")]
            self.push(rest as u8);
        }
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.at) {
            *place = byte;
        }
        self.at += 1;
    }
}
