//! `blsc` and `bls2`: Blosc of both generations, as asdf-compression and asdf-cxx write them.
//!
//! Under `blsc` stands one buffer of the first generation, under `bls2` a contiguous frame of Blosc2. Blocks are one stream
//! each, never split by bytes, and repeated values are left to the codec: valid, and not always the smallest. The sizes of
//! all stand in front, so what is stored is held until the end.

mod block_stream;
mod buffer;
mod chunk;
mod filter;
mod frame;
mod generation;
mod shuffle;

pub(super) use buffer::Buffer;
pub(super) use frame::Frame;
