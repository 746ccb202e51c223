//! Line breaks that YAML 1.1 has and YAML 1.2, which the parser implements, has not (YAML 1.1, "Line Break Characters").

/// Drops the blanks that follow the line separators (U+2028) and paragraph separators (U+2029) of a single-quoted scalar:
/// they are the indentation of its next line. Python writes the separators as they are in single quotes only, and never
/// behind a blank.
pub(in crate::tree) fn drop_indentation(text: &mut String) {
    let mut is_indentation = false;
    text.retain(|character| {
        is_indentation = match character {
            '\u{2028}' | '\u{2029}' => true,
            ' ' if is_indentation => return false,
            _ => false,
        };
        true
    });
}
