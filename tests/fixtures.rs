//! Every fixture opens, warns, fails and reads as the tables in `tests/data` say.

use std::collections::BTreeSet;

use crate::support::{Array, Content, Fixture, fixtures, read, sha256, unlisted};
use asdf_wasm::{
    ArrayData, Checksums, Datatype, Document, Error, Limits, NdArray, NodeId, Opening, Options, ReadOptions,
    Source, run,
};

fn open(bytes: &[u8]) -> Result<Document, Error> {
    run(Opening::new(bytes.len() as u64, Options::default()), bytes)
}

/// An array read whole: its bytes, its mask, the codes of the warnings.
type Whole = (Vec<u8>, Option<Vec<u8>>, Vec<&'static str>);

fn read_whole(
    fixture: &Fixture,
    document: &Document,
    node: NodeId,
    options: &ReadOptions,
) -> Result<Whole, Error> {
    let pieces = document.plan(node, options)?;
    let (mut filled, mut warnings) = (ArrayData::new(&pieces), Vec::new());
    for piece in &pieces.pieces {
        let beside = match &piece.source {
            Source::External(uri) => fixture.beside(uri),
            _ => None,
        };
        let (mut reading, bytes) = match beside {
            Some(bytes) => (open(&bytes)?.read_piece_for(document, piece)?, bytes),
            None => (document.read_piece(piece)?, fixture.bytes()),
        };
        reading.fill(&bytes, &mut filled)?;
        warnings.extend(reading.take_warnings().iter().map(|warning| warning.code));
    }
    assert_eq!(filled.bytes.len() as u64, pieces.nbytes);
    Ok((filled.bytes, filled.mask, warnings))
}

/// The indices of the fields that `names` lead to, and the type of the last one.
fn field<'a>(array: &'a NdArray, names: &[String]) -> (Vec<usize>, &'a Datatype) {
    let mut indices = Vec::new();
    let mut datatype = &array.datatype;
    for name in names {
        let Datatype::Struct(fields) = datatype else { panic!("no field {name}") };
        let index = fields.iter().position(|field| field.name == *name).unwrap();
        indices.push(index);
        datatype = &fields[index].datatype;
    }
    (indices, datatype)
}

fn strings(bytes: &[u8], datatype: &Datatype) -> Vec<String> {
    let characters = |element: &[u8]| -> String {
        match datatype {
            Datatype::Ascii(_) => element.iter().map(|byte| char::from(*byte)).collect(),
            _ => element
                .as_chunks::<4>()
                .0
                .iter()
                .filter_map(|unit| char::from_u32(u32::from_le_bytes(*unit)))
                .collect(),
        }
    };
    let size = usize::try_from(datatype.size()).unwrap();
    bytes.chunks(size).map(|element| characters(element).trim_end_matches('\0').to_owned()).collect()
}

fn check_error(error: &Error, expected: &Array, place: &str) {
    assert_eq!(Some(error.kind().code()), expected.error.as_deref(), "{place}: {error}");
    if expected.offset.is_some() {
        assert_eq!(error.offset(), expected.offset, "{place}: {error}");
    }
}

fn check(fixture: &Fixture, document: &Document, node: NodeId, expected: &Array) {
    let place = format!("{}: {} {:?}", fixture.file, expected.path, expected.field);
    let array = match document.array(node).unwrap() {
        Ok(array) => array,
        Err(error) => {
            return check_error(error, expected, &place);
        }
    };
    let (field, datatype) = field(array, &expected.field);
    if matches!(datatype, Datatype::Struct(_)) {
        return assert_eq!(array.shape, expected.shape, "{place}");
    }
    let size =
        expected.kind.as_deref().and_then(|kind| kind.trim_start_matches(char::is_alphabetic).parse().ok());
    assert_eq!(size.unwrap_or(datatype.size()), datatype.size(), "{place}");
    let options = ReadOptions { field, float16_bits: true, ..document.read_options() };
    let (bytes, mask, warnings) = match read_whole(fixture, document, node, &options) {
        Ok(whole) => whole,
        Err(error) => {
            return check_error(&error, expected, &place);
        }
    };
    assert_eq!(None, expected.error, "{place}");
    assert_eq!(warnings, Vec::from_iter(expected.warning.as_deref()), "{place}");
    match &expected.content {
        None => {}
        Some(Content::Sha256(digest)) => assert_eq!(sha256(&bytes), *digest, "{place}"),
        Some(Content::Strings(values)) => assert_eq!(strings(&bytes, datatype), *values, "{place}"),
    }
    if let Some(digest) = &expected.widened {
        let options = ReadOptions { float16_bits: false, ..options };
        let (bytes, _, _) = read_whole(fixture, document, node, &options).unwrap();
        assert_eq!(sha256(&bytes), *digest, "{place}: widened");
    }
    assert_eq!(mask.as_deref().map(sha256), expected.mask, "{place}: mask");
}

#[test]
fn every_fixture_is_as_its_table_says() {
    let mut arrays = 0;
    for fixture in &fixtures() {
        let document = match open(&fixture.bytes()) {
            Ok(document) => document,
            Err(error) => {
                let found = (Some(error.kind().code()), error.offset());
                assert_eq!(found, (fixture.error.as_deref(), fixture.offset), "{}: {error}", fixture.file);
                continue;
            }
        };
        assert_eq!(None, fixture.error, "{}", fixture.file);
        let warnings: Vec<_> = document.warnings().iter().map(|warning| warning.code).collect();
        assert_eq!(warnings, fixture.warnings, "{}", fixture.file);
        let mut listed = BTreeSet::new();
        for expected in &fixture.arrays {
            let tree = document.tree().unwrap();
            let node =
                tree.at(&expected.path).unwrap_or_else(|| panic!("{}: no {}", fixture.file, expected.path));
            listed.insert(node);
            check(fixture, &document, node, expected);
            arrays += 1;
        }
        let found: BTreeSet<_> = document.arrays().map(|(node, _)| node).collect();
        let path = |node: &NodeId| document.tree().unwrap().path_of(*node);
        let unlisted: Vec<_> = found.difference(&listed).map(path).collect();
        assert_eq!(unlisted, Vec::<String>::new(), "{}: arrays without a row", fixture.file);
    }
    assert!(arrays > 2900, "only {arrays} arrays were checked");
}

#[test]
fn every_file_has_a_row() {
    assert_eq!(unlisted(), Vec::<String>::new());
}

#[test]
fn limits_are_enforced() {
    let bytes = read("asdf-standard/1.6.0/compressed.asdf");
    let open = |change: fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        run(Opening::new(bytes.len() as u64, Options::new(Checksums::Warn, limits)), &bytes)
    };
    let code = |document: Result<Document, Error>| {
        let document = document.map_err(|error| error.kind().code())?;
        let (node, _) = document.arrays().next().unwrap();
        let reading = document.read(node, &document.read_options()).map_err(|error| error.kind().code())?;
        reading.read(&bytes).map_err(|error| error.kind().code())
    };
    assert_eq!(code(open(|limits| limits.tree = 100)), Err("limit-exceeded"));
    assert_eq!(code(open(|limits| limits.nesting = 2)), Err("limit-exceeded"));
    assert_eq!(code(open(|limits| limits.block = 1023)), Err("limit-exceeded"));
    assert_eq!(code(open(|limits| limits.output = 1023)), Err("limit-exceeded"));
    assert_eq!(
        code(open(|limits| (limits.block, limits.output) = (1024, 1024))).map(|filled| filled.bytes.len()),
        Ok(1024)
    );
}

/// Every array with an aliased list of many lengths once made a copy of that list.
#[test]
fn an_array_has_no_more_axes_than_numpy_knows() {
    let open_with = |axes: usize| {
        let lengths = vec!["1"; axes].join(", ");
        let tree = format!("a: !core/ndarray-1.1.0 {{data: [], datatype: int8, shape: [{lengths}]}}");
        let file = format!("#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n---\n{tree}\n...\n");
        let document = open(file.as_bytes()).unwrap();
        let (_, array) = document.arrays().next().unwrap();
        array.as_ref().err().map(|error| error.message().to_owned())
    };
    assert!(!open_with(64).unwrap_or_default().contains("axes, more than"));
    assert_eq!(open_with(65).unwrap(), "the array has 65 axes, more than the 64 there may be");
}
