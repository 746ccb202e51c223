//! Tests of the public API, by topic, on real files. They run natively and, with `npm test -- wasm`, in a browser.

// A test states what it expects by panicking.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#[macro_use]
extern crate asdf_wasm_browser_tests;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

mod arrival;
mod blosc;
mod composed;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod dropped;
mod early;
mod encode;
#[cfg(all(feature = "file", not(target_arch = "wasm32")))]
mod files;
mod fits;
mod fixtures;
mod lazy;
mod parts;
mod selections;
mod support;
mod twins;
mod wcs;
mod windows;
mod write;

#[path = "../fuzz/src/lib.rs"]
#[allow(dead_code, unreachable_pub)]
mod doors;
