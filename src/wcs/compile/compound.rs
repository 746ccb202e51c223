//! Transforms that consist of others.

use super::super::kernel::{Binary, binary};
use super::super::model::{Kind, ModelId};
use super::{AXES, Compiler, Draft};
use crate::error::Result;
use crate::tree::NodeId;

impl Compiler<'_> {
    pub(super) fn compound(&mut self, name: &str, node: NodeId) -> Result<Option<Draft>> {
        let draft = match name {
            "compose" | "concatenate" => {
                let parts = self.parts(node)?;
                self.fold(node, &parts, name == "compose")?
            }
            "add" | "subtract" | "multiply" | "divide" | "power" => {
                let Some(function) = binary(name) else { return Ok(None) };
                let [left, right] = self.pair(node)?;
                self.arithmetic(node, function, left, right)?
            }
            "fix_inputs" => self.fix_inputs(node)?,
            "coupled_compound_model" => {
                let [left, right] = self.pair(node)?;
                let shared = match self.parameters.given(node, "shared_inputs") {
                    Some(shared) => self.parameters.index(shared)?,
                    None => 1,
                };
                let ((a, b), (c, d)) = (self.axes(left), self.axes(right));
                if shared > a || shared > c {
                    return Err(self.parameters.error(node, "more inputs are shared than there are"));
                }
                Draft::new(Kind::Coupled { left, right, shared }, a + c - shared, b + d)
            }
            _ => return Ok(None),
        };
        Ok(Some(draft))
    }

    /// The transforms listed under `forward`.
    fn parts(&mut self, node: NodeId) -> Result<Vec<ModelId>> {
        let list = self.parameters.required(node, "forward")?;
        let tree = self.parameters.tree;
        tree.items(list).iter().map(|part| self.transform(*part)).collect()
    }

    fn pair(&mut self, node: NodeId) -> Result<[ModelId; 2]> {
        let parts = self.parts(node)?;
        let message = format!("'forward' lists {} transforms instead of 2", parts.len());
        parts.try_into().map_err(|_| self.parameters.error(node, message))
    }

    /// Joins transforms, half by half: either operation may be grouped as one likes.
    fn fold(&mut self, node: NodeId, parts: &[ModelId], in_turn: bool) -> Result<Draft> {
        let (left, right) = parts.split_at_checked(parts.len() / 2).unwrap_or((parts, &[]));
        let (left, right) = (self.half(node, left, in_turn)?, self.half(node, right, in_turn)?);
        self.join(node, left, right, in_turn)
    }

    fn half(&mut self, node: NodeId, parts: &[ModelId], in_turn: bool) -> Result<ModelId> {
        match parts {
            [] => Err(self.parameters.error(node, "'forward' lists less than 2 transforms")),
            [only] => Ok(*only),
            _ => {
                let draft = self.fold(node, parts, in_turn)?;
                Ok(self.add(draft, node))
            }
        }
    }

    fn join(&self, node: NodeId, left: ModelId, right: ModelId, in_turn: bool) -> Result<Draft> {
        let ((a, b), (c, d)) = (self.axes(left), self.axes(right));
        if !in_turn {
            if a + c > AXES || b + d > AXES {
                return Err(self
                    .parameters
                    .error(node, format!("the transform has more than {AXES} coordinates")));
            }
            return Ok(Draft::new(Kind::Concatenate(left, right), a + c, b + d));
        }
        if b != c {
            let message = format!("a transform with {b} outputs is followed by one with {c} inputs");
            return Err(self.parameters.error(node, message));
        }
        Ok(Draft::new(Kind::Compose(left, right), a, d))
    }

    /// One transform after another.
    pub(in super::super) fn chain(&mut self, node: NodeId, left: ModelId, right: ModelId) -> Result<ModelId> {
        let draft = self.join(node, left, right, true)?;
        Ok(self.add(draft, node))
    }

    fn arithmetic(&self, node: NodeId, function: Binary, left: ModelId, right: ModelId) -> Result<Draft> {
        let ((a, b), (c, d)) = (self.axes(left), self.axes(right));
        if (a, b) != (c, d) {
            return Err(self
                .parameters
                .error(node, "the two transforms have different numbers of coordinates"));
        }
        Ok(Draft::new(Kind::Arithmetic(function, left, right), a, b))
    }

    fn fix_inputs(&mut self, node: NodeId) -> Result<Draft> {
        let parameters = &self.parameters;
        let list = parameters.required(node, "forward")?;
        let [of, fixed] = *parameters.tree.items(list) else {
            return Err(parameters.error(node, "'forward' lists something other than a transform and inputs"));
        };
        let keys = parameters.required(fixed, "keys")?;
        let values = parameters.required(fixed, "values")?;
        let id = self.transform(of)?;
        let (inputs, outputs) = self.axes(id);
        let names = self.input_names(of);
        let tree = self.parameters.tree;
        let mut all = Vec::new();
        for (key, value) in tree.items(keys).iter().zip(tree.items(values)) {
            let position = match tree.text(*key) {
                Some(text) => names.iter().position(|name| name == text),
                None => Some(self.parameters.index(*key)?),
            };
            let position = position.filter(|position| *position < inputs);
            let position = position.ok_or_else(|| self.parameters.error(*key, "there is no such input"))?;
            let numbers = self.parameters.numbers(*value)?;
            let [number] = *numbers.values.as_slice() else {
                return Err(self
                    .parameters
                    .error(*value, "an input is fixed to something that is not one number"));
            };
            all.push((position, number));
        }
        let free = (0..inputs).filter(|axis| all.iter().all(|(position, _)| position != axis)).count();
        Ok(Draft::new(Kind::Fixed(id, all), free, outputs))
    }

    /// The names of a transform's inputs that the tree has.
    pub(super) fn input_names(&self, node: NodeId) -> Vec<String> {
        let tree = self.parameters.tree;
        let list = tree.get(node, "inputs");
        let names = list.map(|list| tree.items(list)).unwrap_or_default();
        names.iter().map(|name| tree.text(*name).unwrap_or_default().to_owned()).collect()
    }
}
