//! The files of `tests/data`, on disk.

use std::fs;
use std::path::{Path, PathBuf};

/// The bytes of a file, if there is one.
pub(super) fn find(file: &str) -> Option<Vec<u8>> {
    fs::read(path(file)).ok()
}

/// Adds the paths of the files below a folder.
pub(super) fn list(folder: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(path(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            list(&name, files);
        } else {
            files.push(name);
        }
    }
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}
