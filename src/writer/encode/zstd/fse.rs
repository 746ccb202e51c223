//! Tables of Finite State Entropy (RFC 8878, 4.1): what each state stands for, and which states can follow.

use std::ops::RangeInclusive;

use super::bits::bits_at;

/// The accuracy logs of tables that are described.
const LOGS: RangeInclusive<u8> = 5..=9;

/// A state stands for a symbol. The next state is `next` plus the number in the next `bits` bits.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) symbol: u8,
    pub(super) bits: u8,
    pub(super) next: u16,
}

pub(super) struct Table {
    /// The table has 2^`log` states.
    pub(super) log: u8,
    states: Vec<State>,
}

impl Table {
    /// The table whose only state stands for this symbol.
    pub(super) fn of_one(symbol: u8) -> Self {
        Self { log: 0, states: vec![State { symbol, bits: 0, next: 0 }] }
    }

    /// Builds the table in which each symbol has this many states (4.1.1). −1 stands for a probability of less than one
    /// state.
    pub(super) fn new(log: u8, counts: &[i16]) -> Option<Self> {
        let size = 1_usize << log;
        let mut symbols = vec![0_u8; size];
        let mut end = size;
        for (symbol, _) in (0..).zip(counts).filter(|(_, count)| **count < 0) {
            end = end.checked_sub(1)?;
            *symbols.get_mut(end)? = symbol;
        }
        let step = (size >> 1) + (size >> 3) + 3;
        let places = (0..size).map(|number| number * step % size).filter(|place| *place < end);
        let given = (0..).zip(counts).filter(|(_, count)| **count > 0);
        let dealt = given.flat_map(|(symbol, count)| (0..*count).map(move |_| symbol));
        for (place, symbol) in places.zip(dealt) {
            *symbols.get_mut(place)? = symbol;
        }
        let mut numbers: Vec<u16> = counts.iter().map(|count| count.unsigned_abs()).collect();
        let state = |symbol: u8| {
            let number = numbers.get_mut(usize::from(symbol))?;
            let bits = log.checked_sub(u8::try_from(number.checked_ilog2()?).ok()?)?;
            let next = (*number << bits) - (1 << log);
            *number += 1;
            Some(State { symbol, bits, next })
        };
        Some(Self { log, states: symbols.into_iter().map(state).collect::<Option<_>>()? })
    }

    /// Reads a description (4.1.1) from the beginning of `bytes`. Returns the table and the length of the description.
    pub(super) fn read(bytes: &[u8]) -> Option<(Self, usize)> {
        let mut at = 0;
        let mut take = |count: u8| {
            at += usize::from(count);
            bits_at(bytes, at - usize::from(count), count)
        };
        let log = LOGS.clone().nth(take(4) as usize)?;
        let mut left = 1_u32 << log;
        let mut counts = Vec::new();
        while left > 0 {
            // The value is the count plus one, of `left` + 2 possible ones; the lowest ones take one bit less.
            let short = (left + 1).ilog2();
            let shorter = (2 << short) - 2 - left;
            let bits = u8::try_from(short).ok()?;
            let low = take(bits);
            let value = if low < shorter {
                low
            } else {
                let value = take(1) << short | low;
                if value < 1 << short { value } else { value - shorter }
            };
            let count = i16::try_from(value).ok()? - 1;
            left = left.checked_sub(count.unsigned_abs().into())?;
            counts.push(count);
            // After a count of zero, fields of two bits say how many more zeros follow. 3: another field follows.
            let mut zeros = if count == 0 { 3 } else { 0 };
            while zeros == 3 {
                zeros = take(2);
                counts.extend((0..zeros).map(|_| 0));
            }
        }
        let length = at.div_ceil(8);
        (length <= bytes.len()).then_some(())?;
        Some((Self::new(log, &counts)?, length))
    }

    pub(super) fn state(&self, number: u32) -> Option<State> {
        self.states.get(number as usize).copied()
    }

    /// The state that stands for this symbol and can be followed by the state `next`. Without `next`, any that stands for
    /// the symbol.
    pub(super) fn state_before(&self, symbol: u8, next: Option<u32>) -> Option<u32> {
        let leads = |state: &State| {
            let range = u32::from(state.next)..u32::from(state.next) + (1 << state.bits);
            state.symbol == symbol && next.is_none_or(|next| range.contains(&next))
        };
        u32::try_from(self.states.iter().position(leads)?).ok()
    }
}
