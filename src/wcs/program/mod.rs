//! A compiled pipeline: a list of operations on columns of coordinates. It holds everything that it needs, and a run
//! allocates nothing.

mod columns;
mod emit;
mod invertible;
mod simplify;

pub(super) use emit::{Emitter, Value};

use super::kernel::{Column, Kernel, LANES};
use super::model::Test;
use std::sync::Arc;

/// One operation; columns are meant by their numbers.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    /// Evaluates a kernel.
    Evaluate { kernel: Arc<Kernel>, inputs: Vec<u32>, outputs: Vec<u32> },
    /// Passes over so many operations unless the test holds for some point.
    SkipUnless { column: u32, test: Test, operations: usize },
    /// Copies the values of the points for which the test holds.
    Merge { column: u32, test: Test, from: u32, to: u32 },
}

/// A compiled transform.
#[derive(Clone, Debug)]
pub(super) struct Program {
    operations: Vec<Operation>,
    inputs: Vec<u32>,
    outputs: Vec<u32>,
    columns: Vec<Column>,
}

impl Program {
    /// How many coordinates a point has on either side.
    pub(super) fn axes(&self) -> (usize, usize) {
        (self.inputs.len(), self.outputs.len())
    }

    /// Whether each output depends on each input: a row of inputs for each output.
    pub(super) fn dependencies(&self) -> Vec<bool> {
        // For each column a bit for each input; there are at most 64.
        let mut depends = vec![0_u64; self.columns.len()];
        let of = |depends: &[u64], id: u32| depends.get(id as usize).copied().unwrap_or(0);
        for (axis, id) in self.inputs.iter().enumerate() {
            depends.get_mut(*id as usize).into_iter().for_each(|bits| *bits = 1 << (axis % 64));
        }
        for operation in &self.operations {
            let bits = operation.reads().into_iter().fold(0, |bits, id| bits | of(&depends, id));
            let merged = if let Operation::Merge { to, .. } = operation { Some(to) } else { None };
            for id in operation.makes().iter().chain(merged) {
                depends.get_mut(*id as usize).into_iter().for_each(|made| *made = bits);
            }
        }
        let rows = self.outputs.iter().map(|id| of(&depends, *id));
        rows.flat_map(|bits| (0..self.inputs.len()).map(move |axis| bits >> (axis % 64) & 1 == 1)).collect()
    }

    /// Evaluates it for up to [`LANES`] points: their coordinates one after the other, point by point.
    pub(super) fn run(&mut self, points: &[f64], results: &mut [f64]) {
        let axes = self.inputs.len().max(1);
        let count = (points.len() / axes).min(LANES);
        for (axis, id) in self.inputs.iter().enumerate() {
            if let Some(column) = self.columns.get_mut(*id as usize) {
                let coordinates = points.iter().skip(axis).step_by(axes);
                column.iter_mut().zip(coordinates).for_each(|(value, coordinate)| *value = *coordinate);
            }
        }
        self.operate(count);
        let axes = self.outputs.len().max(1);
        for (axis, id) in self.outputs.iter().enumerate() {
            if let Some(column) = self.columns.get(*id as usize) {
                let coordinates = results.iter_mut().skip(axis).step_by(axes);
                coordinates.zip(column).take(count).for_each(|(result, value)| *result = *value);
            }
        }
    }

    fn operate(&mut self, count: usize) {
        let mut next = 0;
        while let Some(operation) = self.operations.get(next) {
            next += 1;
            match operation {
                Operation::Evaluate { kernel, inputs, outputs } => {
                    kernel.run(&mut self.columns, inputs, outputs, count);
                }
                Operation::SkipUnless { column, test, operations } => {
                    let some = self
                        .columns
                        .get(*column as usize)
                        .is_some_and(|column| column.iter().take(count).any(|value| test.holds(*value)));
                    if !some {
                        next += operations;
                    }
                }
                Operation::Merge { column, test, from, to } => {
                    let copy = |id: u32| self.columns.get(id as usize).copied();
                    let (Some(tested), Some(from)) = (copy(*column), copy(*from)) else { continue };
                    let Some(to) = self.columns.get_mut(*to as usize) else { continue };
                    for ((to, from), tested) in to.iter_mut().zip(from).zip(tested) {
                        if test.holds(tested) {
                            *to = from;
                        }
                    }
                }
            }
        }
    }
}
