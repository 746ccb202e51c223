//! What the table of a compressed FITS image says of its tiles, as it is kept for later reads.

use std::collections::BTreeMap;

use crate::codec::fits::TileForm;

/// What the table says of tiles, by their numbers.
pub(super) type TileEntries = BTreeMap<u64, Entry>;

/// What a row of the table says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) form: TileForm,
    pub(super) start: u64,
    pub(super) length: u64,
    pub(super) scale: f64,
    pub(super) zero: f64,
    pub(super) blank: Option<i64>,
}
