//! Which arrays a transform needs.

use super::value::is_array;
use crate::tree::{NodeId, Tree, Value};

/// The arrays on which the transforms of a `gwcs/wcs` node depend, each once, in the order of the file. Frames are left
/// out: they are described by the tree alone. A node that is a transform itself is one too.
pub fn arrays(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let mut stack: Vec<NodeId> = match tree.get(node, "steps") {
        Some(steps) => tree.items(steps).iter().filter_map(|step| tree.get(*step, "transform")).collect(),
        None => vec![node],
    };
    let mut seen = vec![false; tree.len()];
    let mut found = vec![false; tree.len()];
    while let Some(node) = stack.pop() {
        if seen.get_mut(node.index()).is_none_or(|seen| std::mem::replace(seen, true)) {
            continue;
        }
        if is_array(tree, node) {
            found.get_mut(node.index()).into_iter().for_each(|found| *found = true);
            continue;
        }
        match &tree.node(node).value {
            Value::Sequence(items) => stack.extend(items),
            Value::Mapping(entries) => stack.extend(entries.iter().map(|(_, value)| *value)),
            _ => (),
        }
    }
    (0..tree.len()).filter_map(|index| tree.id(index).filter(|_| found.get(index) == Some(&true))).collect()
}
