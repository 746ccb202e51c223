//! How to open a file.

use crate::block_reader::Checksums;
use crate::limits::Limits;

/// How to open and read a file.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// What to do about the checksums of blocks.
    pub checksums: Checksums,
    /// Resource limits for untrusted files.
    pub limits: Limits,
    /// Whether the headers of blocks are left unread until they are [needed](crate::Document::missing_headers).
    pub lazy: bool,
    /// Whether numbers of FITS images are read as they are stored: without `BSCALE`, `BZERO` and `BLANK`.
    pub as_stored: bool,
}

impl Options {
    /// Options with these checksums and limits.
    pub fn new(checksums: Checksums, limits: Limits) -> Self {
        Self { checksums, limits, ..Self::default() }
    }

    /// The same options, with block headers left unread until they are needed.
    #[must_use]
    pub fn lazily(self) -> Self {
        Self { lazy: true, ..self }
    }
}
