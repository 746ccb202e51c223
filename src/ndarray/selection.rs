//! Selections: which elements of an array a caller wants, axis by axis, as in Python.

use crate::error::{Error, ErrorKind, Result};

/// The selection along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Select {
    /// All of it.
    All,
    /// One index, which drops the axis; a negative one counts from the end.
    Index(i64),
    /// `start..stop` by `step`, with Python's defaults and negative numbers, but no clipping: a bound that leaves the
    /// axis is an error.
    Slice {
        /// The first index.
        start: Option<i64>,
        /// The index after the last.
        stop: Option<i64>,
        /// From one index to the next; not zero, and may be negative.
        step: Option<i64>,
    },
}

/// A [`Select`] applied to an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Selected {
    /// The first index taken.
    pub(crate) start: u64,
    /// From one index to the next.
    pub(crate) step: i64,
    /// How many are taken; `None` for a single index, which drops the axis.
    pub(crate) count: Option<u64>,
}

impl Selected {
    /// The part within the `length` indices from `start` on, counted from there, and the number of selected indices
    /// before it. `None` if it is empty.
    pub(crate) fn within(self, start: u64, length: u64) -> Option<(Self, u64)> {
        let step = i128::from(self.step);
        let end = i128::from(start) + i128::from(length);
        let (from, start) = (i128::from(self.start), i128::from(start));
        // The first k for which from + k · step has come as far as `bound` in the direction of the step.
        let reaching = |bound: i128| {
            let distance = (bound - from) * step.signum();
            (distance + step.abs() - 1).div_euclid(step.abs()).clamp(0, self.count.unwrap_or(1).into())
        };
        let (first, behind) = if step > 0 {
            (reaching(start), reaching(end))
        } else {
            (reaching(end - 1), reaching(start - 1))
        };
        if first >= behind {
            return None;
        }
        let count = self.count.and_then(|_| u64::try_from(behind - first).ok());
        let inside = Self { start: u64::try_from(from + first * step - start).ok()?, count, ..self };
        Some((inside, u64::try_from(first).ok()?))
    }
}

impl Select {
    /// Applies it to axis number `axis` of `length` elements.
    pub(crate) fn apply(self, axis: usize, length: u64) -> Result<Selected> {
        let bad = |what: String| {
            Error::new(ErrorKind::BadSelection, format!("{what} on axis {axis} of length {length}"))
        };
        let n = i128::from(length);
        let absolute = |index: i64, last: i128| {
            let index = i128::from(index);
            let absolute = if index < 0 { index + n } else { index };
            (0..=last).contains(&absolute).then_some(absolute)
        };
        let narrow =
            |index: i128| u64::try_from(index).map_err(|_| bad(format!("index {index} is out of bounds")));
        match self {
            Self::All => Ok(Selected { start: 0, step: 1, count: Some(length) }),
            Self::Index(index) => {
                let start =
                    absolute(index, n - 1).ok_or_else(|| bad(format!("index {index} is out of bounds")))?;
                Ok(Selected { start: narrow(start)?, step: 1, count: None })
            }
            Self::Slice { start, stop, step } => {
                let step = step.unwrap_or(1);
                let bound = |bound: Option<i64>, default: i128, last: i128, name: &str| match bound {
                    None => Ok(default),
                    Some(index) => {
                        absolute(index, last).ok_or_else(|| bad(format!("{name} {index} is out of bounds")))
                    }
                };
                let (first, distance) = match step {
                    0 => return Err(bad("a step of 0".into())),
                    1.. => {
                        let first = bound(start, 0, n, "start")?;
                        (first, bound(stop, n, n, "stop")? - first)
                    }
                    _ => {
                        let first = bound(start, n - 1, n - 1, "start")?;
                        (first, first - bound(stop, -1, n - 1, "stop")?)
                    }
                };
                let stride = i128::from(step).abs();
                let count = if distance > 0 { (distance + stride - 1) / stride } else { 0 };
                // For an empty selection, the start may lie outside the axis.
                Ok(Selected { start: narrow(first.max(0))?, step, count: Some(narrow(count)?) })
            }
        }
    }
}

/// The selection of each axis of an array; axes without one are selected whole.
pub(crate) fn apply(selection: &[Select], shape: &[u64]) -> Result<Vec<Selected>> {
    if selection.len() > shape.len() {
        let message = format!("{} axes selected of an array that has {}", selection.len(), shape.len());
        return Err(Error::new(ErrorKind::BadSelection, message));
    }
    let selects = selection.iter().copied().chain(std::iter::repeat(Select::All));
    let axes = selects.zip(shape).enumerate();
    axes.map(|(number, (select, length))| select.apply(number, *length)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(select: Select, length: u64) -> Result<Vec<i128>> {
        let selected = select.apply(0, length)?;
        let at = |k: u64| i128::from(selected.start) + i128::from(k) * i128::from(selected.step);
        Ok((0..selected.count.unwrap_or(1)).map(at).collect())
    }

    fn slice(
        start: impl Into<Option<i64>>,
        stop: impl Into<Option<i64>>,
        step: impl Into<Option<i64>>,
    ) -> Select {
        Select::Slice { start: start.into(), stop: stop.into(), step: step.into() }
    }

    #[test]
    fn slices_are_pythons() {
        assert_eq!(indices(slice(None, None, None), 3).unwrap(), [0, 1, 2]);
        assert_eq!(indices(slice(1, 3, None), 3).unwrap(), [1, 2]);
        assert_eq!(indices(slice(None, None, 2), 5).unwrap(), [0, 2, 4]);
        assert_eq!(indices(slice(None, None, -2), 5).unwrap(), [4, 2, 0]);
        assert_eq!(indices(slice(-2, None, None), 5).unwrap(), [3, 4]);
        assert_eq!(indices(slice(3, 0, -1), 5).unwrap(), [3, 2, 1]);
        assert_eq!(indices(slice(2, 2, None), 5).unwrap(), []);
        assert_eq!(indices(slice(5, 5, None), 5).unwrap(), []);
        assert_eq!(indices(slice(3, 1, None), 5).unwrap(), []);
        assert_eq!(indices(slice(None, None, None), 0).unwrap(), []);
        assert_eq!(indices(slice(None, None, -1), 0).unwrap(), []);
        assert_eq!(indices(slice(None, None, i64::MIN), 5).unwrap(), [4]);
        assert_eq!(indices(Select::Index(-1), 5).unwrap(), [4]);
    }

    #[test]
    fn parts_of_a_selection_are_those_of_its_indices() {
        for (start, step, count) in [
            (0, 1, Some(20)),
            (3, 4, Some(5)),
            (19, -3, Some(6)),
            (7, 1, None),
            (0, i64::MIN, Some(1)),
            (5, 2, Some(0)),
        ] {
            let selected = Selected { start, step, count };
            let all: Vec<_> = (0..count.unwrap_or(1))
                .map(|k| i128::from(start) + i128::from(k) * i128::from(step))
                .collect();
            for from in 0..20 {
                for length in 0..=20 - from {
                    let inside =
                        |index: &&i128| (i128::from(from)..i128::from(from + length)).contains(index);
                    let expected: Vec<_> =
                        all.iter().filter(inside).map(|index| index - i128::from(from)).collect();
                    let Some((part, before)) = selected.within(from, length) else {
                        assert!(expected.is_empty(), "{selected:?} {from} {length}");
                        continue;
                    };
                    let at = |k: u64| i128::from(part.start) + i128::from(k) * i128::from(part.step);
                    assert_eq!((0..part.count.unwrap_or(1)).map(at).collect::<Vec<_>>(), expected);
                    assert_eq!(part.count.is_some(), count.is_some());
                    assert_eq!(
                        all.iter().position(|index| *index == expected[0] + i128::from(from)),
                        usize::try_from(before).ok()
                    );
                }
            }
        }
    }

    #[test]
    fn nothing_is_clipped() {
        for bad in [
            slice(0, 6, None),
            slice(-6, None, None),
            slice(5, None, -1),
            slice(0, 5, 0),
            Select::Index(5),
            Select::Index(-6),
        ] {
            assert_eq!(indices(bad, 5).unwrap_err().kind(), ErrorKind::BadSelection, "{bad:?}");
        }
        assert!(indices(Select::Index(0), 0).is_err());
    }
}
