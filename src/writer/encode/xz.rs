//! `xz\0\0`: one .xz stream (The .xz File Format 1.2) with one block and a CRC64.
//!
//! Encoded by `lzma-rust2`, which forbids unsafe code in the configuration used here. The dictionary is never larger
//! than the data require.

use lzma_rust2::{Result as Outcome, Write, XzOptions, XzWriter};

use super::stream::{Stream, failed};
use crate::error::Result;

/// The smallest dictionary that LZMA2 allows.
const LEAST_DICTIONARY: u32 = 4096;

pub(super) struct Xz(XzWriter<Sink>);

impl Xz {
    /// Encodes `length` bytes.
    pub(super) fn new(level: u8, length: u64) -> Result<Self> {
        let mut options = XzOptions::with_preset(level.into());
        let size = &mut options.lzma_options.dict_size;
        *size = u32::try_from(length).unwrap_or(u32::MAX).max(LEAST_DICTIONARY).min(*size);
        XzWriter::new(Sink::default(), options).map(Self).map_err(|_| failed("xz"))
    }
}

impl Stream for Xz {
    fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.0.write_all(bytes).map_err(|_| failed("xz"))?;
        output.append(&mut self.0.inner_mut().0);
        Ok(())
    }

    fn finish(self: Box<Self>, output: &mut Vec<u8>) -> Result<()> {
        let mut sink = self.0.finish().map_err(|_| failed("xz"))?;
        output.append(&mut sink.0);
        Ok(())
    }
}

/// The output that was not yet appended to the caller's buffer.
#[derive(Default)]
struct Sink(Vec<u8>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> Outcome<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Outcome<()> {
        Ok(())
    }
}
