//! Reads a piece into a dense, little-endian result in C order.
//!
//! It goes tile by tile: asks for the tile's bytes, takes its elements out of them, converts them and writes them to the
//! [`Output`], and which of them are masked as well. The result never lies in this crate's memory as a whole.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

use super::gather::{Conversion, ElementUse, Gather, Output, Region};
use super::options::ReadOptions;
use super::tiles::{TILE, Tile, Tiles};
use crate::block_reader::{BlockCache, BlockReader, ChunkStart};
use crate::error::{Result, Warning};
use crate::layout::Block;
use crate::limits::{Limits, charge};
use crate::ndarray::View;
use crate::ranges::{Interrupt, Poll, Step, slice, step};

/// How many bytes of the tiles after the next one are asked for along with it.
const AHEAD: u64 = 4 << 20;

/// What a [`PieceReader`] will give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceInfo {
    /// How many bytes of elements it writes; none where it only masks.
    pub nbytes: u64,
    /// The bytes of the file that already are the whole result, if there are such: uncompressed, little-endian, in C
    /// order.
    pub direct: Option<Range<u64>>,
    /// The stored bytes whose checksum this read verifies: all of the block, if it reads all of it anyway or has to by
    /// [`Checksums::Error`](crate::Checksums::Error), and if no earlier read has verified it.
    pub unverified: Option<Range<u64>>,
    /// Whether it says which elements are masked.
    pub masks: bool,
}

/// Reads elements that lie in one block into an [`Output`].
#[derive(Debug)]
pub struct PieceReader {
    info: PieceInfo,
    pub(super) reader: BlockReader,
    pub(super) tiles: Tiles,
    /// The next tile and those that are read ahead, each with the ranges of the block it needs; empty at the end.
    next: VecDeque<(Tile, Vec<Range<u64>>)>,
    pub(super) gather: Gather,
    /// How many elements of the result may be written.
    room: u64,
    warnings: Vec<Warning>,
}

impl PieceReader {
    /// Reads the elements of `view` from `reader`; `region` is where they go.
    pub(super) fn new(
        mut reader: BlockReader,
        view: &View,
        element_use: ElementUse,
        region: Region,
        limits: &Limits,
    ) -> Result<Self> {
        view.check(reader.size())?;
        limits.check_output(view.size()?)?;
        reader.expect(view.nbytes()?, view.extent()?.end);
        let (nbytes, copied, masks) = match &element_use {
            ElementUse::Elements(conversion, test) => (
                conversion.output_size(view.nbytes()?),
                *conversion == Conversion::Copy && region.is_whole(),
                test.is_some(),
            ),
            ElementUse::Mask(_) => (0, false, true),
        };
        limits.check_output(nbytes)?;
        let mut tiles = Tiles::new(view, reader.access(), reader.portion(TILE));
        let mut next = VecDeque::new();
        look_ahead(&mut tiles, &mut next);
        // Only elements that overlap make a tile this large.
        charge(
            "what has to be in memory at once",
            next.front().map_or(0, |(_, ranges)| size(ranges)),
            limits.output,
        )?;
        let direct = match reader.stored_at() {
            Some(base) if copied && view.is_contiguous() && reader.is_whole() => {
                let start = base.saturating_add(view.offset);
                Some(start..start.saturating_add(nbytes))
            }
            _ => None,
        };
        let verifies = reader.will_verify(&view.extent()?, view.is_contiguous()) == Some(true);
        let info = PieceInfo { nbytes, direct, unverified: reader.unverified().filter(|_| verifies), masks };
        let gather =
            Gather { item: view.item, element_use, region, stored: Vec::new(), converted: Vec::new(), at: 0 };
        Ok(Self { info, reader, tiles, next, gather, room: u64::MAX, warnings: Vec::new() })
    }

    /// What it will give.
    pub fn info(&self) -> &PieceInfo {
        &self.info
    }

    /// Whether the block's checksum was verified.
    pub fn is_verified(&self) -> bool {
        self.reader.is_verified()
    }

    /// Begins where the reader can do without what is before.
    pub(super) fn begin_at(&mut self, start: ChunkStart) {
        self.reader.begin_at(start);
    }

    /// Returns each warning once.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        std::mem::take(&mut self.warnings)
    }

    /// Takes bytes of the file that begin at `offset`.
    pub fn supply<'a>(&mut self, offset: u64, bytes: impl Into<Cow<'a, [u8]>>) {
        self.reader.supply(offset, bytes);
    }

    /// The ranges that it will need first, if they are known: the caller can request them before its turn comes. It writes
    /// nothing yet.
    pub fn ahead(&mut self) -> Result<Vec<Range<u64>>> {
        let Some((_, ranges)) = self.next.front() else { return Ok(Vec::new()) };
        let ahead = self.next.iter().skip(1).flat_map(|(_, ranges)| ranges);
        match step(self.reader.poll(ranges, ahead))? {
            Step::Need(ranges) => Ok(ranges),
            Step::Done(()) => Ok(Vec::new()),
        }
    }

    /// Limits writing to the first `elements` of the result. Where the next elements lie beyond, a step needs no bytes
    /// and writes nothing until the limit is raised.
    pub fn set_room(&mut self, elements: u64) {
        self.room = elements;
    }

    /// Writes to `output` until it needs bytes that have not arrived, or reaches the limit of `set_room`.
    pub fn step(&mut self, output: &mut dyn Output) -> Result<Step<()>> {
        step(self.poll(output))
    }

    fn poll(&mut self, output: &mut dyn Output) -> Poll<()> {
        let outcome = self.poll_tiles(output);
        self.gather.flush(output);
        outcome?;
        self.reader.poll_verify(false, &mut self.warnings)
    }

    fn poll_tiles(&mut self, output: &mut dyn Output) -> Poll<()> {
        while let Some((tile, ranges)) = self.next.front() {
            let end = if self.gather.region.is_whole() { self.tiles.end(tile) } else { u64::MAX };
            if end > self.room {
                return Err(Interrupt::Need(Vec::new()));
            }
            let ahead = self.next.iter().skip(1).flat_map(|(_, ranges)| ranges);
            self.reader.poll(ranges, ahead)?;
            self.warnings.extend(self.reader.take_warning());
            for run in self.tiles.runs(tile) {
                self.gather.take(run, &self.reader, output)?;
            }
            self.next.pop_front();
            look_ahead(&mut self.tiles, &mut self.next);
        }
        Ok(())
    }

    /// The number of the first element of the result that may still be written; `None` once all are written.
    pub fn position(&self) -> Option<u64> {
        let (tile, _) = self.next.front()?;
        let first = if self.tiles.in_order() { self.tiles.first(tile) } else { 0 };
        Some(self.gather.region.element(first))
    }

    /// Reads all of it from a file that is wholly in memory.
    pub fn fill(&mut self, file: &[u8], output: &mut dyn Output) -> Result<()> {
        while let Step::Need(ranges) = self.step(output)? {
            for range in ranges {
                self.supply(range.start, slice(file, &range)?);
            }
        }
        Ok(())
    }

    /// Verifies the checksum of all the block, and does nothing else: for a caller that uses the bytes that
    /// [`PieceInfo::direct`] names.
    pub fn verify(&mut self) -> Result<Step<()>> {
        step(self.reader.poll_verify(true, &mut self.warnings))
    }
}

/// Ensures that there is a next tile, and further tiles to read ahead.
fn look_ahead(tiles: &mut Tiles, next: &mut VecDeque<(Tile, Vec<Range<u64>>)>) {
    let mut ahead: u64 = next.iter().skip(1).map(|(_, ranges)| size(ranges)).sum();
    while next.is_empty() || ahead < AHEAD {
        let Some(tile) = tiles.next() else { return };
        let ranges = tiles.ranges(&tile);
        ahead += if next.is_empty() { 0 } else { size(&ranges) };
        next.push_back((tile, ranges));
    }
}

/// How many bytes these ranges have, which do not overlap.
fn size(ranges: &[Range<u64>]) -> u64 {
    ranges.iter().map(|range| range.end - range.start).sum()
}

/// Reads all decoded bytes of a block; `most`: how many there may be.
pub(crate) fn read_block(
    block: &Block,
    cache: BlockCache,
    options: &ReadOptions,
    most: u64,
) -> Result<PieceReader> {
    if let Some(problem) = &block.problem {
        return Err(problem.clone());
    }
    let reader = BlockReader::new(block, options.checksums, cache, options.limits)?;
    let view = View::new(0, &[reader.size()], &[1], 1);
    PieceReader::new(
        reader,
        &view,
        ElementUse::Elements(Conversion::Copy, None),
        Region::WHOLE,
        &Limits { output: most, ..options.limits },
    )
}
