//! Trees that are written from events: what is read is what was written.

use std::collections::HashSet;

use asdf_wasm::writer::{Emitter, Props, Scalar};
use asdf_wasm::{Limits, NodeId, Tree, Value};

use super::open;
use super::script::Script;
use super::trees::emitted;

/// How deep collections nest, and how many lines an outline may have: aliases double it.
const DEPTH: usize = 8;
const MOST: usize = 1000;
const TAGS: &[&str] = &[
    "tag:stsci.edu:asdf/core/ndarray-1.1.0",
    "asdf://stsci.edu/datamodels/roman/tags/wfi_image-2.2.0",
    "!local",
    "tag:example.org,2020:a b,[c]{d}%20!'\"<>",
];

/// Events that the script names, and what a reader should find.
#[derive(Default)]
struct Writing {
    emitter: Emitter,
    outline: Vec<String>,
    /// The collections with an anchor that have ended: its number, and where their outlines begin and end.
    anchored: Vec<(u32, usize, usize)>,
    /// How many anchors there are.
    anchors: u32,
}

/// Events of a tree. What is read is described by the same lines as what was written.
pub(crate) fn events(bytes: &[u8]) {
    let mut writing = Writing::default();
    writing.node(&mut Script(bytes), 0);
    let text = format!("#ASDF 1.0.0\n{}", writing.emitter.finish());
    let document =
        open(text.as_bytes(), Limits::default()).unwrap_or_else(|| panic!("does not open: {text}"));
    let tree = document.tree().unwrap_or_else(|| panic!("no tree in {text}"));
    let mut outline = Vec::new();
    describe(tree, tree.root(), &mut outline);
    assert_eq!(outline, writing.outline, "{text}");
    emitted(tree);
}

impl Writing {
    fn node(&mut self, script: &mut Script<'_>, depth: usize) {
        let kind = script.below(14);
        let tag = (script.byte() > 200).then(|| script.choice(TAGS));
        if depth == DEPTH || self.outline.len() > MOST || (4..12).contains(&kind) {
            return self.leaf(script, kind, tag);
        }
        if kind >= 12 && !self.anchored.is_empty() {
            let (anchor, start, end) = script.choice(&self.anchored);
            self.emitter.alias(anchor);
            self.outline.extend_from_within(start..end);
            return;
        }
        let start = self.outline.len();
        let (mapping, flow, anchored) =
            (kind.is_multiple_of(2), kind % 4 < 2, script.byte().is_multiple_of(4));
        self.anchors += u32::from(anchored);
        let anchor = anchored.then_some(self.anchors);
        let props = Props { tag, anchor };
        let begun = if mapping {
            self.emitter.begin_mapping(props, flow)
        } else {
            self.emitter.begin_sequence(props, flow)
        };
        begun.expect("it nests no deeper than readers go");
        self.outline.push(format!("{} {tag:?}", if mapping { "mapping" } else { "sequence" }));
        let mut keys = HashSet::new();
        for _ in 0..script.below(5) {
            if mapping {
                let key = text(script);
                if !keys.insert(key.clone()) {
                    break;
                }
                self.emitter.scalar(Props::default(), Scalar::Text(&key));
                self.outline.push(format!("None {:?}", Value::String(key.into())));
            }
            self.node(script, depth + 1);
        }
        self.emitter.end();
        self.outline.push("end".to_owned());
        self.anchored.extend(anchor.map(|anchor| (anchor, start, self.outline.len())));
    }

    fn leaf(&mut self, script: &mut Script<'_>, kind: usize, tag: Option<&'static str>) {
        let (tag, value) = match kind {
            // Text is what any scalar with a tag is.
            4..7 => (tag, Value::String(text(script).into())),
            7 => (None, Value::Bool(script.byte().is_multiple_of(2))),
            8 => (None, Value::Int(script.word().cast_signed())),
            9 => (None, Value::BigInt((u128::from(u64::MAX) + u128::from(script.word())).to_string().into())),
            10 => (None, Value::Float(script.number())),
            11 => (
                Some("tag:yaml.org,2002:binary"),
                Value::Bytes(script.word().to_be_bytes()[..script.below(9)].into()),
            ),
            12 => (None, Value::Timestamp("2001-12-14 21:59:43".into())),
            _ => (None, Value::Null),
        };
        let scalar = match &value {
            Value::Bool(truth) => Scalar::Bool(*truth),
            Value::Int(number) => Scalar::Int(*number),
            Value::BigInt(digits) => Scalar::BigInt(digits),
            Value::Float(number) => Scalar::Float(*number),
            Value::String(text) => Scalar::Text(text),
            Value::Timestamp(text) => Scalar::Timestamp(text),
            Value::Bytes(bytes) => Scalar::Bytes(bytes),
            _ => Scalar::Null,
        };
        let given = if matches!(value, Value::Bytes(_)) { None } else { tag };
        self.emitter.scalar(Props { tag: given, anchor: None }, scalar);
        self.outline.push(format!("{tag:?} {value:?}"));
    }
}

/// Text with what YAML reads as something else.
fn text(script: &mut Script<'_>) -> String {
    const WORDS: &[&str] = &[
        "",
        " ",
        "\n",
        "\t",
        ": ",
        " #",
        "- ",
        "? ",
        "null",
        "yes",
        "012",
        "1_0",
        "1:20",
        "0x1F",
        ".5",
        "<<",
        "=",
        "2001-12-14",
        "%YAML",
        "---",
        "...",
        "'",
        "\"",
        "[",
        "]",
        "{",
        "}",
        ",",
        "|",
        ">",
        "&a",
        "*a",
        "!a",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "\u{0}",
        "\r",
        "\u{7f}",
        "é",
        "😀",
        "word",
        "a",
        "\n ",
        " \n",
        "\\",
        "#ASDF BLOCK INDEX",
    ];
    let mut text = String::new();
    for _ in 0..script.below(6) {
        match script.below(8) {
            0 => text.push(char::from(script.byte())),
            1 => text.push_str(&"lengthy ".repeat(script.below(30))),
            _ => text.push_str(script.choice(WORDS)),
        }
    }
    text
}

/// The same lines for a tree that was read.
fn describe(tree: &Tree, id: NodeId, outline: &mut Vec<String>) {
    let node = tree.node(id);
    let tag = node.tag();
    match &node.value {
        Value::Sequence(items) => {
            outline.push(format!("sequence {tag:?}"));
            items.iter().for_each(|item| describe(tree, *item, outline));
            outline.push("end".to_owned());
        }
        Value::Mapping(entries) => {
            outline.push(format!("mapping {tag:?}"));
            for (key, value) in entries {
                describe(tree, *key, outline);
                describe(tree, *value, outline);
            }
            outline.push("end".to_owned());
        }
        value => outline.push(format!("{tag:?} {value:?}")),
    }
}
