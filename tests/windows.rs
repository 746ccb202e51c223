//! Windows of a compressed block, one after another: the bytes that each requests, what is kept for the next one, and the
//! elements.

#![allow(clippy::single_range_in_vec_init)]

use std::ops::Range;

use crate::support::{cases, fixtures};
use asdf_wasm::{ArrayData, Document, Limits, Opening, Options, ReadOptions, Select, Step, run};
use proptest::prelude::*;

const ROWS: u64 = 1500;
const COLUMNS: u64 = 512;
const ROW: u64 = 4 * COLUMNS;
/// Decoded bytes of a chunk: a hundred rows.
const CHUNK: usize = 100 * 4 * 512;

/// The elements: words, some of which repeat.
fn content() -> Vec<u8> {
    let mut state = 1_u32;
    let word = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if state >> 30 == 0 { state } else { state >> 27 }
    };
    (0..ROWS * COLUMNS).map(word).flat_map(u32::to_le_bytes).collect()
}

fn lz4(content: &[u8], chunk: usize) -> Vec<u8> {
    let mut stored = Vec::new();
    for chunk in content.chunks(chunk) {
        let packed = lz4_flex::block::compress(chunk);
        stored.extend(u32::try_from(packed.len() + 4).unwrap().to_be_bytes());
        stored.extend(u32::try_from(chunk.len()).unwrap().to_le_bytes());
        stored.extend(packed);
    }
    stored
}

/// A file with the content in one block, and the offset of the block's data.
fn file(label: [u8; 4], stored: &[u8]) -> (Vec<u8>, u64) {
    let mut file = format!(
        "#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n\
         data: !core/ndarray-1.1.0 {{source: 0, datatype: uint32, byteorder: little, shape: [{ROWS}, {COLUMNS}]}}\n...\n"
    )
    .into_bytes();
    file.extend(b"\xd3BLK\0\x30\0\0\0\0");
    file.extend(label);
    for size in [stored.len() as u64, stored.len() as u64, 4 * ROWS * COLUMNS] {
        file.extend(size.to_be_bytes());
    }
    file.extend([0; 16]);
    let base = file.len() as u64;
    file.extend(stored);
    (file, base)
}

fn open(file: &[u8], cache: u64) -> Document {
    let mut limits = Limits::default();
    limits.cache = cache;
    let options = Options::new(asdf_wasm::Checksums::Warn, limits);
    run(Opening::new(file.len() as u64, options), file).unwrap()
}

fn slice(range: &Range<u64>) -> Select {
    let bound = |number: u64| Some(i64::try_from(number).unwrap());
    Select::Slice { start: bound(range.start), stop: bound(range.end), step: None }
}

/// Reads a window; returns its bytes and the ranges that it requested. At most `piece` bytes arrive at a time.
fn window(
    document: &Document,
    file: &[u8],
    rows: &Range<u64>,
    columns: &Range<u64>,
    piece: usize,
) -> (Vec<u8>, Vec<Range<u64>>) {
    let (node, _) = document.arrays().next().unwrap();
    let options = ReadOptions { selection: vec![slice(rows), slice(columns)], ..document.read_options() };
    let mut read = document.read(node, &options).unwrap();
    let mut filled = ArrayData::new(read.plan());
    let mut asked: Vec<Range<u64>> = Vec::new();
    while let Step::Need(ranges) = read.step(&mut filled).unwrap() {
        for range in ranges {
            let (start, end) = (usize::try_from(range.start).unwrap(), usize::try_from(range.end).unwrap());
            let end = end.min(start + piece);
            read.supply(range.start, &file[start..end]);
            asked.push(range.start..end as u64);
        }
    }
    (filled.bytes, asked)
}

fn expected(content: &[u8], rows: &Range<u64>, columns: &Range<u64>) -> Vec<u8> {
    let row = |row: u64| {
        let at = |column: u64| usize::try_from(row * ROW + 4 * column).unwrap();
        content[at(columns.start)..at(columns.end)].to_vec()
    };
    rows.clone().flat_map(row).collect()
}

fn bytes(asked: &[Range<u64>]) -> u64 {
    asked.iter().map(|range| range.end - range.start).sum()
}

const ALL_AT_ONCE: usize = usize::MAX >> 1;

#[test]
fn only_touched_lz4_chunks_and_the_sizes_before_them_are_requested() {
    let content = content();
    let stored = lz4(&content, CHUNK);
    // Where each chunk begins and ends.
    let mut chunks = Vec::new();
    let mut at = 0;
    while at < stored.len() {
        let length = 4 + u32::from_be_bytes(stored[at..at + 4].try_into().unwrap()) as usize;
        chunks.push(at as u64..(at + length) as u64);
        at += length;
    }
    let (file, base) = file(*b"lz4\0", &stored);
    let document = open(&file, 256 << 20);
    // Rows 650 to 720 are in chunks 6 and 7.
    let (rows, columns) = (650..720, 100..200);
    let (data, asked) = window(&document, &file, &rows, &columns, ALL_AT_ONCE);
    assert_eq!(data, expected(&content, &rows, &columns));
    let touched = chunks[6].start..chunks[7].end;
    let (inside, heads): (Vec<_>, Vec<_>) =
        asked.into_iter().partition(|range| range.start >= base + touched.start);
    assert_eq!(heads.iter().map(|range| range.end - range.start).collect::<Vec<_>>(), [8; 6]);
    assert!(inside.iter().all(|range| range.end <= base + touched.end));
    assert_eq!(bytes(&inside), touched.end - touched.start);

    // The same chunks are decoded already, and the sizes of the chunks before them are known.
    assert_eq!(window(&document, &file, &(600..800), &(0..512), ALL_AT_ONCE).1, []);
    let (data, asked) = window(&document, &file, &(310..390), &(0..9), ALL_AT_ONCE);
    assert_eq!(data, expected(&content, &(310..390), &(0..9)));
    assert_eq!(bytes(&asked), chunks[3].end - chunks[3].start);
    assert_eq!(asked[0].start, base + chunks[3].start);
}

#[test]
fn the_sizes_of_many_short_lz4_chunks_are_read_at_once() {
    let content = content();
    let (file, _) = file(*b"lz4\0", &lz4(&content, 1024));
    let document = open(&file, 256 << 20);
    let (data, asked) = window(&document, &file, &(1000..1010), &(0..4), ALL_AT_ONCE);
    assert_eq!(data, expected(&content, &(1000..1010), &(0..4)));
    assert!(asked.len() < 60, "{} requests", asked.len());
}

#[test]
fn a_stream_is_read_as_far_as_needed_and_resumed() {
    let content = content();
    let stored = miniz_oxide::deflate::compress_to_vec_zlib(&content, 1);
    let (file, base) = file(*b"zlib", &stored);
    let document = open(&file, 256 << 20);
    let part = |rows: Range<u64>| {
        let (data, asked) = window(&document, &file, &rows, &(0..100), ALL_AT_ONCE);
        assert_eq!(data, expected(&content, &rows, &(0..100)), "{rows:?}");
        asked
    };
    let first = part(100..200);
    let reached = first.last().unwrap().end;
    assert!(reached - base < stored.len() as u64 / 2);
    // The decoded bytes are kept, from the beginning of the block.
    assert_eq!(part(0..150), []);
    assert_eq!(part(20..200), []);
    // The next window resumes there, not at the beginning.
    let next = part(180..700);
    assert!(next[0].start > base + stored.len() as u64 / 20, "{next:?}");
    assert_eq!(part(0..700), []);
}

#[test]
fn nothing_is_cached_without_a_budget_or_for_a_whole_read() {
    let content = content();
    let (file, base) = file(*b"zlib", &miniz_oxide::deflate::compress_to_vec_zlib(&content, 1));
    for (cache, first) in [(0, 0..200), (256 << 20, 0..ROWS)] {
        let document = open(&file, cache);
        window(&document, &file, &first, &(0..COLUMNS), ALL_AT_ONCE);
        let (_, asked) = window(&document, &file, &(0..10), &(0..10), ALL_AT_ONCE);
        assert_eq!(asked[0].start, base);
    }
}

#[test]
fn output_of_a_damaged_stream_is_not_cached() {
    let content = content();
    let mut stored = miniz_oxide::deflate::compress_to_vec_zlib(&content, 1);
    // The checksum after the stream.
    *stored.last_mut().unwrap() ^= 1;
    let (file, _) = file(*b"zlib", &stored);
    let document = open(&file, 256 << 20);
    let (node, _) = document.arrays().next().unwrap();
    for rows in [1400..1500, 1300..1400, 1499..1500] {
        let options = ReadOptions { selection: vec![slice(&rows)], ..document.read_options() };
        let error = document.read(node, &options).unwrap().read(&file).unwrap_err();
        assert_eq!(error.kind().code(), "corrupt-data", "{rows:?}");
    }
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn successive_windows_equal_the_content(
        codec in 0..4_usize,
        cache in prop::sample::select(vec![0_u64, 300 << 10, 256 << 20]),
        piece in prop::sample::select(vec![3_000_usize, 100_000, ALL_AT_ONCE]),
        corners in prop::collection::vec((0..ROWS, 1..600_u64, 0..COLUMNS, 1..COLUMNS), 1..6),
    ) {
        let content = content();
        let (label, stored) = match codec {
            0 => (*b"lz4\0", lz4(&content, CHUNK)),
            1 => (*b"lz4\0", lz4(&content, 40_001)),
            2 => (*b"lz4\0", lz4(&content, 4 << 20)),
            _ => (*b"zlib", miniz_oxide::deflate::compress_to_vec_zlib(&content, 1)),
        };
        let (file, _) = file(label, &stored);
        let document = open(&file, cache);
        for (row, height, column, width) in corners {
            let (rows, columns) = (row..(row + height).min(ROWS), column..(column + width).min(COLUMNS));
            let (data, _) = window(&document, &file, &rows, &columns, piece);
            prop_assert!(data == expected(&content, &rows, &columns), "{rows:?} {columns:?}");
        }
    }
}

#[test]
fn parts_of_every_fixture_equal_those_of_the_whole_array() {
    let mut kept = 0;
    for fixture in fixtures() {
        let bytes = fixture.bytes();
        let open = || run(Opening::new(bytes.len() as u64, Options::default()), &bytes);
        let (Ok(whole), Ok(parts)) = (open(), open()) else { continue };
        for (node, array) in whole.arrays() {
            let Some(rows) = array.as_ref().ok().and_then(|array| array.shape.first().copied()) else {
                continue;
            };
            let read = |document: &Document, rows: &Range<u64>| {
                let options = ReadOptions { selection: vec![slice(rows)], ..document.read_options() };
                document.read(node, &options).and_then(|read| read.read(&bytes))
            };
            let Ok(all) = read(&whole, &(0..rows)) else { continue };
            let row = all.bytes.len() / usize::try_from(rows.max(1)).unwrap();
            for part in [rows / 2..rows, 0..rows / 3, rows / 4..rows / 2, rows / 2..rows, 0..rows] {
                let expected =
                    row * usize::try_from(part.start).unwrap()..row * usize::try_from(part.end).unwrap();
                let found = read(&parts, &part).unwrap();
                assert!(found.bytes == all.bytes[expected], "{} {node:?} {part:?}", fixture.file);
                kept += 1;
            }
        }
    }
    assert!(kept > 500, "{kept}");
}

#[test]
fn a_read_requests_its_first_ranges_before_it_writes() {
    let content = content();
    let (file, _) = file(*b"zlib", &miniz_oxide::deflate::compress_to_vec_zlib(&content, 1));
    let document = open(&file, 256 << 20);
    let (node, _) = document.arrays().next().unwrap();
    let pieces = document.plan(node, &document.read_options()).unwrap();
    let mut reading = document.read_piece(&pieces.pieces[0]).unwrap();
    let first = reading.ahead().unwrap();
    let mut output = Vec::new();
    assert_eq!(reading.step(&mut output).unwrap(), Step::Need(first));
    assert!(output.is_empty());
    reading.fill(&file, &mut output).unwrap();
    assert!(output == content);
}

/// An output whose elements from number `room` on must not be written.
struct Within {
    bytes: Vec<u8>,
    room: u64,
}

impl asdf_wasm::Output for Within {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        assert!(at + bytes.len() as u64 <= 4 * self.room, "byte {at} is beyond the room");
        self.bytes.write(at, bytes);
    }
}

proptest! {
    #![proptest_config(cases(32))]
    #[test]
    fn a_read_stays_within_its_room(
        step in 1..200_000_u64,
        columns in prop_oneof![Just(0..COLUMNS), Just(100..101), Just(7..300)],
        backwards: bool,
    ) {
        let content = content();
        let (file, _) = file(*b"lz4\0", &lz4(&content, CHUNK));
        let document = open(&file, 0);
        let (node, _) = document.arrays().next().unwrap();
        let rows = if backwards { Select::Slice { start: None, stop: None, step: Some(-1) } } else { slice(&(0..ROWS)) };
        let options =
            ReadOptions { selection: vec![rows, slice(&columns)], ..document.read_options() };
        let plan = document.plan(node, &options).unwrap();
        let mut read = document.read_piece(&plan.pieces[0]).unwrap();
        let size = ROWS * (columns.end - columns.start);
        let mut output = Within { bytes: vec![0; usize::try_from(4 * size).unwrap()], room: 0 };
        read.set_room(0);
        while let Step::Need(ranges) = read.step(&mut output).unwrap() {
            if ranges.is_empty() {
                prop_assert!(output.room < size, "there is room for everything");
                output.room = (output.room + step).min(size);
                read.set_room(output.room);
            }
            for range in ranges {
                let place = usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap();
                read.supply(range.start, &file[place]);
            }
        }
        let mut all = expected(&content, &(0..ROWS), &columns);
        if backwards {
            let row = usize::try_from(4 * (columns.end - columns.start)).unwrap();
            all = all.chunks(row).rev().flatten().copied().collect();
        }
        prop_assert!(output.bytes == all);
    }
}
