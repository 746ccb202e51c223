//! The tree of a FITS file without an ASDF extension: for each HDU its cards, and an array with its data.
//!
//! It is written as the text of a YAML document, so that it is read as any other tree.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::card::{Card, CardValue};
use super::hdu::{Hdu, HduKind};

/// Of keys without a mark, in bytes (YAML 1.1, section 7.4.2).
const LONGEST_KEY: usize = 1000;

/// The text of the tree of these HDUs.
pub(in crate::layout) fn tree_of(hdus: &[Hdu]) -> String {
    let mut text = String::from("%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n---\n");
    let mut keys = BTreeSet::new();
    for hdu in hdus {
        let mut key = key_of(hdu);
        if !keys.insert(key.clone()) {
            key = format!("{key} #{}", hdu.index);
            keys.insert(key.clone());
        }
        let quoted = quoted(&key);
        // YAML takes a longer text for a key only behind a question mark.
        let _ = if quoted.len() > LONGEST_KEY {
            writeln!(text, "? {quoted}\n:")
        } else {
            writeln!(text, "{quoted}:")
        };
        text.push_str("  header:");
        write_cards(&mut text, hdu.header.cards());
        if hdu.has_array() && hdu.kind != HduKind::Other {
            let _ = writeln!(text, "  data: !core/ndarray-1.1.0 {{source: 'fits:{}'}}", hdu.index);
        }
    }
    text.push_str("...\n");
    text
}

/// The name of an HDU in the tree: `SCI`, `SCI,2`, or `HDU 3` for one without a name.
fn key_of(hdu: &Hdu) -> String {
    match (hdu.name.as_str(), hdu.version) {
        ("", _) => format!("HDU {}", hdu.index),
        (name, 1) => name.into(),
        (name, version) => format!("{name},{version}"),
    }
}

/// Writes cards as a mapping: of cards with the same keyword the first, of commentary all.
fn write_cards(text: &mut String, cards: &[Card]) {
    if cards.is_empty() {
        text.push_str(" {}\n");
        return;
    }
    text.push('\n');
    let mut comments: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for card in cards {
        if let CardValue::Comment(line) = &card.value {
            comments.entry(&card.keyword).or_default().push(line);
        }
    }
    let mut keys = BTreeSet::new();
    for Card { keyword, value, .. } in cards {
        if !keys.insert(keyword.as_str()) {
            continue;
        }
        match (value, comments.get(keyword.as_str())) {
            (CardValue::Comment(_), Some(lines)) => {
                let _ = writeln!(text, "    {}:", quoted(keyword));
                for line in lines {
                    let _ = writeln!(text, "    - {}", quoted(line));
                }
            }
            _ => {
                let _ = writeln!(text, "    {}: {}", quoted(keyword), scalar(value));
            }
        }
    }
}

fn scalar(value: &CardValue) -> String {
    match value {
        CardValue::Undefined => "null".into(),
        CardValue::Logical(truth) => truth.to_string(),
        CardValue::Integer(number) => number.to_string(),
        CardValue::Float(number) => float(*number),
        CardValue::Complex(re, im) => {
            let sign = if im.is_sign_negative() { "" } else { "+" };
            format!("!core/complex-1.0.0 {}{sign}{}j", float(*re), float(*im))
        }
        CardValue::Text(text) | CardValue::Comment(text) | CardValue::Malformed(text) => quoted(text),
    }
}

/// A number as YAML 1.1 writes floats: with a point, and a sign in the exponent.
fn float(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { ".inf".into() } else { "-.inf".into() };
    }
    let text = format!("{number:?}");
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with('-') { "" } else { "+" };
    format!("{mantissa}{point}e{sign}{exponent}")
}

/// A string in double quotes. Keywords and values are ASCII.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for char in text.chars() {
        match char {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            ' '..='~' => quoted.push(char),
            _ => {
                let _ = write!(quoted, "\\x{:02x}", u32::from(char) & 0xff);
            }
        }
    }
    quoted.push('"');
    quoted
}
