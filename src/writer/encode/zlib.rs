//! `zlib`: one zlib stream (RFC 1950).
//!
//! By `zlib-rs`, which takes three quarters of the time of `miniz_oxide` in WebAssembly; files are as large as zlib's.

use zlib_rs::{Deflate, DeflateFlush, Status};

use super::pieces::Pieces;
use super::stream::{ROOM, Stream, failed, past};
use crate::error::Result;

/// The window of 32 KiB, as a power of two.
const WINDOW: u8 = 15;

/// The size of the pieces it compresses at a time, on which its output depends.
const PIECE: usize = 128 << 10;

pub(super) struct Zlib {
    pieces: Pieces,
    deflater: Deflater,
}

impl Zlib {
    pub(super) fn new(level: u8) -> Self {
        Self { pieces: Pieces::new(PIECE), deflater: Deflater::new(level) }
    }
}

impl Stream for Zlib {
    fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let Self { pieces, deflater } = self;
        pieces.take(bytes, |piece| deflater.run(piece, DeflateFlush::NoFlush, output))
    }

    fn finish(mut self: Box<Self>, output: &mut Vec<u8>) -> Result<()> {
        let rest = self.pieces.rest().unwrap_or_default();
        self.deflater.run(rest, DeflateFlush::Finish, output)
    }
}

/// Makes zlib streams.
pub(super) struct Deflater(Deflate);

impl Deflater {
    pub(super) fn new(level: u8) -> Self {
        // Its level 1 is faster than zlib's, but files are twice as large; 2 is what zlib's 1 is.
        let level = if level == 1 { 2 } else { level };
        Self(Deflate::new(level.into(), true, WINDOW))
    }

    /// Appends the stream of `data`.
    pub(super) fn whole(&mut self, data: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.0.reset();
        self.run(data, DeflateFlush::Finish, output)
    }

    /// Encodes all bytes; with [`DeflateFlush::Finish`], gives all that is left.
    fn run(&mut self, mut bytes: &[u8], flush: DeflateFlush, output: &mut Vec<u8>) -> Result<()> {
        let Self(deflate) = self;
        loop {
            let (taken, given, start) = (deflate.total_in(), deflate.total_out(), output.len());
            output.resize(start + ROOM, 0);
            let outcome = deflate.compress(bytes, output.get_mut(start..).unwrap_or_default(), flush);
            output.truncate(start + past(given, deflate.total_out()));
            bytes = bytes.get(past(taken, deflate.total_in())..).unwrap_or_default();
            match outcome {
                Ok(Status::StreamEnd) => return Ok(()),
                Ok(_) if flush == DeflateFlush::NoFlush && bytes.is_empty() => return Ok(()),
                Ok(_) if deflate.total_in() > taken || deflate.total_out() > given => {}
                _ => return Err(failed("zlib")),
            }
        }
    }
}
