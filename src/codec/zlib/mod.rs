//! `zlib`: one zlib stream (RFC 1950, 1951), its Adler-32 verified.
//!
//! Written by every ASDF writer. A preset dictionary, which no ASDF writer uses, is rejected.
//!
//! We have our own decoder, though not for speed: in WebAssembly `fdeflate` takes 0.8 (in Blosc) to 1.1 of its time
//! (`benches/decoders/RESULTS.md`). But `fdeflate` 0.3.7 takes the symbols 286 and 287 of the fixed code for the end of
//! a block. They never occur in a valid stream (RFC 1951, 3.2.6), and this decoder rejects them. `fdeflate` also makes
//! the reading module 2.7 kB larger (gzip). `zune-inflate`, of the same speed, cannot suspend; `miniz_oxide` takes 1.3
//! to 2 times as long; `zlib-rs` has unsafe code. Tests compare this decoder with `fdeflate` and `miniz_oxide`; the
//! feature `reference-codecs` replaces it with the latter.

mod bits;
mod block;
mod code;
#[cfg(feature = "fits")]
pub(in crate::codec) mod inflate;
#[cfg(test)]
mod tests;

use simd_adler32::Adler32;

use super::input::{Input, Status, corrupt, make_room, step};
use crate::error::Result;
use bits::Bits;
use block::{BAD_HEADER, Codes, Fault, LONGEST_HEADER, SLACK, Stop};

/// How many stored bytes are decoded at a time: enough to be worth the cost of extending the output for each step.
pub(super) const PIECE: usize = 256 << 10;
/// How many bytes one iteration of a block's decoding loop loads at most.
const LOADED: usize = 16;
const WRONG_CHECKSUM: Fault = "the checksum of the zlib stream does not match";

#[derive(Default)]
pub(super) struct Zlib {
    state: State,
    /// Whether the current block is the last one.
    last: bool,
    /// Whether the stream is deflate alone, without a checksum.
    #[cfg(feature = "fits")]
    bare: bool,
    /// How many bits of the next byte were already read.
    skip: u32,
    codes: Codes,
    checksum: Adler32,
}

/// The part of the stream that comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Start,
    Header,
    Stored {
        left: usize,
    },
    Coded,
    Checksum,
    Nothing,
}

impl std::fmt::Debug for Zlib {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Zlib").field("state", &self.state).finish_non_exhaustive()
    }
}

impl Zlib {
    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        if self.state == State::Nothing {
            return Ok(Status::Finished);
        }
        let piece = match input.piece(PIECE) {
            Ok(piece) => piece,
            Err(status) => return Ok(status),
        };
        let is_last = piece.len() as u64 == input.left();
        let space = step(remaining);
        let start = make_room(output, space + SLACK);
        let mut bits = Bits::new(piece, 0, self.skip);
        let outcome = self.run(&mut bits, piece, is_last, output, start, start + space);
        let end = outcome.unwrap_or(start);
        output.truncate(end);
        let (consumed, skip) = bits.place();
        // If zeros were read beyond the end of the piece, discard the outcome, which depends on them, and ask for more
        // bytes.
        if bits.is_beyond()
            || outcome.is_ok() && consumed == 0 && end == start && self.state != State::Nothing
        {
            output.truncate(start);
            return Ok(Status::NeedInput(piece.len() + 1));
        }
        outcome.map_err(|fault| match fault {
            WRONG_CHECKSUM => corrupt(fault),
            _ => corrupt(format!("the zlib stream is damaged: {fault}")),
        })?;
        input.consumed = consumed;
        self.skip = skip;
        Ok(if self.state == State::Nothing { Status::Finished } else { Status::Progress })
    }

    /// Decodes `piece`, from `bits` on, into `output[start..end]`, until one of them is used up. Returns where the
    /// decoded bytes end.
    fn run<'a>(
        &mut self,
        bits: &mut Bits<'a>,
        piece: &'a [u8],
        is_last: bool,
        output: &mut [u8],
        start: usize,
        end: usize,
    ) -> std::result::Result<usize, Fault> {
        // `limit(most)`: the position up to which `most` more bytes can be loaded. In the last piece: a position past
        // its end, where it is certain that bytes are missing.
        let limit = |most: usize| if is_last { piece.len() + 8 } else { piece.len().saturating_sub(most) };
        let (mut at, mut summed) = (start, start);
        while !bits.is_beyond() {
            match self.state {
                State::Start => {
                    bits.refill();
                    self.state = Self::begin(bits.take(8), bits.take(8))?;
                }
                State::Header => {
                    if bits.loaded() > limit(LONGEST_HEADER) {
                        break;
                    }
                    self.state = self.begin_block(bits)?;
                }
                State::Stored { left } => {
                    let (next, _) = bits.place();
                    let from = piece.get(next..).unwrap_or_default();
                    let to = output.get_mut(at..end).unwrap_or_default();
                    let count = left.min(from.len()).min(to.len());
                    if let (Some(to), Some(from)) = (to.get_mut(..count), from.get(..count)) {
                        to.copy_from_slice(from);
                    }
                    at += count;
                    *bits = Bits::new(piece, next + count, 0);
                    if count < left {
                        self.state = State::Stored { left: left - count };
                        break;
                    }
                    self.state = self.end_block();
                }
                State::Coded => match self.codes.decode(bits, limit(LOADED), output, &mut at, end)? {
                    Stop::Pause => break,
                    Stop::End => self.state = self.end_block(),
                },
                State::Checksum => {
                    if bits.loaded() > limit(LOADED) {
                        break;
                    }
                    self.checksum.write(output.get(summed..at).unwrap_or_default());
                    summed = at;
                    bits.align();
                    bits.refill();
                    let stated = bits.take(16) | bits.take(16) << 16;
                    if stated.swap_bytes() != self.checksum.finish() && !bits.is_beyond() {
                        return Err(WRONG_CHECKSUM);
                    }
                    self.state = State::Nothing;
                }
                State::Nothing => break,
            }
        }
        self.checksum.write(output.get(summed..at).unwrap_or_default());
        Ok(at)
    }

    /// Reads the first two bytes of the stream (RFC 1950, 2.2).
    fn begin(method: u32, flags: u32) -> std::result::Result<State, Fault> {
        let is_valid = (method << 8 | flags).is_multiple_of(31) && method & 15 == 8 && method >> 4 < 8;
        match (is_valid, flags & 32) {
            (false, _) => Err("it does not begin as one"),
            (true, 0) => Ok(State::Header),
            (true, _) => Err("it needs a preset dictionary, which ASDF files have none of"),
        }
    }

    /// Reads the header of a block (RFC 1951, 3.2.3).
    fn begin_block(&mut self, bits: &mut Bits<'_>) -> std::result::Result<State, Fault> {
        bits.refill();
        self.last = bits.take(1) == 1;
        match bits.take(2) {
            0 => {
                bits.align();
                bits.refill();
                let (length, complement) = (bits.take(16), bits.take(16));
                if length ^ complement != 0xffff {
                    return Err(BAD_HEADER);
                }
                return Ok(State::Stored { left: length as usize });
            }
            1 => self.codes.fix()?,
            2 => self.codes.read(bits)?,
            _ => return Err(BAD_HEADER),
        }
        Ok(State::Coded)
    }

    fn end_block(&self) -> State {
        #[cfg(feature = "fits")]
        if self.last && self.bare {
            return State::Nothing;
        }
        if self.last { State::Checksum } else { State::Header }
    }
}

/// Decodes a whole stream to the beginning of `output`, and returns the decoded size. `None` if the stream is damaged
/// or does not fit.
pub(super) fn decode_whole(stored: &[u8], output: &mut [u8]) -> Option<usize> {
    let mut input = Input { bytes: stored, consumed: 0, last: true, stored: stored.len() as u64 };
    let (mut decoder, mut decoded) = (Zlib::default(), Vec::new());
    loop {
        let remaining = output.len().checked_sub(decoded.len())?;
        let mut rest = Input { bytes: input.rest(), consumed: 0, last: true, stored: input.left() };
        match decoder.decode(&mut rest, remaining as u64, &mut decoded).ok()? {
            Status::Progress => input.consumed += rest.consumed,
            Status::NeedInput(_) => return None,
            Status::Finished => break,
        }
    }
    output.get_mut(..decoded.len())?.copy_from_slice(&decoded);
    Some(decoded.len())
}
