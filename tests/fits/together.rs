//! Columns that are read together: each is what it is when read alone, and rows that are far apart are not read as a whole.

use std::ops::Range;

use asdf_wasm::worker::{ColumnsOutput, ColumnsReader};
use asdf_wasm::{ArrayData, Document, Output, Select, Step};

use super::support::{EMPTY, hdu, open, table_cards};

/// A table with these cards and columns (form, further cards), and its data.
fn table(rows: usize, row: usize, columns: &[(&str, &[&str])]) -> Vec<u8> {
    let mut cards = table_cards(rows, row, columns.len());
    for (number, (form, more)) in columns.iter().enumerate() {
        let number = number + 1;
        cards.extend([format!("TTYPE{number:<3}= 'c{number}'"), format!("TFORM{number:<3}= '{form}'")]);
        cards.extend(more.iter().map(|card| {
            let (keyword, value) = card.split_once('=').unwrap();
            let keyword = format!("{keyword}{number}");
            format!("{keyword:<8}= {value}")
        }));
    }
    let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
    [hdu(&EMPTY, 0), hdu(&cards, 0)].concat()
}

/// What columns are put into.
#[derive(Default)]
struct Columns(Vec<ArrayData>);

impl ColumnsOutput for Columns {
    fn write(&mut self, column: usize, at: u64, bytes: &[u8]) {
        self.0[column].write(at, bytes);
    }

    fn mask(&mut self, column: usize, at: u64, masked: &[u8]) {
        Output::mask(&mut self.0[column], at, masked);
    }
}

/// Runs a read on a file given as a function of its place; returns what each step asked for.
fn run(mut reading: ColumnsReader, output: &mut Columns, at: &dyn Fn(u64) -> u8) -> Vec<Vec<Range<u64>>> {
    let mut asked = Vec::new();
    while let Step::Need(ranges) = reading.step(output).unwrap() {
        for range in &ranges {
            reading.supply(range.start, range.clone().map(at).collect());
        }
        asked.push(ranges);
    }
    asked
}

/// Reads fields together; `None` for those that have to be read alone.
fn together(
    document: &Document,
    file: &[u8],
    fields: &[usize],
    selection: &[Select],
) -> Vec<Option<ArrayData>> {
    let mut options = document.read_options();
    options.selection = selection.to_vec();
    let plan = document.plan_columns(1, fields, &options).unwrap();
    let mut output = Columns(plan.results.iter().flatten().map(ArrayData::new).collect());
    let reading = document.read_columns(1, &plan).unwrap();
    run(reading, &mut output, &|at| file[usize::try_from(at).unwrap()]);
    let mut found = output.0.into_iter();
    plan.results.iter().map(|result| result.as_ref().and_then(|_| found.next())).collect()
}

fn alone(document: &Document, file: &[u8], field: usize, selection: &[Select]) -> ArrayData {
    let mut options = document.read_options();
    (options.field, options.selection) = (vec![field], selection.to_vec());
    document.read_hdu(1, &options).unwrap().read(file).unwrap()
}

#[test]
fn each_column_is_what_it_is_alone() {
    let columns: [(&str, &[&str]); 16] = [
        ("D", &[]),
        ("I", &["TNULL=5"]),
        ("3E", &[]),
        ("J", &["TSCAL=0.5", "TZERO=3.0"]),
        ("7A", &[]),
        ("L", &[]),
        ("11X", &[]),
        ("B", &["TNULL=7"]),
        ("I", &["TZERO=32768"]),
        ("6A", &["TDIM='(3,2)'"]),
        ("0E", &[]),
        ("5L", &[]),
        ("M", &[]),
        ("K", &["TNULL=9", "TSCAL=2.0"]),
        ("6J", &["TDIM='(2,2)'"]),
        ("2C", &[]),
    ];
    let sizes = [8, 2, 12, 4, 7, 1, 2, 1, 2, 6, 0, 5, 16, 8, 24, 16];
    // More than are gathered before they are written.
    let (rows, row) = (5000, sizes.iter().sum());
    let mut file = table(rows, row, &columns);
    let text = b"AT F\0\x01 \x05";
    file.extend((0..rows * row).map(|at| match at % 5 {
        // Some that stand for missing values, some text, and others.
        0 => text[at / 5 % text.len()],
        1 | 2 => 0,
        3 => [5, 7, 9, 0][at / 11 % 4],
        _ => u8::try_from(u64::try_from(at).unwrap().pow(2) / 7 % 251).unwrap(),
    }));
    file.resize(file.len().next_multiple_of(2880), 0);
    let document = open(&file);
    let slice = |start, stop, step| vec![Select::Slice { start, stop, step }];
    let selections = [
        Vec::new(),
        slice(Some(3), Some(4000), Some(7)),
        slice(None, None, Some(-3)),
        slice(Some(17), Some(18), None),
        slice(Some(5), Some(5), None),
        vec![Select::Index(-1)],
    ];
    let all: Vec<usize> = (0..columns.len()).collect();
    for (fields, selection) in [&all[..], &[8, 1, 13], &[4], &[10], &[2, 2]]
        .into_iter()
        .flat_map(|fields| selections.iter().map(move |selection| (fields, selection)))
    {
        for (field, found) in fields.iter().zip(together(&document, &file, fields, selection)) {
            let expected = alone(&document, &file, *field, selection);
            assert!(found == Some(expected), "{} of {fields:?}, {selection:?}", columns[*field].0);
        }
    }
}

#[test]
fn columns_that_are_not_in_the_rows_are_read_alone() {
    let file = table(2, 12, &[("J", &[]), ("1PJ(4)", &[])]);
    let document = open(&[file, vec![0; 2880]].concat());
    let plan = document.plan_columns(1, &[0, 1, 2], &document.read_options()).unwrap();
    assert_eq!(plan.results.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, false]);
    // No table at all.
    let plan = document.plan_columns(0, &[0], &document.read_options());
    assert!(plan.is_err());
}

#[test]
fn what_lies_between_columns_far_apart_is_not_read() {
    let file = table(3, 100_008, &[("J", &[]), ("100000B", &[]), ("J", &[])]);
    let begin = file.len() as u64;
    let document = open(&[file, vec![0; 301_000]].concat());
    let plan = document.plan_columns(1, &[0, 2], &document.read_options()).unwrap();
    let mut output = Columns(plan.results.iter().flatten().map(ArrayData::new).collect());
    let reading = document.read_columns(1, &plan).unwrap();
    let asked = run(reading, &mut output, &|at| u8::try_from((at - begin) / 100_008).unwrap());
    let bytes: u64 = asked.iter().flatten().map(|range| range.end - range.start).sum();
    assert_eq!(bytes, 2 * 3 * 4);
    assert!(output.0.iter().all(|column| column.bytes == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]));
}

#[test]
fn a_column_of_a_wide_table_is_read_a_part_at_a_time() {
    // 40 MB, of which the column is 40 kB.
    let columns: Vec<(&str, &[&str])> = (0..999).map(|_| ("J", &[] as &[&str])).collect();
    let header = table(10_000, 3996, &columns);
    let (begin, size) = (header.len() as u64, 39_960_000_u64);
    let mut file = header;
    file.resize((begin + size).next_multiple_of(2880).try_into().unwrap(), 0);
    let document = open(&file);
    // What is in memory at once is little, and nothing is asked for twice.
    let check = |asked: &[Vec<Range<u64>>]| {
        let sizes = |ranges: &Vec<Range<u64>>| ranges.iter().map(|range| range.end - range.start).sum();
        let sizes: Vec<u64> = asked.iter().map(sizes).collect();
        assert!(sizes.iter().all(|size| *size <= 8 << 20), "{sizes:?}");
        assert!(sizes.iter().sum::<u64>() <= size, "{sizes:?}");
    };
    let plan = document.plan_columns(1, &[500], &document.read_options()).unwrap();
    let mut output = Columns(plan.results.iter().flatten().map(ArrayData::new).collect());
    check(&run(document.read_columns(1, &plan).unwrap(), &mut output, &|_| 0));
    let mut options = document.read_options();
    options.field = vec![500];
    let (mut reading, mut output, mut asked) =
        (document.read_hdu(1, &options).unwrap(), Vec::new(), Vec::new());
    while let Step::Need(ranges) = reading.step(&mut output).unwrap() {
        for range in &ranges {
            reading
                .supply(range.start, &file[range.start.try_into().unwrap()..range.end.try_into().unwrap()]);
        }
        asked.push(ranges);
    }
    check(&asked);
    assert_eq!(output, vec![0; 40_000]);
}
