//! Nodes: tags, aliases, merge keys, paths, marks and errors.

use super::{document, keys, odd_document, read, refusal, string, tag, value};
use crate::error::ErrorKind;
use crate::limits::Limits;
use crate::tree::{Mark, NodeId, Tree, Value};

#[test]
fn tags_are_full() {
    let text = "%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n%TAG !e! tag:example.org:e/\n%TAG !u! tag:u:\n--- !core/asdf-1.1.0\n\
                a: !core/ndarray-1.1.0 {}\nb: !<asdf://x.org/tags/y-1.0.0> 1\nc: &x !e!thing-1.0.0 []\n\
                d: !u!v &y 'it''s !e!no tag'\ne: !!set {a, b}\nf: !u!%7Ea 1\n...\n";
    let (tree, warnings) = read(text);
    assert_eq!(warnings, []);
    for (path, full) in [
        ("", "tag:stsci.edu:asdf/core/asdf-1.1.0"),
        ("a", "tag:stsci.edu:asdf/core/ndarray-1.1.0"),
        ("b", "asdf://x.org/tags/y-1.0.0"),
        ("c", "tag:example.org:e/thing-1.0.0"),
        ("d", "tag:u:v"),
        ("e", "tag:yaml.org,2002:set"),
        ("f", "tag:u:~a"),
    ] {
        assert_eq!(tag(&tree, path), Some(full), "{path}");
    }
    assert_eq!(value(&tree, "d"), &string("it's !e!no tag"));
    assert_eq!(value(&tree, "b"), &string("1"), "with a tag that is not YAML's, a scalar is text");
    assert_eq!(keys(&tree, "e"), ["a", "b"]);
    let (tree, _) = read("%TAG !! tag:example.org:\n--- !!int 5\n...\n");
    assert_eq!(tag(&tree, ""), Some("tag:example.org:int"));
    assert_eq!(value(&tree, ""), &string("5"));
}

#[test]
fn odd_directives_are_read_with_a_warning() {
    let codes = |text: &str| read(text).1.iter().map(|warning| warning.code).collect::<Vec<_>>();
    assert_eq!(codes("%YAML 1.1\n---\na: 1\n...\n"), [""; 0]);
    assert_eq!(codes("# comment\n\n%YAML 1.1\r\n%TAG ! tag:x/\r\n---\r\na: 1\r\n...\r\n"), [""; 0]);
    assert_eq!(codes("%YAML 1.2\n---\na: 1\n...\n"), ["yaml-version"]);
    assert_eq!(codes("%YAML\n---\na: 1\n...\n"), ["yaml-version"]);
    assert_eq!(codes("%YAML 1.1\n%FOO bar\n---\na: 1\n...\n"), ["unknown-directive"]);
    assert_eq!(codes("---\na: 1\n...\n"), ["no-yaml-directive"]);
    assert_eq!(codes("%YAML 1.1\n---\na: 1\n"), ["no-document-end"]);
    assert_eq!(codes("%YAML 1.1\n---\na: 1\n\0\0\0"), ["no-document-end"]);
    assert_eq!(codes("%YAML 1.1\n---\na: 1\n---\nb: 1\n...\n"), ["second-document"]);
    assert_eq!(codes("%YAML 1.1\n---\na: 1\n... # c\n---\nb: 1\n...\n"), ["second-document"]);
    assert_eq!(codes("%YAML 1.1\n---\na: 1\n... # c\n# d\n \n...\n"), [""; 0]);
    assert_eq!(codes("%YAML 1.1\n%TAG !\n---\na: 1\n...\n"), ["bad-directive"]);
    assert_eq!(codes("%YAML 1.1\n%TAG ! a:\n%TAG ! b:\n---\na: 1\n...\n"), ["bad-directive"]);
    assert_eq!(codes("%YAML 1.1\n--- !e!x {a: !e!x 1}\n...\n"), ["undeclared-handle"]);
    let error = refusal("%X\n".repeat(65).as_bytes(), &Limits::default());
    assert_eq!(error.kind(), ErrorKind::LimitExceeded);
}

#[test]
fn tags_of_a_malformed_handle_stay_as_they_are() {
    let text = "%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n%TAG !foo tag:example.com:foo/\n--- !core/asdf-1.1.0\n\
                a: !foo/bar 1\nb: !fob 2\nc: !x!y 3\n...\n";
    let (tree, warnings) = read(text);
    assert_eq!(
        warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(),
        ["bad-directive", "undeclared-handle"]
    );
    assert_eq!(warnings[0].offset, Some(37));
    assert_eq!(tag(&tree, ""), Some("tag:stsci.edu:asdf/core/asdf-1.1.0"));
    assert_eq!(tag(&tree, "a"), Some("!foo/bar"));
    assert_eq!(tag(&tree, "b"), Some("tag:stsci.edu:asdf/fob"));
    assert_eq!(tag(&tree, "c"), Some("!x!y"));
}

#[test]
fn a_document_may_be_empty() {
    for text in
        ["", "\n# nothing\n", "%YAML 1.1\n---\n...\n", "--- !core/asdf-1.1.0\n...\n", "\u{feff}---\n...\n"]
    {
        let (tree, _) = read(text);
        assert_eq!(tree.node(tree.root()).value, Value::Null, "{text}");
    }
}

#[test]
fn an_alias_is_the_node_of_its_anchor() {
    let tree =
        document("a: &x {self: *x, list: &l [1, *l]}\nb: *x\nc: &s text\nd: *s\ne: &x 5\nf: *x\n*s : key");
    let a = tree.at("a").unwrap();
    assert_eq!(tree.at("b"), Some(a));
    assert_eq!(tree.at("a/self/self/self"), Some(a));
    assert_eq!(tree.at("b/list/1/1"), tree.at("a/list"));
    assert_eq!(tree.at("c"), tree.at("d"));
    assert_eq!(value(&tree, "f"), &Value::Int(5));
    assert_eq!(value(&tree, "text"), &string("key"));
    assert!(tree.node(a).anchored && !tree.node(tree.root()).anchored);
    assert_eq!(tree.path_of(tree.at("b/list/0").unwrap()), "a/list/0");
    assert_eq!(tree.walk().filter(|(_, id)| *id == a).count(), 1);
}

#[test]
fn merge_keys_add_missing_entries() {
    let tree = document(
        "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {y: 0, <<: *a}\nd: {<<: [*a, *b], w: 5}\ne: {<<: {<<: *b, y: 9}}\n\
         f: {'<<': *a}\ng: {!!merge k: *a}",
    );
    assert_eq!(keys(&tree, "c"), ["x", "y"]);
    assert_eq!(value(&tree, "c/y"), &Value::Int(0));
    assert_eq!(tree.at("c/x"), tree.at("a/x"));
    assert_eq!((value(&tree, "d/y"), value(&tree, "d/w")), (&Value::Int(2), &Value::Int(5)));
    assert_eq!(keys(&tree, "d"), ["y", "z", "x", "w"]);
    assert_eq!((value(&tree, "e/y"), value(&tree, "e/z")), (&Value::Int(9), &Value::Int(4)));
    assert_eq!(keys(&tree, "f"), ["<<"]);
    assert_eq!(keys(&tree, "g"), ["x", "y"]);
}

#[test]
fn a_merge_key_of_other_values_is_an_ordinary_key() {
    let (tree, warnings) = odd_document("&r {<<: *r, a: {<<: 5, b: 1}, c: &c [*c], d: {<<: [{}, 1]}}");
    assert_eq!(warnings, ["a/<<", "d/<<", "<<"].map(|path| ("bad-merge", path.to_owned())));
    assert_eq!(tree.at("<<"), Some(tree.root()));
    assert_eq!(value(&tree, "a/<<"), &Value::Int(5));
}

#[test]
fn merged_entries_are_limited_by_the_text() {
    let mut text = "%YAML 1.1\n---\na0: &a0 {k: 1, l: 2}\n".to_owned();
    for level in 1..16 {
        let copies: String =
            (0..9).map(|copy| format!("k{level}_{copy}: {{<<: *a{}}}, ", level - 1)).collect();
        text += &format!(
            "a{level}: &a{level} {{{copies}<<: [{}]}}\n",
            vec![format!("*a{}", level - 1); 9].join(", ")
        );
    }
    assert!(
        Tree::parse(text.as_bytes(), 0, &Limits::default(), &mut Vec::new())
            .is_ok_and(|tree| tree.len() < 10_000)
    );
    let wide: String = (0..5000).map(|key| format!("k{key}: 1, ")).collect();
    let text = format!("--- [&a {{{wide}}}, {}]", "{<<: *a}, ".repeat(5000));
    assert_eq!(refusal(text.as_bytes(), &Limits::default()).kind(), ErrorKind::LimitExceeded);
}

#[test]
fn the_last_value_of_equal_keys_takes_the_place_of_the_first() {
    let (tree, warnings) = odd_document(
        "{a: 1, b: {c: 1, ~: 2, d: 3, null: 4}, a: 2, 1: x, '1': y, 0x1: z, !t a: 3, !!str a: 4}",
    );
    assert_eq!(warnings, ["b/null", "a", "1", "a"].map(|path| ("duplicate-key", path.to_owned())));
    assert_eq!(keys(&tree, ""), ["a", "b", "1", "1", "a"]);
    assert_eq!(value(&tree, "a"), &Value::Int(4));
    assert_eq!(value(&tree, "b/null"), &Value::Int(4));
    assert_eq!(value(&tree, "1"), &string("y"), "string keys come first");
    let many: String = (0..1000).map(|key| format!("k{}: {key}\n", key % 300)).collect();
    let (tree, warnings) = odd_document(&format!("\n{many}"));
    assert_eq!(keys(&tree, "").len(), 300);
    assert_eq!(value(&tree, "k7"), &Value::Int(907));
    assert_eq!(warnings.len(), 201, "and one that tells how many more there are");
}

#[test]
fn keys_may_be_anything() {
    let tree = document(
        "1: a\ntrue: b\n~: c\n2001-01-01: d\n1.5: e\n[1, 2]: f\n? {g: h}\n: i\n//: j\n'': {k: l}\n=: m\n? n",
    );
    assert_eq!(keys(&tree, ""), ["1", "true", "null", "2001-01-01", "1.5", "?5", "?6", "//", "?8", "=", "n"]);
    for (path, text) in [("1", "a"), ("null", "c"), ("?5", "f"), ("?6", "i"), ("~1~1", "j"), ("?8/k", "l")] {
        assert_eq!(value(&tree, path), &string(text), "{path}");
    }
    assert_eq!(value(&tree, "n"), &Value::Null);
    assert_eq!(tree.descend(["//"]), tree.at("~1~1"));
}

#[test]
fn an_ordered_map_is_a_mapping() {
    let tree = document("!!omap [b: 1, a: 2, c: [3]]");
    assert_eq!(keys(&tree, ""), ["b", "a", "c"]);
    assert_eq!(tree.path_of(tree.at("c/0").unwrap()), "c/0");
    let (tree, warnings) = odd_document("!!omap [b: 1, b: 2]");
    assert_eq!(value(&tree, "b"), &Value::Int(2));
    assert_eq!(warnings, [("duplicate-key", "b".to_owned())]);
}

#[test]
fn entries_tagged_like_their_collection_are_its_entries() {
    let tree = document(
        "{a: !!omap [!!omap {b: 1}, !!omap {a: 2}], b: !!omap [], c: !!pairs [!!pairs {k: 1}, {k: 2}]}",
    );
    assert_eq!(keys(&tree, "a"), ["b", "a"]);
    assert_eq!(value(&tree, "b"), &Value::Mapping([].into()));
    assert_eq!(value(&tree, "c/1/k"), &Value::Int(2));
    let (_, warnings) = odd_document("{a: !!omap {b: 1}, b: [!!omap {b: 1}], c: !!pairs [!!omap {k: 1}]}");
    assert_eq!(warnings, ["a", "b/0", "c/0"].map(|path| ("tag-mismatch", path.to_owned())));
}

#[test]
fn a_tag_alone_is_an_empty_text() {
    let tree = document("{unit: !unit/unit-1.0.0 , set: !!set {a, b}, list: [!x , !!str ]}");
    for path in ["unit", "list/0", "list/1"] {
        assert_eq!(value(&tree, path), &string(""), "{path}");
    }
    assert_eq!(value(&tree, "set/a"), &Value::Null);
}

#[test]
fn every_path_of_a_walk_leads_back() {
    let tree = document("a: &a [1, {b/c: 2, '~': [3]}]\nd: *a\ne: {f: {g: !!omap [h: *a, i: 4]}}");
    let walked: Vec<_> = tree.walk().collect();
    let paths: Vec<_> = walked.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        ["", "a", "a/0", "a/1", "a/1/b~1c", "a/1/~0", "a/1/~0/0", "e", "e/f", "e/f/g", "e/f/g/i"]
    );
    for (path, id) in &walked {
        assert_eq!(tree.at(path), Some(*id), "{path}");
        assert_eq!(&tree.path_of(*id), path);
    }
    for path in ["x", "a/2", "a/01", "a/+1", "a/-1", "a/0/0", "/a", "a/"] {
        assert_eq!(tree.at(path), None, "{path}");
    }
}

#[test]
fn a_mark_is_where_the_node_begins_in_the_file() {
    let text = "%YAML 1.1\n# é\n---\nk\u{e9}y: 1\nlit: |\n  \u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}x\n\
                m:\n  - {\u{1d11e}: [a, b]}\n  - &x !t\n    p: q\r\n    r: \u{e9} \r\ns:\n  - last\n...\n";
    let mut warnings = Vec::new();
    let tree = Tree::parse(text.as_bytes(), 1000, &Limits::default(), &mut warnings).unwrap();
    assert_eq!(warnings, []);
    for (path, line, column, found) in [
        ("", 4, 1, "k\u{e9}y"),
        ("k\u{e9}y", 4, 6, "1\n"),
        ("m/0", 8, 5, "{\u{1d11e}"),
        ("m/0/\u{1d11e}", 8, 9, "[a"),
        ("m/0/\u{1d11e}/1", 8, 13, "b]"),
        ("m/1", 10, 5, "p: q"),
        ("m/1/r", 11, 8, "\u{e9} \r"),
        ("s/0", 13, 5, "last"),
    ] {
        let Mark { line: found_line, column: found_column, offset } = tree.node(tree.at(path).unwrap()).mark;
        assert_eq!((found_line, found_column), (line, column), "{path}");
        let at = usize::try_from(offset).unwrap() - 1000;
        assert!(text[at..].starts_with(found), "{path}: {:?}", &text[at..]);
    }
}

#[test]
fn errors_say_where_and_what() {
    for (text, offset, words) in [
        ("a: 1\n b: 2\n", 7, "line 2, column 3"),
        ("a: \u{e9} \u{e9}\nb: [1, 2\nc: 3", 22, "expected `,` or `]`"),
        ("a: \"x\n b: 1", 3, "quotation"),
        ("a: *x", 3, "anchor"),
        ("a: 1\nb\n", 7, "not followed by `:`"),
        ("a: [1 2}\n", 7, "line 1, column 8"),
        ("a: 1\n\x00b: 2", 5, "zero byte"),
    ] {
        let error = refusal(text.as_bytes(), &Limits::default());
        assert_eq!(error.kind(), ErrorKind::BadTree, "{text}");
        assert_eq!(error.offset(), Some(1000 + offset), "{text:?}: {error}");
        assert!(error.message().contains(words), "{text:?}: {error}");
    }
    let error = refusal(b"a: 1\nb: \xc3\xa9\xff\n", &Limits::default());
    assert_eq!(error.to_string(), "line 2, column 5 of the tree: bytes that are not UTF-8 (byte 1010)");
}

#[test]
fn nesting_has_a_limit_even_through_aliases() {
    let limits = Limits { nesting: 4, ..Limits::default() };
    let parse =
        |text: &str| Tree::parse(text.as_bytes(), 0, &limits, &mut Vec::new()).map_err(|error| error.kind());
    assert!(parse("[[[[1]]]]").is_ok());
    assert_eq!(parse("[[[[[1]]]]]").err(), Some(ErrorKind::LimitExceeded));
    assert_eq!(parse("- - - - - 1").err(), Some(ErrorKind::LimitExceeded));
    assert!(parse("- &a [1]\n- &b [*a]\n- &c [*b]\n- *c").is_ok());
    assert_eq!(parse("- &a [1]\n- &b [*a]\n- &c [*b]\n- [*c]").err(), Some(ErrorKind::LimitExceeded));
    assert!(parse("- &a [*a]").is_ok());
    let deep = "[".repeat(1000);
    assert_eq!(refusal(deep.as_bytes(), &Limits::default()).kind(), ErrorKind::LimitExceeded);
}

#[test]
fn a_tree_larger_than_the_limit_is_an_error() {
    let limits = Limits { tree: 4, ..Limits::default() };
    assert_eq!(refusal(b"a: 12", &limits).kind(), ErrorKind::LimitExceeded);
}

#[test]
fn ids_are_indices_below_the_number_of_nodes() {
    let tree = document("[1, 2]");
    assert_eq!((tree.len(), tree.is_empty()), (3, false));
    assert_eq!(tree.id(2).map(NodeId::index), Some(2));
    assert_eq!(tree.id(3), None);
    let other = document("[1, 2, 3, 4]");
    assert_eq!(tree.node(other.id(4).unwrap()).value, Value::Null);
}
