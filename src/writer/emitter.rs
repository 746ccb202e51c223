//! Writes the text of a tree from events (YAML 1.1): begin and end of collections, scalars, aliases.
//!
//! Collections are in block style, or in flow style on request. For any events, reading the text by YAML 1.1 gives an
//! equal tree, including types, tags and shared nodes. See `style` for the scalars.

use super::style::{self, PREFIX, ScalarContext};
use crate::error::{Error, ErrorKind, Result};
use crate::tree;
use std::fmt::Write;

/// Lines of flow collections are broken after this column.
const WIDTH: usize = 100;

/// How deep collections may nest: the limit of readers.
const DEPTH: usize = 256;

/// The properties of a node: its tag and anchor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Props<'a> {
    /// The full tag.
    pub tag: Option<&'a str>,
    /// The number of the anchor, for [`Emitter::alias`].
    pub anchor: Option<u32>,
}

/// A scalar of any kind.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Scalar<'a> {
    /// `null`. With a tag that is not one of YAML's own, nothing is written.
    Null,
    /// A Boolean.
    Bool(bool),
    /// A 64-bit integer.
    Int(i64),
    /// Decimal digits, after `-` if negative.
    BigInt(&'a str),
    /// A floating-point number. Every bit is kept, except inside a NaN.
    Float(f64),
    /// Text. With a tag that is not one of YAML's own, the tag determines its meaning.
    Text(&'a str),
    /// A date, with or without time, in the spelling of YAML 1.1.
    Timestamp(&'a str),
    /// Bytes, which are written in base64.
    Bytes(&'a [u8]),
}

/// Writes a tree.
#[derive(Debug)]
pub struct Emitter {
    text: String,
    /// Whether a space is needed before the next token on the line.
    gap: bool,
    /// The byte at which the current line begins.
    line: usize,
    /// The collections that have not ended; the innermost is the last.
    open: Vec<Open>,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    mapping: bool,
    form: Form,
    /// The column of the children.
    indent: usize,
    /// The number of nodes so far, keys included.
    count: usize,
    /// Whether the last key has the indicator `?`.
    explicit: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Each child is on its own line.
    Block,
    /// Like `Block`, but the first child is on the line where the collection begins.
    Compact,
    /// In brackets or braces.
    Flow,
}

impl Default for Emitter {
    fn default() -> Self {
        let text = format!("%YAML 1.1\n%TAG ! {PREFIX}\n---");
        let line = text.len() - "---".len();
        Self { text, gap: true, line, open: Vec::new() }
    }
}

impl Emitter {
    /// Begins a mapping. Its keys and values follow, alternating. `flow`: in braces.
    pub fn begin_mapping(&mut self, props: Props<'_>, flow: bool) -> Result<()> {
        self.begin(true, props, flow)
    }

    /// Begins a sequence. Its items follow. `flow`: in brackets.
    pub fn begin_sequence(&mut self, props: Props<'_>, flow: bool) -> Result<()> {
        self.begin(false, props, flow)
    }

    fn begin(&mut self, mapping: bool, props: Props<'_>, flow: bool) -> Result<()> {
        if self.open.len() >= DEPTH {
            let message = format!("collections nest deeper than {DEPTH}, which readers refuse");
            return Err(Error::new(ErrorKind::LimitExceeded, message));
        }
        let parent = self.open.last().copied();
        let is_key = self.is_key();
        self.place(false);
        self.props(props);
        let in_item = parent.is_some_and(|parent| !parent.mapping);
        let form = if flow || is_key || parent.is_some_and(|parent| parent.form == Form::Flow) {
            Form::Flow
        } else if in_item && props == Props::default() {
            Form::Compact
        } else {
            Form::Block
        };
        let flow = form == Form::Flow;
        let indent = match parent {
            None if flow => 2,
            None => 0,
            Some(parent) if parent.form == Form::Flow => parent.indent,
            // The dashes of a sequence are in the column of the key, as other writers do.
            Some(parent) if parent.mapping && !mapping && !flow && !parent.explicit => parent.indent,
            Some(parent) => parent.indent + 2,
        };
        self.open.push(Open { mapping, form, indent, count: 0, explicit: false });
        if flow {
            self.word(if mapping { "{" } else { "[" });
        }
        Ok(())
    }

    /// Ends the innermost collection.
    pub fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let bracket = if open.mapping { "}" } else { "]" };
        if open.form == Form::Flow {
            // `word` separates the bracket from a last node that is only a tag.
            self.word(bracket);
        } else if open.count == 0 {
            self.word(if open.mapping { "{}" } else { "[]" });
        }
    }

    /// Writes a scalar.
    pub fn scalar(&mut self, props: Props<'_>, scalar: Scalar<'_>) {
        let tagged = props.tag.is_some();
        let flow = self.open.last().is_some_and(|open| open.form == Form::Flow);
        let place = ScalarContext { flow, tagged };
        let (tag, text) = match scalar {
            // As a document, a tag by itself has no value, whatever tag it is.
            Scalar::Null
                if tagged && (self.open.is_empty() || props.tag.is_none_or(|tag| !tree::is_core(tag))) =>
            {
                (None, String::new())
            }
            Scalar::Null => (None, "null".to_owned()),
            Scalar::Bool(truth) => (None, truth.to_string()),
            Scalar::Int(number) => (None, number.to_string()),
            Scalar::BigInt(digits) => (None, digits.to_owned()),
            Scalar::Float(number) => (None, style::float(number)),
            Scalar::Text(text)
                if !flow && !self.is_key() && !self.open.is_empty() && style::is_literal(text) =>
            {
                self.place(false);
                self.props(props);
                return self.literal(text);
            }
            Scalar::Text(text) => (None, style::quoted(text, place)),
            Scalar::Timestamp(text) if tree::is_timestamp(text) => (None, text.to_owned()),
            Scalar::Timestamp(text) => (Some(tree::TIMESTAMP), style::quoted(text, place)),
            Scalar::Bytes(bytes) => (Some(tree::BINARY), format!("\"{}\"", tree::to_base64(bytes))),
        };
        let props = Props { tag: props.tag.or(tag), ..props };
        self.place(style::is_simple_key(&text));
        self.props(props);
        if !text.is_empty() {
            self.word(&text);
        }
    }

    /// Writes an alias of the node with this anchor.
    pub fn alias(&mut self, anchor: u32) {
        self.place(false);
        self.word(&format!("*{}", name(anchor)));
        // Without a space, `*id001:` would be a different name.
        self.gap = true;
    }

    /// Returns the text, from its directives to the line `...`.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.end();
        }
        self.text.push_str("\n...\n");
        self.text
    }

    /// Whether the next node is a key.
    fn is_key(&self) -> bool {
        self.open.last().is_some_and(|open| open.mapping && open.count.is_multiple_of(2))
    }

    /// Writes what separates the next node from the one before it. `simple`: the node can be a key without an
    /// indicator.
    fn place(&mut self, simple: bool) {
        let is_key = self.is_key();
        let Some(open) = self.open.last_mut() else { return };
        let Open { mapping, form, indent, count, explicit } = *open;
        let flow = form == Form::Flow;
        open.count += 1;
        if mapping && is_key {
            open.explicit = !simple;
        }
        let first = count == 0;
        if mapping && !is_key {
            if explicit && !flow {
                self.newline(indent);
                self.gap = false;
            }
            self.indicator(":");
            return;
        }
        if !flow {
            if !(first && form == Form::Compact) {
                self.newline(indent);
            }
        } else if !first {
            self.indicator(",");
            if self.text.len() - self.line > WIDTH {
                self.newline(indent);
            }
        }
        if !mapping && !flow {
            self.word("-");
            self.gap = true;
        } else if mapping && !simple {
            self.word("?");
            self.gap = true;
        }
    }

    /// Writes `,` or `:`, and puts a space before it if a tag or an alias ends there.
    fn indicator(&mut self, indicator: &str) {
        self.word(indicator);
        self.gap = true;
    }

    fn props(&mut self, Props { tag, anchor }: Props<'_>) {
        if let Some(anchor) = anchor {
            self.word(&format!("&{}", name(anchor)));
            self.gap = true;
        }
        if let Some(tag) = tag {
            self.word(&style::tag(tag));
            self.gap = true;
        }
    }

    /// Writes a word, with a space before it if it must not touch what is there.
    fn word(&mut self, word: &str) {
        if std::mem::take(&mut self.gap) {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    fn newline(&mut self, indent: usize) {
        self.text.push('\n');
        self.line = self.text.len();
        let _ = write!(self.text, "{:indent$}", "");
        self.gap = false;
    }

    /// Writes a text of several lines as a literal block.
    fn literal(&mut self, text: &str) {
        let indent = self.open.last().map_or(2, |open| open.indent + 2);
        self.word(if text.ends_with('\n') { "|" } else { "|-" });
        for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
            self.newline(if line.is_empty() { 0 } else { indent });
            self.text.push_str(line);
        }
    }
}

/// The name of an anchor.
fn name(anchor: u32) -> String {
    format!("id{anchor:03}")
}
