//! The metalayer `b2nd` (`README_B2ND_METALAYER.rst`): the chunks of a frame are boxes of an array, and the blocks of a
//! chunk are boxes of the chunk. Both are padded to their full size where they extend past an end.
//!
//! A *band* is the rows of the array that one row of blocks covers. Once in C order, its bytes are contiguous.

use std::ops::Range;

use super::entry::ChunkEntry;
use super::msgpack::Reader;
use crate::codec::input::corrupt;
use crate::error::Result;

/// The most axes an array may have, as many as c-blosc2 allows.
const MOST_AXES: u64 = 16;

/// How an array is cut into chunks and blocks.
#[derive(Debug)]
pub(super) struct Array {
    /// The size of an element.
    item: u64,
    axes: Vec<Axis>,
    /// The size in bytes of the array, of a row (one index of the first axis) and of a block.
    pub(super) nbytes: u64,
    row: u64,
    pub(super) block: u32,
}

/// An axis: the number of elements of the array, of a chunk and of a block along it.
#[derive(Clone, Copy, Debug)]
struct Axis {
    length: u64,
    chunk: u64,
    block: u64,
}

impl Axis {
    fn chunks(self) -> u64 {
        self.length.div_ceil(self.chunk)
    }

    fn blocks(self) -> u64 {
        self.chunk.div_ceil(self.block)
    }
}

/// The part of a block that lies inside the array.
#[derive(Debug)]
pub(super) struct Region {
    /// For each axis: where the part begins in the array, its length, and the length of the block.
    axes: Vec<(u64, u64, u64)>,
}

impl Array {
    /// Parses the metalayer of a frame with elements of `item` bytes.
    pub(super) fn parse(content: &[u8], item: u64) -> Result<Self> {
        let mut reader = Reader::new(content);
        let (_seven, _version, rank) = (reader.number()?, reader.number()?, reader.number()?);
        let shape: Vec<u64> = reader.numbers()?;
        let (chunks, blocks): (Vec<u32>, Vec<u32>) = (reader.numbers()?, reader.numbers()?);
        let is_odd = [shape.len(), chunks.len(), blocks.len()].iter().any(|length| *length as u64 != rank);
        if rank > MOST_AXES {
            return Err(corrupt(format!(
                "the b2nd metalayer has {rank} axes, more than the {MOST_AXES} there may be"
            )));
        }
        if is_odd || chunks.contains(&0) || blocks.contains(&0) {
            return Err(corrupt(format!(
                "the b2nd metalayer has {rank} axes, shape {shape:?}, chunks of {chunks:?} and blocks of {blocks:?}"
            )));
        }
        let mut axes: Vec<_> = shape
            .into_iter()
            .zip(chunks.into_iter().zip(blocks))
            .map(|(length, (chunk, block))| Axis { length, chunk: chunk.into(), block: block.into() })
            .collect();
        if axes.is_empty() {
            axes.push(Axis { length: 1, chunk: 1, block: 1 });
        }
        let bytes = |extents: &mut dyn Iterator<Item = u64>| {
            let mut size = Some(item);
            extents.for_each(|extent| size = size.and_then(|size| size.checked_mul(extent)));
            size
        };
        let row = bytes(&mut axes.iter().skip(1).map(|axis| axis.length));
        let nbytes = bytes(&mut axes.iter().map(|axis| axis.length));
        let block =
            bytes(&mut axes.iter().map(|axis| axis.block)).and_then(|block| u32::try_from(block).ok());
        match (nbytes, row, block) {
            (Some(nbytes), Some(row), Some(block)) => Ok(Self { item, axes, nbytes, row, block }),
            _ => Err(corrupt("the array of the b2nd metalayer is too large")),
        }
    }

    /// Checks that the chunks of the frame make up the array.
    pub(super) fn check(&self, entries: &[ChunkEntry]) -> Result<()> {
        let count = self.axes.iter().try_fold(1_u64, |count, axis| count.checked_mul(axis.chunks()));
        let blocks = self.axes.iter().try_fold(1_u64, |count, axis| count.checked_mul(axis.blocks()));
        let size = blocks.and_then(|blocks| blocks.checked_mul(u64::from(self.block)));
        let size_of = |entry: &ChunkEntry| Some(entry.decoded.end - entry.decoded.start);
        if count != Some(entries.len() as u64) || entries.iter().any(|entry| size_of(entry) != size) {
            return Err(corrupt(format!(
                "the frame has {} chunks, which do not make up the array of its b2nd metalayer",
                entries.len()
            )));
        }
        Ok(())
    }

    /// The band that contains a byte of the array.
    fn band(&self, byte: u64) -> Range<u64> {
        let Some(axis) = self.axes.first() else { return 0..0 };
        let number = byte / self.row.max(1);
        let chunk = number / axis.chunk * axis.chunk;
        let start = chunk + (number - chunk) / axis.block * axis.block;
        let end = (start + axis.block).min(chunk + axis.chunk).min(axis.length);
        start * self.row..end * self.row
    }

    /// The bands that contain `bytes`.
    pub(super) fn align(&self, bytes: &Range<u64>) -> Range<u64> {
        self.band(bytes.start).start..self.band(bytes.end.saturating_sub(1)).end
    }

    /// The numbers of the chunks that overlap bands.
    pub(super) fn chunks(&self, bands: &Range<u64>) -> Range<u64> {
        let Some(axis) = self.axes.first() else { return 0..0 };
        let others: u64 = self.axes.iter().skip(1).map(|axis| axis.chunks()).product();
        let number = |byte: u64| byte / self.row.max(1) / axis.chunk;
        number(bands.start) * others..(number(bands.end.saturating_sub(1)) + 1) * others
    }

    /// The numbers of the blocks of a chunk that overlap bands. They include blocks that are [only
    /// padding](Self::holds).
    pub(super) fn blocks(&self, chunk: u64, bands: &Range<u64>) -> Range<u64> {
        let rows = bands.start / self.row.max(1)..bands.end / self.row.max(1);
        let (axis, others) = self.axes.split_first().map_or((None, 1), |(first, others)| {
            (Some(first), others.iter().map(|axis| axis.blocks()).product::<u64>())
        });
        axis.map_or(0..0, |axis| {
            let columns: u64 = self.axes.iter().skip(1).map(|axis| axis.chunks()).product();
            let start = chunk / columns.max(1) * axis.chunk;
            let row = |row: u64| row.saturating_sub(start).min(axis.chunk);
            row(rows.start) / axis.block * others..row(rows.end).div_ceil(axis.block) * others
        })
    }

    /// Whether a block holds elements of the array, not only padding.
    pub(super) fn holds(&self, chunk: u64, block: u32) -> bool {
        self.region(chunk, block).is_some()
    }

    /// The part of a block that lies inside the array, if there is one.
    fn region(&self, chunk: u64, block: u32) -> Option<Region> {
        let (mut chunk, mut block) = (chunk, u64::from(block));
        let mut axes = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            let chunk_start = chunk % axis.chunks() * axis.chunk;
            let start = chunk_start + block % axis.blocks() * axis.block;
            let end = (start + axis.block).min(chunk_start + axis.chunk).min(axis.length);
            axes.push((start, end.checked_sub(start).filter(|length| *length > 0)?, axis.block));
            (chunk, block) = (chunk / axis.chunks(), block / axis.blocks());
        }
        axes.reverse();
        Some(Region { axes })
    }

    /// Copies the elements of a block into `window`, which begins at byte `start` of the array.
    pub(super) fn scatter(&self, chunk: u64, block: u32, bytes: &[u8], start: u64, window: &mut [u8]) {
        let Some(region) = self.region(chunk, block) else { return };
        let Some((&(last_start, last_length, last_block), outer)) = region.axes.split_last() else { return };
        let run = last_length * self.item;
        let mut index = vec![0_u64; outer.len()];
        loop {
            // The index of the run's first element in the block and in the array.
            let (mut from, mut to) = (0, 0);
            for ((k, (start, _, block)), axis) in index.iter().zip(outer).zip(&self.axes) {
                from = from * block + k;
                to = to * axis.length + start + k;
            }
            let length = self.axes.last().map_or(1, |axis| axis.length);
            let from = from * last_block * self.item;
            let to = ((to * length + last_start) * self.item).wrapping_sub(start);
            if let (Some(from), Some(to)) = (at(bytes, from, run), at(window, to, run))
                && let (Some(from), Some(to)) = (bytes.get(from), window.get_mut(to))
            {
                to.copy_from_slice(from);
            }
            let mut axis = outer.len();
            loop {
                let Some(next) = axis.checked_sub(1) else { return };
                axis = next;
                let (Some(k), Some((_, length, _))) = (index.get_mut(axis), outer.get(axis)) else { return };
                *k += 1;
                if *k < *length {
                    break;
                }
                *k = 0;
            }
        }
    }
}

/// The range of `length` bytes from `start` on. `None` if it is beyond the end of `bytes`.
fn at(bytes: &[u8], start: u64, length: u64) -> Option<Range<usize>> {
    let range = usize::try_from(start).ok()?..usize::try_from(start.checked_add(length)?).ok()?;
    (range.end <= bytes.len()).then_some(range)
}
