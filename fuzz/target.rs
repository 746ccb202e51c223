//! The target of every door: it has the door's name.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| asdf_wasm_fuzz::enter(env!("CARGO_BIN_NAME"), bytes));
