//! Reads that are spread over workers: split into tasks, sent as words, joined again.

use std::ops::Range;

use asdf_wasm::worker::{PieceReader, Task, TaskSplitter};
use asdf_wasm::writer::Codec;
use asdf_wasm::{
    Checksums, Document, Limits, NodeId, Opening, Options, Output, Result, Select, Source, Step, run,
};

use super::blocks::{block_of, encoded, quick};
use super::script::Script;

/// The bytes and the mask as far as they were written, and the codes of the warnings.
type Given = (Vec<u8>, Vec<u8>, Vec<&'static str>);

#[derive(Default)]
struct Written(Vec<u8>, Vec<u8>);

impl Output for Written {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        self.0.write(at, bytes);
    }

    fn mask(&mut self, at: u64, masked: &[u8]) {
        self.1.write(at, masked);
    }
}

/// A block, an array in it, a selection and a number of workers. What is left of the script changes the words of a task.
pub(crate) fn tasks(bytes: &[u8]) {
    let mut script = Script(bytes);
    let datatype =
        script.choice(&["uint8", "int16", "float32", "float64", "complex64", "[ucs4, 3]", "float16"]);
    let (rows, columns) = (script.below(60), script.below(6));
    let label = script.choice(&[*b"\0\0\0\0", *b"lz4\0", *b"blsc", *b"bls2", *b"zlib", *b"zstd", *b"bzp2"]);
    let stride = if script.seldom() { format!(", strides: [{}, 8]", 8 * columns) } else { String::new() };
    let (step, workers, share) = (script.below(5), script.below(5), script.below(12));
    let (order, checksums) =
        (script.choice(&["little", "big"]), script.choice(&[Checksums::Warn, Checksums::Error]));
    let data = script.bytes(400);
    let data: Vec<u8> =
        data.iter().copied().cycle().take(if data.is_empty() { 0 } else { 16 * rows * columns }).collect();
    let codec = Codec::ALL.into_iter().find(|codec| codec.label() == label);
    let stored = codec.and_then(|codec| encoded(codec, &quick(codec, 4), &data, data.len().max(1)));
    let mut block = block_of(label, data.len() as u64, stored.as_ref().unwrap_or(&data));
    for _ in 0..script.below(3) {
        let at = 54 + usize::from(script.byte());
        if let Some(byte) = block.get_mut(at) {
            *byte ^= script.byte();
        }
    }
    let head = format!(
        "#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/ndarray-1.1.0\n{{source: 0, datatype: {datatype}, \
         byteorder: {order}, shape: [{rows}, {columns}]{stride}}}\n...\n"
    );
    let file = [head.as_bytes(), &block].concat();
    let selection = match step {
        0 => vec![],
        1..4 => vec![Select::Slice { start: Some(1), stop: None, step: i64::try_from(step).ok() }],
        _ => vec![Select::Slice { start: None, stop: None, step: Some(-1) }, Select::Index(0)],
    };
    compare("an array", &file, &selection, checksums, workers, share as u64);
    if let Some(words) = words(&file) {
        malformed(words, &mut script);
    }
}

/// Reads all arrays of a file as a whole and in tasks for so many workers, of the `share`th part each. Returns the number of
/// tasks.
pub fn compare(
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

fn open(bytes: &[u8], checksums: Checksums) -> Option<Document> {
    run(Opening::new(bytes.len() as u64, Options::new(checksums, Limits::default())), bytes).ok()
}

fn whole(mut reading: PieceReader, file: &[u8]) -> Result<Given> {
    let mut output = Written::default();
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
        match parts.step().expect("a sound block is split") {
            Step::Done(None) => break,
            Step::Done(Some(part)) => found.push(part),
            Step::Need(ranges) => {
                for range in ranges {
                    parts.supply(range.start, slice(file, range));
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

fn slice(file: &[u8], range: Range<u64>) -> &[u8] {
    &file[super::to_usize(range.start)..super::to_usize(range.end)]
}

/// The words of a task for the first array of a file, where the read of it is one.
fn words(file: &[u8]) -> Option<Vec<u64>> {
    let document = open(file, Checksums::Warn)?;
    let (node, _) = document.arrays().next()?;
    let plan = document.plan(node, &document.read_options()).ok()?;
    let mut splitter = document.read_piece(plan.pieces.first()?).ok()?.split(1, 1)?;
    match splitter.step() {
        Ok(Step::Done(task)) => Some(task?.to_words()),
        _ => None,
    }
}

/// Words that are changed are no task, or one that has the same words again.
fn malformed(mut words: Vec<u64>, script: &mut Script<'_>) {
    while !script.is_over() {
        let at = script.below(words.len());
        words[at] = script.word();
        if let Ok(task) = Task::from_words(&words) {
            let again = task.to_words();
            assert!(words.starts_with(&again) || again.len() != words.len(), "{words:?} {again:?}");
        }
    }
}

/// The result of a part, the elements it covers, and the codes of its warnings.
type Outcome = (Option<Range<u64>>, Written, Vec<&'static str>);

fn carry_out(part: &Task, parts: &TaskSplitter, file: &[u8]) -> Result<Outcome> {
    let mut reading = Task::from_words(&part.to_words()).expect("its own words are a task").begin()?;
    let mut output = Written::default();
    if part.elements().is_some() {
        reading.fill(file, &mut output)?;
    } else {
        while let Step::Need(ranges) = reading.verify()? {
            for range in ranges {
                reading.supply(range.start, slice(file, range));
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
