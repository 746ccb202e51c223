//! Saves a file on disk so that it is there as a whole or not at all.

use std::fs;
use std::io::BufWriter;
use std::path::Path;

use crate::error::{Error, Result};

/// Has `write` fill a file beside `path`, and gives it that name once it is complete.
pub(super) fn save(path: &Path, write: impl FnOnce(&mut BufWriter<fs::File>) -> Result<()>) -> Result<()> {
    let failed = |error| Error::io(format_args!("{} cannot be written", path.display()), error);
    // Behind a symbolic link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let file = fs::File::create_new(&part).map_err(failed)?;
    let written = write(&mut BufWriter::new(file)).and_then(|()| {
        if let Ok(before) = fs::metadata(&path) {
            fs::set_permissions(&part, before.permissions()).map_err(failed)?;
        }
        fs::rename(&part, &path).map_err(failed)
    });
    if written.is_err() {
        // The error that is returned says more than one of this.
        let _ = fs::remove_file(&part);
    }
    written
}

pub(super) fn unwritable(error: std::io::Error) -> Error {
    Error::io("the file cannot be written", error)
}
