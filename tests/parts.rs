//! A read that is split into parts returns the same elements, warnings and errors as one that is not, in any order of parts.

use crate::doors::tasks::compare;
use crate::support::{cases, fixtures};
use asdf_wasm::{Checksums, Select};
use proptest::prelude::*;

/// The fixtures that are small enough to be read many times.
fn small() -> Vec<(String, Vec<u8>)> {
    let files = fixtures().into_iter().map(|fixture| (fixture.file.clone(), fixture.bytes()));
    files.filter(|(_, bytes)| bytes.len() <= 100_000).collect()
}

#[test]
fn parts_of_every_array_of_every_fixture_join_to_the_whole() {
    let (mut cut, mut all) = (0, 0);
    for (name, file) in small() {
        for checksums in [Checksums::Warn, Checksums::Error] {
            cut += compare(&name, &file, &[], checksums, 3, 5);
            all += compare(&name, &file, &[], checksums, 1, 5);
        }
    }
    assert!(cut > all + 1000, "{cut} parts, {all} readings");
}

fn compressed() -> Vec<(String, Vec<u8>)> {
    let mut files = small();
    files.retain(|(name, _)| ["lz4", "blsc", "bls2", "blosc"].iter().any(|codec| name.contains(codec)));
    assert!(files.len() > 15, "{} files are cut", files.len());
    files
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn parts_of_any_selection_of_a_damaged_file_join_to_the_same(
        (name, mut file) in prop::sample::select(compressed()),
        at in any::<prop::sample::Index>(),
        by in any::<u8>(),
        start in 0i64..20,
        step in -2i64..4,
        share in 1u64..40,
        strict in any::<bool>(),
    ) {
        let at = at.index(file.len());
        file[at] ^= by;
        let checksums = if strict { Checksums::Error } else { Checksums::Warn };
        let selection = match step {
            0 => vec![],
            1.. => vec![Select::Slice { start: Some(start), stop: None, step: Some(step) }],
            _ => vec![Select::Slice { start: None, stop: None, step: Some(step) }],
        };
        compare(&name, &file, &selection, checksums, 3, share);
    }
}
