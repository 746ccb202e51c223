//! What the codecs share: the interfaces of encoders, errors, and the writing of sizes.

use crate::error::{Error, ErrorKind, Result};

/// How much output space the encoders get at a time.
pub(super) const ROOM: usize = 64 << 10;

/// An encoder of one codec.
pub(super) trait Stream {
    /// Encodes the next bytes, and appends the output to `output`.
    fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()>;

    /// Appends the remaining output.
    fn finish(self: Box<Self>, output: &mut Vec<u8>) -> Result<()>;

    /// The sizes of the pieces that it may be given encoded, if it may.
    fn pieces(&self) -> Option<PieceSizes> {
        None
    }

    /// Takes the bytes of the next piece for the checksum.
    fn hash(&mut self, _piece: &[u8]) {}

    /// Appends an encoded piece of `length` bytes, in place of writing these.
    fn join(&mut self, _encoded: &[u8], _length: u64, _output: &mut Vec<u8>) -> Result<()> {
        Err(unsupported("this codec does not encode in pieces"))
    }
}

/// How the bytes of a block are divided into pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceSizes {
    /// The bytes of each piece; the last one may be shorter.
    pub piece: usize,
    /// How many of the bytes before a piece its encoder needs, or all if there are fewer.
    pub before: usize,
    /// Whether [`Encoder::hash`](super::Encoder::hash) has to be given the bytes of each piece, in order, before it is
    /// joined: the checksum of the stream cannot be computed from the checksums of pieces.
    pub hashed: bool,
}

/// A codec whose stream can be put together from pieces.
pub(super) trait Piecewise {
    fn sizes(&self) -> PieceSizes;

    /// Appends the encoded `piece`, which is not empty and follows `before`, with what joining it needs to know.
    fn encode(&self, before: &[u8], piece: &[u8], output: &mut Vec<u8>) -> Result<()>;

    /// Takes the bytes of the next piece for a checksum of the content, before it is joined.
    fn hash(&mut self, _piece: &[u8]) {}

    /// Appends the part of the stream that is the next piece, of `length` bytes, as `encode` has given it.
    fn join(&mut self, encoded: &[u8], length: u64, output: &mut Vec<u8>) -> Result<()>;

    /// Appends the end of the stream.
    fn finish(&mut self, output: &mut Vec<u8>) -> Result<()>;
}

pub(super) fn unsupported(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::UnsupportedCompression, message)
}

pub(super) fn bad_block(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::BadBlock, message)
}

/// The error for a failure of a library, which does not occur with valid options and lengths.
pub(super) fn failed(codec: &str) -> Error {
    bad_block(format!("the {codec} encoder failed"))
}

/// How far a byte counter advanced. The result fits into `usize`, because the counter counts bytes of a slice.
pub(super) fn past(before: u64, after: u64) -> usize {
    usize::try_from(after - before).unwrap_or(usize::MAX)
}

/// Converts a size to 32 bits. The data encoded at a time are always small enough.
pub(super) fn size_of(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Writes bytes into the space that was reserved at `at`.
pub(super) fn put<const N: usize>(output: &mut [u8], at: usize, bytes: [u8; N]) {
    if let Some(place) = output.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        *place = bytes;
    }
}
