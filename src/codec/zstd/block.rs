//! Blocks (RFC 8878, 3.1.1.2, 3.1.1.3), and the state that one leaves for the next.

use super::super::input::corrupt;
use super::buffer::MatchBuffer;
use super::fse;
use super::sequences::Sequences;
use super::{huffman, literals};
use crate::error::Result;

/// The largest block, stored or decoded.
pub(super) const LARGEST: usize = 128 << 10;

/// The header of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) is_last: bool,
    kind: u8,
    size: usize,
}

impl Block {
    /// The length of a block's header.
    pub(super) const HEADER: usize = 3;

    /// Reads the header of a block whose size may be at most `most`.
    pub(super) fn read(header: [u8; Self::HEADER], most: usize) -> Result<Self> {
        let [a, b, c] = header;
        let size = (u32::from_le_bytes([a, b, c, 0]) >> 3) as usize;
        if size > most {
            return Err(corrupt(format!("a zstd block has {size} bytes, more than the {most} of its frame")));
        }
        let kind = a >> 1 & 3;
        if kind == 3 {
            return Err(corrupt("a zstd block is of an unknown kind"));
        }
        Ok(Self { is_last: a & 1 == 1, kind, size })
    }

    /// How many bytes follow the header.
    pub(super) fn stored(self) -> usize {
        if self.kind == 1 { 1 } else { self.size }
    }
}

/// Decodes blocks, and keeps the state that they share.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    pub(super) huffman: huffman::Table,
    pub(super) sequences: Sequences,
    /// Scratch table for the weights of Huffman tables.
    pub(super) scratch: fse::Table,
    literals: Vec<u8>,
}

impl Blocks {
    /// Discards the tables and offsets of the previous frame.
    pub(super) fn reset(&mut self) {
        self.huffman.known = false;
        self.sequences.reset();
    }

    /// Decodes the content of a block. `stored` holds the bytes after its header.
    pub(super) fn decode(&mut self, block: Block, stored: &[u8], buffer: &mut MatchBuffer<'_>) -> Result<()> {
        match (block.kind, stored) {
            (0, _) => buffer.next(stored.len())?.copy_from_slice(stored),
            (1, _) => buffer.next(block.size)?.fill(stored.first().copied().unwrap_or_default()),
            _ => {
                self.literals.resize(LARGEST, 0);
                let most = self.literals.get_mut(..buffer.end - buffer.at).unwrap_or_default();
                let (start, count) = literals::decode(stored, &mut self.huffman, &mut self.scratch, most)?;
                let literals = self.literals.get(..count).unwrap_or_default();
                self.sequences.decode(stored, start, literals, buffer)?;
            }
        }
        Ok(())
    }
}
