//! What the tests of FITS share: files, and headers made of cards.

use asdf_wasm::{Datatype, Document, Opening, Options, run};

use crate::support::read;

pub(super) fn open(file: &[u8]) -> Document {
    run(Opening::new(file.len() as u64, Options::default()), file).unwrap()
}

pub(super) fn fits(name: &str) -> Vec<u8> {
    read(&format!("fits/{name}"))
}

/// numpy's letter and size.
pub(super) fn kind_of(datatype: &Datatype) -> String {
    let Datatype::Scalar(scalar, _) = datatype else { return "string".into() };
    match (scalar.name(), scalar.size()) {
        ("bool8", _) => "b1".into(),
        (name, size) => format!("{}{size}", &name[..1]),
    }
}

/// A header of these cards, and what follows it.
pub(super) fn hdu(cards: &[&str], data: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> =
        cards.iter().chain(&["END"]).flat_map(|card| format!("{card:<80}").into_bytes()).collect();
    bytes.resize(bytes.len().next_multiple_of(2880), b' ');
    bytes.resize(bytes.len() + data.next_multiple_of(2880), 0);
    bytes
}

pub(super) const EMPTY: [&str; 3] =
    ["SIMPLE  =                    T", "BITPIX  =                    8", "NAXIS   =                    0"];

/// The cards of a table of so many rows, bytes in a row, and columns, which the caller describes.
pub(super) fn table_cards(rows: usize, row: usize, columns: usize) -> Vec<String> {
    let mut cards = ["XTENSION= 'BINTABLE'", "BITPIX  = 8", "NAXIS   = 2", "PCOUNT  = 0", "GCOUNT  = 1"]
        .map(String::from)
        .to_vec();
    cards.extend([format!("NAXIS1  = {row}"), format!("NAXIS2  = {rows}"), format!("TFIELDS = {columns}")]);
    cards
}
