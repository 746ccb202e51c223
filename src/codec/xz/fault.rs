//! The errors of .xz streams.

use super::super::input::corrupt;
use crate::error::{Error, ErrorKind};

/// The error for damaged data.
pub(super) fn damaged(what: &str) -> Error {
    corrupt(format!("the xz stream is damaged: {what}"))
}

/// The error for what the format allows, but not the decoder.
pub(super) fn unsupported(message: String) -> Error {
    Error::new(ErrorKind::UnsupportedCompression, message)
}
