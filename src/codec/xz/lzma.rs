//! LZMA: literals and matches, decoded with probabilities that depend on what came before (the LZMA specification of the
//! LZMA SDK).

#![expect(clippy::inline_always, reason = "see `range`")]

use std::ops::Range;

use super::super::lz77::copy_match;
use super::range::{EVEN, RangeDecoder};

/// From this state on, the last symbol was a match; before, it was a literal.
const MATCHED: usize = 7;
/// Distances of these slots are coded as a whole; distances of later slots contain bits that are as often ones as zeros.
const FIRST_SPECIAL: usize = 4;
const FIRST_EVEN: usize = 14;
/// How many of the lowest bits of such a distance have probabilities.
const ALIGNED: u32 = 4;
const SHORTEST_MATCH: usize = 2;

#[derive(Debug)]
pub(super) struct Lzma {
    /// How many bits of the byte before it, and of its position, choose the probabilities of a literal.
    context: u32,
    literal_mask: usize,
    /// Which bits of the position choose the probabilities of everything else.
    position_mask: usize,
    state: usize,
    /// The last four distances, less one.
    distances: [usize; 4],
    probabilities: Probabilities,
}

/// Tables by state or position have 16 entries, of which fewer may be used, so that their indices need no checks.
#[derive(Debug)]
struct Probabilities {
    is_match: [[u16; 16]; 16],
    is_repeated: [u16; 16],
    is_not_first: [u16; 16],
    is_not_second: [u16; 16],
    is_fourth: [u16; 16],
    is_long: [[u16; 16]; 16],
    new_lengths: Lengths,
    repeated_lengths: Lengths,
    slots: [[u16; 64]; 4],
    special: [[u16; 32]; 16],
    aligned: [u16; 1 << ALIGNED],
    literals: [[u16; 0x300]; 16],
}

#[derive(Debug)]
struct Lengths {
    is_above_low: u16,
    is_above_middle: u16,
    low: [[u16; 8]; 16],
    middle: [[u16; 8]; 16],
    high: [u16; 256],
}

impl Lengths {
    const EVEN: Self = Self {
        is_above_low: EVEN,
        is_above_middle: EVEN,
        low: [[EVEN; 8]; 16],
        middle: [[EVEN; 8]; 16],
        high: [EVEN; 256],
    };

    #[inline(always)]
    fn decode(&mut self, coder: &mut RangeDecoder<'_>, position: usize) -> Option<usize> {
        Some(if !coder.decide(&mut self.is_above_low) {
            SHORTEST_MATCH + coder.symbol(self.low.get_mut(position % 16)?)?
        } else if !coder.decide(&mut self.is_above_middle) {
            SHORTEST_MATCH + 8 + coder.symbol(self.middle.get_mut(position % 16)?)?
        } else {
            SHORTEST_MATCH + 16 + coder.symbol(&mut self.high)?
        })
    }
}

impl Probabilities {
    #[expect(clippy::large_stack_arrays, reason = "it is moved to the heap")]
    const EVEN: Self = Self {
        is_match: [[EVEN; 16]; 16],
        is_repeated: [EVEN; 16],
        is_not_first: [EVEN; 16],
        is_not_second: [EVEN; 16],
        is_fourth: [EVEN; 16],
        is_long: [[EVEN; 16]; 16],
        new_lengths: Lengths::EVEN,
        repeated_lengths: Lengths::EVEN,
        slots: [[EVEN; 64]; 4],
        special: [[EVEN; 32]; 16],
        aligned: [EVEN; 1 << ALIGNED],
        literals: [[EVEN; 0x300]; 16],
    };

    /// The distance of a match of this length, less one.
    #[inline(always)]
    fn distance(&mut self, coder: &mut RangeDecoder<'_>, length: usize) -> Option<usize> {
        let slot = coder.symbol(self.slots.get_mut((length - SHORTEST_MATCH).min(3))?)?;
        if slot < FIRST_SPECIAL {
            return Some(slot);
        }
        let bits = u32::try_from(slot / 2 - 1).ok()?;
        let lowest = if slot < FIRST_EVEN {
            coder.reversed(self.special.get_mut(slot % 16)?, bits)?
        } else {
            coder.even(bits - ALIGNED) << ALIGNED | coder.reversed(&mut self.aligned, ALIGNED)?
        };
        Some((2 | slot & 1) << bits | lowest)
    }
}

impl Lzma {
    /// `None` if the properties are not allowed in LZMA2.
    pub(super) fn new(properties: u8) -> Option<Self> {
        let (context, literal, position) = (properties % 9, properties / 9 % 5, properties / 45);
        (position <= 4 && context + literal <= 4).then_some(Self {
            context: context.into(),
            literal_mask: (1 << literal) - 1,
            position_mask: (1 << position) - 1,
            state: 0,
            distances: [0; 4],
            probabilities: Probabilities::EVEN,
        })
    }

    /// Resets all but the properties.
    pub(super) fn reset(&mut self) {
        (self.state, self.distances, self.probabilities) = (0, [0; 4], Probabilities::EVEN);
    }

    /// Decodes a chunk to `to` of `window`, which begins with the dictionary or what is left of it. `decoded` bytes precede
    /// the chunk in the dictionary, of which the last `dictionary` ones may be repeated. `None` if the input is damaged.
    #[inline(never)]
    pub(super) fn decode(
        &mut self,
        input: &[u8],
        window: &mut [u8],
        to: Range<usize>,
        dictionary: usize,
        decoded: u64,
    ) -> Option<()> {
        let mut coder = RangeDecoder::new(input)?;
        let Self { context, literal_mask, position_mask, .. } = *self;
        let of = &mut self.probabilities;
        let mut state = self.state;
        let [mut first, mut second, mut third, mut fourth] = self.distances;
        let Range { start: mut at, end } = to;
        // Only the lowest bits of the position count.
        let skipped = usize::from(decoded.to_le_bytes()[0]).wrapping_sub(at);
        while at < end {
            let place = at.wrapping_add(skipped);
            let position = place & position_mask;
            if !coder.decide(of.is_match.get_mut(state % 16)?.get_mut(position % 16)?) {
                let before = window.get(at.wrapping_sub(1)).copied().unwrap_or_default();
                let literals = (place & literal_mask) << context | usize::from(before) >> (8 - context);
                let literals = of.literals.get_mut(literals % 16)?;
                let byte = if state < MATCHED {
                    coder.symbol(literals.first_chunk_mut::<256>()?)?
                } else {
                    let matched = *window.get(at.wrapping_sub(first + 1))?;
                    matched_literal(&mut coder, literals, matched.into())?
                };
                *window.get_mut(at)? = byte.to_le_bytes()[0];
                at += 1;
                state = match state {
                    ..4 => 0,
                    4..10 => state - 3,
                    _ => state - 6,
                };
                continue;
            }
            let after_literal = state < MATCHED;
            let length = if coder.decide(of.is_repeated.get_mut(state % 16)?) {
                let is_short = if coder.decide(of.is_not_first.get_mut(state % 16)?) {
                    if !coder.decide(of.is_not_second.get_mut(state % 16)?) {
                        (first, second) = (second, first);
                    } else if !coder.decide(of.is_fourth.get_mut(state % 16)?) {
                        (first, second, third) = (third, first, second);
                    } else {
                        (first, second, third, fourth) = (fourth, first, second, third);
                    }
                    false
                } else {
                    !coder.decide(of.is_long.get_mut(state % 16)?.get_mut(position % 16)?)
                };
                if is_short {
                    state = if after_literal { 9 } else { 11 };
                    1
                } else {
                    state = if after_literal { 8 } else { 11 };
                    of.repeated_lengths.decode(&mut coder, position)?
                }
            } else {
                state = if after_literal { 7 } else { 10 };
                (second, third, fourth) = (first, second, third);
                let length = of.new_lengths.decode(&mut coder, position)?;
                first = of.distance(&mut coder, length)?;
                length
            };
            if first >= at.min(dictionary) || length > end - at {
                return None;
            }
            copy_match(window, at, first + 1, length)?;
            at += length;
        }
        self.state = state;
        self.distances = [first, second, third, fourth];
        coder.finish()
    }
}

/// A literal after a match, where the byte that the match would have gone on with tells much: the probabilities of a bit are
/// chosen by that byte's bit until they differ.
#[inline(always)]
fn matched_literal(
    coder: &mut RangeDecoder<'_>,
    probabilities: &mut [u16; 0x300],
    mut matched: usize,
) -> Option<usize> {
    let (mut symbol, mut alike) = (1, 0x100);
    for _ in 0..8 {
        matched <<= 1;
        let expected = matched & alike;
        let bit = coder.bit(probabilities.get_mut(alike + expected + symbol)?);
        symbol = symbol << 1 | bit;
        alike &= if bit == 1 { expected } else { !expected };
    }
    Some(symbol)
}
