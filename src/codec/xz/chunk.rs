//! LZMA2: chunks, stored or compressed with LZMA, that share a dictionary. It is specified by the decoder of XZ Embedded.

use super::super::input::make_room;
use super::super::lz77::WIDTH;
use super::fault::damaged;
use super::lzma::Lzma;
use crate::error::Result;

/// The length of the longest chunk, its header included.
pub(super) const LONGEST_CHUNK: usize = (64 << 10) + 6;
/// The smallest size of a dictionary, and what the sizes are multiples of, in `lzma-rust2` as well.
const LEAST_DICTIONARY: usize = 4096;
const MULTIPLE: usize = 16;

#[derive(Debug)]
pub(super) struct Chunks {
    /// How far matches may look back.
    dictionary: usize,
    /// How many bytes were decoded since the dictionary was reset. `None`: it must be reset.
    decoded: Option<u64>,
    /// `None`: a chunk must give the properties.
    lzma: Option<Box<Lzma>>,
}

impl Chunks {
    pub(super) fn new(dictionary: usize) -> Self {
        let size = dictionary.max(LEAST_DICTIONARY);
        Self {
            dictionary: size.checked_next_multiple_of(MULTIPLE).unwrap_or(size),
            decoded: None,
            lzma: None,
        }
    }

    /// How far the next chunk may look back.
    pub(super) fn history(&self) -> usize {
        self.content().min(self.dictionary)
    }

    /// How many bytes precede the next one in the dictionary.
    fn content(&self) -> usize {
        usize::try_from(self.decoded.unwrap_or(0)).unwrap_or(usize::MAX)
    }

    /// Decodes the chunk at the beginning of `piece`, which is not the end of the chunks, and returns its length. `None`
    /// if the chunk is longer than the piece.
    pub(super) fn decode(&mut self, piece: &[u8], output: &mut Vec<u8>) -> Result<Option<usize>> {
        let Some((&control, rest)) = piece.split_first() else { return Ok(None) };
        if control == 1 || control >= 0xe0 {
            (self.decoded, self.lzma) = (Some(0), None);
        }
        let Some(decoded) = self.decoded else { return Err(damaged("corrupted input data (LZMA2:0)")) };
        let Some((size, rest)) = take_size(rest) else { return Ok(None) };
        match control {
            ..=2 => {
                let Some(bytes) = rest.get(..size) else { return Ok(None) };
                output.extend_from_slice(bytes);
                self.decoded = Some(decoded + size as u64);
                return Ok(Some(piece.len() - rest.len() + size));
            }
            3..0x80 => return Err(damaged("corrupted input data (LZMA2:2)")),
            0x80.. => {}
        }
        let size = size + (usize::from(control & 0x1f) << 16);
        let Some((stored, mut rest)) = take_size(rest) else { return Ok(None) };
        if control >= 0xc0 {
            let Some((properties, after)) = rest.split_first() else { return Ok(None) };
            let lzma = Lzma::new(*properties).ok_or_else(|| damaged("corrupted input data (LZMA2:3)"))?;
            (self.lzma, rest) = (Some(Box::new(lzma)), after);
        }
        let Some(bytes) = rest.get(..stored) else { return Ok(None) };
        let kept = self.content().min(output.len());
        let Some(lzma) = &mut self.lzma else { return Err(damaged("corrupted input data (LZMA2:1)")) };
        if (0xa0..0xc0).contains(&control) {
            lzma.reset();
        }
        let start = make_room(output, size + WIDTH);
        let window = output.get_mut(start - kept..).unwrap_or_default();
        let outcome = lzma.decode(bytes, window, kept..kept + size, self.dictionary, decoded);
        output.truncate(start + if outcome.is_some() { size } else { 0 });
        self.decoded = Some(decoded + size as u64);
        outcome.ok_or_else(|| damaged("a chunk of LZMA does not have the sizes in its header"))?;
        Ok(Some(piece.len() - rest.len() + stored))
    }
}

/// Takes the lower 16 bits of a size off the front; it is stored less one.
fn take_size(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (size, rest) = bytes.split_first_chunk()?;
    Some((usize::from(u16::from_be_bytes(*size)) + 1, rest))
}
