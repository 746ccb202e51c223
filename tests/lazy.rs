//! A file reads the same when its block headers are read only when they are needed.

use crate::support::{fixtures, read};
use asdf_wasm::{Document, Error, NdArray, NodeId, Opening, Operation, Options, Source, Step, run};

fn open(bytes: &[u8], options: Options) -> Result<Document, Error> {
    run(Opening::new(bytes.len() as u64, options), bytes)
}

fn lazily(bytes: &[u8]) -> Result<Document, Error> {
    open(bytes, Options::default().lazily())
}

/// Reads headers, and returns how many bytes were requested.
fn learn(document: &mut Document, blocks: Option<&[usize]>, bytes: &[u8]) -> u64 {
    let mut headers = document.read_headers(blocks);
    let mut asked = 0;
    loop {
        match headers.step().unwrap() {
            Step::Done(update) => {
                document.add_headers(update);
                return asked;
            }
            Step::Need(ranges) => {
                for range in ranges {
                    asked += range.end - range.start;
                    let (start, end) =
                        (usize::try_from(range.start).unwrap(), usize::try_from(range.end).unwrap());
                    headers.supply(range.start, &bytes[start..end]);
                }
            }
        }
    }
}

/// The elements of an array, or the error of reading it.
fn outcome(document: &Document, node: NodeId, bytes: &[u8]) -> String {
    let outcome = document.read(node, &document.read_options()).and_then(|read| read.read(bytes));
    format!("{outcome:?}")
}

fn warnings(document: &Document) -> Vec<String> {
    let mut warnings: Vec<_> = document.warnings().iter().map(|warning| format!("{warning:?}")).collect();
    warnings.sort();
    warnings
}

#[test]
fn with_all_headers_read_a_lazy_document_equals_an_eager_one() {
    for fixture in fixtures() {
        let bytes = fixture.bytes();
        let (eager, lazy) = (open(&bytes, Options::default()), lazily(&bytes));
        let (Ok(eager), Ok(mut lazy)) = (eager, lazy) else { continue };
        learn(&mut lazy, None, &bytes);
        assert_eq!(format!("{:?}", lazy.layout()), format!("{:?}", eager.layout()), "{}", fixture.file);
        assert_eq!(warnings(&lazy), warnings(&eager), "{}", fixture.file);
    }
}

#[test]
fn every_array_reads_after_its_missing_headers() {
    for fixture in fixtures() {
        let bytes = fixture.bytes();
        let (Ok(eager), Ok(mut lazy)) = (open(&bytes, Options::default()), lazily(&bytes)) else { continue };
        let nodes: Vec<_> = eager.arrays().map(|(node, _)| node).collect();
        for node in nodes {
            while let Ok(pieces) = lazy.plan(node, &lazy.read_options()) {
                let lacking = lazy.missing_headers(&pieces);
                if lacking.is_empty() {
                    break;
                }
                learn(&mut lazy, Some(&lacking), &bytes);
            }
            assert_eq!(outcome(&lazy, node, &bytes), outcome(&eager, node, &bytes), "{}", fixture.file);
        }
    }
}

/// A file of blocks of these sizes, with the block index that `index` makes of their offsets.
fn file(sizes: &[usize], index: impl FnOnce(&[usize]) -> Option<Vec<usize>>) -> Vec<u8> {
    let mut file = b"#ASDF 1.0.0\n%YAML 1.1\n--- {}\n...\n".to_vec();
    let mut offsets = Vec::new();
    for size in sizes {
        offsets.push(file.len());
        file.extend(b"\xd3BLK\0\x30\0\0\0\0\0\0\0\0");
        (0..3).for_each(|_| file.extend((*size as u64).to_be_bytes()));
        file.resize(file.len() + 16 + size, 1);
    }
    if let Some(offsets) = index(&offsets) {
        file.extend(format!("#ASDF BLOCK INDEX\n--- {offsets:?}\n").bytes());
    }
    file
}

fn known(document: &Document) -> Vec<usize> {
    document.layout().blocks.iter().map(|block| block.index).collect()
}

const LARGE: usize = 300_000;

#[test]
fn with_an_index_each_header_is_read_on_its_own() {
    let bytes = file(&[LARGE, LARGE, 1000, LARGE, LARGE], |offsets| Some(offsets.to_vec()));
    let mut document = lazily(&bytes).unwrap();
    assert_eq!((document.layout().blocks.len(), known(&document)), (5, vec![0]));
    assert_eq!(learn(&mut document, Some(&[3]), &bytes), 54);
    // A small block is read along with its header.
    assert_eq!(learn(&mut document, Some(&[2]), &bytes), 54 + 1000);
    assert_eq!(learn(&mut document, Some(&[0, 2, 3]), &bytes), 0);
    assert_eq!(known(&document), [0, 2, 3]);
    assert_eq!(learn(&mut document, None, &bytes), 2 * 54);
    assert_eq!(known(&document), [0, 1, 2, 3, 4]);
    assert!(document.warnings().is_empty());
}

#[test]
fn an_index_that_a_header_contradicts_is_discarded() {
    // The index gives a wrong offset for the third block.
    let shifted = |offsets: &[usize]| {
        let mut offsets = offsets.to_vec();
        offsets[2] += 8;
        Some(offsets)
    };
    let bytes = file(&[LARGE; 5], shifted);
    let mut document = lazily(&bytes).unwrap();
    learn(&mut document, Some(&[1]), &bytes);
    // This block would end after the offset that the index gives for the next one.
    assert!(document.warnings().is_empty());
    learn(&mut document, Some(&[2]), &bytes);
    assert_eq!(document.warnings()[0].code, "block-index-ignored");
    assert_eq!((document.layout().blocks.len(), known(&document)), (3, vec![0, 1, 2]));
    learn(&mut document, None, &bytes);
    assert_eq!(known(&document), [0, 1, 2, 3, 4]);
    assert_eq!(document.warnings().len(), 1);
}

#[test]
fn concurrent_header_updates_count_once() {
    let bytes = file(&[LARGE; 4], |offsets| Some(vec![offsets[0], offsets[1] + 1, offsets[3]]));
    let mut document = lazily(&bytes).unwrap();
    let both = [document.read_headers(Some(&[1])), document.read_headers(Some(&[2]))];
    for update in both.map(|headers| run(headers, &bytes).unwrap()) {
        document.add_headers(update);
    }
    assert_eq!((document.layout().blocks.len(), known(&document)), (2, vec![0, 1]));
    assert_eq!(document.warnings().len(), 1);
}

#[test]
fn without_an_index_headers_are_walked_as_far_as_needed() {
    let bytes = file(&[LARGE; 5], |_| None);
    let mut document = lazily(&bytes).unwrap();
    assert_eq!(known(&document), [0]);
    assert_eq!(learn(&mut document, Some(&[2]), &bytes), 2 * 4096);
    assert_eq!(known(&document), [0, 1, 2]);
    learn(&mut document, Some(&[99]), &bytes);
    assert_eq!(known(&document), [0, 1, 2, 3, 4]);
    assert!(!document.layout().blocks.iter().any(|block| block.problem.is_some()));
}

#[test]
fn small_blocks_are_walked_in_growing_windows() {
    let mut sizes = vec![LARGE];
    sizes.resize(2000, 100);
    let bytes = file(&sizes, |_| None);
    let mut document = lazily(&bytes).unwrap();
    let mut headers = document.read_headers(None);
    let mut requests = 0;
    let update = loop {
        match headers.step().unwrap() {
            Step::Done(update) => break update,
            Step::Need(ranges) => {
                requests += ranges.len();
                for range in ranges {
                    let (start, end) =
                        (usize::try_from(range.start).unwrap(), usize::try_from(range.end).unwrap());
                    headers.supply(range.start, &bytes[start..end]);
                }
            }
        }
    };
    document.add_headers(update);
    assert_eq!(known(&document).len(), 2000);
    assert!(requests <= 8, "{requests} requests");
}

#[test]
fn reading_an_array_in_a_missing_block_is_an_error() {
    let bytes = read("roman/roman_l2_192.asdf");
    let text = String::from_utf8_lossy(&bytes[..20_000]).into_owned();
    let at = text.find("source: 0").unwrap();
    let mut bytes = bytes;
    bytes[at + 8] = b'9';
    let document = open(&bytes, Options::default()).unwrap();
    let is_lost = |array: &NdArray| matches!(array.source, Source::Block(9));
    let (node, array) = document.arrays().find(|(_, array)| array.as_ref().is_ok_and(is_lost)).unwrap();
    assert!(!array.as_ref().unwrap().shape.is_empty());
    let error = document.plan(node, &document.read_options()).unwrap_err();
    assert!(error.message().starts_with("the array is in block 9, but only "), "{error}");
    assert!(error.path().is_some());
}

/// `bytes` with `by` bytes more at `at`, or less if it is negative.
fn shifted(mut bytes: Vec<u8>, at: usize, by: isize) -> Vec<u8> {
    let removed = at..at + by.min(0).unsigned_abs();
    bytes.splice(removed, vec![b'\r'; by.max(0).unsigned_abs()]);
    bytes
}

#[test]
fn headers_are_found_behind_a_block_that_lost_or_gained_bytes() {
    for sizes in [[LARGE, 1000, LARGE], [300, 200, 100]] {
        for (indexed, by) in
            [false, true].iter().flat_map(|indexed| [-40, -2, -1, 1, 2, 40].map(|by| (indexed, by)))
        {
            let whole = file(&sizes, |offsets| indexed.then(|| offsets.to_vec()));
            let expected: Vec<_> =
                open(&whole, Options::default()).unwrap().layout().blocks.iter().map(|b| b.offset).collect();
            let bytes = shifted(whole, 33 + 54 + 100, by);
            for options in [Options::default(), Options::default().lazily()] {
                let mut document = open(&bytes, options).unwrap();
                learn(&mut document, None, &bytes);
                let blocks = &document.layout().blocks;
                let offsets: Vec<_> = blocks.iter().map(|block| block.offset).collect();
                let moved = |offset: &u64| offset.checked_add_signed(by as i64).unwrap();
                let moved: Vec<_> =
                    expected[..1].iter().copied().chain(expected[1..].iter().map(moved)).collect();
                assert_eq!(offsets, moved, "{sizes:?} {by}");
                // What was lost is missed, what was added is not known.
                let problems: Vec<_> = blocks.iter().map(|block| block.problem.is_some()).collect();
                assert_eq!(problems, [by < 0, false, false], "{sizes:?} {by}");
                let warnings = document.warnings();
                let displaced: Vec<_> = warnings.iter().filter(|w| w.code == "block-displaced").collect();
                let [warning] = &displaced[..] else { panic!("{warnings:?}") };
                assert_eq!(warning.offset, Some(moved[1]));
                assert!(warning.message.starts_with("block 1 was found at byte "), "{}", warning.message);
                assert!(warnings.iter().all(|w| w.code != "junk-after-blocks"), "{warnings:?}");
            }
        }
    }
}

#[test]
fn what_only_looks_like_a_header_near_its_place_is_none() {
    let mut bytes = file(&[300], |_| None);
    let at = bytes.len() - 200;
    // A magic with a header that claims more than there is, in the content of the last block.
    bytes.splice(at..at + 14, *b"\xd3BLK\0\x30\0\0\0\0\0\0\0\0");
    bytes.extend(b"junk");
    let document = open(&bytes, Options::default()).unwrap();
    assert_eq!(known(&document), [0]);
    assert_eq!(document.warnings()[0].code, "junk-after-blocks");
    // The last block lost a byte: the index tells.
    let bytes = shifted(file(&[300, 300], |offsets| Some(offsets.to_vec())), 33 + 54 + 300 + 54 + 9, -1);
    let document = open(&bytes, Options::default()).unwrap();
    let codes: Vec<_> = document.warnings().iter().map(|warning| warning.code).collect();
    assert_eq!(codes, ["block-index-ignored", "block-displaced"]);
    assert_eq!(known(&document), [0, 1]);
}

#[test]
fn blocks_whose_magic_a_text_tool_changed_are_spoken_of() {
    // A file in Latin-1 that was saved in UTF-8.
    let text: String = file(&[300, 300], |_| None).iter().map(|byte| char::from(*byte)).collect();
    let document = open(text.as_bytes(), Options::default()).unwrap();
    assert_eq!(known(&document), [] as [usize; 0]);
    let [warning] = document.warnings() else { panic!("{:?}", document.warnings()) };
    assert_eq!((warning.code, warning.offset), ("junk-after-blocks", Some(33 + 1)));
    assert!(warning.message.contains("looks like blocks"), "{}", warning.message);
}

#[test]
fn a_block_whose_header_is_damaged_keeps_its_number() {
    for (sizes, number, indexed, damage) in [
        ([300, 200, 100], 0, true, &[b'?'][..]),
        ([300, 200, 100], 0, false, &[b'?'][..]),
        ([300, 200, 100], 0, true, &[0; 54][..]),
        ([300, 200, 100], 1, true, &[b'?'][..]),
        ([300, 200, 100], 1, false, &[b'?'][..]),
        ([300, 200, 100], 1, true, &[0; 54][..]),
    ] {
        let whole = file(&sizes, |offsets| indexed.then(|| offsets.to_vec()));
        let expected: Vec<_> =
            open(&whole, Options::default()).unwrap().layout().blocks.iter().map(|b| b.offset).collect();
        let at = usize::try_from(expected[number]).unwrap();
        let mut bytes = whole.clone();
        bytes[at..at + damage.len()].copy_from_slice(damage);
        for options in [Options::default(), Options::default().lazily()] {
            let mut document = open(&bytes, options).unwrap();
            learn(&mut document, None, &bytes);
            let blocks = &document.layout().blocks;
            assert_eq!(blocks.iter().map(|block| block.offset).collect::<Vec<_>>(), expected, "{number}");
            let bad: Vec<_> =
                blocks.iter().filter(|b| b.problem.is_some()).map(|block| block.index).collect();
            assert_eq!(bad, [number]);
            let message = format!("the header of block {number} is damaged");
            assert!(document.warnings().iter().any(|warning| warning.message.starts_with(&message)));
        }
    }
    // Nothing tells how many blocks there were.
    let mut bytes = file(&[300, 200], |_| None);
    bytes[35..39].fill(0);
    let document = open(&bytes, Options::default()).unwrap();
    let codes: Vec<_> = document.warnings().iter().map(|warning| warning.code).collect();
    assert_eq!(codes, ["junk-before-blocks"]);
}

#[test]
fn a_first_block_that_allocates_more_than_there_is_does_not_hide_those_that_the_index_lists() {
    let mut bytes = file(&[300, 200, 100], |offsets| Some(offsets.to_vec()));
    let at = open(&bytes, Options::default()).unwrap().layout().blocks.get(0).unwrap().offset;
    bytes[usize::try_from(at).unwrap() + 14] = 0xff;
    let mut document = open(&bytes, Options::default()).unwrap();
    learn(&mut document, None, &bytes);
    assert_eq!(known(&document), [0, 1, 2]);
    assert!(document.layout().blocks.iter().all(|block| block.problem.is_none()));
    let [warning] = document.warnings() else { panic!("{:?}", document.warnings()) };
    assert!(warning.message.contains("but the file has only"), "{}", warning.message);
}
