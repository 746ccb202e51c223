#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| asdf_wasm_fuzz::tree(bytes));
