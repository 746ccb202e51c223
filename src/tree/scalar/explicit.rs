//! Scalars with one of YAML's own tags (`!!int "5"`, `!!binary aGk=`), quoted or not. They are converted by the rules
//! of YAML 1.1's type repository.

use super::plain;
use crate::tree::node::Value;
use crate::tree::tag::CORE;

/// The value of a scalar with the full tag `tag`. If the text does not fit the tag, `Err` holds the text. A scalar with
/// any tag that is not YAML's own is text, even if it is empty: `!unit/unit-1.0.0` alone is the dimensionless unit.
pub(in crate::tree) fn convert(tag: &str, text: String) -> Result<Value, Value> {
    let Some(kind) = tag.strip_prefix(CORE) else {
        return Ok(Value::string(text));
    };
    let value = match kind {
        "null" => plain::null(&text),
        "bool" => match text.to_ascii_lowercase().as_str() {
            "yes" | "true" | "on" => Some(Value::Bool(true)),
            "no" | "false" | "off" => Some(Value::Bool(false)),
            _ => None,
        },
        "int" => plain::integer(text.trim()),
        "float" => float(&text),
        "timestamp" => plain::timestamp(&text),
        "binary" => base64(&text).map(|bytes| Value::Bytes(bytes.into_boxed_slice())),
        "map" | "omap" | "set" | "seq" | "pairs" => None,
        _ => return Ok(Value::string(text)),
    };
    value.ok_or_else(|| Value::string(text))
}

/// Parses what Python's `float()` accepts, including integers and `1e5`.
fn float(text: &str) -> Option<Value> {
    let number = plain::lenient_number(text).or_else(|| match plain::integer(text)? {
        #[allow(clippy::cast_precision_loss)]
        Value::Int(value) => Some(value as f64),
        Value::BigInt(digits) => digits.parse().ok(),
        _ => None,
    });
    number.map(Value::Float)
}

/// Decodes base64 (RFC 4648). White space may be anywhere, and padding is optional.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits = 0_u32;
    let mut count = 0_u32;
    let mut padding = 0_u32;
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let sextet = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                padding += 1;
                continue;
            }
            _ => return None,
        };
        if padding > 0 {
            return None;
        }
        bits = (bits << 6) | u32::from(sextet);
        count += 1;
        if count.is_multiple_of(4) {
            bytes.extend(bits.to_be_bytes().into_iter().skip(1));
            bits = 0;
        }
    }
    let rest = count % 4;
    if rest == 1 || !(padding == 0 || rest + padding == 4) {
        return None;
    }
    bits <<= 6 * ((4 - rest) % 4);
    bytes.extend(bits.to_be_bytes().into_iter().skip(1).take((rest * 6 / 8) as usize));
    Some(bytes)
}

/// Encodes base64 (RFC 4648).
pub(crate) fn to_base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len() / 3 * 4 + 4);
    for group in bytes.chunks(3) {
        let word =
            group.iter().fold(0usize, |word, byte| word << 8 | usize::from(*byte)) << (8 * (3 - group.len()));
        for digit in 0..4 {
            let character = ALPHABET.get(word >> (18 - 6 * digit) & 63).copied().unwrap_or(b'=');
            text.push(if digit > group.len() { '=' } else { char::from(character) });
        }
    }
    text
}
