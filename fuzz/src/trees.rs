//! Trees: their text, read and written again.

use std::collections::HashMap;

use asdf_wasm::{Checksums, ErrorKind, Limits, Opening, Options, Tree, Value};

use super::{WHOLE, limits, open, run};

/// The text of a tree.
pub(crate) fn tree(text: &[u8]) {
    let file =
        [b"#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- ", text, b"\n...\n"];
    let file = file.concat();
    if let Some(document) = open(&file, limits())
        && let Some(tree) = document.tree()
    {
        emitted(tree);
    }
}

/// A tree that was read, written again: reading that gives an equal tree, whose text is as the standard wants it.
pub fn emitted(tree: &Tree) {
    let text = match tree.emit() {
        Ok(text) => format!("#ASDF 1.0.0\n{text}"),
        // An ordered map that was a mapping nests deeper as the sequence that it should be.
        Err(error) => return assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}"),
    };
    let mut limits = Limits::default();
    limits.nesting = u32::MAX;
    let opening = Opening::new(text.len() as u64, Options::new(Checksums::Warn, limits));
    let document =
        run(opening, text.as_bytes(), WHOLE, false).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let odd = ["no-yaml-directive", "no-document-end", "second-document", "bad-directive", "duplicate-key"];
    let found = document.warnings().iter().find(|warning| odd.contains(&warning.code));
    assert_eq!(found, None, "{text}");
    let again = document.tree().unwrap_or_else(|| panic!("no tree in\n{text}"));
    let mut partners = HashMap::new();
    let mut left = vec![(tree.root(), again.root())];
    while let Some((one, other)) = left.pop() {
        let (was, is) = (tree.node(one), again.node(other));
        // The parser reads escaped characters beyond ASCII as others.
        if was.tag().is_none_or(str::is_ascii) {
            assert_eq!(was.tag(), is.tag(), "{text}");
        }
        let collection = matches!(was.value, Value::Sequence(_) | Value::Mapping(_));
        if collection && let Some(partner) = partners.insert(one, other) {
            assert_eq!(partner, other, "what stands in several places is one: {text}");
            continue;
        }
        match (&was.value, &is.value) {
            (Value::Sequence(were), Value::Sequence(are)) => {
                assert_eq!(were.len(), are.len(), "{text}");
                left.extend(were.iter().copied().zip(are.iter().copied()));
            }
            (Value::Mapping(were), Value::Mapping(are)) => {
                assert_eq!(were.len(), are.len(), "{text}");
                let pairs = were.iter().zip(are.iter());
                left.extend(pairs.flat_map(|((a, b), (c, d))| [(*a, *c), (*b, *d)]));
            }
            (Value::Float(was), Value::Float(is)) => {
                assert!(was.to_bits() == is.to_bits() || was.is_nan() && is.is_nan(), "{was} {is}\n{text}");
            }
            (was, is) => assert_eq!(was, is, "{text}"),
        }
    }
}
