//! Files of the field whose headers are wrong in small things: they are read, and what was done about it is said.

use asdf_wasm::{ArrayData, Datatype, Document, ErrorKind, Step};

use super::support::{EMPTY, hdu, open};
use crate::support::read;

fn field(path: &str) -> Vec<u8> {
    read(&format!("field/fits/{path}"))
}

fn names(document: &Document, hdu: usize) -> Vec<String> {
    let Datatype::Struct(fields) = document.hdu_array(hdu).unwrap().datatype else { panic!("no table") };
    fields.iter().map(|field| field.name.clone()).collect()
}

fn column(document: &Document, file: &[u8], hdu: usize, number: usize) -> ArrayData {
    let mut options = document.read_options();
    options.field = vec![number];
    document.read_hdu(hdu, &options).unwrap().read(file).unwrap()
}

fn table(cards: &[&str], data: &[u8]) -> Vec<u8> {
    let first = ["BITPIX  = 8", "NAXIS   = 2", "GCOUNT  = 1"];
    let mut bytes = hdu(&[cards, &first[..]].concat(), 0);
    bytes.extend_from_slice(data);
    bytes.resize(bytes.len().next_multiple_of(2880), 0);
    bytes
}

fn codes(document: &Document) -> Vec<&str> {
    document.warnings().iter().map(|warning| warning.code).collect()
}

#[test]
fn columns_of_the_same_name_keep_their_values_and_get_names_of_their_own() {
    for (file, expected) in
        [("dup_names.fits", ["A", "A_2", "a"]), ("no_ttype.fits", ["col1", "col2", "col3"])]
    {
        let file = field(&format!("dup-column-names/{file}"));
        let document = open(&file);
        let found = names(&document, 1);
        assert_eq!(found.len(), 3);
        if expected[0] == "A" {
            assert_eq!(found, expected);
            let [warning] = document.warnings() else { panic!("{:?}", document.warnings()) };
            assert_eq!(warning.code, "duplicate-name");
            assert!(warning.message.contains("column 2 (`A`) is called `A_2`"), "{}", warning.message);
        }
        for number in 0..3 {
            let bytes = column(&document, &file, 1, number).bytes;
            let value = u8::try_from(number).unwrap() + 1;
            let item = bytes.len() / 2;
            let nonzero: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).collect();
            assert_eq!((nonzero, item), (vec![value; 2], item), "column {number}");
        }
    }
    // A blank name, a default that another column has, and a number that is taken.
    let cards = [
        "XTENSION= 'BINTABLE'",
        "NAXIS1  = 6",
        "NAXIS2  = 1",
        "PCOUNT  = 0",
        "TFIELDS = 6",
        "TFORM1  = 'B'",
        "TTYPE1  = 'col2'",
        "TFORM2  = 'B'",
        "TTYPE2  = '   '",
        "TFORM3  = 'B'",
        "TTYPE3  = 'X'",
        "TFORM4  = 'B'",
        "TTYPE4  = 'X'",
        "TFORM5  = 'B'",
        "TTYPE5  = 'X_2'",
        "TFORM6  = 'B'",
        "TTYPE6  = 'X'",
    ];
    let file = [hdu(&EMPTY, 0), table(&cards, &[1, 2, 3, 4, 5, 6])].concat();
    let document = open(&file);
    assert_eq!(names(&document, 1), ["col2", "col2_2", "X", "X_3", "X_2", "X_4"]);
    assert_eq!(column(&document, &file, 1, 5).bytes, [6]);
}

#[test]
fn a_table_without_rows_has_its_columns() {
    let file = field("zero-row-table/zero_rows.fits");
    let document = open(&file);
    assert_eq!(document.hdu_array(1).unwrap().shape, [0]);
    assert_eq!(names(&document, 1), ["A", "V", "S"]);
    assert!(column(&document, &file, 1, 0).bytes.is_empty());
    let tree = document.tree().unwrap();
    assert!(document.arrays().any(|(node, array)| array.is_ok() && tree.path_of(node).ends_with("/data")));
    // Without columns there is no array.
    let file =
        [hdu(&EMPTY, 0), table(&["XTENSION= 'BINTABLE'", "NAXIS1  = 0", "NAXIS2  = 0", "TFIELDS = 0"], &[])]
            .concat();
    assert_eq!(open(&file).hdu_array(1).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn a_heap_that_pcount_does_not_count_is_read() {
    let file = field("wrong-pcount/pcount_wrong.fits");
    let document = open(&file);
    let number = names(&document, 1).len() - 1;
    let found = column(&document, &file, 1, number);
    let item = found.bytes.len() / 6;
    let bytes = found.bytes.chunks(item).map(|unit| *unit.iter().max().unwrap());
    assert_eq!(bytes.collect::<Vec<_>>(), [1, 2, 3, 4, 5, 0]);
    assert_eq!(found.mask, Some(vec![0, 0, 0, 0, 0, 1]));
    // A heap beyond the padding hides the next header.
    let heap: Vec<u8> = (0..4000).map(|byte| u8::try_from(byte % 251).unwrap() | 1).collect();
    let cards = [
        "XTENSION= 'BINTABLE'",
        "NAXIS1  = 8",
        "NAXIS2  = 1",
        "PCOUNT  = 0",
        "TFIELDS = 1",
        "TFORM1  = '1PB(4000)'",
    ];
    let row = [4000_u32.to_be_bytes(), [0; 4]].concat();
    let last = hdu(&["XTENSION= 'IMAGE'", "BITPIX  = 8", "NAXIS   = 0"], 0);
    let file = [hdu(&EMPTY, 0), table(&cards, &[row, heap.clone()].concat()), last].concat();
    let document = open(&file);
    assert_eq!((document.layout().hdus.len(), codes(&document)), (3, vec!["bad-hdu"]));
    assert_eq!(column(&document, &file, 1, 0).bytes, heap);
}

#[test]
fn an_extension_behind_blocks_of_padding_is_found() {
    let image = hdu(&["XTENSION= 'IMAGE'", "BITPIX  = 8", "NAXIS   = 1", "NAXIS1  = 3"], 3);
    for (blocks, fill) in [(1, 0), (3, b' '), (9, 0)] {
        let file = [hdu(&EMPTY, 0), vec![fill; blocks * 2880], image.clone(), image.clone()].concat();
        let document = open(&file);
        assert_eq!((document.layout().hdus.len(), codes(&document)), (3, vec!["bad-hdu"]), "{blocks}");
        assert_eq!(document.hdu_array(2).unwrap().shape, [3]);
    }
}

#[test]
fn text_behind_end_does_no_harm() {
    for file in ["end_eq.fits", "end_trailing_text.fits"] {
        let file = field(&format!("end-with-text/{file}"));
        let document = open(&file);
        assert_eq!(codes(&document), ["bad-card"]);
        let found = document.read_hdu(0, &document.read_options()).unwrap().read(&file).unwrap();
        let expected: Vec<u8> = (0..12).flat_map(|number| [number, 0]).collect();
        assert_eq!(found.bytes, expected);
    }
    // A keyword that begins so is none.
    let file = hdu(&[&EMPTY[..], &["END_TIME= 5", "END-OBS = 6", "ENDX    = 7"]].concat(), 0);
    assert_eq!(open(&file).layout().hdus[0].header.integer("ENDX"), Some(7));
}

#[test]
fn a_bad_cell_of_an_ascii_table_costs_that_cell() {
    let cards = [
        "XTENSION= 'TABLE'",
        "NAXIS1  = 8",
        "NAXIS2  = 3",
        "PCOUNT  = 0",
        "TFIELDS = 2",
        "TTYPE1  = 'N'",
        "TBCOL1  = 1",
        "TFORM1  = 'I4'",
        "TTYPE2  = 'F'",
        "TBCOL2  = 5",
        "TFORM2  = 'F4.1'",
    ];
    let file = [hdu(&EMPTY, 0), table(&cards, b"   1 1.5  x2 2.5   3  ??")].concat();
    let document = open(&file);
    let mut options = document.read_options();
    for (number, bytes, mask, said) in [
        (0, vec![1, 0, 0, 0, 3, 0], vec![0, 1, 0], "`x2` in row 1 of the column `N`"),
        (
            1,
            [1.5_f64, 2.5, f64::NAN].iter().flat_map(|value| value.to_le_bytes()).collect(),
            vec![0, 0, 1],
            "`??` in row 2 of the column `F`",
        ),
    ] {
        options.field = vec![number];
        let mut reader = document.read_hdu(1, &options).unwrap();
        let mut found = ArrayData::new(reader.plan());
        while let Step::Need(ranges) = reader.step(&mut found).unwrap() {
            for range in ranges {
                reader.supply(range.start, &file[usize::try_from(range.start).unwrap()..]);
            }
        }
        assert_eq!((found.bytes, found.mask), (bytes, Some(mask)));
        let warnings = reader.take_warnings();
        let [warning] = &warnings[..] else { panic!("{warnings:?}") };
        assert_eq!(warning.code, "bad-cell");
        assert!(warning.message.contains(said), "{}", warning.message);
    }
}

#[test]
fn integers_of_tiles_are_masked_by_a_blank_of_each_tile() {
    let cards = [
        "XTENSION= 'BINTABLE'",
        "NAXIS1  = 12",
        "NAXIS2  = 2",
        "PCOUNT  = 8",
        "TFIELDS = 2",
        "TTYPE1  = 'COMPRESSED_DATA'",
        "TFORM1  = '1PB(4)'",
        "TTYPE2  = 'ZBLANK'",
        "TFORM2  = 'J'",
        "ZIMAGE  = T",
        "ZCMPTYPE= 'NOCOMPRESS'",
        "ZBITPIX = 16",
        "ZNAXIS  = 2",
        "ZNAXIS1 = 2",
        "ZNAXIS2 = 2",
    ];
    let data = [
        [4_u32, 0, 7].map(u32::to_be_bytes).concat(),
        [4_u32, 4, 8].map(u32::to_be_bytes).concat(),
        vec![0, 7, 0, 8, 0, 7, 0, 8],
    ];
    let file = [hdu(&EMPTY, 0), table(&cards, &data.concat())].concat();
    let document = open(&file);
    let found = document.read_hdu(1, &document.read_options()).unwrap().read(&file).unwrap();
    assert_eq!(found.mask, Some(vec![1, 0, 0, 1]));
    let values: Vec<f32> =
        found.bytes.as_chunks::<4>().0.iter().map(|unit| f32::from_le_bytes(*unit)).collect();
    assert_eq!((values[1].to_bits(), values[2].to_bits()), (8f32.to_bits(), 7f32.to_bits()));
}

#[test]
fn one_dimension_that_is_shorter_than_a_text_does_not_cut_it() {
    let cards = [
        "XTENSION= 'BINTABLE'",
        "NAXIS1  = 5",
        "NAXIS2  = 1",
        "PCOUNT  = 0",
        "TFIELDS = 1",
        "TFORM1  = '5A'",
        "TDIM1   = '(1)'",
    ];
    let file = [hdu(&EMPTY, 0), table(&cards, b"abcde")].concat();
    let document = open(&file);
    assert_eq!(column(&document, &file, 1, 0).bytes, b"abcde");
}

#[test]
fn a_null_of_astropy_is_meant_after_the_offset() {
    let cards = [
        "XTENSION= 'BINTABLE'",
        "NAXIS1  = 13",
        "NAXIS2  = 2",
        "PCOUNT  = 0",
        "TFIELDS = 7",
        "TFORM1  = 'I'",
        "TZERO1  = 32768",
        "TNULL1  = 65535",
        "TFORM2  = 'I'",
        "TZERO2  = 32768",
        "TNULL2  = 16959",
        "TFORM3  = 'I'",
        "TNULL3  = 999999",
        "TFORM4  = 'I'",
        "TZERO4  = 32768",
        "TNULL4  = -5",
        "TFORM5  = 'I'",
        "TSCAL5  = 0.5",
        "TZERO5  = 3",
        "TNULL5  = 7",
        "TFORM6  = 'I'",
        "TZERO6  = 32768",
        "TNULL6  = 0",
        "TFORM7  = 'B'",
        "TZERO7  = -128",
        "TNULL7  = -128",
    ];
    let rows = [[32767_i16, 16959, 16959, -5, 7, 0], [-1, -15809, 1, 5, 8, -32768]];
    let data: Vec<u8> = rows
        .iter()
        .zip([0, 128])
        .flat_map(|(row, last)| row.iter().flat_map(|number| number.to_be_bytes()).chain([last]))
        .collect();
    let file = [hdu(&EMPTY, 0), table(&cards, &data)].concat();
    let document = open(&file);
    let masks = (0..7).map(|number| column(&document, &file, 1, number).mask.unwrap());
    assert_eq!(masks.collect::<Vec<_>>(), [[1, 0], [0, 1], [0, 0], [1, 0], [1, 0], [1, 0], [1, 0]]);
    let [warning] = document.warnings() else { panic!("{:?}", document.warnings()) };
    assert_eq!(warning.code, "unclear-null");
    assert_eq!(
        warning.message,
        "HDU 1: TNULL1 is 65535: it is masked after TZERO1, as astropy writes it; \
         TNULL2 is 16959: it is masked after TZERO2, as astropy writes it; \
         TNULL3 is 999999, which the column cannot store: no number is masked; \
         TNULL6 is 0: by the standard the number that is stored so is masked, which is 32768 after TZERO6; astropy masks 0; \
         TNULL7 is -128: it is masked after TZERO7, as astropy writes it"
    );
}
