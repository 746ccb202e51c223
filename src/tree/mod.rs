//! The YAML document of an ASDF file (ASDF 1.0.0, "Tree"; YAML 1.1): nodes with full tags, anchors and places.
//!
//! A [`Tree`] is an arena. [`Tree::parse`] fills it in one pass over the events of `yaml-rust2`, without recursion:
//! aliases are the same [`NodeId`] as their anchor, so that cycles cost nothing; merge keys are applied; plain scalars
//! are resolved by YAML 1.1 as the reference implementation does (see `scalar`). What other programs get wrong in
//! directives, tags and keys is read with a warning; the rest is [`ErrorKind::BadTree`](crate::ErrorKind::BadTree)
//! with its line, column and byte.
//!
//! Callers may rely on this: every key, item and value of a tree is a node of it, no collection nests deeper than
//! [`Limits::nesting`](crate::Limits) even when aliases are followed (cycles apart), and all work is linear in the text.

mod arena;
mod build;
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

pub use self::arena::Tree;
pub use self::node::{Mark, Node, NodeId, Value};
pub use self::path::Walk;
pub(crate) use self::scalar::{complex, integer_words, is_timestamp, resolves, to_base64};
pub(crate) use self::tag::{BINARY, TIMESTAMP, is, is_core, is_omap, tag_name};
