//! Parses the tree section of a file into a [`Tree`]: encoding, directives, the parser's input and its errors.

use super::arena::Tree;
use super::build::{Builder, Document};
use super::prologue::{Prologue, hide_handles};
use crate::error::{Error, ErrorKind, Result, Warning};
use crate::limits::{Limits, charge};

impl Tree {
    /// Parses the tree section. `text` begins with its directives, or with comments before them, at byte `offset` of
    /// the file. Lines are counted from there: a caller that passes the file from its first byte gets the lines of the
    /// file.
    pub(crate) fn parse(
        text: &[u8],
        offset: u64,
        limits: &Limits,
        warnings: &mut Vec<Warning>,
    ) -> Result<Self> {
        charge("the tree", text.len() as u64, limits.tree)?;
        let text = decode(text, offset)?;
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        let offset = offset + (text.len() - body.len()) as u64;
        let prologue = Prologue::read(body, offset, warnings)?;
        let document = Document {
            text: body.get(prologue.end..).unwrap_or_default(),
            offset: offset + prologue.end as u64,
            lines: prologue.lines,
            handles: &prologue.handles,
            limits,
        };
        let before = warnings.len();
        if let Some(tree) = Builder::new(document, warnings).run()? {
            return Ok(tree);
        }
        warnings.truncate(before);
        let hidden = hide_handles(document.text);
        let tree = Builder::new(Document { text: &hidden, ..document }, warnings).run()?;
        tree.ok_or_else(|| Error::new(ErrorKind::BadTree, "a tag's handle is malformed").at(document.offset))
    }
}

/// The text without trailing zero bytes, which may pad it. Any other zero byte is an error: the parser would stop
/// there.
fn decode(bytes: &[u8], offset: u64) -> Result<&str> {
    let padding = bytes.iter().rev().take_while(|byte| **byte == 0).count();
    let bytes = bytes.get(..bytes.len() - padding).unwrap_or_default();
    let (end, message) = match std::str::from_utf8(bytes) {
        Ok(text) => match text.find('\0') {
            None => return Ok(text),
            Some(zero) => (zero, "a zero byte"),
        },
        Err(error) => (error.valid_up_to(), "bytes that are not UTF-8"),
    };
    let before = bytes.get(..end).unwrap_or_default();
    let line = before.split(|byte| *byte == b'\n').count();
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(before.get(start..).unwrap_or_default()).chars().count() + 1;
    let message = format!("line {line}, column {column} of the tree: {message}");
    Err(Error::new(ErrorKind::BadTree, message).at(offset + end as u64))
}
