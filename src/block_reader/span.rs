//! Decoded bytes that are at hand, and their place in the block.

use std::ops::Range;

/// Decoded bytes, of which the first is number `start` of the block.
#[derive(Debug)]
pub(super) struct Span {
    pub(super) start: u64,
    pub(super) bytes: Vec<u8>,
}

impl Span {
    pub(super) fn bytes(&self, range: &Range<u64>) -> Option<&[u8]> {
        let start = range.start.checked_sub(self.start)?;
        crate::ranges::slice(&self.bytes, &(start..range.end.checked_sub(self.start)?)).ok()
    }
}
