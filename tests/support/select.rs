//! Generates selections of an axis, and says what Python's indexing returns for them.

use asdf_wasm::Select;
use proptest::prelude::*;

/// Selections of an axis of `length`, some of them out of bounds.
pub(crate) fn select(length: u64) -> impl Strategy<Value = Select> {
    let n = i64::try_from(length).unwrap();
    let bound = move || prop::option::of(-n..=n);
    let step = prop::option::of(prop_oneof![1i64..4, -4i64..-1]);
    prop_oneof![
        Just(Select::All),
        (-n..n.max(-n + 1)).prop_map(Select::Index),
        (bound(), bound(), step).prop_map(|(start, stop, step)| Select::Slice { start, stop, step }),
    ]
}

/// What Python's indexing returns: the indices of an axis, and whether the axis is kept; `None` when it is out of bounds.
pub(crate) fn indices(select: Select, length: u64) -> Option<(Vec<i64>, bool)> {
    let n = i64::try_from(length).unwrap();
    let absolute = |index: i64| if index < 0 { index + n } else { index };
    match select {
        Select::All => Some(((0..n).collect(), true)),
        Select::Index(index) => (0..n).contains(&absolute(index)).then(|| (vec![absolute(index)], false)),
        Select::Slice { start, stop, step } => {
            let step = step.unwrap_or(1);
            let (first, last) = if step > 0 { (0, n) } else { (-1, n - 1) };
            let start = start.map_or(if step > 0 { first } else { last }, absolute);
            let end = stop.map_or(if step > 0 { last } else { first }, absolute);
            let given = |bound: Option<i64>, value: i64| bound.is_none() || (0..=last).contains(&value);
            if !given(stop, end) || start < first || start > last || (step < 0 && start < 0 && n > 0) {
                return None;
            }
            let mut indices = Vec::new();
            let mut at = start;
            while (step > 0 && at < end) || (step < 0 && at > end) {
                indices.push(at);
                at += step;
            }
            Some((indices, true))
        }
    }
}
