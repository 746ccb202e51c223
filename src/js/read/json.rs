//! Arrays, errors and texts as JSON, the building blocks of the JSON of the tree and of the list of HDUs.

use std::fmt::Write as _;

use crate::{ByteOrder, Datatype, Error, NdArray, Source};

/// Integers beyond this are not exact as numbers of JavaScript's.
pub(super) const SAFE: u64 = (1 << 53) - 1;

/// The description of an array, or why it cannot be one.
pub(super) fn array(json: &mut String, array: &crate::Result<NdArray>) {
    match array {
        Ok(array) => described(json, array),
        Err(error) => {
            json.push_str("{\"error\":");
            self::error(json, error);
            json.push('}');
        }
    }
}

/// The description of an array.
fn described(json: &mut String, array: &NdArray) {
    let _ = write!(json, "{{\"shape\":{:?},\"dtype\":", array.shape);
    datatype(json, &array.datatype);
    let _ = write!(json, ",\"byteorder\":\"{}\",\"strides\":{:?}", array.byteorder.name(), array.strides);
    if matches!(array.datatype, Datatype::Struct(_)) {
        json.push_str(",\"orders\":\"");
        orders(json, &array.datatype);
        json.push('"');
    }
    let _ = write!(json, ",\"offset\":{},\"masked\":{},\"source\":", array.offset, array.masked());
    match &array.source {
        Source::Inline(_) | Source::Chunks(_) => json.push_str("null"),
        #[cfg(feature = "fits")]
        Source::Hdu(source) => {
            let _ = write!(json, "null,\"hdu\":{}", source.hdu);
            if let Some(compression) = source.compression() {
                let _ = write!(json, ",\"compression\":\"{compression}\"");
            }
        }
        Source::External(uri) => string(json, uri),
        Source::Block(index) => {
            let _ = write!(json, "{index}");
        }
    }
    json.push('}');
}

/// An error, as it would be thrown.
pub(super) fn error(json: &mut String, error: &Error) {
    let _ = write!(json, "{{\"code\":\"{}\",\"message\":", error.kind().code());
    string(json, error.message());
    if let Some(offset) = error.offset() {
        let _ = write!(json, ",\"offset\":{offset}");
    }
    if let Some(block) = error.block() {
        let _ = write!(json, ",\"block\":{block}");
    }
    if let Some(hdu) = error.hdu() {
        let _ = write!(json, ",\"hdu\":{hdu}");
    }
    if let Some(path) = error.path() {
        json.push_str(",\"path\":");
        string(json, path);
    }
    json.push('}');
}

/// A float that JSON has; false, and nothing written, if it has not.
pub(super) fn float(json: &mut String, number: f64) -> bool {
    let plain = number.is_finite() && !(number == 0.0 && number.is_sign_negative());
    if plain {
        let _ = write!(json, "{number:?}");
    }
    plain
}

/// A float that JSON has not, as JavaScript prints it.
pub(super) fn special(number: f64) -> &'static str {
    if number.is_nan() {
        "NaN"
    } else if number == 0.0 {
        "-0"
    } else if number > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

fn datatype(json: &mut String, datatype: &Datatype) {
    match datatype {
        Datatype::Scalar(scalar, _) => string(json, scalar.name()),
        Datatype::Ascii(length) => {
            let _ = write!(json, "{{\"kind\":\"ascii\",\"length\":{length}}}");
        }
        Datatype::Ucs4(length, _) => {
            let _ = write!(json, "{{\"kind\":\"ucs4\",\"length\":{length}}}");
        }
        Datatype::Struct(fields) => {
            json.push_str("{\"kind\":\"struct\",\"fields\":[");
            for (number, field) in fields.iter().enumerate() {
                json.push_str(if number > 0 { ",{\"name\":" } else { "{\"name\":" });
                string(json, &field.name);
                json.push_str(",\"dtype\":");
                self::datatype(json, &field.datatype);
                let _ = write!(json, ",\"shape\":{:?}}}", field.shape);
            }
            json.push_str("]}");
        }
    }
}

/// The byte order of each field, and of each of the fields of a field: `b` or `l`.
fn orders(json: &mut String, datatype: &Datatype) {
    match datatype {
        Datatype::Struct(fields) => fields.iter().for_each(|field| orders(json, &field.datatype)),
        Datatype::Scalar(_, ByteOrder::Big) | Datatype::Ucs4(_, ByteOrder::Big) => json.push('b'),
        _ => json.push('l'),
    }
}

/// A text in quotes.
pub(super) fn string(json: &mut String, text: &str) {
    json.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
        let (before, after) = rest.split_at(at);
        json.push_str(before);
        let mut characters = after.chars();
        if let Some(special) = characters.next() {
            let _ = write!(json, "\\u{:04x}", u32::from(special));
        }
        rest = characters.as_str();
    }
    json.push_str(rest);
    json.push('"');
}
