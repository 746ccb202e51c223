//! `blsc` and `bls2`: both generations of Blosc, as asdf-compression and asdf-cxx write them.
//!
//! `blsc` is one buffer of the first generation; `bls2` is a contiguous frame of Blosc2. Each block is one stream:
//! blocks are never split by bytes, and repeated values are left to the codec. That is valid, but not always the
//! smallest result. All sizes come first, so the output is held in memory until the end.

mod block_stream;
mod buffer;
mod chunk;
mod filter;
mod frame;
mod generation;
mod shuffle;

pub(super) use buffer::Buffer;
pub(super) use frame::Frame;
