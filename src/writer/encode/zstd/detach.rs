//! Makes the blocks of a frame independent of the blocks before them, so that they can follow any others in one frame.
//!
//! An encoder begins a frame with the three repeated offsets 1, 4 and 8 (RFC 8878, 3.1.1.5). After other blocks they are
//! unknown; nothing else is carried over, because the first block that uses a table gives it. So the history of the offsets
//! is followed twice: as the encoder has it, and as a reader has it that does not know the first three. Where a sequence
//! repeats an offset that this reader does not know, or knows as another, it is given the offset itself. Once both
//! histories are equal, the rest of the frame is the same for every reader, most often after a few sequences.
//!
//! Of a changed block, the literals and the codes of lengths are kept. Its offsets have the predefined code, in which there
//! is every offset, and the next block that repeats the table of offsets is given the one that it means.

use super::sequences::{Description, Section, Tables};

/// The offsets that a frame begins with.
const INITIAL: Offsets = Offsets([1, 4, 8]);
const UNKNOWN: Offsets = Offsets([0; 3]);

/// The kinds of blocks.
const RAW: u8 = 0;
const RLE: u8 = 1;
const COMPRESSED: u8 = 2;
/// The header of a block: three bytes, with the size above three bits.
const HEADER: usize = 3;
const SIZE_SHIFT: u32 = 3;

/// The section of a block that has literals only.
const NO_SEQUENCES: [u8; 1] = [0];

/// The last block of a frame: raw, without content.
pub(super) const LAST: [u8; HEADER] = [1, 0, 0];

/// The three last offsets, the most recent one first. 0 stands for an unknown one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Offsets([u32; 3]);

impl Offsets {
    /// Takes the offset of the next sequence: the offset plus three, or the number of a repeated one. Returns the offset.
    fn take(&mut self, value: u32, has_literals: bool) -> u32 {
        let [first, second, third] = self.0;
        if value > 3 {
            self.0 = [value - 3, first, second];
        } else {
            match value - u32::from(has_literals) {
                0 => {}
                1 => self.0 = [second, first, third],
                2 => self.0 = [third, first, second],
                _ => self.0 = [first.saturating_sub(1), first, second],
            }
        }
        self.0[0]
    }
}

/// Appends the `blocks` of a frame with this `content`, none of them as the last one; `is_first`: no blocks come before
/// them. If a changed block would be larger than its content, it is stored raw, and the blocks after it are left out.
/// Returns how many bytes of the content the blocks have; `None` if they are damaged.
pub(super) fn detach(
    mut blocks: &[u8],
    content: &[u8],
    is_first: bool,
    output: &mut Vec<u8>,
) -> Option<usize> {
    let mut histories = Histories::new(is_first);
    let mut at = 0;
    loop {
        let (header, rest) = blocks.split_first_chunk::<HEADER>()?;
        let [low, middle, high] = *header;
        let (is_last, kind) = (low & 1 == 1, low >> 1 & 3);
        let size = (u32::from_le_bytes([low, middle, high, 0]) >> SIZE_SHIFT) as usize;
        let (stored, rest) = rest.split_at_checked(if kind == RLE { 1 } else { size })?;
        if kind == COMPRESSED && !histories.are_equal() {
            let (changed, length) = histories.block(stored)?;
            let decoded = content.get(at..at + length)?;
            at += length;
            match changed {
                Some(changed) if changed.len() < length => push(kind, changed.len(), &changed, output)?,
                Some(_) => {
                    push(RAW, length, decoded, output)?;
                    return Some(at);
                }
                None => push(kind, size, stored, output)?,
            }
        } else {
            at += size;
            push(kind, size, stored, output)?;
        }
        if is_last {
            return Some(content.len());
        }
        blocks = rest;
    }
}

/// Appends a block.
fn push(kind: u8, size: usize, stored: &[u8], output: &mut Vec<u8>) -> Option<()> {
    let header = u32::try_from(size << SIZE_SHIFT).ok()? | u32::from(kind) << 1;
    output.extend_from_slice(header.to_le_bytes().first_chunk::<HEADER>()?);
    output.extend_from_slice(stored);
    Some(())
}

/// The encoder's history of a frame's offsets, and a reader's.
struct Histories<'a> {
    encoder: Offsets,
    reader: Offsets,
    tables: Tables,
    /// How the encoder has given the last table of offsets, and whether the reader was given another one.
    table: Description<'a>,
    is_replaced: bool,
}

impl<'a> Histories<'a> {
    fn new(is_known: bool) -> Self {
        let reader = if is_known { INITIAL } else { UNKNOWN };
        let (tables, table) = (Tables::default(), Description::PREDEFINED);
        Self { encoder: INITIAL, reader, tables, table, is_replaced: false }
    }

    /// Whether the following blocks mean the same to the reader as to the encoder.
    fn are_equal(&self) -> bool {
        self.encoder == self.reader && !self.is_replaced
    }

    /// Follows a compressed block. Returns what it has to be changed to, if so, and the length of its content.
    fn block(&mut self, stored: &'a [u8]) -> Option<(Option<Vec<u8>>, usize)> {
        let (end, literals) = literals(stored)?;
        let (head, section) = stored.split_at_checked(end)?;
        if section == NO_SEQUENCES {
            return Some((None, literals));
        }
        let mut section = self.tables.read(section)?;
        let repeats_other = section.offsets().repeats() && self.is_replaced;
        if !section.offsets().repeats() {
            self.table = section.offsets();
        }
        self.is_replaced = self.name_offsets(&mut section)?;
        let mut changed = head.to_vec();
        if self.is_replaced {
            section.recode_offsets(&self.tables, &mut changed)?;
        } else if repeats_other {
            section.describe_offsets(self.table, &mut changed);
        }
        let is_changed = self.is_replaced || repeats_other;
        Some((is_changed.then_some(changed), literals + section.matched))
    }

    /// Gives sequences their offsets where the reader does not have the encoder's. Returns whether there were any.
    fn name_offsets(&mut self, section: &mut Section<'_>) -> Option<bool> {
        let mut any = false;
        for sequence in &mut section.sequences {
            let offset = self.encoder.take(sequence.offset, sequence.has_literals);
            let before = self.reader;
            if self.reader.take(sequence.offset, sequence.has_literals) != offset {
                self.reader = before;
                sequence.offset = offset.checked_add(3)?;
                self.reader.take(sequence.offset, sequence.has_literals);
                any = true;
            }
        }
        Some(any)
    }
}

/// The length of the literals section at the beginning of a block, and the number of literals (3.1.1.3.1.1).
fn literals(block: &[u8]) -> Option<(usize, usize)> {
    let mut header = [0; 8];
    header.iter_mut().zip(block.iter().take(5)).for_each(|(to, from)| *to = *from);
    let header = u64::from_le_bytes(header);
    let field = |from: u32, width: u32| usize::try_from(header >> from & ((1 << width) - 1)).ok();
    let (length, number, coded) = match (header & 3, header >> 2 & 3) {
        (0 | 1, 0 | 2) => (1, field(3, 5)?, None),
        (0 | 1, 1) => (2, field(4, 12)?, None),
        (0 | 1, _) => (3, field(4, 20)?, None),
        (_, 0 | 1) => (3, field(4, 10)?, field(14, 10)),
        (_, 2) => (4, field(4, 14)?, field(18, 14)),
        (_, _) => (5, field(4, 18)?, field(22, 18)),
    };
    let stored = coded.unwrap_or(if header & 3 == 1 { 1 } else { number });
    Some((length + stored, number))
}
