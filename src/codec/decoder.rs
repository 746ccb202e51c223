//! Decodes one block of any compression from the front.

use super::compression::Compression;
use super::input::{HISTORY, Input, Status, corrupt, stored};
use super::{bzip2, chain, lz4, lz4_frame, xz, zlib, zstd};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Limits, check};

/// The size of a chunk: stored (its head included) and decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk {
    pub(crate) stored: u64,
    pub(crate) decoded: u64,
}

/// Decodes one block from the front.
#[derive(Debug)]
pub(crate) struct Decoder {
    codec: Codec,
    /// Decoded bytes: `declared` by the header, and `remaining` to be decoded.
    declared: u64,
    remaining: u64,
    /// How many stored bytes have not been consumed.
    stored: u64,
}

#[derive(Debug)]
enum Codec {
    Zlib(Box<zlib::Zlib>),
    Bzip2(Box<bzip2::Bzip2>),
    Lz4,
    Lz4Frame(lz4_frame::Lz4Frame),
    Zstd(Box<zstd::Zstd>),
    Xz(xz::Xz),
    Chain(chain::Chain),
    Stored,
}

impl Decoder {
    /// A decoder for `stored` bytes that decode to `decoded` bytes.
    pub(crate) fn new(compression: Compression, stored: u64, decoded: u64, limits: &Limits) -> Result<Self> {
        check("the decoded block", decoded, limits.block)?;
        let codec = match compression {
            Compression::None => Codec::Stored,
            Compression::Zlib => Codec::Zlib(Box::default()),
            Compression::Bzip2 => Codec::Bzip2(Box::default()),
            Compression::Lz4 => Codec::Lz4,
            Compression::Lz4Frame => Codec::Lz4Frame(lz4_frame::Lz4Frame::default()),
            Compression::Zstd => Codec::Zstd(Box::new(zstd::Zstd::new(limits))),
            Compression::Xz => Codec::Xz(xz::Xz::default()),
            Compression::Chain => Codec::Chain(chain::Chain::new(decoded, limits)),
            Compression::Blosc => {
                let message = "blosc is decoded by ranges, not from the front";
                return Err(Error::new(ErrorKind::UnsupportedCompression, message));
            }
        };
        Ok(Self { codec, declared: decoded, remaining: decoded, stored })
    }

    /// The length of a chunk's head, which holds its sizes.
    pub(crate) const CHUNK_HEAD: u64 = lz4::SIZES as u64;

    /// Whether the stored bytes are independent chunks, as far as is known: the same label can also mean an LZ4 frame.
    pub(crate) fn is_chunked(&self) -> bool {
        matches!(self.codec, Codec::Lz4)
    }

    /// The size of the next chunk, read from its [head](Self::CHUNK_HEAD). `None` if there is no chunk, or if `head` is
    /// too short to tell.
    pub(crate) fn chunk(&self, head: &[u8]) -> Result<Option<Chunk>> {
        let is_frame = self.remaining == self.declared && lz4_frame::is_frame(head);
        let Some((sizes, _)) = head.split_first_chunk().filter(|_| self.is_chunked() && !is_frame) else {
            return Ok(None);
        };
        let (stored, decoded) = lz4::read_sizes(*sizes, self.stored, self.remaining)?;
        Ok(Some(Chunk { stored: Self::CHUNK_HEAD + u64::from(stored), decoded: decoded.into() }))
    }

    /// Continues at the start of a chunk. `stored` is the number of stored bytes from there on, `decoded` the number of
    /// decoded bytes before it.
    pub(crate) fn go_to(&mut self, stored: u64, decoded: u64) {
        self.stored = stored;
        self.remaining = self.declared.saturating_sub(decoded);
    }

    /// How far the next step may look back in `output`. The caller keeps at least this many of the appended bytes.
    pub(crate) fn history(&self) -> usize {
        match &self.codec {
            Codec::Zstd(codec) => codec.history(),
            Codec::Xz(codec) => codec.history(),
            _ => HISTORY,
        }
    }

    /// Decodes the next step. `input` holds the stored bytes that follow the consumed ones, as far as they have
    /// arrived; `last` says that no bytes follow them. Appends to `output`, whose last [`history`](Self::history) bytes
    /// must still be there. Returns how many bytes of `input` were consumed. Given the input it asked for, each call
    /// makes progress.
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
