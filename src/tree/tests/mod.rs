//! Tests of the tree with small documents.

mod nodes;
mod scalars;

use super::{Tree, Value};
use crate::error::{Error, Warning};
use crate::limits::Limits;

fn read(text: &str) -> (Tree, Vec<Warning>) {
    let mut warnings = Vec::new();
    let tree = Tree::parse(text.as_bytes(), 0, &Limits::default(), &mut warnings).expect(text);
    (tree, warnings)
}

/// Parses the document `body`, which must not cause warnings.
fn document(body: &str) -> Tree {
    let (tree, warnings) = read(&format!("%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n---\n{body}\n...\n"));
    assert_eq!(warnings, [], "{body}");
    tree
}

/// Parses the document `body`. Returns the tree, and the codes and paths of its warnings.
fn odd_document(body: &str) -> (Tree, Vec<(&'static str, String)>) {
    let (tree, warnings) = read(&format!("%YAML 1.1\n--- {body}\n...\n"));
    (tree, warnings.into_iter().map(|warning| (warning.code, warning.path.unwrap_or_default())).collect())
}

fn refusal(text: &[u8], limits: &Limits) -> Error {
    Tree::parse(text, 1000, limits, &mut Vec::new()).expect_err("must be refused")
}

fn value<'t>(tree: &'t Tree, path: &str) -> &'t Value {
    &tree.node(tree.at(path).expect(path)).value
}

fn tag<'t>(tree: &'t Tree, path: &str) -> Option<&'t str> {
    tree.node(tree.at(path).expect(path)).tag()
}

fn string(text: &str) -> Value {
    Value::String(text.into())
}

/// The keys of a mapping, as text.
fn keys(tree: &Tree, path: &str) -> Vec<String> {
    let entries = tree.entries(tree.at(path).expect(path)).iter().enumerate();
    entries.map(|(number, (key, _))| tree.key_text(*key, number).into_owned()).collect()
}
