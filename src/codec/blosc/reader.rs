//! Decodes ranges of a block that is compressed by Blosc.

use std::collections::BTreeMap;
use std::ops::Range;

use super::chunk::{Chunk, Scratch};
use super::entry::ChunkEntry;
use super::stored::Stored;
use super::table::{ChunkTable, ENTRY};
use crate::codec::input::corrupt;
use crate::error::Warning;
use crate::limits::{Limits, charge};
use crate::ranges::{Poll, SparseBuffer, coalesce};

/// Chunks of at most this decoded size are not split between reads, so nothing has to be read to find where to split
/// them.
const UNCUT: u64 = 8 << 20;

/// Decodes ranges of one block.
#[derive(Debug)]
pub(crate) struct Blosc {
    /// Where the stored bytes begin in the file, how many there are, and their decoded size.
    base: u64,
    stored: u64,
    declared: u64,
    limits: Limits,
    table: Option<Box<ChunkTable>>,
    /// The chunks that the last read touched.
    chunks: BTreeMap<usize, Chunk>,
    /// The decoded bytes, in whole blocks or bands.
    spans: Vec<Span>,
    scratch: Scratch,
    /// Scratch buffer for a block of an array before its elements are put into C order.
    block: Vec<u8>,
    /// The range of stored bytes that the last read used.
    used: Range<u64>,
    /// How many decoded bytes, from the first one on, were read without a gap.
    covered: u64,
    /// Whether the warning about chunks that were never written was raised, and the warning until it is taken.
    warned: bool,
    warning: Option<Warning>,
}

/// Decoded bytes. `start` is the position of the first one.
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
    /// A reader of `stored` bytes that begin at byte `base` of the file and decode to `declared` bytes.
    pub(crate) fn new(base: u64, stored: u64, declared: u64, limits: Limits) -> Self {
        Self {
            base,
            stored,
            declared,
            limits,
            table: None,
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

    /// Uses the chunk table of an earlier read.
    pub(crate) fn with_table(self, table: Option<Box<ChunkTable>>) -> Self {
        Self { table, ..self }
    }

    /// Takes the chunk table, as far as it is known, out of this reader.
    pub(crate) fn take_table(&mut self) -> Option<Box<ChunkTable>> {
        self.table.take()
    }

    /// Decodes the bytes in `ranges` (ascending) for [`bytes`](Self::bytes), or requests stored bytes. Drops all other
    /// decoded bytes, except those that a read that continues here can use.
    pub(crate) fn poll(&mut self, buffer: &mut SparseBuffer, ranges: &[Range<u64>]) -> Poll<()> {
        let stored = &mut Stored { buffer, base: self.base, length: self.stored };
        if self.table.is_none() {
            self.table = Some(Box::new(ChunkTable::read(stored, self.declared, &self.limits)?));
        }
        let Some(table) = &mut self.table else { return Ok(()) };
        let ranges: Vec<_> = ranges.iter().filter(|range| !range.is_empty()).cloned().collect();
        let Some(last) = ranges.last() else { return Ok(()) };
        table.extend(stored, last.end, self.declared)?;
        table.open(stored, &ranges, &mut self.chunks, &self.limits)?;

        let spans = coalesce(ranges.iter().map(|range| table.align(&self.chunks, range)), 0);
        charge(
            "what has to be decoded at once",
            spans.iter().map(|span| span.end - span.start).sum(),
            self.limits.output,
        )?;
        // A read that continues after the last one begins in a block that the last one decoded.
        let mut kept = 0..0;
        if let (Some(old), Some(first)) = (self.spans.last(), spans.first())
            && (old.start..old.end()).contains(&first.start)
        {
            kept = first.start..first.end.min(old.end());
        }
        let missing: Vec<_> =
            spans.iter().map(|span| span.start.max(kept.end.min(span.end))..span.end).collect();
        let count = missing.iter().flat_map(|range| table.blocks(&self.chunks, range));
        let count = count.fold(0, |count: u64, (_, blocks)| count.saturating_add(blocks.end - blocks.start));
        charge(
            "the list of the Blosc blocks that are needed",
            count.saturating_mul(ENTRY),
            self.limits.output,
        )?;
        let blocks: Vec<Vec<(usize, u32)>> =
            missing.iter().map(|range| table.list(&self.chunks, range)).collect();
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

    /// The first position after byte `at` where one read can end and another begin without decoding the same block.
    pub(crate) fn poll_cut(&mut self, buffer: &mut SparseBuffer, at: u64) -> Poll<u64> {
        if at >= self.declared {
            return Ok(self.declared);
        }
        let stored = &mut Stored { buffer, base: self.base, length: self.stored };
        if self.table.is_none() {
            self.table = Some(Box::new(ChunkTable::read(stored, self.declared, &self.limits)?));
        }
        let Some(table) = &mut self.table else { return Ok(self.declared) };
        table.extend(stored, at + 1, self.declared)?;
        let chunk = table.entries.get(table.entries.partition_point(|place| place.decoded.end <= at));
        let is_small = |place: &&ChunkEntry| place.decoded.end - place.decoded.start <= UNCUT;
        if table.array.is_none()
            && let Some(place) = chunk.filter(is_small)
        {
            return Ok(place.decoded.end);
        }
        let byte = at..at + 1;
        table.open(stored, std::slice::from_ref(&byte), &mut self.chunks, &self.limits)?;
        Ok(table.align(&self.chunks, &byte).end)
    }

    /// Decodes a block into its position in the span.
    fn decode(&mut self, stored: &mut Stored<'_>, number: usize, block: u32, span: &mut Span) -> Poll<()> {
        let (Some(table), Some(chunk)) = (&self.table, self.chunks.get_mut(&number)) else { return Ok(()) };
        if chunk.is_uninitialised() && !self.warned {
            self.warned = true;
            let message =
                format!("chunk {number} of the Blosc data was never written; its values are read as zeros");
            self.warning = Some(Warning::new("uninitialized-chunk", message));
        }
        let decoded = chunk.decoded(block);
        if let Some(array) = &table.array {
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
        let start = table.entries.get(number).map_or(0, |place| place.decoded.start);
        let range = start + u64::from(decoded.start)..start + u64::from(decoded.end);
        match span.get_mut(&range) {
            Some(output) => chunk.decode(stored, block, &mut self.scratch, output),
            None => Ok(()),
        }
    }

    /// The decoded bytes of a range that [`poll`](Self::poll) has prepared.
    pub(crate) fn bytes(&self, range: &Range<u64>) -> Option<&[u8]> {
        if range.is_empty() {
            return Some(&[]);
        }
        let number = self.spans.partition_point(|span| span.start <= range.start).checked_sub(1)?;
        let span = self.spans.get(number)?;
        crate::ranges::slice(&span.bytes, &(range.start - span.start..range.end.checked_sub(span.start)?))
            .ok()
    }

    /// All decoded bytes, as pieces with the positions at which they begin in the block.
    pub(crate) fn decoded(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.spans.iter().map(|span| (span.start, span.bytes.as_slice()))
    }

    /// The range of bytes in the file that the last read used.
    pub(crate) fn used(&self) -> Range<u64> {
        self.base.saturating_add(self.used.start)..self.base.saturating_add(self.used.end)
    }

    /// Whether all decoded bytes were read in order, from the first to the last.
    pub(crate) fn is_passed_over(&self) -> bool {
        self.covered == self.declared
    }

    /// Takes the warning about the bytes read; returns it only once.
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
