//! Rows of a table: their fields one by one, and the arrays in the heap that they point to (FITS 4.0, section 7.3).

use std::ops::Range;

use super::super::span::Span;
use super::damage::{BadCells, bad};
use crate::codec::fits::field;
use crate::error::Result;
use crate::layout::fits::{Cell, CellKind, RowCoding};
use crate::limits::{Limits, charge};
use crate::ranges::{Poll, SparseBuffer, coalesce, slice};

/// Bytes between the needed fields of two rows that are read along, rather than requested apart.
const GAP: u64 = 4 << 10;

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
    stored.want_all(&needed, ahead.flat_map(place))?;
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
        if let (CellKind::Numbers { coding, .. }, Some(all)) = (&cell.kind, self.all(stored, rows))
            && width.max(fits(cell.size)) <= NUMBERS
        {
            let unit = fits(coding.sizes().0);
            let all = Fields { bytes: all, at: from, stride: fits(self.coding.stored).max(1) };
            decode_numbers(cell, unit, &all, output, decoded);
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

/// A field of each of some rows: the rows, where in a row it begins, and from one row to the next.
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
    stride: usize,
}

/// Decodes the numbers of a cell of all rows, many rows at once: a loop over many numbers takes vector instructions.
fn decode_numbers(cell: &Cell, unit: usize, stored: &Fields<'_>, output: &mut [u8], decoded: usize) {
    let (count, size) = (fits(cell.count), fits(cell.size));
    let width = count * unit;
    let rows = (NUMBERS / width.max(size).max(1)).min(output.len() / decoded);
    if rows == 0 {
        return;
    }
    let (mut numbers, mut values, mut mask) =
        (vec![0; rows * width], vec![0; rows * size], vec![0; rows * count]);
    let parts = stored.bytes.chunks(rows.saturating_mul(stored.stride));
    for (bytes, output) in parts.zip(output.chunks_mut(rows.saturating_mul(decoded))) {
        copy_fields(&Fields { bytes, ..*stored }, width, &mut numbers, 0, width);
        field(&cell.kind, rows * count, &numbers, &mut values, Some(&mut mask));
        copy_fields(&Fields { bytes: &values, at: 0, stride: size }, size, output, fits(cell.to), decoded);
        if let Some(at) = cell.mask {
            copy_fields(&Fields { bytes: &mask, at: 0, stride: count }, count, output, fits(at), decoded);
        }
    }
}

/// Copies fields of `width` bytes to byte `at` of each row of `output`, which has `stride` bytes.
fn copy_fields(from: &Fields<'_>, width: usize, output: &mut [u8], at: usize, stride: usize) {
    match width {
        0 => {}
        1 => copy_ends::<1>(from, width, output, at, stride),
        2 | 3 => copy_ends::<2>(from, width, output, at, stride),
        4..8 => copy_ends::<4>(from, width, output, at, stride),
        8..16 => copy_ends::<8>(from, width, output, at, stride),
        _ => each_field(from, width, output, at, stride, <[u8]>::copy_from_slice),
    }
}

/// Copies fields of `N` to `2 * N` bytes, the first and the last ones of each: a copy of a size that the compiler does not
/// know is a call.
fn copy_ends<const N: usize>(from: &Fields<'_>, width: usize, output: &mut [u8], at: usize, stride: usize) {
    each_field(from, width, output, at, stride, |to, from| {
        if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), from.first_chunk()) {
            *to = *from;
        }
        if let (Some(to), Some(from)) = (to.last_chunk_mut::<N>(), from.last_chunk()) {
            *to = *from;
        }
    });
}

/// Copies fields by a function, which is given both places.
#[inline]
fn each_field(
    from: &Fields<'_>,
    width: usize,
    output: &mut [u8],
    at: usize,
    stride: usize,
    copy: impl Fn(&mut [u8], &[u8]),
) {
    for (from_row, to_row) in from.bytes.chunks(from.stride).zip(output.chunks_mut(stride)) {
        let field = from_row.get(from.at..).and_then(|row| row.get(..width));
        if let (Some(from), Some(to)) = (field, to_row.get_mut(at..).and_then(|row| row.get_mut(..width))) {
            copy(to, from);
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
