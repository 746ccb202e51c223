//! A read that is split into parts gives the same elements, warnings and errors as one that is not, in any order of parts.

#![allow(clippy::cast_possible_truncation)]

use std::ops::Range;

use crate::support::fixtures;
use asdf_wasm::worker::{PieceReader, Task, TaskSplitter};
use asdf_wasm::{Checksums, Document, Limits, NodeId, Opening, Options, Result, Select, Source, Step, run};
use proptest::prelude::*;

/// The bytes and the mask as far as they were written, and the codes of the warnings.
type Given = (Vec<u8>, Vec<u8>, Vec<&'static str>);

#[derive(Default)]
struct Output(Vec<u8>, Vec<u8>);

impl asdf_wasm::Output for Output {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        self.0.write(at, bytes);
    }

    fn mask(&mut self, at: u64, masked: &[u8]) {
        self.1.write(at, masked);
    }
}

fn open(bytes: &[u8], checksums: Checksums) -> Option<Document> {
    run(Opening::new(bytes.len() as u64, Options::new(checksums, Limits::default())), bytes).ok()
}

fn whole(mut reading: PieceReader, file: &[u8]) -> Result<Given> {
    let mut output = Output::default();
    reading.fill(file, &mut output)?;
    Ok((output.0, output.1, codes(&mut reading)))
}

fn codes(reading: &mut PieceReader) -> Vec<&'static str> {
    reading.take_warnings().iter().map(|warning| warning.code).collect()
}

/// Runs the parts of a read, each from its serialised form, the last one first, and joins their results.
fn in_parts(mut parts: TaskSplitter, file: &[u8]) -> (usize, Result<Given>) {
    let mut found = Vec::new();
    loop {
        match parts.step().unwrap() {
            Step::Done(None) => break,
            Step::Done(Some(part)) => found.push(part),
            Step::Need(ranges) => {
                for range in ranges {
                    parts.supply(range.start, &file[range.start as usize..range.end as usize]);
                }
            }
        }
    }
    let count = found.len();
    let mut outcomes: Vec<_> = found
        .into_iter()
        .rev()
        .map(|part| {
            let is_verification = part.elements().is_none();
            (is_verification, carry_out(&part, &parts, file))
        })
        .collect();
    outcomes.reverse();
    // The warning about a checksum comes last.
    outcomes.sort_by_key(|(is_verification, _)| *is_verification);
    let outcomes = outcomes.into_iter().map(|(_, outcome)| outcome);
    (count, put_together(outcomes, parts.item()))
}

/// The result of a part, the elements it covers, and the codes of its warnings.
type Outcome = (Option<Range<u64>>, Output, Vec<&'static str>);

fn carry_out(part: &Task, parts: &TaskSplitter, file: &[u8]) -> Result<Outcome> {
    let mut reading = Task::from_words(&part.to_words()).unwrap().begin()?;
    let mut output = Output::default();
    if part.elements().is_some() {
        reading.fill(file, &mut output)?;
    } else {
        while let Step::Need(ranges) = reading.verify()? {
            for range in ranges {
                reading.supply(range.start, &file[range.start as usize..range.end as usize]);
            }
        }
    }
    if reading.is_verified() {
        parts.set_verified();
    }
    Ok((part.elements(), output, codes(&mut reading)))
}

fn put_together(outcomes: impl Iterator<Item = Result<Outcome>>, item: u64) -> Result<Given> {
    let mut given = Given::default();
    let mut reached = 0;
    for outcome in outcomes {
        let (elements, output, warnings) = outcome?;
        if let Some(elements) = elements {
            assert_eq!(elements.start, reached, "parts follow each other");
            reached = elements.end;
            if item > 0 {
                assert_eq!(output.0.len() as u64, (elements.end - elements.start) * item);
            }
            given.0.extend(output.0);
            given.1.extend(output.1);
        }
        for warning in warnings {
            if !given.2.contains(&warning) {
                given.2.push(warning);
            }
        }
    }
    Ok(given)
}

/// Reads all arrays of a file both ways; returns the number of parts.
fn compare(
    name: &str,
    file: &[u8],
    selection: &[Select],
    checksums: Checksums,
    workers: usize,
    share: u64,
) -> usize {
    // Neither of them verifies a checksum a second time.
    let (Some(document), Some(other)) = (open(file, checksums), open(file, checksums)) else { return 0 };
    let nodes: Vec<NodeId> = document.arrays().map(|(node, _)| node).collect();
    let mut count = 0;
    for node in nodes {
        let options = asdf_wasm::ReadOptions { selection: selection.to_vec(), ..document.read_options() };
        let Ok(pieces) = document.plan(node, &options) else { continue };
        if matches!(document.array(node), Some(Ok(array)) if matches!(array.source, Source::Chunks(_))) {
            continue;
        }
        for piece in &pieces.pieces {
            if !matches!(piece.source, Source::Block(_)) {
                continue;
            }
            let (Ok(reading), Ok(mut to_cut)) = (document.read_piece(piece), other.read_piece(piece)) else {
                continue;
            };
            let least = pieces.nbytes / share.max(1);
            let Some(parts) = to_cut.split(workers, least) else {
                let Source::Block(block) = piece.source else { continue };
                assert!(
                    other.layout().blocks.get(block).is_some_and(|block| block.problem.is_some()),
                    "{name}: a sound block is not given out"
                );
                continue;
            };
            let expected = whole(reading, file);
            let (count_here, given) = in_parts(parts, file);
            assert_eq!(given, expected, "{name} {checksums:?} in {count_here} parts of {least} bytes");
            count += count_here;
        }
    }
    count
}

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
    #![proptest_config(ProptestConfig::with_cases(200))]

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
