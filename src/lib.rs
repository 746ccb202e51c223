//! Read and write ASDF, the Advanced Scientific Data Format.
//!
//! The crate does no I/O. An [`Opening`] is asked for its next [`Step`], says which bytes of the file it needs, and gives
//! a [`Document`] in the end; a [`Read`] fills a dense result with a selection of an array in the same way. [`run`] is the
//! loop for a file that is in memory. [`writer`] makes the parts of a file: [`Tree::emit`] its tree, an encoder its blocks.

#![forbid(unsafe_code)]

// In a browser, `#[test]` is that of wasm-bindgen-test in every module.
#[cfg(all(test, target_arch = "wasm32", target_os = "unknown"))]
#[macro_use]
extern crate asdf_wasm_browser_tests;
#[cfg(all(test, target_arch = "wasm32", target_os = "unknown"))]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

mod block_reader;
mod codec;
mod document;
mod error;
pub mod image;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod js;
mod layout;
mod limits;
mod message;
mod ndarray;
mod ranges;
mod read;
mod tree;
pub mod worker;
pub mod writer;

pub use block_reader::Checksums;
pub use document::{ArrayData, ArrayReader, Document, Opening, Options};
pub use error::{Error, ErrorKind, Result, Warning};
pub use layout::{Block, Blocks, Checksum, Dialect, Encoding, FoundBy, Layout};
pub use limits::Limits;
pub use ndarray::{ArrayChunk, ByteOrder, Datatype, Field, NdArray, Scalar, Select, Source};
pub use ranges::{Operation, Step, run};
pub use read::{Output, ReadOptions};
pub use tree::{Mark, Node, NodeId, Tree, Value, Walk};
