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
