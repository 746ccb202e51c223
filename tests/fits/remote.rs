//! What is requested of a file that is far away.

use std::ops::Range;

use asdf_wasm::{Opening, Operation, Options, Select, Step};

use super::support::{EMPTY, fits, hdu, open};

/// Runs an operation on a file given as a function of its place, and lists what it asked for.
fn traced<O: Operation>(mut operation: O, at: &dyn Fn(u64) -> u8) -> (O::Output, Vec<Vec<Range<u64>>>) {
    let mut asked = Vec::new();
    loop {
        match operation.step().unwrap() {
            Step::Done(output) => return (output, asked),
            Step::Need(ranges) => {
                for range in &ranges {
                    let bytes: Vec<u8> = range.clone().map(at).collect();
                    operation.supply(range.start, &bytes);
                }
                asked.push(ranges);
            }
        }
    }
}

#[test]
fn a_large_remote_file_is_opened_with_few_requests() {
    // Seven images of 17.6 MB each, with headers of 100 cards, then the extension of ASDF.
    let cards = |name: usize| {
        let mut cards: Vec<String> =
            ["XTENSION= 'IMAGE'", "BITPIX  = -32", "NAXIS   = 2", "NAXIS1  = 2000", "NAXIS2  = 2200"]
                .map(String::from)
                .to_vec();
        cards.push("EXTNAME = 'SCI'".into());
        cards.push(format!("EXTVER  = {name}"));
        cards.extend((0..100).map(|number| format!("KEY{number:<5}= {number}")));
        cards
    };
    let mut parts = vec![(0, hdu(&EMPTY, 0))];
    let mut end = parts[0].1.len() as u64;
    let size = (2000 * 2200 * 4_u64).next_multiple_of(2880);
    for name in 1..=7 {
        let cards = cards(name);
        let header = hdu(&cards.iter().map(String::as_str).collect::<Vec<_>>(), 0);
        parts.push((end, header.clone()));
        end += header.len() as u64 + size;
    }
    let mut text = b"#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n---\nsky: !core/ndarray-1.1.0 {source: 'fits:SCI,5'}\npad: '".to_vec();
    text.resize(100_000, b'x');
    text.extend(b"'\n...\n");
    let length = text.len();
    let length_card = format!("NAXIS1  = {length}");
    let form = format!("TFORM1  = '{length}B'");
    let mut table = hdu(
        &[
            "XTENSION= 'BINTABLE'",
            "BITPIX  = 8",
            "NAXIS   = 2",
            &length_card,
            "NAXIS2  = 1",
            "PCOUNT  = 0",
            "GCOUNT  = 1",
            "TFIELDS = 1",
            "TTYPE1  = 'ASDF_METADATA'",
            &form,
            "EXTNAME = 'ASDF'",
        ],
        0,
    );
    table.extend(text);
    table.resize(table.len().next_multiple_of(2880), 0);
    parts.push((end, table.clone()));
    end += table.len() as u64;
    let at = |place: u64| {
        let part = parts.partition_point(|(start, _)| *start <= place) - 1;
        let (start, bytes) = &parts[part];
        usize::try_from(place - start).ok().and_then(|at| bytes.get(at)).copied().unwrap_or(0)
    };
    let (document, asked) = traced(Opening::new(end, Options::default().lazily()), &at);
    assert_eq!(document.layout().hdus.len(), 9);
    let bytes: u64 = asked.iter().flatten().map(|range| range.end - range.start).sum();
    let requests = asked.iter().map(Vec::len).sum::<usize>();
    assert!(requests <= 12 && bytes <= 512 << 10, "{requests} requests of {bytes} bytes");
    // A window fetches its rows alone.
    let node = document.tree().unwrap().at("sky").unwrap();
    let mut options = document.read_options();
    let slice = |start, stop| Select::Slice { start: Some(start), stop: Some(stop), step: None };
    options.selection = vec![slice(100, 110), slice(500, 600)];
    let (_, asked) = traced(document.read(node, &options).unwrap().into_filled(), &at);
    let base = document.layout().hdus[5].data_offset();
    let ranges: Vec<_> = asked.into_iter().flatten().collect();
    assert_eq!(ranges[0], base + (100 * 2000 + 500) * 4..base + (100 * 2000 + 600) * 4);
    assert_eq!(ranges.len(), 10);
}

#[test]
fn a_window_of_a_compressed_image_fetches_its_tiles_alone() {
    let file = fits("tiles.fits");
    let document = open(&file);
    let hdu = document.layout().hdus.iter().find(|hdu| hdu.name == "GZIP_1-I2").unwrap();
    let mut options = document.read_options();
    options.selection = vec![Select::Index(8), Select::Index(11)];
    let at = |place: u64| file[usize::try_from(place).unwrap()];
    let (data, asked) = traced(document.read_hdu(hdu.index, &options).unwrap().into_filled(), &at);
    assert_eq!(data.bytes.len(), 2);
    // The rows of the table, then one tile.
    assert_eq!(asked.len(), 2);
    let tile: u64 = asked[1].iter().map(|range| range.end - range.start).sum();
    assert!(tile < 200, "{asked:?}");
}

#[test]
fn tiles_that_were_decoded_are_kept_for_the_next_window() {
    let file = fits("tiles.fits");
    let at = |place: u64| file[usize::try_from(place).unwrap()];
    for name in ["GZIP_1-I2", "RICE_1-I2"] {
        let document = open(&file);
        let hdu = document.layout().hdus.iter().find(|hdu| hdu.name == name).unwrap();
        let mut options = document.read_options();
        let mut read = |row: i64, column: i64| {
            options.selection = vec![Select::Index(row), Select::Index(column)];
            traced(document.read_hdu(hdu.index, &options).unwrap().into_filled(), &at)
        };
        let (first, asked) = read(8, 11);
        assert_eq!(asked.len(), 2, "{name}");
        assert_eq!(read(8, 11), (first, Vec::new()), "{name}");
        // What the table says of the tiles is known as well: one step of requests, for another tile.
        let (_, asked) = read(0, 0);
        assert_eq!(asked.len(), 1, "{name}");
        let whole = document.read_hdu(hdu.index, &document.read_options()).unwrap().read(&file).unwrap();
        let width = usize::try_from(document.hdu_array(hdu.index).unwrap().shape[1]).unwrap();
        for (row, column) in [(8, 11), (0, 0), (8, 10)] {
            let (part, _) = read(row, column);
            let number = usize::try_from(row).unwrap() * width + usize::try_from(column).unwrap();
            assert_eq!(part.bytes, whole.bytes[2 * number..2 * number + 2], "{name}");
        }
    }
}

#[test]
fn a_column_is_read_alone() {
    // 1000 rows of 10 000 bytes; the column in the middle has 4 of them.
    let cards = [
        "XTENSION= 'BINTABLE'",
        "BITPIX  = 8",
        "NAXIS   = 2",
        "NAXIS1  = 10000",
        "NAXIS2  = 1000",
        "PCOUNT  = 0",
        "GCOUNT  = 1",
        "TFIELDS = 3",
        "TFORM1  = '5000B'",
        "TFORM2  = 'J'",
        "TFORM3  = '4996B'",
    ];
    let file = [hdu(&EMPTY, 0), hdu(&cards, 10_000_000)].concat();
    let document = open(&file);
    let mut options = document.read_options();
    options.field = vec![1];
    let at = |place: u64| file[usize::try_from(place).unwrap()];
    let (data, asked) = traced(document.read_hdu(1, &options).unwrap().into_filled(), &at);
    assert_eq!(data.bytes.len(), 4000);
    let bytes: u64 = asked.iter().flatten().map(|range| range.end - range.start).sum();
    assert_eq!(bytes, 4000);
}
