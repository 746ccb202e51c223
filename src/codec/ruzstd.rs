//! `zstd` with the feature `ruzstd`: Zstandard frames (RFC 8878), their XXH64 verified.
//!
//! Written by asdf-compression, asdf-cxx and ASDF.jl, whose level 22 asks for a window of up to 128 MiB. Decoded by
//! `ruzstd`, block by block, because it cannot go on after a block that had not arrived whole. Frames may follow each other,
//! and skippable ones may stand between them; a dictionary, which no ASDF writer uses, is refused.

use ::ruzstd::decoding::errors::FrameDecoderError;
use ::ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ::ruzstd::io::Read as _;

use super::input::{Input, STEP, Status, corrupt, make_room};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;

const MAGIC: u32 = 0xfd2f_b528;
/// The first of the sixteen magics of skippable frames.
const SKIPPABLE: u32 = 0x184d_2a50;
/// The longest frame header, its magic included.
const LONGEST_HEADER: usize = 18;
/// The largest window: what level 22 asks for.
const LARGEST_WINDOW: u64 = 128 << 20;

#[derive(Default)]
pub(super) struct Zstd {
    /// The frame that is being decoded.
    frame: Option<Frame>,
    /// Whether one was.
    any: bool,
    /// How many bytes of a skippable frame are still to be skipped.
    skip: u64,
}

struct Frame {
    decoder: FrameDecoder,
    has_checksum: bool,
}

impl std::fmt::Debug for Zstd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Zstd")
    }
}

impl Zstd {
    pub(super) fn new(_: &Limits) -> Self {
        Self::default()
    }

    /// How far the next step may look back: not at all, a window of its own is kept.
    #[expect(clippy::unused_self, reason = "as our own has it")]
    pub(super) fn history(&self) -> usize {
        0
    }

    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        if self.skip > 0 {
            return Ok(input.pass_over(&mut self.skip));
        }
        if let Some(frame) = &mut self.frame {
            let status = frame.blocks(input, remaining, output)?;
            if status == Status::Finished {
                self.frame = None;
                return Ok(Status::Progress);
            }
            return Ok(status);
        }
        if self.any && (remaining == 0 || input.is_at_end()) {
            return Ok(Status::Finished);
        }
        self.begin(input)
    }

    /// Reads the header of the next frame.
    fn begin(&mut self, input: &mut Input<'_>) -> Result<Status> {
        if input.bytes.len() < LONGEST_HEADER && !input.last {
            return Ok(Status::NeedInput(
                usize::try_from(input.left()).unwrap_or(LONGEST_HEADER).min(LONGEST_HEADER),
            ));
        }
        let Some((magic, rest)) = input.bytes.split_first_chunk::<4>() else {
            return if self.any { Ok(Status::Finished) } else { Ok(Status::NeedInput(4)) };
        };
        match u32::from_le_bytes(*magic) {
            MAGIC => {}
            magic if magic & !15 == SKIPPABLE => {
                let Some((size, _)) = rest.split_first_chunk::<4>() else {
                    return Ok(Status::NeedInput(8));
                };
                self.skip = u64::from(u32::from_le_bytes(*size));
                input.consumed = 8;
                return Ok(Status::Progress);
            }
            // Bytes after a complete stream are ignored.
            _ if self.any => return Ok(Status::Finished),
            magic => {
                return Err(corrupt(format!(
                    "a zstd frame begins with {magic:#010x}, not with {MAGIC:#010x}"
                )));
            }
        }
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(LARGEST_WINDOW);
        let mut unread = input.bytes;
        decoder.init(&mut unread).map_err(failed)?;
        input.consumed = input.bytes.len() - unread.len();
        // Bit 2 of the byte behind the magic.
        let has_checksum = rest.first().is_some_and(|flags| flags & 4 != 0);
        self.frame = Some(Frame { decoder, has_checksum });
        self.any = true;
        Ok(Status::Progress)
    }
}

impl Frame {
    /// Decodes whole blocks until a step is full, and hands out what no later block looks back at.
    fn blocks(&mut self, input: &mut Input<'_>, remaining: u64, output: &mut Vec<u8>) -> Result<Status> {
        let mut needed = None;
        while !self.decoder.is_finished() && self.decoder.can_collect() < STEP {
            let rest = input.rest();
            let length = self.next_block(rest);
            if rest.len() < length {
                needed = Some(length);
                break;
            }
            let mut unread = rest;
            self.decoder.decode_blocks(&mut unread, BlockDecodingStrategy::UptoBlocks(1)).map_err(failed)?;
            input.consumed += rest.len() - unread.len();
        }
        let ready = self.decoder.can_collect();
        if ready as u64 > remaining {
            return Err(corrupt("the zstd stream decodes to more than the block's header declares"));
        }
        let start = make_room(output, ready);
        let read = self.decoder.read(output.get_mut(start..).unwrap_or_default());
        output.truncate(start + read.as_ref().map_or(0, |length| *length));
        if self.decoder.is_finished() && self.decoder.can_collect() == 0 {
            let found = self.decoder.get_calculated_checksum();
            if self.has_checksum && self.decoder.get_checksum_from_data() != found {
                return Err(corrupt("the checksum of a zstd frame does not match"));
            }
            return Ok(Status::Finished);
        }
        Ok(needed.map_or(Status::Progress, Status::NeedInput))
    }

    /// How many bytes the next block takes with its header, and the checksum behind the last one.
    fn next_block(&self, rest: &[u8]) -> usize {
        let Some([a, b, c]) = rest.first_chunk::<3>() else {
            return 3;
        };
        let header = u32::from_le_bytes([*a, *b, *c, 0]);
        let is_last = header & 1 == 1;
        let is_run = header >> 1 & 3 == 1;
        let size = if is_run { 1 } else { usize::try_from(header >> 3).unwrap_or(usize::MAX) };
        3 + size + if is_last && self.has_checksum { 4 } else { 0 }
    }
}

fn failed(error: FrameDecoderError) -> Error {
    match error {
        FrameDecoderError::DictNotProvided { dict_id } => {
            let message =
                format!("the block is a zstd frame that needs dictionary {dict_id}, which is not supported");
            Error::new(ErrorKind::UnsupportedCompression, message)
        }
        error => corrupt(format!("the zstd stream is damaged: {error}")),
    }
}
