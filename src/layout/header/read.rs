//! Parses the fields of a block header: one rule for all dialects, and one file for the formats of each.
//!
//! ASDF 1.0.0 and FINF 0.1.0 have one format each. `#ASDF 0.1.0` was used with four, of 36, 40, 44 and 48 bytes, which
//! only `header_size` tells apart: one of these sizes selects its format. A header may also be larger, for alignment.
//! It then has the first format whose fields are plausible: known flags, names that are text, and sizes that agree
//! with each other and with the file. Another format can only be plausible if it says the same: 64-bit sizes begin
//! with zeros, so a size read at a wrong position is zero or larger than any file. (The formats of 48 and 40 bytes
//! differ only in the length of the checksum.)

use super::fields::{FieldReader, HeaderFields, HeaderFormat, PREFIX, STREAMED};
use super::{asdf, early, finf};
use crate::layout::dialect::Dialect;
use crate::layout::encoding::Encoding;

/// The most bytes that magic, `header_size` and the fields of a header take.
pub(in crate::layout) const LONGEST: u64 = PREFIX + asdf::SIZE as u64;
/// The fewest.
pub(in crate::layout) const SHORTEST: u64 = PREFIX + finf::SIZE as u64;

/// Why a header cannot be read.
pub(in crate::layout) enum Failure {
    /// The file ends in it.
    Ends,
    /// The error, in words that follow "the header".
    Bad(String),
}

/// Reads the fields of a header of `size` bytes from `bytes`, which begin with them; the file has `available` more
/// bytes after the header.
pub(in crate::layout) fn read(
    dialect: Dialect,
    size: u16,
    bytes: &[u8],
    available: u64,
) -> Result<HeaderFields, Failure> {
    // No field is read from behind the header.
    let bytes = bytes.get(..bytes.len().min(usize::from(size))).unwrap_or_default();
    let forms = forms(dialect);
    let least = forms.iter().map(|form| form.size).min().unwrap_or_default();
    if size < least {
        return Err(Failure::Bad(format!("says it is {size} bytes long; it takes {least}")));
    }
    let named = if let [only] = forms { Some(only) } else { forms.iter().find(|form| form.size == size) };
    if let Some(form) = named {
        return (form.read)(&mut FieldReader(bytes)).ok_or(Failure::Ends);
    }
    if bytes.len() < usize::from(least) {
        return Err(Failure::Ends);
    }
    let plausible = forms.iter().find_map(|form| {
        let header = (form.read)(&mut FieldReader(bytes))?;
        is_plausible(&header, form.flags, available).then_some(header)
    });
    plausible.ok_or_else(|| {
        Failure::Bad(format!("is {size} bytes long and makes sense in none of the layouts of ASDF 0.1.0"))
    })
}

/// Whether a header says what one of its layout could say.
fn is_plausible(header: &HeaderFields, known_flags: u32, available: u64) -> bool {
    let HeaderFields { flags, encoding, allocated, used, decoded, .. } = header;
    let streamed = flags & STREAMED != 0;
    let sizes_agree = used <= allocated && *allocated <= available;
    let decoded_agrees = *encoding != Encoding::None || decoded.is_none_or(|decoded| decoded == *used);
    flags & !known_flags == 0 && encoding.is_text() && (streamed || sizes_agree && decoded_agrees)
}

/// The formats that the block headers of a dialect may have.
fn forms(dialect: Dialect) -> &'static [HeaderFormat] {
    match dialect {
        Dialect::Asdf | Dialect::Fits => &[asdf::FORMAT],
        Dialect::Asdf01 => &early::FORMATS,
        Dialect::Finf01 => &[finf::FORMAT],
    }
}
