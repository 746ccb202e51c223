//! The fixtures of `tests/data` and their expected results, from the tables that `tests/data/README.md` describes.
//!
//! [`fixtures`] returns one [`Fixture`] for each row of `files.tsv`, with its rows of `arrays.tsv`; [`unlisted`] names the
//! files that have no row.

#[cfg_attr(all(target_arch = "wasm32", target_os = "unknown"), path = "embedded.rs")]
mod data;
pub(crate) mod select;

use proptest::prelude::ProptestConfig;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// So many random cases natively. A browser runs the same code, in one thread and hardly optimised: there an eighth of them.
pub(crate) fn cases(natively: u32) -> ProptestConfig {
    ProptestConfig::with_cases(if cfg!(target_arch = "wasm32") { natively / 8 } else { natively })
}

/// The folders that hold the two tables.
pub(crate) const TABLES: [&str; 4] = ["", "early", "hostile", "matrix"];

/// A row of `files.tsv`.
#[derive(Debug)]
pub(crate) struct Fixture {
    /// Relative to `tests/data`.
    pub(crate) file: String,
    /// The code with which opening fails.
    pub(crate) error: Option<String>,
    /// The byte that the error names.
    pub(crate) offset: Option<u64>,
    /// The codes of the warnings that opening reports.
    pub(crate) warnings: Vec<String>,
    /// Its rows of `arrays.tsv`.
    pub(crate) arrays: Vec<Array>,
}

/// A row of `arrays.tsv`.
#[derive(Debug)]
pub(crate) struct Array {
    /// The path in the tree, `a/b/0`.
    pub(crate) path: String,
    /// The names that lead to the field of a structured array; empty for the array itself.
    pub(crate) field: Vec<String>,
    /// numpy's letter and size such as `f4`, `string` or `struct`; none when only the failure matters.
    pub(crate) kind: Option<String>,
    /// A field's includes its sub-shape.
    pub(crate) shape: Vec<u64>,
    /// The elements.
    pub(crate) content: Option<Content>,
    /// SHA-256 of float16 elements widened to float32.
    pub(crate) widened: Option<String>,
    /// SHA-256 of one byte an element, 1 where it is masked.
    pub(crate) mask: Option<String>,
    /// The code with which reading fails.
    pub(crate) error: Option<String>,
    /// The byte that the error names.
    pub(crate) offset: Option<u64>,
    /// The code of the warning that reading reports.
    pub(crate) warning: Option<String>,
}

/// The elements of an array, in C order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// SHA-256 of their bytes, little-endian.
    Sha256(String),
    /// The strings of `ascii` and `ucs4`, without the NULs at their ends.
    Strings(Vec<String>),
}

impl Fixture {
    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        read(&self.file)
    }

    /// The bytes of a file in the same folder that it refers to, if there is one.
    pub(crate) fn beside(&self, uri: &str) -> Option<Vec<u8>> {
        let folder = self.file.rfind('/').map_or("", |end| &self.file[..=end]);
        if uri.contains('/') { None } else { data::find(&format!("{folder}{uri}")) }
    }
}

/// Every fixture, in the order of the tables.
pub(crate) fn fixtures() -> Vec<Fixture> {
    TABLES.iter().flat_map(|folder| table(folder)).collect()
}

/// The bytes of a file of `tests/data`.
pub(crate) fn read(file: &str) -> Vec<u8> {
    data::find(file).unwrap_or_else(|| panic!("tests/data has no {file}"))
}

/// SHA-256 in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").unwrap();
    }
    text
}

/// The `.asdf` files below the folders of the tables that have no row.
pub(crate) fn unlisted() -> Vec<String> {
    let listed: BTreeSet<_> = fixtures().into_iter().map(|fixture| fixture.file).collect();
    let mut files = Vec::new();
    for folder in ["asdf-jl", "asdf-standard", "early", "hostile", "legacy", "libasdf", "matrix", "roman"] {
        data::list(folder, &mut files);
    }
    files.retain(|file| {
        Path::new(file).extension().is_some_and(|extension| extension == "asdf") && !listed.contains(file)
    });
    files
}

fn table(folder: &str) -> Vec<Fixture> {
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let arrays = rows(&format!("{prefix}arrays.tsv"));
    let fixture = |row: Vec<Option<String>>| {
        let [file, error, offset, warnings, _note] = row.try_into().unwrap();
        let arrays = arrays.iter().filter(|array| array[0] == file).map(|row| array(row.clone())).collect();
        Fixture {
            file: format!("{prefix}{}", file.unwrap()),
            error,
            offset: offset.map(|offset| offset.parse().unwrap()),
            warnings: warnings.iter().flat_map(|codes| codes.split(' ')).map(str::to_owned).collect(),
            arrays,
        }
    };
    rows(&format!("{prefix}files.tsv")).into_iter().map(fixture).collect()
}

fn array(row: Vec<Option<String>>) -> Array {
    let [_file, path, field, kind, shape, content, widened, mask, error, offset, warning] =
        row.try_into().unwrap();
    let shape = shape.unwrap_or_default();
    let content = content.map(|cell| match kind.as_deref() {
        // After splitting at the quotes, every second piece is a string.
        Some("string") => Content::Strings(cell.split('"').skip(1).step_by(2).map(str::to_owned).collect()),
        _ => Content::Sha256(cell),
    });
    Array {
        path: path.unwrap(),
        field: field.iter().flat_map(|names| names.split('.')).map(str::to_owned).collect(),
        kind,
        shape: shape
            .trim_matches(['[', ']'])
            .split(',')
            .filter(|extent| !extent.is_empty())
            .map(|extent| extent.parse().unwrap())
            .collect(),
        content,
        widened,
        mask,
        error,
        offset: offset.map(|offset| offset.parse().unwrap()),
        warning,
    }
}

/// The cells of a table without its header row; `-` is an empty cell.
pub(crate) fn rows(file: &str) -> Vec<Vec<Option<String>>> {
    let text = String::from_utf8(read(file)).unwrap();
    let cell = |cell: &str| (cell != "-").then(|| cell.to_owned());
    text.lines().skip(1).map(|line| line.split('\t').map(cell).collect()).collect()
}
