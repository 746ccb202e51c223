//! Reading a selection of an array: the operation that fills a dense, native-endian, C-ordered result.
//!
//! It goes tile by tile: asks for the tile's bytes, takes its elements out of them, converts them and writes them to the
//! [`Output`]. The result never lies in this crate's memory as a whole.

use std::ops::Range;

use super::block_reader::BlockReader;
use super::convert::Conversion;
use super::datatype::{Datatype, bad};
use super::tiles::{GAP, Run, Tile, Tiles};
use super::view::View;
use crate::error::{Result, Warning};
use crate::limits::{Limits, charge};
use crate::ranges::{Operation, Poll, Step, run, step};

/// How many converted bytes are gathered before they are written.
const SCRATCH: usize = 256 << 10;

/// Where a [`Reading`] puts its result. Pieces come in any order and do not overlap; together they are the result.
pub trait Output {
    /// Puts `bytes` at byte `at` of the result.
    fn write(&mut self, at: u64, bytes: &[u8]);
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
    /// The shape of the result, a field's own shape included.
    pub shape: Vec<u64>,
    /// The size of the result in bytes.
    pub nbytes: u64,
    /// The bytes of the file that already are the result, if there are such: uncompressed, little-endian, in C order.
    pub direct: Option<Range<u64>>,
    /// The stored bytes whose checksum is still to be verified.
    pub unverified: Option<Range<u64>>,
}

/// Reads a selection of an array into an [`Output`].
#[derive(Debug)]
pub struct Reading {
    plan: Plan,
    reader: BlockReader,
    tiles: Tiles,
    /// The tile that is waiting for bytes, and the ranges of the block it needs.
    tile: Option<(Tile, Vec<Range<u64>>)>,
    gather: Gather,
    mask: Option<Vec<u8>>,
    warnings: Vec<Warning>,
}

impl Reading {
    /// Reads the elements of `view`, which are of type `datatype`, from `reader`. `widen`: float16 as float32. `mask`:
    /// that of the result.
    pub(super) fn new(
        reader: BlockReader,
        view: &View,
        datatype: &Datatype,
        widen: bool,
        mask: Option<Vec<u8>>,
        limits: &Limits,
    ) -> Result<Self> {
        let conversion = Conversion::of(datatype, widen);
        view.check(reader.size())?;
        let nbytes = conversion.output_size(view.nbytes()?);
        charge("the result", nbytes, limits.output)?;
        let mut tiles = Tiles::new(view, reader.access());
        let tile = next_tile(&mut tiles);
        // Only elements that overlap make a tile this large.
        let (start, end) = tile.as_ref().map_or((0, 0), |(_, ranges)| {
            (ranges.first().map_or(0, |range| range.start), ranges.last().map_or(0, |range| range.end))
        });
        charge("what has to be in memory at once", end.saturating_sub(start), limits.output)?;
        let direct = match reader.stored_at() {
            Some(base) if conversion == Conversion::Copy && view.is_contiguous() => {
                let start = base.saturating_add(view.offset);
                Some(start..start.saturating_add(nbytes))
            }
            _ => None,
        };
        let plan = Plan { shape: view.shape(), nbytes, direct, unverified: reader.unverified() };
        let gather = Gather { item: view.item, conversion, stored: Vec::new(), converted: Vec::new(), at: 0 };
        Ok(Self { plan, reader, tiles, tile, gather, mask, warnings: Vec::new() })
    }

    /// What it will give.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// For each element of the result 1 if it is masked, else 0; nothing if the array has no mask.
    pub fn mask(&self) -> Option<&[u8]> {
        self.mask.as_deref()
    }

    /// What was odd so far, and is not said again.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        std::mem::take(&mut self.warnings)
    }

    /// Takes bytes of the file that begin at `offset`.
    pub fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.reader.supply(offset, bytes);
    }

    /// Goes as far as the bytes at hand allow and writes what it has to `output`.
    pub fn step(&mut self, output: &mut dyn Output) -> Result<Step<()>> {
        step(self.poll(output))
    }

    fn poll(&mut self, output: &mut dyn Output) -> Poll<()> {
        while let Some((tile, ranges)) = &self.tile {
            self.reader.poll(ranges)?;
            for run in self.tiles.runs(tile) {
                self.gather.take(run, &self.reader, output)?;
            }
            self.tile = next_tile(&mut self.tiles);
        }
        self.gather.flush(output);
        self.reader.poll_verify(false, &mut self.warnings)
    }

    /// Verifies the checksum of all the block, and does nothing else: for a caller that uses the bytes that
    /// [`Plan::direct`] names.
    pub fn verify(&mut self) -> Result<Step<()>> {
        step(self.reader.poll_verify(true, &mut self.warnings))
    }
}

/// The next tile with the ranges of the block it needs.
fn next_tile(tiles: &mut Tiles) -> Option<(Tile, Vec<Range<u64>>)> {
    let tile = tiles.next()?;
    let ranges = tiles.ranges(&tile);
    Some((tile, ranges))
}

/// A [`Reading`] into memory, for native use.
#[derive(Debug)]
struct ReadToVec(Reading, Vec<u8>);

impl Operation for ReadToVec {
    type Output = Vec<u8>;

    fn step(&mut self) -> Result<Step<Vec<u8>>> {
        Ok(match self.0.step(&mut self.1)? {
            Step::Need(ranges) => Step::Need(ranges),
            Step::Done(()) => Step::Done(std::mem::take(&mut self.1)),
        })
    }

    fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.0.supply(offset, bytes);
    }
}

impl Reading {
    /// This reading as an operation that gives the result's bytes.
    pub fn into_vec(self) -> impl Operation<Output = Vec<u8>> {
        ReadToVec(self, Vec::new())
    }

    /// The result's bytes, of a file that is wholly in memory.
    pub fn read(self, file: &[u8]) -> Result<Vec<u8>> {
        run(self.into_vec(), file)
    }
}

/// Takes elements out of a block, converts them, and writes them in large pieces.
#[derive(Debug)]
struct Gather {
    item: u64,
    conversion: Conversion,
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
            for piece in bytes.chunks(SCRATCH) {
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
        if bytes.len() >= SCRATCH / 2 && self.stored.is_empty() && self.conversion == Conversion::Copy {
            output.write(self.at, bytes);
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
        let at = self.conversion.output_size(self.at);
        if self.conversion == Conversion::Copy {
            output.write(at, &self.stored);
        } else {
            self.converted.clear();
            self.conversion.append(&self.stored, &mut self.converted);
            output.write(at, &self.converted);
        }
        self.at += self.stored.len() as u64;
        self.stored.clear();
    }
}
