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
use frame::{Frame, Step, no_dictionary, wrong_magic};
pub(crate) use whole::decode_whole;

use super::frames::{Frames, Start};
use super::input::{Input, Status, make_room};
use crate::error::Result;
use crate::limits::{Limits, charge};

/// The largest window accepted, and so the most decoded bytes that are kept: level 22 uses 128 MiB.
const LARGEST_WINDOW: u64 = 128 << 20;

#[derive(Debug)]
pub(super) struct Zstd {
    blocks: Blocks,
    frames: Frames<Frame>,
    largest_window: u64,
}

impl Zstd {
    pub(super) fn new(limits: &Limits) -> Self {
        let mut blocks = Blocks::default();
        blocks.reset();
        Self { blocks, frames: Frames::default(), largest_window: limits.output.min(LARGEST_WINDOW) }
    }

    /// How far the next block may look back.
    pub(super) fn history(&self) -> usize {
        let history = self.frames.frame.as_ref().map_or(0, |frame| frame.window.min(frame.decoded));
        usize::try_from(history).unwrap_or(usize::MAX)
    }

    /// Decodes one block; the outcome does not depend on how many bytes have arrived.
    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        let Self { blocks, frames, largest_window } = self;
        frames.decode(
            input,
            remaining,
            |bytes| begin(bytes, remaining, *largest_window),
            |frame, input| step(frame, blocks, input, output),
            wrong_magic,
        )
    }
}

/// Reads the header of the next frame.
fn begin(bytes: &[u8], remaining: u64, largest_window: u64) -> Result<Start<Frame>> {
    let start = Frame::read(bytes)?;
    if let Start::Frame(frame, _) = &start {
        if frame.dictionary != 0 {
            return Err(no_dictionary(frame.dictionary));
        }
        charge("the window of a zstd frame", frame.window.min(remaining), largest_window)?;
    }
    Ok(start)
}

/// Decodes the next block of a frame, or finishes the frame.
fn step(
    frame: &mut Frame,
    blocks: &mut Blocks,
    input: &mut Input<'_>,
    output: &mut Vec<u8>,
) -> Result<Status> {
    let most = frame.largest_block();
    let kept = usize::try_from(frame.decoded).unwrap_or(usize::MAX).min(output.len());
    let at = make_room(output, most);
    let window = usize::try_from(frame.window).unwrap_or(usize::MAX);
    let mut buffer =
        MatchBuffer { buffer: output, begin: at - kept, at, end: at + most, window, dictionary: &[] };
    let outcome = frame.step(blocks, input.bytes, &mut buffer);
    let end = if outcome.is_ok() { buffer.at } else { at };
    output.truncate(end);
    match outcome? {
        Step::Need(length) => return Ok(Status::NeedInput(length)),
        Step::Took(length) => input.consumed = length,
        Step::Finished(length) => {
            input.consumed = length;
            blocks.reset();
            return Ok(Status::Finished);
        }
    }
    Ok(Status::Progress)
}
