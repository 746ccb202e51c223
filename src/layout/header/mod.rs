//! Block headers: which fields each dialect has, and in what order.

mod asdf;
mod early;
mod fields;
mod finf;
mod read;

pub(super) use fields::{FieldReader, HeaderFields, PREFIX, STREAMED};
pub(super) use read::{Failure, LONGEST, SHORTEST, read};
