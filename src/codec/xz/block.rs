//! A block: its header, its chunks, and the filter before LZMA2 (The .xz File Format 1.2, section 3).

use lzma_rust2::FilterType;
use lzma_rust2::filter::{FilterConfig, StreamFilter};

use super::super::input::{Input, STEP, Status};
use super::check::{Check, crc32};
use super::chunk::{Chunks, LONGEST_CHUNK};
use super::fault::{damaged, unsupported};
use crate::error::Result;
use crate::limits::charge;

/// The largest dictionary accepted, if the block decodes to as much: preset 9 uses 64 MiB.
const LARGEST_DICTIONARY: u64 = 1 << 30;
const DELTA: u64 = 0x03;
const LZMA2: u64 = 0x21;
/// Filters by their id; BCJ filters have the name of a processor.
const FILTERS: [(u64, &str); 10] = [
    (DELTA, "delta"),
    (0x04, "x86"),
    (0x05, "PowerPC"),
    (0x06, "IA-64"),
    (0x07, "ARM"),
    (0x08, "ARM-Thumb"),
    (0x09, "SPARC"),
    (0x0a, "ARM64"),
    (0x0b, "RISC-V"),
    (LZMA2, "LZMA2"),
];

#[derive(Debug)]
pub(super) struct Block {
    chunks: Chunks,
    filter: Option<Filter>,
    /// The sizes that the header declares: of the stored chunks, and decoded.
    declared: [Option<u64>; 2],
    /// The size of the header and of the chunks so far, the padding excluded; with the checksum at the end.
    header: u64,
    stored: u64,
    decoded: u64,
}

impl Block {
    /// Of a block that decodes to at most `remaining` bytes.
    pub(super) fn new(header: &[u8], remaining: u64) -> Result<Self> {
        let incomplete = || damaged("a block header is too short");
        let (fields, checksum) = header.split_last_chunk().ok_or_else(incomplete)?;
        if crc32(fields) != u32::from_le_bytes(*checksum) {
            return Err(damaged("block header CRC32 mismatch"));
        }
        let (flags, mut fields) = fields.get(1..).and_then(<[u8]>::split_first).ok_or_else(incomplete)?;
        if flags & 0x3c != 0 {
            let reason = "the block is an xz stream that is not supported: reserved block flag bits are set";
            return Err(unsupported(reason.to_owned()));
        }
        let mut declared = [None; 2];
        for (size, flag) in declared.iter_mut().zip([0x40, 0x80]) {
            if flags & flag != 0 {
                *size = Some(take_number(&mut fields).ok_or_else(incomplete)?);
            }
        }
        let filters = (0..=flags & 3).map(|_| take_filter(&mut fields));
        let filters: Vec<_> = filters.collect::<Option<_>>().ok_or_else(incomplete)?;
        if fields.iter().any(|byte| *byte != 0) {
            return Err(damaged("the padding of a block header is not zero"));
        }
        refuse(&filters)?;
        let (dictionary, filter) = match *filters {
            [(LZMA2, size)] => (size, None),
            [filter, (LZMA2, size)] if filter.0 != LZMA2 => (size, Some(Filter::new(filter)?)),
            _ => return Err(damaged("LZMA2 must be the last XZ block filter")),
        };
        let &[exponent @ 0..=40] = dictionary else { return Err(damaged("Invalid LZMA2 dictionary size")) };
        let size = (u64::from(2 | exponent & 1) << (exponent / 2 + 11)).min(u32::MAX.into());
        charge("the dictionary of an xz stream", size.min(remaining), LARGEST_DICTIONARY)?;
        let chunks = Chunks::new(usize::try_from(size).unwrap_or(usize::MAX));
        Ok(Self { chunks, filter, declared, header: header.len() as u64, stored: 0, decoded: 0 })
    }

    /// How far the next chunk may look back in the output: a filter keeps what it was applied to.
    pub(super) fn history(&self) -> usize {
        if self.filter.is_some() { 0 } else { self.chunks.history() }
    }

    /// The stored size as in the index: header, chunks and checksum.
    pub(super) fn stored(&self) -> u64 {
        self.header + self.stored
    }

    pub(super) fn decoded(&self) -> u64 {
        self.decoded
    }

    /// Decodes one chunk. `Finished`: the block has ended, and its checksum matches.
    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        check: &mut Check,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        let piece = match input.piece(LONGEST_CHUNK) {
            Ok(piece) => piece,
            Err(status) => return Ok(status),
        };
        let start = output.len();
        let is_last = piece.first() == Some(&0);
        let taken = if is_last {
            if let Some(filter) = &mut self.filter {
                output.append(&mut filter.held);
            }
            Some(1)
        } else if let Some(filter) = &mut self.filter {
            filter.decode(&mut self.chunks, piece, output)?
        } else {
            self.chunks.decode(piece, output)?
        };
        // A piece that does not have the whole chunk is the end of the stored bytes.
        let Some(taken) = taken else { return Ok(Status::NeedInput(piece.len() + 1)) };
        let decoded = output.get(start..).unwrap_or_default();
        check.update(decoded);
        self.decoded += decoded.len() as u64;
        self.stored += taken as u64;
        input.consumed = taken;
        if is_last { self.end(input, check) } else { Ok(Status::Progress) }
    }

    /// What follows the chunks: padding and the checksum.
    fn end(&mut self, input: &mut Input<'_>, check: &mut Check) -> Result<Status> {
        let sizes = [self.stored, self.decoded];
        if self.declared.iter().zip(sizes).any(|(declared, size)| declared.is_some_and(|of| of != size)) {
            return Err(damaged("a block does not have the size in its header"));
        }
        let padding = usize::from(self.stored.wrapping_neg().to_le_bytes()[0] & 3);
        let size = padding + check.size();
        let Some((padding, checksum)) =
            input.rest().get(..size).and_then(|rest| rest.split_at_checked(padding))
        else {
            // The decoder is at its end: the piece that it was given ends with the stored bytes.
            return Ok(Status::NeedInput(input.rest().len() + 1));
        };
        if padding.iter().any(|byte| *byte != 0) {
            return Err(damaged("non-zero block padding"));
        }
        if !check.matches(checksum) {
            return Err(damaged("block checksum mismatch"));
        }
        self.stored += check.size() as u64;
        input.consumed += size;
        Ok(Status::Finished)
    }
}

/// Delta or BCJ.
struct Filter {
    decoder: StreamFilter,
    /// What was decoded before it was filtered: the dictionary.
    window: Vec<u8>,
    /// Decoded bytes at the end that are filtered once the bytes after them are known.
    held: Vec<u8>,
}

impl std::fmt::Debug for Filter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Filter")
    }
}

impl Filter {
    fn new((id, properties): (u64, &[u8])) -> Result<Self> {
        let property = match *properties {
            [distance] if id == DELTA => u32::from(distance) + 1,
            [] if id != DELTA => 0,
            [a, b, c, d] if id != DELTA => u32::from_le_bytes([a, b, c, d]),
            _ => return Err(damaged("a filter has properties of the wrong size")),
        };
        let filter = FilterType::try_from(id).ok().map(|filter_type| FilterConfig { filter_type, property });
        let decoder = filter.and_then(|config| StreamFilter::new(&config).ok());
        let decoder = decoder.ok_or_else(|| damaged("a filter has wrong properties"))?;
        Ok(Self { decoder, window: Vec::new(), held: Vec::new() })
    }

    /// Decodes a chunk, and appends what can be filtered so far.
    fn decode(&mut self, chunks: &mut Chunks, piece: &[u8], output: &mut Vec<u8>) -> Result<Option<usize>> {
        let spare = self.window.len().saturating_sub(chunks.history());
        // As much as is moved, at least.
        if spare >= STEP.max(chunks.history()) {
            self.window.drain(..spare);
        }
        let (from, start) = (self.window.len(), output.len());
        let taken = chunks.decode(piece, &mut self.window)?;
        if taken.is_some() {
            output.append(&mut self.held);
            output.extend_from_slice(self.window.get(from..).unwrap_or_default());
            let filtered = self.decoder.decode(output.get_mut(start..).unwrap_or_default());
            self.held.extend(output.drain(start + filtered..));
        }
        Ok(taken)
    }
}

/// Rejects filters that cannot be decoded, and names them.
fn refuse(filters: &[(u64, &[u8])]) -> Result<()> {
    let name = |id: u64| FILTERS.iter().find(|(known, _)| *known == id).map(|(_, name)| *name);
    if let Some((unknown, _)) = filters.iter().find(|(id, _)| name(*id).is_none()) {
        return Err(unsupported(format!("the block is an xz stream with the unknown filter {unknown:#x}")));
    }
    if filters.len() > 2 {
        let names: Vec<_> = filters.iter().filter_map(|(id, _)| name(*id)).collect();
        let message = format!("the block is an xz stream with the filters {}", names.join(", "));
        return Err(unsupported(format!("{message}, of which only two at a time are supported")));
    }
    Ok(())
}

/// Takes the id of a filter and its properties off the front.
fn take_filter<'a>(bytes: &mut &'a [u8]) -> Option<(u64, &'a [u8])> {
    let id = take_number(bytes)?;
    let size = usize::try_from(take_number(bytes)?).ok()?;
    let (properties, rest) = bytes.split_at_checked(size)?;
    *bytes = rest;
    Some((id, properties))
}

/// Takes a variable-length integer off the front: seven bits a byte, the lowest first.
fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..9 {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
