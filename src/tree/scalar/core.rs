//! The scalars that the ASDF schemas add to YAML's own: `core/complex` and `core/integer`.

use crate::error::{Error, ErrorKind, Result};
use std::fmt::Write;

/// The most words of a `core/integer`: half a million bits. Its decimal digits are computed in quadratic time.
const MOST_WORDS: usize = 1 << 14;

/// The real and imaginary part of a `core/complex-1.0.0`. Accepts everything that its schema's grammar allows, and what
/// Python writes, such as `(nan-infj)`.
///
/// ```text
/// number  = digits | dot digits | digits dot [digits] | inf | nan      scientific = number (e|E) [sign] digits
/// complex = [sign] real | [sign] imag | [sign] real sign imag          imag = (number | scientific) (i|j|I|J)
/// ```
pub(crate) fn complex(text: &str) -> Option<(f64, f64)> {
    let text = text.trim();
    let text = text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(text).trim();
    let Some(body) = text.strip_suffix(['i', 'j', 'I', 'J']) else { return Some((part(text)?, 0.0)) };
    // The imaginary part begins at the last sign that does not belong to an exponent.
    let mut before = None;
    let mut split = 0;
    for (at, char) in body.char_indices() {
        if matches!(char, '+' | '-') && !matches!(before, None | Some('e' | 'E')) {
            split = at;
        }
        before = Some(char);
    }
    let (real, imaginary) = body.split_at_checked(split)?;
    let real = if real.is_empty() { 0.0 } else { part(real)? };
    let imaginary = match imaginary {
        // Python's complex() reads these as one imaginary unit.
        "" | "+" => 1.0,
        "-" => -1.0,
        digits => part(digits)?,
    };
    Some((real, imaginary))
}

/// Parses `[sign] (number | scientific)`. Other spellings of numbers are not accepted.
fn part(text: &str) -> Option<f64> {
    let body = text.strip_prefix(['+', '-']).unwrap_or(text);
    let named = ["inf", "nan", "infinity"].iter().any(|name| body.eq_ignore_ascii_case(name));
    let digits = body.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
    if named || digits { text.parse().ok() } else { None }
}

/// A `core/integer` with this `sign` and these `words`, the least significant word first, as hexadecimal digits after
/// `0x` or `-0x`: unlike decimal ones, they are found in linear time.
pub(crate) fn integer_words(words: &[u32], negative: bool) -> Result<String> {
    if words.len() > MOST_WORDS {
        let message = format!("an integer has {} words, more than the limit of {MOST_WORDS}", words.len());
        return Err(Error::new(ErrorKind::LimitExceeded, message));
    }
    let mut words = words.iter().rev().skip_while(|word| **word == 0);
    let Some(highest) = words.next() else { return Ok("0x0".into()) };
    let mut digits = format!("{}0x{highest:x}", if negative { "-" } else { "" });
    for word in words {
        let _ = write!(digits, "{word:08x}");
    }
    Ok(digits)
}
