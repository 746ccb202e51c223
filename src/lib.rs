//! Read and write ASDF, the Advanced Scientific Data Format.
//!
//! `File` opens a file, and reads selections of its arrays; `FileBuilder` writes one. Both are there with the feature `file`, one of
//! the default ones:
//!
#![cfg_attr(
    feature = "file",
    doc = r#"
```
use asdf_wasm::{File, FileBuilder, NewArray};

# fn main() -> asdf_wasm::Result<()> {
let mut builder = FileBuilder::new();
builder.array("image", &NewArray::new(&[1, 2, 3, 4], [2, 2])?)?;
let file = File::new(std::io::Cursor::new(builder.to_bytes()?))?;
assert_eq!(file.read::<i32>("image", (.., 1))?.data, [2, 4]);
# Ok(())
# }
```
"#
)]
//!
//! # Without I/O
//!
//! The rest of the crate does no I/O. An [`Operation`] such as [`Opening`] is asked for its next [`Step`]: it either needs byte ranges of
//! the file, which the caller supplies in any order, or it is done. [`run`] is the loop for a file that is in memory.
//!
//! ## Open a file and read a window of an array
//!
//! ```
//! use asdf_wasm::{Opening, Options, Select, run};
//!
//! # fn main() -> asdf_wasm::Result<()> {
//! let file = b"#ASDF 1.0.0\n%YAML 1.1\n---\ndata: !<tag:stsci.edu:asdf/core/ndarray-1.0.0> [[1, 2, 3], [4, 5, 6]]\n...\n";
//! let document = run(Opening::new(file.len() as u64, Options::default()), file)?;
//!
//! let tree = document.tree().expect("the file has a tree");
//! let node = tree.at("data").expect("the tree has an array `data`");
//! let array = document.array(node).expect("the node is an array").as_ref().expect("the array is well described");
//! assert_eq!(array.shape, [2, 3]);
//!
//! // All rows, the last two columns.
//! let mut options = document.read_options();
//! options.selection = vec![Select::All, Select::Slice { start: Some(1), stop: None, step: None }];
//! let window = document.read(node, &options)?.read(file)?;
//! let values: Vec<i64> =
//!     window.bytes.chunks_exact(8).map(|bytes| i64::from_le_bytes(bytes.try_into().unwrap())).collect();
//! assert_eq!(values, [2, 3, 5, 6]);
//! # Ok(())
//! # }
//! ```
//!
//! ## Read a file that is not in memory
//!
//! The caller fetches the ranges that an operation needs, here from anything that can seek:
//!
//! ```
//! use std::io::{Read, Seek, SeekFrom};
//!
//! use asdf_wasm::{Operation, Step};
//!
//! fn drive<O: Operation>(
//!     mut operation: O,
//!     mut file: impl Read + Seek,
//! ) -> Result<O::Output, Box<dyn std::error::Error>> {
//!     loop {
//!         match operation.step()? {
//!             Step::Done(output) => return Ok(output),
//!             Step::Need(ranges) => {
//!                 for range in ranges {
//!                     let mut bytes = vec![0; usize::try_from(range.end - range.start)?];
//!                     file.seek(SeekFrom::Start(range.start))?;
//!                     file.read_exact(&mut bytes)?;
//!                     operation.supply(range.start, &bytes);
//!                 }
//!             }
//!         }
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let file = std::io::Cursor::new(b"#ASDF 1.0.0\n%YAML 1.1\n---\nanswer: 42\n...\n");
//! # let size = file.get_ref().len() as u64;
//! let document = drive(asdf_wasm::Opening::new(size, asdf_wasm::Options::default()), file)?;
//! # assert!(document.tree().is_some());
//! # Ok(())
//! # }
//! ```
//!
//! ## Write a file
//!
//! [`writer`] has the parts of a file: its preamble, its tree, its blocks and its block index; see there for an example.

#![forbid(unsafe_code)]

/// The samples of the crate's README.
#[cfg(all(doctest, feature = "file"))]
#[doc = include_str!("README.md")]
struct Readme;

// In a browser, every module uses the `#[test]` of wasm-bindgen-test.
#[cfg(all(test, target_arch = "wasm32", target_os = "unknown"))]
#[macro_use]
extern crate asdf_wasm_browser_tests;
#[cfg(all(test, target_arch = "wasm32", target_os = "unknown"))]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

mod block_reader;
mod codec;
mod document;
mod error;
#[cfg(feature = "file")]
mod file;
pub mod image;
#[cfg(all(
    target_arch = "wasm32",
    target_os = "unknown",
    any(feature = "wasm-reader", feature = "wasm-writer", feature = "wasm-wcs")
))]
mod js;
mod layout;
mod limits;
mod message;
mod ndarray;
mod ranges;
mod read;
mod tree;
pub mod wcs;
pub mod worker;
pub mod writer;

pub use block_reader::Checksums;
#[cfg(feature = "bench-decoders")]
#[doc(hidden)]
pub use codec::bench;
pub use document::{ArrayData, ArrayReader, Document, Opening, Options};
pub use error::{Error, ErrorKind, Result, Warning};
#[cfg(feature = "file")]
pub use file::{Array, Edit, Element, File, FileArray, FileBuilder, Info, NewArray, Selection};
pub use layout::{Block, Blocks, Checksum, Dialect, Encoding, FoundBy, Layout};
#[cfg(feature = "fits")]
pub use layout::{Card, CardValue, Hdu, HduKind, Header};
pub use limits::Limits;
#[cfg(feature = "fits")]
pub use ndarray::HduSource;
pub use ndarray::{ArrayChunk, ByteOrder, Datatype, Field, NdArray, Origin, Scalar, Select, Source};
pub use ranges::{Operation, Step, run};
pub use read::{Output, ReadOptions};
#[cfg(feature = "file")]
pub use tree::TreeValue;
pub use tree::{Mark, Node, NodeId, Tree, Value, Walk};
