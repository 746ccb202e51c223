//! `tile` (ASDF 0.1.0, "Built-in array-to-array encodings"): an array in tiles, each stored whole, one after another.
//!
//! Tiles and their items are in C order. Tiles at the far edges are padded; padding is skipped. The rows of the array
//! that a row of tiles covers are assembled in memory, and appended to the output when they are complete. Their size
//! was checked before and is at most [`Limits::output`](crate::limits::Limits::output). Memory use depends on the
//! position of the items that arrive, not on their number: even a few bytes may belong at the end of a row of tiles.

use crate::codec::input::{Input, STEP, Status};
use crate::error::{Error, ErrorKind, Result};

#[derive(Debug)]
pub(super) struct Tile {
    /// The shape of a tile and of the array, and the size of an item in bytes. The size of all tiles, padding included,
    /// fits into 64 bits, so no position in them overflows.
    lengths: Vec<u64>,
    shape: Vec<u64>,
    item: u64,
    /// The position: the current tile, the line in it (a run of items along the last axis), and how many bytes of the
    /// line were read.
    place: Vec<u64>,
    line: Vec<u64>,
    read: u64,
    /// Rows of the array and, once they are complete, how many of their bytes were appended to the output.
    rows: Vec<u8>,
    given: Option<usize>,
    finished: bool,
}

impl Tile {
    /// Decodes an array of `shape`, stored in tiles of the shape `tile`, with items of `item` bytes.
    pub(super) fn new(mut tile: Vec<u64>, mut shape: Vec<u64>, item: u64) -> Result<Self> {
        if tile.len() != shape.len() {
            let (tile, shape) = (tile.len(), shape.len());
            return Err(bad(format!("the encoding `tile` has tiles of {tile} axes for an array of {shape}")));
        }
        if item == 0 || tile.contains(&0) {
            return Err(bad("the encoding `tile` has tiles without items"));
        }
        // An array without axes has a single item: treat it as a line of one.
        if tile.is_empty() {
            (tile, shape) = (vec![1], vec![1]);
        }
        let padded = |(tile, length): (&u64, &u64)| length.div_ceil(*tile).checked_mul(*tile);
        let padded: Option<Vec<_>> = tile.iter().zip(&shape).map(padded).collect();
        if padded.and_then(|padded| product(&padded, item)).is_none() || product(&tile, item).is_none() {
            return Err(bad("the tiles of the encoding `tile` take more bytes than there can be"));
        }
        let (place, line) = (vec![0; tile.len()], vec![0; tile.len()]);
        let finished = shape.contains(&0);
        Ok(Self { lengths: tile, shape, item, place, line, read: 0, rows: Vec::new(), given: None, finished })
    }

    pub(super) fn decode(&mut self, input: &mut Input<'_>, output: &mut Vec<u8>) -> Result<Status> {
        if let Some(given) = self.given {
            let rest = self.rows.get(given..).unwrap_or_default();
            let length = rest.len().min(STEP);
            output.extend_from_slice(rest.get(..length).unwrap_or_default());
            self.given = Some(given + length);
            if length == rest.len() {
                self.rows.clear();
                self.given = None;
            }
            return Ok(Status::Progress);
        }
        if self.finished {
            return Ok(Status::Finished);
        }
        while self.given.is_none() {
            let rest = input.rest();
            if rest.is_empty() {
                return Ok(Status::NeedInput(1));
            }
            input.consumed += self.read_line(rest)?;
        }
        Ok(Status::Progress)
    }

    /// Reads as much of the current line as is available. Returns the number of bytes.
    fn read_line(&mut self, bytes: &[u8]) -> Result<usize> {
        let axes = self.lengths.iter().zip(&self.shape).zip(self.place.iter().zip(&self.line));
        let (mut start, mut is_padding, mut real, mut length) = (0, false, 0, 0);
        for (axis, ((tile, extent), (place, line))) in axes.enumerate() {
            let at = place * tile + line;
            is_padding |= at >= *extent;
            // The rows in memory begin with the first row that the current row of tiles covers.
            start = if axis == 0 { *line } else { start * extent + at };
            (real, length) = (extent.saturating_sub(at).min(*tile) * self.item, tile * self.item);
        }
        if is_padding {
            real = 0;
        }
        let taken = usize::try_from(length - self.read).unwrap_or(usize::MAX).min(bytes.len());
        let kept = usize::try_from(real.saturating_sub(self.read)).unwrap_or(usize::MAX).min(taken);
        if kept > 0 {
            self.keep(start * self.item + self.read, bytes.get(..kept).unwrap_or_default())?;
        }
        self.read += taken as u64;
        if self.read == length {
            self.read = 0;
            self.next_line();
        }
        Ok(taken)
    }

    /// Puts bytes at their position in the rows.
    fn keep(&mut self, start: u64, bytes: &[u8]) -> Result<()> {
        let too_large = || Error::new(ErrorKind::LimitExceeded, "a row of tiles takes more than there is");
        let start = usize::try_from(start).map_err(|_| too_large())?;
        let end = start.checked_add(bytes.len()).ok_or_else(too_large)?;
        if let Some(more) = end.checked_sub(self.rows.len()) {
            self.rows.try_reserve(more).map_err(|_| too_large())?;
            self.rows.resize(end, 0);
        }
        if let Some(place) = self.rows.get_mut(start..end) {
            place.copy_from_slice(bytes);
        }
        Ok(())
    }

    /// Continues with the next line of the tile, the next tile, or the next row of tiles.
    fn next_line(&mut self) {
        let within = self.line.iter_mut().zip(self.lengths.iter().copied());
        if count_up(within.rev().skip(1)) {
            return;
        }
        let tiles = self.lengths.iter().zip(&self.shape).map(|(tile, length)| length.div_ceil(*tile));
        let mut tiles: Vec<_> = self.place.iter_mut().zip(tiles).collect();
        let Some((row, rows)) = tiles.drain(..1).next() else { return };
        if !count_up(tiles.into_iter().rev()) {
            *row += 1;
            self.finished = *row == rows;
            self.given = Some(0);
        }
    }
}

/// Increments a number whose first digit is the lowest, each digit below its bound. Returns `false` if it overflowed,
/// which resets all digits to zero.
fn count_up<'a>(digits: impl Iterator<Item = (&'a mut u64, u64)>) -> bool {
    for (digit, bound) in digits {
        *digit += 1;
        if *digit < bound {
            return true;
        }
        *digit = 0;
    }
    false
}

/// The size of an array in bytes. `None` if it overflows.
pub(super) fn product(shape: &[u64], item: u64) -> Option<u64> {
    shape.iter().try_fold(item, |size, length| size.checked_mul(*length))
}

/// The error for a chain whose description is invalid.
pub(super) fn bad(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::BadBlock, message)
}
