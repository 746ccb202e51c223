//! `zstd` by `ruzstd`: Zstandard frames (RFC 8878), their XXH64 verified.
//!
//! Decoded block by block, because `ruzstd` cannot resume inside a block that has not arrived completely. `ruzstd` does
//! not compare the size and the checksum that a frame declares, and it ignores a reserved bit: these checks are made
//! here.

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};
use ruzstd::io::Read as _;

use crate::codec::frames::{self, Frames, SKIPPABLE_HEADER, Start};
use crate::codec::input::{Input, STEP, Status, corrupt, make_room};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;

const MAGIC: u32 = 0xfd2f_b528;
/// The magic number of a trained dictionary.
const DICTIONARY: [u8; 4] = 0xec30_a437_u32.to_le_bytes();
/// The length of the longest frame header, magic number included.
const LONGEST_HEADER: usize = 18;
/// The largest window accepted: the one that level 22 uses.
const LARGEST_WINDOW: u64 = 128 << 20;

#[derive(Debug)]
pub(crate) struct Zstd {
    frames: Frames<Box<Frame>>,
    largest_window: u64,
}

impl Zstd {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { frames: Frames::default(), largest_window: limits.output.min(LARGEST_WINDOW) }
    }

    /// How far the next step may look back in the output: 0, because `ruzstd` keeps its own window.
    #[expect(clippy::unused_self, reason = "the decoder that this replaces needs it")]
    pub(crate) fn history(&self) -> usize {
        0
    }

    pub(crate) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        // A header is read once it has arrived, or all that is left has.
        let header = usize::try_from(input.left()).unwrap_or(LONGEST_HEADER).min(LONGEST_HEADER);
        // A window larger than the remaining decoded bytes is never filled.
        let largest = if remaining <= self.largest_window { u64::MAX } else { self.largest_window };
        self.frames.decode(
            input,
            remaining,
            |bytes| {
                if bytes.len() < header {
                    Ok(Start::Short(header))
                } else {
                    Frame::read(bytes, None, largest)
                }
            },
            |frame, input| frame.step(input, remaining, output),
            wrong_magic,
        )
    }
}

/// A frame that is being decoded.
struct Frame {
    decoder: FrameDecoder,
    has_size: bool,
    has_checksum: bool,
    /// How many bytes of the frame were decoded.
    decoded: u64,
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frame").field("decoded", &self.decoded).finish_non_exhaustive()
    }
}

impl Frame {
    /// Reads what stored bytes begin with.
    fn read(bytes: &[u8], dictionary: Option<&[u8]>, largest_window: u64) -> Result<Start<Box<Self>>> {
        Start::read(bytes, MAGIC, |rest| {
            let Some(&descriptor) = rest.first() else { return Ok(Start::Short(5)) };
            if descriptor & 8 != 0 {
                return Err(corrupt("the header of a zstd frame has its reserved bit set"));
            }
            // Only a frame with a content size has one to compare (3.1.1.1.1).
            let has_size = descriptor >> 5 != 0;
            let has_checksum = descriptor & 4 != 0;
            let mut decoder = FrameDecoder::new();
            decoder.set_max_window_size(largest_window);
            let id = dictionary.map(|bytes| add_dictionary(&mut decoder, bytes)).transpose()?;
            let mut unread = bytes;
            decoder.init(&mut unread).map_err(failed)?;
            // A frame need not name its dictionary.
            if let (Some(id), 0) = (id, descriptor & 3) {
                decoder.force_dict(id).map_err(failed)?;
            }
            let frame = Self { decoder, has_size, has_checksum, decoded: 0 };
            Ok(Start::Frame(Box::new(frame), bytes.len() - unread.len()))
        })
    }

    /// Decodes one block, so that the outcome does not depend on how many bytes have arrived. Appends the decoded bytes
    /// that `ruzstd` no longer needs for its window.
    fn step(&mut self, input: &mut Input<'_>, remaining: u64, output: &mut Vec<u8>) -> Result<Status> {
        if !self.decoder.is_finished() {
            match self.block(input.rest())? {
                Block::Need(length) => return Ok(Status::NeedInput(length)),
                Block::Took(length) => input.consumed += length,
            }
        }
        let ready = self.decoder.can_collect();
        if ready as u64 > remaining {
            return Err(corrupt("the zstd stream decodes to more than the block's header declares"));
        }
        let start = make_room(output, ready.min(STEP));
        let read = self.collect(output.get_mut(start..).unwrap_or_default());
        output.truncate(start + read);
        self.status()
    }

    /// Decodes the next block, which begins at the front of `stored`, once it has arrived completely.
    fn block(&mut self, stored: &[u8]) -> Result<Block> {
        let Some([a, b, c]) = stored.first_chunk() else { return Ok(Block::Need(3)) };
        let header = u32::from_le_bytes([*a, *b, *c, 0]);
        let is_run = header >> 1 & 3 == 1;
        let size = if is_run { 1 } else { usize::try_from(header >> 3).unwrap_or(usize::MAX) };
        let checksum = if header & 1 == 1 && self.has_checksum { 4 } else { 0 };
        let Some(mut unread) = stored.get(..3 + size + checksum) else {
            return Ok(Block::Need(3 + size + checksum));
        };
        let length = unread.len();
        self.decoder.decode_blocks(&mut unread, BlockDecodingStrategy::UptoBlocks(1)).map_err(failed)?;
        Ok(Block::Took(length - unread.len()))
    }

    /// Takes decoded bytes that `ruzstd` no longer needs for its window.
    fn collect(&mut self, output: &mut [u8]) -> usize {
        let length = self.decoder.read(output).unwrap_or_default();
        self.decoded += length as u64;
        length
    }

    /// Whether all bytes were decoded and collected. Verifies the frame's size and checksum at the end.
    fn status(&self) -> Result<Status> {
        if !self.decoder.is_finished() || self.decoder.can_collect() > 0 {
            return Ok(Status::Progress);
        }
        let size = self.decoder.content_size();
        if self.has_size && size != self.decoded {
            return Err(corrupt(format!(
                "a zstd frame decodes to {} bytes, but declares {size}",
                self.decoded
            )));
        }
        let found = self.decoder.get_calculated_checksum();
        if self.has_checksum && self.decoder.get_checksum_from_data() != found {
            return Err(corrupt("the checksum of a zstd frame does not match"));
        }
        Ok(Status::Finished)
    }
}

/// The outcome of [`Frame::block`].
enum Block {
    /// At least this many bytes are needed.
    Need(usize),
    /// The block was decoded, and consumed this many bytes.
    Took(usize),
}

/// The state that Blosc keeps between streams. Empty, because a `ruzstd` decoder that is reused reserves its whole
/// window.
#[derive(Debug, Default)]
pub(crate) struct Blocks;

/// Decodes all frames of `bytes` to the beginning of `output`, and returns the decoded size. `dictionary` is a trained
/// dictionary or raw content.
pub(crate) fn decode_whole(
    _: &mut Blocks,
    bytes: &[u8],
    dictionary: Option<&[u8]>,
    output: &mut [u8],
) -> Result<usize> {
    let short = || corrupt("the zstd frames end too early");
    let (mut rest, mut at) = (bytes, 0);
    while !rest.is_empty() {
        match Frame::read(rest, dictionary, u64::MAX)? {
            Start::Short(_) => return Err(short()),
            Start::Other(magic) => return Err(wrong_magic(magic)),
            Start::Skippable(size) => {
                let size = usize::try_from(size).unwrap_or(usize::MAX).saturating_add(SKIPPABLE_HEADER);
                rest = rest.get(size..).ok_or_else(short)?;
            }
            Start::Frame(mut frame, length) => {
                rest = rest.get(length..).unwrap_or_default();
                loop {
                    let Block::Took(length) = frame.block(rest)? else { return Err(short()) };
                    rest = rest.get(length..).unwrap_or_default();
                    at += frame.collect(output.get_mut(at..).unwrap_or_default());
                    if frame.decoder.can_collect() > 0 {
                        return Err(corrupt("a zstd block decodes to more bytes than it may"));
                    }
                    if frame.status()? == Status::Finished {
                        break;
                    }
                }
            }
        }
    }
    Ok(at)
}

/// Adds a dictionary to the decoder, and returns its id.
fn add_dictionary(decoder: &mut FrameDecoder, bytes: &[u8]) -> Result<u32> {
    let trained = bytes.starts_with(&DICTIONARY);
    let parsed = if trained {
        Dictionary::decode_dict(bytes)
    } else {
        Dictionary::decode_dict(&[TABLES, bytes].concat())
    };
    let dictionary = parsed.map_err(|error| corrupt(format!("a zstd dictionary is damaged: {error}")))?;
    let id = dictionary.id;
    if trained && id == 0 {
        return Err(corrupt("a zstd dictionary has no number"));
    }
    decoder.add_dict(dictionary).map_err(failed)?;
    Ok(id)
}

/// The tables of a dictionary without content (RFC 8878, 5), because `ruzstd` does not accept a dictionary that
/// consists of content only. Magic number, id 0, a Huffman code of two symbols, three FSE tables of one symbol each,
/// and the initial offsets.
const TABLES: &[u8] =
    b"\x37\xa4\x30\xec\0\0\0\0\x80\x10\xf0\x03\xf0\x03\xf0\x03\x01\0\0\0\x04\0\0\0\x08\0\0\0";

fn wrong_magic(found: u32) -> Error {
    frames::wrong_magic("a zstd frame", MAGIC, found)
}

fn failed(error: FrameDecoderError) -> Error {
    match error {
        FrameDecoderError::DictNotProvided { dict_id } => {
            let message =
                format!("the data are a zstd frame that needs dictionary {dict_id}, which is not supported");
            Error::new(ErrorKind::UnsupportedCompression, message)
        }
        FrameDecoderError::WindowSizeTooBig { requested, max } => {
            let message =
                format!("the window of a zstd frame has {requested} bytes, more than the limit of {max}");
            Error::new(ErrorKind::LimitExceeded, message)
        }
        error => corrupt(format!("the zstd stream is damaged: {error}")),
    }
}
