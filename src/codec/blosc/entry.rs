//! An entry of the table of chunks.

use std::ops::Range;

use super::chunk;
use super::header::Repeated;

/// A chunk, with or without a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChunkEntry {
    /// The decoded bytes that the chunk holds.
    pub(super) decoded: Range<u64>,
    pub(super) stored: Where,
}

/// Where a chunk is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// The chunk begins at byte `start` and takes at most `extent` bytes.
    At { start: u64, extent: u64 },
    /// Not stored: all elements have the same value.
    Filled(Repeated),
}

impl ChunkEntry {
    /// The stored bytes to request before the chunk is opened.
    pub(super) fn head(&self) -> Option<Range<u64>> {
        match self.stored {
            Where::At { start, extent } => Some(chunk::head(start, extent)),
            Where::Filled(_) => None,
        }
    }
}
