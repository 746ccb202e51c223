//! The sequences section of a block (RFC 8878, 3.1.1.3.2, 3.1.1.4, 3.1.1.5): literals alternating with matches.

use super::super::input::corrupt;
use super::super::lz77::{WIDTH, chunk, chunk_mut, copy_short};
use super::bits::Bits;
use super::buffer::MatchBuffer;
use super::codes::{Code, FEW, LITERALS, MATCHES, OFFSETS};
use super::fse::{Distribution, EXTRA, State, Table};
use crate::error::Result;

/// The state that one block leaves for the next: the tables and the last three offsets.
#[derive(Debug, Default)]
pub(super) struct Sequences {
    literals: Table,
    offsets: Table,
    matches: Table,
    pub(super) last: [u32; 3],
}

impl Sequences {
    /// Discards the tables and offsets of the previous frame.
    pub(super) fn reset(&mut self) {
        (self.literals.known, self.offsets.known, self.matches.known) = (false, false, false);
        self.last = [1, 4, 8];
    }

    /// Reads the three tables of a dictionary from the beginning of `bytes`. Returns the bytes that follow.
    pub(super) fn read_tables<'a>(&mut self, mut bytes: &'a [u8]) -> Result<&'a [u8]> {
        for (table, code) in
            [(&mut self.offsets, &OFFSETS), (&mut self.matches, &MATCHES), (&mut self.literals, &LITERALS)]
        {
            choose(table, code, 2, &mut bytes)?;
        }
        Ok(bytes)
    }

    /// Decodes the section that begins at `start` in `block`.
    pub(super) fn decode(
        &mut self,
        block: &[u8],
        start: usize,
        literals: &[u8],
        buffer: &mut MatchBuffer<'_>,
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
            let mut bits = Bits::new(block, block.len() - rest.len()..block.len())?;
            let logs = [self.literals.log, self.offsets.log, self.matches.log];
            let [literal, offset, matched] = logs.map(|log| bits.take(log));
            let states = [literal, matched, offset];
            let mut decoding = Decoding { bits, states, last: self.last, left: sequences, used, at: 0 };
            self.execute(&mut decoding, literals, buffer)?;
            decoding.bits.finish("the sequences")?;
            (self.last, used) = (decoding.last, decoding.used);
        } else if !rest.is_empty() {
            return Err(corrupt("a zstd block goes on behind its literals"));
        }
        let rest = literals.get(used..).unwrap_or_default();
        buffer.next(rest.len())?.copy_from_slice(rest);
        Ok(())
    }

    /// Decodes the sequences directly into the buffer.
    fn execute(
        &self,
        decoding: &mut Decoding<'_>,
        literals: &[u8],
        buffer: &mut MatchBuffer<'_>,
    ) -> Result<()> {
        while decoding.left > 0 {
            let content = buffer.buffer.get_mut(buffer.begin..buffer.end).unwrap_or_default();
            decoding.at = buffer.at - buffer.begin;
            let sequence = self.execute_short(decoding, literals, content, buffer.window);
            buffer.at = buffer.begin + decoding.at;
            let Sequence { literals: count, length, offset } =
                sequence.unwrap_or_else(|| self.next(decoding));
            let from = decoding.used;
            decoding.used += count;
            let literals = literals
                .get(from..decoding.used)
                .ok_or_else(|| corrupt("the sequences of a zstd block take more literals than it has"))?;
            buffer.sequence(literals, length, offset)?;
        }
        Ok(())
    }

    /// Decodes sequences as long as they are short, as nearly all are. Returns the rest of the first sequence that is
    /// not short. Returns `None` if that sequence has to be read by [`Self::next`].
    ///
    /// This is a function of its own, which calls no other, so that the loop keeps its variables in registers.
    #[inline(never)]
    fn execute_short(
        &self,
        decoding: &mut Decoding<'_>,
        literals: &[u8],
        content: &mut [u8],
        window: usize,
    ) -> Option<Sequence> {
        let mut here = *decoding;
        let long = loop {
            // No states follow the last sequence.
            if here.left == 1 || !here.bits.refill_at_once() {
                break None;
            }
            let [literal, matched, offset] = self.look(here.states);
            if (literal.bits | matched.bits | offset.bits) & EXTRA != 0 {
                break None;
            }
            here.left -= 1;
            let back = offset.base + here.bits.take(offset.extra);
            here.advance([literal, matched, offset]);
            let (count, length) = (literal.base as usize, matched.base as usize);
            let offset = here.offset(back, count) as usize;
            // Many sequences have no literals.
            if count > 0 {
                let Some((from, to)) = chunk(literals, here.used).zip(chunk_mut::<WIDTH>(content, here.at))
                else {
                    break Some(Sequence { literals: count, length, offset });
                };
                *to = *from;
                here.used += count;
                here.at += count;
            }
            if length > WIDTH || offset > window || copy_short(content, here.at, offset).is_none() {
                break Some(Sequence { literals: 0, length, offset });
            }
            here.at += length;
        };
        *decoding = here;
        long
    }

    /// Reads the next sequence, of any length.
    #[inline(never)]
    fn next(&self, decoding: &mut Decoding<'_>) -> Sequence {
        let bits = &mut decoding.bits;
        bits.refill();
        let [literal, matched, offset] = self.look(decoding.states);
        let is_long =
            u32::from(offset.extra) + u32::from(matched.extra) + u32::from(literal.extra) > u32::from(FEW);
        let back = offset.base + bits.take(offset.extra);
        if is_long {
            bits.refill();
        }
        let length = (matched.base + bits.take(matched.extra)) as usize;
        let literals = (literal.base + bits.take(literal.extra)) as usize;
        if is_long {
            bits.refill();
        }
        decoding.left -= 1;
        if decoding.left > 0 {
            decoding.advance([literal, matched, offset]);
        }
        Sequence { literals, length, offset: decoding.offset(back, literals) as usize }
    }

    #[inline]
    fn look(&self, states: [u32; 3]) -> [&State; 3] {
        let [literal, matched, offset] = states;
        [self.literals.state(literal), self.matches.state(matched), self.offsets.state(offset)]
    }
}

/// `literals` literals, followed by a match of `length` bytes from `offset` bytes back.
struct Sequence {
    literals: usize,
    length: usize,
    offset: usize,
}

/// The progress of decoding the sequences of a block.
#[derive(Clone, Copy)]
struct Decoding<'a> {
    bits: Bits<'a>,
    /// The states of the codes for the literals' length, the match's length and the offset.
    states: [u32; 3],
    /// The last three offsets, the most recent one first.
    last: [u32; 3],
    /// How many sequences are left.
    left: usize,
    /// How many literals have been used.
    used: usize,
    /// Where the next byte goes, relative to the start of the frame's content.
    at: usize,
}

impl Decoding<'_> {
    /// Updates the states from the bit stream.
    #[inline]
    fn advance(&mut self, states: [&State; 3]) {
        self.states = states.map(|state| u32::from(state.next) + self.bits.take(state.bits));
    }

    /// Converts the offset code `back`: an offset plus three, or one of the last three offsets.
    #[inline]
    fn offset(&mut self, back: u32, literals: usize) -> u32 {
        let [first, second, third] = self.last;
        if back > 3 {
            self.last = [back - 3, first, second];
        } else {
            // Without literals in between, the last offset itself is not an option, because it would have made the
            // match before longer.
            match back - u32::from(literals > 0) {
                0 => {}
                1 => self.last = [second, first, third],
                2 => self.last = [third, first, second],
                _ => self.last = [first.wrapping_sub(1), first, second],
            }
        }
        self.last[0]
    }
}

/// Sets up the table for this mode. Takes its description, if there is one, off the front of `rest`.
fn choose(table: &mut Table, code: &Code, mode: u8, rest: &mut &[u8]) -> Result<()> {
    let values = |symbol: u8| code.values.get(usize::from(symbol)).copied().unwrap_or_default();
    match mode {
        0 => table.build(&code.usual(), code.few, values),
        1 => {
            let found = rest.split_first().and_then(|(symbol, following)| {
                *rest = following;
                code.values.get(usize::from(*symbol))
            });
            let unknown = || corrupt(format!("the only code of {} of a zstd block is unknown", code.name));
            table.set_one(code.few, *found.ok_or_else(unknown)?);
        }
        2 => {
            let (distribution, length) = Distribution::read(rest, code.most_log, code.values.len())?;
            *rest = rest.get(length..).unwrap_or_default();
            table.build(&distribution, code.few, values);
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
