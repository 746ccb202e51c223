//! `xz\0\0`: .xz streams (The .xz File Format 1.2), their CRC32, CRC64 or SHA-256 verified.
//!
//! Written by ASDF.jl. Decoded by `lzma-rust2`, which forbids unsafe code in the configuration used here. Streams may
//! follow each other with padding in between, as with `xz -d`. The decoder's dictionary grows with the decoded data,
//! whatever size the header claims, so the limit on the declared size covers it. One filter may precede LZMA2; longer
//! filter chains are rejected.

use lzma_rust2::{Action, Error as Failure, Status as Outcome, XzStream};

use super::input::{Input, Status, corrupt, make_room, step};
use crate::error::{Error, ErrorKind, Result};

const MAGIC: &[u8; 6] = b"\xfd7zXZ\0";
const STREAM_HEADER: usize = 12;
const LONGEST_BLOCK_HEADER: usize = 1024;
/// How many stored bytes are decoded at a time: the largest size of an LZMA2 chunk. If a piece is damaged, the bytes
/// decoded from it are lost.
const PIECE: usize = 64 << 10;
/// The space reserved for the decoded bytes of a piece.
const ROOM: usize = 4 * PIECE;
/// Filters by their id; BCJ filters have the name of a processor.
const FILTERS: [(u64, &str); 10] = [
    (0x03, "delta"),
    (0x04, "x86"),
    (0x05, "PowerPC"),
    (0x06, "IA-64"),
    (0x07, "ARM"),
    (0x08, "ARM-Thumb"),
    (0x09, "SPARC"),
    (0x0a, "ARM64"),
    (0x0b, "RISC-V"),
    (0x21, "LZMA2"),
];

#[derive(Default)]
pub(super) struct Xz {
    /// The stream that is being decoded.
    stream: Option<Box<XzStream>>,
    /// Whether any stream was begun.
    any: bool,
}

impl std::fmt::Debug for Xz {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Xz")
    }
}

impl Xz {
    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        let Some(stream) = &mut self.stream else {
            if self.any && (remaining == 0 || input.is_at_end()) {
                return Ok(Status::Finished);
            }
            return self.begin(input);
        };
        let piece = match input.piece(PIECE) {
            Ok(piece) => piece,
            Err(status) => return Ok(status),
        };
        let action = if piece.len() as u64 == input.left() { Action::Finish } else { Action::Run };
        let start = make_room(output, step(remaining).min(ROOM));
        let outcome = stream.process(piece, output.get_mut(start..).unwrap_or_default(), action);
        output.truncate(start + outcome.as_ref().map_or(0, |outcome| outcome.bytes_produced));
        match outcome {
            Ok(outcome) => {
                input.consumed = outcome.bytes_consumed;
                if outcome.status == Outcome::StreamEnd {
                    self.stream = None;
                } else if outcome.bytes_consumed + outcome.bytes_produced == 0 {
                    return Err(corrupt("the xz stream is damaged: it does not go on"));
                }
                Ok(Status::Progress)
            }
            // If no bytes are left, the caller reports that the data end too early.
            Err(Failure::Eof) => Ok(Status::NeedInput(piece.len() + 1)),
            Err(failure) => Err(failed(failure)),
        }
    }

    /// Begins the next stream, after skipping padding.
    fn begin(&mut self, input: &mut Input<'_>) -> Result<Status> {
        let head = match input.piece(STREAM_HEADER + LONGEST_BLOCK_HEADER) {
            Ok(head) => head,
            Err(status) => return Ok(status),
        };
        if head.starts_with(MAGIC) {
            refuse_filters(head.get(STREAM_HEADER..).unwrap_or_default())?;
            self.stream = Some(Box::new(XzStream::new(false)));
            self.any = true;
            return Ok(Status::Progress);
        }
        if self.any {
            let padding = head.chunks_exact(4).take_while(|word| *word == [0; 4]).count() * 4;
            input.consumed = padding;
            // Bytes after a complete stream are ignored.
            return Ok(if padding > 0 { Status::Progress } else { Status::Finished });
        }
        if MAGIC.starts_with(head) {
            return Ok(Status::NeedInput(head.len() + 1));
        }
        let found = head.get(..MAGIC.len()).unwrap_or(head).escape_ascii();
        Err(corrupt(format!("an xz stream begins with `{found}`, not with `{}`", MAGIC.escape_ascii())))
    }
}

/// Rejects filters in a block header that cannot be decoded, and names them. Finding damage is left to the decoder.
fn refuse_filters(header: &[u8]) -> Result<()> {
    let Some(filters) = filters(header) else { return Ok(()) };
    let name = |id: &u64| FILTERS.iter().find(|(known, _)| known == id).map(|(_, name)| *name);
    if let Some(unknown) = filters.iter().find(|id| name(id).is_none()) {
        return Err(unsupported(format!("the block is an xz stream with the unknown filter {unknown:#x}")));
    }
    if filters.len() > 2 {
        let names: Vec<_> = filters.iter().filter_map(name).collect();
        let message = format!("the block is an xz stream with the filters {}", names.join(", "));
        return Err(unsupported(format!("{message}, of which only two at a time are supported")));
    }
    Ok(())
}

/// The ids of the filters in a block header. `None` if the header is incomplete or damaged.
fn filters(header: &[u8]) -> Option<Vec<u64>> {
    let length = (usize::from(*header.first().filter(|size| **size > 0)?) + 1) * 4;
    let (fields, checksum) = header.get(..length)?.split_last_chunk::<4>()?;
    if crc32(fields) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (flags, mut fields) = fields.get(1..)?.split_first()?;
    // The two optional sizes that precede the filters.
    for _ in 0..(flags & 0xc0).count_ones() {
        number(&mut fields)?;
    }
    let filter = |_| {
        let id = number(&mut fields)?;
        let properties = usize::try_from(number(&mut fields)?).ok()?;
        fields = fields.get(properties..)?;
        Some(id)
    };
    (0..=flags & 3).map(filter).collect()
}

/// Takes a variable-length integer off the front: seven bits a byte, the lowest first.
fn number(bytes: &mut &[u8]) -> Option<u64> {
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

/// CRC-32, computed bit by bit, which is fast enough for a header.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let shift = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), shift))
}

fn failed(failure: Failure) -> Error {
    match failure {
        Failure::Unsupported(what) => {
            unsupported(format!("the block is an xz stream that is not supported: {what}"))
        }
        Failure::OutOfMemory(_) => {
            Error::new(ErrorKind::LimitExceeded, "the dictionary of an xz stream takes more than there is")
        }
        Failure::InvalidData(what) | Failure::InvalidInput(what) | Failure::Other(what) => {
            corrupt(format!("the xz stream is damaged: {what}"))
        }
        Failure::Eof | Failure::Interrupted | Failure::WriteZero(_) => corrupt("the xz stream is damaged"),
    }
}

fn unsupported(message: String) -> Error {
    Error::new(ErrorKind::UnsupportedCompression, message)
}
