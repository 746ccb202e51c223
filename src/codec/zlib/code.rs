//! The Huffman codes of a block (RFC 1951, 3.2.2): a lookup table for most codes, and a search for the few codes that
//! are too long for it.

/// The length of the longest code.
const LONGEST: usize = 15;

/// The meaning of a symbol; in a lookup table, the meaning of the next bits.
///
/// - A literal has [`ONE_LITERAL`] set, and its byte is the second byte of the entry. A table entry holds up to three
///   literals, in the upper three bytes.
/// - A length or distance has its base in the upper half. In a table, the second byte is the length of the code without
///   extra bits.
///
/// [`TAKEN`] is the number of bits to consume, extra bits included. The entry of a symbol counts only its extra bits.
pub(super) type Entry = u32;

/// Mask of the number of bits to consume.
pub(super) const TAKEN: Entry = 0x1f;
/// Mask of the number of literals, and the value that stands for one literal.
pub(super) const LITERALS: Entry = 0x60;
const ONE_LITERAL: Entry = 0x20;
/// Set if the entry is neither literals nor a length or distance. Alone, with a zero upper half, it means the end of
/// the block.
pub(super) const OTHER: Entry = 0x80;
/// A symbol that never occurs in a valid stream.
pub(super) const UNUSED: Entry = OTHER | 1 << 16;
/// A code that is longer than the table's index, or bits that are no code.
pub(super) const LONGER: Entry = OTHER | 2 << 16;

/// The entry of a literal.
pub(super) const fn literal(byte: u16) -> Entry {
    ONE_LITERAL | (byte as Entry) << 8
}

/// The entry of a length or distance.
pub(super) const fn base(base: u32, extra: u32) -> Entry {
    base << 16 | extra
}

/// A code of up to `SYMBOLS` symbols, with a lookup table of `SIZE` entries: one for each value of the next
/// log2(`SIZE`) bits. `SIZE` is a power of two.
#[derive(Debug)]
pub(super) struct Code<const SIZE: usize, const SYMBOLS: usize> {
    entries: [Entry; SIZE],
    /// The number of codes of each length, and the symbols in the order of their codes.
    counts: [u16; LONGEST + 1],
    symbols: [u16; SYMBOLS],
    /// Whether every sequence of bits begins with a code.
    pub(super) is_complete: bool,
}

impl<const SIZE: usize, const SYMBOLS: usize> Default for Code<SIZE, SYMBOLS> {
    fn default() -> Self {
        Self { entries: [0; SIZE], counts: [0; LONGEST + 1], symbols: [0; SYMBOLS], is_complete: false }
    }
}

impl<const SIZE: usize, const SYMBOLS: usize> Code<SIZE, SYMBOLS> {
    const LOG: u32 = SIZE.ilog2();

    /// Builds the code from the code length of each symbol, 0 for unused symbols. `None` if the lengths do not make a
    /// complete code. Exceptions: a single code of length 1, and no codes at all.
    pub(super) fn build(&mut self, lengths: &[u8], meaning: impl Fn(u16) -> Entry) -> Option<()> {
        self.counts = [0; LONGEST + 1];
        for length in lengths {
            *self.counts.get_mut(usize::from(*length))? += 1;
        }
        let used = lengths.len() - usize::from(self.counts[0]);
        self.counts[0] = 0;
        // Where the symbols of each code length begin.
        let mut starts = [0_usize; LONGEST + 2];
        let mut left = 1_i32;
        for (length, count) in self.counts.iter().enumerate() {
            // Each unused code leaves two unused codes that are one bit longer.
            left = if length == 0 { left } else { 2 * left - i32::from(*count) };
            if left < 0 {
                return None;
            }
            let start = starts.get(length).copied()?;
            *starts.get_mut(length + 1)? = start + usize::from(*count);
        }
        if left > 0 && (used > 1 || used != usize::from(self.counts[1])) {
            return None;
        }
        for (symbol, length) in (0_u16..).zip(lengths).filter(|(_, length)| **length > 0) {
            let place = starts.get_mut(usize::from(*length))?;
            *self.symbols.get_mut(*place)? = symbol;
            *place += 1;
        }
        self.is_complete = left == 0;
        self.fill(meaning)
    }

    /// Fills the table, length by length. For each length the table doubles: its second half is a copy of the first.
    fn fill(&mut self, meaning: impl Fn(u16) -> Entry) -> Option<()> {
        self.entries[0] = LONGER;
        let mut symbols = self.symbols.iter();
        // The code with its bits reversed: the first bit is the lowest.
        let mut code = 0_usize;
        for (length, count) in (1..=Self::LOG).zip(self.counts.iter().skip(1)) {
            let half = 1 << (length - 1);
            let (front, back) = self.entries.split_at_mut_checked(half)?;
            back.get_mut(..half)?.copy_from_slice(front);
            for _ in 0..*count {
                *self.entries.get_mut(code)? = with_code(meaning(*symbols.next()?), length);
                // Increments the code, from its highest bit (its last) down.
                let mut bit = half;
                while code & bit != 0 {
                    code ^= bit;
                    bit >>= 1;
                }
                code |= bit;
            }
        }
        Some(())
    }

    /// Joins literals whose codes together fit into the table's index.
    pub(super) fn join_literals(&mut self) {
        // From the end down: an entry is joined with entries of lower indices, which still hold single literals.
        for index in (0..SIZE).rev() {
            let first = self.look(index as u64);
            if first & LITERALS == 0 {
                continue;
            }
            let mut entry = first;
            for place in [16, 24] {
                let next = self.look((index >> (entry & TAKEN)) as u64);
                let taken = (entry & TAKEN) + (next & TAKEN);
                if next & LITERALS == 0 || taken > Self::LOG {
                    break;
                }
                entry = (entry & !TAKEN | taken) + ONE_LITERAL + ((next & 0xff00) << (place - 8));
            }
            if let Some(place) = self.entries.get_mut(index) {
                *place = entry;
            }
        }
    }

    /// The table entry for the next bits.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lowest bits are what is wanted")]
    pub(super) fn look(&self, bits: u64) -> Entry {
        self.entries.get(bits as usize % SIZE).copied().unwrap_or_default()
    }

    /// Finds a code of any length, bit by bit. [`LONGER`] if the bits are no code.
    #[cold]
    #[inline(never)]
    pub(super) fn search(&self, bits: u64, meaning: impl Fn(u16) -> Entry) -> Entry {
        let (mut code, mut first, mut index) = (0_u32, 0_u32, 0_u32);
        for (length, count) in (0_u32..).zip(&self.counts).skip(1) {
            code = code << 1 | (bits >> (length - 1) & 1) as u32;
            let count = u32::from(*count);
            if code < first + count {
                let symbol = self.symbols.get((index + code - first) as usize).copied().unwrap_or_default();
                return with_code(meaning(symbol), length);
            }
            (index, first) = (index + count, (first + count) << 1);
        }
        LONGER
    }
}

/// The entry of a symbol whose code has this length.
fn with_code(meaning: Entry, length: u32) -> Entry {
    if meaning & LITERALS == 0 { (meaning + length) | length << 8 } else { meaning + length }
}
