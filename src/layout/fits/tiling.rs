//! Images in compressed tiles (FITS 4.0, section 10): what the header of the table says.

use super::number::{NumberCoding, Stored};

/// The algorithm (`ZCMPTYPE`), with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Gzip1,
    Gzip2,
    Rice { block: usize, bytes: usize },
    Plio,
    Hcompress { smooth: bool },
    None,
}

impl Algorithm {
    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Gzip1 => "GZIP_1",
            Self::Gzip2 => "GZIP_2",
            Self::Rice { .. } => "RICE_1",
            Self::Plio => "PLIO_1",
            Self::Hcompress { .. } => "HCOMPRESS_1",
            Self::None => "NOCOMPRESS",
        }
    }
}

/// How floats were quantised (`ZQUANTIZ`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dither {
    None,
    /// `SUBTRACTIVE_DITHER_1`.
    First,
    /// `SUBTRACTIVE_DITHER_2`, which keeps zeros.
    Second,
}

/// A column with descriptors of arrays in the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Descriptor {
    /// Where it is in the row.
    pub(crate) from: u64,
    /// Whether its numbers have 64 bits.
    pub(crate) wide: bool,
    /// The size of an element in bytes.
    pub(crate) unit: u64,
}

/// A number that each tile has, or all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PerTile {
    /// In a column: where in the row, and as what.
    Column(u64, Stored),
    /// In the header.
    Constant(f64),
}

/// Quantised floats: a float is the integer · scale + zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Quantisation {
    pub(crate) scale: PerTile,
    pub(crate) zero: PerTile,
    pub(crate) dither: Dither,
    pub(crate) seed: u64,
}

/// How an image is stored in compressed tiles.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tiling {
    pub(crate) algorithm: Algorithm,
    /// What an element of the image is, and what is done to it.
    pub(crate) stored: Stored,
    pub(crate) coding: NumberCoding,
    /// The shape of the image and of its tiles, outermost axis first.
    pub(crate) shape: Vec<u64>,
    pub(crate) tile: Vec<u64>,
    /// The size of a row of the table, how many there are, and where the heap begins and ends in the data.
    pub(crate) row: u64,
    pub(crate) rows: u64,
    pub(crate) heap: (u64, u64),
    /// The columns: compressed tiles, tiles compressed by gzip because they could not be quantised, and raw ones.
    pub(crate) compressed: Descriptor,
    pub(crate) gzipped: Option<Descriptor>,
    pub(crate) raw: Option<Descriptor>,
    pub(crate) quantisation: Option<Quantisation>,
    /// The integer that stands for a missing float.
    pub(crate) blank: Option<PerTile>,
}

impl Tiling {
    /// The size of a decoded element.
    pub(crate) fn item(&self) -> u64 {
        self.coding.sizes().1
    }

    /// The size of a whole decoded tile. Their sizes were checked.
    pub(crate) fn tile_size(&self) -> u64 {
        self.tile.iter().fold(self.item(), |size, length| size.saturating_mul(*length))
    }
}
