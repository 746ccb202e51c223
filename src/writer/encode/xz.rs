//! `xz\0\0`: one .xz stream (The .xz File Format 1.2), whose blocks are encoded independently, with a CRC64 each.
//!
//! Encoded by `lzma-rust2`, which forbids unsafe code in the configuration used here. A piece is a stream of one block; its
//! block and the record in its index are kept. Blocks are as long as the preset's dictionary, or longer; the dictionary is
//! never larger than the data require.

use lzma_rust2::{Result as Outcome, Write, XzOptions, XzWriter};

use super::stream::{PieceSizes, Piecewise, failed};
use crate::codec::xz::{HEADER, MAGIC, crc32, ending};
use crate::error::Result;

/// The smallest dictionary that LZMA2 allows.
const LEAST_DICTIONARY: u32 = 4096;
/// The smallest size of a block that is not the last one.
const LEAST_BLOCK: u32 = 4 << 20;

/// The flags in header and footer of a stream: each block has a CRC64.
const FLAGS: [u8; 2] = [0, 4];

/// Encodes pieces: streams, of which joining takes the blocks.
pub(super) struct Xz {
    level: u8,
    /// The records of the index, and their number.
    records: Vec<u8>,
    count: u64,
}

impl Xz {
    pub(super) fn new(level: u8) -> Self {
        Self { level, records: Vec::new(), count: 0 }
    }

    fn options(&self) -> XzOptions {
        XzOptions::with_preset(self.level.into())
    }

    /// Appends the header of the stream, before the first block.
    fn begin(&self, output: &mut Vec<u8>) {
        if self.count == 0 {
            output.extend(MAGIC);
            output.extend(FLAGS);
            output.extend(crc32(&FLAGS).to_le_bytes());
        }
    }
}

impl Piecewise for Xz {
    fn sizes(&self) -> PieceSizes {
        let block = self.options().lzma_options.dict_size.max(LEAST_BLOCK);
        PieceSizes { piece: usize::try_from(block).unwrap_or(usize::MAX), before: 0, hashed: false }
    }

    fn encode(&self, _: &[u8], piece: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let mut options = self.options();
        let size = &mut options.lzma_options.dict_size;
        *size = u32::try_from(piece.len()).unwrap_or(u32::MAX).max(LEAST_DICTIONARY).min(*size);
        let mut writer = XzWriter::new(Sink(output), options).map_err(|_| failed("xz"))?;
        writer.write_all(piece).map_err(|_| failed("xz"))?;
        writer.finish().map(drop).map_err(|_| failed("xz"))
    }

    fn join(&mut self, encoded: &[u8], _: u64, output: &mut Vec<u8>) -> Result<()> {
        let (block, record) = parts(encoded).ok_or_else(|| failed("xz"))?;
        self.begin(output);
        output.extend_from_slice(block);
        self.records.extend_from_slice(record);
        self.count += 1;
        Ok(())
    }

    fn finish(&mut self, output: &mut Vec<u8>) -> Result<()> {
        self.begin(output);
        output.extend(ending(self.count, &self.records, FLAGS));
        Ok(())
    }
}

/// The only block of a stream, and its record in the index.
fn parts(stream: &[u8]) -> Option<(&[u8], &[u8])> {
    let (content, footer) = stream.get(HEADER..)?.split_at_checked(stream.len().checked_sub(2 * HEADER)?)?;
    let size = u32::from_le_bytes(*footer.get(4..)?.first_chunk()?);
    let index = (usize::try_from(size).ok()? + 1) * 4;
    let (block, index) = content.split_at_checked(content.len().checked_sub(index)?)?;
    // Two numbers, after the indicator of the index and the number of records.
    let fields = index.get(2..)?;
    let mut ends = (0..fields.len()).filter(|at| fields.get(*at).is_some_and(|byte| *byte < 0x80));
    let end = ends.nth(1)?;
    Some((block, fields.get(..=end)?))
}

/// The output of a piece.
struct Sink<'a>(&'a mut Vec<u8>);

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> Outcome<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Outcome<()> {
        Ok(())
    }
}
