//! `lz4\0`: chunks of one raw LZ4 block each, as Python asdf, libasdf and ASDF.jl write them.
//!
//! A chunk consists of a big-endian u32, the number of bytes that follow it; a little-endian u32, the decoded size; and
//! the LZ4 block (`lz4_Block_format.md`). Chunks hold 4 MiB (Python) or 8 MiB (ASDF.jl) of data and are independent.
//! There is no checksum. ASDF.jl may write an LZ4 frame under the same label: see [`super::lz4_frame`].
//!
//! `lz4_flex` decodes the blocks: on these it is a fifth faster than [`super::lz4_block`].

use super::input::{Input, Status, corrupt, make_room};
use crate::error::Result;

/// The length of the two sizes before each block.
pub(super) const SIZES: usize = 8;
/// The largest expansion: one byte of an LZ4 block stands for at most 255 decoded bytes.
const MOST_EXPANSION: u64 = 255;

/// Reads and checks the sizes of a chunk: the length of its LZ4 block, and the decoded size. `left` and `remaining` are
/// the numbers of stored and decoded bytes left in the ASDF block, this chunk included.
pub(super) fn read_sizes(sizes: [u8; SIZES], left: u64, remaining: u64) -> Result<(u32, u32)> {
    let [a, b, c, d, sizes @ ..] = sizes;
    let (following, decoded) = (u32::from_be_bytes([a, b, c, d]), u32::from_le_bytes(sizes));
    let stored =
        following.checked_sub(4).ok_or_else(|| corrupt("an LZ4 chunk is too short for its decoded size"))?;
    if u64::from(stored) + SIZES as u64 > left {
        return Err(corrupt(format!("an LZ4 chunk claims {stored} bytes, but the block has fewer left")));
    }
    if u64::from(decoded) > remaining {
        return Err(corrupt(format!(
            "an LZ4 chunk claims {decoded} decoded bytes; only {remaining} are left to come"
        )));
    }
    if u64::from(decoded) > u64::from(stored) * MOST_EXPANSION {
        return Err(corrupt(format!("an LZ4 chunk of {stored} bytes claims {decoded} decoded ones")));
    }
    Ok((stored, decoded))
}

/// Decodes the next chunk.
pub(super) fn decode(input: &mut Input<'_>, remaining: u64, output: &mut Vec<u8>) -> Result<Status> {
    if remaining == 0 {
        return Ok(Status::Finished);
    }
    let Some((sizes, rest)) = input.bytes.split_first_chunk::<SIZES>() else {
        return Ok(Status::NeedInput(SIZES));
    };
    let (stored, decoded) = read_sizes(*sizes, input.left(), remaining)?;
    let too_large = |_| corrupt("an LZ4 chunk is larger than this machine can address");
    let (stored, decoded) =
        (usize::try_from(stored).map_err(too_large)?, usize::try_from(decoded).map_err(too_large)?);
    let Some(block) = rest.get(..stored) else {
        return Ok(Status::NeedInput(SIZES + stored));
    };
    let start = make_room(output, decoded);
    let outcome = lz4_flex::block::decompress_into(block, output.get_mut(start..).unwrap_or_default());
    match outcome {
        Ok(length) if length == decoded => {}
        Ok(length) => {
            output.truncate(start);
            return Err(corrupt(format!("an LZ4 chunk decodes to {length} bytes, but claims {decoded}")));
        }
        Err(error) => {
            output.truncate(start);
            return Err(corrupt(format!("an LZ4 chunk is damaged: {error}")));
        }
    }
    input.consumed = SIZES + stored;
    Ok(if decoded as u64 == remaining { Status::Finished } else { Status::Progress })
}
