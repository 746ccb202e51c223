//! Tables that are compressed by tiles: each column equals the column of the table before.

use asdf_wasm::{Document, ErrorKind, ReadOptions, Select};

use super::support::{fits, open};
use crate::support::read;

/// What fpack of CFITSIO made of `all.fits`: by tiles of 23, 10, 7 and 10 rows.
const PACKED: [&str; 4] = ["gzip1.fits", "gzip2.fits", "rice.fits", "default.fits"];
const COLUMNS: usize = 23;

fn packed(name: &str) -> Vec<u8> {
    fits(&format!("packed/{name}"))
}

/// The elements and the mask of some rows of a column.
fn column(document: &Document, file: &[u8], field: usize, rows: Select) -> (Vec<u8>, Option<Vec<u8>>) {
    let options = ReadOptions { field: vec![field], selection: vec![rows], ..document.read_options() };
    let found = document.read_hdu(1, &options).unwrap().read(file).unwrap();
    (found.bytes, found.mask)
}

#[test]
fn every_kind_of_column_is_that_of_the_table_before() {
    let before = packed("all.fits");
    let table = open(&before);
    let array = table.hdu_array(1).unwrap();
    for name in PACKED {
        let file = packed(name);
        let document = open(&file);
        let found = document.hdu_array(1).unwrap();
        assert_eq!((&found.shape, &found.datatype), (&array.shape, &array.datatype), "{name}");
        let whole = |document: &Document, file| {
            document.read_hdu(1, &document.read_options()).unwrap().read(file).unwrap()
        };
        assert_eq!(whole(&document, &file), whole(&table, &before), "{name}");
        for field in 0..COLUMNS {
            let slice = |start, stop, step| Select::Slice { start: Some(start), stop, step: Some(step) };
            for rows in [Select::All, Select::Index(9), slice(6, Some(15), 1), slice(-1, None, -4)] {
                let expected = column(&table, &before, field, rows);
                assert_eq!(column(&document, &file, field, rows), expected, "{name} {field} {rows:?}");
            }
        }
    }
}

#[test]
fn a_table_of_the_field() {
    let file = read("field/fits/compressed-table-ztable/ztable.fits");
    let document = open(&file);
    let (numbers, _) = column(&document, &file, 0, Select::All);
    assert_eq!(numbers, (0..10i32).flat_map(i32::to_le_bytes).collect::<Vec<_>>());
    let (fluxes, _) = column(&document, &file, 1, Select::All);
    assert_eq!(
        fluxes,
        (0..10i32).flat_map(|number| (f64::from(number) * (1.0 / 9.0)).to_le_bytes()).collect::<Vec<_>>()
    );
}

/// Replaces the text of a card or a part of it by one of the same length.
fn replaced(file: &[u8], card: &str, by: &str) -> Vec<u8> {
    let at = file.windows(card.len()).position(|window| window == card.as_bytes()).unwrap();
    let mut file = file.to_vec();
    file[at..at + by.len()].copy_from_slice(by.as_bytes());
    file
}

#[test]
fn what_the_header_says_wrongly_is_an_error_and_no_more() {
    let file = packed("default.fits");
    for (card, by, kind) in [
        ("ZCTYP5  = 'RICE_1  '", "ZCTYP5  = 'PLIO_1  '", ErrorKind::UnsupportedCompression),
        ("ZFORM5  = 'J       '", "ZFORM5  = '       ?'", ErrorKind::BadHeader),
        ("ZNAXIS2 =                   23", "ZNAXIS2 =                   33", ErrorKind::BadHeader),
        ("ZNAXIS1 =                  175", "ZNAXIS1 =                   75", ErrorKind::BadHeader),
    ] {
        let error = open(&replaced(&file, card, by)).hdu_array(1).unwrap_err();
        assert_eq!(error.kind(), kind, "{by}: {error}");
    }
    for (card, by, field) in [
        ("ZFORM5  = 'J       '", "ZFORM5  = '2J      '", 4),
        ("ZFORM8  = 'D       '", "ZFORM8  = 'E       '", 7),
        ("ZFORM22 = 'QD(38)  '", "ZFORM22 = 'QD(3)   '", 21),
        ("ZFORM18 = 'PJ(39)  '", "ZFORM18 = 'QJ(39)  '", 17),
        ("ZTILELEN=                   10", "ZTILELEN=                   12", 3),
    ] {
        let file = replaced(
            &replaced(&file, "ZNAXIS1 =                  175", "ZNAXIS1 =                  999"),
            card,
            by,
        );
        let document = open(&file);
        let options = ReadOptions { field: vec![field], ..document.read_options() };
        let error = document.read_hdu(1, &options).unwrap().read(&file).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CorruptData, "{by}: {error}");
        assert!(error.message().contains("column"), "{by}: {error}");
    }
}

#[test]
fn damage_of_the_packed_bytes_is_an_error_or_nothing() {
    let file = packed("default.fits");
    let document = open(&file);
    let start = usize::try_from(document.layout().hdus[1].data_offset()).unwrap();
    for at in (start..file.len()).step_by(61) {
        let mut file = file.clone();
        file[at] ^= 0x55;
        let _ = open(&file).read_hdu(1, &document.read_options()).unwrap().read(&file);
    }
}
