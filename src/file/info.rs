//! A file in words: its format, its blocks and its tree.

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
        self.children(f, tree, tree.root(), &mut Vec::new())
    }
}

impl Info<'_> {
    /// Prints what a collection holds; `above` are the collections around it.
    fn children(
        &self,
        f: &mut fmt::Formatter<'_>,
        tree: &Tree,
        id: NodeId,
        above: &mut Vec<NodeId>,
    ) -> fmt::Result {
        above.push(id);
        let items = tree.items(id);
        for (number, item) in items.iter().take(ITEMS).enumerate() {
            self.node(f, tree, (&number.to_string(), *item), above)?;
        }
        if let Some(more @ 1..) = items.len().checked_sub(ITEMS) {
            writeln!(f, "{:1$}and {more} more", "", 2 * (above.len() - 1))?;
        }
        for (key, value) in tree.entries(id) {
            self.node(f, tree, (&tree.key_name(*key), *value), above)?;
        }
        above.pop();
        Ok(())
    }

    fn node(
        &self,
        f: &mut fmt::Formatter<'_>,
        tree: &Tree,
        (key, id): (&str, NodeId),
        above: &mut Vec<NodeId>,
    ) -> fmt::Result {
        write!(f, "{:1$}{key}:", "", 2 * (above.len() - 1))?;
        let node = tree.node(id);
        if let Some(tag) = node.tag().map(tree::tag_name).filter(|tag| !tag.starts_with("tag:yaml.org")) {
            write!(f, " !{tag}")?;
        }
        match (self.document.array(id), &node.value) {
            (Some(Ok(array)), _) => writeln!(f, " {} {:?}", array.datatype, array.shape),
            (Some(Err(error)), _) => writeln!(f, " {error}"),
            _ if above.contains(&id) => writeln!(f, " (an alias of a node around it)"),
            (_, Value::Sequence(_) | Value::Mapping(_)) => {
                writeln!(f)?;
                self.children(f, tree, id, above)
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
