//! From the bytes of the tree section to a [`Tree`]: encoding, directives, the parser's input and its errors.

use super::build::Builder;
use super::prologue::{Handles, Prologue, hide_handles};
use super::{Mark, Tree};
use crate::error::{Error, ErrorKind, Result, Warning};
use crate::limits::{Limits, charge};
use std::cell::Cell;
use std::str::Chars;
use yaml_rust2::parser::{Event, Parser};
use yaml_rust2::scanner::{ScanError, Scanner};

/// How many indicators may stand between two events. The parser holds back all tokens of a flow collection that may
/// still turn out to be a key, at 100 bytes of memory for every one or two of text.
const MOST_INDICATORS: usize = 1 << 23;

/// How many bytes the parser is given between two looks at the indicators in them.
const CHUNK: usize = 1 << 16;

/// A document without its directives.
#[derive(Clone, Copy)]
pub(super) struct Document<'t> {
    pub(super) text: &'t str,
    /// Where `text` begins in the file.
    pub(super) offset: u64,
    /// How many lines stand before it.
    pub(super) lines: usize,
    pub(super) handles: &'t Handles,
    pub(super) limits: &'t Limits,
}

impl Tree {
    /// Reads the tree section: `text` begins with its directives, or with comments before them, at byte `offset` of
    /// the file. Lines are counted from there, so whoever passes the file from its first byte gets lines of the file.
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

/// The text without the zeros that may pad it. A zero inside would end it for the parser.
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

/// Whether a byte is an indicator: no token but text can do without one.
fn is_indicator(byte: u8) -> bool {
    matches!(byte, b'!' | b'"' | b'&' | b'\'' | b'*' | b',' | b'-' | b':' | b'?' | b'[' | b']' | b'{' | b'}')
}

/// A document that the parser reads before ours. Until it has seen a `{`, it stumbles over collections in the
/// single-pair mappings of flow sequences (`[a: [1]]`).
const PRIMER: &str = "{}\n...\n";
const PRIMER_LINES: usize = 2;

/// The characters for the parser: the primer's, then the document's, chunk by chunk. They end early once the parser has
/// taken too many indicators for one event.
pub(super) struct Feed<'t> {
    chunk: Chars<'t>,
    rest: &'t str,
    indicators: &'t Cell<usize>,
}

impl<'t> Feed<'t> {
    /// A parser that has read the primer; `indicators` counts what it takes, and is to be reset at each event.
    pub(super) fn parser(text: &'t str, indicators: &'t Cell<usize>) -> Parser<Self> {
        let mut parser = Parser::new(Self { chunk: PRIMER.chars(), rest: text, indicators });
        while !matches!(parser.next_token(), Ok((Event::DocumentEnd, _)) | Err(_)) {}
        parser
    }

    /// The tokens of a text, from the same kind of scanner as the parser's, so that only one is compiled.
    pub(super) fn scanner(text: &'t str, indicators: &'t Cell<usize>) -> Scanner<Self> {
        Scanner::new(Self { chunk: "".chars(), rest: text, indicators })
    }

    /// Whether such a parser saw the end before the text ended.
    pub(super) fn is_cut(indicators: &Cell<usize>) -> bool {
        indicators.get() > MOST_INDICATORS
    }

    /// The line of the document, from 1, for one that such a parser gives.
    pub(super) fn line(line: usize) -> usize {
        line.saturating_sub(PRIMER_LINES).max(1)
    }

    #[cold]
    #[inline(never)]
    fn next_chunk(&mut self) -> Option<char> {
        let end =
            (CHUNK..self.rest.len()).find(|end| self.rest.is_char_boundary(*end)).unwrap_or(self.rest.len());
        let (chunk, rest) = self.rest.split_at_checked(end)?;
        let found = chunk.bytes().filter(|byte| is_indicator(*byte)).count();
        self.indicators.set(self.indicators.get() + found);
        if Self::is_cut(self.indicators) {
            self.rest = "";
            return None;
        }
        (self.chunk, self.rest) = (chunk.chars(), rest);
        self.chunk.next()
    }
}

impl Iterator for Feed<'_> {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        self.chunk.next().or_else(|| self.next_chunk())
    }
}

/// Something wrong at `mark`.
pub(super) fn error(kind: ErrorKind, mark: Mark, message: &str) -> Error {
    let Mark { line, column, offset } = mark;
    Error::new(kind, format!("line {line}, column {column} of the tree: {message}")).at(offset)
}

/// Whether the parser stumbled over a handle, of which it knows none.
pub(super) fn is_unknown_handle(error: &ScanError) -> bool {
    error.info() == "the handle wasn't declared"
}

/// What the parser found wrong, in plain words.
pub(super) fn explain(refusal: &ScanError) -> (ErrorKind, &str) {
    let message = match refusal.info() {
        "recursion limit exceeded" => {
            return (ErrorKind::LimitExceeded, "collections in brackets nest deeper than the limit of 255");
        }
        "simple key expect ':'" | "simple key expected" => "this key is not followed by `:`",
        "while parsing a block mapping, did not find expected key" => {
            "this is neither a key nor a value of the mapping around it; the indentation may be wrong"
        }
        "while parsing a block collection, did not find expected '-' indicator" => {
            "this is no item of the sequence around it; the indentation may be wrong"
        }
        "while parsing node, found unknown anchor" => {
            "this alias names an anchor that stands nowhere before it"
        }
        "while parsing a node, did not find expected node content" => "a value was expected here",
        "mapping values are not allowed in this context" => {
            "`: ` in a place where no key can stand; such text needs quotes"
        }
        "while scanning a quoted scalar, found unexpected end of stream" => {
            "the quotation that begins here is not closed"
        }
        "while parsing a flow sequence, expected ',' or ']'" => "expected `,` or `]`",
        "while parsing a flow mapping, did not find expected ',' or '}'" => "expected `,` or `}`",
        "did not find expected <document start>" => "the document should have ended here",
        other => other.rsplit(", ").next().unwrap_or(other),
    };
    (ErrorKind::BadTree, message)
}
