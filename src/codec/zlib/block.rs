//! The blocks of a deflate stream (RFC 1951, 3.2.3 to 3.2.7): their headers and their compressed data.

use super::super::lz77::{WIDTH, chunk_mut, copy_match, copy_short};
use super::bits::Bits;
use super::code::{Code, Entry, LITERALS, LONGER, OTHER, TAKEN, UNUSED, base, literal};

/// How many bytes a block may write past the end of its output: the bytes of one iteration of the decoding loop, and what
/// copies write past the end of a match.
pub(super) const SLACK: usize = 320;
/// Upper bound for the length of a block's header, including the bytes that are loaded ahead.
pub(super) const LONGEST_HEADER: usize = 400;

/// The length that each symbol from 257 on stands for, and the distance of each distance symbol (3.2.5).
const LENGTHS: [Entry; 31] = meanings(3, 4);
const DISTANCES: [Entry; 32] = meanings(1, 2);

/// A table of base values and numbers of extra bits. Each base follows the range of the one before, and `each` symbols
/// at a time have the same number of extra bits. The last two symbols are unused.
#[expect(clippy::indexing_slicing, reason = "it is evaluated by the compiler")]
const fn meanings<const N: usize>(first: u32, each: u32) -> [Entry; N] {
    let mut meanings = [UNUSED; N];
    let (mut index, mut at, mut next) = (0, 0, first);
    while at < N - 2 {
        let extra = (index / each).saturating_sub(1);
        meanings[at] = base(next, extra);
        next += 1 << extra;
        (index, at) = (index + 1, at + 1);
    }
    meanings
}

/// The Huffman codes of a block: for literals and lengths, and for distances.
#[derive(Debug, Default)]
pub(super) struct Codes {
    literals: Code<4096, 288>,
    distances: Code<1024, 32>,
    /// Whether these are the fixed codes.
    fixed: bool,
}

/// Why decoding with [`Codes`] stopped.
pub(super) enum Stop {
    /// The output or the input is used up.
    Pause,
    /// The block has ended.
    End,
}

/// The description of an error in a stream.
pub(super) type Fault = &'static str;

const NO_CODE: Fault = "it has bits that are none of its Huffman codes";
pub(super) const BAD_HEADER: Fault = "the header of one of its blocks makes no sense";

impl Codes {
    /// Sets the fixed codes (3.2.6).
    pub(super) fn fix(&mut self) -> Result<(), Fault> {
        if self.fixed {
            return Ok(());
        }
        let mut lengths = [8; 288];
        for (range, length) in [(144..256, 9), (256..280, 7)] {
            lengths.get_mut(range).unwrap_or_default().fill(length);
        }
        self.build(&lengths, &[5; 32])?;
        self.fixed = true;
        Ok(())
    }

    /// Reads the codes from the header of a block (3.2.7).
    pub(super) fn read(&mut self, bits: &mut Bits<'_>) -> Result<(), Fault> {
        const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
        self.fixed = false;
        bits.refill();
        let literals = bits.take(5) as usize + 257;
        let distances = bits.take(5) as usize + 1;
        let count = bits.take(4) as usize + 4;
        let mut lengths = [0_u8; 19];
        for symbol in ORDER.iter().take(count) {
            bits.refill();
            if let Some(length) = lengths.get_mut(*symbol) {
                [*length, ..] = bits.take(3).to_le_bytes();
            }
        }
        let mut code = Code::<128, 19>::default();
        code.build(&lengths, |symbol| base(symbol.into(), 0))
            .filter(|()| code.is_complete)
            .ok_or(BAD_HEADER)?;

        let mut lengths = [0_u8; 286 + 30];
        let lengths = lengths.get_mut(..literals + distances).filter(|_| literals <= 286 && distances <= 30);
        let lengths = lengths.ok_or(BAD_HEADER)?;
        let (mut at, mut last) = (0, None);
        while at < lengths.len() {
            bits.refill();
            let entry = code.look(bits.held);
            bits.skip(entry & TAKEN);
            let [_, _, symbol, _] = entry.to_le_bytes();
            let (length, times) = match symbol {
                16 => (last.ok_or(BAD_HEADER)?, 3 + bits.take(2)),
                17 => (0, 3 + bits.take(3)),
                18 => (0, 11 + bits.take(7)),
                length => (length, 1),
            };
            last = Some(length);
            let places = lengths.get_mut(at..at + times as usize).ok_or(BAD_HEADER)?;
            places.fill(length);
            at += times as usize;
        }
        let (literals, distances) = lengths.split_at_mut_checked(literals).ok_or(BAD_HEADER)?;
        // A block without a code for its end would never end.
        if literals.get(256) == Some(&0) {
            return Err(BAD_HEADER);
        }
        self.build(literals, distances)
    }

    fn build(&mut self, literals: &[u8], distances: &[u8]) -> Result<(), Fault> {
        self.literals.build(literals, literal_or_length).ok_or(BAD_HEADER)?;
        self.literals.join_literals();
        self.distances.build(distances, distance).ok_or(BAD_HEADER)?;
        Ok(())
    }

    /// Decodes into `output` from `at` on, until the block ends, `at` reaches `end`, or bytes have been loaded up to
    /// `limit`. `output` must have [`SLACK`] bytes after `end`.
    pub(super) fn decode(
        &self,
        bits: &mut Bits<'_>,
        limit: usize,
        output: &mut [u8],
        at: &mut usize,
        end: usize,
    ) -> Result<Stop, Fault> {
        loop {
            let (length, distance) = match self.decode_short(bits, limit, output, at, end) {
                Rest::Nothing => return Ok(Stop::Pause),
                Rest::Copy(length, distance) => (length, distance),
                Rest::Distance(length) => (length, self.distance(bits)?),
                Rest::Symbol => {
                    bits.refill();
                    let mut entry = self.literals.look(bits.held);
                    if entry == LONGER {
                        entry = self.literals.search(bits.held, literal_or_length);
                    }
                    if entry & LITERALS != 0 {
                        put(output, at, bits, entry);
                        continue;
                    }
                    if entry & OTHER != 0 {
                        bits.skip(entry & TAKEN);
                        return if entry >> 16 == 0 { Ok(Stop::End) } else { Err(NO_CODE) };
                    }
                    (take(bits, entry), self.distance(bits)?)
                }
            };
            copy_match(output, *at, distance, length).ok_or("it repeats bytes from before its beginning")?;
            *at += length;
        }
    }

    /// Decodes as long as codes and matches are short, as nearly all are. Returns what is left to do of the first
    /// symbol that is not.
    ///
    /// This is a function of its own, which calls no other, so that the loop keeps its variables in registers.
    #[inline(never)]
    fn decode_short(
        &self,
        bits: &mut Bits<'_>,
        limit: usize,
        output: &mut [u8],
        at: &mut usize,
        end: usize,
    ) -> Rest {
        let (mut here, mut to) = (*bits, *at);
        let rest = loop {
            if to >= end || here.loaded() > limit {
                break Rest::Nothing;
            }
            if !here.refill_at_once() {
                break Rest::Symbol;
            }
            let mut entry = self.literals.look(here.held);
            if entry & LITERALS != 0 {
                put(output, &mut to, &mut here, entry);
                entry = self.literals.look(here.held);
                if entry & LITERALS != 0 {
                    put(output, &mut to, &mut here, entry);
                    entry = self.literals.look(here.held);
                    if entry & LITERALS != 0 {
                        put(output, &mut to, &mut here, entry);
                        continue;
                    }
                }
                if !here.refill_at_once() {
                    break Rest::Symbol;
                }
            }
            if entry & OTHER != 0 {
                break Rest::Symbol;
            }
            let length = take(&mut here, entry);
            let entry = self.distances.look(here.held);
            if entry & OTHER != 0 {
                break Rest::Distance(length);
            }
            let distance = take(&mut here, entry);
            if length > WIDTH || copy_short(output, to, distance).is_none() {
                break Rest::Copy(length, distance);
            }
            to += length;
        };
        (*bits, *at) = (here, to);
        rest
    }

    /// Reads a distance. All of its bits must be held already.
    fn distance(&self, bits: &mut Bits<'_>) -> Result<usize, Fault> {
        let mut entry = self.distances.look(bits.held);
        if entry == LONGER {
            entry = self.distances.search(bits.held, distance);
        }
        if entry & OTHER != 0 { Err(NO_CODE) } else { Ok(take(bits, entry)) }
    }
}

/// What is left to do when [`Codes::decode_short`] stops.
enum Rest {
    Nothing,
    /// Read the next symbol, of any kind.
    Symbol,
    /// Read the distance of a match of this length.
    Distance(usize),
    /// Copy a match of this length and distance.
    Copy(usize, usize),
}

/// Writes the literals of an entry. Always writes four bytes; later output overwrites the surplus.
#[inline]
fn put(output: &mut [u8], at: &mut usize, bits: &mut Bits<'_>, entry: Entry) {
    if let Some(place) = chunk_mut::<4>(output, *at) {
        *place = (entry >> 8).to_le_bytes();
    }
    *at += ((entry & LITERALS) >> 5) as usize;
    bits.skip(entry & TAKEN);
}

/// Reads a length or distance: its base plus its extra bits.
#[inline]
fn take(bits: &mut Bits<'_>, entry: Entry) -> usize {
    let taken = bits.held & ((1 << (entry & TAKEN)) - 1);
    bits.skip(entry & TAKEN);
    ((entry >> 16) + (taken >> (entry >> 8 & 15) & 0xffff) as u32) as usize
}

fn literal_or_length(symbol: u16) -> Entry {
    match symbol {
        0..=255 => literal(symbol),
        256 => OTHER,
        285 => base(258, 0),
        _ => LENGTHS.get(usize::from(symbol) - 257).copied().unwrap_or(UNUSED),
    }
}

fn distance(symbol: u16) -> Entry {
    DISTANCES.get(usize::from(symbol)).copied().unwrap_or(UNUSED)
}
