//! Headers and tables that lie, and files that are cut off.

use asdf_wasm::{Datatype, ErrorKind, Opening, Options, Select, run};

use super::support::{EMPTY, fits, hdu, open};

#[test]
fn headers_that_lie_are_refused_by_name() {
    let first = |cards: &[&str]| {
        let file = hdu(&[&["SIMPLE  = T"][..], cards].concat(), 0);
        run(Opening::new(file.len() as u64, Options::default()), &file).map(|_| ()).unwrap_err()
    };
    for (cards, message) in [
        (&["BITPIX  = 8", "NAXIS   = 1000"][..], "FITS has at most 999 axes"),
        (&["BITPIX  = 8", "NAXIS   = 999"], "NAXIS1 is missing"),
        (&["BITPIX  = 8"], "NAXIS is missing"),
        (&["BITPIX  = 8", "NAXIS   = -1"], "NAXIS is -1, not a size"),
        (&["BITPIX  = 8", "NAXIS   = 1", "NAXIS1  = 'x'"], "NAXIS1 is not a whole number"),
        (&["BITPIX  = 12", "NAXIS   = 1", "NAXIS1  = 2"], "BITPIX is 12"),
        (&["BITPIX  = 8", "NAXIS   = 1", "NAXIS1  = 2", "PCOUNT  = -5"], "PCOUNT is -5, not a size"),
        (
            &["BITPIX  = 64", "NAXIS   = 2", "NAXIS1  = 4294967296", "NAXIS2  = 4294967296"],
            "overflow 64 bits",
        ),
    ] {
        let error = first(cards);
        assert_eq!(error.kind(), ErrorKind::BadHeader);
        assert!(error.message().contains(message), "{error}");
    }
    // Damage behind the first HDU leaves what is before it.
    let bad = hdu(&["XTENSION= 'IMAGE'", "BITPIX  = 8", "NAXIS   = 1", "NAXIS1  = -3"], 0);
    for (tail, hdus, code) in
        [(bad, 2, "bad-hdu"), (vec![b'?'; 2880], 1, "bad-hdu"), (b"XTENSION= 'IMAGE'".to_vec(), 1, "bad-hdu")]
    {
        let file = [hdu(&EMPTY, 0), tail].concat();
        let document = open(&file);
        assert_eq!(document.layout().hdus.len(), hdus);
        let codes: Vec<_> = document.warnings().iter().map(|warning| warning.code).collect();
        assert_eq!(codes, [code]);
    }
    let file = [hdu(&EMPTY, 0), vec![0; 5000]].concat();
    assert_eq!(open(&file).warnings(), []);
}

#[test]
fn tables_that_lie_are_refused_by_name() {
    let table = |cards: &[&str], data: usize| {
        let all = [&["XTENSION= 'BINTABLE'", "BITPIX  = 8", "NAXIS   = 2", "GCOUNT  = 1"][..], cards];
        [hdu(&EMPTY, 0), hdu(&all.concat(), data)].concat()
    };
    let failure = |file: &[u8]| {
        let document = open(file);
        let mut options = document.read_options();
        if let Ok(array) = document.hdu_array(1)
            && let Datatype::Struct(_) = array.datatype
        {
            options.field = vec![0];
        }
        document.read_hdu(1, &options).and_then(|read| read.read(file)).unwrap_err()
    };
    let tiles = |cards: &[&str]| {
        let common = [
            "NAXIS1  = 8",
            "NAXIS2  = 1",
            "PCOUNT  = 0",
            "TFIELDS = 1",
            "TTYPE1  = 'COMPRESSED_DATA'",
            "TFORM1  = '1PB(0)'",
            "ZIMAGE  = T",
            "ZBITPIX = 16",
            "ZNAXIS  = 1",
        ];
        table(&[&common[..], cards].concat(), 8)
    };
    for (file, kind, message) in [
        (
            table(&["NAXIS1  = 8", "NAXIS2  = 1", "PCOUNT  = 0", "TFIELDS = 1000"], 8),
            ErrorKind::BadHeader,
            "at most 999 columns",
        ),
        (
            table(&["NAXIS1  = 8", "NAXIS2  = 1", "PCOUNT  = 0", "TFIELDS = 1", "TFORM1  = '3Z'"], 8),
            ErrorKind::BadHeader,
            "TFORM1 is `3Z`",
        ),
        (
            table(&["NAXIS1  = 8", "NAXIS2  = 1", "PCOUNT  = 0", "TFIELDS = 1", "TFORM1  = '3J'"], 8),
            ErrorKind::BadHeader,
            "ends behind the row",
        ),
        (
            table(
                &["NAXIS1  = 8", "NAXIS2  = 100", "PCOUNT  = 10000000", "TFIELDS = 1", "TFORM1  = 'PJ'"],
                800 + 10_000_000,
            ),
            ErrorKind::UnsupportedEncoding,
            "does not say how long",
        ),
        (
            tiles(&["ZNAXIS1 = 9", "ZCMPTYPE= 'ZIP'"]),
            ErrorKind::UnsupportedCompression,
            "compressed by `ZIP`",
        ),
        (tiles(&["ZNAXIS1 = 9", "ZCMPTYPE= 'RICE_1'"]), ErrorKind::CorruptData, "has no data"),
        (
            tiles(&["ZNAXIS1 = 9", "ZTILE1  = 2", "ZCMPTYPE= 'RICE_1'"]),
            ErrorKind::BadHeader,
            "fewer than the image has tiles",
        ),
        (
            tiles(&["ZNAXIS1 = 2147483648", "ZCMPTYPE= 'RICE_1'"]),
            ErrorKind::LimitExceeded,
            "a tile has more than",
        ),
    ] {
        let error = failure(&file);
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.message().contains(message), "{error}");
    }
    // Without the length of the longest row, and with one that cannot be, a row is as long as the heap.
    for form in ["PJ", "PJ(2147483647)"] {
        let form = format!("TFORM1  = '{form}'");
        let file = table(&["NAXIS1  = 8", "NAXIS2  = 1", "PCOUNT  = 8", "TFIELDS = 1", &form], 16);
        let document = open(&file);
        let mut options = document.read_options();
        options.field = vec![0];
        let data = document.read_hdu(1, &options).unwrap().read(&file).unwrap();
        assert_eq!((data.bytes, data.mask), (vec![0; 8], Some(vec![1; 2])));
    }
    // An array outside the heap.
    let cards = ["NAXIS1  = 8", "NAXIS2  = 1", "PCOUNT  = 8", "TFIELDS = 1", "TFORM1  = '1PJ(4)'"];
    let mut file = table(&cards, 16);
    let data = file.len() - 2880;
    for (count, place, message) in
        [(2_u32, 8_u32, "outside the heap"), (3, 0, "more than the 2"), (1, 5, "outside")]
    {
        file[data..data + 4].copy_from_slice(&count.to_be_bytes());
        file[data + 4..data + 8].copy_from_slice(&place.to_be_bytes());
        let error = failure(&file);
        assert_eq!((error.kind(), error.block()), (ErrorKind::CorruptData, None));
        assert!(error.message().starts_with("HDU 1: ") && error.message().contains(message), "{error}");
    }
}

/// A vast tile of a few stored bytes: `tests/corpus.rs` says how much memory this may take.
#[test]
fn tiles_that_claim_more_than_they_have_are_refused() {
    for (algorithm, stored, message) in [
        ("RICE_1", &b"\0\0\0\x05\0"[..], "ends before 134217728 numbers"),
        ("GZIP_1", b"\x78\x9c\x03\0\0\0\0\x01", "a tile of 134217728 elements decodes to 0 bytes"),
        ("NOCOMPRESS", b"\0\x01", "a tile of 134217728 elements decodes to 0 bytes"),
    ] {
        let size = format!("PCOUNT  = {}", stored.len());
        let name = format!("ZCMPTYPE= '{algorithm}'");
        let cards = [
            "XTENSION= 'BINTABLE'",
            "BITPIX  = 8",
            "NAXIS   = 2",
            "NAXIS1  = 8",
            "NAXIS2  = 1",
            &size,
            "TFIELDS = 1",
            "TTYPE1  = 'COMPRESSED_DATA'",
            "TFORM1  = '1PB(0)'",
            "ZIMAGE  = T",
            "ZBITPIX = 32",
            "ZNAXIS  = 1",
            "ZNAXIS1 = 134217728",
            &name,
        ];
        let descriptor = [u32::try_from(stored.len()).unwrap().to_be_bytes(), [0; 4]].concat();
        let file = [hdu(&EMPTY, 0), hdu(&cards, 0), descriptor, stored.to_vec()].concat();
        let document = open(&file);
        let read = document.read_hdu(1, &document.read_options());
        let error = read.and_then(|read| read.read(&file)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CorruptData);
        assert!(error.message().contains(message), "{error}");
    }
}

#[test]
fn columns_without_elements_are_empty() {
    let cards = [
        "XTENSION= 'BINTABLE'",
        "BITPIX  = 8",
        "NAXIS   = 2",
        "NAXIS1  = 12",
        "NAXIS2  = 3",
        "PCOUNT  = 0",
        "GCOUNT  = 1",
        "TFIELDS = 6",
        "TFORM1  = '0L'",
        "TFORM2  = '0J'",
        "TFORM3  = '1PJ(0)'",
        "TFORM4  = '0PE(5)'",
        "TFORM5  = '0A'",
        "TFORM6  = 'J'",
    ];
    let file = [hdu(&EMPTY, 0), hdu(&cards, 36)].concat();
    let document = open(&file);
    let mut options = document.read_options();
    for (field, size) in [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 12)] {
        options.field = vec![field];
        let data = document.read_hdu(1, &options).unwrap().read(&file).unwrap();
        assert_eq!(data.bytes.len(), size, "column {field}");
        assert!(data.mask.unwrap_or_default().iter().all(|masked| *masked == 0));
    }
}

#[test]
fn of_a_file_that_is_cut_off_everything_is_read_that_is_there() {
    let whole = fits("images.fits");
    let last = open(&whole).layout().hdus[1].data_offset();
    let file = &whole[..usize::try_from(last).unwrap() + 20];
    let document = open(file);
    assert_eq!(document.layout().hdus.len(), 2);
    assert_eq!(document.warnings()[0].code, "truncated");
    let mut options = document.read_options();
    options.selection = vec![Select::Slice { start: None, stop: Some(2), step: None }];
    let part = document.read_hdu(1, &options).unwrap().read(file).unwrap();
    let expected: Vec<u8> = file[file.len() - 20..].chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
    assert_eq!(part.bytes, expected);
    let whole = document.read_hdu(1, &document.read_options()).unwrap().read(file).unwrap_err();
    assert_eq!(whole.kind(), ErrorKind::Truncated);
}
