//! Leaves out what a program computes only to take it back: the longitude and latitude of a vector that the next transform
//! turns into a vector again, as between the steps of Roman's pipelines. Trigonometry is most of their time.

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
