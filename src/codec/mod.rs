//! Block compression (ASDF 1.0.0, "Compression", and the labels other writers added): stored bytes → decoded bytes.
//!
//! One table, [`Compression`], and one file a codec; the encoding chains of ASDF 0.1.0 have a folder. A [`Decoder`] is
//! handed the stored bytes in any pieces and appends decoded ones, so that memory does not grow with the block. It never
//! appends more than the header declares, and a stream that gives more or fewer is [`ErrorKind::CorruptData`]. What
//! follows a complete stream is ignored.

mod blosc;
mod bzip2;
mod chain;
pub(crate) mod checksum;
mod lz4;
mod lz4_block;
mod lz4_frame;
pub(crate) mod lz77;
#[cfg(feature = "ruzstd")]
mod ruzstd;
#[cfg(test)]
mod tests;
mod xz;
mod zlib;
#[cfg_attr(feature = "ruzstd", allow(dead_code, reason = "blocks are decoded by `ruzstd`"))]
mod zstd;

pub(crate) use blosc::{Blosc, FRAME_MAGIC, Layout as BloscLayout, shuffle};
pub(crate) use bzip2::Streams;
pub use bzip2::Stretch;
#[cfg(feature = "ruzstd")]
use ruzstd::Zstd;
#[cfg(not(feature = "ruzstd"))]
use zstd::Zstd;

use crate::error::{Error, ErrorKind, Result};
use crate::layout::Encoding;
use crate::limits::{Limits, check};

/// How far back LZ4 looks (deflate: 32 KiB).
const HISTORY: usize = 64 << 10;
/// About how many bytes one call appends.
const STEP: usize = 1 << 20;

/// How the bytes of a block are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    /// Not at all.
    None,
    /// A zlib stream.
    Zlib,
    /// bzip2 streams.
    Bzip2,
    /// LZ4 blocks, each with its sizes, or an LZ4 frame under the same label.
    Lz4,
    /// LZ4 frames.
    Lz4Frame,
    /// Zstandard frames.
    Zstd,
    /// .xz streams.
    Xz,
    /// As the encoding chain says that the block begins with.
    Chain,
    /// Blosc, which is not decoded by a [`Decoder`] from the front, but by [`Blosc`] in any order.
    Blosc,
}

impl Compression {
    /// What a block's header says of its content.
    pub(crate) fn of(encoding: Encoding) -> Result<Self> {
        match encoding {
            Encoding::None => Ok(Self::None),
            Encoding::Label(label) => Self::from_label(label),
            Encoding::Chain => Ok(Self::Chain),
            Encoding::Name(name) => {
                let message =
                    format!("the block is encoded with `{}`, which is not supported", label_name(&name));
                Err(Error::new(ErrorKind::UnsupportedEncoding, message))
            }
        }
    }

    /// What the label in a block's header stands for.
    pub(crate) fn from_label(label: [u8; 4]) -> Result<Self> {
        Ok(match &label {
            b"\0\0\0\0" => Self::None,
            b"zlib" => Self::Zlib,
            b"bzp2" => Self::Bzip2,
            b"lz4\0" => Self::Lz4,
            b"lz4f" => Self::Lz4Frame,
            b"zstd" => Self::Zstd,
            b"xz\0\0" => Self::Xz,
            b"blsc" | b"bls2" | b"bsc2" => Self::Blosc,
            _ => {
                let message =
                    format!("the block is compressed with `{}`, which is not supported", label_name(&label));
                return Err(Error::new(ErrorKind::UnsupportedCompression, message));
            }
        })
    }
}

/// A label or name as text: without its trailing zeros, and in hexadecimal where it is not printable.
pub(crate) fn label_name(label: &[u8]) -> String {
    let end = label.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let text = label.get(..end).unwrap_or_default();
    match std::str::from_utf8(text) {
        Ok(text) if text.bytes().all(|byte| byte.is_ascii_graphic()) => text.to_owned(),
        _ => format!("0x{}", checksum::hex(label)),
    }
}

/// What a call of [`Decoder::decode`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// There may be more to decode in what has arrived.
    Progress,
    /// It can go on when at least so many unconsumed bytes are there.
    NeedInput(usize),
    /// All is decoded, and the stream's own checksums match.
    Finished,
}

/// How long a chunk is: in the file, with its head, and decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk {
    pub(crate) stored: u64,
    pub(crate) decoded: u64,
}

/// Decodes one block.
#[derive(Debug)]
pub(crate) struct Decoder {
    codec: Codec,
    /// How many decoded bytes the header declares, and how many of them are still to come.
    declared: u64,
    remaining: u64,
    /// How many stored bytes were not consumed yet.
    stored: u64,
}

#[derive(Debug)]
enum Codec {
    Zlib(Box<zlib::Zlib>),
    Bzip2(Box<bzip2::Bzip2>),
    Lz4,
    Lz4Frame(lz4_frame::Lz4Frame),
    Zstd(Box<Zstd>),
    Xz(xz::Xz),
    Chain(chain::Chain),
    Stored,
}

impl Decoder {
    /// For `stored` bytes that decode to `decoded`.
    pub(crate) fn new(compression: Compression, stored: u64, decoded: u64, limits: &Limits) -> Result<Self> {
        check("the decoded block", decoded, limits.block)?;
        let codec = match compression {
            Compression::None => Codec::Stored,
            Compression::Zlib => Codec::Zlib(Box::default()),
            Compression::Bzip2 => Codec::Bzip2(Box::default()),
            Compression::Lz4 => Codec::Lz4,
            Compression::Lz4Frame => Codec::Lz4Frame(lz4_frame::Lz4Frame::default()),
            Compression::Zstd => Codec::Zstd(Box::new(Zstd::new(limits))),
            Compression::Xz => Codec::Xz(xz::Xz::default()),
            Compression::Chain => Codec::Chain(chain::Chain::new(decoded, limits)),
            Compression::Blosc => {
                let message = "blosc is decoded by ranges, not from the front";
                return Err(Error::new(ErrorKind::UnsupportedCompression, message));
            }
        };
        Ok(Self { codec, declared: decoded, remaining: decoded, stored })
    }

    /// The first bytes of a chunk, by which it says how long it is.
    pub(crate) const CHUNK_HEAD: u64 = lz4::SIZES as u64;

    /// Whether the stored bytes are chunks that know nothing of each other, as far as is known: under the label of LZ4 a
    /// frame may turn up.
    pub(crate) fn is_chunked(&self) -> bool {
        matches!(self.codec, Codec::Lz4)
    }

    /// How long the chunk is that is to be decoded next, by its [head](Self::CHUNK_HEAD). `None`: there is no chunk, or
    /// there are not enough bytes to tell.
    pub(crate) fn chunk(&self, head: &[u8]) -> Result<Option<Chunk>> {
        let is_frame = self.remaining == self.declared && lz4_frame::is_frame(head);
        let Some((sizes, _)) = head.split_first_chunk().filter(|_| self.is_chunked() && !is_frame) else {
            return Ok(None);
        };
        let (stored, decoded) = lz4::read_sizes(*sizes, self.stored, self.remaining)?;
        Ok(Some(Chunk { stored: Self::CHUNK_HEAD + u64::from(stored), decoded: decoded.into() }))
    }

    /// Goes to where a chunk begins: behind it there are `stored` bytes, before it `decoded` ones.
    pub(crate) fn go_to(&mut self, stored: u64, decoded: u64) {
        self.stored = stored;
        self.remaining = self.declared.saturating_sub(decoded);
    }

    /// How far the next step may look back into `output`: the caller keeps at least this much of what was appended.
    pub(crate) fn history(&self) -> usize {
        match &self.codec {
            Codec::Zstd(codec) => codec.history(),
            _ => HISTORY,
        }
    }

    /// Decodes a step further. `input`: the stored bytes that follow those consumed, as far as they have arrived; `last`:
    /// nothing follows them. Appends to `output`, whose last [`history`](Self::history) bytes must still be there, and
    /// gives how many bytes of `input` were consumed. A call that is given what the one before asked for consumes,
    /// appends, or asks for more.
    pub(crate) fn decode(
        &mut self,
        input: &[u8],
        last: bool,
        output: &mut Vec<u8>,
    ) -> Result<(usize, Status)> {
        let before = output.len();
        let mut input = Input { bytes: input, consumed: 0, last, stored: self.stored };
        let status = match &mut self.codec {
            Codec::Zlib(codec) => codec.decode(&mut input, self.remaining, output),
            Codec::Bzip2(codec) => codec.decode(&mut input, self.remaining, output),
            Codec::Lz4Frame(codec) => codec.decode(&mut input, self.remaining, output),
            Codec::Zstd(codec) => codec.decode(&mut input, self.remaining, output),
            Codec::Xz(codec) => codec.decode(&mut input, self.remaining, output),
            Codec::Chain(codec) => codec.decode(&mut input, self.remaining, output),
            Codec::Stored => Ok(stored(&mut input, self.remaining, output)),
            Codec::Lz4 if self.remaining == self.declared => match input.piece(lz4_frame::BEGINNING) {
                Ok(beginning) if lz4_frame::is_frame(beginning) => {
                    self.codec = Codec::Lz4Frame(lz4_frame::Lz4Frame::default());
                    Ok(Status::Progress)
                }
                Ok(_) => lz4::decode(&mut input, self.remaining, output),
                Err(status) => Ok(status),
            },
            Codec::Lz4 => lz4::decode(&mut input, self.remaining, output),
        }?;
        let appended = (output.len() - before) as u64;
        if appended > self.remaining {
            output.truncate(before);
            return Err(corrupt(format!(
                "the block decodes to more than the {} bytes its header declares",
                self.declared
            )));
        }
        self.remaining -= appended;
        self.stored = self.stored.saturating_sub(input.consumed as u64);
        match status {
            Status::Finished if self.remaining > 0 => {
                let decoded = self.declared - self.remaining;
                Err(corrupt(format!(
                    "the block decodes to {decoded} bytes, but its header declares {}",
                    self.declared
                )))
            }
            Status::NeedInput(size) if last || size as u64 > self.stored => {
                let decoded = self.declared - self.remaining;
                Err(corrupt(format!(
                    "the compressed data end too early, after {decoded} of {} decoded bytes",
                    self.declared
                )))
            }
            status => Ok((input.consumed, status)),
        }
    }
}

/// Compressed data that are not what they should be.
fn corrupt(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::CorruptData, message)
}

/// The stored bytes a codec may consume.
struct Input<'a> {
    bytes: &'a [u8],
    consumed: usize,
    last: bool,
    /// How many stored bytes there are in all, those that have not arrived included.
    stored: u64,
}

impl<'a> Input<'a> {
    /// What is left of them.
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.consumed..).unwrap_or_default()
    }

    /// The next `size` bytes or, if there are fewer, all that are left; otherwise how many to ask for. What is made of
    /// pieces that are always the same does not depend on how the bytes arrive, errors included.
    fn piece(&self, size: usize) -> std::result::Result<&'a [u8], Status> {
        let size = usize::try_from(self.left()).unwrap_or(usize::MAX).min(size);
        self.rest().get(..size).ok_or(Status::NeedInput(size))
    }

    /// Consumes as many of the next `count` bytes as have arrived, and counts them off.
    fn pass_over(&mut self, count: &mut u64) -> Status {
        let passed = self.rest().len().min(usize::try_from(*count).unwrap_or(usize::MAX));
        *count -= passed as u64;
        self.consumed += passed;
        if *count > 0 { Status::NeedInput(1) } else { Status::Progress }
    }

    /// Whether no byte is left, here or to come.
    fn is_at_end(&self) -> bool {
        self.last && self.consumed >= self.bytes.len()
    }

    /// How many stored bytes are left, those that have not arrived included.
    fn left(&self) -> u64 {
        self.stored.saturating_sub(self.consumed as u64)
    }
}

/// Makes room for `space` bytes behind `output`, to be written and then cut to what was; gives where the room begins.
fn make_room(output: &mut Vec<u8>, space: usize) -> usize {
    let start = output.len();
    output.resize(start + space, 0);
    start
}

/// How many bytes to decode in one step: one more than there may be, to notice a stream that gives too many.
fn step(remaining: u64) -> usize {
    usize::try_from(remaining.saturating_add(1)).unwrap_or(STEP).min(STEP)
}

/// A block that is not compressed.
fn stored(input: &mut Input<'_>, remaining: u64, output: &mut Vec<u8>) -> Status {
    let length = input.bytes.len().min(STEP).min(usize::try_from(remaining).unwrap_or(STEP));
    output.extend_from_slice(input.bytes.get(..length).unwrap_or_default());
    input.consumed = length;
    if length as u64 == remaining {
        Status::Finished
    } else if length == input.bytes.len() {
        Status::NeedInput(1)
    } else {
        Status::Progress
    }
}
