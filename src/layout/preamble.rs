//! The part before the tree (ASDF 1.0.0, "Header", "Comments"), and where the tree begins and ends.
//!
//! All functions look at a prefix of the file and return `None` if they need more of it. Windows newlines are accepted
//! everywhere.

use super::dialect::{ASDF, Dialect, FINF};
use crate::error::{Error, ErrorKind, Result, Warning};

/// A longer first line is not a header line.
const LONGEST_HEADER: usize = 256;

/// The header line: its version, and the position after it.
pub(super) struct HeaderLine {
    pub(super) dialect: Dialect,
    pub(super) version: String,
    pub(super) end: usize,
}

/// Reads `#ASDF x.y.z` or `%FINF x.y.z`. `whole`: nothing follows `bytes` in the file.
pub(super) fn header_line(bytes: &[u8], whole: bool) -> Result<HeaderLine> {
    refuse_lookalikes(bytes)?;
    let not_asdf = || {
        let message = format!("not an ASDF file: it begins with {}, not with `#ASDF`", preview(bytes));
        Error::new(ErrorKind::NotAsdf, message).at(0)
    };
    let bad = |message: String| Error::new(ErrorKind::BadHeader, message).at(0);
    let Some(line_end) = bytes.iter().take(LONGEST_HEADER).position(|byte| *byte == b'\n') else {
        let begins = |token: &&str| {
            let word = format!("{token} ").into_bytes();
            word.starts_with(bytes) || bytes.starts_with(&word)
        };
        let Some(token) = [ASDF, FINF].into_iter().find(begins) else {
            return Err(not_asdf());
        };
        return Err(if whole && bytes.len() < LONGEST_HEADER {
            let message = format!("the file ends inside its header line, `{token} <version>`");
            Error::new(ErrorKind::Truncated, message).at(bytes.len() as u64)
        } else {
            bad(format!("the header line `{token} <version>` does not end"))
        });
    };
    let line = String::from_utf8_lossy(bytes.get(..line_end).unwrap_or_default());
    let mut words = line.split_whitespace();
    let token = words.next().filter(|token| [ASDF, FINF].contains(token)).ok_or_else(not_asdf)?;
    let version = words.next().ok_or_else(|| bad("the header line names no version".into()))?;
    let dialect = Dialect::of(token, version).ok_or_else(|| {
        bad(format!(
            "the header line names version {version} of {}; this reads ASDF 1 and 0.1 and FINF 0.1",
            token.trim_start_matches(['#', '%'])
        ))
    })?;
    Ok(HeaderLine { dialect, version: version.to_owned(), end: line_end + 1 })
}

/// Files that are called `.asdf` or hold ASDF but are another format.
fn refuse_lookalikes(bytes: &[u8]) -> Result<()> {
    let found = LOOKALIKES.iter().find(|(magic, _)| bytes.starts_with(magic));
    match found.map(|(_, message)| *message).or(bytes.is_empty().then_some("it is empty")) {
        Some(message) => Err(Error::new(ErrorKind::NotAsdf, format!("not an ASDF file: {message}")).at(0)),
        None => Ok(()),
    }
}

/// What else files called `.asdf` begin with, and what they are then.
const LOOKALIKES: [(&[u8], &str); 6] = [
    (
        b"\x89HDF\r\n\x1a\n",
        "it is HDF5, perhaps of the Adaptable Seismic Data Format, which shares the extension .asdf",
    ),
    (b"SIMPLE  =", "it is a FITS file; ASDF embedded in a FITS extension is not read"),
    (b"\x1f\x8b", "it is compressed by gzip and must be unpacked first"),
    (b"PK\x03\x04", "it is a zip archive and must be unpacked first"),
    (b"<", "it is a web page or XML, perhaps what a server answered in its place"),
    (b"version https://git-lfs", "it is a Git LFS pointer, which `git lfs pull` replaces by the file"),
];

/// The first bytes, printable.
fn preview(bytes: &[u8]) -> String {
    format!("`{}`", bytes.get(..bytes.len().min(8)).unwrap_or_default().escape_ascii())
}

/// The comments behind the header line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Comments {
    pub(super) lines: Vec<String>,
    pub(super) standard_version: Option<String>,
    /// The position after the last comment.
    pub(super) end: usize,
}

/// Reads the lines from `start` on that begin with `#`.
pub(super) fn comments(bytes: &[u8], start: usize, whole: bool) -> Option<Comments> {
    let mut comments = Comments { end: start, ..Comments::default() };
    loop {
        let rest = bytes.get(comments.end..)?;
        match rest.first() {
            Some(b'#') => {}
            None if !whole => return None,
            _ => return Some(comments),
        }
        let newline = rest.iter().position(|byte| *byte == b'\n');
        let length = match newline {
            Some(newline) => newline + 1,
            None if whole => rest.len(),
            None => return None,
        };
        let line = String::from_utf8_lossy(rest.get(1..length)?);
        let line = line.trim();
        match line.split_once(char::is_whitespace) {
            Some(("ASDF_STANDARD", version)) => comments.standard_version = Some(version.trim().to_owned()),
            _ => comments.lines.push(line.to_owned()),
        }
        comments.end += length;
    }
}

/// What follows the comments.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// A tree begins here.
    Tree(usize),
    /// A block begins here; there is no tree.
    Block(usize),
    /// Neither: the file ends.
    Nothing,
}

/// Finds the tree or the first block from `start` on. Bytes before it are skipped, with a warning unless they are
/// blank.
pub(super) fn body(
    bytes: &[u8],
    start: usize,
    whole: bool,
    magic: [u8; 4],
    warnings: &mut Vec<Warning>,
) -> Option<Body> {
    let rest = bytes.get(start..)?;
    let mut line_start = true;
    for (at, byte) in rest.iter().enumerate() {
        let here = rest.get(at..)?;
        let body = if line_start && begins_tree(here) {
            Body::Tree(start + at)
        } else if *byte == magic[0] && here.starts_with(&magic) {
            Body::Block(start + at)
        } else {
            line_start = *byte == b'\n';
            continue;
        };
        if !rest.get(..at)?.iter().copied().all(is_blank) {
            let message = format!("{at} unexpected bytes before the tree were skipped");
            warnings.push(Warning::new("junk-before-tree", message).at(start as u64));
        }
        return Some(body);
    }
    if !whole {
        return None;
    }
    if !rest.iter().copied().all(is_blank) {
        let message = "neither a tree nor a block follows the header".to_owned();
        warnings.push(Warning::new("junk-before-tree", message).at(start as u64));
    }
    Some(Body::Nothing)
}

pub(super) fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

/// `%YAML`, `%TAG` or `---` at the start of a line.
pub(super) fn begins_tree(line: &[u8]) -> bool {
    let marker = line.strip_prefix(b"---").and_then(<[u8]>::first);
    line.starts_with(b"%YAML")
        || line.starts_with(b"%TAG")
        || marker.is_some_and(u8::is_ascii_whitespace)
        || line == b"---"
}

/// Finds the end of the tree that begins at `tree`: after the line `...`, or at the magic of the first block, which is
/// not UTF-8, or at the end of the file.
pub(super) fn tree_end(bytes: &[u8], tree: usize, whole: bool, magic: [u8; 4]) -> Option<usize> {
    let rest = bytes.get(tree..)?;
    for (at, byte) in rest.iter().enumerate() {
        let here = rest.get(at..)?;
        if *byte == b'\n'
            && let Some(after) = here.strip_prefix(b"\n...")
        {
            let length = match after {
                [b'\n', ..] => 5,
                [b'\r', b'\n', ..] => 6,
                [] | [b'\r'] if whole => here.len(),
                [] | [b'\r'] => return None,
                _ => continue,
            };
            return Some(tree + at + length);
        }
        if *byte == magic[0] && here.starts_with(&magic) && !is_in_character(rest.get(..at)?, magic) {
            return Some(tree + at);
        }
    }
    whole.then_some(bytes.len())
}

/// Whether a magic after this text may be part of a character: the magic of FINF is valid UTF-8 after a byte that
/// begins a character.
fn is_in_character(before: &[u8], magic: [u8; 4]) -> bool {
    magic[0] < 0xc0 && before.last().is_some_and(|byte| !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGIC: [u8; 4] = Dialect::Asdf.magic();

    #[test]
    fn header_lines() {
        let header = header_line(b"#ASDF 1.0.0\r\n...", false).unwrap();
        assert_eq!((header.version.as_str(), header.end), ("1.0.0", 13));
        let dialect = |line: &str| header_line(line.as_bytes(), false).unwrap().dialect;
        assert_eq!(dialect("#ASDF 0.1.0\n"), Dialect::Asdf01);
        assert_eq!(dialect("%FINF 0.1.0\r\n"), Dialect::Finf01);
        let kind = |bytes: &[u8]| header_line(bytes, true).err().unwrap().kind();
        assert_eq!(kind(b""), ErrorKind::NotAsdf);
        assert_eq!(kind(b"#AS"), ErrorKind::Truncated);
        assert_eq!(kind(b"#ASDF 1.0"), ErrorKind::Truncated);
        assert_eq!(kind(b"#ASDF\n"), ErrorKind::BadHeader);
        assert_eq!(kind(b"%FI"), ErrorKind::Truncated);
        for version in ["#ASDF 2.0.0", "#ASDF 0.2.0", "#ASDF 10.1.0", "%FINF 1.0.0", "%FINF 0"] {
            assert_eq!(kind(format!("{version}\n").as_bytes()), ErrorKind::BadHeader, "{version}");
        }
        assert_eq!(kind(&[b'x'; 1000]), ErrorKind::NotAsdf);
    }

    #[test]
    fn what_else_is_called_asdf_is_named() {
        for (bytes, name) in [
            (b"".as_slice(), "empty"),
            (b"\x89HDF\r\n\x1a\n", "HDF5"),
            (b"SIMPLE  =                    T", "FITS"),
            (b"\x1f\x8b\x08", "gzip"),
            (b"PK\x03\x04", "zip"),
            (b"<!DOCTYPE html>", "web page"),
            (b"version https://git-lfs.github.com/spec/v1", "Git LFS"),
        ] {
            let error = header_line(bytes, true).err().unwrap();
            assert_eq!(error.kind(), ErrorKind::NotAsdf);
            assert!(error.to_string().contains(name), "{error}");
        }
    }

    #[test]
    fn comments_end_where_a_line_begins_otherwise() {
        let text = b"#ASDF_STANDARD 1.6.0\r\n# a note\n#\n%YAML 1.1\n";
        let found = comments(text, 0, false).unwrap();
        assert_eq!(found.standard_version.as_deref(), Some("1.6.0"));
        assert_eq!(found.lines, ["a note", ""]);
        assert_eq!(text.get(found.end..).unwrap(), b"%YAML 1.1\n");
        assert_eq!(comments(b"# unfinished", 0, false), None);
        assert_eq!(comments(b"# unfinished", 0, true).unwrap().lines, ["unfinished"]);
    }

    #[test]
    fn the_tree_ends_at_its_marker_a_block_or_the_end() {
        let end = |bytes: &[u8], whole| tree_end(bytes, 0, whole, MAGIC);
        assert_eq!(end(b"---\na: 1\n...\nrest", false), Some(13));
        assert_eq!(end(b"---\r\na: 1\r\n...\r\nrest", false), Some(16));
        assert_eq!(end(b"---\na: ...\n....\n", false), None);
        assert_eq!(end(b"---\na: 1\n\xd3BLK", false), Some(9));
        assert_eq!(end(b"---\na: 1\n...", true), Some(12));
        assert_eq!(end(b"---\na: 1\n...", false), None);
        assert_eq!(end(b"---\na: 1", true), Some(8));
    }

    #[test]
    fn junk_before_the_tree_is_skipped_with_a_warning() {
        let mut warnings = Vec::new();
        assert_eq!(body(b"\0 \n--- {}\n", 0, false, MAGIC, &mut warnings), Some(Body::Tree(3)));
        assert!(warnings.is_empty());
        assert_eq!(body(b"junk\n%YAML 1.1\n", 0, false, MAGIC, &mut warnings), Some(Body::Tree(5)));
        assert_eq!(warnings.len(), 1);
        assert_eq!(body(b"\xd3BLK", 0, false, MAGIC, &mut warnings), Some(Body::Block(0)));
        assert_eq!(body(b"   ", 0, true, MAGIC, &mut warnings), Some(Body::Nothing));
        assert_eq!(body(b"   ", 0, false, MAGIC, &mut warnings), None);
    }
}
