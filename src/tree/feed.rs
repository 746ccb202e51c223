//! The input of the YAML parser: the text in chunks, with a limit on how many tokens the parser has to hold back.

use std::cell::Cell;
use std::str::Chars;

use yaml_rust2::parser::{Event, Parser};
use yaml_rust2::scanner::Scanner;

/// The most indicators between two events. The parser holds back all tokens of a flow collection that may still turn
/// out to be a key. They take 100 bytes of memory for every one or two bytes of text.
const MOST_INDICATORS: usize = 1 << 23;

/// How many bytes the parser gets between two counts of the indicators in them.
const CHUNK: usize = 1 << 16;

/// Whether a byte is an indicator. Every token except text contains one.
fn is_indicator(byte: u8) -> bool {
    matches!(byte, b'!' | b'"' | b'&' | b'\'' | b'*' | b',' | b'-' | b':' | b'?' | b'[' | b']' | b'{' | b'}')
}

/// A document that the parser reads before ours. Before the parser has seen a `{`, it fails on collections in the
/// single-pair mappings of flow sequences (`[a: [1]]`).
const PRIMER: &str = "{}\n...\n";
const PRIMER_LINES: usize = 2;

/// The characters for the parser: first the primer's, then the document's, chunk by chunk. They end early once the
/// parser has taken too many indicators for one event.
pub(super) struct Feed<'t> {
    chunk: Chars<'t>,
    rest: &'t str,
    indicators: &'t Cell<usize>,
}

impl<'t> Feed<'t> {
    /// A parser that has read the primer. `indicators` counts the indicators it takes; the caller resets it at each
    /// event.
    pub(super) fn parser(text: &'t str, indicators: &'t Cell<usize>) -> Parser<Self> {
        let mut parser = Parser::new(Self { chunk: PRIMER.chars(), rest: text, indicators });
        while !matches!(parser.next_token(), Ok((Event::DocumentEnd, _)) | Err(_)) {}
        parser
    }

    /// A scanner for the tokens of a text. It has the same type as the parser's, so that only one is compiled.
    pub(super) fn scanner(text: &'t str, indicators: &'t Cell<usize>) -> Scanner<Self> {
        Scanner::new(Self { chunk: "".chars(), rest: text, indicators })
    }

    /// Whether the input of such a parser was cut off before the end of the text.
    pub(super) fn is_cut(indicators: &Cell<usize>) -> bool {
        indicators.get() > MOST_INDICATORS
    }

    /// Converts a line number of such a parser to a line of the document, from 1.
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
