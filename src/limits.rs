//! Resource limits for untrusted files: [`Limits`] are checked before anything is allocated.
//!
//! No number that a file claims is ever used as a size until it has passed one of these checks, so that a file
//! of a hundred bytes cannot ask for gigabytes.

use crate::error::{Error, ErrorKind, Result};
use crate::message::message;

/// The limits for one file, all in bytes except `nesting`. The defaults suit a web page: see also [`Limits::of_file`].
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
    /// How many decoded bytes are cached for later reads. Default 256 MiB.
    pub cache: u64,
}

message!(struct Limits { tree, nesting, block, output, cache });

impl Default for Limits {
    fn default() -> Self {
        Self { tree: 256 << 20, nesting: 256, block: 4 << 30, output: 2 << 30, cache: 256 << 20 }
    }
}

impl Limits {
    /// The defaults for a file of `size` bytes. What is as large as the file is no more than it has, so that may always be read.
    pub fn of_file(size: u64) -> Self {
        let defaults = Self::default();
        Self { block: defaults.block.max(size), output: defaults.output.max(size), ..defaults }
    }

    /// Refuses a block that is decoded to more than the limit.
    pub(crate) fn check_block(&self, size: u64) -> Result<()> {
        check("the decoded block", size, self.block).map_err(|error| named(&error, "block", ""))
    }

    /// Refuses a result beyond the limit. It lies in no memory of ours, so it may be of any size.
    pub(crate) fn check_output(&self, size: u64) -> Result<()> {
        check("the result", size, self.output).map_err(|error| named(&error, "output", "select less, or "))
    }
}

/// Says which limit it is, and what can be done.
fn named(error: &Error, limit: &str, instead: &str) -> Error {
    let message = format!("{}: {instead}open the file with a higher `limits.{limit}`", error.message());
    Error::new(error.kind(), message)
}

/// Refuses `size` bytes for `what` beyond `limit`.
pub(crate) fn check(what: &str, size: u64, limit: u64) -> Result<()> {
    if size <= limit {
        return Ok(());
    }
    let message = format!("{what} takes {size} bytes, more than the limit of {limit}");
    Err(Error::new(ErrorKind::LimitExceeded, message))
}

/// Refuses `size` bytes that will be allocated at once beyond `limit`, and returns them as a `usize`. No allocation is
/// larger than `isize::MAX`, which on 32 bits is less than the limits may be.
pub(crate) fn charge(what: &str, size: u64, limit: u64) -> Result<usize> {
    check(what, size, limit)?;
    isize::try_from(size).map(isize::unsigned_abs).map_err(|_| {
        let message = format!("{what} takes {size} bytes, more than this machine can have in one piece");
        Error::new(ErrorKind::LimitExceeded, message)
    })
}

#[cfg(test)]
mod tests {
    use super::{Limits, charge, check};

    #[test]
    fn what_is_charged_for_can_be_allocated() {
        let most = isize::MAX.unsigned_abs();
        assert_eq!(charge("it", most as u64, u64::MAX).unwrap(), most);
        assert!(Vec::<u8>::new().try_reserve_exact(most + 1).is_err());
        let error = charge("it", most as u64 + 1, u64::MAX).unwrap_err();
        let message = format!("it takes {} bytes, more than this machine can have in one piece", most + 1);
        assert_eq!(error.message(), message);
        // What passes through in pieces may be larger.
        check("it", most as u64 + 1, u64::MAX).unwrap();
        for error in [check("it", 3, 2).unwrap_err(), charge("it", 3, 2).unwrap_err()] {
            assert_eq!(error.message(), "it takes 3 bytes, more than the limit of 2");
        }
    }

    #[test]
    fn what_a_file_has_is_within_its_limits() {
        let file = 5 << 30;
        let limits = Limits::of_file(file);
        limits.check_output(file).unwrap();
        limits.check_block(file).unwrap();
        assert_eq!(Limits::of_file(1 << 30), Limits::default());
        assert_eq!(
            limits.check_output(file + 1).unwrap_err().message(),
            "the result takes 5368709121 bytes, more than the limit of 5368709120: select less, or open the file \
             with a higher `limits.output`"
        );
        assert_eq!(
            limits.check_block(file + 1).unwrap_err().message(),
            "the decoded block takes 5368709121 bytes, more than the limit of 5368709120: open the file with a \
             higher `limits.block`"
        );
    }
}
