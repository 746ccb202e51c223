//! Where the chunks of a block are stored, and which decoded bytes they hold.

use std::collections::BTreeMap;
use std::ops::Range;

use super::b2nd::Array;
use super::chunk::{self, Chunk};
use super::entry::{ChunkEntry, Where};
use super::frame::{self, Frame};
use super::header::{LONG, Sizes};
use super::stored::Stored;
use crate::codec::input::corrupt;
use crate::error::Result;
use crate::limits::{Limits, charge};
use crate::ranges::Poll;

/// The most memory that a read takes for one chunk or block: its number, the range to request, and a copy of the range
/// for sorting. Each has 16 bytes, in lists that grow.
pub(super) const ENTRY: u64 = 128;
/// The length of the size before each chunk, if there are several chunks without a frame.
const PREFIX: u64 = 4;

/// The table of chunks, as far as it is known.
#[derive(Debug)]
pub(crate) struct ChunkTable {
    pub(super) entries: Vec<ChunkEntry>,
    pub(super) array: Option<Array>,
    /// Where the next chunk begins, if there are several chunks without a frame, each preceded by its size.
    pub(super) next: Option<u64>,
}

impl ChunkTable {
    /// Finds out what the stored bytes are and where the chunks are. Chunks without a frame are found later, by
    /// [`extend`](Self::extend).
    pub(super) fn read(stored: &mut Stored<'_>, declared: u64, limits: &Limits) -> Poll<Self> {
        let length = stored.length;
        let bytes = stored.want(0..length.min(LONG.into()))?;
        if bytes.get(1..).is_some_and(|bytes| bytes.starts_with(&frame::MAGIC[1..])) {
            let Frame { entries, array } = Frame::read(stored, limits.output)?;
            let nbytes = match &array {
                Some(array) => array.nbytes,
                None => entries.last().map_or(0, |place| place.decoded.end),
            };
            check_size("Blosc2 frame", nbytes, declared)?;
            return Ok(Self { entries, array, next: None });
        }
        if prefixed(bytes)
            .is_some_and(|(size, chunk)| size == chunk.cbytes && PREFIX + u64::from(size) <= length)
        {
            return Ok(Self { entries: Vec::new(), array: None, next: Some(0) });
        }
        let header =
            Sizes::parse(bytes).ok_or_else(|| corrupt("a Blosc chunk is too short for its header"))?;
        check_size("Blosc chunk", header.nbytes.into(), declared)?;
        let stored = Where::At { start: 0, extent: length };
        Ok(Self { entries: vec![ChunkEntry { decoded: 0..declared, stored }], array: None, next: None })
    }

    /// Finds the chunks up to the one that contains the byte before `end`.
    pub(super) fn extend(&mut self, stored: &mut Stored<'_>, end: u64, declared: u64) -> Poll<()> {
        while let Some(next) = self.next {
            let reached = self.entries.last().map_or(0, |place| place.decoded.end);
            if reached >= end {
                break;
            }
            let head = chunk::head(next, stored.length.saturating_sub(next));
            let Some((size, chunk)) = prefixed(stored.want(head)?) else {
                let message = format!("the Blosc chunks end after {reached} of {declared} decoded bytes");
                return Err(corrupt(message).into());
            };
            let following = next + PREFIX + u64::from(size);
            if size != chunk.cbytes || following > stored.length {
                let message =
                    format!("a Blosc chunk of {} bytes is preceded by {size} as its size", chunk.cbytes);
                return Err(corrupt(message).into());
            }
            let decoded = reached..reached + u64::from(chunk.nbytes);
            if decoded.end > declared {
                check_size("Blosc chunks", decoded.end, declared)?;
            }
            self.entries.push(ChunkEntry {
                decoded,
                stored: Where::At { start: next + PREFIX, extent: size.into() },
            });
            self.next = Some(following);
        }
        Ok(())
    }

    /// The numbers of the chunks that a range of decoded bytes needs.
    pub(super) fn numbers(&self, range: &Range<u64>) -> Range<usize> {
        match &self.array {
            Some(array) => {
                let Range { start, end } = array.chunks(&array.align(range));
                let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
                number(start)..number(end)
            }
            None => {
                self.entries.partition_point(|place| place.decoded.end <= range.start)
                    ..self.entries.partition_point(|place| place.decoded.start < range.end)
            }
        }
    }

    /// Opens the chunks that `ranges` need, and drops all others.
    pub(super) fn open(
        &self,
        stored: &mut Stored<'_>,
        ranges: &[Range<u64>],
        chunks: &mut BTreeMap<usize, Chunk>,
        limits: &Limits,
    ) -> Poll<()> {
        // The ranges ascend, so a chunk was listed before only if the previous range also needs it.
        let mut listed = 0;
        let numbers: Vec<Range<usize>> = ranges
            .iter()
            .map(|range| {
                let Range { start, end } = self.numbers(range);
                let numbers = start.max(listed)..end;
                listed = listed.max(end);
                numbers
            })
            .filter(|numbers| !numbers.is_empty())
            .collect();
        let count: u64 = numbers.iter().map(|numbers| numbers.len() as u64).sum();
        let what = "what is known of the Blosc chunks that are needed";
        charge(what, count.saturating_mul(ENTRY + size_of::<Chunk>() as u64), limits.output)?;
        chunks.retain(|number, _| {
            let range = numbers.partition_point(|numbers| numbers.end <= *number);
            numbers.get(range).is_some_and(|numbers| numbers.contains(number))
        });
        let missing: Vec<(usize, &ChunkEntry)> = numbers
            .into_iter()
            .flatten()
            .filter(|number| !chunks.contains_key(number))
            .filter_map(|number| Some((number, self.entries.get(number)?)))
            .collect();
        stored.want_all(missing.iter().filter_map(|(_, place)| place.head()))?;
        let piece = self.array.as_ref().map_or(chunk::PIECE, |array| array.block);
        let mut memory: u64 = chunks.values().map(Chunk::memory).sum();
        for (number, place) in missing {
            let size = place.decoded.end - place.decoded.start;
            let chunk = match place.stored {
                Where::At { start, extent } => Chunk::open(stored, start, extent, piece)?,
                Where::Filled(value) => Chunk::filled(u32::try_from(size).unwrap_or(u32::MAX), value, piece),
            };
            if u64::from(chunk.nbytes) != size {
                let message =
                    format!("Blosc chunk {number} decodes to {} bytes rather than {size}", chunk.nbytes);
                return Err(corrupt(message).into());
            }
            memory = memory.saturating_add(chunk.memory());
            charge(what, memory, limits.output)?;
            chunks.insert(number, chunk);
        }
        Ok(())
    }

    /// Extends a range of decoded bytes to whole blocks or bands.
    pub(super) fn align(&self, chunks: &BTreeMap<usize, Chunk>, range: &Range<u64>) -> Range<u64> {
        if let Some(array) = &self.array {
            return array.align(range);
        }
        let block = |byte: u64| {
            let number = self.entries.partition_point(|place| place.decoded.end <= byte);
            let start = self.entries.get(number)?.decoded.start;
            let chunk = chunks.get(&number)?;
            let decoded = chunk.decoded(chunk.block_at(u32::try_from(byte - start).ok()?));
            Some(start + u64::from(decoded.start)..start + u64::from(decoded.end))
        };
        let (first, last) = (block(range.start), block(range.end - 1));
        first.map_or(range.start, |first| first.start)..last.map_or(range.end, |last| last.end)
    }

    /// The blocks that make up an aligned range, by chunk. In an array they include blocks that are only padding.
    pub(super) fn blocks(
        &self,
        chunks: &BTreeMap<usize, Chunk>,
        range: &Range<u64>,
    ) -> impl Iterator<Item = (usize, Range<u64>)> {
        let blocks = move |number: usize| {
            if let Some(array) = &self.array {
                return Some((number, array.blocks(number as u64, range)));
            }
            let (place, chunk) = (self.entries.get(number)?, chunks.get(&number)?);
            let place_of = |byte: u64| u32::try_from(byte.saturating_sub(place.decoded.start)).ok();
            let first = chunk.block_at(place_of(range.start)?);
            let last = chunk.block_at(place_of(range.end.min(place.decoded.end) - 1)?);
            Some((number, first.into()..u64::from(last) + 1))
        };
        let numbers = if range.is_empty() { 0..0 } else { self.numbers(range) };
        numbers.filter_map(blocks)
    }

    /// The same blocks, one by one, without those that are only padding.
    pub(super) fn list(&self, chunks: &BTreeMap<usize, Chunk>, range: &Range<u64>) -> Vec<(usize, u32)> {
        let each = |(number, blocks): (usize, Range<u64>)| {
            let holds =
                move |block: &u32| self.array.as_ref().is_none_or(|array| array.holds(number as u64, *block));
            let numbers = blocks.filter_map(|block| u32::try_from(block).ok());
            numbers.filter(holds).map(move |block| (number, block))
        };
        self.blocks(chunks, range).flat_map(each).collect()
    }
}

/// A size prefix, and the header of the chunk after it.
fn prefixed(bytes: &[u8]) -> Option<(u32, Sizes)> {
    let (size, chunk) = bytes.split_first_chunk()?;
    Some((u32::from_be_bytes(*size), Sizes::parse(chunk)?))
}

fn check_size(what: &str, found: u64, declared: u64) -> Result<()> {
    if found == declared {
        return Ok(());
    }
    Err(corrupt(format!("the {what} has {found} decoded bytes, but the block's header declares {declared}")))
}
