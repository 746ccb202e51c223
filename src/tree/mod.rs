//! The YAML document of an ASDF file (ASDF 1.0.0, "Tree"; YAML 1.1): nodes with full tags, anchors and positions.
//!
//! A [`Tree`] is an arena. [`Tree::parse`] fills it in one pass over the events of `yaml-rust2`, without recursion. An
//! alias is the same [`NodeId`] as its anchor, so cycles cost nothing. Merge keys are applied. Plain scalars are
//! resolved by YAML 1.1 as the reference implementation does (see `scalar`). Known mistakes of other programs in
//! directives, tags and keys cause warnings. All other errors are [`ErrorKind::BadTree`](crate::ErrorKind::BadTree),
//! with line, column and byte.
//!
//! Callers may rely on this: every key, item and value of a tree is one of its nodes. No collection nests deeper than
//! [`Limits::nesting`](crate::Limits), even when aliases are followed (except in cycles). All work is linear in the
//! length of the text.

mod arena;
#[cfg(all(target_arch = "wasm32", target_os = "unknown", feature = "wasm-wcs"))]
mod assemble;
mod build;
#[cfg(feature = "file")]
mod change;
mod cursor;
mod feed;
mod mapping;
mod node;
mod parse;
mod path;
mod prologue;
mod refusal;
mod scalar;
mod tag;
#[cfg(test)]
mod tests;
#[cfg(feature = "file")]
mod tree_value;

pub use self::arena::Tree;
pub(crate) use self::build::SECOND_DOCUMENT;
pub use self::node::{Mark, Node, NodeId, Value};
pub use self::path::Walk;
pub(crate) use self::scalar::{complex, integer_words, is_timestamp, resolves, to_base64};
pub(crate) use self::tag::{BINARY, TIMESTAMP, is, is_core, is_omap, tag_name};
#[cfg(feature = "file")]
pub use self::tree_value::TreeValue;
