//! Encoding chains (ASDF 0.1.0, "Block encoding"). The content begins with a list of encodings in the order in which
//! they were applied; decoding undoes them in reverse order.
//!
//! Each step reads the output of the step before it, and only continues when the next step needs more. So the data held
//! between two steps are never much more than a megabyte. No step produces more than [`Limits::block`] bytes in all.
//! `quantize` turns an array into bytes; without it, the array is stored as it is in memory. Once the last step has all
//! its bytes, the other steps still run to their ends to verify their checksums.

mod description;
mod quantize;
mod step;
#[cfg(test)]
mod tests;
mod tile;

use super::input::{Input, Status};
use crate::error::Result;
use crate::limits::Limits;
use step::Step;

/// The maximum length of a chain's description.
const LONGEST: usize = 64 << 10;

/// Decodes a block with the encoding chain at its beginning.
#[derive(Debug)]
pub(super) struct Chain {
    declared: u64,
    limits: Limits,
    /// The steps in the order of decoding, once the description was read.
    steps: Option<Vec<Step>>,
}

impl Chain {
    /// Decodes a block of `declared` decoded bytes.
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
            // Output that the next step does not need is ignored, as are the bytes after any stream.
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
