//! Blocks of high levels, encoded as a whole: their windows are larger than pieces can be.

use rusty_zstd::{Compressor, Flush};

use super::super::stream::{ROOM, Stream, failed};
use super::options;
use crate::error::Result;

pub(in crate::writer::encode) struct Whole(Compressor);

impl Whole {
    /// Encodes `length` bytes.
    pub(in crate::writer::encode) fn new(level: u8, length: u64) -> Result<Self> {
        let options = options(level, true);
        let mut compressor =
            Compressor::with_options(options, Some(length)).map_err(|_| failed("Zstandard"))?;
        compressor.set_pledged_src_size(length);
        Ok(Self(compressor))
    }
}

impl Stream for Whole {
    fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.run(bytes, Flush::Continue, output)
    }

    fn finish(mut self: Box<Self>, output: &mut Vec<u8>) -> Result<()> {
        self.run(&[], Flush::End, output)
    }
}

impl Whole {
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
