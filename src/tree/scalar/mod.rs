//! The meaning of scalars: plain ones, quoted ones, ones with a tag, and those that the ASDF schemas add.

mod core;
mod explicit;
mod natural;
mod plain;
mod quoted;

pub(crate) use self::core::{complex, integer_words};
pub(super) use self::explicit::convert;
pub(crate) use self::explicit::to_base64;
pub(crate) use self::plain::{is_timestamp, resolves};
pub(super) use self::plain::{is_too_long, lenient_number, resolve};
pub(super) use self::quoted::drop_indentation;
