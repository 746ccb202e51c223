//! What the tests of `asdf-wasm` need in a browser, which has neither Rust's test harness nor files.
//!
//! `#[macro_use] extern crate` of this crate makes every `#[test]` of a test binary one that `wasm-bindgen-test` runs, so
//! that the tests are written once for all targets.

#![forbid(unsafe_code)]

use include_dir::include_dir;

pub use include_dir::Dir;
pub use wasm_bindgen_test::wasm_bindgen_test as test;

/// The folder `tests/data`.
pub static DATA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../data");
