//! A tree as an arena of nodes, and functions to query it.

use super::node::{Node, NodeId, Value};
use super::scalar;

/// Whether numbers are read from texts, and written as such. The WebAssembly module for world coordinates does without the
/// code for it, a tenth of its size: the package sends it numbers, and keys that are texts.
pub(super) const FLOATS_AS_TEXT: bool = cfg!(any(
    not(target_arch = "wasm32"),
    not(feature = "wasm-wcs"),
    feature = "wasm-reader",
    feature = "wasm-writer"
));

/// The YAML document of a file.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) root: NodeId,
    /// The node for ids that belong to another tree.
    pub(super) absent: Node,
}

impl Tree {
    /// The root node.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The number of nodes. Their indices are the numbers below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: an empty document has one node, which is null.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The id of the node at `index`. `None` if there are fewer nodes.
    pub fn id(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then(|| u32::try_from(index).ok().map(NodeId))?
    }

    /// The node `id`. For an id of another tree that is out of range here, a null.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.index()).unwrap_or(&self.absent)
    }

    /// The items of a sequence; empty for any other node.
    pub fn items(&self, id: NodeId) -> &[NodeId] {
        if let Value::Sequence(items) = &self.node(id).value { items } else { &[] }
    }

    /// The keys and values of a mapping; empty for any other node.
    pub fn entries(&self, id: NodeId) -> &[(NodeId, NodeId)] {
        if let Value::Mapping(entries) = &self.node(id).value { entries } else { &[] }
    }

    /// The value of a string key in a mapping. Searches the whole mapping.
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

    /// The value of the node as a number: an integer, a float, or text that YAML 1.1 treats as a string but other
    /// programs write as a number, such as `1e5`, `inf` or `NaN`.
    pub fn number(&self, id: NodeId) -> Option<f64> {
        match &self.node(id).value {
            // Python and JavaScript round an integer to the nearest double too.
            #[allow(clippy::cast_precision_loss)]
            Value::Int(value) => Some(*value as f64),
            Value::Float(value) => Some(*value),
            Value::BigInt(digits) if FLOATS_AS_TEXT => digits.parse().ok(),
            Value::String(text) if FLOATS_AS_TEXT => scalar::lenient_number(text),
            _ => None,
        }
    }

    /// The value of the node, if it is an integer.
    pub fn integer(&self, id: NodeId) -> Option<i128> {
        match &self.node(id).value {
            Value::Int(value) => Some(i128::from(*value)),
            Value::BigInt(digits) if FLOATS_AS_TEXT => digits.parse().ok(),
            _ => None,
        }
    }
}
