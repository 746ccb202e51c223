//! The decoded bytes of one block, by range, from stored bytes that arrive in any order.
//!
//! Of an uncompressed block any range can be read. A compressed block is decoded [from the front](forward), only as far
//! as needed. Of a block in Blosc any range can be read, but whole chunks are decoded. What a partial read decoded
//! stays in the [cache] for the next read, and so does its decoder, which continues where it stopped. The stored bytes
//! are digested as they pass, so that verifying a whole read costs no second pass over the file.

mod access;
mod cache;
mod digest;
mod forward;
#[cfg(feature = "fits")]
mod hdu;
mod reader;
mod ready;
mod span;
#[cfg(feature = "fits")]
mod tile_entries;
mod verify;

pub(crate) use access::Access;
pub(crate) use cache::{BlockCache, CacheKey, ReadCache};
pub use digest::Checksums;
pub(crate) use forward::ChunkStart;
pub(crate) use reader::BlockReader;
