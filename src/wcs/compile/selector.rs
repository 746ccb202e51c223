//! Transforms that differ from region to region: label mappers and selectors of gwcs.

use super::super::kernel::{Kernel, Labels};
use super::super::model::{Kind, ModelId, Select, Test, Units};
use super::{AXES, Compiler, Draft};
use crate::error::Result;
use crate::tree::{NodeId, Value};

impl Compiler<'_> {
    pub(super) fn selector(&mut self, name: &str, node: NodeId) -> Result<Option<Draft>> {
        Ok(Some(match name {
            "label_mapper" => self.label_mapper(node)?,
            "regions_selector" => {
                let parameters = &self.parameters;
                let tree = parameters.tree;
                let (inputs, outputs) =
                    (parameters.required(node, "inputs")?, parameters.required(node, "outputs")?);
                let (inputs, outputs) = (tree.items(inputs).len(), tree.items(outputs).len());
                let otherwise = parameters.number_or(node, "undefined_transform_value", f64::NAN)?;
                let mapper = parameters.required(node, "label_mapper")?;
                let list = parameters.required(node, "selector")?;
                let labels = parameters.required(list, "labels")?;
                let transforms = parameters.required(list, "transforms")?;
                let label = self.transform(mapper)?;
                let mut cases = Vec::new();
                for (label, transform) in tree.items(labels).iter().zip(tree.items(transforms)) {
                    cases.push((self.label(*label)?, self.transform(*transform)?));
                }
                Draft::new(Kind::Select(Select { label, cases, otherwise }), inputs, outputs)
            }
            _ => return Ok(None),
        }))
    }

    /// A label as a number. Labels that are text are not supported.
    fn label(&self, node: NodeId) -> Result<f64> {
        let number = self.parameters.tree.number(node);
        number.ok_or_else(|| self.unsupported(node, "labels that are no numbers are not supported"))
    }

    fn label_mapper(&mut self, node: NodeId) -> Result<Draft> {
        let parameters = &self.parameters;
        let tree = parameters.tree;
        let mapper = parameters.required(node, "mapper")?;
        let mapping = parameters.given(node, "inputs_mapping");
        let named = self.input_names(node).len();
        let atol = parameters.number_or(node, "atol", 1e-8)?;
        let key = mapping.map(|mapping| self.transform(mapping)).transpose()?;
        let key_axes = key.map(|key| self.axes(key));
        if super::value::is_array(tree, mapper) || matches!(tree.node(mapper).value, Value::Sequence(_)) {
            let labels = self.labels(mapper)?;
            let image = Draft::leaf(Kernel::Labels(labels), None, Units::Keep, 2, 1);
            return self.after(node, key, image);
        }
        if tree.get(mapper, "labels").is_none() {
            let of = self.transform(mapper)?;
            let (inputs, outputs) = self.axes(of);
            return match key {
                Some(key) => {
                    let (first, _) = self.axes(key);
                    Ok(Draft::new(Kind::Compose(key, of), first, outputs))
                }
                None => Ok(Draft::new(Kind::Compose(self.identity(node, inputs), of), inputs, outputs)),
            };
        }
        let labels = self.parameters.required(mapper, "labels")?;
        let models = self.parameters.required(mapper, "models")?;
        let mut cases = Vec::new();
        for (label, model) in tree.items(labels).iter().zip(tree.items(models)) {
            let test = match *tree.items(*label) {
                [from, to] => Test::Between(self.label(from)?, self.label(to)?),
                _ => Test::Near(self.label(*label)?, atol),
            };
            cases.push((test, self.transform(*model)?));
        }
        let first = cases.first().map(|(_, case)| self.axes(*case).0);
        let inputs = key_axes.map(|(inputs, _)| inputs).or(first).unwrap_or(named).max(named).min(AXES);
        let key = key.unwrap_or_else(|| self.identity(node, inputs));
        Ok(Draft::new(Kind::Label { key, cases, otherwise: 0.0 }, inputs, 1))
    }

    fn identity(&mut self, node: NodeId, axes: usize) -> ModelId {
        self.add(Draft::new(Kind::Identity, axes, axes), node)
    }

    /// A transform of the outputs of another one.
    fn after(&mut self, node: NodeId, before: Option<ModelId>, draft: Draft) -> Result<Draft> {
        let Some(before) = before else { return Ok(draft) };
        let (inputs, between) = self.axes(before);
        if between != draft.inputs {
            return Err(self.parameters.error(node, "'inputs_mapping' does not give what the mapper takes"));
        }
        let outputs = draft.outputs;
        let last = self.add(draft, node);
        Ok(Draft::new(Kind::Compose(before, last), inputs, outputs))
    }

    fn labels(&self, node: NodeId) -> Result<Labels> {
        let numbers = self.parameters.numbers(node)?;
        let [height, width] = *numbers.shape.as_slice() else {
            return Err(self.unsupported(node, "label images with other than two axes are not supported"));
        };
        Ok(Labels { values: numbers.values.into(), width, height })
    }
}
