//! Columns of tables that are compressed by tiles (FITS 4.0, section 10.3).

use super::{gzip, rice};
use crate::codec::input::corrupt;
use crate::error::Result;
use crate::layout::fits::Algorithm;

/// Unpacks `size` bytes of numbers of `unit` bytes.
pub(crate) fn unpack(algorithm: Algorithm, unit: usize, stored: &[u8], size: usize) -> Result<Vec<u8>> {
    // A column without elements may have nothing packed.
    if size == 0 {
        return Ok(Vec::new());
    }
    let unpacked = match algorithm {
        Algorithm::Gzip1 => gzip::decode(stored, size)?,
        Algorithm::Gzip2 => gzip::unshuffle(&gzip::decode(stored, size)?, unit),
        Algorithm::Rice { block, .. } => {
            let numbers = rice::decode(stored, block, unit, size / unit.max(1))?;
            let last = |number: &i32| number.to_be_bytes().into_iter().skip(4usize.saturating_sub(unit));
            numbers.iter().flat_map(last).collect()
        }
        _ => stored.to_vec(),
    };
    if unpacked.len() == size {
        Ok(unpacked)
    } else {
        Err(corrupt(format!("a part of a column takes {size} bytes and is unpacked to {}", unpacked.len())))
    }
}
