//! Block compression (ASDF 1.0.0, "Compression", and the labels that other writers added): decodes stored bytes.
//!
//! The table of compressions is [`Compression`]. Each codec has one file or folder, and so have the encoding chains of
//! ASDF 0.1.0. A [`Decoder`] takes the stored bytes in pieces of any size and appends decoded bytes, so memory does not
//! grow with the block. It never appends more than the header declares. A stream that decodes to more or fewer bytes is
//! an error of the kind [`ErrorKind::CorruptData`](crate::ErrorKind::CorruptData). Bytes after a complete stream are
//! ignored.

#[cfg(feature = "bench-decoders")]
pub mod bench;
mod blosc;
mod bzip2;
mod chain;
pub(crate) mod checksum;
mod compression;
mod decoder;
#[cfg(feature = "fits")]
pub(crate) mod fits;
mod frames;
mod input;
mod lz4;
mod lz4_block;
mod lz4_frame;
pub(crate) mod lz77;
#[cfg(feature = "reference-codecs")]
mod reference;
#[cfg(test)]
mod tests;
pub(crate) mod xz;
#[cfg(not(feature = "reference-codecs"))]
mod zlib;
#[cfg(not(feature = "reference-codecs"))]
mod zstd;

pub(crate) use blosc::{Blosc, ChunkTable, FRAME_MAGIC, shuffle};
pub use bzip2::Bzip2Segment;
pub(crate) use bzip2::SegmentJoiner;
pub(crate) use compression::Compression;
pub(crate) use decoder::Decoder;
pub(crate) use input::Status;
#[cfg(feature = "reference-codecs")]
use reference::{zlib, zstd};
