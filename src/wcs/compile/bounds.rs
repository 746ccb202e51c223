//! Bounding boxes: where a transform is meant to be used.

use super::super::kernel::{Case, Limits};
use super::Compiler;
use super::value::Parameters;
use crate::error::Result;
use crate::tree::{NodeId, Value};

/// Where a transform is meant to be used: within the limits of a case, one of which the values of some inputs select.
pub(in super::super) type Bounds = Limits;

impl Compiler<'_> {
    /// The bounding box that a transform has in the tree.
    pub(in super::super) fn bounds(&self, node: NodeId, axes: usize) -> Result<Option<Bounds>> {
        let Some(bounds) = self.parameters.given(node, "bounding_box") else { return Ok(None) };
        let names = self.input_names(node);
        let parameters = &self.parameters;
        let tree = parameters.tree;
        let axis = |key: NodeId| axis_of(parameters, &names, key, axes);
        let Some(list) = tree.get(bounds, "cbbox") else {
            let limits = limits(parameters, &names, bounds, axes)?;
            return Ok(Some(Bounds { selectors: Vec::new(), cases: vec![(Vec::new(), limits)] }));
        };
        let mut selectors = Vec::new();
        let arguments = parameters.required(bounds, "selector_args")?;
        for argument in tree.items(arguments) {
            let argument = parameters.required(*argument, "argument")?;
            let axis = axis(argument).ok_or_else(|| parameters.error(argument, "there is no such input"))?;
            selectors.push(axis);
        }
        let mut cases: Vec<Case> = Vec::new();
        for item in tree.items(list) {
            let key = parameters.numbers(parameters.required(*item, "key")?)?.values;
            let limits = limits(parameters, &names, parameters.required(*item, "bbox")?, axes)?;
            cases.push((key, limits));
        }
        Ok(Some(Bounds { selectors, cases }))
    }
}

/// The position of an input by its name, or by its number.
fn axis_of(parameters: &Parameters<'_>, names: &[String], key: NodeId, axes: usize) -> Option<usize> {
    let tree = parameters.tree;
    let position = match tree.text(key) {
        Some(text) => names.iter().position(|name| name == text),
        None => tree.integer(key).and_then(|number| usize::try_from(number).ok()),
    };
    position.filter(|position| *position < axes)
}

fn limits(
    parameters: &Parameters<'_>,
    names: &[String],
    node: NodeId,
    axes: usize,
) -> Result<Vec<(usize, f64, f64)>> {
    let tree = parameters.tree;
    let interval = |node: NodeId| -> Result<[f64; 2]> {
        let numbers = parameters.numbers(node)?.values;
        numbers.try_into().map_err(|_| parameters.error(node, "an interval of two numbers was expected"))
    };
    if let Value::Sequence(items) = &tree.node(node).value {
        let nested = items.iter().any(|item| matches!(tree.node(*item).value, Value::Sequence(_)));
        if !nested {
            let [least, greatest] = interval(node)?;
            return Ok(vec![(0, least, greatest)]);
        }
        // Old files list the axes in the order of C: the last input is the first.
        return items
            .iter()
            .rev()
            .take(axes)
            .enumerate()
            .map(|(axis, item)| {
                let [least, greatest] = interval(*item)?;
                Ok((axis, least, greatest))
            })
            .collect();
    }
    let intervals = parameters.required(node, "intervals")?;
    let mut limits = Vec::new();
    for (number, (key, value)) in tree.entries(intervals).iter().enumerate() {
        let position =
            axis_of(parameters, names, *key, axes).or((names.is_empty() && number < axes).then_some(number));
        let position = position.ok_or_else(|| parameters.error(*value, "there is no such input"))?;
        let [least, greatest] = interval(*value)?;
        limits.push((position, least, greatest));
    }
    Ok(limits)
}
