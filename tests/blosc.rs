//! Data that the Blosc libraries wrote, under the labels of ASDF. Each row of `tests/data/codecs/blosc.tsv` becomes a file
//! of one block, which is read whole, in part and backwards, with its bytes arriving in pieces.

#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use crate::support::{read, sha256};
use asdf_wasm::{Error, ErrorKind, Opening, Options, ReadOptions, Select, Step, run};

/// A file with one array of bytes in one block.
fn file(label: &str, stored: &[u8], size: usize) -> Vec<u8> {
    let mut file = format!(
        "#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n\
         a: !core/ndarray-1.1.0 {{source: 0, datatype: uint8, byteorder: little, shape: [{size}]}}\n...\n"
    )
    .into_bytes();
    file.extend(b"\xd3BLK\x00\x30\x00\x00\x00\x00");
    file.extend(label.as_bytes());
    for length in [stored.len(), stored.len(), size] {
        file.extend((length as u64).to_be_bytes());
    }
    file.extend([0; 16]);
    file.extend(stored);
    file
}

/// Reads a selection of the array: its bytes, the codes of the warnings, and how many bytes were requested.
/// Bytes arrive `piece` at a time.
fn select(
    file: &[u8],
    selection: Select,
    piece: usize,
) -> Result<(Vec<u8>, Vec<&'static str>, usize), Error> {
    let document = run(Opening::new(file.len() as u64, Options::default()), file)?;
    let tree = document.tree().unwrap();
    let array = tree.get(tree.root(), "a").unwrap();
    let options = ReadOptions { selection: vec![selection], ..ReadOptions::default() };
    let mut reading = document.read(array, &options)?;
    let (mut output, mut asked) = (Vec::new(), 0);
    while let Step::Need(ranges) = reading.step(&mut output)? {
        let (start, end) = (ranges[0].start, ranges[0].end.min(ranges[0].start + piece as u64));
        asked += (end - start) as usize;
        reading.supply(start, &file[start as usize..end as usize]);
    }
    let warnings = reading.take_warnings().into_iter().map(|warning| warning.code).collect();
    Ok((output, warnings, asked))
}

#[test]
fn every_case_reads_as_the_table_says() {
    let (table, all) = (String::from_utf8(read("codecs/blosc.tsv")).unwrap(), read("codecs/blosc.bin"));
    let mut reached = 0;
    for row in table.lines().skip(1) {
        let [name, offset, length, label, size, hash, warning] =
            row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let (offset, length) = (offset.parse::<usize>().unwrap(), length.parse::<usize>().unwrap());
        let size: usize = size.parse().unwrap();
        assert_eq!(offset, reached, "{name}");
        reached += length;
        let file = file(label, &all[offset..offset + length], size);

        let (whole, warnings, _) =
            select(&file, Select::All, usize::MAX >> 1).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(sha256(&whole), hash, "{name}");
        assert_eq!(warnings, if warning == "-" { vec![] } else { vec![warning] }, "{name}");

        let third = size as i64 / 3;
        let slice = |start, stop, step| Select::Slice { start, stop, step };
        let (part, ..) =
            select(&file, slice(Some(third), Some((2 * third + 1).min(size as i64)), None), 97).unwrap();
        assert!(part == whole[third as usize..(2 * third as usize + 1).min(size)], "{name}");
        let (backwards, ..) = select(&file, slice(None, None, Some(-7)), 1000).unwrap();
        assert!(backwards.iter().eq(whole.iter().rev().step_by(7)), "{name}");
    }
    assert_eq!(reached, all.len());
}

#[test]
fn the_examples_of_c_blosc2_decode() {
    let frame = "1d2d58a111f57eeb9f8a75785f94fb3065e4c9e5baf300f8bce2dec6f4e77974";
    // Python blosc2 decoded the chunks of the two arrays, and numpy assembled them.
    for (name, size, hash) in [
        ("frame_simple-blosclz.b2frame", 2_000_000, frame),
        ("frame_simple-lz4.b2frame", 2_000_000, frame),
        ("frame_simple-zstd.b2frame", 2_000_000, frame),
        (
            "example_day_month_temp.b2nd",
            4800,
            "0dc81ad04c51978088816bfd06241fecc8ca9cb4c132ffd1d9ade02fada31228",
        ),
        (
            "example_item_prices.b2nd",
            300_000,
            "55bf0fe603f55201bfaad37d64de94cea1cbd39911930787458bb6e6edaae28c",
        ),
    ] {
        let file = file("bls2", &read(&format!("blosc/{name}")), size);
        let (whole, ..) =
            select(&file, Select::All, 10_000).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(sha256(&whole), hash, "{name}");
    }
}

#[test]
fn a_part_requests_only_the_blocks_it_touches() {
    let stored = read("blosc/frame_simple-lz4.b2frame");
    let file = file("bls2", &stored, 2_000_000);
    let (part, _, asked) =
        select(&file, Select::Slice { start: Some(1_000_000), stop: Some(1_000_010), step: None }, 1 << 20)
            .unwrap();
    assert_eq!(part.len(), 10);
    assert!(asked < stored.len() / 3, "{asked} of {}", stored.len());
}

#[test]
fn damage_is_an_error_of_the_block_or_undetected() {
    let (table, all) = (String::from_utf8(read("codecs/blosc.tsv")).unwrap(), read("codecs/blosc.bin"));
    // Every byte of every sixtieth small case.
    let rows = table.lines().skip(1).filter(|row| row.split('\t').nth(2).unwrap().len() <= 3).step_by(60);
    for row in rows {
        let [name, offset, length, label, size, ..] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!()
        };
        let (offset, length) = (offset.parse::<usize>().unwrap(), length.parse::<usize>().unwrap());
        let size: usize = size.parse().unwrap();
        if size == 0 {
            continue;
        }
        let stored = &all[offset..offset + length];
        let check = |file: &[u8], what: &str| match select(file, Select::All, usize::MAX >> 1) {
            Ok((output, ..)) => assert_eq!(output.len(), size),
            Err(error) => {
                let kinds =
                    [ErrorKind::CorruptData, ErrorKind::UnsupportedCompression, ErrorKind::LimitExceeded];
                assert!(kinds.contains(&error.kind()), "{name}, {what}: {error}");
                assert_eq!(error.block(), Some(0), "{name}, {what}");
                assert!(error.offset().is_some(), "{name}, {what}");
            }
        };
        for at in 0..length {
            let mut damaged = file(label, stored, size);
            let place = damaged.len() - length + at;
            for flip in [0x01, 0x80, 0xff] {
                damaged[place] ^= flip;
                check(&damaged, &format!("byte {at} ^ {flip:#x}"));
                damaged[place] ^= flip;
            }
            let cut = file(label, &stored[..at], size);
            check(&cut, &format!("cut to {at}"));
        }
        for declared in [size - 1, size + 1, 3 * size].into_iter().filter(|declared| *declared > 0) {
            let error = select(&file(label, stored, declared), Select::All, 1 << 20).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::CorruptData, "{name}: {declared} declared for {size}");
        }
    }
}
