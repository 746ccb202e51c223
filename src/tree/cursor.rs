//! Converts a line and a column to a byte offset. The parser counts characters. Its absolute count is wrong after long
//! lines of block scalars that are not ASCII, but its lines and columns are right.

/// A position in a text that follows the parser, so that all moves together take linear time.
#[derive(Clone)]
pub(super) struct TextCursor<'t> {
    text: &'t [u8],
    /// Whether the text is ASCII, so that each character is one byte.
    ascii: bool,
    line: usize,
    column: usize,
    at: usize,
}

impl<'t> TextCursor<'t> {
    /// The beginning of `text`.
    pub(super) fn new(text: &'t str) -> Self {
        Self { text: text.as_bytes(), ascii: text.is_ascii(), line: 1, column: 0, at: 0 }
    }

    /// The byte offset of the character `column` (from 0) of `line` (from 1). If the line or the text ends before it,
    /// the offset of that end.
    pub(super) fn seek(&mut self, line: usize, column: usize) -> usize {
        if line < self.line {
            *self = Self { line: 1, column: 0, at: 0, ..*self };
        }
        while self.line < line && self.next_line() {}
        if self.line < line {
            return self.text.len();
        }
        if self.ascii {
            return (self.at - self.column + column).min(self.text.len());
        }
        while self.column < column {
            match self.rest().first() {
                None | Some(b'\n' | b'\r') => break,
                Some(_) => self.at += 1,
            }
            self.at += self.rest().iter().take_while(|byte| is_inside(**byte)).count();
            self.column += 1;
        }
        while self.column > column {
            let before = self.text.get(..self.at).unwrap_or_default();
            self.at -= 1 + before.iter().rev().take_while(|byte| is_inside(**byte)).count();
            self.column -= 1;
        }
        self.at
    }

    /// Moves to the beginning of the next line. Returns whether there is one. Line breaks are `\n`, `\r\n` and `\r`.
    fn next_line(&mut self) -> bool {
        let Some(length) = self.rest().iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            return false;
        };
        let windows = self.rest().get(length..).is_some_and(|rest| rest.starts_with(b"\r\n"));
        self.at += length + if windows { 2 } else { 1 };
        self.line += 1;
        self.column = 0;
        true
    }

    fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }
}

/// Whether the byte continues a UTF-8 character.
fn is_inside(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::TextCursor;

    #[test]
    fn every_character_is_found_forwards_and_backwards() {
        let text = "aé\r\n\r\u{1d11e}b\n\nxy";
        let mut expected = Vec::new();
        let (mut line, mut column) = (1, 0);
        for (at, char) in text.char_indices() {
            expected.push((line, column, at));
            let single = char == '\r' && !text[at..].starts_with("\r\n");
            (line, column) = if char == '\n' || single { (line + 1, 0) } else { (line, column + 1) };
        }
        let mut cursor = TextCursor::new(text);
        let at_break = |at: usize| text[at..].starts_with('\n') && text[..at].ends_with('\r');
        for (line, column, at) in
            expected.iter().chain(expected.iter().rev()).filter(|place| !at_break(place.2))
        {
            assert_eq!(cursor.seek(*line, *column), *at, "line {line}, column {column}");
        }
        assert_eq!(cursor.seek(1, 99), "aé".len());
        assert_eq!(cursor.seek(99, 0), text.len());
        let mut cursor = TextCursor::new("ab\r\ncd\n");
        assert_eq!(
            [(1, 1), (2, 1), (2, 0), (3, 0), (4, 5)].map(|(line, column)| cursor.seek(line, column)),
            [1, 5, 4, 7, 7]
        );
    }
}
