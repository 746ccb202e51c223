//! The fields of a block header, whatever the dialect, and how they are taken off the front of it.

use crate::layout::checksum::Checksum;
use crate::layout::encoding::Encoding;

/// Magic and `header_size`.
pub(in crate::layout) const PREFIX: u64 = 6;
/// The block runs to the end of the file, and its sizes mean nothing.
pub(in crate::layout) const STREAMED: u32 = 0x1;

/// The values of a header, whatever its format.
pub(in crate::layout) struct HeaderFields {
    pub(in crate::layout) flags: u32,
    pub(in crate::layout) encoding: Encoding,
    pub(in crate::layout) allocated: u64,
    pub(in crate::layout) used: u64,
    /// How many bytes they decode to, if it says so.
    pub(in crate::layout) decoded: Option<u64>,
    pub(in crate::layout) checksum: Option<Checksum>,
}

/// The fields of one layout in their order.
#[derive(Clone, Copy)]
pub(in crate::layout) struct HeaderFormat {
    /// The size of the fields.
    pub(in crate::layout) size: u16,
    /// The flags that are known there.
    pub(in crate::layout) flags: u32,
    /// Reads them; `None` where the bytes end.
    pub(in crate::layout) read: fn(&mut FieldReader<'_>) -> Option<HeaderFields>,
}

/// Takes big-endian fields off the front of a header.
pub(in crate::layout) struct FieldReader<'a>(pub(in crate::layout) &'a [u8]);

impl FieldReader<'_> {
    pub(in crate::layout) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*field)
    }

    pub(in crate::layout) fn flags(&mut self) -> Option<u32> {
        self.take().map(u32::from_be_bytes)
    }

    pub(in crate::layout) fn size(&mut self) -> Option<u64> {
        self.take().map(u64::from_be_bytes)
    }
}
