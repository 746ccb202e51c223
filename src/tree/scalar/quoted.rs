//! Line breaks that YAML 1.1 has and YAML 1.2, which the parser implements, has not (YAML 1.1, "Line Break Characters").

/// The line and the paragraph separator. Python writes them as they are in single-quoted scalars only.
const SEPARATORS: [char; 2] = ['\u{2028}', '\u{2029}'];

/// Drops the blanks around the separators of a single-quoted scalar: they are the indentation of its lines.
pub(in crate::tree) fn unindented(text: String) -> String {
    if !text.contains(SEPARATORS) {
        return text;
    }
    let mut result = String::with_capacity(text.len());
    for (index, line) in text.split_inclusive(SEPARATORS).enumerate() {
        let line = if index == 0 { line } else { line.trim_start_matches([' ', '\t']) };
        let content = line.trim_end_matches(SEPARATORS);
        let separator = &line[content.len()..];
        result.push_str(if separator.is_empty() { content } else { content.trim_end_matches([' ', '\t']) });
        result.push_str(separator);
    }
    result
}
