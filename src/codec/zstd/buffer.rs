//! The output buffer: decoded bytes are appended to earlier ones, which matches copy from.

use super::super::input::corrupt;
use super::super::lz77::copy_match;
use crate::error::Result;

/// The output of a block.
pub(super) struct MatchBuffer<'a> {
    pub(super) buffer: &'a mut [u8],
    /// Where the frame's content begins, or what is left of it if its beginning was discarded.
    pub(super) begin: usize,
    /// Where the next byte goes.
    pub(super) at: usize,
    /// The furthest position at which the block may end. It is within the buffer.
    pub(super) end: usize,
    /// How far matches may look back.
    pub(super) window: usize,
    /// The content of the dictionary. It precedes the frame's content.
    pub(super) dictionary: &'a [u8],
}

impl MatchBuffer<'_> {
    /// Returns the space for the next `length` bytes.
    pub(super) fn next(&mut self, length: usize) -> Result<&mut [u8]> {
        let room = self.buffer.get_mut(self.at..self.end).and_then(|room| room.get_mut(..length));
        self.at += length;
        room.ok_or_else(too_long)
    }

    /// Appends `literals`, and then a match: `length` bytes from `offset` bytes back, which may lie in the dictionary.
    pub(super) fn sequence(&mut self, literals: &[u8], length: usize, offset: usize) -> Result<()> {
        self.next(literals.len())?.copy_from_slice(literals);
        let end = self.at + length;
        if end > self.end {
            return Err(too_long());
        }
        let mut rest = length;
        let content = self.at - self.begin;
        if offset.wrapping_sub(1) >= content.min(self.window) {
            // The dictionary is within reach until more than a window has been decoded.
            let most = if content <= self.window { content + self.dictionary.len() } else { 0 };
            let Some(start) = most.checked_sub(offset).filter(|_| offset > 0) else {
                let why =
                    if (1..=content).contains(&offset) { "beyond its window" } else { "which are not there" };
                return Err(corrupt(format!("a match of a zstd block looks {offset} bytes back, {why}")));
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
