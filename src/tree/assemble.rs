//! Trees that are not parsed from text, but put together from nodes: another instance of the crate has parsed them.

use super::arena::Tree;
use super::node::{Mark, Node, NodeId, Value};
use std::sync::Arc;

impl Tree {
    /// A tree of these tags and values; its root is the first one. A collection comes before its items, keys and values,
    /// but where they are shared. How deep collections nest is not limited.
    pub(crate) fn assemble(nodes: Vec<(Option<Arc<str>>, Value)>) -> Self {
        let plain = |(number, (tag, value))| {
            let parent = NodeId(u32::try_from(number).unwrap_or(u32::MAX));
            Node { tag, mark: Mark::default(), value, anchored: false, height: 0, parent }
        };
        let mut nodes: Vec<Node> = nodes.into_iter().enumerate().map(plain).collect();
        for number in 0..nodes.len() {
            let Some(node) = nodes.get_mut(number) else { continue };
            let id = NodeId(u32::try_from(number).unwrap_or(u32::MAX));
            let value = std::mem::replace(&mut node.value, Value::Null);
            let mut belongs = |child: NodeId| {
                if let Some(node) =
                    nodes.get_mut(child.index()).filter(|node| node.parent == child && child > id)
                {
                    node.parent = id;
                }
            };
            match &value {
                Value::Sequence(items) => items.iter().for_each(|item| belongs(*item)),
                Value::Mapping(entries) => entries.iter().for_each(|(_, value)| belongs(*value)),
                _ => (),
            }
            if let Some(node) = nodes.get_mut(number) {
                node.value = value;
            }
        }
        let absent = Node {
            tag: None,
            mark: Mark::default(),
            value: Value::Null,
            anchored: false,
            height: 0,
            parent: NodeId(0),
        };
        if nodes.is_empty() {
            nodes.push(absent.clone());
        }
        Self { nodes, root: NodeId(0), absent }
    }
}

impl NodeId {
    /// The id of the node that is put at this index into [`Tree::assemble`].
    pub(crate) fn at(index: u32) -> Self {
        Self(index)
    }
}
