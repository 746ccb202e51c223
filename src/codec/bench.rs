//! The decoders on their own, for the benchmark in `benches/decoders`. The feature `bench-decoders` exports them; they
//! are not part of the API.
//!
//! They are not inlined into the function that chooses a decoder: V8 compiles so large a function badly.

use super::compression::Compression;
use super::decoder::Decoder;
use super::input::Status;
use super::{lz4_block, zlib, zstd};
use crate::error::Result;
use crate::limits::Limits;

/// Decodes a whole block with this label, and appends its `decoded` bytes.
#[inline(never)]
pub fn block(label: [u8; 4], stored: &[u8], decoded: usize, output: &mut Vec<u8>) -> Result<()> {
    let mut decoder = Decoder::new(
        Compression::from_label(label)?,
        stored.len() as u64,
        decoded as u64,
        &Limits::default(),
    )?;
    let mut rest = stored;
    loop {
        let (consumed, status) = decoder.decode(rest, true, output)?;
        rest = rest.get(consumed..).unwrap_or_default();
        if status == Status::Finished {
            return Ok(());
        }
    }
}

/// Decodes the streams of Blosc's blocks, as reading a Blosc chunk does.
#[derive(Debug, Default)]
pub struct Streams {
    zstd: Option<Box<zstd::Blocks>>,
}

impl Streams {
    /// Decodes an LZ4 block, and returns the decoded size.
    #[inline(never)]
    pub fn lz4(input: &[u8], output: &mut [u8]) -> Option<usize> {
        lz4_block::decode(input, &[], output)
    }

    /// Decodes a zlib stream, and returns the decoded size.
    #[inline(never)]
    pub fn zlib(input: &[u8], output: &mut [u8]) -> Option<usize> {
        zlib::decode_whole(input, output)
    }

    /// Decodes zstd frames, and returns the decoded size.
    #[inline(never)]
    pub fn zstd(&mut self, input: &[u8], output: &mut [u8]) -> Option<usize> {
        zstd::decode_whole(self.zstd.get_or_insert_default(), input, None, output).ok()
    }
}
