//! Data that contradict the header: the error for them, and the warning of cells of a table that are not numbers.

use crate::error::{Error, ErrorKind, Warning};

pub(super) fn bad(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::CorruptData, message)
}

/// How many cells a warning names.
const NAMED: usize = 5;

/// Cells of a table that should be numbers and are not.
#[derive(Debug, Default)]
pub(super) struct BadCells {
    named: Vec<String>,
    count: usize,
}

impl BadCells {
    /// Adds the cell of a column in row `row`, counted from 0.
    pub(super) fn add(&mut self, column: &str, row: u64, text: &str) {
        self.count += 1;
        if self.named.len() < NAMED {
            self.named.push(format!("`{text}` in row {row} of the column `{column}`"));
        }
    }

    /// The warning of them in the data of `label`, once.
    pub(super) fn take_warning(&mut self, label: &str) -> Option<Warning> {
        let Self { named, count } = std::mem::take(self);
        let more = match count.saturating_sub(named.len()) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let text = named.join(", ");
        let message = format!("{label}: masked, because they are not numbers: {text}{more}");
        (count > 0).then(|| Warning::new("bad-cell", message))
    }
}
