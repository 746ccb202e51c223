//! Byte ranges without I/O: which bytes of a file an operation needs, and those that have arrived.
//!
//! The rest of the crate never reads anything. An [`Operation`] says which [`Range`]s it needs, is given bytes in any
//! pieces and order, and is asked again; [`run`] is the whole loop for a file in memory.

mod cache;
mod sparse;

use std::ops::Range;

pub use cache::{CacheStorage, CachedBytes};
pub(crate) use cache::{OwnMemory, RangeCache};
pub(crate) use sparse::SparseBuffer;

use crate::error::{Error, ErrorKind, Result};

/// What an [`Operation`] answers when asked for its next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<T> {
    /// It needs these bytes of the file, ascending and not overlapping, before it can go on.
    Need(Vec<Range<u64>>),
    /// It is finished.
    Done(T),
}

/// Something that reads a file without doing I/O itself.
pub trait Operation {
    /// The result of the operation.
    type Output;

    /// Proceeds until it needs bytes that have not arrived. Must not be called again after `Done` or an error.
    fn step(&mut self) -> Result<Step<Self::Output>>;

    /// Supplies bytes of the file that begin at `offset`. Any part of a needed range is accepted; other bytes are
    /// dropped.
    fn supply(&mut self, offset: u64, bytes: &[u8]);
}

/// Runs an operation on a file that is wholly in memory.
pub fn run<O: Operation>(mut operation: O, file: &[u8]) -> Result<O::Output> {
    loop {
        match operation.step()? {
            Step::Done(output) => return Ok(output),
            Step::Need(ranges) => {
                for range in ranges {
                    operation.supply(range.start, slice(file, &range)?);
                }
            }
        }
    }
}

/// The bytes of `file` in `range`; a range that leaves the file is `truncated`.
pub(crate) fn slice<'a>(file: &'a [u8], range: &Range<u64>) -> Result<&'a [u8]> {
    let bounds = usize::try_from(range.start).ok().zip(usize::try_from(range.end).ok());
    bounds.and_then(|(start, end)| file.get(start..end)).ok_or_else(|| {
        let message =
            format!("bytes {}..{} were asked of a file of {} bytes", range.start, range.end, file.len());
        Error::new(ErrorKind::Truncated, message).at(range.start)
    })
}

/// Why a function that needs bytes came back early.
#[derive(Debug)]
pub(crate) enum Interrupt {
    /// These bytes have to arrive first.
    Need(Vec<Range<u64>>),
    /// It cannot be done.
    Failed(Error),
}

impl From<Error> for Interrupt {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// The result of a function that may need bytes first: it is called again, from its start, when they are there.
pub(crate) type Poll<T> = std::result::Result<T, Interrupt>;

/// Turns what a polled function came back with into the step of an operation.
pub(crate) fn step<T>(poll: Poll<T>) -> Result<Step<T>> {
    match poll {
        Ok(output) => Ok(Step::Done(output)),
        Err(Interrupt::Need(ranges)) => Ok(Step::Need(ranges)),
        Err(Interrupt::Failed(error)) => Err(error),
    }
}

/// Merges sorted `ranges` that overlap, touch, or lie at most `gap` bytes apart. Empty ranges vanish.
pub(crate) fn coalesce(ranges: impl IntoIterator<Item = Range<u64>>, gap: u64) -> Vec<Range<u64>> {
    let mut merged: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        if range.is_empty() {
            continue;
        }
        match merged.last_mut() {
            Some(last) if range.start <= last.end.saturating_add(gap) => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)] // one range is one of several
mod tests {
    use super::coalesce;

    #[test]
    fn merges_up_to_the_gap_and_no_further() {
        assert_eq!(coalesce([0..4, 6..8, 20..21, 21..21], 2), [0..8, 20..21]);
        assert_eq!(coalesce([0..4, 2..3, 4..5], 0), [0..5]);
        assert_eq!(coalesce([0..u64::MAX, 5..6], u64::MAX).len(), 1);
    }
}
