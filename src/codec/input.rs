//! What a codec reads and reports: its input, the outcome of a step, and the error for damaged data.

use crate::error::{Error, ErrorKind};

/// How far back LZ4 looks (deflate: 32 KiB).
pub(super) const HISTORY: usize = 64 << 10;
/// About how many bytes one call appends.
pub(super) const STEP: usize = 1 << 20;

/// The outcome of a call of [`Decoder::decode`](super::Decoder::decode).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// There may be more to decode in what has arrived.
    Progress,
    /// It can continue once at least this many unconsumed bytes are available.
    NeedInput(usize),
    /// All is decoded, and the stream's own checksums match.
    Finished,
}

/// Compressed data that are not what they should be.
pub(super) fn corrupt(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::CorruptData, message)
}

/// The stored bytes a codec may consume.
pub(super) struct Input<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) consumed: usize,
    pub(super) last: bool,
    /// How many stored bytes there are in all, those that have not arrived included.
    pub(super) stored: u64,
}

impl<'a> Input<'a> {
    /// The bytes that are not consumed yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.consumed..).unwrap_or_default()
    }

    /// The next `size` bytes or, if there are fewer, all that are left; otherwise how many to request. Decoding pieces
    /// of fixed size makes the outcome independent of how the bytes arrive, errors included.
    pub(super) fn piece(&self, size: usize) -> std::result::Result<&'a [u8], Status> {
        let size = usize::try_from(self.left()).unwrap_or(usize::MAX).min(size);
        self.rest().get(..size).ok_or(Status::NeedInput(size))
    }

    /// Consumes as many of the next `count` bytes as have arrived, and counts them off.
    pub(super) fn pass_over(&mut self, count: &mut u64) -> Status {
        let passed = self.rest().len().min(usize::try_from(*count).unwrap_or(usize::MAX));
        *count -= passed as u64;
        self.consumed += passed;
        if *count > 0 { Status::NeedInput(1) } else { Status::Progress }
    }

    /// Whether no byte is left, here or to come.
    pub(super) fn is_at_end(&self) -> bool {
        self.last && self.consumed >= self.bytes.len()
    }

    /// How many stored bytes are left, those that have not arrived included.
    pub(super) fn left(&self) -> u64 {
        self.stored.saturating_sub(self.consumed as u64)
    }
}

/// Extends `output` by `space` bytes to be overwritten, and then truncated to what was written; returns where they
/// begin.
pub(super) fn make_room(output: &mut Vec<u8>, space: usize) -> usize {
    let start = output.len();
    output.resize(start + space, 0);
    start
}

/// How many bytes to decode in one step: one more than expected, to detect a stream that gives too many.
pub(super) fn step(remaining: u64) -> usize {
    usize::try_from(remaining.saturating_add(1)).unwrap_or(STEP).min(STEP)
}

/// A block that is not compressed.
pub(super) fn stored(input: &mut Input<'_>, remaining: u64, output: &mut Vec<u8>) -> Status {
    let length = input.bytes.len().min(STEP).min(usize::try_from(remaining).unwrap_or(STEP));
    output.extend_from_slice(input.bytes.get(..length).unwrap_or_default());
    input.consumed = length;
    if length as u64 == remaining {
        Status::Finished
    } else if length == input.bytes.len() {
        Status::NeedInput(1)
    } else {
        Status::Progress
    }
}
