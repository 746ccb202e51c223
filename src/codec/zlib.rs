//! `zlib`: one zlib stream (RFC 1950, 1951), its Adler-32 verified.
//!
//! Written by every ASDF writer. Decoded by `fdeflate`, which forbids unsafe code and is the fastest in WebAssembly; it
//! finds the last 32 KiB in the output itself. A preset dictionary, which no ASDF writer uses, is refused.

use fdeflate::{DecompressionError as Fault, Decompressor};

use super::{Input, Status, corrupt, make_room, step};
use crate::error::Result;

/// How many stored bytes are decoded at a time: enough for the room made for a step to pay.
pub(super) const PIECE: usize = 256 << 10;

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
        let piece = match input.piece(PIECE) {
            Ok(piece) => piece,
            Err(status) => return Ok(status),
        };
        let is_last = piece.len() as u64 == input.left();
        let space = step(remaining);
        let start = make_room(output, space);
        let outcome = self.0.read(piece, output, start, is_last);
        let (consumed, appended) = match outcome {
            Ok(counts) => counts,
            Err(error) => {
                output.truncate(start);
                let what = match error {
                    // More than there are: they end too early.
                    Fault::InsufficientInput => return Ok(Status::NeedInput(piece.len() + 1)),
                    Fault::WrongChecksum => {
                        return Err(corrupt("the checksum of the zlib stream does not match"));
                    }
                    Fault::BadZlibHeader => "it does not begin as one",
                    Fault::InputStartsWithRun | Fault::DistanceTooFarBack => {
                        "it repeats bytes from before its beginning"
                    }
                    Fault::InvalidLiteralLengthCode | Fault::InvalidDistanceCode => {
                        "it has bits that are none of its Huffman codes"
                    }
                    _ => "the header of one of its blocks makes no sense",
                };
                return Err(corrupt(format!("the zlib stream is damaged: {what}")));
            }
        };
        output.truncate(start + appended);
        input.consumed = consumed;
        Ok(if self.0.is_done() {
            Status::Finished
        } else if consumed == 0 && appended == 0 {
            Status::NeedInput(piece.len() + 1)
        } else {
            Status::Progress
        })
    }
}
