//! `blsc`, `bls2` and `bsc2`: Blosc of both generations, any range of the decoded bytes by itself.
//!
//! Written by asdf-cxx, ASDF.jl, asdf-compression, `AbacusSummit` and `AbacusAurora`. Under these labels stand a chunk; chunks
//! that are each preceded by a big-endian u32, their size (`AbacusSummit`); or a contiguous frame, with a `b2nd` array or
//! without: the bytes say which. A chunk consists of blocks that are compressed each by itself, so a read decodes only the
//! blocks it touches, and keeps those it ended in for the next one. There is no checksum but what zlib and zstd streams have.
//! The format is described in the repository of c-blosc2 (`README_CHUNK_FORMAT.rst`, `README_CFRAME_FORMAT.rst`,
//! `README_B2ND_METALAYER.rst`); codecs and filters that need a plug-in are refused by name.

mod b2nd;
mod blosclz;
mod chunk;
mod filters;
mod frame;
mod header;
mod msgpack;
pub(crate) mod shuffle;
mod stored;
mod streams;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;

use b2nd::Array;
use chunk::{Chunk, Scratch};
pub(crate) use frame::MAGIC as FRAME_MAGIC;
use frame::{Frame, Place, Where};
use header::{LONG, Sizes};
use stored::Stored;

use super::input::corrupt;
use crate::error::{Error, ErrorKind, Result, Warning};
use crate::limits::{Limits, charge};
use crate::ranges::{Poll, SparseBuffer, coalesce};

/// How much memory the number of a chunk or block that a read needs takes at most, and the range to ask for, which is
/// copied to be sorted: 16 bytes each, in lists that grow.
const ENTRY: u64 = 128;
/// Chunks of no more decoded bytes are not cut, so that nothing of them has to be read to know where.
const UNCUT: u64 = 8 << 20;
/// The size before each chunk where there are several.
const PREFIX: u64 = 4;

/// Decodes ranges of one block.
#[derive(Debug)]
pub(crate) struct Blosc {
    /// Where the stored bytes begin in the file, how many there are, and how many they decode to.
    base: u64,
    stored: u64,
    declared: u64,
    limits: Limits,
    layout: Option<Box<Layout>>,
    /// The chunks that the last read touched.
    chunks: BTreeMap<usize, Chunk>,
    /// What was decoded, blocks or bands as a whole.
    spans: Vec<Span>,
    scratch: Scratch,
    /// A block that is to be put back into C order.
    block: Vec<u8>,
    /// From where to where the last read used stored bytes.
    used: Range<u64>,
    /// How many decoded bytes were read without a gap from the front.
    covered: u64,
    /// Whether it was said that there are chunks that were never written, and what is still to be said.
    warned: bool,
    warning: Option<Warning>,
}

/// Where the chunks are, as far as that is known.
#[derive(Debug)]
pub(crate) struct Layout {
    places: Vec<Place>,
    array: Option<Array>,
    /// Where the next chunk would be, if there are several that each say so.
    next: Option<u64>,
}

/// Decoded bytes, of which the first is number `start`.
#[derive(Debug, Default)]
struct Span {
    start: u64,
    bytes: Vec<u8>,
}

impl Span {
    fn end(&self) -> u64 {
        self.start + self.bytes.len() as u64
    }
}

impl Blosc {
    /// For `stored` bytes, which begin at byte `base` of the file, that decode to `declared`.
    pub(crate) fn new(base: u64, stored: u64, declared: u64, limits: Limits) -> Self {
        Self {
            base,
            stored,
            declared,
            limits,
            layout: None,
            chunks: BTreeMap::new(),
            spans: Vec::new(),
            scratch: Scratch::default(),
            block: Vec::new(),
            used: 0..0,
            covered: 0,
            warned: false,
            warning: None,
        }
    }

    /// With what an earlier read found out of where its chunks are.
    pub(crate) fn with_layout(self, layout: Option<Box<Layout>>) -> Self {
        Self { layout, ..self }
    }

    /// Gives away where its chunks are, as far as it found out.
    pub(crate) fn take_layout(&mut self) -> Option<Box<Layout>> {
        self.layout.take()
    }

    /// Makes the decoded bytes in `ranges` (ascending) ready for [`bytes`](Self::bytes), or asks for stored ones. Forgets
    /// all others, but for what a read that goes on from here can use.
    pub(crate) fn poll(&mut self, buffer: &mut SparseBuffer, ranges: &[Range<u64>]) -> Poll<()> {
        let stored = &mut Stored { buffer, base: self.base, length: self.stored };
        if self.layout.is_none() {
            self.layout = Some(Box::new(Layout::read(stored, self.declared, &self.limits)?));
        }
        let Some(layout) = &mut self.layout else { return Ok(()) };
        let ranges: Vec<_> = ranges.iter().filter(|range| !range.is_empty()).cloned().collect();
        let Some(last) = ranges.last() else { return Ok(()) };
        layout.extend(stored, last.end, self.declared)?;
        layout.open(stored, &ranges, &mut self.chunks, &self.limits)?;

        let spans = coalesce(ranges.iter().map(|range| layout.align(&self.chunks, range)), 0);
        charge(
            "what has to be decoded at once",
            spans.iter().map(|span| span.end - span.start).sum(),
            self.limits.output,
        )?;
        // A read that goes on from the last one begins in a block that was decoded then.
        let mut kept = 0..0;
        if let (Some(old), Some(first)) = (self.spans.last(), spans.first())
            && (old.start..old.end()).contains(&first.start)
        {
            kept = first.start..first.end.min(old.end());
        }
        let missing: Vec<_> =
            spans.iter().map(|span| span.start.max(kept.end.min(span.end))..span.end).collect();
        let count = missing.iter().flat_map(|range| layout.blocks(&self.chunks, range));
        let count = count.fold(0, |count: u64, (_, blocks)| count.saturating_add(blocks.end - blocks.start));
        charge(
            "the list of the Blosc blocks that are needed",
            count.saturating_mul(ENTRY),
            self.limits.output,
        )?;
        let blocks: Vec<Vec<(usize, u32)>> =
            missing.iter().map(|range| layout.list(&self.chunks, range)).collect();
        let chunks = &self.chunks;
        let needed = blocks.iter().flatten().flat_map(|&(number, block)| {
            chunks.get(&number).into_iter().flat_map(move |chunk| chunk.stored(block))
        });
        let needed: Vec<_> = needed.filter(|range| !range.is_empty()).collect();
        let used =
            needed.iter().cloned().reduce(|all, range| all.start.min(range.start)..all.end.max(range.end));
        stored.want_all(needed)?;

        self.used = used.unwrap_or(self.used.clone());
        if let Some(range) = ranges.iter().find(|range| (range.start..=range.end).contains(&self.covered)) {
            self.covered = range.end;
        }
        let mut old = self.spans.pop().unwrap_or_default();
        self.spans.clear();
        let mut decoded = Vec::with_capacity(spans.len());
        for (span, blocks) in spans.into_iter().zip(blocks) {
            let mut bytes = std::mem::take(&mut old.bytes);
            if !kept.is_empty() && kept.start == span.start {
                let place = |at: u64| usize::try_from(at - old.start).unwrap_or(usize::MAX);
                bytes.copy_within(place(kept.start)..place(kept.end), 0);
            }
            bytes.resize(usize::try_from(span.end - span.start).unwrap_or(usize::MAX), 0);
            let mut span = Span { start: span.start, bytes };
            for (number, block) in blocks {
                self.decode(stored, number, block, &mut span)?;
            }
            decoded.push(span);
        }
        self.spans = decoded;
        Ok(())
    }

    /// The first place behind byte `at` where one read can end and another begin without decoding the same.
    pub(crate) fn poll_cut(&mut self, buffer: &mut SparseBuffer, at: u64) -> Poll<u64> {
        if at >= self.declared {
            return Ok(self.declared);
        }
        let stored = &mut Stored { buffer, base: self.base, length: self.stored };
        if self.layout.is_none() {
            self.layout = Some(Box::new(Layout::read(stored, self.declared, &self.limits)?));
        }
        let Some(layout) = &mut self.layout else { return Ok(self.declared) };
        layout.extend(stored, at + 1, self.declared)?;
        let chunk = layout.places.get(layout.places.partition_point(|place| place.decoded.end <= at));
        let is_small = |place: &&Place| place.decoded.end - place.decoded.start <= UNCUT;
        if layout.array.is_none()
            && let Some(place) = chunk.filter(is_small)
        {
            return Ok(place.decoded.end);
        }
        let byte = at..at + 1;
        layout.open(stored, std::slice::from_ref(&byte), &mut self.chunks, &self.limits)?;
        Ok(layout.align(&self.chunks, &byte).end)
    }

    /// Decodes a block into its place.
    fn decode(&mut self, stored: &mut Stored<'_>, number: usize, block: u32, span: &mut Span) -> Poll<()> {
        let (Some(layout), Some(chunk)) = (&self.layout, self.chunks.get_mut(&number)) else { return Ok(()) };
        if chunk.is_uninitialised() && !self.warned {
            self.warned = true;
            let message =
                format!("chunk {number} of the Blosc data was never written; its values are read as zeros");
            self.warning = Some(Warning::new("uninitialized-chunk", message));
        }
        let decoded = chunk.decoded(block);
        if let Some(array) = &layout.array {
            charge("a block of the Blosc data", array.block.into(), self.limits.output)?;
            if decoded.len() != array.block as usize {
                let message = format!(
                    "a block of {} bytes is in a b2nd array with blocks of {}",
                    decoded.len(),
                    array.block
                );
                return Err(corrupt(message).into());
            }
            self.block.resize(decoded.len(), 0);
            chunk.decode(stored, block, &mut self.scratch, &mut self.block)?;
            array.scatter(number as u64, block, &self.block, span.start, &mut span.bytes);
            return Ok(());
        }
        let start = layout.places.get(number).map_or(0, |place| place.decoded.start);
        let range = start + u64::from(decoded.start)..start + u64::from(decoded.end);
        match span.get_mut(&range) {
            Some(output) => chunk.decode(stored, block, &mut self.scratch, output),
            None => Ok(()),
        }
    }

    /// Decoded bytes of a range that [`poll`](Self::poll) has made ready.
    pub(crate) fn bytes(&self, range: &Range<u64>) -> Option<&[u8]> {
        let number = self.spans.partition_point(|span| span.start <= range.start).checked_sub(1)?;
        let span = self.spans.get(number)?;
        crate::ranges::slice(&span.bytes, &(range.start - span.start..range.end.checked_sub(span.start)?))
            .ok()
    }

    /// All that was decoded, as pieces of which each begins at a byte of the block.
    pub(crate) fn decoded(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.spans.iter().map(|span| (span.start, span.bytes.as_slice()))
    }

    /// From where to where in the file the last read used bytes.
    pub(crate) fn used(&self) -> Range<u64> {
        self.base.saturating_add(self.used.start)..self.base.saturating_add(self.used.end)
    }

    /// Whether all decoded bytes were read, from the first to the last.
    pub(crate) fn is_passed_over(&self) -> bool {
        self.covered == self.declared
    }

    /// What was odd in what was read.
    pub(crate) fn take_warning(&mut self) -> Option<Warning> {
        self.warning.take()
    }
}

impl Span {
    fn get_mut(&mut self, range: &Range<u64>) -> Option<&mut [u8]> {
        let place = |at: u64| usize::try_from(at.checked_sub(self.start)?).ok();
        self.bytes.get_mut(place(range.start)?..place(range.end)?)
    }
}

impl Layout {
    /// Finds out what the stored bytes are, and where its chunks are, but for those that have to be gone through.
    fn read(stored: &mut Stored<'_>, declared: u64, limits: &Limits) -> Poll<Self> {
        let length = stored.length;
        let bytes = stored.want(0..length.min(LONG.into()))?;
        if bytes.starts_with(&frame::MAGIC) {
            let Frame { places, array } = Frame::read(stored, limits.output)?;
            let nbytes = match &array {
                Some(array) => array.nbytes,
                None => places.last().map_or(0, |place| place.decoded.end),
            };
            check_size("Blosc2 frame", nbytes, declared)?;
            return Ok(Self { places, array, next: None });
        }
        if prefixed(bytes)
            .is_some_and(|(size, chunk)| size == chunk.cbytes && PREFIX + u64::from(size) <= length)
        {
            return Ok(Self { places: Vec::new(), array: None, next: Some(0) });
        }
        let header =
            Sizes::parse(bytes).ok_or_else(|| corrupt("a Blosc chunk is too short for its header"))?;
        check_size("Blosc chunk", header.nbytes.into(), declared)?;
        let stored = Where::At { start: 0, extent: length };
        Ok(Self { places: vec![Place { decoded: 0..declared, stored }], array: None, next: None })
    }

    /// Goes through the chunks until that which holds the byte before `end`.
    fn extend(&mut self, stored: &mut Stored<'_>, end: u64, declared: u64) -> Poll<()> {
        while let Some(next) = self.next {
            let reached = self.places.last().map_or(0, |place| place.decoded.end);
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
            self.places
                .push(Place { decoded, stored: Where::At { start: next + PREFIX, extent: size.into() } });
            self.next = Some(following);
        }
        Ok(())
    }

    /// The numbers of the chunks that are needed for ranges of decoded bytes.
    fn numbers(&self, range: &Range<u64>) -> Range<usize> {
        match &self.array {
            Some(array) => {
                let Range { start, end } = array.chunks(&array.align(range));
                let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
                number(start)..number(end)
            }
            None => {
                self.places.partition_point(|place| place.decoded.end <= range.start)
                    ..self.places.partition_point(|place| place.decoded.start < range.end)
            }
        }
    }

    /// Opens the chunks that ranges need, and forgets all others.
    fn open(
        &self,
        stored: &mut Stored<'_>,
        ranges: &[Range<u64>],
        chunks: &mut BTreeMap<usize, Chunk>,
        limits: &Limits,
    ) -> Poll<()> {
        // The ranges ascend: what one needs was not listed before, but for where it meets the one before it.
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
        let missing: Vec<(usize, &Place)> = numbers
            .into_iter()
            .flatten()
            .filter(|number| !chunks.contains_key(number))
            .filter_map(|number| Some((number, self.places.get(number)?)))
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

    /// A range of decoded bytes, enlarged to whole blocks or bands.
    fn align(&self, chunks: &BTreeMap<usize, Chunk>, range: &Range<u64>) -> Range<u64> {
        if let Some(array) = &self.array {
            return array.align(range);
        }
        let block = |byte: u64| {
            let number = self.places.partition_point(|place| place.decoded.end <= byte);
            let start = self.places.get(number)?.decoded.start;
            let chunk = chunks.get(&number)?;
            let decoded = chunk.decoded(chunk.block_at(u32::try_from(byte - start).ok()?));
            Some(start + u64::from(decoded.start)..start + u64::from(decoded.end))
        };
        let (first, last) = (block(range.start), block(range.end - 1));
        first.map_or(range.start, |first| first.start)..last.map_or(range.end, |last| last.end)
    }

    /// The blocks that make up an aligned range, by chunk; in an array also such as only pad one.
    fn blocks(
        &self,
        chunks: &BTreeMap<usize, Chunk>,
        range: &Range<u64>,
    ) -> impl Iterator<Item = (usize, Range<u64>)> {
        let blocks = move |number: usize| {
            if let Some(array) = &self.array {
                return Some((number, array.blocks(number as u64, range)));
            }
            let (place, chunk) = (self.places.get(number)?, chunks.get(&number)?);
            let place_of = |byte: u64| u32::try_from(byte.saturating_sub(place.decoded.start)).ok();
            let first = chunk.block_at(place_of(range.start)?);
            let last = chunk.block_at(place_of(range.end.min(place.decoded.end) - 1)?);
            Some((number, first.into()..u64::from(last) + 1))
        };
        let numbers = if range.is_empty() { 0..0 } else { self.numbers(range) };
        numbers.filter_map(blocks)
    }

    /// The same one by one, without padding.
    fn list(&self, chunks: &BTreeMap<usize, Chunk>, range: &Range<u64>) -> Vec<(usize, u32)> {
        let each = |(number, blocks): (usize, Range<u64>)| {
            let holds =
                move |block: &u32| self.array.as_ref().is_none_or(|array| array.holds(number as u64, *block));
            let numbers = blocks.filter_map(|block| u32::try_from(block).ok());
            numbers.filter(holds).map(move |block| (number, block))
        };
        self.blocks(chunks, range).flat_map(each).collect()
    }
}

impl Place {
    /// The stored bytes to ask for before it is opened.
    fn head(&self) -> Option<Range<u64>> {
        match self.stored {
            Where::At { start, extent } => Some(chunk::head(start, extent)),
            Where::Filled(_) => None,
        }
    }
}

/// A size, and the chunk behind it that should have it.
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

/// What a frame or chunk uses that is not known.
fn unsupported(what: &str) -> Error {
    let message = format!("the block is compressed by Blosc with {what}, which is not supported");
    Error::new(ErrorKind::UnsupportedCompression, message)
}
