//! `File` and `FileBuilder`, on disk and in memory.

#[cfg(any(feature = "ndarray", feature = "serde"))]
mod features;
mod reading;
mod writing;

use std::path::{Path, PathBuf};

/// A file of `tests/data`.
fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}
