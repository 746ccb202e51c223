//! `bzp2`: one bzip2 stream, by `bzip2` on `libbz2-rs-sys`, the library's translation: the same bytes.

use bzip2::{Action, Compress, Compression, Status};

use super::stream::{ROOM, Stream, failed, past};
use crate::error::Result;

pub(super) struct Bzip2(Compress);

impl Bzip2 {
    pub(super) fn new(level: u8) -> Self {
        // The work factor decides when sorting is given up for a slower way that is never slow; 0: the library's own.
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
    /// Takes all bytes; with [`Action::Finish`], gives all that is left.
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
