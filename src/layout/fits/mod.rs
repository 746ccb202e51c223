//! FITS files (FITS 4.0): headers, where the data of each HDU are, and how their bytes become elements.
//!
//! A [`Walk`] finds the HDUs and reads headers only.

mod card;
mod coding;
mod column;
mod hdu;
mod header;
mod number;
mod tiling;
mod tree;
mod walk;

pub use card::{Card, CardValue};
pub(crate) use coding::{Cell, CellKind, Coding, PackedColumn, Packing, RowCoding};
pub(crate) use column::{Column, Element, Form, TextKind, columns, columns_before};
pub use hdu::{Hdu, HduKind};
pub use header::Header;
pub(crate) use header::bad;
pub(crate) use number::{NumberCoding, Stored};
pub(crate) use tiling::{Algorithm, Descriptor, Dither, PerTile, Quantisation, Tiling};
pub(super) use tree::tree_of;
pub(super) use walk::Walk;
