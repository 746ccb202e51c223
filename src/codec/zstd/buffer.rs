//! Where decoded bytes go: behind those decoded before, at which matches look back.

use super::super::input::corrupt;
use super::super::lz77::copy_match;
use crate::error::Result;

/// The output of a block.
pub(super) struct MatchBuffer<'a> {
    pub(super) buffer: &'a mut [u8],
    /// Where the frame's content begins, as far as it is still there.
    pub(super) begin: usize,
    /// Where the next byte goes.
    pub(super) at: usize,
    /// Where the block ends at the latest, which is in the buffer.
    pub(super) end: usize,
    /// How far matches may look back.
    pub(super) window: usize,
    /// What comes before the frame's content.
    pub(super) dictionary: &'a [u8],
}

impl MatchBuffer<'_> {
    /// The place of the next `length` bytes.
    pub(super) fn next(&mut self, length: usize) -> Result<&mut [u8]> {
        let room = self.buffer.get_mut(self.at..self.end).and_then(|room| room.get_mut(..length));
        self.at += length;
        room.ok_or_else(too_long)
    }

    /// Appends `literals` and the `length` bytes that are `offset` back, be it in the dictionary.
    pub(super) fn sequence(&mut self, literals: &[u8], length: usize, offset: usize) -> Result<()> {
        self.next(literals.len())?.copy_from_slice(literals);
        let end = self.at + length;
        if end > self.end {
            return Err(too_long());
        }
        let mut rest = length;
        let content = self.at - self.begin;
        if offset.wrapping_sub(1) >= content.min(self.window) {
            // The dictionary is there until more than a window was decoded.
            let most = if content <= self.window { content + self.dictionary.len() } else { 0 };
            let Some(start) = most.checked_sub(offset).filter(|_| offset > 0) else {
                return Err(corrupt(format!(
                    "a match of a zstd block looks {offset} bytes back, which are not there"
                )));
            };
            let from = self.dictionary.get(start..).unwrap_or_default();
            let from = from.get(..rest).unwrap_or(from);
            self.next(from.len())?.copy_from_slice(from);
            rest -= from.len();
        }
        if rest > 0 {
            let room = self.buffer.get_mut(..self.end).unwrap_or_default();
            copy_match(room, self.at, offset, rest).ok_or_else(too_long)?;
        }
        self.at = end;
        Ok(())
    }
}

fn too_long() -> crate::error::Error {
    corrupt("a zstd block decodes to more bytes than it may")
}
