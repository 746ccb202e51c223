//! `zlib`: one zlib stream (RFC 1950).
//!
//! Encoded by `zlib-rs`, which takes three quarters of the time of `miniz_oxide` in WebAssembly. Files are as large as
//! with zlib.

use zlib_rs::{Deflate, DeflateFlush, Status};

use super::pieces::Pieces;
use super::stream::{ROOM, Stream, failed, past};
use crate::error::Result;

/// The window size as a power of two: 32 KiB.
const WINDOW: u8 = 15;

/// How many bytes are compressed at a time. The output depends on it.
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
        // Level 1 of `zlib-rs` is faster than zlib's, but files are twice as large. Its level 2 corresponds to zlib's
        // level 1.
        let level = if level == 1 { 2 } else { level };
        Self(Deflate::new(level.into(), true, WINDOW))
    }

    /// Appends a whole stream of `data`.
    pub(super) fn whole(&mut self, data: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.0.reset();
        self.run(data, DeflateFlush::Finish, output)
    }

    /// Encodes all bytes. With [`DeflateFlush::Finish`], also writes the remaining output.
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
