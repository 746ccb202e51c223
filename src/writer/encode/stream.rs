//! What the codecs share: the interface of a stream, its errors, and how sizes are written.

use crate::error::{Error, ErrorKind, Result};

/// How much room the codecs of streams are given at a time.
pub(super) const ROOM: usize = 64 << 10;

/// An encoder of one codec.
pub(super) trait Stream {
    /// Takes the next bytes, and appends what is encoded to `output`.
    fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()>;

    /// Appends the remaining output.
    fn finish(self: Box<Self>, output: &mut Vec<u8>) -> Result<()>;
}

pub(super) fn unsupported(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::UnsupportedCompression, message)
}

pub(super) fn bad_block(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::BadBlock, message)
}

/// A library's refusal, which valid options and lengths do not lead to.
pub(super) fn failed(codec: &str) -> Error {
    bad_block(format!("the {codec} encoder failed"))
}

/// How many bytes a counter went on by: no more than the slice it counts in has.
pub(super) fn past(before: u64, after: u64) -> usize {
    usize::try_from(after - before).unwrap_or(usize::MAX)
}

/// A size that a format gives 32 bits: what is encoded at once has fewer bytes than they can count.
pub(super) fn size_of(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Writes bytes over what was left room for at `at`.
pub(super) fn put<const N: usize>(output: &mut [u8], at: usize, bytes: [u8; N]) {
    if let Some(place) = output.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        *place = bytes;
    }
}
