//! The HDUs of a FITS file in JSON, the form in which they cross to JavaScript.
//!
//! Of a card: keyword, value and comment. A value is `null` if it is undefined, `[x]` for a float x, `["int", digits]` for
//! an integer that is no number of JavaScript's, `["float", text]` for a float that JSON has not, and `["complex", V, V]`.

use std::fmt::Write as _;

use super::json::{self, SAFE};
use crate::{Card, CardValue, Document, Hdu};

/// All HDUs.
pub(super) fn hdus(document: &Document) -> String {
    let mut text = String::from("[");
    for hdu in &document.layout().hdus {
        if hdu.index > 0 {
            text.push(',');
        }
        one(&mut text, document, hdu);
    }
    text.push(']');
    text
}

fn one(text: &mut String, document: &Document, hdu: &Hdu) {
    let Hdu { index, version, kind, offset, header_size, data_size, .. } = hdu;
    let _ = write!(
        text,
        "{{\"index\":{index},\"version\":{version},\"kind\":\"{}\",\"offset\":{offset},\"headerSize\":{header_size},\"dataSize\":{data_size},\"name\":",
        kind.name()
    );
    json::string(text, &hdu.name);
    text.push_str(",\"cards\":[");
    for (number, card) in hdu.header.cards().iter().enumerate() {
        if number > 0 {
            text.push(',');
        }
        self::card(text, card);
    }
    text.push(']');
    if let Some(problem) = &hdu.problem {
        text.push_str(",\"problem\":");
        json::error(text, problem);
    }
    if hdu.has_array() {
        text.push_str(",\"data\":");
        json::array(text, &document.hdu_array(hdu.index));
    }
    text.push('}');
}

fn card(text: &mut String, Card { keyword, value, comment, .. }: &Card) {
    text.push('[');
    json::string(text, keyword);
    text.push(',');
    match value {
        CardValue::Logical(truth) => text.push_str(if *truth { "true" } else { "false" }),
        CardValue::Integer(number) if number.unsigned_abs() <= SAFE.into() => {
            let _ = write!(text, "{number}");
        }
        CardValue::Integer(number) => {
            let _ = write!(text, "[\"int\",\"{number}\"]");
        }
        CardValue::Float(number) => float(text, *number),
        CardValue::Complex(re, im) => {
            text.push_str("[\"complex\",");
            float(text, *re);
            text.push(',');
            float(text, *im);
            text.push(']');
        }
        CardValue::Text(value) | CardValue::Comment(value) | CardValue::Malformed(value) => {
            json::string(text, value);
        }
        CardValue::Undefined => text.push_str("null"),
    }
    text.push(',');
    json::string(text, comment);
    text.push(']');
}

fn float(text: &mut String, number: f64) {
    text.push('[');
    if !json::float(text, number) {
        let _ = write!(text, "\"float\",\"{}\"", json::special(number));
    }
    text.push(']');
}
