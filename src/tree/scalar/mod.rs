//! Scalars: what a plain one means, what one with a tag means, and those that the ASDF schemas add.

mod core;
mod explicit;
mod natural;
mod plain;

pub(crate) use self::core::{complex, integer_words};
pub(super) use self::explicit::convert;
pub(crate) use self::explicit::to_base64;
pub(crate) use self::plain::{is_timestamp, resolves};
pub(super) use self::plain::{lenient_number, resolve};
