//! Images in compressed tiles: only the tiles that a range touches are read and decoded (FITS 4.0, section 10).
//!
//! Two steps of requests: the rows of the table, which say where tiles are, and the tiles.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::cache::BlockCache;
use super::super::forward::Keep;
use super::super::span::Span;
use super::super::tile_entries::{Entry, TileEntries};
use super::damage::bad;
use super::rows::descriptor;
use crate::codec::fits::{Randoms, StoredTile, TileForm, decode_tile};
use crate::error::Result;
use crate::layout::fits::{Descriptor, PerTile, Stored, Tiling};
use crate::limits::{Limits, charge};
use crate::ranges::{Poll, SparseBuffer, coalesce};

/// Bytes between rows of the table, or between tiles, that are read along.
const ROW_GAP: u64 = 64 << 10;
const TILE_GAP: u64 = 4 << 10;
/// A table that takes no more than this is read as a whole.
const TABLE: u64 = 64 << 10;

/// What is known of the tiles.
#[derive(Debug, Default)]
pub(super) struct TileCache {
    entries: TileEntries,
    /// The tiles that were decoded for the last ranges.
    decoded: BTreeMap<u64, Vec<u8>>,
    randoms: Option<Randoms>,
}

/// An image: how it is stored, where its data begin in the file, and what decoding it may take.
#[derive(Clone, Copy)]
pub(super) struct Image<'a> {
    pub(super) tiling: &'a Tiling,
    pub(super) base: u64,
    pub(super) limits: &'a Limits,
}

impl TileCache {
    /// `entries`: what is known already.
    pub(super) fn new(entries: TileEntries) -> Self {
        Self { entries, ..Self::default() }
    }

    /// What is known, for later reads.
    pub(super) fn take_entries(&mut self) -> TileEntries {
        std::mem::take(&mut self.entries)
    }

    /// Decodes what `ranges` touch; each becomes a span. Decoded tiles are kept in `cache` for later reads.
    pub(super) fn poll<'a>(
        &mut self,
        image: &Image<'_>,
        stored: &mut SparseBuffer,
        ranges: &[Range<u64>],
        ahead: impl Iterator<Item = &'a Range<u64>>,
        cache: Option<&BlockCache>,
    ) -> Poll<Vec<Span>> {
        let tiling = image.tiling;
        let mut needed = BTreeSet::new();
        for range in ranges {
            tiling.touched(range, &mut needed);
        }
        let mut next = BTreeSet::new();
        ahead.for_each(|range| tiling.touched(range, &mut next));
        let elements = needed.iter().map(|tile| tiling.elements(*tile)).fold(0, u64::saturating_add);
        // An element takes up to eight bytes while its tile is decoded.
        charge("the tiles to be decoded at once", elements.saturating_mul(8), image.limits.output)?;
        self.decoded.retain(|tile, _| needed.contains(tile));
        let mut missing = needed.clone();
        missing.retain(|tile| !self.decoded.contains_key(tile) && !self.take_kept(tiling, *tile, cache));
        next.retain(|tile| !needed.contains(tile) && !is_kept(tiling, *tile, cache));
        self.poll_entries(image, stored, &missing, &next)?;
        let wanted = self.places(image.base, missing.iter());
        let further = self.places(image.base, next.iter());
        if let Some(first) = wanted.first() {
            stored.evict_before(first.start);
        }
        stored.want_all(&wanted, further)?;
        for tile in missing {
            let decoded = self.decode(image, stored, tile)?;
            if let Some(cache) = cache {
                cache.keep(tiling.kept_at(tile).start, &decoded);
            }
            self.decoded.insert(tile, decoded);
        }
        ranges.iter().map(|range| Ok(self.span(tiling, range)?)).collect()
    }

    /// Takes a tile from those that earlier reads have decoded; returns whether it was there.
    fn take_kept(&mut self, tiling: &Tiling, tile: u64, cache: Option<&BlockCache>) -> bool {
        let mut bytes = Vec::new();
        let found = cache.is_some_and(|cache| cache.append(&tiling.kept_at(tile), &mut bytes));
        if found {
            self.decoded.insert(tile, bytes);
        }
        found
    }

    /// Where in the file these tiles are.
    fn places<'a>(&self, base: u64, tiles: impl Iterator<Item = &'a u64>) -> Vec<Range<u64>> {
        let entries = tiles.filter_map(|tile| self.entries.get(tile));
        let mut places: Vec<_> =
            entries.map(|entry| base + entry.start..base + entry.start + entry.length).collect();
        places.sort_by_key(|range| range.start);
        coalesce(places, TILE_GAP)
    }

    /// The decoded bytes of a range whose tiles are decoded.
    fn span(&self, tiling: &Tiling, range: &Range<u64>) -> Result<Span> {
        let size =
            usize::try_from(range.end - range.start).map_err(|_| bad("a part of the image is too large"))?;
        let mut bytes = vec![0; size];
        tiling.pieces(range, |piece| {
            let tile = self.decoded.get(&piece.tile);
            let place = |start: u64| {
                let start = usize::try_from(start).ok()?;
                Some(start..start.checked_add(usize::try_from(piece.length).ok()?)?)
            };
            let from = place(piece.from).and_then(|range| tile?.get(range));
            if let (Some(from), Some(to)) = (from, place(piece.to).and_then(|range| bytes.get_mut(range))) {
                to.copy_from_slice(from);
            }
        });
        Ok(Span { start: range.start, bytes })
    }

    /// Reads the rows of the table for these tiles, and for those that will be needed `next`.
    fn poll_entries(
        &mut self,
        image: &Image<'_>,
        stored: &mut SparseBuffer,
        needed: &BTreeSet<u64>,
        next: &BTreeSet<u64>,
    ) -> Poll<()> {
        let Image { tiling, base, .. } = *image;
        let unknown = needed.iter().chain(next).filter(|tile| !self.entries.contains_key(tile));
        let mut unknown: Vec<u64> = unknown.copied().collect();
        if unknown.is_empty() {
            return Ok(());
        }
        if tiling.rows.saturating_mul(tiling.row) <= TABLE {
            unknown = (0..tiling.rows).collect();
        }
        unknown.sort_unstable();
        let place = |tile: u64| base + tile * tiling.row..base + (tile + 1) * tiling.row;
        stored.want_all(&coalesce(unknown.iter().map(|tile| place(*tile)), ROW_GAP), [])?;
        for tile in unknown {
            let row = stored.get(place(tile)).unwrap_or_default();
            // Damage of a tile that is not needed does no harm.
            match read_entry(tiling, row) {
                Ok(entry) => {
                    self.entries.insert(tile, entry);
                }
                Err(error) if needed.contains(&tile) => return Err(error.into()),
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn decode(&mut self, image: &Image<'_>, stored: &SparseBuffer, tile: u64) -> Result<Vec<u8>> {
        let Image { tiling, base, .. } = *image;
        let entry = self.entries.get(&tile).ok_or_else(|| bad("a tile is not there"))?;
        let Entry { form, start, length, scale, zero, blank } = *entry;
        let bytes = stored.get(base + start..base + start + length).unwrap_or_default();
        let count = tiling.elements(tile);
        let count = usize::try_from(count).map_err(|_| bad("a tile is too large"))?;
        let tile = StoredTile { form, bytes, number: tile, count, scale, zero, blank };
        decode_tile(tiling, tile, self.randoms.get_or_insert_default())
    }
}

/// Reads a row of the table.
fn read_entry(tiling: &Tiling, row: &[u8]) -> Result<Entry> {
    let short = || bad("the table of tiles ends too early");
    let columns = [
        (TileForm::Compressed, Some(tiling.compressed)),
        (TileForm::Gzip, tiling.gzipped),
        (TileForm::Raw, tiling.raw),
    ];
    let mut found = None;
    for (form, column) in columns {
        let Some(Descriptor { from, wide, unit }) = column.filter(|_| found.is_none()) else { continue };
        let (start, count) = descriptor(row, from, wide).ok_or_else(short)?;
        found = (count > 0).then_some((form, start, count.saturating_mul(unit)));
    }
    let (form, start, length) = found.ok_or_else(|| bad("a tile of the image has no data"))?;
    let start = tiling.heap.0.checked_add(start);
    let start = start.filter(|start| start.checked_add(length).is_some_and(|end| end <= tiling.heap.1));
    let start = start.ok_or_else(|| bad("a tile of the image lies outside the heap"))?;
    let quantisation = tiling.quantisation.as_ref();
    let number = |value: Option<PerTile>, default: f64| match value {
        Some(PerTile::Constant(number)) => Ok(number),
        Some(PerTile::Column(from, stored)) => number_at(row, from, stored).ok_or_else(short),
        None => Ok(default),
    };
    let blank = match tiling.blank {
        #[expect(clippy::cast_possible_truncation, reason = "it is a 32-bit integer")]
        Some(blank) => Some(number(Some(blank), 0.0)? as i64),
        None => None,
    };
    Ok(Entry {
        form,
        start,
        length,
        scale: number(quantisation.map(|quantisation| quantisation.scale), 1.0)?,
        zero: number(quantisation.map(|quantisation| quantisation.zero), 0.0)?,
        blank,
    })
}

/// A number in a row.
#[expect(clippy::cast_precision_loss, reason = "these are scales, and integers of 32 bits")]
fn number_at(row: &[u8], from: u64, stored: Stored) -> Option<f64> {
    let rest = row.get(usize::try_from(from).ok()?..)?;
    Some(match stored {
        Stored::Byte => f64::from(*rest.first()?),
        Stored::Short => i16::from_be_bytes(*rest.first_chunk()?).into(),
        Stored::Int => i32::from_be_bytes(*rest.first_chunk()?).into(),
        Stored::Long => i64::from_be_bytes(*rest.first_chunk()?) as f64,
        Stored::Float => f32::from_be_bytes(*rest.first_chunk()?).into(),
        Stored::Double => f64::from_be_bytes(*rest.first_chunk()?),
    })
}

/// Whether a tile is among those that earlier reads have decoded.
fn is_kept(tiling: &Tiling, tile: u64, cache: Option<&BlockCache>) -> bool {
    let place = tiling.kept_at(tile);
    cache.is_some_and(|cache| cache.reach(place.start) >= place.end)
}

/// A part of a row of the image that lies in one tile: where it is in the decoded tile and in the range, in bytes.
struct TilePiece {
    tile: u64,
    from: u64,
    to: u64,
    length: u64,
}

impl Tiling {
    /// How many elements a tile has: those at the edges of the image may have fewer.
    fn elements(&self, mut number: u64) -> u64 {
        let axes = self.shape.iter().zip(&self.tile).rev();
        axes.fold(1, |count, (length, tile)| {
            let across = length.div_ceil(*tile).max(1);
            let first = number % across * tile;
            number /= across;
            count * (length - first).min(*tile)
        })
    }

    /// Where a tile is in the cache, which has the tiles one after another.
    fn kept_at(&self, tile: u64) -> Range<u64> {
        let start = tile.saturating_mul(self.tile_size());
        start..start.saturating_add(self.elements(tile).saturating_mul(self.item()))
    }

    /// Adds the tiles that a range of the decoded bytes touches.
    fn touched(&self, range: &Range<u64>, tiles: &mut BTreeSet<u64>) {
        let mut last = None;
        self.pieces(range, |piece| {
            if last != Some(piece.tile) {
                tiles.insert(piece.tile);
                last = Some(piece.tile);
            }
        });
    }

    /// The parts of a range of the decoded bytes, in their order.
    fn pieces(&self, range: &Range<u64>, mut each: impl FnMut(TilePiece)) {
        let item = self.item();
        let width = self.shape.last().copied().unwrap_or(1);
        let mut at = range.start / item;
        let end = range.end.div_ceil(item);
        while at < end && width > 0 {
            // The tile of this row of the image: its number, and the row in it, without the last axis.
            let (mut row, mut number, mut within) = (at / width, 0, 0);
            let (mut tiles, mut rows) = (1, 1);
            for (length, tile) in self.shape.iter().zip(&self.tile).rev().skip(1) {
                let index = row % length;
                row /= length;
                number += index / tile * tiles;
                within += index % tile * rows;
                tiles *= length.div_ceil(*tile);
                rows *= (*length - index / tile * tile).min(*tile);
            }
            let tile = self.tile.last().copied().unwrap_or(1);
            let across = width.div_ceil(tile);
            let row_end = (at / width + 1).saturating_mul(width).min(end);
            while at < row_end {
                let column = at % width;
                let first = column / tile * tile;
                let wide = (width - first).min(tile);
                let count = (wide - (column - first)).min(row_end - at);
                each(TilePiece {
                    tile: number * across + column / tile,
                    from: (within * wide + column - first) * item,
                    to: (at * item).saturating_sub(range.start),
                    length: count * item,
                });
                at += count;
            }
        }
    }
}
