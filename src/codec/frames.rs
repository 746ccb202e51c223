//! Frames one after another, with skippable frames in between: how Zstandard (RFC 8878, 3.1) and LZ4 frames
//! (`lz4_Frame_format.md`) follow each other.

use super::input::{Input, Status, corrupt};
use crate::error::{Error, Result};

/// The first of the sixteen magic numbers of skippable frames, and the length of their header.
const SKIPPABLE: u32 = 0x184d_2a50;
pub(super) const SKIPPABLE_HEADER: usize = 8;

/// What stored bytes begin with.
#[derive(Debug)]
pub(super) enum Start<F> {
    /// A frame, and the length of its header.
    Frame(F, usize),
    /// A skippable frame, with this many bytes after its header.
    Skippable(u32),
    /// Not a frame; the number found instead of a magic number.
    Other(u32),
    /// Too few bytes to tell: at least this many are needed.
    Short(usize),
}

impl<F> Start<F> {
    /// Reads the magic number. `frame` reads the header of a frame that follows it.
    pub(super) fn read(bytes: &[u8], magic: u32, frame: impl FnOnce(&[u8]) -> Result<Self>) -> Result<Self> {
        let Some((found, rest)) = bytes.split_first_chunk::<4>() else {
            return Ok(Self::Short(4));
        };
        match u32::from_le_bytes(*found) {
            found if found == magic => frame(rest),
            found if found & !15 == SKIPPABLE => {
                let size = rest.first_chunk().map(|size| u32::from_le_bytes(*size));
                Ok(size.map_or(Self::Short(SKIPPABLE_HEADER), Self::Skippable))
            }
            found => Ok(Self::Other(found)),
        }
    }
}

/// The error for bytes that begin with another number than a frame, which is called `name`.
pub(super) fn wrong_magic(name: &str, magic: u32, found: u32) -> Error {
    corrupt(format!("{name} begins with {found:#010x}, not with {magic:#010x}"))
}

/// The progress in a stream of frames.
#[derive(Debug)]
pub(super) struct Frames<F> {
    /// The frame that is being decoded.
    pub(super) frame: Option<F>,
    /// Whether any frame was begun.
    any: bool,
    /// How many bytes of a skippable frame are left to skip.
    skip: u64,
}

impl<F> Default for Frames<F> {
    fn default() -> Self {
        Self { frame: None, any: false, skip: 0 }
    }
}

impl<F> Frames<F> {
    /// Goes on with the frame by `step`, which says when it is finished, or begins the next one by `read`. What begins with
    /// another number is an error, `wrong`, before the first frame. Bytes after a complete stream are ignored.
    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        read: impl FnOnce(&[u8]) -> Result<Start<F>>,
        step: impl FnOnce(&mut F, &mut Input<'_>) -> Result<Status>,
        wrong: fn(u32) -> Error,
    ) -> Result<Status> {
        if self.skip > 0 {
            return Ok(input.pass_over(&mut self.skip));
        }
        if let Some(frame) = &mut self.frame {
            let status = step(frame, input)?;
            if status == Status::Finished {
                self.frame = None;
                return Ok(Status::Progress);
            }
            return Ok(status);
        }
        if self.any && (remaining == 0 || input.left() < 4) {
            return Ok(Status::Finished);
        }
        match read(input.bytes)? {
            Start::Short(length) => return Ok(Status::NeedInput(length)),
            Start::Skippable(size) => {
                self.skip = u64::from(size);
                input.consumed = SKIPPABLE_HEADER;
            }
            Start::Other(_) if self.any => return Ok(Status::Finished),
            Start::Other(found) => return Err(wrong(found)),
            Start::Frame(frame, length) => {
                self.frame = Some(frame);
                self.any = true;
                input.consumed = length;
            }
        }
        Ok(Status::Progress)
    }
}
