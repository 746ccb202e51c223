//! The files of `tests/data`, embedded in the test module: a browser has no files.

use asdf_wasm_browser_tests::{DATA, Dir};

/// The bytes of a file, if there is one.
pub(super) fn find(file: &str) -> Option<Vec<u8>> {
    DATA.get_file(file).map(|file| file.contents().to_vec())
}

/// Adds the paths of the files below a folder.
pub(super) fn list(folder: &str, files: &mut Vec<String>) {
    add(DATA.get_dir(folder).unwrap(), files);
}

fn add(folder: &Dir<'_>, files: &mut Vec<String>) {
    files.extend(folder.files().map(|file| file.path().to_str().unwrap().to_owned()));
    folder.dirs().for_each(|folder| add(folder, files));
}
