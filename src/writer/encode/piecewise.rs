//! Blocks that are encoded in pieces, each by itself, so that several threads can share the work.
//!
//! The sizes of the pieces depend on the codec and its options alone. So the stored bytes are the same whether one thread
//! encodes all pieces or several do, and other programs read one stream as from any encoder.

use super::codec::{Codec, EncodeOptions, Lz4Layout};
use super::pieces::Pieces;
use super::stream::{PieceSizes, Piecewise, Stream, unsupported};
use super::{bzip2, lz4, xz, zlib, zstd};
use crate::error::Result;

/// The encoder in pieces of a block of `length` bytes; `None` if the codec's stream is encoded as a whole.
pub(super) fn piecewise(
    codec: Codec,
    length: u64,
    options: &EncodeOptions,
) -> Result<Option<Box<dyn Piecewise>>> {
    let level = codec.level(options)?;
    Ok(Some(match (codec, options.lz4) {
        (Codec::Zlib, _) => Box::new(zlib::Zlib::new(level)),
        (Codec::Bzip2, _) => Box::new(bzip2::Bzip2::new(level)),
        (Codec::Lz4, Lz4Layout::Chunks(size)) => Box::new(lz4::Chunks::new(size, length)?),
        (Codec::Zstd, _) if level <= zstd::LAST_IN_PIECES => Box::new(zstd::Zstd::new(level, length)?),
        (Codec::Xz, _) => Box::new(xz::Xz::new(level)),
        _ => return Ok(None),
    }))
}

/// Encodes one piece of a block, for [`Encoder::join`](super::Encoder::join): [`Encoder::pieces`](super::Encoder::pieces)
/// gives its size, and how many bytes `before` it are needed. Appends to `output`.
pub fn encode_piece(
    codec: Codec,
    options: &EncodeOptions,
    before: &[u8],
    piece: &[u8],
    output: &mut Vec<u8>,
) -> Result<()> {
    let encoder = piecewise(codec, piece.len() as u64, options)?
        .ok_or_else(|| unsupported("this codec does not encode in pieces"))?;
    encoder.encode(before, piece, output)
}

/// Encodes all pieces on this thread.
pub(super) struct InPieces {
    codec: Box<dyn Piecewise>,
    pieces: Pieces,
    /// The bytes before the next piece that its encoder needs.
    before: Vec<u8>,
    /// A piece, until it is joined.
    encoded: Vec<u8>,
}

impl InPieces {
    pub(super) fn new(codec: Box<dyn Piecewise>) -> Self {
        let pieces = Pieces::new(codec.sizes().piece);
        Self { codec, pieces, before: Vec::new(), encoded: Vec::new() }
    }
}

impl Stream for InPieces {
    fn write(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let Self { codec, pieces, before, encoded } = self;
        pieces.take(bytes, |piece| {
            encoded.clear();
            codec.encode(before, piece, encoded)?;
            before.clear();
            before.extend_from_slice(piece.get(piece.len() - codec.sizes().before..).unwrap_or(piece));
            codec.hash(piece);
            codec.join(encoded, piece.len() as u64, output)
        })
    }

    fn finish(mut self: Box<Self>, output: &mut Vec<u8>) -> Result<()> {
        if let Some(rest) = self.pieces.rest() {
            self.encoded.clear();
            self.codec.encode(&self.before, rest, &mut self.encoded)?;
            self.codec.hash(rest);
            self.codec.join(&self.encoded, rest.len() as u64, output)?;
        }
        self.codec.finish(output)
    }

    fn pieces(&self) -> Option<PieceSizes> {
        Some(self.codec.sizes())
    }

    fn hash(&mut self, piece: &[u8]) {
        self.codec.hash(piece);
    }

    fn join(&mut self, encoded: &[u8], length: u64, output: &mut Vec<u8>) -> Result<()> {
        self.codec.join(encoded, length, output)
    }
}
