//! An entry of the table of chunks.

use std::ops::Range;

use super::chunk;
use super::header::Repeated;

/// A chunk of a frame, or of chunks without a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChunkEntry {
    /// The decoded bytes it gives.
    pub(super) decoded: Range<u64>,
    pub(super) stored: Where,
}

/// Where a chunk is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// It begins at byte `start`, and takes no more than `extent` bytes.
    At { start: u64, extent: u64 },
    /// Nowhere: all its elements are the same.
    Filled(Repeated),
}

impl ChunkEntry {
    /// The stored bytes to ask for before it is opened.
    pub(super) fn head(&self) -> Option<Range<u64>> {
        match self.stored {
            Where::At { start, extent } => Some(chunk::head(start, extent)),
            Where::Filled(_) => None,
        }
    }
}
