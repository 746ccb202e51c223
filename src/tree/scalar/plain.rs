//! The meaning of plain scalars (YAML 1.1 types: bool, float, int, null, timestamp). They are resolved and converted
//! exactly as by `PyYAML`, which the reference implementation uses. Each function names the regular expression it
//! matches.
//!
//! Two plain scalars are special only in some places: `<<` is a merge key (see `mapping`), and `=` has the type
//! "value". The reference implementation does not construct that type, so `=` is text here. Also text are integers
//! without digits (`0x_`), and integers that are too long to convert ([`is_too_long`]).

use super::natural::Natural;
use crate::tree::node::Value;

/// The longest binary, octal, hexadecimal or base 60 integer, in characters. Converting them takes quadratic time.
const LONGEST: usize = 1024;

/// The longest decimal integer, in digits. Its binary value is computed in quadratic time.
const LONGEST_DECIMAL: usize = 1 << 17;

/// The value of a plain scalar. `None` if it is a string.
pub(in crate::tree) fn resolve(text: &str) -> Option<Value> {
    match text.bytes().next() {
        None | Some(b'~') => null(text),
        Some(b'n' | b'N') => null(text).or_else(|| boolean(text)),
        Some(b'y' | b'Y' | b't' | b'T' | b'f' | b'F' | b'o' | b'O') => boolean(text),
        Some(b'-' | b'+' | b'.' | b'0'..=b'9') => {
            integer(text).or_else(|| float(text).map(Value::Float)).or_else(|| timestamp(text))
        }
        _ => None,
    }
}

/// Whether a plain scalar with this text would not be a string: it would have another value or, as a key, be a merge
/// key.
pub(crate) fn resolves(text: &str) -> bool {
    resolve(text).is_some() || text == "<<" || is_too_long(text)
}

/// Whether a plain scalar with this text is an integer of so many digits that it is kept as text.
pub(in crate::tree) fn is_too_long(text: &str) -> bool {
    let (_, body) = unsign(text);
    let digits = |digits: &str, radix| digits.chars().all(|char| char == '_' || char.is_digit(radix));
    let in_radix = |prefix, radix| body.strip_prefix(prefix).is_some_and(|rest| digits(rest, radix));
    let is_decimal = || !body.starts_with('0') && (is_digits(body) || sexagesimal(body).is_some());
    body.len() > LONGEST
        && (in_radix("0b", 2) || in_radix("0x", 16) || in_radix("0", 8) || is_decimal())
        && integer(text).is_none()
}

/// Whether a plain scalar with this text would be a timestamp.
pub(crate) fn is_timestamp(text: &str) -> bool {
    matches!(resolve(text), Some(Value::Timestamp(_)))
}

/// `~|null|Null|NULL|` or nothing.
pub(super) fn null(text: &str) -> Option<Value> {
    matches!(text, "" | "~" | "null" | "Null" | "NULL").then_some(Value::Null)
}

/// `yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF`
fn boolean(text: &str) -> Option<Value> {
    match text {
        "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Some(Value::Bool(true)),
        "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Some(Value::Bool(false)),
        _ => None,
    }
}

/// `[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+`
pub(super) fn integer(text: &str) -> Option<Value> {
    let (negative, body) = unsign(text);
    let digits = if let Some(digits) = body.strip_prefix("0b") {
        in_radix(digits, 2)?
    } else if let Some(digits) = body.strip_prefix("0x") {
        in_radix(digits, 16)?
    } else if body.len() > 1 && body.starts_with('0') {
        in_radix(body, 8)?
    } else if body.contains(':') {
        let digits = without_underscores(sexagesimal(body)?);
        if digits.len() > LONGEST || digits.starts_with('0') {
            return None;
        }
        let mut parts = digits.split(':');
        let mut value = Natural::from_digits(parts.next()?, 10)?;
        for part in parts {
            value.scale(60, part.parse().ok()?);
        }
        value.into_decimal()
    } else if is_digits(body) {
        Some(without_underscores(body)).filter(|digits| digits.len() <= LONGEST_DECIMAL)?
    } else {
        return None;
    };
    Some(signed(negative, digits))
}

/// The integer with this sign and these decimal digits.
fn signed(negative: bool, mut digits: String) -> Value {
    if negative {
        digits.insert(0, '-');
    }
    digits.parse().map_or_else(|_| Value::BigInt(digits.into_boxed_str()), Value::Int)
}

fn in_radix(digits: &str, radix: u32) -> Option<String> {
    let digits = without_underscores(digits);
    (digits.len() <= LONGEST).then(|| Natural::from_digits(&digits, radix))?.map(Natural::into_decimal)
}

/// `[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?`
/// `|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`
pub(super) fn float(text: &str) -> Option<f64> {
    let (negative, body) = unsign(text);
    let sign = if negative { -1.0 } else { 1.0 };
    match body {
        ".inf" | ".Inf" | ".INF" => return Some(sign * f64::INFINITY),
        ".nan" | ".NaN" | ".NAN" => return (body.len() == text.len()).then_some(f64::NAN),
        _ => {}
    }
    let (whole, rest) = body.split_once('.')?;
    let (fraction, exponent) = rest.split_at(rest.find(['e', 'E']).unwrap_or(rest.len()));
    if !fraction.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_') {
        return None;
    }
    if whole.contains(':') {
        sexagesimal(whole)?;
        return exponent.is_empty().then(|| sign * from_base_60(&without_underscores(body)));
    }
    let mantissa =
        if whole.is_empty() { body.len() == text.len() && is_digits(fraction) } else { is_digits(whole) };
    let exponent = exponent.is_empty()
        || exponent.get(1..).is_some_and(|power| {
            let digits = power.strip_prefix(['-', '+']).unwrap_or_default();
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        });
    if mantissa && exponent { without_underscores(text).parse().ok() } else { None }
}

fn from_base_60(digits: &str) -> f64 {
    let mut value = 0.0;
    let mut base = 1.0;
    for part in digits.rsplit(':') {
        value += part.parse().unwrap_or(0.0) * base;
        base *= 60.0;
    }
    value
}

/// `[0-9][0-9_]*(?::[0-5]?[0-9])+`
fn sexagesimal(text: &str) -> Option<&str> {
    let (first, rest) = text.split_once(':')?;
    let minutes = |part: &str| matches!(part.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9']);
    (is_digits(first) && rest.split(':').all(minutes)).then_some(text)
}

/// `[0-9][0-9_]*`
fn is_digits(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
}

fn unsign(text: &str) -> (bool, &str) {
    (text.starts_with('-'), text.strip_prefix(['-', '+']).unwrap_or(text))
}

fn without_underscores(text: &str) -> String {
    text.chars().filter(|char| *char != '_').collect()
}

/// `[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]`
/// `|[0-9][0-9][0-9][0-9]-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \t]+)[0-9][0-9]?:[0-9][0-9]:[0-9][0-9](?:\.[0-9]*)?`
/// `(?:[ \t]*(?:Z|[-+][0-9][0-9]?(?::[0-9][0-9])?))?`
pub(super) fn timestamp(text: &str) -> Option<Value> {
    let rest = digits(text.as_bytes(), 4, 4).and_then(|rest| eat(rest, b'-'))?;
    let rest = digits(rest, 1, 2).and_then(|rest| eat(rest, b'-'))?;
    let rest = digits(rest, 1, 2)?;
    let found = if rest.is_empty() { text.len() == "2001-12-14".len() } else { is_time(rest) };
    found.then(|| Value::Timestamp(text.into()))
}

/// Whether this is the part of a timestamp after the date: the time, and an optional time zone.
fn is_time(text: &[u8]) -> bool {
    let time = || {
        let rest = match text {
            [b'T' | b't', rest @ ..] => rest,
            [b' ' | b'\t', rest @ ..] => blanks(rest),
            _ => return None,
        };
        let rest = eat(digits(rest, 1, 2)?, b':')?;
        let rest = eat(digits(rest, 2, 2)?, b':')?;
        let rest = digits(rest, 2, 2)?;
        eat(rest, b'.').map_or(Some(rest), |rest| digits(rest, 0, usize::MAX))
    };
    let zone = |rest: &[u8]| match rest {
        [b'Z'] => true,
        [b'-' | b'+', rest @ ..] => {
            let hours = digits(rest, 1, 2);
            let end = hours.and_then(|rest| eat(rest, b':').map_or(Some(rest), |rest| digits(rest, 2, 2)));
            end.is_some_and(<[u8]>::is_empty)
        }
        _ => false,
    };
    time().is_some_and(|rest| rest.is_empty() || zone(blanks(rest)))
}

fn eat(text: &[u8], byte: u8) -> Option<&[u8]> {
    text.split_first().and_then(|(first, rest)| (*first == byte).then_some(rest))
}

fn blanks(text: &[u8]) -> &[u8] {
    let end = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    text.get(end..).unwrap_or_default()
}

/// Skips up to `most` digits. `None` if there are fewer than `least`.
fn digits(text: &[u8], least: usize, most: usize) -> Option<&[u8]> {
    let count = text.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
    (count >= least).then(|| text.get(count..))?
}

/// Parses a number in any program's spelling: a float of YAML 1.1, or other forms such as `5`, `1e5`, `+.5`, `inf`,
/// `NaN` and `-Infinity`.
pub(in crate::tree) fn lenient_number(text: &str) -> Option<f64> {
    let text = text.trim();
    float(text).or_else(|| text.parse().ok())
}
