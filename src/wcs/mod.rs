//! World coordinates: the transforms of gwcs between pixels and the sky, wavelength, time or polarization.
//!
//! A [`Wcs`] is compiled from a `gwcs/wcs` node of a tree. Its transforms are asdf-transform-schemas' and
//! asdf-wcs-schemas', matched by name whatever their versions. Compilation does no I/O: [`arrays`] names the arrays that
//! the transforms refer to, the caller reads them, and [`Wcs::new`] gets their values. The result is a list of operations
//! on columns of numbers, which holds all it needs: evaluation allocates nothing, cannot fail, and returns NaN where gwcs
//! returns NaN.
//!
//! What cannot be compiled is an [`Error`](crate::Error) with the path of its node:
//! [`ErrorKind::UnsupportedTransform`](crate::ErrorKind) for transforms that are not known,
//! [`ErrorKind::BadTree`](crate::ErrorKind) for those that are malformed, and
//! [`ErrorKind::LimitExceeded`](crate::ErrorKind) for pipelines beyond all reason.

// Exact comparisons are meant: of zeros, poles, and parameters that have been copied.
#![allow(clippy::float_cmp)]
// Formulas have the letters of their papers, and the usual letters for planes and matrices.
#![allow(clippy::many_single_char_names)]

mod compile;
mod degrees;
mod frame;
mod kernel;
mod model;
mod pipeline;
mod program;
mod projection;
mod solve;
mod unit;

pub use compile::{Array, arrays};
pub use frame::{Axis, Frame};
pub use pipeline::Wcs;
