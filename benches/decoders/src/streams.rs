//! The streams that a block consists of, found beforehand, so that no decoder is measured finding them.

use std::ops::Range;

/// Where a stream's stored bytes are, and how many bytes they decode to.
pub(crate) struct Stream {
    pub(crate) stored: Range<usize>,
    pub(crate) decoded: usize,
}

/// The chunks of `lz4\0`: each a big-endian size of what follows, a little-endian decoded one, and an LZ4 block.
pub(crate) fn of_lz4(block: &[u8]) -> Option<Vec<Stream>> {
    let mut streams = Vec::new();
    let mut at = 0;
    while at < block.len() {
        let following = u32::from_be_bytes(*block.get(at..)?.first_chunk()?) as usize;
        let decoded = little(block, at + 4)?;
        let end = at + 4 + following;
        streams.push(Stream { stored: at + 8..end, decoded });
        at = end;
    }
    Some(streams)
}

/// The streams of a Blosc chunk of either generation (`README_CHUNK_FORMAT.rst`) that are compressed.
pub(crate) fn of_blosc(chunk: &[u8]) -> Option<Vec<Stream>> {
    let &[version, _, flags, element, ..] = chunk.first_chunk::<4>()?;
    let header = if version > 2 && flags & 5 == 5 { 32 } else { 16 };
    let (size, block) = (little(chunk, 4)?, little(chunk, 8)?);
    let mut streams = Vec::new();
    for (index, start) in (0..size).step_by(block).enumerate() {
        let decoded = block.min(size - start);
        // The last block, when it is shorter, and those of chunks with this flag are one stream.
        let is_split = flags & 0x10 == 0 && decoded == block;
        let count = if is_split { usize::from(element) } else { 1 };
        let mut at = little(chunk, header + 4 * index)?;
        for _ in 0..count {
            let stored = little(chunk, at)?;
            at += 4;
            // Zero and less stand for one byte that is repeated.
            if let Ok(1..) = i32::try_from(stored) {
                if stored != decoded / count {
                    streams.push(Stream { stored: at..at + stored, decoded: decoded / count });
                }
                at += stored;
            } else if stored != 0 {
                at += 1;
            }
        }
    }
    Some(streams)
}

/// The four bytes at `at` as a little-endian number.
fn little(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize)
}
