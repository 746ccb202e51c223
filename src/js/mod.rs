//! The JavaScript boundary: a handful of calls with plain arguments, so that they can go to a worker as well.
//!
//! This is the only room that knows JavaScript exists. It validates, delegates and converts, nothing else. What web
//! developers use is the TypeScript in `package/`, which drives these operations.
//!
//! The package has several modules, so that a page that only reads does not load the writer: the features `wasm-reader`,
//! `wasm-writer` and `wasm-wcs` choose what a module exports.

#[cfg(any(feature = "wasm-reader", feature = "wasm-writer"))]
mod boundary;
#[cfg(feature = "wasm-reader")]
mod read;
#[cfg(feature = "wasm-wcs")]
mod wcs;
#[cfg(feature = "wasm-writer")]
mod write;

use wasm_bindgen::prelude::*;

/// A panic is a defect; its message should at least reach the console.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}
