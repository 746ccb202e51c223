//! Canonical Huffman codes of 1 to 20 bits, as bzip2 uses them.
//!
//! A code may assign more or fewer bit patterns than there are, as in libbz2. A pattern without a symbol is an error
//! only if it occurs.

use super::bits::Bits;
use crate::codec::input::corrupt;
use crate::error::Result;

/// The length of the longest code.
const LONGEST: u32 = 20;
/// Codes of up to this many bits are found with one lookup. Six tables of this size fit into the first-level cache.
const LOOKUP: u32 = 10;

/// One Huffman code.
#[derive(Debug)]
pub(super) struct Code {
    /// The entry for each value of the next bits: the symbol, and the length of its code in the lower four bits. Zero
    /// if the code is longer.
    lookup: [u16; 1 << LOOKUP],
    /// For each length: the first 20-bit pattern beyond the codes of this length, and the number to add to a code to
    /// get the index of its symbol in `symbols`.
    lengths: [Length; LONGEST as usize + 1],
    /// The symbols in the order of their codes.
    symbols: Vec<u16>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Length {
    bound: u32,
    offset: u32,
}

impl Code {
    /// Reads the code lengths of `symbols` symbols.
    pub(super) fn read(bits: &mut Bits<'_>, symbols: usize) -> Result<Self> {
        let mut length = bits.take(5);
        let mut lengths = Vec::with_capacity(symbols);
        for symbol in (0_u16..).take(symbols) {
            loop {
                if !(1..=LONGEST).contains(&length) {
                    return Err(corrupt(format!(
                        "a bzip2 block has a code of {length} bits, not 1 to {LONGEST}"
                    )));
                }
                if !bits.flag() {
                    break;
                }
                length = if bits.flag() { length - 1 } else { length + 1 };
            }
            lengths.push((length, symbol));
        }
        // Symbols of the same length are in order already. A sort function would add 3 kB to the compressed WebAssembly
        // module.
        let lengths = &lengths;
        let of = |length| lengths.iter().copied().filter(move |(other, _)| *other == length);
        let sorted: Vec<_> = (1..=LONGEST).flat_map(of).collect();
        Ok(Self::new(&sorted))
    }

    /// Builds a code from symbols and the lengths of their codes, sorted in the order of the codes.
    fn new(sorted: &[(u32, u16)]) -> Self {
        let mut code = Self {
            lookup: [0; 1 << LOOKUP],
            lengths: [Length::default(); LONGEST as usize + 1],
            symbols: sorted.iter().map(|(_, symbol)| *symbol).collect(),
        };
        // The 20-bit pattern at which the next code begins. If a code assigns too many patterns, this exceeds 20 bits.
        let mut next = 0_u32;
        let mut index = 0_u32;
        for (length, at) in (1..=LONGEST).zip(1_u16..) {
            let shift = LONGEST - length;
            let offset = index.wrapping_sub(next >> shift);
            for (_, symbol) in sorted.iter().filter(|(of, _)| *of == length) {
                if length <= LOOKUP {
                    let start = (next >> (LONGEST - LOOKUP)) as usize;
                    let entry = symbol << 4 | at;
                    let places = code.lookup.iter_mut().skip(start).take(1 << (LOOKUP - length));
                    places.for_each(|place| *place = entry);
                }
                next += 1 << shift;
                index += 1;
            }
            if let Some(place) = code.lengths.get_mut(usize::from(at)) {
                *place = Length { bound: next, offset };
            }
        }
        code
    }

    /// Reads the next symbol. `None` if the next bits are no code.
    #[inline]
    pub(super) fn symbol(&self, bits: &mut Bits<'_>) -> Option<u16> {
        bits.refill();
        let entry = self.lookup.get((bits.word() >> (64 - LOOKUP)) as usize).copied().unwrap_or(0);
        if entry == 0 {
            return self.long_symbol(bits);
        }
        bits.skip(u32::from(entry & 15));
        Some(entry >> 4)
    }

    #[inline(never)]
    fn long_symbol(&self, bits: &mut Bits<'_>) -> Option<u16> {
        let pattern = (bits.word() >> (64 - LONGEST)) as u32;
        for (length, entry) in (0..).zip(&self.lengths) {
            if pattern < entry.bound {
                bits.skip(length);
                let index = (pattern >> (LONGEST - length)).wrapping_add(entry.offset);
                return self.symbols.get(index as usize).copied();
            }
        }
        // All bits of the pattern were needed to see that it is no code.
        bits.skip(LONGEST);
        None
    }
}
