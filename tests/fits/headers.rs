//! Every card is what astropy reads, and headers are in the tree; ASDF in its two forms is the tree.

use asdf_wasm::{CardValue, Value};

use super::support::{fits, kind_of, open};
use crate::support::rows;

#[test]
fn every_card_is_what_astropy_reads() {
    let file = fits("headers.fits");
    let document = open(&file);
    let header = &document.layout().hdus[0].header;
    let rows = rows("fits/cards.tsv");
    assert_eq!(header.cards().len(), rows.len());
    for (card, row) in header.cards().iter().zip(rows) {
        let cell = |number: usize| row[number].clone().unwrap_or_default();
        assert_eq!((card.keyword.clone(), card.comment.clone()), (cell(2), cell(5)), "{row:?}");
        let text = cell(4);
        let float = |text: &str| text.parse::<f64>().unwrap();
        let same = match (&card.value, cell(3).as_str()) {
            (CardValue::Logical(truth), "bool") => text == if *truth { "True" } else { "False" },
            (CardValue::Integer(number), "int") => text == number.to_string(),
            (CardValue::Float(number), "float") => float(&text).to_bits() == number.to_bits(),
            (CardValue::Complex(re, im), "complex") => {
                let parts = text.trim_matches(['(', ')', 'j']);
                let at = parts.rfind(['+', '-']).unwrap();
                (*re, *im) == (float(&parts[..at]), float(&parts[at..]))
            }
            (CardValue::Text(own), "str") | (CardValue::Comment(own), "comment") => *own == text,
            // astropy gives the text of a value that it cannot read.
            (CardValue::Malformed(own), "str" | "malformed") => text.is_empty() || *own == text,
            (CardValue::Undefined, "undefined") => true,
            _ => false,
        };
        assert!(same, "{card:?} {row:?}");
    }
}

#[test]
fn asdf_in_either_form_is_the_tree() {
    for name in ["asdf-table.fits", "asdf-image.fits"] {
        let file = fits(name);
        let document = open(&file);
        assert_eq!(document.layout().dialect.name(), "fits");
        assert_eq!(document.warnings(), []);
        let tree = document.tree().unwrap();
        assert_eq!(tree.at("name").and_then(|node| tree.text(node)), Some("embedded"));
        let read = |path: &str| {
            document
                .read(tree.at(path).unwrap(), &document.read_options())
                .unwrap()
                .read(&file)
                .unwrap()
                .bytes
        };
        let floats: Vec<u8> = (0..12_u8).flat_map(|number| f32::from(number).to_le_bytes()).collect();
        assert_eq!(read("sky"), floats);
        assert_eq!(read("number"), floats);
        assert_eq!(read("flags"), (0..12_u32).flat_map(u32::to_le_bytes).collect::<Vec<_>>());
        assert_eq!(read("inside"), (0..5_i16).flat_map(i16::to_le_bytes).collect::<Vec<_>>());
        let names: Vec<_> = document.layout().hdus.iter().map(|hdu| hdu.name.as_str()).collect();
        assert_eq!(names, ["PRIMARY", "SCI", "DQ", "ASDF"]);
    }
}

#[test]
fn any_fits_file_has_a_tree_of_its_headers_and_data() {
    let file = fits("images.fits");
    let document = open(&file);
    let tree = document.tree().unwrap();
    let text = |path: &str| tree.at(path).and_then(|node| tree.text(node));
    assert_eq!(text("I2/header/XTENSION"), Some("IMAGE"));
    let data = tree.at("U2/data").unwrap();
    let array = document.array(data).unwrap().as_ref().unwrap();
    assert_eq!((array.shape.as_slice(), kind_of(&array.datatype).as_str()), (&[3, 5][..], "u2"));
    let bytes = document.read(data, &document.read_options()).unwrap().read(&file).unwrap().bytes;
    let hdu = document.layout().hdus.iter().find(|hdu| hdu.name == "U2").unwrap().index;
    assert_eq!(bytes, document.read_hdu(hdu, &document.read_options()).unwrap().read(&file).unwrap().bytes);
    assert!(tree.at("EMPTY/data").is_none());
    let file = fits("headers.fits");
    let document = open(&file);
    let tree = document.tree().unwrap();
    let header = |key: &str| tree.descend(["PRIMARY", "header", key]).unwrap();
    assert_eq!(tree.text(header("QUOTE")), Some("it's 'quoted'"));
    assert_eq!(tree.node(header("UNDEF")).value, Value::Null);
    assert_eq!(tree.number(header("REAL")), Some(-1.25e-200));
    assert_eq!(tree.items(header("HISTORY")).len(), 2);
}
