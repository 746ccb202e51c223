//! The nodes of a tree and their values.

use std::sync::Arc;

/// A node of a [`Tree`](crate::Tree).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The position of the node in the tree's table, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a node begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// The line, from 1, counted from the beginning of the text that was parsed.
    pub line: u32,
    /// The character of the line, from 1.
    pub column: u32,
    /// The byte of the file.
    pub offset: u64,
}

/// One value of the document, with what the text says about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The full tag, if one is written: `tag:stsci.edu:asdf/core/ndarray-1.0.0`, `tag:yaml.org,2002:str`, `!local`.
    pub tag: Option<Arc<str>>,
    /// Where it begins: a tagged or anchored node behind tag and anchor, a block scalar at its first line.
    pub mark: Mark,
    /// The value.
    pub value: Value,
    /// Whether it has an anchor, so that aliases may share it.
    pub anchored: bool,
    /// How many collections nest in it, itself included and aliases followed; saturates.
    pub(super) height: u16,
    /// The collection it was written in; its own id for the root. Never after the node itself.
    pub(super) parent: NodeId,
}

/// A value of YAML 1.1.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `null`, `~` or nothing.
    Null,
    /// `yes`, `No`, `TRUE`, `off`…
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// An integer beyond them: decimal digits, with `-` if it is negative.
    BigInt(Box<str>),
    /// A floating-point number.
    Float(f64),
    /// Text; also the text of a scalar whose tag is none of YAML's own.
    String(Box<str>),
    /// A date or a date with time, as written; it may name a day that does not exist.
    Timestamp(Box<str>),
    /// The bytes of a `!!binary`.
    Bytes(Box<[u8]>),
    /// A sequence.
    Sequence(Box<[NodeId]>),
    /// A mapping or an `!!omap`, in the order of the text; no two keys are equal.
    Mapping(Box<[(NodeId, NodeId)]>),
}

impl Value {
    /// A string. The parser gives each scalar room for 32 bytes: a short one costs less to copy than to shrink.
    pub(super) fn string(text: String) -> Self {
        Self::String(if text.len() < 32 { text.as_str().into() } else { text.into_boxed_str() })
    }
}

impl Node {
    /// The full tag, if one is written.
    pub fn tag(&self) -> Option<&str> {
        self.tag.as_deref()
    }
}
