//! The way back: values become the text of a tree, bytes become blocks, and both a file of ASDF 1.0.0 ("Low-level file
//! layout").
//!
//! A file is written from its beginning to its end: [`preamble`], what an [`Emitter`] made of the tree, each block behind
//! its [`BlockHeader`], and the [`block_index`]. Nothing here does I/O or holds more of a block than it is handed at once.
//! What the standard forbids is refused; what is written reads back equal.

mod block;
mod emitter;
mod encode;
mod index;
mod preamble;
mod style;
mod tree;

pub use block::BlockHeader;
pub use emitter::{Emitter, Props, Scalar};
pub use encode::{BloscCodec, Codec, EncodeOptions, Encoder, Lz4Layout, Shuffle};
pub use index::block_index;
pub use preamble::{Standard, preamble};
