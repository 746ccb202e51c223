//! The low-level file layout (ASDF 1.0.0, "Low-level file layout"): header line, comments, tree, blocks, block index.
//!
//! [`Locate`] finds these parts, asking for byte ranges; what it finds is a [`Layout`]. It does not look into the tree
//! nor into the blocks' content. Nothing after this room asks which dialect a file is, except to print it.

mod block;
mod index;
mod locate;
mod preamble;

pub use block::{Block, Found};
pub(crate) use locate::Locate;

use std::ops::Range;

/// Which of the formats a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// `#ASDF 1.0.0` and its minor versions.
    Asdf,
}

impl Dialect {
    /// The name in the JavaScript API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asdf => "asdf",
        }
    }
}

/// Where everything is in a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Layout {
    /// The format of the file.
    pub dialect: Dialect,
    /// The version in the header line, such as `"1.0.0"`.
    pub format_version: String,
    /// The version in the `#ASDF_STANDARD` comment, if there is one; without it the standard says 1.0.0.
    pub standard_version: Option<String>,
    /// The comment lines between header line and tree, without `#` and but for `#ASDF_STANDARD`.
    pub comments: Vec<String>,
    /// The bytes of the tree, directives included, if there is one.
    pub tree: Option<Range<u64>>,
    /// The blocks in file order.
    pub blocks: Vec<Block>,
}
