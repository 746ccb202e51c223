//! `bzp2`: one or more bzip2 streams, the CRC of each block and stream verified.
//!
//! Written by every ASDF writer. Decoded by libbz2-rs-sys, a translation of libbz2 to Rust. Several streams one behind the
//! other decode as one, as `bzip2 -d` does.

use bzip2::{Decompress, Status as Outcome};

use super::{Input, Status, corrupt, make_room, step};
use crate::error::Result;

#[derive(Default)]
pub(super) struct Bzip2 {
    /// The stream that is being decoded.
    stream: Option<Decompress>,
}

impl std::fmt::Debug for Bzip2 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bzip2")
    }
}

impl Bzip2 {
    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        let space = step(remaining);
        let start = make_room(output, space);
        let stream = self.stream.get_or_insert_with(|| Decompress::new(false));
        let (read, written) = (stream.total_in(), stream.total_out());
        let outcome = stream.decompress(input.bytes, output.get_mut(start..).unwrap_or_default());
        let count = |after: u64, before: u64| usize::try_from(after - before).unwrap_or(0);
        input.consumed = count(stream.total_in(), read);
        let appended = count(stream.total_out(), written);
        output.truncate(start + appended);
        match outcome {
            Ok(Outcome::StreamEnd) => {
                self.stream = None;
                let another = input.rest().starts_with(b"BZh") || (input.rest().len() < 3 && !input.last);
                Ok(if another && remaining > appended as u64 { Status::Progress } else { Status::Finished })
            }
            Ok(_) if appended == space => Ok(Status::Progress),
            Ok(_) if input.consumed > 0 || appended > 0 => {
                Ok(if input.is_at_end() { Status::NeedInput(1) } else { Status::Progress })
            }
            Ok(_) => Ok(Status::NeedInput(input.bytes.len() + 1)),
            Err(error) => {
                output.truncate(start);
                Err(corrupt(format!("the bzip2 stream is damaged: {error}")))
            }
        }
    }
}
