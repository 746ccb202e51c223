//! Reading a selection of an array: the operation that fills a dense, native-endian, C-ordered result.
//!
//! It goes tile by tile: asks for the tile's bytes, takes its elements out of them, converts them and writes them to the
//! [`Output`], and which of them are masked as well. The result never lies in this crate's memory as a whole.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

use super::block_reader::{BlockReader, Mark};
use super::convert::Conversion;
use super::datatype::bad;
use super::mask::Test;
use super::parts::Parts;
use super::place::Place;
use super::tiles::{GAP, Run, Tile, Tiles};
use super::view::View;
use crate::error::{Result, Warning};
use crate::limits::{Limits, charge};
use crate::message::Message;
use crate::ranges::{Poll, Step, slice, step};

/// How many converted bytes are gathered before they are written.
const SCRATCH: usize = 256 << 10;
/// How many bytes of the tiles after the next one are asked for along with it.
const AHEAD: u64 = 4 << 20;

/// Where a [`Reading`] puts its result. Pieces come in any order; where they overlap, the last one counts.
pub trait Output {
    /// Puts `bytes` at byte `at` of the result.
    fn write(&mut self, at: u64, bytes: &[u8]);

    /// Says of the elements of the result from number `at` on whether they are masked (1) or not (0).
    fn mask(&mut self, at: u64, masked: &[u8]) {
        let _ = (at, masked);
    }
}

impl Output for Vec<u8> {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        let Ok(at) = usize::try_from(at) else { return };
        let end = at.saturating_add(bytes.len());
        if self.len() < end {
            self.resize(end, 0);
        }
        if let Some(place) = self.get_mut(at..end) {
            place.copy_from_slice(bytes);
        }
    }
}

/// What a [`Reading`] will give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many bytes of elements it writes; none where it only masks.
    pub nbytes: u64,
    /// The bytes of the file that already are the whole result, if there are such: uncompressed, little-endian, in C
    /// order.
    pub direct: Option<Range<u64>>,
    /// The stored bytes whose checksum is still to be verified.
    pub unverified: Option<Range<u64>>,
    /// Whether it says which elements are masked.
    pub masks: bool,
}

/// What is made of the elements.
#[derive(Clone, Debug)]
pub(super) enum Taken {
    /// They are elements of the result. Those that pass the test, if there is one, are masked.
    Elements(Conversion, Option<Test>),
    /// Those that pass are masked elements of the result.
    Mask(Test),
}

impl Message for Taken {
    fn write(&self, words: &mut Vec<u64>) {
        let (conversion, test) = match self {
            Self::Elements(conversion, test) => (Some(*conversion), test.as_ref()),
            Self::Mask(test) => (None, Some(test)),
        };
        conversion.write(words);
        test.cloned().write(words);
    }

    fn read(words: &mut &[u64]) -> Option<Self> {
        match (Option::read(words)?, Option::read(words)?) {
            (Some(conversion), test) => Some(Self::Elements(conversion, test)),
            (None, test) => test.map(Self::Mask),
        }
    }
}

/// Reads elements that lie in one block into an [`Output`].
#[derive(Debug)]
pub struct Reading {
    plan: Plan,
    reader: BlockReader,
    tiles: Tiles,
    /// The next tile and those that are read ahead, each with the ranges of the block it needs; at the end there are none.
    next: VecDeque<(Tile, Vec<Range<u64>>)>,
    gather: Gather,
    warnings: Vec<Warning>,
}

impl Reading {
    /// Reads the elements of `view` from `reader`; `place` is where they go.
    pub(super) fn new(
        mut reader: BlockReader,
        view: &View,
        taken: Taken,
        place: Place,
        limits: &Limits,
    ) -> Result<Self> {
        view.check(reader.size())?;
        charge("the result", view.size()?, limits.output)?;
        reader.expect(view.nbytes()?, view.extent()?.end);
        let (nbytes, copied, masks) = match &taken {
            Taken::Elements(conversion, test) => (
                conversion.output_size(view.nbytes()?),
                *conversion == Conversion::Copy && place.is_whole(),
                test.is_some(),
            ),
            Taken::Mask(_) => (0, false, true),
        };
        charge("the result", nbytes, limits.output)?;
        let mut tiles = Tiles::new(view, reader.access());
        let mut next = VecDeque::new();
        look_ahead(&mut tiles, &mut next);
        // Only elements that overlap make a tile this large.
        let (start, end) = next.front().map_or((0, 0), |(_, ranges)| {
            (ranges.first().map_or(0, |range| range.start), ranges.last().map_or(0, |range| range.end))
        });
        charge("what has to be in memory at once", end.saturating_sub(start), limits.output)?;
        let direct = match reader.stored_at() {
            Some(base) if copied && view.is_contiguous() && reader.is_whole() => {
                let start = base.saturating_add(view.offset);
                Some(start..start.saturating_add(nbytes))
            }
            _ => None,
        };
        let plan = Plan { nbytes, direct, unverified: reader.unverified(), masks };
        let gather =
            Gather { item: view.item, taken, place, stored: Vec::new(), converted: Vec::new(), at: 0 };
        Ok(Self { plan, reader, tiles, next, gather, warnings: Vec::new() })
    }

    /// What it will give.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether the block's checksum was verified.
    pub fn is_verified(&self) -> bool {
        self.reader.is_verified()
    }

    /// The parts in which others can carry it out, `workers` of them at a time, each of which goes over at least so many
    /// decoded bytes; nothing if its elements stand in the tree, or its block is cut short. It must not have been begun,
    /// and is of no use afterwards.
    pub fn parts(&mut self, workers: usize, least: u64) -> Option<Parts> {
        self.reader.block().filter(|(block, ..)| block.problem.is_none())?;
        let reader = std::mem::replace(&mut self.reader, BlockReader::in_memory(Vec::new()));
        Parts::new(reader, self.tiles.view(), &self.gather.taken, &self.gather.place, workers, least)
    }

    /// Begins where the reader can do without what is before.
    pub(super) fn begin_at(&mut self, start: Mark) {
        self.reader.begin_at(start);
    }

    /// What was odd so far, and is not said again.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        std::mem::take(&mut self.warnings)
    }

    /// Takes bytes of the file that begin at `offset`.
    pub fn supply<'a>(&mut self, offset: u64, bytes: impl Into<Cow<'a, [u8]>>) {
        self.reader.supply(offset, bytes);
    }

    /// The ranges that it needs first, as far as it can tell: they can be on their way before its turn comes. It writes
    /// nothing yet.
    pub fn ahead(&mut self) -> Result<Vec<Range<u64>>> {
        let Some((_, ranges)) = self.next.front() else { return Ok(Vec::new()) };
        let ahead = self.next.iter().skip(1).flat_map(|(_, ranges)| ranges);
        match step(self.reader.poll(ranges, ahead))? {
            Step::Need(ranges) => Ok(ranges),
            Step::Done(()) => Ok(Vec::new()),
        }
    }

    /// Goes as far as the bytes at hand allow and writes what it has to `output`.
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

    /// The number of the first element of the result that may still be written; all are written once there is none.
    pub fn position(&self) -> Option<u64> {
        let (tile, _) = self.next.front()?;
        let first = if self.tiles.in_order() { self.tiles.first(tile) } else { 0 };
        Some(self.gather.place.element(first))
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
    /// [`Plan::direct`] names.
    pub fn verify(&mut self) -> Result<Step<()>> {
        step(self.reader.poll_verify(true, &mut self.warnings))
    }
}

/// Makes sure that there is a next tile, and others behind it as far as they are read ahead.
fn look_ahead(tiles: &mut Tiles, next: &mut VecDeque<(Tile, Vec<Range<u64>>)>) {
    let bytes = |ranges: &Vec<Range<u64>>| ranges.iter().map(|range| range.end - range.start).sum::<u64>();
    let mut ahead: u64 = next.iter().skip(1).map(|(_, ranges)| bytes(ranges)).sum();
    while next.is_empty() || ahead < AHEAD {
        let Some(tile) = tiles.next() else { return };
        let ranges = tiles.ranges(&tile);
        ahead += if next.is_empty() { 0 } else { bytes(&ranges) };
        next.push_back((tile, ranges));
    }
}

/// Takes elements out of a block, converts them, and writes them in large pieces.
#[derive(Debug)]
struct Gather {
    item: u64,
    taken: Taken,
    place: Place,
    /// Elements as stored that go one behind the other into the result, and the same converted.
    stored: Vec<u8>,
    converted: Vec<u8>,
    /// The place in the result of the first of them, in stored bytes.
    at: u64,
}

impl Gather {
    fn take(&mut self, run: Run, reader: &BlockReader, output: &mut dyn Output) -> Result<()> {
        let at = run.element.saturating_mul(self.item);
        if at != self.at + self.stored.len() as u64 {
            self.flush(output);
            self.at = at;
        }
        let reach = |count: u64| i128::from(run.stride) * i128::from(count - 1);
        if u64::try_from(run.stride) == Ok(self.item) || run.count == 1 {
            let bytes = reader.bytes(run.start..run.start + run.count * self.item)?;
            // Whole elements, so that each can be looked at.
            let item = usize::try_from(self.item).map_err(|_| bad("an element is too large"))?.max(1);
            for piece in bytes.chunks((SCRATCH / item).max(1) * item) {
                self.push(piece, output);
            }
            return Ok(());
        }
        if run.stride.unsigned_abs() > GAP {
            // What lies between the elements may not have been read.
            for k in 0..run.count {
                let start = u64::try_from(i128::from(run.start) + i128::from(run.stride) * i128::from(k));
                let start = start.map_err(|_| bad("an element lies outside the block"))?;
                self.push(reader.bytes(start..start + self.item)?, output);
            }
            return Ok(());
        }
        // The bytes from the lowest element to the highest, and the first one's place among them.
        let lowest = i128::from(run.start) + reach(run.count).min(0);
        let highest = i128::from(run.start) + reach(run.count).max(0) + i128::from(self.item);
        let (Ok(lowest), Ok(highest)) = (u64::try_from(lowest), u64::try_from(highest)) else {
            return Err(bad("an element lies outside the block"));
        };
        let bytes = reader.bytes(lowest..highest)?;
        let overflow = |_| bad("an element lies outside the block");
        let first = usize::try_from(run.start - lowest).map_err(overflow)?;
        let stride = isize::try_from(run.stride).map_err(overflow)?;
        match self.item {
            1 => self.strided::<1>(bytes, first, stride, run.count, output),
            2 => self.strided::<2>(bytes, first, stride, run.count, output),
            4 => self.strided::<4>(bytes, first, stride, run.count, output),
            8 => self.strided::<8>(bytes, first, stride, run.count, output),
            _ => {
                let item = usize::try_from(self.item).map_err(|_| bad("an element is too large"))?;
                let mut at = first;
                for _ in 0..run.count {
                    self.push(
                        at.checked_add(item).and_then(|end| bytes.get(at..end)).unwrap_or_default(),
                        output,
                    );
                    at = at.wrapping_add_signed(stride);
                }
            }
        }
        Ok(())
    }

    /// The strided loop for items of a size the compiler knows.
    fn strided<const N: usize>(
        &mut self,
        bytes: &[u8],
        first: usize,
        stride: isize,
        count: u64,
        output: &mut dyn Output,
    ) {
        let mut at = first;
        for _ in 0..count {
            if let Some(item) = bytes.get(at..).and_then(<[u8]>::first_chunk::<N>) {
                self.stored.extend_from_slice(item);
            }
            at = at.wrapping_add_signed(stride);
            if self.stored.len() >= SCRATCH {
                self.flush(output);
            }
        }
    }

    fn push(&mut self, bytes: &[u8], output: &mut dyn Output) {
        let copied = matches!(self.taken, Taken::Elements(Conversion::Copy, None));
        if copied && bytes.len() >= SCRATCH / 2 && self.stored.is_empty() {
            self.place.write(self.at, self.item, bytes, &mut |at, piece| output.write(at, piece));
            self.at += bytes.len() as u64;
            return;
        }
        self.stored.extend_from_slice(bytes);
        if self.stored.len() >= SCRATCH {
            self.flush(output);
        }
    }

    fn flush(&mut self, output: &mut dyn Output) {
        if self.stored.is_empty() {
            return;
        }
        let Self { item, taken, place, stored, converted, at } = self;
        if let Taken::Elements(conversion, _) = taken {
            let (at, item) = (conversion.output_size(*at), conversion.output_size(*item));
            let bytes = if *conversion == Conversion::Copy {
                &*stored
            } else {
                converted.clear();
                conversion.append(stored, converted);
                &*converted
            };
            place.write(at, item, bytes, &mut |at, piece| output.write(at, piece));
        }
        if let Taken::Elements(_, Some(test)) | Taken::Mask(test) = taken {
            converted.clear();
            test.append(stored, converted);
            place.write(*at / *item, 1, converted, &mut |at, piece| output.mask(at, piece));
        }
        *at += stored.len() as u64;
        stored.clear();
    }
}
