//! The tree as a table of nodes in JSON, the form in which it crosses to JavaScript: one string, parsed at native speed
//! there, whose nodes refer to each other by number, so that aliases and cycles keep their identity.
//!
//! `{"root": V, "nodes": [N, …]}`. A value V is `null`, a truth value, a number, a string, `[x,0]` for a float x
//! without a fraction, or `[n]` for node n. A node N
//! is a list that begins with what it is: `map`, `seq`, `scalar`, `core`, `int`, `float`, `bytes`, `complex`, `ndarray`.

use std::fmt::Write as _;

use super::json::{self, SAFE};
use crate::Document;
use crate::tree::{Node, NodeId, TIMESTAMP, Tree, Value, complex, is, to_base64};

/// The table, and which node of the tree each of its nodes is.
#[derive(Default)]
pub(super) struct Table {
    json: String,
    nodes: Vec<NodeId>,
}

impl Table {
    pub(super) fn new(document: &Document, tree: &Tree) -> Self {
        let mut writer = Writer {
            document,
            tree,
            json: String::new(),
            nodes: Vec::new(),
            numbers: vec![None; tree.len()],
        };
        writer.json.push_str("{\"root\":");
        writer.value(tree.root());
        writer.json.push_str(",\"nodes\":[");
        let mut written = 0;
        while let Some(id) = writer.nodes.get(written).copied() {
            if written > 0 {
                writer.json.push(',');
            }
            writer.node(id);
            written += 1;
        }
        writer.json.push_str("]}");
        Self { json: writer.json, nodes: writer.nodes }
    }

    /// The text, which is not kept.
    pub(super) fn take_json(&mut self) -> String {
        std::mem::take(&mut self.json)
    }

    /// The node of the tree that has this number in the table.
    pub(super) fn node(&self, number: u32) -> Option<NodeId> {
        self.nodes.get(usize::try_from(number).ok()?).copied()
    }
}

struct Writer<'a> {
    document: &'a Document,
    tree: &'a Tree,
    json: String,
    /// The nodes that have a number, in its order; each is written when its turn comes.
    nodes: Vec<NodeId>,
    numbers: Vec<Option<usize>>,
}

impl Writer<'_> {
    /// A value where it stands, or the number of its node.
    fn value(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        // An anchored value may be referred to a million times, so it is written once.
        if node.tag().is_none() && !node.anchored && self.plain(node) {
            return;
        }
        let Some(number) = self.numbers.get_mut(id.index()) else { return };
        let next = self.nodes.len();
        let number = *number.get_or_insert(next);
        if number == next {
            self.nodes.push(id);
        }
        let _ = write!(self.json, "[{number}]");
    }

    /// A value that JSON has; false, and nothing written, if it has not.
    fn plain(&mut self, node: &Node) -> bool {
        match &node.value {
            Value::Null => self.json.push_str("null"),
            Value::Bool(truth) => self.json.push_str(if *truth { "true" } else { "false" }),
            Value::Int(number) if number.unsigned_abs() <= SAFE => {
                let _ = write!(self.json, "{number}");
            }
            Value::Float(number) => {
                // JavaScript has one type of number: mark floats without a fraction.
                let whole = libm::trunc(*number).to_bits() == number.to_bits();
                let start = self.json.len();
                let is_plain = self.float(*number);
                if whole && is_plain {
                    self.json.insert(start, '[');
                    self.json.push_str(",0]");
                }
                return is_plain;
            }
            Value::String(text) => self.string(text),
            _ => return false,
        }
        true
    }

    fn float(&mut self, number: f64) -> bool {
        json::float(&mut self.json, number)
    }

    /// A float inside a node, where a special one is not referred to but stands itself.
    fn part(&mut self, number: f64) {
        self.json.push(',');
        if !self.float(number) {
            let _ = write!(self.json, "[\"float\",\"{}\"]", json::special(number));
        }
    }

    /// A node whose value is written as text: what it is, the text, and its tag.
    fn text(&mut self, kind: &str, text: &str, tag: Option<&str>) {
        let _ = write!(self.json, "[\"{kind}\",");
        self.string(text);
        self.json.push(',');
        self.tag(tag);
    }

    fn string(&mut self, text: &str) {
        json::string(&mut self.json, text);
    }

    fn tag(&mut self, tag: Option<&str>) {
        match tag {
            Some(tag) => self.string(tag),
            None => self.json.push_str("null"),
        }
    }

    fn head(&mut self, kind: &str, tag: Option<&str>) {
        let _ = write!(self.json, "[\"{kind}\",");
        self.tag(tag);
    }

    fn node(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        let tag = node.tag();
        if let Some(array) = self.document.array(id) {
            self.head("ndarray", tag);
            self.json.push(',');
            json::array(&mut self.json, array);
            self.parts(id);
        } else if let Some(digits) = self.document.integer(id) {
            self.text("int", digits, tag);
        } else {
            self.untyped(node, tag);
        }
        self.json.push(']');
    }

    /// A node that is no array and no integer of many words.
    fn untyped(&mut self, node: &Node, tag: Option<&str>) {
        match &node.value {
            Value::Mapping(entries) => {
                self.head("map", tag);
                for (key, value) in entries {
                    self.json.push(',');
                    self.value(*key);
                    self.json.push(',');
                    self.value(*value);
                }
            }
            Value::Sequence(items) => {
                self.head("seq", tag);
                for item in items {
                    self.json.push(',');
                    self.value(*item);
                }
            }
            Value::Timestamp(text) => {
                self.head("scalar", tag.or(Some(TIMESTAMP)));
                self.json.push(',');
                self.string(text);
            }
            Value::Bytes(bytes) => self.text("bytes", &to_base64(bytes), tag),
            Value::Int(number) if number.unsigned_abs() > SAFE => self.text("int", &number.to_string(), tag),
            Value::BigInt(digits) => self.text("int", digits, tag),
            Value::String(text) if tag.is_some_and(|tag| !tag.starts_with("tag:yaml.org,2002:")) => {
                if let Some((re, im)) = tag.filter(|tag| is(tag, "core/complex")).and_then(|_| complex(text))
                {
                    self.head("complex", tag);
                    self.part(re);
                    self.part(im);
                } else {
                    self.head("scalar", tag);
                    self.json.push(',');
                    self.string(text);
                }
            }
            Value::Float(number) if !number.is_finite() || *number == 0.0 && number.is_sign_negative() => {
                self.text("float", json::special(*number), tag);
            }
            _ => {
                self.head("core", tag);
                self.json.push(',');
                self.plain(node);
            }
        }
    }

    /// The arrays that an array refers to: its chunks, or its mask.
    fn parts(&mut self, id: NodeId) {
        let chunks = self.tree.get(id, "chunks").filter(|chunks| !self.tree.items(*chunks).is_empty());
        let mask = self.tree.get(id, "mask").filter(|mask| self.document.array(*mask).is_some());
        for (key, part) in [("chunks", chunks), ("mask", mask)] {
            if let Some(part) = part {
                let _ = write!(self.json, ",\"{key}\",");
                self.value(part);
            }
        }
    }
}
