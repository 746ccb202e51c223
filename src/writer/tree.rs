//! Writes a tree that was read.

use super::emitter::{Emitter, Props, Scalar};
use crate::error::Result;
use crate::tree::{Node, NodeId, Tree, Value, is_omap};

/// A step that has yet to be done.
enum Step {
    Node(NodeId),
    /// An entry of an `!!omap`, which is written as a mapping of its own.
    Entry(NodeId, NodeId),
    End,
}

impl Tree {
    /// The text of the tree, from its directives to the line `...`. Reading it gives an equal tree: values, types and
    /// tags are the same, and shared collections are shared again. Merged entries stay where they were merged.
    ///
    /// Fails if collections nest too deeply.
    pub fn emit(&self) -> Result<String> {
        let mut emitter = Emitter::default();
        let shared = self.shared();
        let mut anchors = vec![None; self.len()];
        let mut last = 0;
        let mut steps = vec![Step::Node(self.root())];
        while let Some(step) = steps.pop() {
            let id = match step {
                Step::End => {
                    emitter.end();
                    continue;
                }
                Step::Entry(key, value) => {
                    emitter.begin_mapping(Props::default(), false)?;
                    steps.extend([Step::End, Step::Node(value), Step::Node(key)]);
                    continue;
                }
                Step::Node(id) => id,
            };
            let mut anchor = None;
            if shared.get(id.index()).copied().unwrap_or_default() {
                let known = anchors.get_mut(id.index());
                if let Some(Some(anchor)) = known {
                    emitter.alias(*anchor);
                    continue;
                }
                last += 1;
                anchor = Some(last);
                if let Some(known) = known {
                    *known = anchor;
                }
            }
            let node = self.node(id);
            let props = Props { tag: node.tag(), anchor };
            let scalar = match &node.value {
                Value::Sequence(items) => {
                    emitter.begin_sequence(props, self.is_row(items))?;
                    steps.push(Step::End);
                    steps.extend(items.iter().rev().copied().map(Step::Node));
                    continue;
                }
                Value::Mapping(entries) if node.tag().is_some_and(is_omap) => {
                    emitter.begin_sequence(props, false)?;
                    steps.push(Step::End);
                    steps.extend(entries.iter().rev().map(|(key, value)| Step::Entry(*key, *value)));
                    continue;
                }
                Value::Mapping(entries) => {
                    emitter.begin_mapping(props, false)?;
                    steps.push(Step::End);
                    let nodes = entries.iter().rev().flat_map(|(key, value)| [*value, *key]);
                    steps.extend(nodes.map(Step::Node));
                    continue;
                }
                Value::Null => Scalar::Null,
                Value::Bool(truth) => Scalar::Bool(*truth),
                Value::Int(number) => Scalar::Int(*number),
                Value::BigInt(digits) => Scalar::BigInt(digits),
                Value::Float(number) => Scalar::Float(*number),
                Value::String(text) => Scalar::Text(text),
                Value::Timestamp(text) => Scalar::Timestamp(text),
                Value::Bytes(bytes) => Scalar::Bytes(bytes),
            };
            emitter.scalar(props, scalar);
        }
        Ok(emitter.finish())
    }

    /// The nodes that need an anchor: collections that occur in several places, and scalars that do if they had an
    /// anchor. Scalars without an anchor were only copied by merge keys.
    fn shared(&self) -> Vec<bool> {
        let mut met = vec![false; self.len()];
        let mut shared = vec![false; self.len()];
        let mut left = vec![self.root()];
        while let Some(id) = left.pop() {
            let node = self.node(id);
            if let (Some(met), Some(shared)) = (met.get_mut(id.index()), shared.get_mut(id.index()))
                && std::mem::replace(met, true)
            {
                *shared = node.anchored || is_collection(node);
                continue;
            }
            left.extend(self.items(id));
            left.extend(self.entries(id).iter().flat_map(|(key, value)| [*key, *value]));
        }
        shared
    }

    /// Whether all items are numbers or Booleans, which are written in one line.
    fn is_row(&self, items: &[NodeId]) -> bool {
        let is_number = |id: &NodeId| {
            let node = self.node(*id);
            node.tag().is_none() && matches!(node.value, Value::Int(_) | Value::Float(_) | Value::Bool(_))
        };
        !items.is_empty() && items.iter().all(is_number)
    }
}

fn is_collection(node: &Node) -> bool {
    matches!(node.value, Value::Sequence(_) | Value::Mapping(_))
}
