//! The sequences section of a block (RFC 8878, 3.1.1.3.2, 3.1.1.4, 3.1.1.5): literals and matches by turns.

use super::super::corrupt;
use super::bits::Bits;
use super::codes::{Code, LITERALS, MATCHES, OFFSETS};
use super::fse::{Distribution, STATES, State, Table};
use super::place::{Literals, Place, copy_literals, copy_match};
use crate::error::Result;

/// How many bits of extra bits may be read before another refill: the three states take up to 26.
const FEW: u32 = Bits::AT_ONCE as u32 - 26;

/// What one block leaves for the next: tables, and the three last offsets.
#[derive(Debug, Default)]
pub(super) struct Sequences {
    literals: Table,
    offsets: Table,
    matches: Table,
    pub(super) last: [u32; 3],
}

impl Sequences {
    /// Forgets what the frame before left.
    pub(super) fn reset(&mut self) {
        (self.literals.known, self.offsets.known, self.matches.known) = (false, false, false);
        self.last = [1, 4, 8];
    }

    /// Reads the three tables from the beginning of `bytes`, as a dictionary has them; gives what follows.
    pub(super) fn read_tables<'a>(&mut self, mut bytes: &'a [u8]) -> Result<&'a [u8]> {
        for (table, code) in
            [(&mut self.offsets, &OFFSETS), (&mut self.matches, &MATCHES), (&mut self.literals, &LITERALS)]
        {
            choose(table, code, 2, &mut bytes)?;
        }
        Ok(bytes)
    }

    /// Decodes the section that begins at `start` of `block`, with the first `count` of `literals`, behind which there is
    /// room.
    pub(super) fn decode(
        &mut self,
        block: &[u8],
        start: usize,
        literals: &Literals,
        count: usize,
        place: &mut Place<'_>,
    ) -> Result<()> {
        let section = block.get(start..).unwrap_or_default();
        let short = || corrupt("the sequences of a zstd block end too early");
        let (sequences, mut rest) = match section {
            [255, second, third, rest @ ..] => {
                (usize::from(u16::from_le_bytes([*second, *third])) + 0x7f00, rest)
            }
            [first @ 128..=254, second, rest @ ..] => {
                (usize::from(*first - 128) << 8 | usize::from(*second), rest)
            }
            [first @ ..=127, rest @ ..] => (usize::from(*first), rest),
            _ => return Err(short()),
        };
        let mut used = 0;
        if sequences > 0 {
            let (modes, following) = rest.split_first().ok_or_else(short)?;
            if modes & 3 != 0 {
                return Err(corrupt("the sequences of a zstd block have tables of an unknown mode"));
            }
            rest = following;
            choose(&mut self.literals, &LITERALS, modes >> 6, &mut rest)?;
            choose(&mut self.offsets, &OFFSETS, modes >> 4 & 3, &mut rest)?;
            choose(&mut self.matches, &MATCHES, modes >> 2 & 3, &mut rest)?;
            used = self.execute(block, block.len() - rest.len(), sequences, literals, count, place)?;
        } else if !rest.is_empty() {
            return Err(corrupt("a zstd block goes on behind its literals"));
        }
        let rest = literals.get(used..count).unwrap_or_default();
        place.next(rest.len())?.copy_from_slice(rest);
        Ok(())
    }

    /// Decodes the sequences, whose bits begin at `start` of `block`, straight into their place; gives how many literals
    /// they took.
    fn execute(
        &mut self,
        block: &[u8],
        start: usize,
        sequences: usize,
        literals: &Literals,
        count: usize,
        place: &mut Place<'_>,
    ) -> Result<usize> {
        // Made here, not handed over, to stay in registers.
        let mut bits = Bits::new(block, start..block.len())?;
        let mut literals_state = bits.take(self.literals.log);
        let mut offset_state = bits.take(self.offsets.log);
        let mut match_state = bits.take(self.matches.log);
        let [mut first, mut second, mut third] = self.last;
        let end_of_steps = place.end_of_steps();
        let Place { begin, end: end_of_block, window, dictionary, .. } = *place;
        let buffer = &mut *place.buffer;
        let mut at = place.at;
        let mut used = 0;
        for following in (0..sequences).rev() {
            bits.refill();
            let literal = look(&self.literals.states, literals_state);
            let matched = look(&self.matches.states, match_state);
            let offset = look(&self.offsets.states, offset_state);
            let extra = u32::from(matched.extra) + u32::from(literal.extra);
            let is_long = u32::from(offset.extra) + extra > FEW;

            let back = offset.base + bits.take(offset.extra);
            let (mut match_length, mut literals_length) = (matched.base, literal.base);
            // Short lengths have none.
            if extra > 0 || is_long {
                if is_long {
                    bits.refill();
                }
                match_length += bits.take(matched.extra);
                literals_length += bits.take(literal.extra);
                if is_long {
                    bits.refill();
                }
            }
            let (match_length, literals_length) = (match_length as usize, literals_length as usize);
            // Behind the last one no states follow.
            if following > 0 {
                literals_state = u32::from(literal.next) + bits.take(literal.bits);
                match_state = u32::from(matched.next) + bits.take(matched.bits);
                offset_state = u32::from(offset.next) + bits.take(offset.bits);
            }
            if back > 3 {
                (first, second, third) = (back - 3, first, second);
            } else {
                // One of the last three; without literals between, the first of them would have made the match longer.
                match back - u32::from(literals_length > 0) {
                    0 => {}
                    1 => (first, second) = (second, first),
                    2 => (first, second, third) = (third, first, second),
                    _ => (first, second, third) = (first.wrapping_sub(1), first, second),
                }
            }
            let from = used;
            used += literals_length;
            let middle = at + literals_length;
            let end = middle + match_length;
            let offset = first as usize;
            let is_there = offset.wrapping_sub(1) < (middle - begin).min(window);
            if end <= end_of_steps && used <= count && is_there {
                // Most matches follow each other without.
                if literals_length > 0 {
                    copy_literals(buffer, at, literals, from, literals_length);
                }
                copy_match(buffer, middle, match_length, offset);
                at = end;
            } else {
                let literals = literals.get(..count).and_then(|literals| literals.get(from..used));
                let literals = literals
                    .ok_or_else(|| corrupt("the sequences of a zstd block take more literals than it has"))?;
                let mut place =
                    Place { buffer: &mut *buffer, begin, at, end: end_of_block, window, dictionary };
                place.exact_sequence(literals, match_length, offset)?;
                at = place.at;
            }
        }
        place.at = at;
        bits.finish("the sequences")?;
        self.last = [first, second, third];
        Ok(used)
    }
}

#[inline]
fn look(states: &[State; STATES], state: u32) -> State {
    states.get(state as usize % STATES).copied().unwrap_or_default()
}

/// Makes the table that `mode` says, taking what describes it from `rest`.
fn choose(table: &mut Table, code: &Code, mode: u8, rest: &mut &[u8]) -> Result<()> {
    let values = |symbol: u8| code.values.get(usize::from(symbol)).copied().unwrap_or_default();
    match mode {
        0 => table.build(&code.usual(), values),
        1 => {
            let found = rest.split_first().and_then(|(symbol, following)| {
                *rest = following;
                code.values.get(usize::from(*symbol))
            });
            table.set_one(*found.ok_or_else(|| {
                corrupt(format!("the only code of {} of a zstd block is unknown", code.name))
            })?);
        }
        2 => {
            let (distribution, length) = Distribution::read(rest, code.most_log, code.values.len())?;
            *rest = rest.get(length..).unwrap_or_default();
            table.build(&distribution, values);
        }
        _ if table.known => {}
        _ => {
            return Err(corrupt(format!(
                "a zstd block repeats the table of {}, but none came before",
                code.name
            )));
        }
    }
    Ok(())
}
