//! `zstd`: one Zstandard frame (RFC 8878) that declares its decoded size and ends with a checksum.
//!
//! Encoded by `rusty_zstd`, which has the levels of the reference encoder and gives files of the same size. In
//! WebAssembly, it is as fast as `structured-zstd` at half the code size.

use rusty_zstd::{CompressOptions, Compressor, Flush};

use super::stream::{ROOM, Stream, failed};
use crate::error::Result;

/// The options for a frame of this level.
pub(super) fn options(level: u8, checksum: bool) -> CompressOptions {
    // At level 1, files are a quarter larger than the reference encoder's. At level 2, they are a little smaller.
    CompressOptions { level: level.max(2).into(), checksum }
}

pub(super) struct Zstd(Compressor);

impl Zstd {
    /// Encodes `length` bytes.
    pub(super) fn new(level: u8, length: u64) -> Result<Self> {
        let options = options(level, true);
        let mut compressor =
            Compressor::with_options(options, Some(length)).map_err(|_| failed("Zstandard"))?;
        compressor.set_pledged_src_size(length);
        Ok(Self(compressor))
    }
}

impl Stream for Zstd {
    fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.run(bytes, Flush::Continue, output)
    }

    fn finish(mut self: Box<Self>, output: &mut Vec<u8>) -> Result<()> {
        self.run(&[], Flush::End, output)
    }
}

impl Zstd {
    /// Encodes all bytes. With [`Flush::End`], also writes the remaining output.
    fn run(&mut self, mut bytes: &[u8], flush: Flush, output: &mut Vec<u8>) -> Result<()> {
        loop {
            let start = output.len();
            output.resize(start + ROOM, 0);
            let outcome = self.0.stream(bytes, output.get_mut(start..).unwrap_or_default(), flush);
            let Ok(status) = outcome else {
                output.truncate(start);
                return Err(failed("Zstandard"));
            };
            output.truncate(start + status.output_produced);
            bytes = bytes.get(status.input_consumed..).unwrap_or_default();
            let is_complete = if flush == Flush::End { status.done } else { bytes.is_empty() };
            if is_complete {
                return Ok(());
            }
            if status.input_consumed + status.output_produced == 0 {
                return Err(failed("Zstandard"));
            }
        }
    }
}
