//! What the data of FITS files are decoded by: scaled numbers, fields of tables, compressed tiles of images.

mod field;
mod fields;
mod gzip;
mod hcompress;
mod hinverse;
mod number;
mod packed;
mod plio;
mod quantised;
mod rice;
mod tile;

use crate::error::{Error, ErrorKind, Result};

pub(crate) use field::field;
pub(crate) use fields::{Fields, append_fields, copy_fields};
pub(crate) use number::append_numbers;
pub(crate) use packed::unpack;
pub(crate) use quantised::Randoms;
pub(crate) use tile::{StoredTile, TileForm, decode_tile};

/// An empty list with memory for `count` values of a tile. A few stored bytes may expand to that many values, so it is an
/// error, not an abort, if there is too little memory.
fn room<T>(count: usize) -> Result<Vec<T>> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| {
        let message = format!("a tile of {count} values takes more memory than there is");
        Error::new(ErrorKind::LimitExceeded, message)
    })?;
    Ok(values)
}

/// The same, filled with zeros.
fn zeros<T: Clone + Default>(count: usize) -> Result<Vec<T>> {
    let mut values = room(count)?;
    values.resize(count, T::default());
    Ok(values)
}
