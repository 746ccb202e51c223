//! The low-level file layout (ASDF 1.0.0, ASDF 0.1.0 and FINF 0.1.0, "Low-level file layout"): header line, comments,
//! tree, blocks, block index.
//!
//! [`Locate`] finds these parts, asking for byte ranges; what it finds is a [`Layout`], to which [`Headers`] adds those of
//! more blocks when they are needed. Neither looks into the tree nor into the blocks' content. Nothing after this room asks which dialect a file is, except to print it.

mod asdf;
mod block;
mod blocks;
mod early;
mod finf;
mod header;
mod index;
mod locate;
mod preamble;

pub use block::{Block, Checksum, Encoding, Found};
pub use blocks::{Blocks, Headers, Learnt};
pub(crate) use locate::Locate;

use std::ops::Range;

/// The words that begin a file.
const ASDF: &str = "#ASDF";
const FINF: &str = "%FINF";

/// Which of the formats a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// `#ASDF 1.0.0` and its minor versions.
    Asdf,
    /// `#ASDF 0.1.0`, the drafts of 2014 and 2015.
    Asdf01,
    /// `%FINF 0.1.0`, what ASDF was called before.
    Finf01,
}

impl Dialect {
    /// The name in the JavaScript API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asdf => "asdf",
            Self::Asdf01 => "asdf-0.1",
            Self::Finf01 => "finf-0.1",
        }
    }

    /// The dialect of a file whose first line begins with these words.
    fn of(token: &str, version: &str) -> Option<Self> {
        match (token, version.split('.').next(), version.split('.').nth(1)) {
            (ASDF, Some("1"), Some(_)) => Some(Self::Asdf),
            (ASDF, Some("0"), Some("1")) => Some(Self::Asdf01),
            (FINF, Some("0"), Some("1")) => Some(Self::Finf01),
            _ => None,
        }
    }

    /// The four bytes that begin every block: `\xd3BLK`, in FINF `\x89BLK`.
    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Asdf | Self::Asdf01 => [0xd3, b'B', b'L', b'K'],
            Self::Finf01 => [0x89, b'B', b'L', b'K'],
        }
    }

    /// The layouts that its block headers may have.
    fn forms(self) -> &'static [header::Form] {
        match self {
            Self::Asdf => &[asdf::FORM],
            Self::Asdf01 => &early::FORMS,
            Self::Finf01 => &[finf::FORM],
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
    pub blocks: Blocks,
}
