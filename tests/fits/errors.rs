//! Failures in an HDU say which it is, and leave the HDUs around it readable.

use asdf_wasm::{Document, Error, ErrorKind, Select};

use super::support::{EMPTY, fits, hdu, open};

const IMAGE: [&str; 4] = ["XTENSION= 'IMAGE'", "NAXIS   = 1", "PCOUNT  = 0", "GCOUNT  = 1"];
const TABLE: [&str; 7] = [
    "XTENSION= 'BINTABLE'",
    "BITPIX  = 8",
    "NAXIS   = 2",
    "NAXIS1  = 8",
    "NAXIS2  = 1",
    "GCOUNT  = 1",
    "TFIELDS = 1",
];
const TILES: [&str; 8] = [
    "TTYPE1  = 'COMPRESSED_DATA'",
    "TFORM1  = '1PB(0)'",
    "ZIMAGE  = T",
    "ZBITPIX = 16",
    "ZNAXIS  = 1",
    "ZNAXIS1 = 9",
    "PCOUNT  = 4",
    "EXTNAME = 'PACKED'",
];

fn part(first: &[&str], more: &[&str], data: &[u8]) -> Vec<u8> {
    let mut bytes = hdu(&[first, more].concat(), 0);
    bytes.extend_from_slice(data);
    bytes.resize(bytes.len().next_multiple_of(2880), 0);
    bytes
}

fn sound() -> Vec<u8> {
    part(&IMAGE, &["BITPIX  = 16", "NAXIS1  = 2", "EXTNAME = 'SOUND'"], &[0, 1, 0, 2])
}

/// Bytes of an array of variable length: how many there are, and where.
fn descriptor(count: u32, place: u32) -> Vec<u8> {
    [count.to_be_bytes(), place.to_be_bytes(), [0xff; 4]].concat()
}

fn read(document: &Document, file: &[u8], hdu: usize, field: &[usize]) -> Result<Vec<u8>, Error> {
    let mut options = document.read_options();
    options.field = field.to_vec();
    document.read_hdu(hdu, &options)?.read(file).map(|data| data.bytes)
}

#[test]
fn a_failure_says_its_hdu_and_leaves_the_others() {
    let lying = part(&TABLE, &["TFORM1  = '1PJ(4)'", "PCOUNT  = 4", "EXTNAME = 'HEAP'"], &descriptor(1, 4));
    let tiles = |name: &str, stored: &[u8]| {
        part(&TABLE, &[&TILES[..], &[&format!("ZCMPTYPE= '{name}'")]].concat(), stored)
    };
    let other = ["XTENSION= 'FOREIGN'", "BITPIX  = 8", "NAXIS   = 1", "NAXIS1  = 5", "EXTNAME = 'ODD'"];
    let axes = ["BITPIX  = 16", "NAXIS1  = -3", "EXTNAME = 'LAST'"];
    let long = ["BITPIX  = 16", "NAXIS1  = 3000", "EXTNAME = 'LAST'"];
    let scaled = [&long[..], &["BSCALE  = 2.5"]].concat();
    let records = ["TFORM1  = 'D'", "PCOUNT  = 4000", "EXTNAME = 'LAST'"];
    let beyond = [&records[..], &["NAXIS2  = 1000", "TFIELDS = 1"]].concat();
    for (bad, kind, label, field) in [
        (lying, ErrorKind::CorruptData, "HEAP", &[0][..]),
        (tiles("RICE_1", &descriptor(4, 0)), ErrorKind::CorruptData, "PACKED", &[]),
        (tiles("RICE_1", &descriptor(4, 9)), ErrorKind::CorruptData, "PACKED", &[]),
        (tiles("GZIP_1", &descriptor(4, 0)), ErrorKind::CorruptData, "PACKED", &[]),
        (tiles("ZIP", &descriptor(4, 0)), ErrorKind::UnsupportedCompression, "PACKED", &[]),
        (part(&other, &[], &[0; 5]), ErrorKind::UnsupportedEncoding, "ODD", &[]),
        (
            hdu(&[&TABLE[..2], &["NAXIS   = 0", "EXTNAME = 'EMPTY'"]].concat(), 0),
            ErrorKind::NotFound,
            "EMPTY",
            &[],
        ),
        // These end the file.
        (part(&IMAGE, &axes, &[]), ErrorKind::BadHeader, "LAST", &[]),
        (part(&IMAGE, &long, &[0; 90]), ErrorKind::Truncated, "LAST", &[]),
        (part(&IMAGE, &scaled, &[0; 90]), ErrorKind::Truncated, "LAST", &[]),
        (part(&TABLE[..4], &beyond, &[0; 90]), ErrorKind::Truncated, "LAST", &[0]),
    ] {
        let after = if label == "LAST" { Vec::new() } else { sound() };
        let file = [hdu(&EMPTY, 0), sound(), bad, after].concat();
        let document = open(&file);
        let error = read(&document, &file, 2, field).unwrap_err();
        assert_eq!(
            (error.kind(), error.hdu(), error.block(), error.path()),
            (kind, Some(2), None, None),
            "{error}"
        );
        let label = format!("HDU 2 ({label},1)");
        assert_eq!(error.message().matches(&label).count(), 1, "{error}");
        assert!(
            error.to_string().contains(", HDU 2, byte ") || error.to_string().contains("(HDU 2, byte "),
            "{error}"
        );
        for good in [1, 3].into_iter().filter(|number| *number < document.layout().hdus.len()) {
            assert_eq!(read(&document, &file, good, &[]).unwrap(), [1, 0, 2, 0], "{label}");
        }
    }
}

#[test]
fn the_node_of_an_array_in_an_hdu_is_said_as_well() {
    let file =
        [hdu(&EMPTY, 0), part(&TABLE, &[&TILES[..], &["ZCMPTYPE= 'RICE_1'"]].concat(), &descriptor(4, 9))];
    let file = file.concat();
    let document = open(&file);
    let tree = document.tree().unwrap();
    let (node, _) = document.arrays().next().unwrap();
    let path = tree.path_of(node);
    let error = document.read(node, &document.read_options()).unwrap().read(&file).unwrap_err();
    assert_eq!((error.hdu(), error.block()), (Some(1), None), "{error}");
    // What the header says wrong is known before the array is read.
    let zip = [hdu(&EMPTY, 0), part(&TABLE, &[&TILES[..], &["ZCMPTYPE= 'ZIP'"]].concat(), &descriptor(4, 0))]
        .concat();
    let document = open(&zip);
    let (_, array) = document.arrays().next().unwrap();
    let error = array.as_ref().unwrap_err();
    assert_eq!((error.hdu(), error.path()), (Some(1), Some(path.as_str())), "{error}");
}

#[test]
fn what_is_no_fault_of_an_hdu_does_not_name_it() {
    let file = fits("images.fits");
    let document = open(&file);
    let mut options = document.read_options();
    options.selection = vec![Select::Index(1 << 40)];
    let error = document.read_hdu(1, &options).map(|_| ()).unwrap_err();
    assert_eq!((error.kind(), error.hdu(), error.block()), (ErrorKind::BadSelection, None, None), "{error}");
    let error = document.hdu_array(1000).unwrap_err();
    assert_eq!((error.kind(), error.hdu()), (ErrorKind::NotFound, None), "{error}");
    // The first one said stands.
    let error = Error::new(ErrorKind::Checksum, "x");
    assert_eq!(error.clone().in_block(1).in_hdu(2).block(), Some(1));
    assert_eq!(error.in_hdu(2).in_block(1).hdu(), Some(2));
}
