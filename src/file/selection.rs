//! Selections in the syntax of Rust: `..`, `(0..64, 5)`, `[Select::All]`.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use crate::ndarray::Select;

/// What is read of an array, axis by axis; further axes are read whole.
///
/// It is made from `..` (all of the array), from a range of the first axis, or from a tuple, an array or a vector with a
/// range, an index or a [`Select`] for each axis. Negative bounds count from the end, as in Python.
///
/// ```
/// use asdf_wasm::{Select, Selection};
///
/// let corner = Selection::from((0..64, 0..64));
/// let last_column = Selection::from((.., -1));
/// let every_second_row = Selection::from(Select::from(..).by(2));
/// # assert_ne!(corner, last_column);
/// # assert_ne!(corner, every_second_row);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection(pub(super) Vec<Select>);

impl Select {
    /// The same with this step. An index stays one.
    #[must_use]
    pub fn by(self, step: i64) -> Self {
        match self {
            Self::All => Self::Slice { start: None, stop: None, step: Some(step) },
            Self::Slice { start, stop, .. } => Self::Slice { start, stop, step: Some(step) },
            Self::Index(index) => Self::Index(index),
        }
    }
}

/// From `start` to before `stop`.
fn slice<I: TryInto<i64>>(start: Option<I>, stop: Option<I>) -> Select {
    Select::Slice { start: start.map(bound), stop: stop.map(bound), step: None }
}

/// What is beyond 63 bits is beyond every axis.
fn bound<I: TryInto<i64>>(bound: I) -> i64 {
    bound.try_into().unwrap_or(i64::MAX)
}

/// A bound that is a part of the range; -1 is the last index, and what follows it is the end.
fn behind<I: TryInto<i64>>(last: I) -> Option<i64> {
    bound(last).checked_add(1).filter(|stop| *stop != 0)
}

impl From<RangeFull> for Select {
    fn from(_: RangeFull) -> Self {
        Self::All
    }
}

/// All of an array, whatever axes it has.
impl From<RangeFull> for Selection {
    fn from(_: RangeFull) -> Self {
        Self::default()
    }
}

macro_rules! selects {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Select {
            fn from(index: $integer) -> Self {
                Self::Index(bound(index))
            }
        }

        impl From<Range<$integer>> for Select {
            fn from(range: Range<$integer>) -> Self {
                slice(Some(range.start), Some(range.end))
            }
        }

        impl From<RangeFrom<$integer>> for Select {
            fn from(range: RangeFrom<$integer>) -> Self {
                slice(Some(range.start), None)
            }
        }

        impl From<RangeTo<$integer>> for Select {
            fn from(range: RangeTo<$integer>) -> Self {
                slice(None, Some(range.end))
            }
        }

        impl From<RangeInclusive<$integer>> for Select {
            fn from(range: RangeInclusive<$integer>) -> Self {
                Self::Slice { start: Some(bound(*range.start())), stop: behind(*range.end()), step: None }
            }
        }

        impl From<RangeToInclusive<$integer>> for Select {
            fn from(range: RangeToInclusive<$integer>) -> Self {
                Self::Slice { start: None, stop: behind(range.end), step: None }
            }
        }

        selections!($integer, Range<$integer>, RangeFrom<$integer>, RangeTo<$integer>);
        selections!(RangeInclusive<$integer>, RangeToInclusive<$integer>);
    )*};
}

macro_rules! selections {
    ($($first:ty),*) => {$(
        impl From<$first> for Selection {
            fn from(first: $first) -> Self {
                Self(vec![first.into()])
            }
        }
    )*};
}

macro_rules! tuples {
    ($($($axis:ident)*;)*) => {$(
        #[allow(non_snake_case, reason = "each axis is called as its type")]
        impl<$($axis: Into<Select>),*> From<($($axis,)*)> for Selection {
            fn from(($($axis,)*): ($($axis,)*)) -> Self {
                Self(vec![$($axis.into()),*])
            }
        }
    )*};
}

selects!(i32 i64 u32 u64 usize);
selections!(Select);
tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

impl<S: Into<Select>, const N: usize> From<[S; N]> for Selection {
    fn from(axes: [S; N]) -> Self {
        Self(axes.into_iter().map(Into::into).collect())
    }
}

impl<S: Into<Select>> From<Vec<S>> for Selection {
    fn from(axes: Vec<S>) -> Self {
        Self(axes.into_iter().map(Into::into).collect())
    }
}
