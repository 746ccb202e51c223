//! `zlib` by `miniz_oxide`: one zlib stream (RFC 1950, 1951), its Adler-32 verified.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags as flags};

use crate::codec::input::{Input, Status, corrupt, make_room, step};
use crate::error::Result;

/// How many stored bytes are decoded at a time.
pub(crate) const PIECE: usize = 256 << 10;

/// `output` is the window: matches are copied from it, and the caller keeps its last bytes.
const FLAGS: u32 = flags::TINFL_FLAG_PARSE_ZLIB_HEADER
    | flags::TINFL_FLAG_COMPUTE_ADLER32
    | flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;

#[derive(Default)]
pub(crate) struct Zlib {
    state: DecompressorOxide,
    is_done: bool,
}

impl std::fmt::Debug for Zlib {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Zlib").field("is_done", &self.is_done).finish_non_exhaustive()
    }
}

impl Zlib {
    pub(crate) fn decode(
        &mut self,
        input: &mut Input<'_>,
        remaining: u64,
        output: &mut Vec<u8>,
    ) -> Result<Status> {
        if self.is_done {
            return Ok(Status::Finished);
        }
        let piece = match input.piece(PIECE) {
            Ok(piece) => piece,
            Err(status) => return Ok(status),
        };
        let is_last = piece.len() as u64 == input.left();
        let more = if is_last { 0 } else { flags::TINFL_FLAG_HAS_MORE_INPUT };
        let start = make_room(output, step(remaining));
        let (status, consumed, length) = decompress(&mut self.state, piece, output, start, FLAGS | more);
        output.truncate(start + length);
        match status {
            TINFLStatus::Done => self.is_done = true,
            TINFLStatus::HasMoreOutput | TINFLStatus::NeedsMoreInput => {}
            TINFLStatus::FailedCannotMakeProgress => return Ok(Status::NeedInput(piece.len() + 1)),
            TINFLStatus::Adler32Mismatch => {
                return Err(corrupt("the checksum of the zlib stream does not match"));
            }
            _ => return Err(corrupt("the zlib stream is damaged")),
        }
        input.consumed = consumed;
        Ok(if self.is_done { Status::Finished } else { Status::Progress })
    }
}

/// Decodes a whole stream to the beginning of `output`, and returns the decoded size. `None` if the stream is damaged
/// or does not fit.
pub(crate) fn decode_whole(stored: &[u8], output: &mut [u8]) -> Option<usize> {
    let (status, _, length) = decompress(&mut DecompressorOxide::default(), stored, output, 0, FLAGS);
    (status == TINFLStatus::Done).then_some(length)
}

/// Decodes whole streams of unknown size, as tiles of FITS images are stored.
#[cfg(feature = "fits")]
pub(crate) mod inflate {
    use super::{DecompressorOxide, FLAGS, TINFLStatus, decompress, flags, make_room, step};

    /// Decodes a deflate stream (RFC 1951) of at most `most` bytes. Returns them, and how many stored bytes it takes; `None` if
    /// it is damaged or decodes to more.
    pub(crate) fn bare(stored: &[u8], most: usize) -> Option<(Vec<u8>, usize)> {
        grow(stored, most, flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF)
    }

    /// Decodes a zlib stream of at most `most` bytes, which are believed as they are decoded.
    pub(crate) fn zlib(stored: &[u8], most: usize) -> Option<Vec<u8>> {
        grow(stored, most, FLAGS).map(|(decoded, _)| decoded)
    }

    fn grow(stored: &[u8], most: usize, flags: u32) -> Option<(Vec<u8>, usize)> {
        let mut state = DecompressorOxide::default();
        let (mut decoded, mut consumed) = (Vec::new(), 0);
        loop {
            let remaining = most.checked_sub(decoded.len())? as u64;
            let start = make_room(&mut decoded, step(remaining));
            let (status, taken, length) =
                decompress(&mut state, stored.get(consumed..)?, &mut decoded, start, flags);
            decoded.truncate(start + length);
            consumed += taken;
            match status {
                TINFLStatus::Done => {
                    return Some((decoded, consumed)).filter(|(decoded, _)| decoded.len() <= most);
                }
                TINFLStatus::HasMoreOutput => {}
                _ => return None,
            }
        }
    }
}
