//! Read ASDF, the Advanced Scientific Data Format, without doing any I/O: see `README.md`.

mod codec;
mod error;
mod limits;
mod tree;

pub use error::{Error, ErrorKind, Result, Warning};
pub use limits::Limits;
