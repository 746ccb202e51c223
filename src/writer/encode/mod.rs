//! Block compression for writing (ASDF 1.0.0, "Compression", and the labels that other writers added): bytes → stored
//! bytes.
//!
//! An [`Encoder`] takes the bytes of a block in any pieces and appends stored ones. The same bytes and options give
//! the same result, however they arrive. It holds no more than a chunk of the data and the codec's window; only Blosc,
//! whose sizes come first, holds its output until the end.

mod blosc;
mod bzip2;
mod codec;
mod encoder;
mod lz4;
mod lz4_block;
mod pieces;
mod stream;
mod xz;
mod zlib;
mod zstd;

pub use codec::{BloscCodec, Codec, EncodeOptions, Lz4Layout, Shuffle};
pub use encoder::Encoder;
