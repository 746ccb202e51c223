//! Fields of tables (FITS 4.0, sections 7.2.4, 7.3.3 and 7.3.5): logical values, bits, text, and numbers written as text.

use super::number::{convert_numbers, mark_null};
use crate::layout::fits::CellKind;

/// Decodes the `count` elements in `stored` to `output`, and says of each in `mask` whether it is missing. The elements of
/// arrays in the heap are given; `output` and `mask` are zero, and may be longer. Returns a text that should be a number
/// and cannot be parsed: the element is missing then.
pub(crate) fn field(
    kind: &CellKind,
    count: usize,
    stored: &[u8],
    output: &mut [u8],
    mask: Option<&mut [u8]>,
) -> Option<String> {
    let mask = mask.unwrap_or_default();
    match kind {
        CellKind::Numbers { coding, stored: number, null } => {
            let unit = usize::try_from(coding.sizes().0).unwrap_or(1);
            let stored = stored.get(..count.saturating_mul(unit)).unwrap_or(stored);
            convert_numbers(*coding, stored, output);
            if let Some(null) = null {
                mark_null(*number, *null, stored, mask);
            }
        }
        CellKind::Logical => {
            let stored = stored.get(..count).unwrap_or(stored);
            // Old versions of astropy wrote 0 and 1 in place of `F` and `T`.
            let old = stored.contains(&1);
            for (output, byte) in output.iter_mut().zip(stored) {
                *output = u8::from(matches!(byte, b'T' | 1));
            }
            for (masked, byte) in mask.iter_mut().zip(stored) {
                *masked = u8::from(*byte == 0 && !old);
            }
        }
        CellKind::Bits => {
            for (number, output) in output.iter_mut().take(count).enumerate() {
                let byte = stored.get(number / 8).copied().unwrap_or_default();
                *output = byte >> (7 - number % 8) & 1;
            }
        }
        CellKind::Text { width } => {
            let width = usize::try_from(*width).unwrap_or(usize::MAX).max(1);
            let stored = stored.get(..count).unwrap_or(stored);
            for (text, output) in stored.chunks(width).zip(output.chunks_mut(width)) {
                let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
                let text = text.get(..end).unwrap_or_default().trim_ascii_end();
                fill(output, text);
            }
        }
        CellKind::Digits { integer, scale, zero, null } => {
            let text = String::from_utf8_lossy(stored);
            let text = text.trim_matches([' ', '\0']);
            let is_null = text.is_empty() || null.as_deref().is_some_and(|null| null == text);
            let is_number;
            if let Some(size) = integer {
                let number = if is_null { None } else { text.parse::<i64>().ok() };
                is_number = number.is_some();
                let bytes = number.unwrap_or(0).to_le_bytes();
                fill(output, bytes.get(..usize::from(*size)).unwrap_or_default());
            } else {
                let number = if is_null { None } else { digits(text) };
                is_number = number.is_some();
                let number = number.unwrap_or(f64::NAN);
                // Without a scale, the sign of a zero stays.
                let is_plain = scale.to_bits() == 1f64.to_bits() && *zero == 0.0;
                let number = if is_plain { number } else { number * scale + zero };
                fill(output, &number.to_le_bytes());
            }
            mask.iter_mut().take(1).for_each(|masked| *masked = u8::from(!is_number));
            if !is_number && !is_null {
                return Some(text.to_owned());
            }
        }
        CellKind::Heap { .. } => {}
    }
    None
}

/// Reads a number in Fortran's notation: the exponent may follow `D`, or its sign alone.
fn digits(text: &str) -> Option<f64> {
    let text: String = text.chars().map(|char| if matches!(char, 'D' | 'd') { 'E' } else { char }).collect();
    text.parse().ok().or_else(|| {
        let at = text.rfind(['+', '-']).filter(|at| *at > 0)?;
        format!("{}E{}", text.get(..at)?, text.get(at..)?).parse().ok()
    })
}

/// Copies as many bytes as both have.
fn fill(output: &mut [u8], bytes: &[u8]) {
    output.iter_mut().zip(bytes).for_each(|(output, byte)| *output = *byte);
}
