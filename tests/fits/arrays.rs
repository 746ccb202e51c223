//! Every array is what astropy reads, whole and in windows.

use asdf_wasm::{ArrayData, Datatype, NdArray, Select};

use super::support::{fits, kind_of, open};
use crate::support::{rows, sha256};

const FILES: [&str; 7] = ["images", "groups", "tables", "tiles", "headers", "asdf-table", "asdf-image"];

/// The datatype and shape of a field of an array, or of the array itself.
fn described(array: &NdArray, field: Option<usize>) -> (Datatype, Vec<u64>) {
    match (&array.datatype, field) {
        (Datatype::Struct(fields), Some(number)) => {
            let field = &fields[number];
            (field.datatype.clone(), [array.shape.clone(), field.shape.clone()].concat())
        }
        (datatype, _) => (datatype.clone(), array.shape.clone()),
    }
}

/// The elements as the table has them: zero where they are masked, and texts without padding.
fn content(datatype: &Datatype, mut data: ArrayData) -> (String, Option<String>) {
    let item = usize::try_from(datatype.size()).unwrap();
    if let Some(mask) = &data.mask {
        for (element, masked) in data.bytes.chunks_mut(item.max(1)).zip(mask) {
            if *masked == 1 {
                element.fill(0);
            }
        }
    }
    let masked = data.mask.as_deref().map(sha256);
    if let Datatype::Ascii(_) = datatype {
        let text = |bytes: &[u8]| {
            format!(
                "\"{}\"",
                String::from_utf8_lossy(bytes).trim_end_matches([' ', '\0']).replace('"', "\\\"")
            )
        };
        let texts: Vec<_> = data.bytes.chunks(item.max(1)).map(text).collect();
        return (sha256(format!("[{}]", texts.join(",")).as_bytes()), masked);
    }
    (sha256(&data.bytes), masked)
}

#[test]
fn every_array_is_what_astropy_reads() {
    let rows = rows("fits/arrays.tsv");
    let mut read = 0;
    for name in FILES {
        let file = fits(&format!("{name}.fits"));
        let document = open(&file);
        let of_file = rows.iter().filter(|row| row[0].as_deref() == Some(&format!("{name}.fits")));
        for row in of_file {
            let number = |cell: &Option<String>| cell.as_ref().map(|cell| cell.parse::<usize>().unwrap());
            let (hdu, field) = (number(&row[1]).unwrap(), number(&row[2]));
            let array = document.hdu_array(hdu).unwrap();
            let (datatype, shape) = described(&array, field);
            let place = format!("{name} {} {row:?}", document.layout().hdus[hdu].label());
            assert_eq!(Some(kind_of(&datatype)), row[3], "{place}");
            assert_eq!(Some(format!("{shape:?}").replace(' ', "")), row[4], "{place}");
            let mut options = document.read_options();
            options.field = field.into_iter().collect();
            let data = document.read_hdu(hdu, &options).unwrap().read(&file).unwrap();
            let (found, masked) = content(&datatype, data);
            assert_eq!((Some(found), masked), (row[5].clone(), row[6].clone()), "{place}");
            read += 1;
        }
    }
    assert_eq!(read, rows.len());
}

#[test]
fn windows_are_parts_of_the_whole() {
    for name in ["images", "tiles"] {
        let file = fits(&format!("{name}.fits"));
        let document = open(&file);
        for hdu in &document.layout().hdus {
            let Ok(array) = document.hdu_array(hdu.index) else { continue };
            let item = usize::try_from(array.datatype.size()).unwrap();
            let whole = document.read_hdu(hdu.index, &document.read_options()).unwrap().read(&file).unwrap();
            let window = |length: u64| (length / 3, length - length / 4);
            let mut options = document.read_options();
            let slice = |length: &u64| {
                let (start, stop) = window(*length);
                let bound = |index: u64| Some(i64::try_from(index).unwrap());
                Select::Slice { start: bound(start), stop: bound(stop), step: None }
            };
            options.selection = array.shape.iter().map(slice).collect();
            let part = document.read_hdu(hdu.index, &options).unwrap().read(&file).unwrap();
            let mut expected = Vec::new();
            for (number, element) in whole.bytes.chunks(item).enumerate() {
                let mut rest = number as u64;
                let inside = array.shape.iter().rev().all(|length| {
                    let index = rest % length;
                    rest /= length;
                    let (start, stop) = window(*length);
                    (start..stop).contains(&index)
                });
                if inside {
                    expected.extend_from_slice(element);
                }
            }
            assert!(part.bytes == expected, "{name} {}", hdu.label());
        }
    }
}
