//! Dictionaries (RFC 8878, 5): content that precedes a frame's content, and initial tables.

use super::super::input::corrupt;
use super::block::Blocks;
use crate::error::Result;

/// The magic number of a trained dictionary. Any other bytes are a dictionary that is raw content.
const MAGIC: [u8; 4] = 0xec30_a437_u32.to_le_bytes();

#[derive(Clone, Copy)]
pub(super) struct Dictionary<'a> {
    /// 0 if the dictionary is raw content.
    pub(super) id: u32,
    /// The bytes after the magic number and the id.
    bytes: &'a [u8],
}

impl<'a> Dictionary<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self> {
        let Some(rest) = bytes.strip_prefix(&MAGIC) else { return Ok(Self { id: 0, bytes }) };
        match rest.split_first_chunk() {
            Some((id, bytes)) if *id != [0; 4] => Ok(Self { id: u32::from_le_bytes(*id), bytes }),
            _ => Err(corrupt("a zstd dictionary has no number")),
        }
    }

    /// Loads the dictionary's tables and offsets for the first block of a frame. Returns its content.
    pub(super) fn prepare(&self, blocks: &mut Blocks) -> Result<&'a [u8]> {
        if self.id == 0 {
            return Ok(self.bytes);
        }
        let length = blocks.huffman.read(self.bytes, &mut blocks.scratch)?;
        let rest = blocks.sequences.read_tables(self.bytes.get(length..).unwrap_or_default())?;
        let Some((offsets, content)) = rest.split_first_chunk::<12>() else {
            return Err(corrupt("a zstd dictionary ends too early"));
        };
        for (last, offset) in blocks.sequences.last.iter_mut().zip(offsets.as_chunks().0) {
            *last = u32::from_le_bytes(*offset);
            if *last == 0 || *last as usize > content.len() {
                return Err(corrupt(format!(
                    "an offset of a zstd dictionary is {last}, of {} bytes",
                    content.len()
                )));
            }
        }
        Ok(content)
    }
}
