//! How the bytes of a data unit become elements: what a reader of blocks has to do for an array in an HDU.
//!
//! A reader returns *decoded* bytes, whose layout is defined here: numbers that are scaled or parsed are little-endian, all
//! others as they are stored; each field that may have missing values has its mask, a byte for each element, at the end
//! of the row.

use std::sync::Arc;

use super::number::{NumberCoding, Stored};
use super::tiling::{Algorithm, Descriptor, Tiling};

/// What a field of a row becomes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum CellKind {
    /// Numbers; those that equal `null` are masked.
    Numbers { coding: NumberCoding, stored: Stored, null: Option<i64> },
    /// `T` and `F`; a zero byte is a missing value.
    Logical,
    /// Bits, the most significant first.
    Bits,
    /// Text: blanks at its end become zeros.
    Text { width: u64 },
    /// Digits: a whole number of so many bytes, or else a float; scaled if it has to be.
    Digits { integer: Option<u8>, scale: f64, zero: f64, null: Option<String> },
    /// Elements of this kind in the heap, `unit` bytes each; the rest of the `count` elements is masked.
    Heap { wide: bool, element: Box<CellKind>, present: bool },
}

impl CellKind {
    /// How many bytes the mask of `count` elements takes.
    pub(crate) fn mask_size(&self, count: u64) -> u64 {
        if let Self::Text { .. } = self { 0 } else { count }
    }
}

/// A field of a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    /// The name of the column.
    pub(crate) name: Arc<str>,
    /// Where it is stored in the row, and how many bytes it takes there.
    pub(crate) from: u64,
    pub(crate) width: u64,
    /// Where it is in the decoded row, and how many bytes it takes there.
    pub(crate) to: u64,
    pub(crate) size: u64,
    /// How many elements it has.
    pub(crate) count: u64,
    pub(crate) kind: CellKind,
    /// Where the mask of its elements is in the decoded row.
    pub(crate) mask: Option<u64>,
    /// How its column is packed, if the table is.
    pub(crate) packed: Option<PackedColumn>,
}

/// A column of a table that is compressed by tiles (FITS 4.0, section 10.3).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PackedColumn {
    /// Where in a row of the packed table the descriptor of the column is.
    pub(crate) at: Descriptor,
    pub(crate) algorithm: Algorithm,
    /// The size of a number in bytes.
    pub(crate) unit: usize,
}

/// A table that is compressed by tiles.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Packing {
    /// How many rows a tile has; the last one may have fewer.
    pub(crate) tile: u64,
    /// The size of a row of the packed table, which holds a tile.
    pub(crate) row: u64,
    /// Where the heap of the packed table begins in the data, and where it ends.
    pub(crate) heap: (u64, u64),
}

/// Rows of a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RowCoding {
    /// How many rows there are.
    pub(crate) rows: u64,
    /// The size of a row in the data, and decoded.
    pub(crate) stored: u64,
    pub(crate) decoded: u64,
    /// Where the heap begins in the data, and where it ends.
    pub(crate) heap: (u64, u64),
    pub(crate) cells: Vec<Cell>,
    /// How the table is packed, if it is. Then `stored` and `heap` describe the table before it was packed.
    pub(crate) packing: Option<Packing>,
}

/// How the bytes of a data unit become elements.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Coding {
    /// So many numbers one after another.
    Numbers(NumberCoding, u64),
    /// Rows of fields.
    Rows(RowCoding),
    /// An image in compressed tiles.
    Tiles(Box<Tiling>),
}

impl Coding {
    /// How many bytes the data decode to. The sizes were checked when it was made.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::Numbers(coding, count) => coding.sizes().1.saturating_mul(*count),
            Self::Rows(rows) => rows.rows.saturating_mul(rows.decoded),
            Self::Tiles(tiling) => {
                tiling.shape.iter().fold(tiling.item(), |size, length| size.saturating_mul(*length))
            }
        }
    }
}
