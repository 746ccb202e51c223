//! Written trees, block headers and indices read back equal: generated trees, and the trees of all fixtures.

use asdf_wasm::writer::{BlockHeader, Emitter, Props, Scalar, Standard, block_index, preamble};
use asdf_wasm::{Document, Encoding, ErrorKind, FoundBy, NodeId, Opening, Options, Tree, Value, run};
use proptest::prelude::*;

use crate::doors;
use crate::support::fixtures;

fn open(bytes: &[u8]) -> Document {
    run(Opening::new(bytes.len() as u64, Options::default()), bytes)
        .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(bytes)))
}

/// A node to be written: the source of the events, and the expected result of reading.
#[derive(Clone, Debug)]
enum Model {
    Null,
    Bool(bool),
    Int(i64),
    Big(bool, u128),
    Float(f64),
    Text(String),
    Timestamp(String),
    Bytes(Vec<u8>),
    Sequence(Vec<Tagged>, bool),
    Mapping(Vec<(Tagged, Tagged)>, bool),
}

#[derive(Clone, Debug)]
struct Tagged(Option<String>, Model);

/// Text that YAML could read as another type, or that needs quotes or escapes.
fn nasty() -> impl Strategy<Value = String> {
    const KNOWN: &[&str] = &[
        "",
        " ",
        "\n",
        "\t",
        "\r\n",
        "a\nb",
        "a\n\nb\n",
        "a\n\n",
        "\na",
        " a\nb",
        "a \nb",
        "a\n b",
        "a\n\tb",
        "~",
        "null",
        "yes",
        "No",
        "y",
        "012",
        "0o12",
        "1_000",
        "1e5",
        "1.5e+3",
        ".5",
        "-.inf",
        ".nan",
        "nan",
        "0x1F",
        "190:20:30",
        "2001-12-14",
        "2001-12-14t21:59:43.10-05:00",
        "<<",
        "=",
        "-",
        "- a",
        "? a",
        ": a",
        "a: b",
        "a:",
        "a #b",
        "#a",
        "&a",
        "*a",
        "!a",
        "%YAML 1.1",
        "---",
        "...",
        "--- a",
        "a\n...\nb",
        "a\n---\nb",
        "@a",
        "`a",
        "'",
        "\"",
        "'a'",
        "a'b",
        "[a",
        "{a}",
        "a,b",
        "a]b",
        "|",
        ">",
        "\u{85}",
        "\u{2028}",
        "\u{feff}a",
        "\u{0}",
        "\u{7f}",
        "\u{a0}",
        "é",
        "😀",
        "\u{10ffff}",
        "#ASDF BLOCK INDEX",
        "a\n#ASDF BLOCK INDEX\n",
        "tag:stsci.edu:asdf/core/ndarray",
        "https://example.org/#a?b=c",
        "a\\nb",
    ];
    prop_oneof![
        proptest::sample::select(KNOWN).prop_map(str::to_owned),
        "[ -~\n\té😀]{0,40}",
        ".{0,20}",
        "[a-z]{1,8}( [a-z:#,]{1,8}){0,40}",
        "([a-z]{1,8}\n){1,5}",
    ]
}

fn scalar() -> impl Strategy<Value = Model> {
    prop_oneof![
        Just(Model::Null),
        any::<bool>().prop_map(Model::Bool),
        any::<i64>().prop_map(Model::Int),
        (any::<bool>(), u128::from(u64::MAX)..).prop_map(|(negative, digits)| Model::Big(negative, digits)),
        any::<u64>().prop_map(|bits| Model::Float(f64::from_bits(bits))),
        (-1e9..1e9).prop_map(Model::Float),
        proptest::sample::select(&[0.0, -0.0, 1.0, 1e16, 1e-7, 5e-324, f64::INFINITY, f64::NEG_INFINITY][..])
            .prop_map(Model::Float),
        nasty().prop_map(Model::Text),
        proptest::sample::select(&["2001-12-14", "2001-12-14 21:59:43", "2024-02-29T00:00:00.000Z"][..])
            .prop_map(|text| Model::Timestamp(text.to_owned())),
        proptest::collection::vec(any::<u8>(), 0..20).prop_map(Model::Bytes),
    ]
}

fn tag() -> impl Strategy<Value = Option<String>> {
    const TAGS: &[&str] = &[
        "tag:stsci.edu:asdf/core/ndarray-1.1.0",
        "tag:stsci.edu:gwcs/wcs-1.4.0",
        "asdf://stsci.edu/datamodels/roman/tags/wfi_image-2.2.0",
        "!local",
        "!a!b",
        "tag:example.org,2020:a b,[c]{d}%20!'\"<>",
    ];
    proptest::option::weighted(0.3, proptest::sample::select(TAGS).prop_map(str::to_owned))
}

/// Values with the tags that they may have; with the tag of another type, a scalar is text.
fn node() -> impl Strategy<Value = Tagged> {
    let leaf = prop_oneof![
        scalar().prop_map(|model| Tagged(None, model)),
        scalar().prop_map(|model| Tagged(Some(format!("tag:yaml.org,2002:{}", kind(&model))), model)),
        (tag(), nasty()).prop_map(|(tag, text)| Tagged(tag, Model::Text(text))),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        let items = proptest::collection::vec(inner.clone(), 0..6);
        let entries = proptest::collection::vec((inner.clone(), inner), 0..6);
        let collection = prop_oneof![
            (items, any::<bool>()).prop_map(|(items, flow)| Model::Sequence(items, flow)),
            (entries, any::<bool>()).prop_map(|(entries, flow)| Model::Mapping(entries, flow)),
        ];
        (tag(), collection).prop_map(|(tag, model)| Tagged(tag, model))
    })
}

/// The name of the type in YAML's own schema.
fn kind(model: &Model) -> &'static str {
    match model {
        Model::Null => "null",
        Model::Bool(_) => "bool",
        Model::Int(_) | Model::Big(..) => "int",
        Model::Float(_) => "float",
        Model::Text(_) => "str",
        Model::Timestamp(_) => "timestamp",
        Model::Bytes(_) => "binary",
        Model::Sequence(..) => "seq",
        Model::Mapping(..) => "map",
    }
}

fn digits(negative: bool, number: u128) -> String {
    format!("{}{number}", if negative { "-" } else { "" })
}

fn write(emitter: &mut Emitter, Tagged(tag, model): &Tagged) {
    let props = Props { tag: tag.as_deref(), anchor: None };
    match model {
        Model::Null => emitter.scalar(props, Scalar::Null),
        Model::Bool(truth) => emitter.scalar(props, Scalar::Bool(*truth)),
        Model::Int(number) => emitter.scalar(props, Scalar::Int(*number)),
        Model::Big(negative, number) => {
            emitter.scalar(props, Scalar::BigInt(&digits(*negative, *number)));
        }
        Model::Float(number) => emitter.scalar(props, Scalar::Float(*number)),
        Model::Text(text) => emitter.scalar(props, Scalar::Text(text)),
        Model::Timestamp(text) => emitter.scalar(props, Scalar::Timestamp(text)),
        Model::Bytes(bytes) => emitter.scalar(props, Scalar::Bytes(bytes)),
        Model::Sequence(items, flow) => {
            emitter.begin_sequence(props, *flow).unwrap();
            for item in items {
                write(emitter, item);
            }
            emitter.end();
        }
        Model::Mapping(entries, flow) => {
            emitter.begin_mapping(props, *flow).unwrap();
            for (key, value) in entries {
                write(emitter, key);
                write(emitter, value);
            }
            emitter.end();
        }
    }
}

/// Whether a node equals what was written. `binary` is the tag that bytes have.
fn is(tree: &Tree, id: NodeId, Tagged(tag, model): &Tagged) -> bool {
    let node = tree.node(id);
    let implied = matches!(model, Model::Bytes(_)).then_some("tag:yaml.org,2002:binary");
    node.tag() == tag.as_deref().or(implied)
        && match (&node.value, model) {
            (Value::Null, Model::Null) => true,
            (Value::Bool(is), Model::Bool(was)) => is == was,
            (Value::Int(is), Model::Int(was)) => is == was,
            (Value::BigInt(is), Model::Big(negative, was)) => **is == digits(*negative, *was),
            (Value::Float(is), Model::Float(was)) => {
                is.to_bits() == was.to_bits() || is.is_nan() && was.is_nan()
            }
            (Value::String(is), Model::Text(was)) | (Value::Timestamp(is), Model::Timestamp(was)) => {
                **is == **was
            }
            (Value::Bytes(is), Model::Bytes(was)) => **is == **was,
            (Value::Sequence(are), Model::Sequence(were, _)) => {
                are.len() == were.len() && are.iter().zip(were).all(|(is, was)| self::is(tree, *is, was))
            }
            (Value::Mapping(are), Model::Mapping(were, _)) => {
                are.len() == were.len()
                    && are.iter().zip(were).all(|((key, value), was)| {
                        self::is(tree, *key, &was.0) && self::is(tree, *value, &was.1)
                    })
            }
            _ => false,
        }
}

/// Whether no mapping has two keys that may be equal: the reader keeps the last of equal ones.
fn has_distinct_keys(Tagged(_, model): &Tagged) -> bool {
    match model {
        Model::Sequence(items, _) => items.iter().all(has_distinct_keys),
        Model::Mapping(entries, _) => {
            let keys: Vec<_> = entries.iter().map(|(key, _)| looks(key)).collect();
            (1..keys.len()).all(|at| !keys[..at].contains(&keys[at]))
                && entries.iter().all(|(key, value)| has_distinct_keys(key) && has_distinct_keys(value))
        }
        _ => true,
    }
}

/// A value that equal keys share: `1`, `1.0` and `true` are equal.
fn looks(Tagged(_, model): &Tagged) -> String {
    let number = |number: f64| format!("{}", number + 0.0);
    match model {
        Model::Bool(truth) => number(f64::from(u8::from(*truth))),
        Model::Int(digits) => number(digits.to_string().parse().unwrap()),
        Model::Big(negative, value) => number(digits(*negative, *value).parse().unwrap()),
        Model::Float(value) => number(*value),
        Model::Sequence(items, _) => format!("{:?}", items.iter().map(looks).collect::<Vec<_>>()),
        // Their order does not matter.
        Model::Mapping(..) => "mapping".into(),
        other => format!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, max_shrink_iters: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn any_tree_reads_back_equal(model in node().prop_filter("keys differ", has_distinct_keys)) {
        let mut emitter = Emitter::default();
        write(&mut emitter, &model);
        let text = format!("#ASDF 1.0.0\n{}", emitter.finish());
        let document = open(text.as_bytes());
        let tree = document.tree().unwrap();
        prop_assert!(is(tree, tree.root(), &model), "{}", text);
        doors::trees::emitted(tree);
    }
}

#[test]
fn trees_of_all_fixtures_read_back_equal() {
    let mut trees = 0;
    for fixture in fixtures() {
        let bytes = fixture.bytes();
        let Ok(document) = run(Opening::new(bytes.len() as u64, Options::default()), &bytes) else {
            continue;
        };
        if let Some(tree) = document.tree() {
            doors::trees::emitted(tree);
            trees += 1;
        }
    }
    assert!(trees > 100, "only {trees} fixtures have a tree");
}

#[test]
fn the_layout_is_that_of_other_writers() {
    let mut emitter = Emitter::default();
    let tag = |tag| Props { tag: Some(tag), anchor: None };
    emitter.begin_mapping(tag("tag:stsci.edu:asdf/core/asdf-1.1.0"), false).unwrap();
    let text = |emitter: &mut Emitter, text| emitter.scalar(Props::default(), Scalar::Text(text));
    text(&mut emitter, "data");
    emitter
        .begin_mapping(Props { anchor: Some(1), ..tag("tag:stsci.edu:asdf/core/ndarray-1.1.0") }, false)
        .unwrap();
    text(&mut emitter, "shape");
    emitter.begin_sequence(Props::default(), true).unwrap();
    for length in [64, 32] {
        emitter.scalar(Props::default(), Scalar::Int(length));
    }
    emitter.end();
    text(&mut emitter, "source");
    emitter.scalar(Props::default(), Scalar::Int(0));
    emitter.end();
    text(&mut emitter, "list");
    emitter.begin_sequence(Props::default(), false).unwrap();
    emitter.begin_mapping(Props::default(), false).unwrap();
    text(&mut emitter, "empty");
    emitter.begin_sequence(Props::default(), false).unwrap();
    emitter.end();
    text(&mut emitter, "again");
    emitter.alias(1);
    emitter.end();
    emitter.begin_sequence(Props::default(), false).unwrap();
    text(&mut emitter, "two\nlines\n");
    emitter.scalar(Props::default(), Scalar::Float(1e300));
    emitter.end();
    emitter.end();
    text(&mut emitter, "12");
    text(&mut emitter, "12");
    emitter.end();
    let expected = "%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n\
        data: &id001 !core/ndarray-1.1.0\n  shape: [64, 32]\n  source: 0\n\
        list:\n- empty: []\n  again: *id001\n- - |\n    two\n    lines\n  - 1.0e+300\n'12': '12'\n...\n";
    assert_eq!(emitter.finish(), expected);
}

#[test]
fn cycles_keep_their_shape() {
    let text = "#ASDF 1.0.0\n%YAML 1.1\n---\na: &a [1, *a, {? *a : *a}]\nb: *a\n...\n";
    doors::trees::emitted(open(text.as_bytes()).tree().unwrap());
}

/// Found by fuzzing: the null of such a document was written as text.
#[test]
fn a_tag_alone_stays_a_document_without_a_value() {
    for tag in ["!!unknown", "!!null", "!local", "!!int"] {
        let text = format!("#ASDF 1.0.0\n%YAML 1.1\n--- {tag}\n...\n");
        let document = open(text.as_bytes());
        let tree = document.tree().unwrap();
        assert_eq!(tree.node(tree.root()).value, Value::Null, "{tag}");
        doors::trees::emitted(tree);
    }
}

#[test]
fn nothing_nests_deeper_than_readers_accept() {
    let mut emitter = Emitter::default();
    for _ in 0..256 {
        emitter.begin_sequence(Props::default(), false).unwrap();
    }
    let error = emitter.begin_sequence(Props::default(), false).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded);
    open(format!("#ASDF 1.0.0\n{}", emitter.finish()).as_bytes());
}

#[test]
fn a_file_of_two_blocks_is_found_by_its_index() {
    let mut bytes = preamble(Standard::default(), &["made by hand"]).unwrap().into_bytes();
    let mut emitter = Emitter::default();
    emitter.begin_mapping(Props::default(), false).unwrap();
    bytes.extend(emitter.finish().into_bytes());
    let mut offsets = Vec::new();
    for (used, allocated) in [(3, 10), (4, 4)] {
        offsets.push(bytes.len() as u64);
        let header = BlockHeader { allocated, used, data: used, ..BlockHeader::default() }.to_bytes();
        assert_eq!(header.len() as u64, BlockHeader::LENGTH);
        bytes.extend(header);
        bytes.resize(bytes.len() + usize::try_from(allocated).unwrap(), 7);
    }
    bytes.extend(block_index(&offsets).into_bytes());
    let document = open(&bytes);
    let layout = document.layout();
    assert_eq!(
        (layout.standard_version.as_deref(), &*layout.comments),
        (Some("1.6.0"), &["made by hand".to_owned()][..])
    );
    assert_eq!(document.warnings(), []);
    let found: Vec<_> = layout.blocks.entries().map(|(offset, _, found)| (offset, found)).collect();
    assert_eq!(found, [(offsets[0], FoundBy::Index), (offsets[1], FoundBy::Index)]);
    let (_, header, _) = layout.blocks.entries().next().unwrap();
    let header = header.unwrap();
    assert_eq!((header.used_size, header.allocated_size, header.encoding), (3, 10, Encoding::None));
    assert_eq!(header.checksum, None);
}

#[test]
fn invalid_comments_and_standards_are_errors() {
    for comment in ["two\nlines", "ASDF_STANDARD 1.0.0", " ASDF BLOCK INDEX"] {
        assert_eq!(preamble(Standard::default(), &[comment]).unwrap_err().kind(), ErrorKind::BadHeader);
    }
    assert_eq!(Standard::named("2.0.0").unwrap_err().kind(), ErrorKind::BadHeader);
    assert_eq!(block_index(&[]), "");
}

#[test]
fn tags_go_with_the_standard() {
    let tag = |standard, schema| Standard::named(standard).unwrap().tag(schema);
    let full = |name| Some(format!("tag:stsci.edu:asdf/core/{name}"));
    assert_eq!(tag("1.6.0", "ndarray"), full("ndarray-1.1.0"));
    assert_eq!(tag("1.5.0", "ndarray"), full("ndarray-1.0.0"));
    assert_eq!(tag("1.1.0", "asdf"), full("asdf-1.0.0"));
    assert_eq!(tag("1.2.0", "asdf"), full("asdf-1.1.0"));
    assert_eq!((tag("1.2.0", "integer"), tag("1.3.0", "integer")), (None, full("integer-1.0.0")));
    assert_eq!(tag("1.6.0", "unknown"), None);
}
