//! The sequences section of a block (RFC 8878, 3.1.1.3.2), read into its codes and written again.

use super::bits::{BitReader, BitWriter};
use super::fse::Table;

/// The three codes of a sequence, in the order of their tables.
const KINDS: [usize; 3] = [LITERALS, OFFSETS, MATCHES];
const LITERALS: usize = 0;
const OFFSETS: usize = 1;
const MATCHES: usize = 2;

/// The modes of tables.
const PREDEFINED: u8 = 0;
const RLE: u8 = 1;
const DESCRIBED: u8 = 2;

/// The extra bits of the codes of literals' and matches' lengths (3.1.1.3.2.1.1).
const LITERALS_EXTRA: [u8; 36] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13,
    14, 15, 16,
];
const MATCHES_EXTRA: [u8; 53] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1,
    1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
];
const LEAST_MATCH: usize = 3;

/// The accuracy logs and counts of the predefined tables (3.1.1.3.2.2).
const USUAL_LITERALS: (u8, &[i16]) = (
    6,
    &[
        4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1,
        -1, -1, -1,
    ],
);
const USUAL_OFFSETS: (u8, &[i16]) =
    (5, &[1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1]);
const USUAL_MATCHES: (u8, &[i16]) = (
    6,
    &[
        1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
    ],
);

/// How a block gives a table: its mode, and what follows the modes for it.
#[derive(Clone, Copy)]
pub(super) struct Description<'a> {
    mode: u8,
    bytes: &'a [u8],
}

impl Description<'_> {
    pub(super) const PREDEFINED: Self = Self { mode: PREDEFINED, bytes: &[] };

    /// Whether the table is the one of the block before.
    pub(super) fn repeats(&self) -> bool {
        self.mode > DESCRIBED
    }
}

/// The codes of one sequence.
pub(super) struct Sequence {
    /// The states of the literals' length, the offset and the match's length.
    states: [u32; 3],
    /// The extra bits of each, and their number.
    extra: [(u32, u8); 3],
    pub(super) has_literals: bool,
    /// The offset plus three, or the number of a repeated offset.
    pub(super) offset: u32,
}

/// A section with sequences.
pub(super) struct Section<'a> {
    /// The number of sequences, as it is stored.
    count: &'a [u8],
    descriptions: [Description<'a>; 3],
    bits: &'a [u8],
    pub(super) sequences: Vec<Sequence>,
    /// How many bytes the matches have.
    pub(super) matched: usize,
}

/// The tables that the blocks so far have left.
#[derive(Default)]
pub(super) struct Tables([Option<Table>; 3]);

impl Tables {
    /// Reads a section that has sequences; `None` if it is damaged.
    pub(super) fn read<'a>(&mut self, section: &'a [u8]) -> Option<Section<'a>> {
        let (number, length) = match section {
            [255, low, high, ..] => (usize::from(u16::from_le_bytes([*low, *high])) + 0x7f00, 3),
            [high @ 128..=254, low, ..] => (usize::from(high - 128) << 8 | usize::from(*low), 2),
            [number @ ..=127, ..] => (usize::from(*number), 1),
            _ => return None,
        };
        let (count, rest) = section.split_at_checked(length)?;
        let (modes, mut bits) = rest.split_first()?;
        let mut descriptions = [Description::PREDEFINED; 3];
        for ((kind, description), shift) in KINDS.iter().zip(&mut descriptions).zip([6, 4, 2]) {
            *description = self.choose(*kind, modes >> shift & 3, &mut bits)?;
        }
        let (sequences, matched) = self.sequences(bits, number)?;
        Some(Section { count, descriptions, bits, sequences, matched })
    }

    /// Sets up a table. Takes its description off the front of `bytes`.
    fn choose<'a>(&mut self, kind: usize, mode: u8, bytes: &mut &'a [u8]) -> Option<Description<'a>> {
        let table = self.0.get_mut(kind)?;
        let mut length = 0;
        match mode {
            PREDEFINED => *table = Some(predefined(kind)?),
            RLE => {
                length = 1;
                *table = Some(Table::of_one(*bytes.first()?));
            }
            DESCRIBED => {
                let (described, its_length) = Table::read(bytes)?;
                length = its_length;
                *table = Some(described);
            }
            _ => {}
        }
        let (description, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(Description { mode, bytes: description })
    }

    /// Reads this many sequences, and adds up the lengths of the matches.
    fn sequences(&self, bits: &[u8], number: usize) -> Option<(Vec<Sequence>, usize)> {
        let [Some(literals), Some(offsets), Some(matches)] = &self.0 else { return None };
        let mut bits = BitReader::new(bits)?;
        let mut states = [bits.take(literals.log)?, bits.take(offsets.log)?, bits.take(matches.log)?];
        let mut sequences = Vec::with_capacity(number);
        let mut matched = 0;
        loop {
            let [literal, offset, length] = states;
            let [literal, offset, length] =
                [literals.state(literal)?, offsets.state(offset)?, matches.state(length)?];
            let [literal_extra, length_extra] = [
                *LITERALS_EXTRA.get(usize::from(literal.symbol))?,
                *MATCHES_EXTRA.get(usize::from(length.symbol))?,
            ];
            let base = 1_u32.checked_shl(offset.symbol.into())?;
            let offset_bits = bits.take(offset.symbol)?;
            let length_bits = bits.take(length_extra)?;
            let literal_bits = bits.take(literal_extra)?;
            let before = MATCHES_EXTRA.iter().take(length.symbol.into());
            matched += LEAST_MATCH + before.map(|bits| 1 << bits).sum::<usize>() + length_bits as usize;
            sequences.push(Sequence {
                states,
                extra: [
                    (literal_bits, literal_extra),
                    (offset_bits, offset.symbol),
                    (length_bits, length_extra),
                ],
                has_literals: literal.symbol > 0,
                offset: base + offset_bits,
            });
            if sequences.len() == number {
                return bits.is_at_end().then_some((sequences, matched));
            }
            let literal = u32::from(literal.next) + bits.take(literal.bits)?;
            let length = u32::from(length.next) + bits.take(length.bits)?;
            let offset = u32::from(offset.next) + bits.take(offset.bits)?;
            states = [literal, offset, length];
        }
    }
}

impl<'a> Section<'a> {
    /// How the section gives the table of offsets.
    pub(super) fn offsets(&self) -> Description<'a> {
        self.descriptions[OFFSETS]
    }

    /// Appends the section as it was read, with the table of offsets given like this.
    pub(super) fn describe_offsets(&self, offsets: Description<'_>, output: &mut Vec<u8>) {
        self.head(offsets, output);
        output.extend_from_slice(self.bits);
    }

    /// Appends the section with the offsets that the sequences have now, in the predefined code, which has all of them.
    pub(super) fn recode_offsets(&self, tables: &Tables, output: &mut Vec<u8>) -> Option<()> {
        self.head(Description::PREDEFINED, output);
        let [Some(literals), _, Some(matches)] = &tables.0 else { return None };
        let offsets = predefined(OFFSETS)?;
        let mut bits = BitWriter::new(output);
        let mut next: Option<[u32; 3]> = None;
        for Sequence {
            states: [literal, _, length], extra: [literal_extra, _, length_extra], offset, ..
        } in self.sequences.iter().rev()
        {
            let symbol = u8::try_from(offset.checked_ilog2()?).ok()?;
            let state = offsets.state_before(symbol, next.map(|[_, offset, _]| offset))?;
            if let Some([next_literal, next_offset, next_length]) = next {
                for (table, state, next) in [
                    (&offsets, state, next_offset),
                    (matches, *length, next_length),
                    (literals, *literal, next_literal),
                ] {
                    let from = table.state(state)?;
                    bits.push(next.checked_sub(from.next.into())?, from.bits);
                }
            }
            for (number, count) in [*literal_extra, *length_extra, (offset - (1 << symbol), symbol)] {
                bits.push(number, count);
            }
            next = Some([*literal, state, *length]);
        }
        let [literal, offset, length] = next?;
        bits.push(length, matches.log);
        bits.push(offset, offsets.log);
        bits.push(literal, literals.log);
        bits.finish();
        Some(())
    }

    /// Appends what comes before the bit stream.
    fn head(&self, offsets: Description<'_>, output: &mut Vec<u8>) {
        output.extend_from_slice(self.count);
        let [literals, _, matches] = self.descriptions;
        output.push(literals.mode << 6 | offsets.mode << 4 | matches.mode << 2);
        for description in [literals, offsets, matches] {
            output.extend_from_slice(description.bytes);
        }
    }
}

fn predefined(kind: usize) -> Option<Table> {
    let (log, counts) = match kind {
        LITERALS => USUAL_LITERALS,
        OFFSETS => USUAL_OFFSETS,
        _ => USUAL_MATCHES,
    };
    Table::new(log, counts)
}
