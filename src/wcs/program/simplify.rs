//! Leaves out what a program need not compute: the longitude and latitude of a vector that the next transform turns into a
//! vector again, as between the steps of Roman's pipelines, where trigonometry is most of the time; and shifts and scales of
//! what only they read, which the transform before them takes into its parameters.

use super::super::kernel::Kernel;
use super::Operation;
use std::sync::Arc;

/// How far the product of two factors may be from 1, where rounding alone keeps them from it.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Simplifies the operations of a program with these outputs. Those with cases stay as they are: cases count operations.
pub(super) fn simplify(operations: &mut Vec<Operation>, outputs: &[u32]) {
    if !operations.iter().all(|operation| matches!(operation, Operation::Evaluate { .. })) {
        return;
    }
    let values = operations.iter().flat_map(Operation::makes).max().map_or(0, |value| *value as usize + 1);
    let mut made: Vec<Option<usize>> = vec![None; values];
    for number in 0..operations.len() {
        let vector = operations.get(number).and_then(|operation| same_vector(operations, &made, operation));
        if let (Some(vector), Some(Operation::Evaluate { kernel, inputs, .. })) =
            (vector, operations.get_mut(number))
        {
            (*kernel, *inputs) = (Arc::new(Kernel::Normalize), vector);
        }
        for value in operations.get(number).map(Operation::makes).unwrap_or_default() {
            made.get_mut(*value as usize).into_iter().for_each(|made| *made = Some(number));
        }
    }
    remove_unused(operations, outputs, values);
    absorb_linear(operations, outputs, values);
    remove_unused(operations, outputs, values);
}

/// Gives the operation before a shift or scale its parameters, and its output: then it makes nothing more itself.
fn absorb_linear(operations: &mut [Operation], outputs: &[u32], values: usize) {
    let mut readers = vec![0_usize; values];
    let read = operations.iter().flat_map(Operation::reads).chain(outputs.iter().copied());
    read.for_each(|value| readers.get_mut(value as usize).into_iter().for_each(|readers| *readers += 1));
    let mut made: Vec<Option<usize>> = vec![None; values];
    for number in 0..operations.len() {
        let (before, rest) = operations.split_at_mut(number);
        let Some(Operation::Evaluate { kernel, inputs, outputs }) = rest.first_mut() else { continue };
        let only = inputs.first().filter(|input| readers.get(**input as usize) == Some(&1));
        let maker = only.and_then(|input| made.get(*input as usize).copied().flatten());
        let mut makes = number;
        if let (Some((factor, add)), Some(maker)) = (kernel.linear(), maker)
            && let Some(Operation::Evaluate { kernel, outputs: results, .. }) = before.get_mut(maker)
            && let Some(both) = kernel.then(factor, add)
        {
            *kernel = Arc::new(both);
            results.clone_from(outputs);
            outputs.clear();
            makes = maker;
        }
        let makes_of = operations.get(makes).map(Operation::makes).unwrap_or_default();
        for value in makes_of {
            made.get_mut(*value as usize).into_iter().for_each(|made| *made = Some(makes));
        }
    }
}

/// The coordinates of the vector whose direction an operation turns into a vector again.
fn same_vector(operations: &[Operation], made: &[Option<usize>], operation: &Operation) -> Option<Vec<u32>> {
    let Operation::Evaluate { kernel, inputs, .. } = operation else { return None };
    let (Kernel::ToVector, [longitude, latitude]) = (&**kernel, inputs.as_slice()) else { return None };
    let source = |value: u32| {
        let (mut value, mut factor) = (value, 1.0);
        loop {
            let number = made.get(value as usize).copied().flatten()?;
            let Operation::Evaluate { kernel, inputs, outputs } = operations.get(number)? else {
                return None;
            };
            match &**kernel {
                Kernel::Scale(by) => (value, factor) = (*inputs.first()?, factor * by),
                Kernel::ToSphere(_) if (factor - 1.0_f64).abs() < ROUNDING => {
                    return Some((number, outputs.iter().position(|output| *output == value)?));
                }
                _ => return None,
            }
        }
    };
    let ((first, 0), (second, 1)) = (source(*longitude)?, source(*latitude)?) else { return None };
    match operations.get(first).filter(|_| first == second)? {
        Operation::Evaluate { inputs, .. } => Some(inputs.clone()),
        _ => None,
    }
}

/// Removes operations whose results nobody reads.
fn remove_unused(operations: &mut Vec<Operation>, outputs: &[u32], values: usize) {
    let mut used = vec![false; values];
    for value in outputs {
        used.get_mut(*value as usize).into_iter().for_each(|used| *used = true);
    }
    let mut kept = Vec::with_capacity(operations.len());
    while let Some(operation) = operations.pop() {
        let needed = operation.makes().iter().any(|value| used.get(*value as usize) == Some(&true));
        if needed {
            for value in operation.reads() {
                used.get_mut(value as usize).into_iter().for_each(|used| *used = true);
            }
            kept.push(operation);
        }
    }
    kept.reverse();
    *operations = kept;
}

#[cfg(test)]
mod tests {
    use super::super::{Operation, Program};
    use crate::wcs::kernel::Kernel;
    use std::sync::Arc;

    /// Operations from one value to the next, as a program that gives the named ones; its results for 3, and its length.
    fn run(kernels: [Kernel; 3], reads: [u32; 3], outputs: &[u32]) -> (Vec<f64>, usize) {
        let makes = kernels.into_iter().zip(reads).zip(1..);
        let operations = makes.map(|((kernel, read), made)| Operation::Evaluate {
            kernel: Arc::new(kernel),
            inputs: vec![read],
            outputs: vec![made],
        });
        let mut program = Program::of(operations.collect(), &[0], outputs);
        let mut results = vec![f64::NAN; outputs.len()];
        program.run(&[3.0], &mut results);
        (results, program.operations.len())
    }

    #[test]
    fn shifts_and_scales_become_one() {
        let kernels = || [Kernel::Shift(1.0), Kernel::Scale(2.0), Kernel::Linear(10.0, 5.0)];
        assert_eq!(run(kernels(), [0, 1, 2], &[3]), (vec![85.0], 1));
        assert_eq!(run(kernels(), [0, 1, 2], &[2, 3]), (vec![8.0, 85.0], 2), "also wanted by itself");
        assert_eq!(run(kernels(), [0, 1, 1], &[2, 3]), (vec![8.0, 45.0], 3), "read twice");
        let too_great = [Kernel::Scale(1e200), Kernel::Scale(1e-200), Kernel::Scale(f64::INFINITY)];
        assert_eq!(run(too_great, [0, 1, 2], &[3]).1, 2, "what is not finite stays by itself");
    }
}
