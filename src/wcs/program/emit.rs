//! Writes the operations of models, forwards and backwards. Composition and the order of axes cost nothing when the
//! program runs: they only decide which values an operation reads.

use super::super::kernel::Kernel;
use super::super::model::{Kind, Model, ModelId, Select, Test, Units};
use super::super::unit::Unit;
use super::invertible::Invertible;
use super::{Operation, Program};
use crate::error::{Error, ErrorKind, Result};
use crate::tree::Tree;
use std::sync::Arc;

/// How many models a program may be written from, each as often as it is used.
const MODELS: usize = 1 << 16;

/// How much work a program may be for one point, as kernels count it.
const WORK: usize = 1 << 20;

/// One coordinate: the number of the value that holds it, and its unit where units are in use.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Value {
    id: u32,
    pub(in super::super) unit: Option<Unit>,
}

/// Writes one program.
#[derive(Debug)]
pub(in super::super) struct Emitter<'m> {
    tree: &'m Tree,
    models: &'m [Model],
    invertible: Invertible,
    operations: Vec<Operation>,
    values: u32,
    inputs: Vec<u32>,
    left: usize,
    work: usize,
}

type Values = Vec<Value>;

impl<'m> Emitter<'m> {
    /// Begins a program whose inputs have these units.
    pub(in super::super) fn new(
        tree: &'m Tree,
        models: &'m [Model],
        units: &[Option<Unit>],
    ) -> (Self, Values) {
        let mut emitter = Self {
            tree,
            models,
            invertible: Invertible::default(),
            operations: Vec::new(),
            values: 0,
            inputs: Vec::new(),
            left: MODELS,
            work: WORK,
        };
        let values: Values = units.iter().map(|unit| emitter.value(*unit)).collect();
        emitter.inputs = values.iter().map(|value| value.id).collect();
        (emitter, values)
    }

    /// Ends the program.
    pub(in super::super) fn finish(self, outputs: &[Value]) -> Program {
        let outputs: Vec<u32> = outputs.iter().map(|value| value.id).collect();
        Program::of(self.operations, &self.inputs, &outputs)
    }

    /// Whether [`backward`](Self::backward) can write the inverse of a model.
    pub(in super::super) fn inverts(&mut self, id: ModelId) -> bool {
        self.invertible.check(self.models, id)
    }

    fn value(&mut self, unit: Option<Unit>) -> Value {
        self.values += 1;
        Value { id: self.values - 1, unit }
    }

    fn model(&mut self, id: ModelId, inputs: usize, backwards: bool) -> Result<&'m Model> {
        let tree = self.tree;
        let missing = || Error::new(ErrorKind::BadTree, "a transform is missing");
        let model = self.models.get(id.0).ok_or_else(missing)?;
        let limit = || {
            Error::new(ErrorKind::LimitExceeded, format!("the pipeline uses more than {MODELS} transforms"))
                .on_path(tree.path_of(model.node))
        };
        self.left = self.left.checked_sub(1).ok_or_else(limit)?;
        let expected = if backwards { model.outputs } else { model.inputs };
        // The inverse of a transform that shares inputs takes them as well, and an asymmetric mapping may leave them out
        // on the way back. Their parts are checked.
        let shares = backwards
            && match &model.kind {
                Kind::Compose(..) => true,
                Kind::Remap { backward: Some(back), .. } => back.iter().all(|position| *position < inputs),
                _ => false,
            };
        if inputs == expected || shares {
            return Ok(model);
        }
        let message = format!("the transform takes {expected} coordinates, but is given {inputs}");
        Err(Error::new(ErrorKind::BadTree, message).on_path(tree.path_of(model.node)))
    }

    /// Evaluates a kernel on values.
    pub(in super::super) fn evaluate(
        &mut self,
        kernel: Arc<Kernel>,
        inputs: &[Value],
        units: impl IntoIterator<Item = Option<Unit>>,
    ) -> Values {
        let outputs: Values = units.into_iter().map(|unit| self.value(unit)).collect();
        let ids = |values: &[Value]| values.iter().map(|value| value.id).collect();
        self.operations.push(Operation::Evaluate { kernel, inputs: ids(inputs), outputs: ids(&outputs) });
        outputs
    }

    /// Converts a value to a unit, where both are known.
    pub(in super::super) fn convert(&mut self, value: Value, to: Option<Unit>) -> Result<Value> {
        self.convert_by(value, to, Unit::ONE)
    }

    /// Converts a value to a unit, if need be by a scale from what it measures to what is wanted.
    fn convert_by(&mut self, value: Value, to: Option<Unit>, scale: Unit) -> Result<Value> {
        let (Some(unit), Some(wanted)) = (value.unit, to) else {
            return Ok(Value { unit: to.or(value.unit), ..value });
        };
        let scaled = || unit.times(scale).to(wanted).or_else(|| unit.over(scale).to(wanted));
        let factor = unit.to(wanted).or_else(scaled).ok_or_else(|| {
            Error::new(ErrorKind::BadTree, "a coordinate has a unit that the next transform cannot convert")
        })?;
        if factor == 1.0 {
            return Ok(Value { unit: to, ..value });
        }
        let mut converted = self.evaluate(Arc::new(Kernel::Scale(factor)), &[value], [to]);
        Ok(converted.pop().unwrap_or(value))
    }

    /// Writes a model and returns its outputs.
    pub(in super::super) fn forward(&mut self, id: ModelId, inputs: &[Value]) -> Result<Values> {
        let tree = self.tree;
        let model = self.model(id, inputs.len(), false)?;
        match &model.kind {
            Kind::Leaf { forward, units, .. } => self
                .leaf(forward, inputs, units, false, model.outputs)
                .map_err(|e| e.on_path(tree.path_of(model.node))),
            Kind::Identity => Ok(inputs.to_vec()),
            Kind::Remap { forward, .. } => Ok(pick(inputs, forward)),
            Kind::Compose(left, right) => {
                let between = self.forward(*left, inputs)?;
                self.forward(*right, &between)
            }
            Kind::Concatenate(left, right) => self.side_by_side(inputs, *left, *right, 0),
            Kind::Coupled { left, right, shared } => self.side_by_side(inputs, *left, *right, *shared),
            Kind::Arithmetic(function, left, right) => {
                let left = self.forward(*left, inputs)?;
                let right = self.forward(*right, inputs)?;
                let kernel = Arc::new(Kernel::Binary(*function));
                let pairs = left.into_iter().zip(right);
                Ok(pairs.flat_map(|(a, b)| self.evaluate(Arc::clone(&kernel), &[a, b], [a.unit])).collect())
            }
            Kind::Fixed(of, fixed) => {
                let mut free = inputs.iter();
                let mut all = Vec::new();
                let axes = self.models.get(of.0).map_or(0, |model| model.inputs);
                for axis in 0..axes {
                    match fixed.iter().find(|(position, _)| *position == axis) {
                        Some((_, value)) => {
                            all.extend(self.evaluate(Arc::new(Kernel::Constant(*value)), &[], [None]));
                        }
                        None => all.extend(free.next().copied()),
                    }
                }
                self.forward(*of, &all)
            }
            Kind::Units(units) => {
                self.units(inputs, units.iter().copied()).map_err(|e| e.on_path(tree.path_of(model.node)))
            }
            Kind::Select(select) => {
                let label = self.forward(select.label, inputs)?;
                self.select(&label, select, inputs, model.outputs, false)
            }
            Kind::Label { key, cases, otherwise } => {
                let key = self.forward(*key, inputs)?;
                let mut result = self.evaluate(Arc::new(Kernel::Constant(*otherwise)), &[], [None]);
                for (test, case) in cases {
                    self.case(&key, *test, *case, inputs, &mut result, false)?;
                }
                Ok(result)
            }
        }
    }

    /// Writes the inverse of a model for which [`inverts`](Self::inverts) holds.
    pub(in super::super) fn backward(&mut self, id: ModelId, inputs: &[Value]) -> Result<Values> {
        let tree = self.tree;
        if let Some(inverse) = self.models.get(id.0).and_then(|model| model.inverse) {
            return self.forward(inverse, inputs);
        }
        let model = self.model(id, inputs.len(), true)?;
        match &model.kind {
            Kind::Leaf { backward: Some(kernel), units, .. } => self
                .leaf(kernel, inputs, units, true, model.inputs)
                .map_err(|e| e.on_path(tree.path_of(model.node))),
            Kind::Identity => Ok(inputs.to_vec()),
            Kind::Remap { backward: Some(backward), .. } => Ok(pick(inputs, backward)),
            Kind::Compose(left, right) => {
                let between = self.backward(*right, inputs)?;
                self.backward(*left, &between)
            }
            Kind::Concatenate(left, right) => {
                let at = self.models.get(left.0).map_or(0, |model| model.outputs);
                let (first, second) = inputs.split_at_checked(at).unwrap_or((inputs, &[]));
                let mut outputs = self.backward(*left, first)?;
                outputs.extend(self.backward(*right, second)?);
                Ok(outputs)
            }
            Kind::Coupled { left, right, shared } => {
                let at = self.models.get(left.0).map_or(0, |model| model.outputs);
                let (first, second) = inputs.split_at_checked(at).unwrap_or((inputs, &[]));
                let right = self.backward(*right, second)?;
                let mut first = first.to_vec();
                if self.invertible.shares(self.models, *left, *shared) {
                    first.extend(right.iter().take(*shared));
                }
                let left = self.backward(*left, &first)?;
                Ok(left.into_iter().take(model.inputs - right.len()).chain(right).collect())
            }
            Kind::Units(units) => {
                let swapped = units.iter().map(|(input, output)| (*output, *input));
                self.units(inputs, swapped).map_err(|e| e.on_path(tree.path_of(model.node)))
            }
            Kind::Select(select) => {
                let inverse = self.models.get(select.label.0).and_then(|label| label.inverse);
                let none = || none(tree.path_of(model.node));
                let label = self.forward(inverse.ok_or_else(none)?, inputs)?;
                self.select(&label, select, inputs, model.inputs, true)
            }
            _ => Err(none(tree.path_of(model.node))),
        }
    }

    fn leaf(
        &mut self,
        kernel: &Arc<Kernel>,
        inputs: &[Value],
        units: &Units,
        backwards: bool,
        outputs: usize,
    ) -> Result<Values> {
        self.work = self.work.checked_sub(kernel.work()).ok_or_else(|| {
            Error::new(ErrorKind::LimitExceeded, format!("the pipeline has more than {WORK} coefficients"))
        })?;
        let unit = |value: usize| inputs.get(value).or(inputs.first()).and_then(|value| value.unit);
        match units {
            Units::Keep => Ok(self.evaluate(Arc::clone(kernel), inputs, (0..outputs).map(unit))),
            Units::Times(factor) => {
                let times = |unit: Unit| if backwards { unit.over(*factor) } else { unit.times(*factor) };
                Ok(self.evaluate(Arc::clone(kernel), inputs, (0..outputs).map(|axis| unit(axis).map(times))))
            }
            Units::Scaled { unit, scale, axes } => {
                let mut converted = Vec::new();
                for input in inputs {
                    converted.push(self.convert_by(*input, Some(*unit), *scale)?);
                }
                Ok(self.evaluate(Arc::clone(kernel), &converted, vec![Some(*unit); *axes]))
            }
            Units::Fixed { inputs: before, outputs: after } => {
                let (before, after) = if backwards { (after, before) } else { (before, after) };
                let known = inputs.iter().any(|value| value.unit.is_some());
                let mut converted = Vec::new();
                for (axis, input) in inputs.iter().enumerate() {
                    converted.push(self.convert(*input, before.get(axis).copied().flatten())?);
                }
                // Where nothing has a unit, numbers stay numbers.
                let after = (0..outputs).map(|axis| after.get(axis).copied().flatten().filter(|_| known));
                Ok(self.evaluate(Arc::clone(kernel), &converted, after))
            }
        }
    }

    fn units(
        &mut self,
        inputs: &[Value],
        units: impl Iterator<Item = (Option<Unit>, Option<Unit>)>,
    ) -> Result<Values> {
        inputs
            .iter()
            .zip(units)
            .map(|(input, (before, after))| {
                let converted = self.convert(*input, before)?;
                Ok(Value { unit: after, ..converted })
            })
            .collect()
    }

    fn side_by_side(
        &mut self,
        inputs: &[Value],
        left: ModelId,
        right: ModelId,
        shared: usize,
    ) -> Result<Values> {
        let at = self.models.get(left.0).map_or(0, |model| model.inputs);
        let first = inputs.get(..at).unwrap_or(inputs);
        let second = inputs.get(at.saturating_sub(shared)..).unwrap_or(&[]);
        let mut outputs = self.forward(left, first)?;
        outputs.extend(self.forward(right, second)?);
        Ok(outputs)
    }

    fn select(
        &mut self,
        label: &[Value],
        select: &Select,
        inputs: &[Value],
        outputs: usize,
        backwards: bool,
    ) -> Result<Values> {
        let otherwise = Arc::new(Kernel::Constant(select.otherwise));
        let mut results: Values =
            (0..outputs).flat_map(|_| self.evaluate(Arc::clone(&otherwise), &[], [None])).collect();
        for (value, case) in &select.cases {
            self.case(label, Test::Is(*value), *case, inputs, &mut results, backwards)?;
        }
        Ok(results)
    }

    /// Writes a model that is evaluated only for the points whose key passes a test.
    fn case(
        &mut self,
        key: &[Value],
        test: Test,
        case: ModelId,
        inputs: &[Value],
        results: &mut Values,
        backwards: bool,
    ) -> Result<()> {
        let Some(key) = key.first() else { return Ok(()) };
        let jump = self.operations.len();
        self.operations.push(Operation::SkipUnless { column: key.id, test, operations: 0 });
        let outputs = if backwards { self.backward(case, inputs)? } else { self.forward(case, inputs)? };
        if outputs.len() != results.len() {
            let message =
                format!("the case gives {} coordinates instead of {}", outputs.len(), results.len());
            let path = self.models.get(case.0).map(|model| self.tree.path_of(model.node));
            return Err(Error::new(ErrorKind::BadTree, message).on_path(path.unwrap_or_default()));
        }
        for (result, output) in results.iter_mut().zip(outputs) {
            self.operations.push(Operation::Merge { column: key.id, test, from: output.id, to: result.id });
            result.unit = output.unit.or(result.unit);
        }
        let length = self.operations.len() - jump - 1;
        if let Some(Operation::SkipUnless { operations, .. }) = self.operations.get_mut(jump) {
            *operations = length;
        }
        Ok(())
    }
}

/// The values at these positions.
fn pick(values: &[Value], positions: &[usize]) -> Values {
    positions.iter().filter_map(|position| values.get(*position).copied()).collect()
}

fn none(path: String) -> Error {
    Error::new(ErrorKind::UnsupportedTransform, "the transform has no inverse").on_path(path)
}
