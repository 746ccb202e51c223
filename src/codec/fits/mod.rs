//! What the data of FITS files are decoded by: scaled numbers, fields of tables, compressed tiles of images.

mod field;
mod gzip;
mod hcompress;
mod hinverse;
mod number;
mod plio;
mod quantised;
mod rice;
mod tile;

pub(crate) use field::field;
pub(crate) use number::append_numbers;
pub(crate) use quantised::Randoms;
pub(crate) use tile::{StoredTile, TileForm, decode_tile};
