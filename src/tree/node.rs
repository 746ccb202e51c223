//! The nodes of a tree and their values.

use std::sync::Arc;

/// The id of a node in a [`Tree`](crate::Tree).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The index of the node in the tree, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The position at which a node begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// The line, from 1, counted from the beginning of the parsed text.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The byte offset in the file.
    pub offset: u64,
}

/// A node of the tree: a value, and what the text says about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The full tag, if the node has one: `tag:stsci.edu:asdf/core/ndarray-1.0.0`, `tag:yaml.org,2002:str`, `!local`.
    pub tag: Option<Arc<str>>,
    /// Where the node begins: after its tag and anchor, if it has them; a block scalar at its first line.
    pub mark: Mark,
    /// The value.
    pub value: Value,
    /// Whether it has an anchor, so that aliases may share it.
    pub anchored: bool,
    /// How many levels of collections the node has, itself included and aliases followed. Saturates.
    pub(super) height: u16,
    /// The collection that contains the node in the text; for the root, its own id. Never greater than the node's id.
    pub(super) parent: NodeId,
}

/// A value of YAML 1.1.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `null`, `~` or empty.
    Null,
    /// `yes`, `No`, `TRUE`, `off`…
    Bool(bool),
    /// A 64-bit integer.
    Int(i64),
    /// An integer that does not fit into 64 bits: decimal digits, after `-` if it is negative.
    BigInt(Box<str>),
    /// A floating-point number.
    Float(f64),
    /// Text; also the text of a scalar whose tag is not one of YAML's own.
    String(Box<str>),
    /// A date, with or without time, as written. The day need not exist.
    Timestamp(Box<str>),
    /// The decoded bytes of a `!!binary`.
    Bytes(Box<[u8]>),
    /// A sequence.
    Sequence(Box<[NodeId]>),
    /// A mapping or an `!!omap`, in the order of the text. No two keys are equal.
    Mapping(Box<[(NodeId, NodeId)]>),
}

impl Value {
    /// A string. The parser allocates 32 bytes for each scalar: copying a short one costs less than shrinking it.
    pub(super) fn string(text: String) -> Self {
        Self::String(if text.len() < 32 { text.as_str().into() } else { text.into_boxed_str() })
    }
}

impl Node {
    /// The full tag, if the node has one.
    pub fn tag(&self) -> Option<&str> {
        self.tag.as_deref()
    }
}
