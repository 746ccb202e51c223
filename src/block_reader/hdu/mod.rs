//! The decoded bytes of the data in an HDU of a FITS file, by range: each range from the stored bytes it depends on.

mod damage;
mod packed;
mod rows;
mod tiles;

use std::ops::Range;
use std::sync::Arc;

use self::damage::BadCells;
use super::cache::BlockCache;
use super::span::Span;
use super::tile_entries::TileEntries;
use crate::codec::fits::append_numbers;
use crate::error::{Error, Warning};
use crate::layout::fits::Coding;
use crate::limits::Limits;
use crate::ranges::{Poll, SparseBuffer};

/// Decodes data as their [`Coding`] says.
#[derive(Debug)]
pub(super) struct HduReader {
    coding: Arc<Coding>,
    /// How the HDU is called in messages.
    label: Arc<str>,
    /// Where the data begin in the file.
    base: u64,
    /// What the ranges decode to that were made ready last, ascending.
    spans: Vec<Span>,
    tiles: tiles::TileCache,
    packed: packed::PackedTiles,
    bad_cells: BadCells,
    /// The last warning.
    warned: Option<Warning>,
    limits: Limits,
}

impl HduReader {
    /// Decodes data that begin at `base` of the file; `entries` is what earlier reads have found of the tiles.
    pub(super) fn new(
        coding: Arc<Coding>,
        label: Arc<str>,
        base: u64,
        limits: Limits,
        entries: TileEntries,
    ) -> Self {
        let tiles = tiles::TileCache::new(entries);
        Self {
            coding,
            label,
            base,
            spans: Vec::new(),
            tiles,
            packed: packed::PackedTiles::default(),
            bad_cells: BadCells::default(),
            warned: None,
            limits,
        }
    }

    /// Whether a range decodes to more than itself, so that what is decoded is worth keeping for later reads.
    pub(super) fn is_tiled(&self) -> bool {
        matches!(*self.coding, Coding::Tiles(_))
    }

    /// What is known of the tiles, for later reads.
    pub(super) fn take_entries(&mut self) -> TileEntries {
        self.tiles.take_entries()
    }

    /// The error with the name of this HDU in its message.
    pub(super) fn named(&self, error: Error) -> Error {
        if error.hdu().is_some() {
            return error;
        }
        let message = format!("{}: {}", self.label, error.message());
        Error::new(error.kind(), message).at(error.offset().unwrap_or(self.base))
    }

    /// The warning about the bytes that were decoded last, unless it was already taken.
    pub(super) fn take_warning(&mut self) -> Option<Warning> {
        let warning = self.bad_cells.take_warning(&self.label)?.at(self.base);
        // The same rows are decoded more than once, for their values and for their masks.
        let is_new = self.warned.as_ref() != Some(&warning);
        self.warned = Some(warning);
        self.warned.clone().filter(|_| is_new)
    }

    /// Of `most` decoded bytes, so many that no more than about `most` stored ones are needed for them.
    pub(super) fn portion(&self, most: u64) -> u64 {
        match &*self.coding {
            Coding::Rows(rows) if rows.packing.is_none() => rows::portion(rows, most),
            _ => most,
        }
    }

    /// How many bytes the data decode to.
    pub(super) fn size(&self) -> u64 {
        self.coding.size()
    }

    /// Makes the decoded bytes in `ranges` (ascending) ready, or requests stored ones. The ranges `ahead` will be needed
    /// next. Decoded tiles are kept in `cache`.
    pub(super) fn poll<'a>(
        &mut self,
        stored: &mut SparseBuffer,
        ranges: &[Range<u64>],
        ahead: impl Iterator<Item = &'a Range<u64>>,
        cache: Option<&BlockCache>,
    ) -> Poll<()> {
        self.spans.clear();
        self.spans = match &*self.coding {
            Coding::Numbers(coding, _) => {
                let (unit, item) = coding.sizes();
                let place = |range: &Range<u64>| {
                    let (first, end) = (range.start / item, range.end.div_ceil(item));
                    self.base + first * unit..self.base + end * unit
                };
                let needed: Vec<_> = ranges.iter().map(place).collect();
                if let Some(first) = needed.first() {
                    stored.evict_before(first.start);
                }
                stored.want_all(&needed, ahead.map(place))?;
                let mut spans = Vec::with_capacity(needed.len());
                for (range, needed) in ranges.iter().zip(needed) {
                    let mut bytes = Vec::new();
                    append_numbers(*coding, stored.get(needed).unwrap_or_default(), &mut bytes);
                    spans.push(Span { start: range.start / item * item, bytes });
                }
                spans
            }
            Coding::Rows(rows) => {
                let table = rows::Place { coding: rows, base: self.base, limits: &self.limits };
                match &rows.packing {
                    Some(packing) => self.packed.poll(&table, packing, stored, ranges)?,
                    None => rows::poll(&table, stored, ranges, ahead, &mut self.bad_cells)?,
                }
            }
            Coding::Tiles(tiling) => {
                let Self { tiles, base, limits, .. } = self;
                tiles.poll(&tiles::Image { tiling, base: *base, limits }, stored, ranges, ahead, cache)?
            }
        };
        Ok(())
    }

    /// Decoded bytes of a range that [`poll`](Self::poll) has made ready.
    pub(super) fn bytes(&self, range: &Range<u64>) -> Option<&[u8]> {
        let number = self.spans.partition_point(|span| span.start <= range.start);
        self.spans.get(number.checked_sub(1)?)?.bytes(range)
    }
}
