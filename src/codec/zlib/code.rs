//! The Huffman codes of a block (RFC 1951, 3.2.2): a table of what the next bits begin with, and a search for the few codes
//! that are longer.

/// The longest code.
const LONGEST: usize = 15;

/// What a symbol means or, in a table, what the next bits begin with.
///
/// A literal has [`ONE_LITERAL`] and, in the second byte, itself; in a table there are up to three, in the upper three bytes.
/// A length or distance has how many extra bits follow and, in the upper half, its base; in a table, the second byte says how
/// many bits the code itself takes. [`TAKEN`] says how many bits all that takes, extra bits included.
pub(super) type Entry = u32;

/// How many bits are taken.
pub(super) const TAKEN: Entry = 0x1f;
/// How many literals there are, and the least of that.
pub(super) const LITERALS: Entry = 0x60;
const ONE_LITERAL: Entry = 0x20;
/// Neither literals nor a length or distance: as it is, the end of the block, or one of the following.
pub(super) const OTHER: Entry = 0x80;
/// A symbol that is never used.
pub(super) const UNUSED: Entry = OTHER | 1 << 16;
/// A code that is longer than what the table is looked up with, or no code.
pub(super) const LONGER: Entry = OTHER | 2 << 16;

/// The entry of a literal.
pub(super) const fn literal(byte: u16) -> Entry {
    ONE_LITERAL | (byte as Entry) << 8
}

/// The entry of a length or distance.
pub(super) const fn base(base: u32, extra: u32) -> Entry {
    base << 16 | extra
}

/// A code of up to `SYMBOLS` symbols, with a table of `SIZE` entries, a power of two: one for all that so many bits can be.
#[derive(Debug)]
pub(super) struct Code<const SIZE: usize, const SYMBOLS: usize> {
    entries: [Entry; SIZE],
    /// How many codes have each length, and the symbols in the order of their codes.
    counts: [u16; LONGEST + 1],
    symbols: [u16; SYMBOLS],
    /// Whether every sequence of bits begins with one of them.
    pub(super) is_complete: bool,
}

impl<const SIZE: usize, const SYMBOLS: usize> Default for Code<SIZE, SYMBOLS> {
    fn default() -> Self {
        Self { entries: [0; SIZE], counts: [0; LONGEST + 1], symbols: [0; SYMBOLS], is_complete: false }
    }
}

impl<const SIZE: usize, const SYMBOLS: usize> Code<SIZE, SYMBOLS> {
    const LOG: u32 = SIZE.ilog2();

    /// Makes the code of symbols with these lengths, 0 for those that have none. `None` if they make no code: there are too
    /// many or too few of them. A single one of length 1 is enough, and so is none at all.
    pub(super) fn build(&mut self, lengths: &[u8], meaning: impl Fn(u16) -> Entry) -> Option<()> {
        self.counts = [0; LONGEST + 1];
        for length in lengths {
            *self.counts.get_mut(usize::from(*length))? += 1;
        }
        let used = lengths.len() - usize::from(self.counts[0]);
        self.counts[0] = 0;
        // Where the symbols of each length begin.
        let mut starts = [0_usize; LONGEST + 2];
        let mut left = 1_i32;
        for (length, count) in self.counts.iter().enumerate() {
            // Of each shorter one that is left, two are.
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

    /// Fills the table length by length: twice as large each time, what was there repeated.
    fn fill(&mut self, meaning: impl Fn(u16) -> Entry) -> Option<()> {
        self.entries[0] = LONGER;
        let mut symbols = self.symbols.iter();
        // The code, its first bit the lowest.
        let mut code = 0_usize;
        for (length, count) in (1..=Self::LOG).zip(self.counts.iter().skip(1)) {
            let half = 1 << (length - 1);
            let (front, back) = self.entries.split_at_mut_checked(half)?;
            back.get_mut(..half)?.copy_from_slice(front);
            for _ in 0..*count {
                *self.entries.get_mut(code)? = with_code(meaning(*symbols.next()?), length);
                // Adds one to a number whose highest bit is the lowest.
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

    /// Puts together literals that follow each other within the table's bits.
    pub(super) fn join_literals(&mut self) {
        // From the end on: an entry is made of earlier ones, which are single then.
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

    /// What the bits begin with.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lowest bits are what is wanted")]
    pub(super) fn look(&self, bits: u64) -> Entry {
        self.entries.get(bits as usize % SIZE).copied().unwrap_or_default()
    }

    /// The same of a code that may be longer, bit by bit; [`LONGER`] if there is none.
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

/// The entry of a symbol whose code has that length.
fn with_code(meaning: Entry, length: u32) -> Entry {
    if meaning & LITERALS == 0 { (meaning + length) | length << 8 } else { meaning + length }
}
