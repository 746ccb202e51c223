//! Assigns columns to a program's values. The column of a value that is no longer read is used again.

use super::super::kernel::LANES;
use super::simplify::simplify;
use super::{Operation, Program};

impl Operation {
    /// The values that it reads.
    pub(super) fn reads(&self) -> Vec<u32> {
        match self {
            Self::Evaluate { inputs, .. } => inputs.clone(),
            Self::SkipUnless { column, .. } => vec![*column],
            Self::Merge { column, from, to, .. } => vec![*column, *from, *to],
        }
    }

    /// The values that it makes.
    pub(super) fn makes(&self) -> &[u32] {
        if let Self::Evaluate { outputs, .. } = self { outputs } else { &[] }
    }

    /// Replaces the numbers of values.
    fn rename(&mut self, name: impl Fn(u32) -> u32) {
        match self {
            Self::Evaluate { inputs, outputs, .. } => {
                inputs.iter_mut().chain(outputs).for_each(|value| *value = name(*value));
            }
            Self::SkipUnless { column, .. } => *column = name(*column),
            Self::Merge { column, from, to, .. } => {
                for value in [column, from, to] {
                    *value = name(*value);
                }
            }
        }
    }
}

impl Program {
    /// Makes a program of operations on values. Jumps go forward only, so that a value is alive between the first and
    /// the last operation that names it.
    pub(super) fn of(mut operations: Vec<Operation>, inputs: &[u32], outputs: &[u32]) -> Self {
        simplify(&mut operations, outputs);
        let made = operations
            .iter()
            .flat_map(Operation::makes)
            .chain(inputs)
            .max()
            .map_or(0, |value| *value as usize + 1);
        let mut last = vec![usize::MAX; made];
        for (number, operation) in operations.iter().enumerate() {
            for value in operation.reads().into_iter().chain(operation.makes().iter().copied()) {
                last.get_mut(value as usize).into_iter().for_each(|last| *last = number);
            }
        }
        for value in outputs {
            last.get_mut(*value as usize).into_iter().for_each(|last| *last = usize::MAX);
        }
        let mut columns = Columns { names: vec![None; made], ..Columns::default() };
        for value in inputs {
            columns.take(*value);
        }
        for (number, operation) in operations.iter().enumerate() {
            for value in operation.makes() {
                columns.take(*value);
            }
            for value in operation.reads().iter().chain(operation.makes()) {
                if last.get(*value as usize) == Some(&number) {
                    columns.release(*value);
                }
            }
        }
        let name = |value: u32| columns.name(value).unwrap_or(0);
        for operation in &mut operations {
            operation.rename(name);
        }
        let named = |values: &[u32]| values.iter().map(|value| name(*value)).collect();
        let (inputs, outputs) = (named(inputs), named(outputs));
        Self { operations, inputs, outputs, columns: vec![[f64::NAN; LANES]; columns.count as usize] }
    }
}

/// The columns in use.
#[derive(Default)]
struct Columns {
    /// The column of each value that has one.
    names: Vec<Option<u32>>,
    free: Vec<u32>,
    count: u32,
}

impl Columns {
    fn name(&self, value: u32) -> Option<u32> {
        self.names.get(value as usize).copied().flatten()
    }

    fn take(&mut self, value: u32) {
        if self.name(value).is_some() {
            return;
        }
        let column = self.free.pop().unwrap_or_else(|| {
            self.count += 1;
            self.count - 1
        });
        self.names.get_mut(value as usize).into_iter().for_each(|name| *name = Some(column));
    }

    fn release(&mut self, value: u32) {
        let column = self.name(value).filter(|column| !self.free.contains(column));
        self.free.extend(column);
    }
}
