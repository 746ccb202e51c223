//! The low-level file layout (ASDF 1.0.0, ASDF 0.1.0 and FINF 0.1.0, "Low-level file layout"): header line, comments,
//! tree, blocks, block index.
//!
//! [`Locate`] finds these parts and returns a [`Layout`]; a [`HeaderReader`] reads the headers of further blocks when they are
//! needed. Neither looks into the tree or into the content of a block. No room above this one asks for the dialect of a
//! file, except to print it.

mod between;
mod block;
mod blocks;
mod checksum;
mod dialect;
#[cfg(feature = "fits")]
mod embedded;
mod encoding;
#[cfg(feature = "fits")]
pub(crate) mod fits;
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
#[cfg(feature = "fits")]
pub(crate) use embedded::Locate;
pub use encoding::Encoding;
#[cfg(feature = "fits")]
pub use fits::{Card, CardValue, Hdu, HduKind, Header};
pub use header_reader::{HeaderReader, HeaderUpdate};
pub(crate) use label::{hex, label_name};
pub use locate::Layout;
#[cfg(not(feature = "fits"))]
pub(crate) use locate::Locate;
