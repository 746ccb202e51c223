//! Builds nodes from the parser's events: aliases, tags, scalars, collections.

use super::arena::Tree;
use super::cursor::TextCursor;
use super::feed::Feed;
use super::node::{Mark, Node, NodeId, Value};
use super::prologue::Handles;
use super::refusal::{error, explain, is_unknown_handle};
use super::tag::CORE;
use super::{path, scalar};
use crate::error::{ErrorKind, Result, Warning};
use crate::limits::Limits;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use yaml_rust2::parser::{Event, Tag};
use yaml_rust2::scanner::{Marker, TScalarStyle};

/// The most nodes a tree may have: they take about a gigabyte.
const MOST_NODES: u32 = 1 << 24;

/// The most warnings about one tree. Of any further ones, only the number is reported.
const MOST_WARNINGS: usize = 200;

/// Python refuses such a file.
pub(crate) const SECOND_DOCUMENT: &str = "a second document (`---`) follows the tree; it was not read";

/// How many entries and sources may be merged into a tree, besides one for each byte of its text.
const FREE_MERGES: usize = 1 << 16;

/// A document without its directives.
#[derive(Clone, Copy)]
pub(super) struct Document<'t> {
    pub(super) text: &'t str,
    /// Where `text` begins in the file.
    pub(super) offset: u64,
    /// The number of lines before it.
    pub(super) lines: usize,
    pub(super) handles: &'t Handles,
    pub(super) limits: &'t Limits,
}

/// A tree that is being built.
pub(super) struct Builder<'t> {
    document: Document<'t>,
    warnings: &'t mut Vec<Warning>,
    warned: usize,
    cursor: TextCursor<'t>,
    pub(super) tree: Tree,
    /// The collections that have not ended; the innermost is the last.
    open: Vec<Open>,
    /// Node ids by the parser's anchor number.
    anchors: HashMap<usize, NodeId>,
    /// All tags of the tree, so that equal tags share one string.
    tags: HashSet<Arc<str>>,
    /// How many more entries and sources may be merged.
    pub(super) merges_left: usize,
}

/// A collection that has not ended.
struct Open {
    id: NodeId,
    /// The height of the highest child.
    height: u16,
    content: Content,
}

enum Content {
    Sequence(Vec<NodeId>),
    Mapping {
        /// The key whose value comes next.
        key: Option<NodeId>,
        entries: Vec<(NodeId, NodeId)>,
        /// The indices of the entries that have a merge key.
        merges: Vec<usize>,
    },
}

/// A node that is not in the tree yet.
struct Draft {
    mark: Mark,
    anchor: usize,
    tag: Option<Arc<str>>,
    value: Value,
}

impl<'t> Builder<'t> {
    pub(super) fn new(document: Document<'t>, warnings: &'t mut Vec<Warning>) -> Self {
        let line = u32::try_from(document.lines + 1).unwrap_or(u32::MAX);
        let mark = Mark { line, column: 1, offset: document.offset };
        let absent =
            Node { tag: None, mark, value: Value::Null, anchored: false, height: 0, parent: NodeId(0) };
        Self {
            document,
            warnings,
            warned: 0,
            cursor: TextCursor::new(document.text),
            tree: Tree { nodes: Vec::new(), root: NodeId(0), absent },
            open: Vec::new(),
            anchors: HashMap::new(),
            tags: HashSet::new(),
            merges_left: document.text.len() + FREE_MERGES,
        }
    }

    /// Builds the tree. `None` if a tag has a named handle, which the parser does not know.
    pub(super) fn run(mut self) -> Result<Option<Tree>> {
        let indicators = Cell::new(0);
        let mut parser = Feed::parser(self.document.text, &indicators);
        loop {
            let event = parser.next_token();
            if Feed::is_cut(&indicators) {
                let mark = self.tree.nodes.last().map_or(self.tree.absent.mark, |node| node.mark);
                let message = "too large a collection in brackets, or too long a text, begins behind this";
                return Err(error(ErrorKind::LimitExceeded, mark, message));
            }
            indicators.set(0);
            match event {
                Ok((Event::StreamEnd, _)) => break,
                Ok((Event::DocumentEnd, marker)) => {
                    self.check_end(&marker);
                    break;
                }
                Ok((event, marker)) => self.event(event, &marker)?,
                Err(refusal) if is_unknown_handle(&refusal) => return Ok(None),
                Err(refusal) => {
                    let (kind, message) = explain(&refusal);
                    return Err(error(kind, self.mark(refusal.marker()), message));
                }
            }
        }
        if self.tree.nodes.is_empty() {
            self.tree.nodes.push(self.tree.absent.clone());
        }
        if self.warned > MOST_WARNINGS {
            let message =
                format!("{} more warnings about the tree were left out", self.warned - MOST_WARNINGS);
            self.warnings.push(Warning::new("more-warnings", message));
        }
        Ok(Some(self.tree))
    }

    fn event(&mut self, event: Event, marker: &Marker) -> Result<()> {
        match event {
            Event::Scalar(mut text, style, anchor, tag) => {
                if style == TScalarStyle::SingleQuoted {
                    scalar::drop_indentation(&mut text);
                }
                self.scalar(text, style == TScalarStyle::Plain, anchor, tag.as_ref(), marker)
            }
            Event::Alias(anchor) => self.alias(anchor, marker),
            Event::SequenceStart(anchor, tag) => {
                self.begin(Content::Sequence(Vec::new()), anchor, tag.as_ref(), marker)
            }
            Event::MappingStart(anchor, tag) => {
                let content = Content::Mapping { key: None, entries: Vec::new(), merges: Vec::new() };
                self.begin(content, anchor, tag.as_ref(), marker)
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Nothing
            | Event::StreamStart
            | Event::DocumentStart
            | Event::StreamEnd
            | Event::DocumentEnd => Ok(()),
        }
    }

    fn scalar(
        &mut self,
        text: String,
        plain: bool,
        anchor: usize,
        tag: Option<&Tag>,
        marker: &Marker,
    ) -> Result<()> {
        let mark = self.mark(marker);
        let full = tag.and_then(|tag| self.document.handles.full(tag));
        let merge_text = plain && tag.is_none() && text == "<<";
        let (mut unfit, mut too_long) = (false, false);
        let value = match &full {
            // A document that consists of only a tag has no tree.
            Some(_) if plain && text.is_empty() && self.open.is_empty() => Value::Null,
            Some(full) => scalar::convert(full, text).unwrap_or_else(|text| {
                unfit = true;
                text
            }),
            // In YAML 1.1, the non-specific tag `!` makes a string. The reference implementation and the files it wrote
            // differ: the value is what the text means without its quotes.
            None => scalar::resolve(&text).filter(|_| plain || tag.is_some()).unwrap_or_else(|| {
                too_long = plain && scalar::is_too_long(&text);
                Value::string(text)
            }),
        };
        let tag = full.map(|full| self.intern(full, mark));
        let merge = merge_text || tag.as_deref().and_then(|tag| tag.strip_prefix(CORE)) == Some("merge");
        let id = self.add(Draft { mark, anchor, tag, value })?;
        self.attach(id, mark, merge);
        if unfit {
            self.warn("tag-mismatch", mark, None, "the text does not fit its tag and was kept as it is");
        }
        if too_long {
            self.warn("long-integer", mark, None, "an integer of so many digits is kept as text");
        }
        Ok(())
    }

    fn alias(&mut self, anchor: usize, marker: &Marker) -> Result<()> {
        let mark = self.mark(marker);
        let Some(id) = self.anchors.get(&anchor).copied() else {
            return Err(error(ErrorKind::BadTree, mark, "this alias names no anchor"));
        };
        let height = self.tree.node(id).height;
        self.check_depth(self.open.len() + usize::from(height), mark)?;
        self.attach(id, mark, false);
        self.raise(height);
        Ok(())
    }

    fn begin(&mut self, content: Content, anchor: usize, tag: Option<&Tag>, marker: &Marker) -> Result<()> {
        let mark = self.mark(marker);
        self.check_depth(self.open.len() + 1, mark)?;
        let full = tag.and_then(|tag| self.document.handles.full(tag));
        let tag = full.map(|full| self.intern(full, mark));
        let kind = tag.as_deref().and_then(|tag| tag.strip_prefix(CORE));
        let (value, fits) = match content {
            Content::Sequence(_) => {
                (Value::Sequence([].into()), matches!(kind, None | Some("seq" | "omap" | "pairs")))
            }
            Content::Mapping { .. } => {
                (Value::Mapping([].into()), matches!(kind, None | Some("map" | "set")) || self.is_entry(kind))
            }
        };
        let id = self.add(Draft { mark, anchor, tag, value })?;
        self.attach(id, mark, false);
        if !fits {
            self.warn(
                "tag-mismatch",
                mark,
                None,
                "the collection does not fit its tag and was kept as it is",
            );
        }
        self.open.push(Open { id, height: 0, content });
        Ok(())
    }

    /// Whether a mapping of this kind is an entry of the innermost collection. Python gives each entry of an `!!omap`
    /// and of `!!pairs` the tag of the collection itself.
    fn is_entry(&self, kind: Option<&str>) -> bool {
        let parent = self.open.last().and_then(|open| self.tree.node(open.id).tag());
        matches!(kind, Some("omap" | "pairs")) && parent.and_then(|tag| tag.strip_prefix(CORE)) == kind
    }

    fn end(&mut self) -> Result<()> {
        let Some(Open { id, height, content }) = self.open.pop() else { return Ok(()) };
        let value = match content {
            Content::Sequence(items) => self.sequence(id, items),
            Content::Mapping { entries, merges, .. } => Value::Mapping(self.mapping(id, entries, &merges)?),
        };
        let height = height.saturating_add(1);
        if let Some(node) = self.tree.nodes.get_mut(id.index()) {
            node.value = value;
            node.height = height;
        }
        self.raise(height);
        Ok(())
    }

    /// Adds a node to the table, and records its anchor.
    fn add(&mut self, draft: Draft) -> Result<NodeId> {
        let Draft { mark, anchor, tag, value } = draft;
        let index = u32::try_from(self.tree.nodes.len()).ok().filter(|index| *index < MOST_NODES);
        let Some(id) = index.map(NodeId) else {
            let message = format!("the tree has more than {MOST_NODES} nodes");
            return Err(error(ErrorKind::LimitExceeded, mark, &message));
        };
        let parent = self.open.last().map_or(id, |open| open.id);
        self.tree.nodes.push(Node { tag, mark, value, anchored: anchor > 0, height: 0, parent });
        if anchor > 0 {
            self.anchors.insert(anchor, id);
        }
        Ok(id)
    }

    /// Makes a node the next item, key or value of the innermost collection, or the root.
    fn attach(&mut self, id: NodeId, mark: Mark, merge: bool) {
        let Some(open) = self.open.last_mut() else {
            self.tree.root = id;
            return;
        };
        match &mut open.content {
            Content::Sequence(items) => items.push(id),
            Content::Mapping { key, entries, merges } => {
                if let Some(key) = key.take() {
                    entries.push((key, id));
                    return;
                }
                *key = Some(id);
                if merge {
                    merges.push(entries.len());
                }
                // The parser reports the first colon as the position of a block mapping: move it to the first key.
                let mapping = self.tree.nodes.get_mut(open.id.index());
                if let Some(mapping) =
                    mapping.filter(|node| entries.is_empty() && mark.offset < node.mark.offset)
                {
                    mapping.mark = mark;
                }
            }
        }
    }

    /// Records that the innermost collection has a child of this height.
    fn raise(&mut self, height: u16) {
        if let Some(open) = self.open.last_mut() {
            open.height = open.height.max(height);
        }
    }

    fn check_depth(&self, depth: usize, mark: Mark) -> Result<()> {
        let limit = self.document.limits.nesting;
        if depth > limit as usize {
            let message = format!("collections nest deeper than the limit of {limit}");
            return Err(error(ErrorKind::LimitExceeded, mark, &message));
        }
        Ok(())
    }

    /// Whether a collection has not ended.
    pub(super) fn is_open(&self, id: NodeId) -> bool {
        self.open.iter().any(|open| open.id == id)
    }

    fn intern(&mut self, tag: String, mark: Mark) -> Arc<str> {
        if let Some(known) = self.tags.get(tag.as_str()) {
            return Arc::clone(known);
        }
        if tag.strip_prefix('!').is_some_and(|rest| rest.contains('!')) {
            self.warn(
                "undeclared-handle",
                mark,
                None,
                &format!("the handle of the tag `{tag}` is not declared"),
            );
        }
        let tag: Arc<str> = tag.into();
        self.tags.insert(Arc::clone(&tag));
        tag
    }

    /// Warns if the document, which ended at `marker`, does not end with `...`, or if more than comments follows that.
    fn check_end(&mut self, marker: &Marker) {
        let mark = self.mark(marker);
        let at = usize::try_from(mark.offset - self.document.offset).unwrap_or(usize::MAX);
        let rest = self.document.text.get(at..).unwrap_or_default();
        let behind =
            rest.strip_prefix("...").map(|line| line.split_once('\n').map_or("", |(_, behind)| behind));
        let is_over = |line: &str| {
            line.starts_with('#')
                || line.starts_with("...")
                || line.chars().all(|char| char.is_whitespace() || char == '\0')
        };
        let warning = match behind {
            Some(behind) if behind.lines().all(is_over) => return,
            None if rest.trim().is_empty() => {
                Warning::new("no-document-end", "the tree does not end with `...`")
            }
            _ => Warning::new("second-document", SECOND_DOCUMENT),
        };
        self.warnings.push(warning.at(mark.offset));
    }

    fn mark(&mut self, marker: &Marker) -> Mark {
        let line = Feed::line(marker.line());
        let at = self.cursor.seek(line, marker.col());
        Mark {
            line: u32::try_from(self.document.lines + line).unwrap_or(u32::MAX),
            column: u32::try_from(marker.col() + 1).unwrap_or(u32::MAX),
            offset: self.document.offset + at as u64,
        }
    }

    /// Adds a warning about the node that was attached last or, with a `key`, about the value of that key in it.
    pub(super) fn warn(&mut self, code: &'static str, mark: Mark, key: Option<NodeId>, message: &str) {
        self.warned += 1;
        if self.warned > MOST_WARNINGS {
            return;
        }
        let mut place = String::new();
        for open in &self.open {
            match &open.content {
                Content::Sequence(items) => {
                    path::push(&mut place, &items.len().saturating_sub(1).to_string());
                }
                Content::Mapping { key, entries, .. } => {
                    if let Some(key) = key.or_else(|| entries.last().map(|entry| entry.0)) {
                        path::push(&mut place, &self.tree.key_text(key, entries.len()));
                    }
                }
            }
        }
        if let Some(key) = key {
            path::push(&mut place, &self.tree.key_text(key, 0));
        }
        let message = format!("line {} of the tree: {message}", mark.line);
        self.warnings.push(Warning::new(code, message).at(mark.offset).on_path(place));
    }

    /// The value of a sequence that has ended; an `!!omap` becomes a mapping.
    fn sequence(&mut self, id: NodeId, items: Vec<NodeId>) -> Value {
        let node = self.tree.node(id);
        if node.tag().and_then(|tag| tag.strip_prefix(CORE)) != Some("omap") {
            return Value::Sequence(items.into_boxed_slice());
        }
        let mark = node.mark;
        let single = |item: &NodeId| match self.tree.entries(*item) {
            [entry] => Some(*entry),
            _ => None,
        };
        let Some(entries) = items.iter().map(single).collect::<Option<Vec<_>>>() else {
            self.warn(
                "tag-mismatch",
                mark,
                None,
                "an ordered map is not a sequence of single entries; it was kept as it is",
            );
            return Value::Sequence(items.into_boxed_slice());
        };
        let entries = self.distinct(entries);
        for child in entries.iter().flat_map(|(key, value)| [*key, *value]).filter(|child| *child > id) {
            if let Some(node) = self.tree.nodes.get_mut(child.index()) {
                node.parent = id;
            }
        }
        Value::Mapping(entries.into_boxed_slice())
    }
}
