//! A file is the same however its bytes arrive, and a file with wrong or missing bytes is an error or another file: never a
//! panic, and never more memory than its limits.

// A test states what it expects by panicking.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
#![cfg(not(target_arch = "wasm32"))]

mod support;

use asdf_wasm::{Checksums, Document, Error, Limits, Opening, Operation, Options, Step};
use proptest::prelude::*;
use support::{fixtures, read, sha256};

/// The files that are small enough to be read many times.
fn small(most: usize) -> Vec<(String, Vec<u8>)> {
    let due = fixtures().into_iter().filter(support::Fixture::is_due);
    due.map(|fixture| (fixture.file.clone(), fixture.bytes()))
        .filter(|(_, bytes)| bytes.len() <= most)
        .collect()
}

/// Hands an operation the bytes it asks for in pieces of the given lengths, in turns, the last range first when told so.
fn run<O: Operation>(
    mut operation: O,
    bytes: &[u8],
    lengths: &[usize],
    backwards: bool,
) -> Result<O::Output, Error> {
    let mut lengths = lengths.iter().cycle();
    loop {
        let ranges = match operation.step()? {
            Step::Done(output) => return Ok(output),
            Step::Need(ranges) => ranges,
        };
        let range = if backwards { ranges.last() } else { ranges.first() }.unwrap();
        let (start, end) = (usize::try_from(range.start).unwrap(), usize::try_from(range.end).unwrap());
        let length = (*lengths.next().unwrap()).min(end - start);
        // A piece from the far end is as good as one from the near one.
        let at = if backwards { end - length } else { start };
        operation.supply(at as u64, &bytes[at..at + length]);
    }
}

/// All that can be said of a file: its layout, its tree, its warnings, and every array's bytes or error.
fn describe(bytes: &[u8], limits: Limits, lengths: &[usize], backwards: bool) -> String {
    let options = Options::new(Checksums::Warn, limits);
    let document: Result<Document, Error> =
        run(Opening::new(bytes.len() as u64, options), bytes, lengths, backwards);
    let document = match document {
        Ok(document) => document,
        Err(error) => return format!("{error:?}"),
    };
    let mut text = format!("{:?}\n{:?}\n{:?}\n", document.layout(), document.tree(), document.warnings());
    for (node, _) in document.arrays() {
        let outcome = document
            .read(node, &document.read_options())
            .and_then(|read| run(read.into_filled(), bytes, lengths, backwards));
        match outcome {
            Ok(filled) => {
                let mask = filled.mask.as_deref().map(sha256);
                text += &format!("{node:?}: {} {} {mask:?}\n", filled.bytes.len(), sha256(&filled.bytes));
            }
            Err(error) => text += &format!("{node:?}: {error:?}\n"),
        }
    }
    text
}

const WHOLE: &[usize] = &[usize::MAX];

#[test]
fn a_byte_at_a_time_is_the_same_file() {
    for (file, bytes) in small(6_000) {
        let whole = describe(&bytes, Limits::default(), WHOLE, false);
        let pieces = describe(&bytes, Limits::default(), &[1], false);
        assert!(pieces == whole, "{file}: {pieces}\n{whole}");
    }
}

/// A file that ends anywhere is an error or a shorter file; what it still has is read.
#[test]
fn a_file_cut_at_any_byte() {
    for file in
        ["asdf-standard/1.6.0/compressed.asdf", "asdf-standard/1.6.0/shared.asdf", "libasdf/numeric.asdf"]
    {
        let whole = read(file);
        for length in 0..whole.len() {
            describe(&whole[..length], Limits::default(), WHOLE, false);
        }
    }
}

/// Read forwards, 29 bytes at a time, the stream's end once came with the last bytes of an array and once behind them.
#[test]
fn a_stream_that_ends_early_is_the_same_error_in_pieces_of_29_bytes() {
    let (name, bytes) =
        small(200_000).into_iter().find(|file| file.0.ends_with("zlib-short-of-data-size.asdf")).unwrap();
    let whole = describe(&bytes, Limits::default(), WHOLE, false);
    assert_eq!(describe(&bytes, Limits::default(), &[29], false), whole, "{name}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_pieces_are_the_same_file(
        file in prop::sample::select(small(200_000)),
        lengths in prop::collection::vec(prop_oneof![1_usize..100, 1_usize..100_000], 1..6),
        backwards in any::<bool>(),
    ) {
        let (name, bytes) = file;
        // A byte at a time is for small files.
        let lengths: Vec<_> = lengths.iter().map(|length| (*length).max(bytes.len() / 1000)).collect();
        let whole = describe(&bytes, Limits::default(), WHOLE, false);
        let pieces = describe(&bytes, Limits::default(), &lengths, backwards);
        prop_assert!(pieces == whole, "{name}: {pieces}\n{whole}");
    }

    /// Bytes changed, taken out or put in anywhere, mostly where the file says what it is.
    #[test]
    fn a_file_with_wrong_bytes_harms_nobody(
        file in prop::sample::select(small(20_000)),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..8), 1..5),
    ) {
        let mut bytes = file.1;
        for (at, byte, kind) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match kind {
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
        // What a file of 20 kB may ask for.
        let mut limits = Limits::default();
        (limits.tree, limits.block, limits.output) = (1 << 20, 1 << 24, 1 << 24);
        describe(&bytes, limits, WHOLE, false);
    }
}
