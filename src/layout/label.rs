//! Labels of compressions, names of encodings and digests as text.

/// A label or name as text: without its trailing zeros, and in hexadecimal where it is not printable.
pub(crate) fn label_name(label: &[u8]) -> String {
    let end = label.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let text = label.get(..end).unwrap_or_default();
    match std::str::from_utf8(text) {
        Ok(text) if text.bytes().all(|byte| byte.is_ascii_graphic()) => text.to_owned(),
        _ => format!("0x{}", hex(label)),
    }
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
