//! `xz\0\0`: .xz streams (The .xz File Format 1.2), their CRC32, CRC64 or SHA-256 verified.
//!
//! Written by ASDF.jl. Streams may follow each other with padding in between, as with `xz -d`. One filter may precede
//! LZMA2; longer filter chains are rejected. The filters are taken from `lzma-rust2`.
//!
//! We have our own decoder because, in WebAssembly, it takes two thirds of the time of `lzma-rust2`
//! (`benches/decoders/RESULTS.md`). It decodes chunk by chunk straight into the result, whose end is the dictionary. Tests
//! compare it with `lzma-rust2`.
//!
//! - `stream` and `block`: the container
//! - `check`: the checksums
//! - `fault`: the errors
//! - `chunk`: the chunks of LZMA2
//! - `lzma` and `range`: LZMA, and its range coder

mod block;
mod check;
mod chunk;
mod fault;
mod lzma;
mod range;
mod stream;
#[cfg(test)]
mod tests;

pub(crate) use check::crc32;
use stream::Stream;
pub(crate) use stream::{HEADER, MAGIC, ending};

use super::input::{Input, Status, corrupt};
use crate::error::Result;

#[derive(Debug, Default)]
pub(super) struct Xz {
    /// The stream that is being decoded.
    stream: Option<Stream>,
    /// Whether any stream was begun.
    any: bool,
}

impl Xz {
    /// How far the next chunk may look back.
    pub(super) fn history(&self) -> usize {
        self.stream.as_ref().map_or(0, Stream::history)
    }

    /// Decodes one chunk, or what is between chunks.
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
        let status = stream.decode(input, remaining, output)?;
        if status == Status::Finished {
            self.stream = None;
            return Ok(Status::Progress);
        }
        Ok(status)
    }

    /// Begins the next stream, after skipping padding.
    fn begin(&mut self, input: &mut Input<'_>) -> Result<Status> {
        let head = match input.piece(HEADER) {
            Ok(head) => head,
            Err(status) => return Ok(status),
        };
        if let Some(header) = head.first_chunk().filter(|_| head.starts_with(MAGIC)) {
            self.stream = Some(Stream::new(header)?);
            self.any = true;
            input.consumed = HEADER;
            return Ok(Status::Progress);
        }
        if self.any {
            let padding = head.chunks_exact(4).take_while(|word| *word == [0; 4]).count() * 4;
            input.consumed = padding;
            // Bytes after a complete stream are ignored.
            return Ok(if padding > 0 { Status::Progress } else { Status::Finished });
        }
        if head.starts_with(MAGIC) || MAGIC.starts_with(head) {
            return Ok(Status::NeedInput(head.len() + 1));
        }
        let found = head.get(..MAGIC.len()).unwrap_or(head).escape_ascii();
        Err(corrupt(format!("an xz stream begins with `{found}`, not with `{}`", MAGIC.escape_ascii())))
    }
}
