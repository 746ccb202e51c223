//! `lz4f`, and `lz4\0` by ASDF.jl's `lz4_layout = :frame`: LZ4 frames (`lz4_Frame_format.md`), all checksums verified.
//!
//! Written by asdf-cxx and asdf-compression. Blocks may be linked, and stored or compressed. Several frames may follow
//! each other, with skippable frames in between. The legacy format is rejected, and so are dictionaries, which no ASDF
//! writer uses.
//!
//! `lz4_flex` decodes the blocks. Frames are parsed here, because the frame reader of `lz4_flex` cannot suspend until
//! more bytes arrive.

use twox_hash::XxHash32;

use super::frames::{Frames, Start, wrong_magic};
use super::input::{HISTORY, Input, Status, corrupt, make_room};
use crate::error::{Error, ErrorKind, Result};

const MAGIC: u32 = 0x184d_2204;
const LEGACY: u32 = 0x184c_2102;
/// The bit of a block's size that marks the block as uncompressed.
const UNCOMPRESSED: u32 = 1 << 31;

/// How many bytes show whether an LZ4 frame begins.
pub(super) const BEGINNING: usize = 5;

/// Whether these bytes begin an LZ4 frame. Read as the head of a chunk, they would declare 69 MB.
pub(super) fn is_frame(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC.to_le_bytes()) && bytes.get(4).is_some_and(|flags| flags >> 6 == 1)
}

#[derive(Debug, Default)]
pub(super) struct Lz4Frame {
    frames: Frames<Frame>,
}

/// The descriptor of a frame, and the progress of its decoding.
#[derive(Debug)]
struct Frame {
    linked: bool,
    block_checksums: bool,
    largest_block: usize,
    content_size: Option<u64>,
    content_hash: Option<XxHash32>,
    decoded: u64,
}

impl Lz4Frame {
    pub(super) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        self.frames.decode(
            input,
            remaining,
            Frame::read,
            |frame, input| frame.block(input, remaining, output),
            |found| wrong_magic("an LZ4 frame", MAGIC, found),
        )
    }
}

impl Frame {
    /// Reads what stored bytes begin with.
    fn read(bytes: &[u8]) -> Result<Start<Self>> {
        if bytes.starts_with(&LEGACY.to_le_bytes()) {
            return Err(unsupported(
                "the block is an LZ4 frame of the legacy format, which is not supported",
            ));
        }
        Start::read(bytes, MAGIC, Self::descriptor)
    }

    /// Reads the descriptor of a frame, which follows its magic number.
    fn descriptor(rest: &[u8]) -> Result<Start<Self>> {
        let Some([flags, block]) = rest.first_chunk::<2>() else {
            return Ok(Start::Short(7));
        };
        let has = |bit: u8| flags & bit != 0;
        let length = 2 + if has(0x08) { 8 } else { 0 } + if has(0x01) { 4 } else { 0 };
        let (Some(descriptor), Some(check)) = (rest.get(..length), rest.get(length)) else {
            return Ok(Start::Short(4 + length + 1));
        };
        if flags >> 6 != 1 || has(0x02) {
            return Err(corrupt("the descriptor of an LZ4 frame is of an unknown version"));
        }
        if has(0x01) {
            return Err(unsupported(
                "the block is an LZ4 frame that needs a dictionary, which is not supported",
            ));
        }
        let [_, found, _, _] = XxHash32::oneshot(0, descriptor).to_le_bytes();
        if found != *check {
            return Err(corrupt("the checksum of an LZ4 frame's descriptor does not match"));
        }
        let largest_block = match block >> 4 & 7 {
            size @ 4..=7 => 64 << 10 << (2 * (size - 4)),
            size => return Err(corrupt(format!("an LZ4 frame has the unknown block size {size}"))),
        };
        let content_size =
            descriptor.get(2..).and_then(<[u8]>::first_chunk).map(|size| u64::from_le_bytes(*size));
        let frame = Self {
            linked: !has(0x20),
            block_checksums: has(0x10),
            largest_block,
            content_size,
            content_hash: has(0x04).then(|| XxHash32::with_seed(0)),
            decoded: 0,
        };
        Ok(Start::Frame(frame, 4 + length + 1))
    }

    /// Decodes the next block, or finishes the frame.
    fn block(&mut self, input: &mut Input<'_>, remaining: u64, output: &mut Vec<u8>) -> Result<Status> {
        let Some((size, rest)) = input.bytes.split_first_chunk::<4>() else {
            return Ok(Status::NeedInput(4));
        };
        let size = u32::from_le_bytes(*size);
        if size == 0 {
            return self.end(rest, input);
        }
        let too_large = |_| corrupt("an LZ4 block is larger than this machine can address");
        let length = usize::try_from(size & !UNCOMPRESSED).map_err(too_large)?;
        if length > self.largest_block {
            return Err(corrupt(format!(
                "an LZ4 block has {length} bytes, more than the {} of its frame",
                self.largest_block
            )));
        }
        let trailer = if self.block_checksums { 4 } else { 0 };
        let (Some(block), Some(checksum)) = (rest.get(..length), rest.get(length..length + trailer)) else {
            return Ok(Status::NeedInput(4 + length + trailer));
        };
        if self.block_checksums && XxHash32::oneshot(0, block).to_le_bytes() != *checksum {
            return Err(corrupt("the checksum of an LZ4 block does not match"));
        }
        let start = output.len();
        if size & UNCOMPRESSED != 0 {
            output.extend_from_slice(block);
        } else {
            // One byte more than expected, to detect a block that decodes to too many.
            let room =
                usize::try_from(remaining.saturating_add(1)).unwrap_or(usize::MAX).min(self.largest_block);
            self.decompress(block, room, output)?;
        }
        let decoded = output.get(start..).unwrap_or_default();
        self.decoded += decoded.len() as u64;
        if let Some(hash) = &mut self.content_hash {
            std::hash::Hasher::write(hash, decoded);
        }
        input.consumed = 4 + length + trailer;
        Ok(Status::Progress)
    }

    fn decompress(&self, block: &[u8], room: usize, output: &mut Vec<u8>) -> Result<()> {
        let start = make_room(output, room);
        let outcome = match output.split_at_mut_checked(start) {
            Some((before, place)) if self.linked => {
                let behind =
                    usize::try_from(self.decoded).unwrap_or(usize::MAX).min(HISTORY).min(before.len());
                let history = before.get(before.len() - behind..).unwrap_or_default();
                lz4_flex::block::decompress_into_with_dict(block, place, history)
            }
            Some((_, place)) => lz4_flex::block::decompress_into(block, place),
            None => Ok(0),
        };
        output.truncate(start + *outcome.as_ref().unwrap_or(&0));
        outcome.map(drop).map_err(|error| corrupt(format!("an LZ4 block is damaged: {error}")))
    }

    /// Checks the size and the checksum of the content, after the end mark.
    fn end(&mut self, rest: &[u8], input: &mut Input<'_>) -> Result<Status> {
        if let Some(size) = self.content_size.filter(|size| *size != self.decoded) {
            return Err(corrupt(format!(
                "an LZ4 frame decodes to {} bytes, but declares {size}",
                self.decoded
            )));
        }
        input.consumed = 4;
        if let Some(hash) = &self.content_hash {
            let Some(checksum) = rest.first_chunk::<4>() else {
                input.consumed = 0;
                return Ok(Status::NeedInput(8));
            };
            if hash.finish_32().to_le_bytes() != *checksum {
                return Err(corrupt("the checksum of an LZ4 frame's content does not match"));
            }
            input.consumed = 8;
        }
        Ok(Status::Finished)
    }
}

fn unsupported(message: &str) -> Error {
    Error::new(ErrorKind::UnsupportedCompression, message)
}
