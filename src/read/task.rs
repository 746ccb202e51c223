//! A task for a worker: what a piece reader knows before it begins, as a message.

use std::ops::Range;

use super::gather::{ElementUse, Region};
use super::piece_reader::PieceReader;
use crate::block_reader::{BlockReader, CacheKey, Checksums, ChunkStart, ReadCache};
use crate::error::Result;
use crate::layout::Block;
use crate::limits::Limits;
use crate::message::{Message, message};
use crate::ndarray::{View, bad};

/// Reads some elements of a piece, or verifies its block; without any bytes of the file, so that it can be sent to a worker.
#[derive(Clone, Debug)]
pub struct Task {
    pub(super) block: Block,
    pub(super) checksums: Checksums,
    pub(super) limits: Limits,
    pub(super) view: View,
    pub(super) element_use: ElementUse,
    /// Where decoding can begin.
    pub(super) start: ChunkStart,
    /// The elements that it reads, counted in the order of the piece: the first, and the one after the last.
    pub(super) elements: Option<(u64, u64)>,
}

message!(struct Task { block, checksums, limits, view, element_use, start, elements });

impl Task {
    /// The elements that the task reads, counted in the order of the piece. `None`: it only verifies the checksum of the
    /// block.
    pub fn elements(&self) -> Option<Range<u64>> {
        self.elements.map(|(start, end)| start..end)
    }

    /// Serialises the task for a worker.
    pub fn to_words(&self) -> Vec<u64> {
        let mut words = Vec::new();
        self.write(&mut words);
        words
    }

    /// Deserialises a task.
    pub fn from_words(mut words: &[u64]) -> Result<Self> {
        Self::read(&mut words).ok_or_else(|| bad("the message is no task"))
    }

    /// Begins the task. Its result is dense, wherever its elements go in the result of the whole read.
    pub fn begin(&self) -> Result<PieceReader> {
        self.begin_in(&Region::WHOLE)
    }

    /// Begins the task with its elements where they go in the result of the whole read.
    #[inline(never)]
    pub(super) fn begin_in(&self, region: &Region) -> Result<PieceReader> {
        let Self { block, checksums, limits, view, element_use, start, .. } = self;
        let reader =
            BlockReader::new(block, *checksums, ReadCache::new(0).of(CacheKey::Block(block.index)), *limits)?;
        let mut reading = PieceReader::new(reader, view, element_use.clone(), region.clone(), limits)?;
        reading.begin_at(*start);
        Ok(reading)
    }
}
