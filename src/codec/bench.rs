//! The decoders by themselves, for the benchmark in `benches/decoders`: feature `bench-decoders`, no part of the API.
//!
//! None is inlined into the function that chooses a decoder: V8 compiles such a large one badly.

use super::compression::Compression;
use super::decoder::Decoder;
use super::input::Status;
use super::{lz4_block, zlib, zstd};
use crate::error::Result;
use crate::limits::Limits;

/// Decodes a block under `label` that is in memory as a whole, and appends its `decoded` bytes.
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

/// Decodes the streams of Blosc's blocks, as a read of them does.
#[derive(Debug, Default)]
pub struct Streams {
    zstd: Option<Box<zstd::Blocks>>,
}

impl Streams {
    /// Decodes an LZ4 block, and gives how many bytes it came to.
    #[inline(never)]
    pub fn lz4(input: &[u8], output: &mut [u8]) -> Option<usize> {
        lz4_block::decode(input, &[], output)
    }

    /// Decodes a zlib stream, and gives how many bytes it came to.
    #[inline(never)]
    pub fn zlib(input: &[u8], output: &mut [u8]) -> Option<usize> {
        zlib::decode_whole(input, output)
    }

    /// Decodes zstd frames, and gives how many bytes they came to.
    #[inline(never)]
    pub fn zstd(&mut self, input: &[u8], output: &mut [u8]) -> Option<usize> {
        zstd::decode_whole(self.zstd.get_or_insert_default(), input, None, output).ok()
    }
}
