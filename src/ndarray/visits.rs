//! A budget for the work of describing arrays, which aliases can repeat.

use std::cell::Cell;

use crate::error::{Error, ErrorKind, Result};
use crate::tree::Tree;

/// The budget of any file: a fraction of a second, and some 25 MB for that many fields.
const FEWEST_VISITS: u64 = 1 << 18;

/// How many more elements of inline arrays and fields of datatypes may be visited while a file is opened. All arrays of the
/// file share the budget, a multiple of the number of nodes in the tree: repetition through aliases then costs about as
/// much as the text that expresses it, and a short file may still share a type among some arrays.
#[derive(Debug)]
pub(crate) struct VisitBudget(Cell<u64>);

impl VisitBudget {
    /// The budget for all arrays of `tree`.
    pub(crate) fn of(tree: &Tree) -> Self {
        Self(Cell::new((tree.len() as u64).saturating_mul(4).max(FEWEST_VISITS)))
    }

    /// A budget for an array that was charged when the file was opened.
    pub(super) fn charged() -> Self {
        Self(Cell::new(u64::MAX))
    }

    /// Charges for `count` visits.
    pub(super) fn charge(&self, count: u64) -> Result<()> {
        let message =
            "the arrays repeat elements of inline data or fields of datatypes through aliases too often";
        let left = self.0.get().checked_sub(count);
        self.0.set(left.ok_or_else(|| Error::new(ErrorKind::LimitExceeded, message))?);
        Ok(())
    }

    /// Charges for reading a text, which costs more than a visit only if it is long.
    pub(super) fn charge_text(&self, text: &str) -> Result<()> {
        self.charge(text.len() as u64 / 64)
    }
}
