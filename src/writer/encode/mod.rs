//! Block compression for writing (ASDF 1.0.0, "Compression", and the labels that other writers added): encodes bytes as
//! stored bytes.
//!
//! An [`Encoder`] takes the bytes of a block in pieces of any size, and appends stored bytes. The result depends only
//! on the bytes and the options, not on the pieces. An encoder holds no more than a piece of the data and the codec's
//! window. The exception is Blosc: its sizes come first, so its output is held until the end.
//!
//! Most codecs divide a block into pieces of a fixed size that are encoded independently. An [`Encoder`] also
//! [joins](Encoder::join) pieces that [`encode_piece`] has encoded on other threads, and gives the same bytes.

mod blosc;
mod bzip2;
mod codec;
mod encoder;
mod lz4;
mod lz4_block;
mod pieces;
mod piecewise;
mod stream;
mod xz;
mod zlib;
mod zstd;

pub use codec::{BloscCodec, Codec, EncodeOptions, Lz4Layout, Shuffle};
pub use encoder::Encoder;
pub use piecewise::encode_piece;
pub use stream::PieceSizes;
