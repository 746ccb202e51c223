//! The dialects before ASDF 1.0.0, file by file: their block headers (`tests/data/early/blocks.tsv`) and the messages that
//! refuse a block (`messages.tsv`). The tables of all fixtures cover their arrays.

use std::fmt::Write;

use crate::support::{fixtures, read, rows};
use asdf_wasm::{Block, Checksum, Checksums, Dialect, Document, Limits, Opening, Options, run};

fn open(file: &str) -> Document {
    let bytes = read(&format!("early/{file}"));
    run(Opening::new(bytes.len() as u64, Options::default()), &bytes).unwrap()
}

/// A row of `blocks.tsv`, without the name of the file.
fn row(block: &Block) -> Vec<Option<String>> {
    let checksum = block.checksum.as_ref().map(|checksum| {
        checksum.bytes().iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").unwrap();
            hex
        })
    });
    vec![
        Some(block.index.to_string()),
        Some(block.header_size.to_string()),
        Some(block.flags.to_string()),
        block.encoding.name(),
        Some(block.allocated_size.to_string()),
        Some(block.used_size.to_string()),
        Some(block.data_size.to_string()),
        checksum,
        Some(if block.streamed { "yes" } else { "no" }.to_owned()),
    ]
}

#[test]
fn every_block_header_is_as_its_table_says() {
    let listed = rows("early/blocks.tsv");
    let mut checked = 0;
    for fixture in fixtures() {
        let Some(file) = fixture.file.strip_prefix("early/") else { continue };
        let listed: Vec<_> = listed.iter().filter(|row| row[0].as_deref() == Some(file)).collect();
        let document = open(file);
        let found: Vec<_> = document.layout().blocks.iter().map(row).collect();
        let expected: Vec<_> = listed.iter().map(|row| row[1..].to_vec()).collect();
        assert_eq!(found, expected, "{file}");
        checked += found.len();
    }
    assert!(checked >= listed.len(), "{checked} of {} blocks are in files", listed.len());
}

#[test]
fn every_error_has_the_message_of_the_table() {
    for row in rows("early/messages.tsv") {
        let [file, path, message] = row.try_into().unwrap();
        let (file, path, message) = (file.unwrap(), path.unwrap(), message.unwrap());
        let document = open(&file);
        let node = document.tree().unwrap().at(&path).unwrap();
        let reading = document.read(node, &document.read_options());
        let error = reading.and_then(|reading| reading.read(&read(&format!("early/{file}")))).unwrap_err();
        assert_eq!(error.message(), message, "{file}");
        assert_eq!(error.block(), Some(0), "{file}");
    }
}

#[test]
fn early_checksums_do_not_fail_a_strict_read() {
    for file in
        ["early/header36.asdf", "early/header48-xz.asdf", "early/finf-40.asdf", "legacy/header48/basic.asdf"]
    {
        let bytes = read(file);
        let options = Options::new(Checksums::Error, Limits::default());
        let document = run(Opening::new(bytes.len() as u64, options), &bytes).unwrap();
        assert!(
            matches!(document.layout().blocks.get(0).unwrap().checksum, Some(Checksum::Unsettled(_))),
            "{file}"
        );
        let (node, _) = document.arrays().next().unwrap();
        let reading = document.read(node, &document.read_options()).unwrap();
        assert!(reading.read(&bytes).is_ok(), "{file}");
    }
}

#[test]
fn dialects_are_told_apart() {
    let dialect = |file: &str| {
        let document = open(file);
        (document.layout().dialect, document.layout().format_version.clone())
    };
    assert_eq!(dialect("header36.asdf"), (Dialect::Asdf01, "0.1.0".into()));
    assert_eq!(dialect("finf-40.asdf"), (Dialect::Finf01, "0.1.0".into()));
}
