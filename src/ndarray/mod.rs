//! Arrays (core/ndarray-1.x, core/chunked-ndarray-1.x): what the tree says of them.
//!
//! An [`NdArray`] is a description: nothing has been read.

mod array;
mod axes;
mod chunked;
mod datatype;
mod describe;
#[cfg(feature = "fits")]
mod fits;
#[cfg(feature = "fits")]
mod hdu_source;
pub(crate) mod inline;
mod mask;
mod mask_test;
mod number;
mod selection;
mod view;
mod visits;

pub(crate) use array::Mask;
pub use array::{ArrayChunk, NdArray, Origin, Source};
pub(crate) use axes::bad;
pub use datatype::{ByteOrder, Datatype, Field, Scalar};
pub(crate) use describe::{blocks_to_describe, is_array, no_block};
#[cfg(feature = "fits")]
pub use hdu_source::HduSource;
pub(crate) use mask_test::MaskTest;
pub use selection::Select;
pub(crate) use selection::{Selected, apply as selected};
pub(crate) use view::{Axis, View, contiguous};
pub(crate) use visits::VisitBudget;
