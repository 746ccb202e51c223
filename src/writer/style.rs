//! The spelling of scalars, such that YAML 1.1 reads the same value back (YAML 1.1, "Flow Scalar Styles", "Literals",
//! "Tag Shorthands"). The code of the reader decides what a plain scalar would resolve to.

use crate::tree;
use std::fmt::Write;

/// The longest text that can be a key without the indicator `?`, in bytes.
const LONGEST_KEY: usize = 120;

/// The prefix of the tag handle `!`, which every tree declares.
pub(super) const PREFIX: &str = "tag:stsci.edu:asdf/";

/// The prefix of YAML's own tags, for which the handle `!!` stands.
const CORE: &str = "tag:yaml.org,2002:";

/// The place of a scalar.
#[derive(Clone, Copy)]
pub(super) struct ScalarContext {
    /// Inside a flow collection.
    pub(super) flow: bool,
    /// After a tag, which determines the type of the value.
    pub(super) tagged: bool,
}

/// The text on one line: plain if that is safe, otherwise in single or double quotes.
pub(super) fn quoted(text: &str, place: ScalarContext) -> String {
    if is_plain(text, place) {
        return text.to_owned();
    }
    if text.chars().all(|char| char == ' ' || is_printable(char)) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let mut quoted = String::from("\"");
    for char in text.chars() {
        match char {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            ' ' => quoted.push(' '),
            _ if is_printable(char) => quoted.push(char),
            _ => {
                let code = u32::from(char);
                let _ = match code {
                    0..=0xff => write!(quoted, "\\x{code:02x}"),
                    0x100..=0xffff => write!(quoted, "\\u{code:04x}"),
                    _ => write!(quoted, "\\U{code:08x}"),
                };
            }
        }
    }
    quoted.push('"');
    quoted
}

/// Whether a spelled scalar can be a key without the indicator `?`.
pub(super) fn is_simple_key(spelled: &str) -> bool {
    !spelled.is_empty() && spelled.len() <= LONGEST_KEY
}

/// Whether the text can be written without quotes. Some texts are quoted only because of readers in other programs,
/// which take `1e5` for a number and `y` for a Boolean.
fn is_plain(text: &str, ScalarContext { flow, tagged }: ScalarContext) -> bool {
    let indicators = |char: char| "-?:,[]{}#&*!|>'\"%@`=<.~".contains(char);
    let starts = text.chars().next().is_some_and(|first| first != ' ' && !indicators(first));
    let read_as_more = || {
        tree::resolves(text)
            || text.parse::<f64>().is_ok()
            || text.starts_with("0o")
            || matches!(text, "y" | "Y" | "n" | "N")
    };
    starts
        && text.chars().all(|char| char == ' ' || is_printable(char))
        && !(text.ends_with([':', ' ']) || text.contains(": ") || text.contains(" #"))
        && !(flow && text.contains([',', '[', ']', '{', '}', ':', '?', '#']))
        && (tagged || !read_as_more())
}

/// Whether the character can be written as itself and is visible. Blanks and line breaks are not.
fn is_printable(char: char) -> bool {
    matches!(char, '!'..='~' | '\u{a1}'..='\u{2027}' | '\u{202a}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}'
        | '\u{ff00}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}')
}

/// Whether a text of several lines can be a literal block: it has no invisible characters, and no line begins or ends
/// with a space.
pub(super) fn is_literal(text: &str) -> bool {
    let line = |line: &str| {
        !(line.starts_with(' ') || line.ends_with(' '))
            && line.chars().all(|char| char == ' ' || is_printable(char))
    };
    let body = text.strip_suffix('\n').unwrap_or(text);
    text.contains('\n')
        && !(body.is_empty() || body.starts_with('\n') || body.ends_with('\n'))
        && body.split('\n').all(line)
}

/// The shortest text of a float that keeps all its bits. It has a dot, and its exponent has a sign; otherwise YAML 1.1
/// reads a string.
pub(super) fn float(number: f64) -> String {
    if number.is_nan() {
        return ".nan".into();
    }
    if number.is_infinite() {
        return if number > 0.0 { ".inf".into() } else { "-.inf".into() };
    }
    let text = format!("{number:?}");
    match text.split_once('e') {
        None => text,
        Some((digits, power)) => {
            let dot = if digits.contains('.') { "" } else { ".0" };
            let sign = if power.starts_with('-') { "" } else { "+" };
            format!("{digits}{dot}e{sign}{power}")
        }
    }
}

/// The written form of a full tag: `!core/ndarray-1.1.0`, `!!str`, or verbatim.
pub(super) fn tag(full: &str) -> String {
    for (prefix, handle) in [(PREFIX, "!"), (CORE, "!!")] {
        if let Some(name) =
            full.strip_prefix(prefix).filter(|name| !name.is_empty() && name.bytes().all(is_name))
        {
            return format!("{handle}{name}");
        }
    }
    let mut verbatim = String::from("!<");
    for byte in full.bytes() {
        if is_name(byte) || b"!:,;?@&=+$".contains(&byte) {
            verbatim.push(char::from(byte));
        } else {
            let _ = write!(verbatim, "%{byte:02X}");
        }
    }
    verbatim.push('>');
    verbatim
}

/// Whether every reader takes this byte of a tag literally.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_./~".contains(&byte)
}
