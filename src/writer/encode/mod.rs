//! Block compression, the way there (ASDF 1.0.0, "Compression", and the labels other writers added): bytes → stored bytes.
//!
//! An [`Encoder`] is handed the bytes of a block in any pieces and appends stored ones. The same bytes and options give the
//! same result, however they arrive. It holds no more than a chunk of the data and what the codec looks back on; only Blosc,
//! whose sizes stand in front of its data, holds what it stores until the end.

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
