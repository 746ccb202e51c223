//! `quantize` (ASDF 0.1.0, "Built-in array-to-binary encodings"): floats stored as integers of few bits, with a scale
//! and an offset.
//!
//! The data are a sequence of chunks. Each chunk has a header of 25 bytes and then the integers, which are big-endian,
//! packed without gaps, and padded to a whole byte. The decoded floats are little-endian, the byte order of the
//! machines that wrote such files.

use crate::codec::input::{Input, STEP, Status, corrupt};
use crate::error::Result;

const HEADER: usize = 25;

#[derive(Debug)]
pub(super) struct Quantize {
    /// The size of a float in bytes.
    size: u64,
    chunk: Option<Chunk>,
}

/// The chunk that is being decoded.
#[derive(Debug)]
struct Chunk {
    bits: u32,
    offset: f64,
    scale: f64,
    /// How many values are left.
    left: u64,
    /// Bits that were read but not used yet, and their number.
    pending: u128,
    held: u32,
}

impl Quantize {
    /// Decodes to floats of 4 or 8 bytes.
    pub(super) fn new(size: u64) -> Self {
        Self { size, chunk: None }
    }

    pub(super) fn decode(&mut self, input: &mut Input<'_>, output: &mut Vec<u8>) -> Result<Status> {
        let Some(chunk) = &mut self.chunk else {
            if input.is_at_end() {
                return Ok(Status::Finished);
            }
            let Some(header) = input.bytes.first_chunk() else {
                return Ok(Status::NeedInput(HEADER));
            };
            self.chunk = Some(Chunk::new(header)?);
            input.consumed = HEADER;
            return Ok(Status::Progress);
        };
        let end = output.len() + STEP;
        let mut bytes = input.bytes.iter();
        while chunk.left > 0 && output.len() < end {
            let Some(value) = chunk.next(&mut bytes) else { break };
            if self.size == 4 {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "to the nearest float of the original's size"
                )]
                output.extend_from_slice(&(value as f32).to_le_bytes());
            } else {
                output.extend_from_slice(&value.to_le_bytes());
            }
        }
        input.consumed = input.bytes.len() - bytes.len();
        if chunk.left == 0 {
            self.chunk = None;
        } else if output.len() < end {
            return Ok(Status::NeedInput(1));
        }
        Ok(Status::Progress)
    }
}

impl Chunk {
    fn new(header: &[u8; HEADER]) -> Result<Self> {
        let word = |at: usize| header.get(at..).and_then(<[u8]>::first_chunk).copied().unwrap_or_default();
        let [bits, ..] = *header;
        if !(1..=64).contains(&bits) {
            return Err(corrupt(format!("a chunk of `quantize` has {bits} bits a value, not 1 to 64")));
        }
        Ok(Self {
            bits: bits.into(),
            offset: f64::from_be_bytes(word(1)),
            scale: f64::from_be_bytes(word(9)),
            left: u64::from_be_bytes(word(17)),
            pending: 0,
            held: 0,
        })
    }

    /// The next value. `None` if its bits have not all arrived.
    fn next<'a>(&mut self, bytes: &mut impl Iterator<Item = &'a u8>) -> Option<f64> {
        while self.held < self.bits {
            self.pending = self.pending << 8 | u128::from(*bytes.next()?);
            self.held += 8;
        }
        self.held -= self.bits;
        self.left -= 1;
        // The first bit is the sign. Shifting the value to the top of a word and back fills the bits above it with the
        // sign.
        #[expect(clippy::cast_possible_truncation, reason = "the bits of earlier values are cut off")]
        let top = ((self.pending >> self.held) as u64) << (64 - self.bits);
        let value = top.cast_signed() >> (64 - self.bits);
        #[expect(clippy::cast_precision_loss, reason = "the specification has floats from here on")]
        Some(value as f64 * self.scale + self.offset)
    }
}
