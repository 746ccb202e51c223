//! A stream: its header, its blocks, and the index and footer, which follow from these (The .xz File Format 1.2,
//! section 2).

use super::super::input::{Input, Status};
use super::block::Block;
use super::check::{Check, crc32};
use super::fault::{damaged, unsupported};
use crate::error::Result;

pub(crate) const MAGIC: &[u8; 6] = b"\xfd7zXZ\0";
const FOOTER_MAGIC: [u8; 2] = *b"YZ";
/// The length of a stream's header.
pub(crate) const HEADER: usize = 12;

#[derive(Debug)]
pub(super) struct Stream {
    flags: [u8; 2],
    check: Check,
    /// The block that is being decoded.
    block: Option<Box<Block>>,
    /// The records of the index, and their number.
    records: Vec<u8>,
    count: u64,
}

impl Stream {
    pub(super) fn new(header: &[u8; HEADER]) -> Result<Self> {
        let &[.., first, second, a, b, c, d] = header;
        let flags = [first, second];
        if crc32(&flags) != u32::from_le_bytes([a, b, c, d]) {
            return Err(damaged("XZ stream header CRC32 mismatch"));
        }
        let reason = "the block is an xz stream that is not supported:";
        if first != 0 || second & 0xf0 != 0 {
            return Err(unsupported(format!("{reason} invalid XZ stream flags")));
        }
        let check =
            Check::new(second).ok_or_else(|| unsupported(format!("{reason} unsupported XZ check type")))?;
        Ok(Self { flags, check, block: None, records: Vec::new(), count: 0 })
    }

    /// How far the next chunk may look back in the output.
    pub(super) fn history(&self) -> usize {
        self.block.as_ref().map_or(0, |block| block.history())
    }

    /// Decodes one chunk, or what is between chunks. `Finished`: the stream has ended.
    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        let Some(block) = &mut self.block else { return self.next(input, remaining) };
        let status = block.decode(input, &mut self.check, output)?;
        if status == Status::Finished {
            number(block.stored(), &mut self.records);
            number(block.decoded(), &mut self.records);
            self.count += 1;
            self.block = None;
            return Ok(Status::Progress);
        }
        Ok(status)
    }

    /// Begins the next block, or ends the stream.
    fn next(&mut self, input: &mut Input<'_>, remaining: u64) -> Result<Status> {
        let first = match input.piece(1) {
            Ok(first) => first.first().copied(),
            Err(status) => return Ok(status),
        };
        let Some(size) = first else { return Ok(Status::NeedInput(1)) };
        if size == 0 {
            return self.end(input);
        }
        let size = (usize::from(size) + 1) * 4;
        let Some(header) = input.rest().get(..size) else { return Ok(Status::NeedInput(size)) };
        self.block = Some(Box::new(Block::new(header, remaining)?));
        input.consumed = size;
        Ok(Status::Progress)
    }

    fn end(&self, input: &mut Input<'_>) -> Result<Status> {
        let expected = ending(self.count, &self.records, self.flags);
        let found = match input.piece(expected.len()) {
            Ok(found) => found,
            Err(status) => return Ok(status),
        };
        if !expected.starts_with(found) {
            return Err(damaged("its index or its footer does not match its blocks"));
        }
        if found.len() < expected.len() {
            return Ok(Status::NeedInput(expected.len()));
        }
        input.consumed = expected.len();
        Ok(Status::Finished)
    }
}

/// The index and the footer of a stream whose index has `count` records.
pub(crate) fn ending(count: u64, records: &[u8], flags: [u8; 2]) -> Vec<u8> {
    let mut bytes = vec![0];
    number(count, &mut bytes);
    bytes.extend_from_slice(records);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes.extend(crc32(&bytes).to_le_bytes());
    // The size of the index in units of four bytes, of which it has at least two.
    let size = u32::try_from(bytes.len() / 4 - 1).unwrap_or(u32::MAX);
    let fields = [&size.to_le_bytes()[..], &flags].concat();
    bytes.extend(crc32(&fields).to_le_bytes());
    bytes.extend(fields);
    bytes.extend(FOOTER_MAGIC);
    bytes
}

/// Appends a number, seven bits a byte, the lowest first.
pub(super) fn number(mut number: u64, output: &mut Vec<u8>) {
    while number >= 0x80 {
        output.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    output.push((number & 0x7f) as u8);
}
