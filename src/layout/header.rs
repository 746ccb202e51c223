//! Which fields a block's header has: one rule for all dialects, and one file for the layouts of each.
//!
//! ASDF 1.0.0 and FINF 0.1.0 have one layout each. `#ASDF 0.1.0` stood over four, of 36, 40, 44 and 48 bytes, and nothing but
//! `header_size` tells which: a size that is one of these names its layout. A header may also be larger, for alignment;
//! then it has the first layout whose fields are plausible: known flags, names that are text, and sizes that agree with each
//! other and with the file. No other is, unless it says the same: 64-bit sizes begin with zeros, so what is read of one at
//! another place is zero or larger than any file. (Those of 48 and 40 bytes differ in the length of the checksum alone.)

use super::block::{Checksum, Encoding};
use super::{Dialect, asdf, finf};

/// Magic and `header_size`.
pub(super) const PREFIX: u64 = 6;
/// The most bytes, with these, in which the fields of a header are.
pub(super) const LONGEST: u64 = PREFIX + asdf::SIZE as u64;
/// The fewest.
pub(super) const SHORTEST: u64 = PREFIX + finf::SIZE as u64;
/// The block runs to the end of the file, and its sizes mean nothing.
pub(super) const STREAMED: u32 = 0x1;

/// What a header says, whatever its layout.
pub(super) struct Header {
    pub(super) flags: u32,
    pub(super) encoding: Encoding,
    pub(super) allocated: u64,
    pub(super) used: u64,
    /// How many bytes they decode to, if it says so.
    pub(super) decoded: Option<u64>,
    pub(super) checksum: Option<Checksum>,
}

/// The fields of one layout in their order.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// What they take.
    pub(super) size: u16,
    /// The flags that are known there.
    pub(super) flags: u32,
    /// Reads them; `None` where the bytes end.
    pub(super) read: fn(&mut Fields<'_>) -> Option<Header>,
}

/// Why there is no header.
pub(super) enum Failure {
    /// The file ends in it.
    Ends,
    /// What is wrong with it, in words that follow "the header".
    Bad(String),
}

/// Reads the fields of a header of `size` bytes from `bytes`, which begin with them; behind it the file has `available`
/// more.
pub(super) fn read(dialect: Dialect, size: u16, bytes: &[u8], available: u64) -> Result<Header, Failure> {
    // No field is read from behind the header.
    let bytes = bytes.get(..bytes.len().min(usize::from(size))).unwrap_or_default();
    let forms = dialect.forms();
    let least = forms.iter().map(|form| form.size).min().unwrap_or_default();
    if size < least {
        return Err(Failure::Bad(format!("says it is {size} bytes long; it takes {least}")));
    }
    let named = if let [only] = forms { Some(only) } else { forms.iter().find(|form| form.size == size) };
    if let Some(form) = named {
        return (form.read)(&mut Fields(bytes)).ok_or(Failure::Ends);
    }
    if bytes.len() < usize::from(least) {
        return Err(Failure::Ends);
    }
    let plausible = forms.iter().find_map(|form| {
        let header = (form.read)(&mut Fields(bytes))?;
        is_plausible(&header, form.flags, available).then_some(header)
    });
    plausible.ok_or_else(|| {
        Failure::Bad(format!("is {size} bytes long and makes sense in none of the layouts of ASDF 0.1.0"))
    })
}

/// Whether a header says what one of its layout could say.
fn is_plausible(header: &Header, known_flags: u32, available: u64) -> bool {
    let Header { flags, encoding, allocated, used, decoded, .. } = header;
    let streamed = flags & STREAMED != 0;
    let sizes_agree = used <= allocated && *allocated <= available;
    let decoded_agrees = *encoding != Encoding::None || decoded.is_none_or(|decoded| decoded == *used);
    flags & !known_flags == 0 && encoding.is_text() && (streamed || sizes_agree && decoded_agrees)
}

/// Takes big-endian fields off the front of a header.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl Fields<'_> {
    pub(super) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*field)
    }

    pub(super) fn flags(&mut self) -> Option<u32> {
        self.take().map(u32::from_be_bytes)
    }

    pub(super) fn size(&mut self) -> Option<u64> {
        self.take().map(u64::from_be_bytes)
    }
}
