//! Writing and changing files: what is written reads back equal, and nothing is lost.

use std::io::Cursor;

use crate::support::{self, fixtures};
use asdf_wasm::writer::{Codec, EncodeOptions, Standard};
use asdf_wasm::{
    Datatype, Document, Element, ErrorKind, File, FileArray, FileBuilder, NewArray, TreeValue, Value,
};

/// Without this, the crate does not compile: a file is shared by threads.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Document>();
    shared::<Datatype>();
    shared::<asdf_wasm::NdArray>();
    shared::<File>();
    shared::<FileArray<'_>>();
    shared::<FileBuilder<'_>>();
};

const NAMES: [&str; 7] = ["zlib", "bzp2", "lz4", "zstd", "xz", "blsc", "bls2"];

#[test]
fn what_is_written_is_read_equal_in_every_compression() {
    let values: Vec<f64> = (0..5000).map(|number| f64::from(number / 7).sqrt()).collect();
    let mask: Vec<bool> = (0..5000).map(|number| number % 11 == 0).collect();
    for (number, name) in NAMES.iter().enumerate() {
        let codec = Codec::named(name).unwrap();
        assert_eq!(Codec::ALL[number], codec);
        let array = NewArray::new(&values, [50, 100]).unwrap().compressed(codec).masked(&mask).unwrap();
        let mut builder = FileBuilder::new();
        builder
            .array("whole", &array)
            .unwrap()
            .array("a/b/chunked", &array.clone().in_chunks([30, 33]).unwrap())
            .unwrap();
        let file = File::new(Cursor::new(builder.to_bytes().unwrap())).unwrap();
        assert_eq!(file.warnings(), []);
        assert_eq!(file.document().layout().blocks.len(), 2 + 2 * 2 * 4);
        let compressed = file
            .document()
            .layout()
            .blocks
            .iter()
            .filter(|block| block.encoding.name().as_deref() == Some(*name));
        assert_ne!(compressed.count(), 0, "{name}");
        for path in ["whole", "a/b/chunked"] {
            let read = file.read::<f64>(path, ..).unwrap();
            assert_eq!(
                (&read.shape[..], &read.data, read.mask.as_ref()),
                (&[50, 100][..], &values, Some(&mask)),
                "{name} {path}"
            );
            assert_eq!(read.warnings, []);
            let part = file.read::<f64>(path, (25..35, -70..)).unwrap();
            let expected = (25..35).flat_map(|row| &values[row * 100 + 30..row * 100 + 100]);
            assert!(part.data.iter().eq(expected), "{name} {path}");
        }
    }
}

#[test]
fn every_type_is_written_and_read() {
    fn check<T: Element + PartialEq + std::fmt::Debug>(values: &[T], name: &str) {
        let mut builder = FileBuilder::of(Standard::V1_5);
        builder.array("data", &NewArray::new(values, [values.len()]).unwrap()).unwrap();
        let file = File::new(Cursor::new(builder.to_bytes().unwrap())).unwrap();
        assert_eq!(file.array("data").unwrap().datatype().to_string(), name);
        assert_eq!(file.read::<T>("data", ..).unwrap().data, values);
        assert_eq!(file.document().layout().standard_version.as_deref(), Some("1.5.0"));
    }
    check(&[true, false, true], "bool8");
    check(&[i8::MIN, 3], "int8");
    check(&[i16::MIN, 3], "int16");
    check(&[i32::MIN, 3], "int32");
    check(&[i64::MIN, 3], "int64");
    check(&[i128::MIN, 3], "int128");
    check(&[u8::MAX, 3], "uint8");
    check(&[u16::MAX, 3], "uint16");
    check(&[u32::MAX, 3], "uint32");
    check(&[u64::MAX, 3], "uint64");
    check(&[u128::MAX, 3], "uint128");
    check(&[f32::MIN, 0.5], "float32");
    check(&[f64::MIN, 0.5], "float64");
    check(&[[0.5_f32, 1.5], [2.5, 3.5]], "complex64");
    check(&[[0.5_f64, 1.5], [2.5, 3.5]], "complex128");
    check(&["M 31".to_owned(), String::new(), "ε Eridani".to_owned()], "[ucs4, 9]");
    check::<f32>(&[], "float32");
}

#[test]
fn an_array_of_another_shape_is_refused() {
    let refused = |error: asdf_wasm::Error| error.kind();
    assert_eq!(NewArray::new(&[1, 2, 3], [2, 2]).map_err(refused).unwrap_err(), ErrorKind::BadArray);
    let array = NewArray::new(&[1, 2, 3, 4], [2, 2]).unwrap();
    assert_eq!(array.clone().in_chunks([2]).map_err(refused).unwrap_err(), ErrorKind::BadArray);
    assert_eq!(array.clone().masked(&[true]).map_err(refused).unwrap_err(), ErrorKind::BadArray);
    let level = EncodeOptions { level: Some(77), ..EncodeOptions::default() };
    let mut builder = FileBuilder::new();
    builder.array("data", &array.compressed_with(Codec::Zlib, level)).unwrap();
    assert_eq!(builder.to_bytes().map_err(refused).unwrap_err(), ErrorKind::UnsupportedCompression);
    assert_eq!(FileBuilder::new().set("", 1).map_err(refused).unwrap_err(), ErrorKind::BadTree);
    assert_eq!(
        FileBuilder::new().comment("a\nb").to_bytes().map_err(refused).unwrap_err(),
        ErrorKind::BadHeader
    );
}

#[test]
fn an_edit_changes_the_tree_and_nothing_else() {
    let extra = [1_u16, 2, 3];
    let file = File::new(Cursor::new(support::read("roman/roman_l2_192.asdf"))).unwrap();
    let mut edit = file.edit().unwrap();
    let name = "a name that is longer than the one before, by far".repeat(20);
    edit.set("roman/meta/filename", name.as_str()).unwrap();
    edit.set("roman/meta/new", TreeValue::mapping([("list", vec![1, 2].into())])).unwrap();
    edit.set("roman/meta/new/list/2", 2.5).unwrap();
    edit.remove("roman/meta/new/list/0").unwrap();
    assert_eq!(edit.set("roman/nothing/there", 1).map(drop).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(edit.set("roman/meta/new/list/7", 1).map(drop).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(edit.set("roman/meta/filename/x", 1).map(drop).unwrap_err().kind(), ErrorKind::BadTree);
    assert_eq!(edit.remove("roman/nothing").map(drop).unwrap_err().kind(), ErrorKind::NotFound);
    edit.array("extra", &NewArray::new(&extra, [3]).unwrap()).unwrap();
    let changed = File::new(Cursor::new(edit.to_bytes().unwrap())).unwrap();
    assert_eq!(changed.warnings(), []);
    let tree = changed.tree().unwrap();
    assert_eq!(tree.text(changed.node("roman/meta/filename").unwrap()), Some(&*name));
    assert_eq!(tree.number(changed.node("roman/meta/new/list/0").unwrap()), Some(2.0));
    assert_eq!(tree.number(changed.node("roman/meta/new/list/1").unwrap()), Some(2.5));
    assert_eq!(changed.read::<u16>("extra", ..).unwrap().data, extra);
    for (node, _) in file.document().arrays() {
        let path = file.tree().unwrap().path_of(node);
        let elements = |file: &File<Cursor<Vec<u8>>>| {
            let array = file.array(&path).unwrap();
            array.read::<f64>(..).map(|read| read.data).or_else(|_| {
                let integers = array.read::<u32>(..)?.data;
                Ok::<_, asdf_wasm::Error>(integers.into_iter().map(f64::from).collect())
            })
        };
        let (old, new) = (elements(&file).unwrap(), elements(&changed).unwrap());
        assert!(
            old.iter().map(|value| value.to_bits()).eq(new.iter().map(|value| value.to_bits())),
            "{path}"
        );
    }
    let same = File::new(Cursor::new(file.edit().unwrap().to_bytes().unwrap())).unwrap();
    assert!(trees_are_equal(&file, &same));
}

fn trees_are_equal<R: std::io::Read + std::io::Seek>(one: &File<R>, other: &File<R>) -> bool {
    let nodes = |file: &File<R>| {
        let tree = file.tree().unwrap();
        let scalar = |node| {
            matches!(tree.node(node).value, Value::Sequence(_) | Value::Mapping(_)).then_some(Value::Null)
        };
        let node = |(path, node)| {
            (path, tree.node(node).tag.clone(), scalar(node).unwrap_or_else(|| tree.node(node).value.clone()))
        };
        tree.walk().map(node).map(|node| format!("{node:?}")).collect::<Vec<_>>()
    };
    nodes(one) == nodes(other)
}

#[test]
fn files_that_python_wrote_are_edited_without_loss() {
    let mut edited = 0;
    for fixture in fixtures() {
        let Ok(file) = File::new(Cursor::new(fixture.bytes())) else { continue };
        let Ok(edit) = file.edit() else { continue };
        let Ok(bytes) = edit.to_bytes() else { continue };
        let again = File::new(Cursor::new(bytes)).unwrap();
        assert!(trees_are_equal(&file, &again), "{}", fixture.file);
        let blocks = |file: &File<Cursor<Vec<u8>>>| {
            let blocks = file.document().layout().blocks.iter();
            blocks
                .map(|block| (block.index, block.encoding, block.used_size, block.checksum.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(blocks(&file), blocks(&again), "{}", fixture.file);
        edited += 1;
    }
    assert!(edited > 100, "{edited}");
}

#[test]
fn a_file_that_would_lose_something_is_not_edited() {
    let kind = |bytes: Vec<u8>| {
        File::new(Cursor::new(bytes)).and_then(|file| file.edit().map(drop)).unwrap_err().kind()
    };
    let whole = support::read("roman/roman_l2_192.asdf");
    assert_eq!(kind(support::read("fits/jwst-cal.fits")), ErrorKind::NotAsdf);
    assert_eq!(kind(whole[..whole.len() / 2].to_vec()), ErrorKind::Truncated);
}

#[test]
fn files_are_saved_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("asdf-wasm-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("image.asdf");
    let pixels = [1_i32, 2, 3, 4];
    let mut builder = FileBuilder::new();
    builder.set("object", "M 31").unwrap().array("image", &NewArray::new(&pixels, [2, 2]).unwrap()).unwrap();
    builder.save(&path).unwrap();
    // A file that cannot be written leaves the one that is there.
    let mut refused = FileBuilder::new();
    refused.comment("ASDF");
    refused.save(&path).unwrap_err();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    // Over itself.
    let file = File::open(&path).unwrap();
    let mut edit = file.edit().unwrap();
    edit.set("object", "M 33, the Triangulum Galaxy").unwrap();
    edit.save(&path).unwrap();
    // The tree alone, where it fits.
    let opened = std::fs::File::options().read(true).write(true).open(&path).unwrap();
    let file = File::new(opened).unwrap();
    let mut edit = file.edit().unwrap();
    edit.set("object", "M 31").unwrap();
    assert!(edit.save_tree().unwrap());
    edit.set("object", "M 31, ".repeat(1000)).unwrap();
    assert!(!edit.save_tree().unwrap());
    let file = File::open(&path).unwrap();
    assert_eq!(file.warnings(), []);
    assert_eq!(file.tree().unwrap().text(file.node("object").unwrap()), Some("M 31"));
    assert_eq!(file.read::<i32>("image", ..).unwrap().data, pixels);
    std::fs::remove_dir_all(&folder).unwrap();
}
