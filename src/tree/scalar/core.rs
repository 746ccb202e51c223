//! The scalars that the ASDF schemas add to YAML's own: `core/complex` and `core/integer`.

use super::natural::Natural;
use crate::error::{Error, ErrorKind, Result};

/// The most words of a `core/integer`: half a million bits. Converting them to decimal takes quadratic time.
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

/// The decimal digits of a `core/integer` with this `sign` and these `words`, the least significant word first.
pub(crate) fn integer_words(words: &[u32], negative: bool) -> Result<String> {
    if words.len() > MOST_WORDS {
        let message = format!("an integer has {} words, more than the limit of {MOST_WORDS}", words.len());
        return Err(Error::new(ErrorKind::LimitExceeded, message));
    }
    let digits = Natural::from_words(words).into_decimal();
    Ok(if negative && digits != "0" { format!("-{digits}") } else { digits })
}
