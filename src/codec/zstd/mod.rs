//! `zstd`: Zstandard frames (RFC 8878), their XXH64 verified.
//!
//! Written by asdf-compression, asdf-cxx and ASDF.jl, whose level 22 uses a window of up to 128 MiB. Several frames may
//! follow each other, with skippable frames in between. No ASDF writer uses dictionaries, but Blosc may: [`Zstd`]
//! rejects frames that need one, and [`decode_whole`] accepts a dictionary.
//!
//! We have our own decoder because, in WebAssembly, it is 3.5 times as fast as `ruzstd`
//! (`benches/decoders/RESULTS.md`). It decodes straight into the result, whose end is the only window it needs.
//! `structured-zstd`, which is about as fast, is built on unsafe code. Tests compare this decoder with `ruzstd`; the
//! feature `reference-codecs` replaces it with `ruzstd`.
//!
//! - `frame` and `block`: the container
//! - `literals` and `sequences`: the sections of a block
//! - `huffman`, `fse` and `codes`: the entropy codes
//! - `bits`: the bit streams
//! - `buffer`: the output
//! - `whole` and `dictionary`: decoding whole frames into a slice, for Blosc

mod bits;
mod block;
mod buffer;
mod codes;
mod dictionary;
mod frame;
mod fse;
mod huffman;
mod literals;
mod sequences;
#[cfg(test)]
mod tests;
mod whole;

pub(crate) use block::Blocks;
use buffer::MatchBuffer;
use frame::{Frame, SKIPPABLE_HEADER, Start, Step, no_dictionary, wrong_magic};
pub(crate) use whole::decode_whole;

use super::input::{Input, Status, make_room};
use crate::error::Result;
use crate::limits::{Limits, charge};

/// The largest window accepted, and so the most decoded bytes that are kept: level 22 uses 128 MiB.
const LARGEST_WINDOW: u64 = 128 << 20;

#[derive(Debug)]
pub(super) struct Zstd {
    blocks: Blocks,
    /// The frame that is being decoded.
    frame: Option<Frame>,
    /// Whether any frame was begun.
    any: bool,
    /// How many bytes of a skippable frame are left to skip.
    skip: u64,
    largest_window: u64,
}

impl Zstd {
    pub(super) fn new(limits: &Limits) -> Self {
        let largest_window = limits.output.min(LARGEST_WINDOW);
        Self { blocks: Blocks::default(), frame: None, any: false, skip: 0, largest_window }
    }

    /// How far the next block may look back.
    pub(super) fn history(&self) -> usize {
        let history = self.frame.as_ref().map_or(0, |frame| frame.window.min(frame.decoded));
        usize::try_from(history).unwrap_or(usize::MAX)
    }

    /// Decodes one block; the outcome does not depend on how many bytes have arrived.
    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        if self.skip > 0 {
            return Ok(input.pass_over(&mut self.skip));
        }
        if self.frame.is_some() {
            return self.step(input, output);
        }
        if self.any && (remaining == 0 || input.left() < 4) {
            return Ok(Status::Finished);
        }
        self.begin(input, remaining)
    }

    /// Reads the header of the next frame.
    fn begin(&mut self, input: &mut Input<'_>, remaining: u64) -> Result<Status> {
        match Frame::read(input.bytes)? {
            Start::Short(length) => return Ok(Status::NeedInput(length)),
            Start::Skippable(size) => {
                self.skip = u64::from(size);
                input.consumed = SKIPPABLE_HEADER;
            }
            // Bytes after a complete stream are ignored.
            Start::Other(_) if self.any => return Ok(Status::Finished),
            Start::Other(magic) => return Err(wrong_magic(magic)),
            Start::Frame(frame, length) => {
                if frame.dictionary != 0 {
                    return Err(no_dictionary(frame.dictionary));
                }
                charge("the window of a zstd frame", frame.window.min(remaining), self.largest_window)?;
                self.blocks.reset();
                self.frame = Some(frame);
                self.any = true;
                input.consumed = length;
            }
        }
        Ok(Status::Progress)
    }

    /// Decodes the next block of the frame, or finishes the frame.
    fn step(&mut self, input: &mut Input<'_>, output: &mut Vec<u8>) -> Result<Status> {
        let Some(frame) = &mut self.frame else { return Ok(Status::Progress) };
        let most = frame.largest_block();
        let kept = usize::try_from(frame.decoded).unwrap_or(usize::MAX).min(output.len());
        let at = make_room(output, most);
        let window = usize::try_from(frame.window).unwrap_or(usize::MAX);
        let mut buffer =
            MatchBuffer { buffer: output, begin: at - kept, at, end: at + most, window, dictionary: &[] };
        let outcome = frame.step(&mut self.blocks, input.bytes, &mut buffer);
        let end = if outcome.is_ok() { buffer.at } else { at };
        output.truncate(end);
        match outcome? {
            Step::Need(length) => return Ok(Status::NeedInput(length)),
            Step::Took(length) => input.consumed = length,
            Step::Finished(length) => {
                input.consumed = length;
                self.frame = None;
            }
        }
        Ok(Status::Progress)
    }
}
