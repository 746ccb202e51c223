//! Encoding chains (ASDF 0.1.0, "Block encoding"): the content begins with a list of encodings, in the order in which they
//! were applied, and is decoded by them in reverse.
//!
//! Each step reads what the step before it gives and is only asked to go on when the next one needs more, so between two
//! steps there is never much more than a megabyte; in all, none gives more than [`Limits::block`]. An array becomes bytes by
//! `quantize` or, without a word, by being stored as it is in memory. Behind the last byte that the last step takes, the
//! others still run to their ends, for the checksums there.

mod description;
mod quantize;
#[cfg(test)]
mod tests;
mod tile;

use super::input::{HISTORY, Input, Status, corrupt, stored};
use super::zlib::{self, Zlib};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Limits, check};
use quantize::Quantize;
use tile::Tile;

/// No description of a chain is longer than this.
const LONGEST: usize = 64 << 10;
/// How many bytes that are needed no more may lie in a step's output until they are dropped.
const SLACK: usize = 256 << 10;

/// Decodes a block by the chain it begins with.
#[derive(Debug)]
pub(super) struct Chain {
    declared: u64,
    limits: Limits,
    /// The steps in the order of decoding, once they are known.
    steps: Option<Vec<Step>>,
}

/// A step of the chain.
#[derive(Debug)]
struct Step {
    codec: Codec,
    /// What it gave, and how much of that the next step has taken. Not used by the last one.
    output: Vec<u8>,
    taken: usize,
    /// How many bytes it gave in all, and how many it may.
    given: u64,
    limit: u64,
    /// How many bytes it must have to go on.
    needed: usize,
    finished: bool,
}

#[derive(Debug)]
enum Codec {
    Null,
    Zlib(Box<Zlib>),
    Quantize(Quantize),
    Tile(Box<Tile>),
}

impl Chain {
    /// For a block that decodes to `declared` bytes.
    pub(super) fn new(declared: u64, limits: &Limits) -> Self {
        Self { declared, limits: *limits, steps: None }
    }

    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        let Some(steps) = &mut self.steps else {
            let head = match input.piece(LONGEST) {
                Ok(head) => head,
                Err(status) => return Ok(status),
            };
            let (text, length) = description::find(head)?;
            self.steps = Some(description::read(text, self.declared, &self.limits)?);
            input.consumed = length;
            return Ok(Status::Progress);
        };
        let last = steps.len().saturating_sub(1);
        let mut wanted = true;
        for at in (0..=last).rev() {
            let (before, rest) = steps.split_at_mut(at);
            let Some(step) = rest.first_mut() else { continue };
            // What a step gives beyond what the next one took is ignored, as is what follows any stream.
            step.finished |= !wanted && step.taken < step.output.len();
            wanted = !step.finished;
            if step.finished {
                continue;
            }
            let output = (at == last).then_some(&mut *output);
            let status = match before.last_mut() {
                None => Some(step.read_stored(input, remaining, output)?),
                Some(source) => step.read_from(source, remaining, output)?,
            };
            if let Some(status) = status {
                return Ok(status);
            }
        }
        Ok(Status::Finished)
    }
}

impl Step {
    fn new(codec: Codec, limits: &Limits) -> Self {
        let limit = limits.block;
        Self { codec, output: Vec::new(), taken: 0, given: 0, limit, needed: 0, finished: false }
    }

    /// Goes on with stored bytes, or asks for them.
    fn read_stored(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: Option<&mut Vec<u8>>,
    ) -> Result<Status> {
        // Always as many, because an error in a step takes with it what that step made of them; as `zlib` asks for no less,
        // no turn is in vain.
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

    /// Goes on with what the step before gave; `None` if that has to give more first.
    fn read_from(
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

    /// Decodes a step further; says whether it could. The last step gives to `output`.
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

    /// Drops what the next step has taken, but for what this one may look back at.
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

/// A chain that does not say what is to be done.
fn bad(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::BadBlock, message)
}
