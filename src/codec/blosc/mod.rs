//! `blsc`, `bls2` and `bsc2`: Blosc of both generations, any range of the decoded bytes by itself.
//!
//! Written by asdf-cxx, ASDF.jl, asdf-compression, `AbacusSummit` and `AbacusAurora`. Under these labels stand a chunk; chunks
//! that are each preceded by a big-endian u32, their size (`AbacusSummit`); or a contiguous frame, with a `b2nd` array or
//! without: the bytes say which. A chunk consists of blocks that are compressed each by itself, so a read decodes only the
//! blocks it touches, and keeps those it ended in for the next one. There is no checksum but what zlib and zstd streams have.
//! The format is described in the repository of c-blosc2 (`README_CHUNK_FORMAT.rst`, `README_CFRAME_FORMAT.rst`,
//! `README_B2ND_METALAYER.rst`); codecs and filters that need a plug-in are refused by name.

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
