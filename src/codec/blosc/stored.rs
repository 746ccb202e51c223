//! The stored bytes of a block, addressed by their position in the block.

use std::ops::Range;

use crate::codec::input::corrupt;
use crate::ranges::{Poll, SparseBuffer, coalesce};

/// The stored bytes that have arrived, and where the block is in the file.
pub(super) struct Stored<'a> {
    pub(super) buffer: &'a mut SparseBuffer,
    /// Where the stored bytes begin in the file, and how many there are.
    pub(super) base: u64,
    pub(super) length: u64,
}

impl Stored<'_> {
    /// The bytes of `range`, or the interrupt that requests them.
    pub(super) fn want(&mut self, range: Range<u64>) -> Poll<&[u8]> {
        let range = self.locate(&range)?;
        self.buffer.want(range)
    }

    /// The bytes of `range` of a chunk that begins at `start`.
    pub(super) fn want_from(&mut self, start: u64, range: Range<u32>) -> Poll<&[u8]> {
        self.want(start + u64::from(range.start)..start + u64::from(range.end))
    }

    /// Makes sure that all of `ranges` have arrived. They may be in any order and overlap, because chunks and blocks
    /// can be stored in any order and share bytes.
    pub(super) fn want_all(&mut self, ranges: impl IntoIterator<Item = Range<u64>>) -> Poll<()> {
        let located = ranges.into_iter().map(|range| self.locate(&range));
        let mut ranges = located.collect::<Result<Vec<_>, _>>()?;
        ranges.sort_unstable_by_key(|range| range.start);
        self.buffer.want_all(&coalesce(ranges, 0), [])
    }

    fn locate(&self, range: &Range<u64>) -> crate::error::Result<Range<u64>> {
        if range.start > range.end || range.end > self.length {
            let message = format!(
                "bytes {}..{} of the Blosc data were to be read, but there are {}",
                range.start, range.end, self.length
            );
            return Err(corrupt(message));
        }
        Ok(self.base.saturating_add(range.start)..self.base.saturating_add(range.end))
    }
}
