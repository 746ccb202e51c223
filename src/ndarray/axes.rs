//! Shapes and other lists of an array description, and the error for a malformed one.

use crate::error::{Error, ErrorKind, Result};
use crate::tree::{NodeId, Tree, Value};

pub(crate) fn bad(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::BadArray, message)
}

/// Reads a list of lengths such as `shape`.
pub(super) fn lengths(tree: &Tree, node: NodeId) -> Result<Vec<u64>> {
    let Value::Sequence(items) = &tree.node(node).value else {
        return Err(bad("shape is not a list"));
    };
    check_axes(items.len())?;
    let length = |item: &NodeId| tree.integer(*item).and_then(|length| u64::try_from(length).ok());
    items
        .iter()
        .map(|item| length(item).ok_or_else(|| bad("shape holds something that is not a length")))
        .collect()
}

/// The most axes an array may have, as many as numpy's: lists of lengths that are aliased are copied by every array.
const MOST_AXES: usize = 64;

/// Refuses more axes than an array may have.
pub(super) fn check_axes(axes: usize) -> Result<()> {
    if axes > MOST_AXES {
        return Err(bad(format!("the array has {axes} axes, more than the {MOST_AXES} there may be")));
    }
    Ok(())
}

/// How many nodes nested lists of this shape have, with `element` nodes for each element.
pub(super) fn nodes(shape: &[u64], element: u64) -> u64 {
    shape.iter().rev().fold(element, |inner, length| length.saturating_mul(inner).saturating_add(1))
}
