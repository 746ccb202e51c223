//! `zlib`: one zlib stream (RFC 1950, 1951), its Adler-32 verified.
//!
//! Written by every ASDF writer. Decoded by `fdeflate`, which forbids unsafe code and is the fastest in WebAssembly; it
//! finds the last 32 KiB in the output itself. A preset dictionary, which no ASDF writer uses, is refused.

use fdeflate::Decompressor;

use super::{Input, Status, corrupt, make_room, step};
use crate::error::Result;

/// How many bytes more are asked for when those here are used up: enough for the room made for a step to pay.
const PIECE: u64 = 16 << 10;

#[derive(Default)]
pub(super) struct Zlib(Decompressor);

impl std::fmt::Debug for Zlib {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Zlib")
    }
}

impl Zlib {
    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        if self.0.is_done() {
            return Ok(Status::Finished);
        }
        let space = step(remaining);
        let start = make_room(output, space);
        let outcome = self.0.read(input.bytes, output, start, input.last);
        let (consumed, appended) = match outcome {
            Ok(counts) => counts,
            Err(error) => {
                output.truncate(start);
                return Err(corrupt(format!("the zlib stream is damaged: {error:?}")));
            }
        };
        output.truncate(start + appended);
        input.consumed = consumed;
        Ok(if self.0.is_done() {
            Status::Finished
        } else if appended == space {
            Status::Progress
        } else {
            let following = input.left().saturating_sub(input.rest().len() as u64).clamp(1, PIECE);
            Status::NeedInput(input.rest().len() + following as usize)
        })
    }
}
