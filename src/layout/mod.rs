//! The low-level file layout (ASDF 1.0.0, ASDF 0.1.0 and FINF 0.1.0, "Low-level file layout"): header line, comments,
//! tree, blocks, block index.
//!
//! [`Locate`] finds these parts, asking for byte ranges; what it finds is a [`Layout`], to which [`Headers`] adds those of
//! more blocks when they are needed. Neither looks into the tree nor into the blocks' content. Nothing after this room asks which dialect a file is, except to print it.

mod block;
mod blocks;
mod checksum;
mod dialect;
mod encoding;
mod header;
mod header_reader;
mod index;
mod label;
mod locate;
mod preamble;

pub use block::{Block, FoundBy};
pub use blocks::Blocks;
pub use checksum::Checksum;
pub use dialect::Dialect;
pub use encoding::Encoding;
pub use header_reader::{HeaderReader, HeaderUpdate};
pub(crate) use label::{hex, label_name};
pub use locate::Layout;
pub(crate) use locate::Locate;
