//! Finite State Entropy (RFC 8878, 4.1): distributions of symbols, and decoding tables built from them.

use super::super::input::corrupt;
use crate::error::Result;

/// The size of the largest table: 2⁹ states.
pub(super) const STATES: usize = 512;
/// Upper bound for the number of symbols of an alphabet.
const SYMBOLS: usize = 64;

/// Set in the `bits` of a state whose symbol has more extra bits than [`few`](super::codes::Code::few).
pub(super) const EXTRA: u8 = 0x80;

/// The symbol that a state stands for, and the states that can follow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    /// The base value of the symbol; the next `extra` bits are added to it.
    pub(super) base: u32,
    /// The base of the next state; the next `bits` bits are added to it.
    pub(super) next: u16,
    pub(super) bits: u8,
    pub(super) extra: u8,
}

/// A symbol's value and its extra bits.
pub(super) type Symbol = (u32, u8);

/// How many of the 2^`log` states each symbol has. −1 stands for a probability of less than one state.
pub(super) struct Distribution {
    counts: [i32; SYMBOLS],
    log: u8,
}

impl Distribution {
    pub(super) fn new(log: u8, given: &[i32]) -> Self {
        let mut counts = [0; SYMBOLS];
        for (count, given) in counts.iter_mut().zip(given) {
            *count = *given;
        }
        Self { counts, log }
    }

    /// Reads a distribution from the beginning of `bytes` (4.1.1). Returns it and the number of bytes it takes.
    pub(super) fn read(bytes: &[u8], most_log: u8, symbols: usize) -> Result<(Self, usize)> {
        let mut bits = Forward { bytes, at: 0 };
        let Some(log) = (5..=most_log).nth(bits.take(4) as usize) else {
            return Err(corrupt(format!("an FSE table of a zstd block has more than 2^{most_log} states")));
        };
        let mut counts = [0; SYMBOLS];
        let mut places = counts.iter_mut().take(symbols);
        let mut left = 1_u32 << log;
        while left > 0 {
            // The value read is the count plus one. It has `left` + 2 possible values; the lowest ones take one bit
            // less.
            let short = (left + 1).ilog2();
            let shorter = (2 << short) - 2 - left;
            let low = bits.peek(short);
            let value = if low < shorter {
                bits.at += short as usize;
                low
            } else {
                let value = bits.take(short + 1);
                if value < 1 << short { value } else { value - shorter }
            };
            let count = value.cast_signed() - 1;
            let (Some(place), Some(rest)) = (places.next(), left.checked_sub(count.unsigned_abs())) else {
                return Err(corrupt("an FSE table of a zstd block has too many symbols"));
            };
            (*place, left) = (count, rest);
            // After a count of zero, fields of two bits say how many more zeros follow. 3: another field follows.
            let mut zeros = if count == 0 { 3 } else { 0 };
            while zeros == 3 {
                zeros = bits.take(2) as usize;
                places.by_ref().take(zeros).for_each(drop);
            }
        }
        let length = bits.at.div_ceil(8);
        if length > bytes.len() {
            return Err(corrupt("an FSE table of a zstd block ends too early"));
        }
        Ok((Self { counts, log }, length))
    }
}

/// A decoding table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) states: [State; STATES],
    pub(super) log: u8,
    /// Whether the table was built and can be reused by a later block.
    pub(super) known: bool,
}

impl Default for Table {
    fn default() -> Self {
        Self { states: [State::default(); STATES], log: 0, known: false }
    }
}

impl Table {
    #[inline]
    pub(super) fn state(&self, number: u32) -> &State {
        self.states.get(number as usize % STATES).unwrap_or(&State { base: 0, next: 0, bits: 0, extra: 0 })
    }

    /// Sets a table with one state, which stands for this symbol.
    pub(super) fn set_one(&mut self, few: u8, (base, extra): Symbol) {
        (self.log, self.known) = (0, true);
        let bits = if extra > few { EXTRA } else { 0 };
        self.states[0] = State { base, next: 0, bits, extra };
    }

    /// Builds the table from a distribution: spreads the symbols over the states (4.1.1).
    pub(super) fn build(&mut self, distribution: &Distribution, few: u8, value: impl Fn(u8) -> Symbol) {
        let Distribution { counts, log } = distribution;
        (self.log, self.known) = (*log, true);
        let mut dealt = [0_u8; STATES];
        let size = 1_usize << log;
        // Each symbol with a probability of less than one state has one state, at the end of the table.
        let mut end = size;
        for (symbol, _) in (0..).zip(counts).filter(|(_, count)| **count < 0) {
            end -= 1;
            if let Some(state) = dealt.get_mut(end) {
                *state = symbol;
            }
        }
        let step = (size >> 1) + (size >> 3) + 3;
        let mut at = 0;
        for (symbol, count) in (0..).zip(counts) {
            for _ in 0..*count {
                if let Some(state) = dealt.get_mut(at) {
                    *state = symbol;
                }
                at = (at + step) % size;
                while at >= end {
                    at = (at + step) % size;
                }
            }
        }
        // Together, the states of a symbol lead to all states: each of them leads to a range of 2^`bits` states.
        let mut numbers = counts.map(i32::unsigned_abs);
        for (state, symbol) in self.states.iter_mut().zip(dealt).take(size) {
            let Some(number) = numbers.get_mut(usize::from(symbol)) else { continue };
            let bits = log.saturating_sub((number.ilog2() & 15) as u8);
            let next = (*number << bits) - (1 << log);
            *number += 1;
            let (base, extra) = value(symbol);
            let bits = if extra > few { bits | EXTRA } else { bits };
            *state = State { base, next: (next & 0xffff) as u16, bits, extra };
        }
    }
}

/// A bit stream that is read forwards, with zeros beyond its end.
struct Forward<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Forward<'_> {
    /// The next `count` bits, up to 16, without consuming them.
    fn peek(&self, count: u32) -> u32 {
        let bytes = self.bytes.get(self.at / 8..).unwrap_or_default().iter().take(3);
        let bits = bytes.rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte));
        bits >> (self.at % 8) & ((1 << count) - 1)
    }

    fn take(&mut self, count: u32) -> u32 {
        let bits = self.peek(count);
        self.at += count as usize;
        bits
    }
}
