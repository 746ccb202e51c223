//! What codecs share: their input, the status of a step, and the error for damaged data.

use crate::error::{Error, ErrorKind};

/// How far back LZ4 matches reach (deflate: 32 KiB).
pub(super) const HISTORY: usize = 64 << 10;
/// Approximate number of bytes that one call appends.
pub(super) const STEP: usize = 1 << 20;

/// The result of a call of [`Decoder::decode`](super::Decoder::decode).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// There may be more to decode in the bytes that have arrived.
    Progress,
    /// Decoding can continue once at least this many unconsumed bytes are available.
    NeedInput(usize),
    /// Everything is decoded, and the stream's own checksums match.
    Finished,
}

/// The error for damaged compressed data.
pub(super) fn corrupt(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::CorruptData, message)
}

/// The stored bytes a codec may consume.
pub(super) struct Input<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) consumed: usize,
    pub(super) last: bool,
    /// The number of stored bytes, including those that have not arrived.
    pub(super) stored: u64,
}

impl<'a> Input<'a> {
    /// The bytes that have arrived but are not consumed.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.consumed..).unwrap_or_default()
    }

    /// The next `size` bytes, or all that are left if there are fewer. If they have not arrived, how many to request.
    /// Decoding pieces of a fixed size makes the outcome independent of how the bytes arrive, errors included.
    pub(super) fn piece(&self, size: usize) -> std::result::Result<&'a [u8], Status> {
        let size = usize::try_from(self.left()).unwrap_or(usize::MAX).min(size);
        self.rest().get(..size).ok_or(Status::NeedInput(size))
    }

    /// Consumes as many of the next `count` bytes as have arrived, and subtracts them from `count`.
    pub(super) fn pass_over(&mut self, count: &mut u64) -> Status {
        let passed = self.rest().len().min(usize::try_from(*count).unwrap_or(usize::MAX));
        *count -= passed as u64;
        self.consumed += passed;
        if *count > 0 { Status::NeedInput(1) } else { Status::Progress }
    }

    /// Whether all bytes are consumed and none are to come.
    pub(super) fn is_at_end(&self) -> bool {
        self.last && self.consumed >= self.bytes.len()
    }

    /// How many stored bytes are left, including those that have not arrived.
    pub(super) fn left(&self) -> u64 {
        self.stored.saturating_sub(self.consumed as u64)
    }
}

/// Extends `output` by `space` bytes and returns where they begin. The caller overwrites them and truncates `output` to
/// what was written.
pub(super) fn make_room(output: &mut Vec<u8>, space: usize) -> usize {
    let start = output.len();
    output.resize(start + space, 0);
    start
}

/// How many bytes to decode in one step: one more than expected, to detect a stream that decodes to too many.
pub(super) fn step(remaining: u64) -> usize {
    usize::try_from(remaining.saturating_add(1)).unwrap_or(STEP).min(STEP)
}

/// Copies the bytes of a block that is not compressed.
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
