//! A file reads the same however its bytes arrive. A truncated file is an error or a shorter file.

use crate::doors::{WHOLE, describe};
use crate::support::{cases, fixtures, read};
use asdf_wasm::Limits;
use proptest::prelude::*;

/// The fixtures of at most `most` bytes, small enough to be read many times.
fn small(most: usize) -> Vec<(String, Vec<u8>)> {
    let files = fixtures().into_iter().map(|fixture| (fixture.file.clone(), fixture.bytes()));
    files.filter(|(_, bytes)| bytes.len() <= most).collect()
}

#[test]
fn a_file_reads_the_same_byte_by_byte() {
    for (file, bytes) in small(6_000) {
        let whole = describe(&bytes, Limits::default(), WHOLE, false);
        let pieces = describe(&bytes, Limits::default(), &[1], false);
        assert!(pieces == whole, "{file}: {pieces}\n{whole}");
    }
}

/// A file truncated at any byte is an error or a shorter file, and what is left of it is read.
#[test]
fn a_truncated_file_is_an_error_or_shorter() {
    for file in
        ["asdf-standard/1.6.0/compressed.asdf", "asdf-standard/1.6.0/shared.asdf", "libasdf/numeric.asdf"]
    {
        let whole = read(file);
        for length in 0..whole.len() {
            describe(&whole[..length], Limits::default(), WHOLE, false);
        }
    }
}

/// In pieces of 29 bytes, the end of the stream was once found with the last bytes of an array and once after them.
#[test]
fn a_stream_that_ends_early_is_the_same_error_in_pieces_of_29_bytes() {
    let (name, bytes) =
        small(200_000).into_iter().find(|file| file.0.ends_with("zlib-short-of-data-size.asdf")).unwrap();
    let whole = describe(&bytes, Limits::default(), WHOLE, false);
    assert_eq!(describe(&bytes, Limits::default(), &[29], false), whole, "{name}");
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_file_reads_the_same_in_any_pieces(
        file in prop::sample::select(small(200_000)),
        lengths in prop::collection::vec(prop_oneof![1_usize..100, 1_usize..100_000], 1..6),
        backwards in any::<bool>(),
    ) {
        let (name, bytes) = file;
        // Large files arrive in at most a thousand pieces.
        let lengths: Vec<_> = lengths.iter().map(|length| (*length).max(bytes.len() / 1000)).collect();
        let whole = describe(&bytes, Limits::default(), WHOLE, false);
        let pieces = describe(&bytes, Limits::default(), &lengths, backwards);
        prop_assert!(pieces == whole, "{name}: {pieces}\n{whole}");
    }
}
