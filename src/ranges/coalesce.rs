//! Few large ranges instead of many small ones.

use std::ops::Range;

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
