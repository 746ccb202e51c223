//! A file in words: its format, its blocks and its tree.

use std::collections::BTreeSet;
use std::fmt;

use super::open::File;
use crate::document::Document;
use crate::tree::{self, NodeId, Tree, Value};

/// How many items of a sequence, and characters of a text, are shown.
const ITEMS: usize = 10;
const CHARACTERS: usize = 60;

/// What [`File::info`] gives: prints format, blocks and tree of a file.
///
/// ```
/// use asdf_wasm::File;
///
/// let text = b"#ASDF 1.0.0\n%YAML 1.1\n---\nmeta: {object: M 31}\n...\n";
/// let file = File::new(std::io::Cursor::new(text))?;
/// assert_eq!(file.info().to_string(), "asdf 1.0.0, 51 bytes, 0 blocks\nmeta:\n  object: M 31\n");
/// # Ok::<(), asdf_wasm::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Info<'f> {
    document: &'f Document,
    size: u64,
}

impl<R> File<R> {
    /// The file in words, to be printed: its format, its blocks, and its tree without the elements of arrays.
    pub fn info(&self) -> Info<'_> {
        Info { document: &self.document, size: self.size }
    }
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = self.document.layout();
        let (dialect, version, blocks) = (layout.dialect.name(), &layout.format_version, layout.blocks.len());
        writeln!(f, "{dialect} {version}, {} bytes, {blocks} blocks", self.size)?;
        #[cfg(feature = "fits")]
        for hdu in &layout.hdus {
            write!(f, "HDU {} {}", hdu.index, hdu.name)?;
            if let Ok(array) = self.document.hdu_array(hdu.index) {
                write!(f, ": {} {:?}", array.datatype, array.shape)?;
            }
            writeln!(f)?;
        }
        let Some(tree) = self.document.tree() else { return Ok(()) };
        self.children(f, tree, tree.root(), (0, &mut BTreeSet::new()))
    }
}

impl Info<'_> {
    /// Prints what a collection holds, so deep in the tree. Those that were printed are `seen`: aliases may repeat each of them often.
    fn children(
        &self,
        f: &mut fmt::Formatter<'_>,
        tree: &Tree,
        id: NodeId,
        (depth, seen): (usize, &mut BTreeSet<NodeId>),
    ) -> fmt::Result {
        seen.insert(id);
        let items = tree.items(id);
        for (number, item) in items.iter().take(ITEMS).enumerate() {
            self.node(f, tree, (&number.to_string(), *item), (depth, seen))?;
        }
        if let Some(more @ 1..) = items.len().checked_sub(ITEMS) {
            writeln!(f, "{:1$}and {more} more", "", 2 * depth)?;
        }
        for (key, value) in tree.entries(id) {
            self.node(f, tree, (&tree.key_name(*key), *value), (depth, seen))?;
        }
        Ok(())
    }

    fn node(
        &self,
        f: &mut fmt::Formatter<'_>,
        tree: &Tree,
        (key, id): (&str, NodeId),
        (depth, seen): (usize, &mut BTreeSet<NodeId>),
    ) -> fmt::Result {
        write!(f, "{:1$}{key}:", "", 2 * depth)?;
        let node = tree.node(id);
        if let Some(tag) = node.tag().map(tree::tag_name).filter(|tag| !tag.starts_with("tag:yaml.org")) {
            write!(f, " !{tag}")?;
        }
        match (self.document.array(id), &node.value) {
            (Some(Ok(array)), _) => writeln!(f, " {} {:?}", array.datatype, array.shape),
            (Some(Err(error)), _) => writeln!(f, " {error}"),
            (_, Value::Sequence(_) | Value::Mapping(_)) if seen.contains(&id) => {
                writeln!(f, " (the same as {})", tree.path_of(id))
            }
            (_, Value::Sequence(_) | Value::Mapping(_)) => {
                writeln!(f)?;
                self.children(f, tree, id, (depth + 1, seen))
            }
            (_, value) => writeln!(f, " {}", shortened(&text(value))),
        }
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null | Value::Sequence(_) | Value::Mapping(_) => "null".into(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::String(text) | Value::Timestamp(text) | Value::BigInt(text) => text.to_string(),
        Value::Bytes(bytes) => format!("{} bytes", bytes.len()),
    }
}

/// The beginning of the first line of a text.
fn shortened(text: &str) -> String {
    let line: String = text.chars().take_while(|char| *char != '\n').take(CHARACTERS).collect();
    if line.len() < text.len() { format!("{line}…") } else { line }
}
