//! The target of every door: the environment names the door.

#![no_main]

use std::sync::LazyLock;

static DOOR: LazyLock<String> = LazyLock::new(|| std::env::var("DOOR").expect("DOOR names the door"));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| asdf_wasm_fuzz::enter(&DOOR, bytes));
