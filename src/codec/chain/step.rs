//! A step of an encoding chain: its codec, and the output for the next step.

use super::quantize::Quantize;
use super::tile::Tile;
use crate::codec::input::{HISTORY, Input, Status, corrupt, stored};
use crate::codec::zlib::{self, Zlib};
use crate::error::Result;
use crate::limits::{Limits, check};

/// How many bytes that the next step has taken may stay in a step's output before they are dropped.
const SLACK: usize = 256 << 10;

/// A step of the chain.
#[derive(Debug)]
pub(super) struct Step {
    codec: Codec,
    /// The output, and how much of it the next step has taken. Not used by the last step.
    pub(super) output: Vec<u8>,
    pub(super) taken: usize,
    /// How many bytes the step has produced, and the most it may produce.
    given: u64,
    limit: u64,
    /// How many bytes of input it needs to continue.
    needed: usize,
    pub(super) finished: bool,
}

#[derive(Debug)]
pub(super) enum Codec {
    Null,
    Zlib(Box<Zlib>),
    Quantize(Quantize),
    Tile(Box<Tile>),
}

impl Step {
    pub(super) fn new(codec: Codec, limits: &Limits) -> Self {
        let limit = limits.block;
        Self { codec, output: Vec::new(), taken: 0, given: 0, limit, needed: 0, finished: false }
    }

    /// Continues with stored bytes, or requests them.
    pub(super) fn read_stored(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: Option<&mut Vec<u8>>,
    ) -> Result<Status> {
        // Pieces always have the same size, because an error in a step discards what the step decoded from its piece.
        // `zlib` needs no larger piece, so every call makes progress.
        let piece = match input.piece(zlib::PIECE.max(self.needed)) {
            Ok(piece) => piece,
            Err(status) => return Ok(status),
        };
        let last = piece.len() as u64 == input.left();
        let mut piece = Input { bytes: piece, consumed: 0, last, stored: input.left() };
        self.run(&mut piece, remaining, output)?;
        input.consumed = piece.consumed;
        Ok(Status::Progress)
    }

    /// Continues with the output of the step before. `None` if that step has to produce more first.
    pub(super) fn read_from(
        &mut self,
        source: &mut Self,
        remaining: u64,
        output: Option<&mut Vec<u8>>,
    ) -> Result<Option<Status>> {
        let bytes = source.output.get(source.taken..).unwrap_or_default();
        if bytes.len() < self.needed && !source.finished {
            return Ok(None);
        }
        let stored = if source.finished { bytes.len() as u64 } else { u64::MAX };
        let mut input = Input { bytes, consumed: 0, last: source.finished, stored };
        let went_on = self.run(&mut input, remaining, output)?;
        source.taken += input.consumed;
        source.drop_taken();
        Ok(went_on.then_some(Status::Progress))
    }

    /// Runs the codec on `input`. Returns whether it made progress.
    fn run(&mut self, input: &mut Input<'_>, remaining: u64, output: Option<&mut Vec<u8>>) -> Result<bool> {
        let (output, remaining) = match output {
            Some(output) => (output, remaining),
            None => (&mut self.output, u64::MAX),
        };
        let before = output.len();
        let status = match &mut self.codec {
            Codec::Null => Ok(stored(input, remaining, output)),
            Codec::Zlib(codec) => codec.decode(input, remaining, output),
            Codec::Quantize(codec) => codec.decode(input, output),
            Codec::Tile(codec) => codec.decode(input, output),
        }?;
        let given = (output.len() - before) as u64;
        self.given += given;
        check("what a step of the encoding chain gives", self.given, self.limit)?;
        self.finished = status == Status::Finished;
        self.needed = if let Status::NeedInput(size) = status { size } else { 0 };
        if self.needed > 0 && input.last {
            let name = self.codec.name();
            return Err(corrupt(format!("the data of the encoding `{name}` end too early")));
        }
        Ok(input.consumed > 0 || given > 0 || self.needed == 0)
    }

    /// Drops the output that the next step has taken, except for the history that this step may look back at.
    fn drop_taken(&mut self) {
        let spare = self.taken.min(self.output.len().saturating_sub(HISTORY));
        if spare >= SLACK {
            self.output.drain(..spare);
            self.taken -= spare;
        }
    }
}

impl Codec {
    fn name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Zlib(_) => "zlib",
            Self::Quantize(_) => "quantize",
            Self::Tile(_) => "tile",
        }
    }
}
