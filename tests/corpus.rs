//! Replays the inputs that fuzzing has found, and mutated fixtures, each within a budget of memory and steps.
//!
//! The corpus is in `tests/data/corpus`, one file for each door of `fuzz/src/lib.rs`; `npm run fuzz` adds to it.

// A test states what it expects by panicking.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#[macro_use]
extern crate asdf_wasm_browser_tests;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[path = "../fuzz/src/lib.rs"]
#[allow(dead_code, unreachable_pub)]
mod doors;
#[allow(dead_code)]
mod support;

#[cfg(not(target_arch = "wasm32"))]
#[global_allocator]
static ALLOCATED: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

/// More than a file of a few kilobytes needs under the doors' limits, and far less than the sizes that it may declare.
const BUDGET: usize = 64 << 20;
/// How many mutations of each fixture are tried.
const MUTATIONS: u64 = 40;

/// Nothing else may allocate at the same time: this binary has one test.
#[test]
fn within_a_budget() {
    for (name, door) in doors::DOORS {
        for input in unpack(&support::read(&format!("corpus/{name}.bin"))) {
            measure(name, input, *door);
        }
    }
    for fixture in support::fixtures() {
        let bytes = fixture.bytes();
        if bytes.len() <= 20_000 {
            for seed in 0..MUTATIONS {
                measure(&fixture.file, &mutated(&bytes, seed), doors::file);
            }
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn measure(name: &str, input: &[u8], door: fn(&[u8])) {
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    door(input);
    let peak = ALLOCATED.peak_usage() - before;
    assert!(peak <= BUDGET, "{name}: {} bytes made it allocate {peak}", input.len());
}

/// The memory of a WebAssembly module never shrinks. It grows when an input needs more than all inputs before it.
#[cfg(target_arch = "wasm32")]
fn measure(name: &str, input: &[u8], door: fn(&[u8])) {
    let pages = core::arch::wasm32::memory_size::<0>();
    door(input);
    let growth = (core::arch::wasm32::memory_size::<0>() - pages) << 16;
    assert!(growth <= BUDGET, "{name}: {} bytes made the memory grow by {growth}", input.len());
}

/// The inputs of a corpus: each is a length of four bytes, little-endian, and that many bytes.
fn unpack(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut inputs = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let (input, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        inputs.push(input);
        bytes = rest;
    }
    inputs
}

/// Changes, removes, inserts or repeats bytes, as `seed` determines.
fn mutated(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    // SplitMix64: <https://prng.di.unimi.it/splitmix64.c>
    let mut state = seed;
    let mut below = |limit: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).unwrap()
    };
    for _ in 0..=below(4) {
        let at = below(bytes.len().max(1));
        let byte = u8::try_from(below(256)).unwrap();
        match below(8) {
            _ if bytes.is_empty() => break,
            0 => drop(bytes.remove(at)),
            1 => bytes.insert(at, byte),
            2 => bytes[at] = 0xff,
            3 => bytes[at] ^= 1 << (byte % 8),
            4 => bytes.truncate(at),
            5 => {
                let copy = bytes[at..(at + usize::from(byte)).min(bytes.len())].to_vec();
                drop(bytes.splice(at..at, copy));
            }
            _ => bytes[at] = byte,
        }
    }
    bytes
}
