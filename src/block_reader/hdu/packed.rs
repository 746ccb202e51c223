//! Rows of a table that is compressed by tiles: of some rows, each column by itself (FITS 4.0, section 10.3).
//!
//! Three steps of requests: the row of the packed table, which says where the columns of a tile are; the columns; and the
//! arrays of columns of variable length. Such a column is stored as two lists of descriptors: of its arrays in the
//! table before it was packed, and of the packed arrays.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::span::Span;
use super::damage::bad;
use super::rows::{Place, descriptor, fits, put, stored_size};
use crate::codec::fits::unpack;
use crate::error::{Error, Result};
use crate::layout::fits::{Algorithm, Cell, CellKind, PackedColumn, Packing, RowCoding};
use crate::limits::charge;
use crate::ranges::{Poll, SparseBuffer, coalesce, slice};

/// Bytes between columns, or between arrays, that are read along.
const GAP: u64 = 4 << 10;
/// The size of the descriptor of a packed array.
const WIDE: u64 = 16;

/// The tiles that were decoded for the last ranges.
#[derive(Debug, Default)]
pub(super) struct PackedTiles(BTreeMap<u64, Vec<u8>>);

impl PackedTiles {
    /// Decodes the tiles that `ranges` touch; each becomes a span.
    pub(super) fn poll(
        &mut self,
        &Place { coding, base, limits }: &Place<'_>,
        packing: &Packing,
        stored: &mut SparseBuffer,
        ranges: &[Range<u64>],
    ) -> Poll<Vec<Span>> {
        let table = Table { coding, packing, base };
        let size = packing.tile.saturating_mul(coding.decoded).max(1);
        let tiles = |range: &Range<u64>| range.start / size..range.end.div_ceil(size);
        let needed: BTreeSet<u64> = ranges.iter().flat_map(tiles).collect();
        let taken = coding.stored.saturating_add(WIDE).saturating_mul(packing.tile).saturating_add(size);
        charge("the tiles to be decoded at once", taken.saturating_mul(needed.len() as u64), limits.output)?;
        self.0.retain(|tile, _| needed.contains(tile));
        for tile in needed {
            if let Entry::Vacant(place) = self.0.entry(tile) {
                place.insert(table.poll(tile, stored)?);
                // No other tile needs these bytes.
                stored.evict_before(u64::MAX);
            }
        }
        let span = |range: &Range<u64>| {
            let mut bytes = Vec::new();
            for (tile, rows) in tiles(range).filter_map(|tile| Some((tile, self.0.get(&tile)?))) {
                let start = tile * size;
                let end = (range.end - start).min(rows.len() as u64);
                bytes.extend_from_slice(
                    slice(rows, &(range.start.saturating_sub(start)..end)).unwrap_or_default(),
                );
            }
            Span { start: range.start, bytes }
        };
        Ok(ranges.iter().map(span).collect())
    }
}

/// A packed table: how it is stored, and where its data begin in the file.
struct Table<'a> {
    coding: &'a RowCoding,
    packing: &'a Packing,
    base: u64,
}

/// An array of a row: how many bytes it takes, and where in the file it is packed.
struct Array {
    size: u64,
    place: Range<u64>,
}

impl Table<'_> {
    /// The decoded rows of a tile.
    fn poll(&self, tile: u64, stored: &mut SparseBuffer) -> Poll<Vec<u8>> {
        let Self { coding, packing, base } = *self;
        let first = tile.saturating_mul(packing.tile);
        let rows = fits(coding.rows.saturating_sub(first).min(packing.tile));
        let at = base + tile * packing.row;
        let row = stored.want(at..at + packing.row)?;
        let cells = coding.cells.iter().filter_map(|cell| Some((cell, cell.packed.as_ref()?)));
        let places = cells.map(|(cell, column)| Ok((cell, column, self.column(column, row)?)));
        let places = places.collect::<Result<Vec<_>>>()?;
        want(stored, places.iter().map(|(_, _, place)| place.clone()))?;
        let mut columns = Vec::with_capacity(places.len());
        for (cell, column, place) in places {
            let bytes = stored.get(place).unwrap_or_default();
            let (bytes, arrays) = match &cell.kind {
                CellKind::Heap { wide, element, .. } => {
                    (Vec::new(), self.arrays(cell, *wide, element, bytes, rows)?)
                }
                _ => (unpacked(cell, column, bytes, fits(cell.width).saturating_mul(rows))?, Vec::new()),
            };
            columns.push((cell, column, bytes, arrays));
        }
        let arrays = columns.iter().flat_map(|(_, _, _, arrays)| arrays);
        want(stored, arrays.map(|array| array.place.clone()))?;
        // Each column has the bytes of so many rows.
        let decoded = fits(coding.decoded);
        let mut output = vec![0; rows.saturating_mul(decoded)];
        for (cell, column, bytes, arrays) in columns {
            let outputs = output.chunks_mut(decoded.max(1));
            if let CellKind::Heap { .. } = cell.kind {
                for (output, array) in outputs.zip(arrays) {
                    let packed = stored.get(array.place).unwrap_or_default();
                    // What would not become smaller is stored as it is.
                    if packed.len() as u64 == array.size {
                        put(cell, packed, output);
                    } else {
                        put(cell, &unpacked(cell, column, packed, fits(array.size))?, output);
                    }
                }
            } else {
                for (output, bytes) in outputs.zip(bytes.chunks(fits(cell.width).max(1))) {
                    put(cell, bytes, output);
                }
            }
        }
        Ok(output)
    }

    /// Where in the file a column of a tile is, whose row is given.
    fn column(&self, column: &PackedColumn, row: &[u8]) -> Result<Range<u64>> {
        let found = descriptor(row, column.at.from, column.at.wide);
        let (start, count) = found.ok_or_else(|| bad("a row of the packed table is too short"))?;
        let place = self.in_heap(start, count.saturating_mul(column.at.unit));
        place.ok_or_else(|| bad("a column of a tile lies outside the heap"))
    }

    /// So many bytes from a place in the heap on, in the file.
    fn in_heap(&self, start: u64, length: u64) -> Option<Range<u64>> {
        let (begin, end) = self.packing.heap;
        let start = begin.checked_add(start)?;
        let stop = start.checked_add(length).filter(|stop| *stop <= end)?;
        Some(self.base + start..self.base + stop)
    }

    /// The arrays of a column of variable length, one in each row.
    fn arrays(
        &self,
        cell: &Cell,
        wide: bool,
        element: &CellKind,
        packed: &[u8],
        rows: usize,
    ) -> Result<Vec<Array>> {
        if cell.width == 0 || cell.count == 0 {
            return Ok((0..rows).map(|_| Array { size: 0, place: 0..0 }).collect());
        }
        let (before, behind) = (fits(cell.width).saturating_mul(rows), fits(WIDE).saturating_mul(rows));
        let all = unpack(Algorithm::Gzip1, 1, packed, before.saturating_add(behind));
        let all = all.map_err(|error| in_column(cell, &error))?;
        // CFITSIO puts the old descriptors first, the standard the new ones: only one order makes sense.
        for (old, new) in [all.split_at(before.min(all.len())), swapped(all.split_at(behind.min(all.len())))]
        {
            let arrays = old.chunks(fits(cell.width)).zip(new.chunks(fits(WIDE))).map(|(old, new)| {
                let (_, count) = descriptor(old, 0, wide).filter(|(_, count)| *count <= cell.count)?;
                let (start, length) = descriptor(new, 0, true)?;
                let size = stored_size(element, count);
                let place = if count == 0 { 0..0 } else { self.in_heap(start, length)? };
                (size == 0 || !place.is_empty()).then_some(Array { size, place })
            });
            if let Some(arrays) = arrays.collect::<Option<Vec<_>>>() {
                return Ok(arrays);
            }
        }
        Err(in_column(
            cell,
            &bad("its arrays lie outside the heap, or are longer than its ZFORM and ZPCOUNT allow"),
        ))
    }
}

fn swapped<A, B>((first, second): (A, B)) -> (B, A) {
    (second, first)
}

fn unpacked(cell: &Cell, column: &PackedColumn, packed: &[u8], size: usize) -> Result<Vec<u8>> {
    unpack(column.algorithm, column.unit, packed, size).map_err(|error| in_column(cell, &error))
}

fn in_column(cell: &Cell, error: &Error) -> Error {
    Error::new(error.kind(), format!("the column `{}`: {}", cell.name, error.message()))
}

fn want(stored: &mut SparseBuffer, places: impl Iterator<Item = Range<u64>>) -> Poll<()> {
    let mut places: Vec<_> = places.filter(|place| !place.is_empty()).collect();
    places.sort_by_key(|place| place.start);
    stored.want_all(&coalesce(places, GAP), [])
}
