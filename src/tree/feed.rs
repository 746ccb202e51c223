//! The input of the YAML parser: the text in chunks, with a limit on what the parser has to hold back.

use std::cell::Cell;
use std::str::Chars;

use yaml_rust2::parser::{Event, Parser};
use yaml_rust2::scanner::Scanner;

/// How many indicators may stand between two events. The parser holds back all tokens of a flow collection that may
/// still turn out to be a key, at 100 bytes of memory for every one or two of text.
const MOST_INDICATORS: usize = 1 << 23;

/// How many bytes the parser is given between two looks at the indicators in them.
const CHUNK: usize = 1 << 16;

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
