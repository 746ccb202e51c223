//! A file: opening it, and reading what is in it.

mod array_reader;
mod arrays;
#[cfg(feature = "fits")]
mod hdus;
#[cfg(feature = "fits")]
mod in_hdu;
mod opening;
mod options;
mod parsed;

pub use array_reader::{ArrayData, ArrayReader};
pub use opening::Opening;
pub use options::Options;
pub use parsed::Document;
