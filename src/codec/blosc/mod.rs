//! `blsc`, `bls2` and `bsc2`: Blosc of both generations. Any range of the decoded bytes can be read on its own.
//!
//! Written by asdf-cxx, ASDF.jl, asdf-compression, `AbacusSummit` and `AbacusAurora`. These labels stand for one of
//! three things, which the bytes tell apart: a chunk; several chunks, each preceded by its size as a big-endian u32
//! (`AbacusSummit`); or a contiguous frame, with or without a `b2nd` array.
//!
//! A chunk consists of blocks that are compressed independently. So a read decodes only the blocks it touches, and
//! keeps the block it ended in for the next read. There are no checksums except those of zlib and zstd streams.
//!
//! The repository of c-blosc2 describes the format (`README_CHUNK_FORMAT.rst`, `README_CFRAME_FORMAT.rst`,
//! `README_B2ND_METALAYER.rst`). Codecs and filters that need a plug-in are rejected by name.

mod b2nd;
mod blosclz;
mod chunk;
mod entry;
mod filters;
mod frame;
mod header;
mod msgpack;
mod reader;
pub(crate) mod shuffle;
mod stored;
mod streams;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use frame::MAGIC as FRAME_MAGIC;
pub(crate) use reader::Blosc;
pub(crate) use table::ChunkTable;
