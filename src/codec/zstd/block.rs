//! Blocks (RFC 8878, 3.1.1.2, 3.1.1.3), and what one leaves for the next.

use super::super::input::corrupt;
use super::buffer::MatchBuffer;
use super::fse;
use super::sequences::Sequences;
use super::{huffman, literals};
use crate::error::Result;

/// The most bytes a block may have, as stored and as decoded.
pub(super) const LARGEST: usize = 128 << 10;

/// The header of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) is_last: bool,
    kind: u8,
    size: usize,
}

impl Block {
    /// How many bytes it takes.
    pub(super) const HEADER: usize = 3;

    /// Reads the header of a block that may have so many bytes.
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

/// Decodes blocks.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    pub(super) huffman: huffman::Table,
    pub(super) sequences: Sequences,
    /// For the weights of Huffman tables.
    pub(super) scratch: fse::Table,
    literals: Vec<u8>,
}

impl Blocks {
    /// Forgets what the frame before left.
    pub(super) fn reset(&mut self) {
        self.huffman.known = false;
        self.sequences.reset();
    }

    /// Decodes what `stored` holds behind the header.
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
