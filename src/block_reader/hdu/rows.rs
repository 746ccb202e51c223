//! Rows of a table: their fields one by one, and the arrays in the heap that they point to (FITS 4.0, section 7.3).

use std::ops::Range;

use super::super::span::Span;
use super::damage::{BadCells, bad};
use crate::codec::fits::{Fields, append_fields, copy_fields, field};
use crate::error::Result;
use crate::layout::fits::{Cell, CellKind, RowCoding};
use crate::limits::{Limits, charge};
use crate::ranges::{Poll, SparseBuffer, coalesce, slice};

/// Bytes between the needed fields of two rows that are read along, rather than requested apart.
const GAP: u64 = 4 << 10;

/// How many bytes of the rows behind the needed ones are asked for along with them.
const AHEAD: u64 = 4 << 20;

/// An array in the heap: its first byte there, and how many elements it has.
type Found = (u64, u64);

/// A table: how it is stored, where its data begin in the file, and what decoding it may take.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) coding: &'a RowCoding,
    pub(super) base: u64,
    pub(super) limits: &'a Limits,
}

/// Decodes the rows that `ranges` touch; each becomes a span. Cells that should be numbers and are not go to `bad_cells`.
pub(super) fn poll<'a>(
    &Place { coding, base, limits }: &Place<'_>,
    stored: &mut SparseBuffer,
    ranges: &[Range<u64>],
    ahead: impl Iterator<Item = &'a Range<u64>>,
    bad_cells: &mut BadCells,
) -> Poll<Vec<Span>> {
    let decoded = coding.decoded.max(1);
    let rows = |range: &Range<u64>| range.start / decoded..range.end.div_ceil(decoded).min(coding.rows);
    let count = |rows: Range<u64>| rows.end.saturating_sub(rows.start);
    let total = ranges.iter().map(|range| count(rows(range))).fold(0, u64::saturating_add);
    charge("the rows to be decoded at once", total.saturating_mul(decoded), limits.output)?;
    let used = coding.used();
    let place = |range: &Range<u64>| stored_of(coding, &used, base, &rows(range));
    let needed = coalesce(ranges.iter().flat_map(place), GAP);
    if let Some(first) = needed.first() {
        stored.evict_before(first.start);
    }
    let (mut last, mut further) = (needed.last().map_or(0, |range| range.end), 0);
    let ahead = ahead.flat_map(place).map_while(|range| {
        // What lies between is read along: without gaps nothing that arrives is copied.
        let start = if range.start.saturating_sub(last) <= GAP { last } else { range.start };
        last = range.end;
        further += range.end.saturating_sub(start);
        (further <= AHEAD).then_some(start..range.end)
    });
    stored.want_all(&needed, ahead)?;
    let table = Table { coding, base, used };
    // The arrays in the heap that these rows point to.
    let mut heap = Vec::new();
    for cell in coding.cells.iter().filter(|cell| matches!(cell.kind, CellKind::Heap { .. })) {
        for (number, row) in ranges.iter().flat_map(|range| table.rows(stored, rows(range))) {
            heap.push(table.array(cell, row, number)?);
        }
    }
    heap.retain(|range| !range.is_empty());
    if !heap.is_empty() {
        heap.sort_by_key(|range| range.start);
        stored.want_all(&coalesce(heap, GAP), [])?;
    }
    let mut spans = Vec::with_capacity(ranges.len());
    for range in ranges {
        let rows = rows(range);
        let size = count(rows.clone()).saturating_mul(decoded);
        let mut bytes = vec![0; fits(size)];
        for cell in &coding.cells {
            table.decode(cell, &rows, stored, &mut bytes, bad_cells)?;
        }
        spans.push(Span { start: rows.start * decoded, bytes });
    }
    Ok(spans)
}

/// A table whose needed bytes have arrived: how it is stored, where its data begin in the file, and which bytes of
/// each row are needed.
struct Table<'a> {
    coding: &'a RowCoding,
    base: u64,
    used: Range<u64>,
}

impl Table<'_> {
    /// The numbers of these rows, and their needed bytes.
    fn rows<'s>(
        &self,
        stored: &'s SparseBuffer,
        rows: Range<u64>,
    ) -> impl Iterator<Item = (u64, &'s [u8])> + use<'s> {
        let Self { coding: &RowCoding { stored: size, .. }, base, .. } = *self;
        let used = self.used.clone();
        let place = move |number: u64| base + number * size + used.start..base + number * size + used.end;
        // To look for each row takes longer than to decode it.
        let all = self.all(stored, &rows);
        let begin = place(rows.start).start;
        rows.map(move |number| {
            let place = place(number);
            let row = match all {
                Some(all) => slice(all, &(place.start - begin..place.end - begin)).ok(),
                None => stored.get(place),
            };
            (number, row.unwrap_or_default())
        })
    }

    /// The bytes from the needed ones of the first of these rows to those of the last, if all of them have arrived.
    fn all<'s>(&self, stored: &'s SparseBuffer, rows: &Range<u64>) -> Option<&'s [u8]> {
        let at = |number: u64| self.base + number * self.coding.stored;
        let last = rows.end.saturating_sub(1).max(rows.start);
        stored.get(at(rows.start) + self.used.start..at(last) + self.used.end)
    }

    /// Where in the file the array in the heap is that a cell of row `number` points to.
    fn array(&self, cell: &Cell, row: &[u8], number: u64) -> Result<Range<u64>> {
        let (start, length) =
            heap_bytes(self.coding, cell, row, self.used.start, number)?.unwrap_or((self.coding.heap.0, 0));
        Ok(self.base + start..self.base + start + length)
    }

    /// Decodes a cell of all these rows to its place in `output`, which has the rows one after another.
    fn decode(
        &self,
        cell: &Cell,
        rows: &Range<u64>,
        stored: &SparseBuffer,
        output: &mut [u8],
        bad_cells: &mut BadCells,
    ) -> Result<()> {
        let (from, width) = (fits(cell.from - self.used.start), fits(cell.width));
        let decoded = fits(self.coding.decoded).max(1);
        // Of large fields each is many numbers.
        if let (CellKind::Numbers { .. }, Some(all)) = (&cell.kind, self.all(stored, rows))
            && width.max(fits(cell.size)) <= NUMBERS
        {
            let all = Fields { bytes: all, at: from, stride: fits(self.coding.stored).max(1) };
            decode_numbers(cell, all, output, decoded);
            return Ok(());
        }
        for ((number, row), output) in self.rows(stored, rows.clone()).zip(output.chunks_mut(decoded)) {
            let stored = match &cell.kind {
                CellKind::Heap { .. } => stored.get(self.array(cell, row, number)?),
                _ => row.get(from..).and_then(|row| row.get(..width)),
            };
            if let Some(text) = put(cell, stored.unwrap_or_default(), output) {
                bad_cells.add(&cell.name, number, &text);
            }
        }
        Ok(())
    }
}

/// How many bytes of numbers are decoded at once, so that they stay in the cache of the processor.
const NUMBERS: usize = 32 << 10;

/// Decodes the numbers of a cell of all rows, some rows at once.
fn decode_numbers(cell: &Cell, stored: Fields<'_>, output: &mut [u8], decoded: usize) {
    let (count, size) = (fits(cell.count), fits(cell.size));
    let rows = NUMBERS / fits(cell.width).max(size).max(1);
    let (mut scratch, mut values, mut mask) = (Vec::new(), Vec::new(), Vec::new());
    let parts = stored.bytes.chunks(rows.saturating_mul(stored.stride).max(1));
    for (bytes, output) in parts.zip(output.chunks_mut(rows.saturating_mul(decoded).max(1))) {
        values.clear();
        mask.clear();
        append_fields(cell, Fields { bytes, ..stored }, &mut scratch, &mut values, &mut mask);
        copy_fields(Fields { bytes: &values, at: 0, stride: size }, size, output, fits(cell.to), decoded);
        if let Some(at) = cell.mask {
            copy_fields(Fields { bytes: &mask, at: 0, stride: count }, count, output, fits(at), decoded);
        }
    }
}

pub(super) fn fits(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Decodes a cell, or the array in the heap that it points to, to its place in a row. Returns a text that should be a number
/// and cannot be parsed.
pub(super) fn put(cell: &Cell, stored: &[u8], output: &mut [u8]) -> Option<String> {
    let (to, size, count) = (fits(cell.to), fits(cell.size), fits(cell.count));
    // The mask is behind all elements.
    let at = cell.mask.map_or(output.len(), |at| fits(at).min(output.len()));
    let (values, mask) = output.split_at_mut(at);
    let values = values.get_mut(to..).and_then(|values| values.get_mut(..size)).unwrap_or_default();
    let mask = mask.get_mut(..count).unwrap_or_default();
    let CellKind::Heap { element, .. } = &cell.kind else {
        return field(&cell.kind, count, stored, values, Some(mask));
    };
    let count = match &**element {
        CellKind::Numbers { coding, .. } => stored.len() / fits(coding.sizes().0).max(1),
        CellKind::Bits => stored.len().saturating_mul(8).min(count),
        _ => stored.len(),
    };
    field(element, count, stored, values, Some(&mut *mask));
    mask.iter_mut().skip(count).for_each(|masked| *masked = 1);
    None
}

impl RowCoding {
    /// The bytes of a stored row that are needed.
    fn used(&self) -> Range<u64> {
        let start = self.cells.iter().map(|cell| cell.from).min().unwrap_or(0);
        let end = self.cells.iter().map(|cell| cell.from + cell.width).max().unwrap_or(0);
        start..end.max(start)
    }
}

/// Of `most` decoded bytes, those of so many rows that these take no more than about `most` bytes of the file.
pub(super) fn portion(coding: &RowCoding, most: u64) -> u64 {
    let used = coding.used();
    let used = used.end - used.start;
    let along = if coding.stored.saturating_sub(used) <= GAP { coding.stored } else { used.max(GAP) };
    let rows = most / along.max(coding.decoded).max(1);
    rows.max(1).saturating_mul(coding.decoded).clamp(1, most)
}

/// The bytes of the file with the used part of some rows: in one range, or for each row its own.
fn stored_of(coding: &RowCoding, used: &Range<u64>, base: u64, rows: &Range<u64>) -> Vec<Range<u64>> {
    let at = |row: u64| base + row * coding.stored + used.start..base + row * coding.stored + used.end;
    if rows.is_empty() || used.is_empty() {
        return Vec::new();
    }
    if coding.stored - (used.end - used.start) <= GAP {
        let all = at(rows.start).start..at(rows.end - 1).end;
        return std::iter::once(all).collect();
    }
    rows.clone().map(at).collect()
}

/// Where in the data the array of a cell in the heap begins, and how many bytes it takes; `None` for other cells.
fn heap_bytes(
    coding: &RowCoding,
    cell: &Cell,
    row: &[u8],
    first: u64,
    number: u64,
) -> Result<Option<(u64, u64)>> {
    let CellKind::Heap { wide, element, present } = &cell.kind else { return Ok(None) };
    if !present {
        return Ok(Some((coding.heap.0, 0)));
    }
    let (place, count) =
        descriptor(row, cell.from - first, *wide).ok_or_else(|| bad("a row is too short"))?;
    if count > cell.count {
        return Err(bad(format!(
            "row {number} has {count} elements, more than the {} that its TFORM and PCOUNT allow",
            cell.count
        )));
    }
    let length = stored_size(element, count);
    let start = coding.heap.0.checked_add(place);
    match start.filter(|start| start.checked_add(length).is_some_and(|end| end <= coding.heap.1)) {
        Some(start) => Ok(Some((start, length))),
        None if count == 0 => Ok(Some((coding.heap.0, 0))),
        None => Err(bad(format!("the array of row {number} lies outside the heap"))),
    }
}

/// How many bytes of the data so many elements take.
pub(super) fn stored_size(kind: &CellKind, count: u64) -> u64 {
    match kind {
        CellKind::Numbers { coding, .. } => count.saturating_mul(coding.sizes().0),
        CellKind::Bits => count.div_ceil(8),
        _ => count,
    }
}

/// Reads an array descriptor: the place in the heap, and the number of elements.
pub(super) fn descriptor(row: &[u8], from: u64, wide: bool) -> Option<Found> {
    let rest = row.get(usize::try_from(from).ok()?..)?;
    if wide {
        let [count, place] = *rest.first_chunk::<16>()?.as_chunks::<8>().0.first_chunk::<2>()?;
        return Some((u64::from_be_bytes(place), u64::from_be_bytes(count)));
    }
    let [count, place] = *rest.first_chunk::<8>()?.as_chunks::<4>().0.first_chunk::<2>()?;
    Some((u32::from_be_bytes(place).into(), u32::from_be_bytes(count).into()))
}
