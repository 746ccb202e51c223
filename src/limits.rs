//! How much a file may make us do: [`Limits`] are checked before anything is allocated.
//!
//! No number that a file claims is ever used as a size until it has passed one of these checks, so that a file
//! of a hundred bytes cannot ask for gigabytes.

use crate::error::{Error, ErrorKind, Result};

/// The limits of one file, all in bytes but for `nesting`. Adjustable; the defaults suit a web page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The longest tree text. Default 256 MiB.
    pub tree: u64,
    /// How deep collections may nest in the tree. Default 256.
    pub nesting: u32,
    /// The largest decoded size of one block that will be decoded. Default 4 GiB.
    pub block: u64,
    /// The largest result of one read. Default 2 GiB.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { tree: 256 << 20, nesting: 256, block: 4 << 30, output: 2 << 30 }
    }
}

/// Refuses `size` bytes for `what` beyond `limit`; within it, gives the size as one this machine can address.
pub(crate) fn charge(what: &str, size: u64, limit: u64) -> Result<usize> {
    if size > limit {
        let message = format!("{what} takes {size} bytes, more than the limit of {limit}");
        return Err(Error::new(ErrorKind::LimitExceeded, message));
    }
    usize::try_from(size).map_err(|_| {
        Error::new(
            ErrorKind::LimitExceeded,
            format!("{what} takes {size} bytes, more than this machine can address"),
        )
    })
}
