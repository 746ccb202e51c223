//! How the decoded bytes of a block can be accessed.

/// In which way the decoded bytes of a block can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Any range on its own.
    Random,
    /// Any range; every chunk it touches is decoded as a whole (Blosc).
    RandomChunks,
    /// From front to back, but chunks without needed bytes are skipped (LZ4).
    ForwardChunks,
    /// From front to back: bytes between two needed ranges cost as much as the ranges.
    Forward,
}
