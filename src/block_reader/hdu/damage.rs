//! The error for data that contradict the header.

use crate::error::{Error, ErrorKind};

pub(super) fn bad(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::CorruptData, message)
}
