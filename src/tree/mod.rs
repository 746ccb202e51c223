//! The YAML document of an ASDF file (ASDF 1.0.0, "Tree"; YAML 1.1): nodes with full tags, anchors and places.
//!
//! A [`Tree`] is an arena. [`Tree::parse`] fills it in one pass over the events of `yaml-rust2`, without recursion:
//! aliases are the same [`NodeId`] as their anchor, so that cycles cost nothing; merge keys are applied; plain scalars
//! are resolved by YAML 1.1 as the reference implementation does (see `scalar`). What other programs get wrong in
//! directives, tags and keys is read with a warning; the rest is [`ErrorKind::BadTree`](crate::ErrorKind::BadTree)
//! with its line, column and byte.
//!
//! Callers may rely on this: every key, item and value of a tree is a node of it, no collection nests deeper than
//! [`Limits::nesting`](crate::Limits) even when aliases are followed (cycles apart), and all work is linear in the text.

mod build;
mod core;
mod explicit;
mod mapping;
mod natural;
mod parse;
mod path;
mod place;
mod prologue;
mod scalar;
mod tag;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub(crate) use self::core::{complex, integer_words};
pub(crate) use self::explicit::to_base64;
pub use self::path::Walk;
pub(crate) use self::scalar::{is_timestamp, resolves};
pub(crate) use self::tag::{BINARY, TIMESTAMP, is, is_core, is_omap};

/// The YAML document of a file.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    root: NodeId,
    /// What an id of another tree stands for.
    absent: Node,
}

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

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
    height: u16,
    /// The collection it was written in; its own id for the root. Never after the node itself.
    parent: NodeId,
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
    fn string(text: String) -> Self {
        Self::String(if text.len() < 32 { text.as_str().into() } else { text.into_boxed_str() })
    }
}

impl Node {
    /// The full tag, if one is written.
    pub fn tag(&self) -> Option<&str> {
        self.tag.as_deref()
    }
}

impl Tree {
    /// The outermost node.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// How many nodes there are: their ids are the numbers below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node. Never so: an empty document is one null.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node at `index` of the table.
    pub fn id(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then(|| u32::try_from(index).ok().map(NodeId))?
    }

    /// The node `id`. An id that another tree made, beyond the end of this one, is a null.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.index()).unwrap_or(&self.absent)
    }

    /// The items of a sequence; none for anything else.
    pub fn items(&self, id: NodeId) -> &[NodeId] {
        if let Value::Sequence(items) = &self.node(id).value { items } else { &[] }
    }

    /// The keys and values of a mapping; none for anything else.
    pub fn entries(&self, id: NodeId) -> &[(NodeId, NodeId)] {
        if let Value::Mapping(entries) = &self.node(id).value { entries } else { &[] }
    }

    /// The value at a mapping's string key. It looks through the whole mapping.
    pub fn get(&self, mapping: NodeId, key: &str) -> Option<NodeId> {
        let is_key = |id: NodeId| matches!(&self.node(id).value, Value::String(text) if **text == *key);
        self.entries(mapping).iter().find(|(id, _)| is_key(*id)).map(|(_, value)| *value)
    }

    /// The text of a string or of a timestamp.
    pub fn text(&self, id: NodeId) -> Option<&str> {
        match &self.node(id).value {
            Value::String(text) | Value::Timestamp(text) => Some(text),
            _ => None,
        }
    }

    /// The number where a number has to stand: integers, floats, and the text of one that YAML 1.1 takes for a
    /// string but other programs write, such as `1e5`, `inf` or `NaN`.
    pub fn number(&self, id: NodeId) -> Option<f64> {
        match &self.node(id).value {
            // Python and JavaScript round an integer to the nearest double too.
            #[allow(clippy::cast_precision_loss)]
            Value::Int(value) => Some(*value as f64),
            Value::Float(value) => Some(*value),
            Value::BigInt(digits) => digits.parse().ok(),
            Value::String(text) => scalar::lenient_number(text),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn integer(&self, id: NodeId) -> Option<i128> {
        match &self.node(id).value {
            Value::Int(value) => Some(i128::from(*value)),
            Value::BigInt(digits) => digits.parse().ok(),
            _ => None,
        }
    }
}
