//! Where decoded bytes go: behind those decoded before, at which matches look back.
//!
//! Short copies are made in whole steps of 8 or 16 bytes, a register each, and may write garbage behind their end, where
//! later ones write: a call of `memmove` costs more than what it copies, in WebAssembly several times over. They are made
//! so where [`SLACK`] bytes of room are left, and exactly where not.

use super::super::corrupt;
use super::super::lz77::{chunk, chunk_mut};
use super::block::LARGEST;
use crate::error::Result;

/// How far behind their end copies may write.
pub(super) const SLACK: usize = 32;
/// From how many bytes on a copy is worth a call.
const LONG: usize = 96;

/// The literals of a block, behind which there is as much room. Of a fixed size, a power of two but for the room, so that
/// no bounds have to be checked.
pub(super) type Literals = [u8; LARGEST + SLACK];

/// The output of a block.
pub(super) struct Place<'a> {
    pub(super) buffer: &'a mut [u8],
    /// Where the frame's content begins, as far as it is still there.
    pub(super) begin: usize,
    /// Where the next byte goes.
    pub(super) at: usize,
    /// Where the block ends at the latest.
    pub(super) end: usize,
    /// How far matches may look back.
    pub(super) window: usize,
    /// What comes before the frame's content.
    pub(super) dictionary: &'a [u8],
}

impl Place<'_> {
    /// The place of the next `length` bytes.
    pub(super) fn next(&mut self, length: usize) -> Result<&mut [u8]> {
        let start = self.at;
        self.at += length;
        let end = self.end;
        self.buffer.get_mut(start..self.at).filter(|_| start + length <= end).ok_or_else(too_long)
    }

    /// Up to where [`copy_literals`] and [`copy_match`] have the room they need.
    pub(super) fn end_of_steps(&self) -> usize {
        self.buffer.len().saturating_sub(SLACK).min(self.end)
    }

    /// Whether a match that looks `offset` bytes back from `at` begins in this frame's content.
    #[inline]
    pub(super) fn has(&self, at: usize, offset: usize) -> bool {
        offset.wrapping_sub(1) < (at - self.begin).min(self.window)
    }

    /// Appends `literals` and the `length` bytes that are `offset` back, whether or not there is room for more, and be
    /// it in the dictionary.
    #[cold]
    #[inline(never)]
    pub(super) fn exact_sequence(&mut self, literals: &[u8], length: usize, offset: usize) -> Result<()> {
        self.next(literals.len())?.copy_from_slice(literals);
        let end = self.at + length;
        if end > self.buffer.len().min(self.end) {
            return Err(too_long());
        }
        let content = self.at - self.begin;
        let mut rest = length;
        if !self.has(self.at, offset) {
            // The dictionary is there until more than a window was decoded.
            let most = if content <= self.window { content + self.dictionary.len() } else { 0 };
            let Some(start) = most.checked_sub(offset).filter(|_| offset > 0) else {
                return Err(corrupt(format!(
                    "a match of a zstd block looks {offset} bytes back, which are not there"
                )));
            };
            let from = self.dictionary.get(start..).unwrap_or_default();
            let from = from.get(..rest).unwrap_or(from);
            if let Some(to) = self.buffer.get_mut(self.at..self.at + from.len()) {
                to.copy_from_slice(from);
            }
            self.at += from.len();
            rest -= from.len();
        }
        if rest > 0 {
            copy_long(self.buffer, self.at, rest, offset);
        }
        self.at = end;
        Ok(())
    }
}

fn too_long() -> crate::error::Error {
    corrupt("a zstd block decodes to more bytes than it may")
}

/// Copies in steps of `N` bytes, none of which reads what it writes.
#[inline]
fn copy_steps<const N: usize>(buffer: &mut [u8], at: usize, length: usize, offset: usize) {
    let end = at + length;
    let mut at = at;
    loop {
        let from = chunk::<N>(buffer, at - offset).copied();
        if let (Some(from), Some(to)) = (from, chunk_mut::<N>(buffer, at)) {
            *to = from;
        }
        at += N;
        if at >= end {
            break;
        }
    }
}

/// Copies the `count` literals from `from` on to `at`, and a few bytes more.
#[inline]
pub(super) fn copy_literals(buffer: &mut [u8], at: usize, literals: &Literals, from: usize, count: usize) {
    let mut copied = 0;
    loop {
        let literals = chunk::<16>(literals, (from + copied) % LARGEST).copied();
        if let (Some(literals), Some(to)) = (literals, chunk_mut(buffer, at + copied)) {
            *to = literals;
        }
        copied += 16;
        if copied >= count {
            break;
        }
    }
}

/// Copies `length` bytes to `at` from `offset` bytes before, and a few more.
#[inline]
pub(super) fn copy_match(buffer: &mut [u8], at: usize, length: usize, offset: usize) {
    if length <= 16 && offset >= 16 {
        // As nearly all matches are.
        if let Some((before, after)) = buffer.split_at_mut_checked(at)
            && let (Some(from), Some(to)) = (chunk::<16>(before, at - offset), after.first_chunk_mut())
        {
            *to = *from;
        }
    } else if length > LONG {
        copy_long(buffer, at, length, offset);
    } else if offset >= 16 {
        copy_steps::<16>(buffer, at, length, offset);
    } else if offset >= 8 {
        copy_steps::<8>(buffer, at, length, offset);
    } else {
        repeat(buffer, at, length, offset);
    }
}

/// Copies `length` bytes, up to [`LONG`], that repeat the last `offset`, less than eight.
#[inline]
fn repeat(buffer: &mut [u8], at: usize, length: usize, offset: usize) {
    let bits = 8 * u32::try_from(offset).unwrap_or_default();
    let mut pattern = chunk(buffer, at - offset).copied().map_or(0, u64::from_le_bytes);
    pattern &= u64::MAX >> (64 - bits);
    for shift in [bits, 2 * bits, 4 * bits] {
        pattern |= pattern.unbounded_shl(shift);
    }
    // As many of the eight bytes as are whole repetitions.
    let stride = [0, 8, 8, 6, 8, 5, 6, 7].get(offset).copied().unwrap_or(8);
    let end = at + length;
    let mut at = at;
    while at < end {
        if let Some(to) = chunk_mut(buffer, at) {
            *to = pattern.to_le_bytes();
        }
        at += stride;
    }
}

/// Copies exactly `length` bytes; where they overlap, twice as many each time.
#[inline(never)]
fn copy_long(buffer: &mut [u8], at: usize, length: usize, offset: usize) {
    let (start, end) = (at - offset, at + length);
    let mut at = at;
    while at < end {
        let piece = (at - start).min(end - at);
        if at + piece <= buffer.len() {
            buffer.copy_within(start..start + piece, at);
        }
        at += piece;
    }
}
