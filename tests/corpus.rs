//! What fuzzing has found, and wrong bytes in every fixture, once more: each within a budget of memory and steps.
//!
//! The corpus is in `tests/data/corpus`, one file a door of `fuzz/src/lib.rs`; `npm run fuzz` adds to it.

// A test states what it expects by panicking.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
#![cfg(not(target_arch = "wasm32"))]

#[path = "../fuzz/src/lib.rs"]
#[allow(dead_code, unreachable_pub)]
mod doors;
mod support;

use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// More than a file of a few kilobytes needs under the doors' limits, and far less than what one may claim.
const BUDGET: usize = 64 << 20;
/// How often each fixture is changed.
const MUTATIONS: u64 = 40;

/// Nothing else may allocate meanwhile: this file has one test.
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

fn measure(name: &str, input: &[u8], door: fn(&[u8])) {
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    door(input);
    let peak = ALLOCATED.peak_usage() - before;
    assert!(peak <= BUDGET, "{name}: {} bytes made {peak} be allocated", input.len());
}

/// The inputs of a corpus: each a length of four bytes, little-endian, and so many bytes.
fn unpack(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut inputs = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let (input, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        inputs.push(input);
        bytes = rest;
    }
    inputs
}

/// Bytes changed, taken out, put in or repeated, as `seed` says.
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
