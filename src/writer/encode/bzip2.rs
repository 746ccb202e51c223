//! `bzp2`: one bzip2 stream, encoded by the crate `bzip2` with `libbz2-rs-sys`. That is a translation of libbz2 and
//! gives the same bytes.

use bzip2::{Action, Compress, Compression, Status};

use super::stream::{ROOM, Stream, failed, past};
use crate::error::Result;

pub(super) struct Bzip2(Compress);

impl Bzip2 {
    pub(super) fn new(level: u8) -> Self {
        // The work factor decides when the encoder switches to another sorting algorithm, which is slower on most data,
        // but never very slow. 0 selects the library's default.
        Self(Compress::new(Compression::new(level.into()), 0))
    }
}

impl Stream for Bzip2 {
    fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.run(bytes, Action::Run, output)
    }

    fn finish(mut self: Box<Self>, output: &mut Vec<u8>) -> Result<()> {
        self.run(&[], Action::Finish, output)
    }
}

impl Bzip2 {
    /// Encodes all bytes. With [`Action::Finish`], also writes the remaining output.
    fn run(&mut self, mut bytes: &[u8], action: Action, output: &mut Vec<u8>) -> Result<()> {
        loop {
            let (taken, given, start) = (self.0.total_in(), self.0.total_out(), output.len());
            output.resize(start + ROOM, 0);
            let outcome = self.0.compress(bytes, output.get_mut(start..).unwrap_or_default(), action);
            output.truncate(start + past(given, self.0.total_out()));
            bytes = bytes.get(past(taken, self.0.total_in())..).unwrap_or_default();
            match outcome {
                Ok(Status::StreamEnd) => return Ok(()),
                Ok(_) if action == Action::Run && bytes.is_empty() => return Ok(()),
                Ok(_) if self.0.total_in() > taken || self.0.total_out() > given => {}
                _ => return Err(failed("bzip2")),
            }
        }
    }
}
