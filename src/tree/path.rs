//! Paths, which name nodes in messages and in the API, such as `roman/meta/0/x`.
//!
//! A path consists of the keys and indices from the root to the node, joined by `/`. In keys, `~` is written as `~0`
//! and `/` as `~1`, as in a JSON pointer. A key that is not a string is written as its value. A key that is a
//! collection, bytes or empty text is written as `?` and the number of its entry. The path of the root is empty. If two
//! keys are written alike, such as `1` and `'1'`, the path leads to the value of the string key. Nodes inside a key
//! have no path of their own.

use super::arena::{FLOATS_AS_TEXT, Tree};
use super::node::{NodeId, Value};
use std::borrow::Cow;

/// Appends a key, as text, to a path.
pub(super) fn push(path: &mut String, segment: &str) {
    if !path.is_empty() {
        path.push('/');
    }
    for char in segment.chars() {
        match char {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            _ => path.push(char),
        }
    }
}

/// The keys and indices of a path.
pub(super) fn split(path: &str) -> impl DoubleEndedIterator<Item = String> {
    path.split('/').map(|segment| segment.replace("~1", "/").replace("~0", "~"))
}

impl Tree {
    /// The node at a path, in the form of [`walk`](Self::walk) and [`path_of`](Self::path_of).
    pub fn at(&self, path: &str) -> Option<NodeId> {
        if path.is_empty() {
            return Some(self.root());
        }
        split(path).try_fold(self.root(), |id, key| self.child(id, &key))
    }

    /// The node that these keys and indices lead to from the root. No character in them is special.
    pub fn descend<'k>(&self, keys: impl IntoIterator<Item = &'k str>) -> Option<NodeId> {
        keys.into_iter().try_fold(self.root(), |id, key| self.child(id, key))
    }

    /// The node for `key`, as text: the item of a sequence at this index, or the value of this key in a mapping. String
    /// keys have precedence.
    pub(super) fn child(&self, id: NodeId, key: &str) -> Option<NodeId> {
        if let Value::Sequence(items) = &self.node(id).value {
            let canonical = key == "0" || !key.starts_with(['0', '+']);
            return key
                .parse::<usize>()
                .ok()
                .filter(|_| canonical)
                .and_then(|index| items.get(index).copied());
        }
        let spelt = || {
            let mut entries = self.entries(id).iter().enumerate();
            entries.find(|(number, entry)| self.key_text(entry.0, *number) == key).map(|(_, entry)| entry.1)
        };
        self.get(id, key).or_else(spelt)
    }

    /// How the key of the entry `number` is written in a path, before escaping.
    pub(super) fn key_text(&self, key: NodeId, number: usize) -> Cow<'_, str> {
        match &self.node(key).value {
            Value::String(text) if text.is_empty() => Cow::Owned(format!("?{number}")),
            Value::String(text) | Value::Timestamp(text) | Value::BigInt(text) => Cow::Borrowed(text),
            Value::Null => Cow::Borrowed("null"),
            Value::Bool(value) => Cow::Owned(value.to_string()),
            Value::Int(value) => Cow::Owned(value.to_string()),
            Value::Float(value) if FLOATS_AS_TEXT => Cow::Owned(value.to_string()),
            Value::Float(_) | Value::Bytes(_) | Value::Sequence(_) | Value::Mapping(_) => {
                Cow::Owned(format!("?{number}"))
            }
        }
    }

    /// A key as text.
    #[cfg(feature = "file")]
    pub(crate) fn key_name(&self, key: NodeId) -> Cow<'_, str> {
        self.key_text(key, 0)
    }

    /// The path of a node: the first place where it is written. A key has the path of its value. Searches each
    /// collection on the way.
    pub fn path_of(&self, id: NodeId) -> String {
        let mut segments = Vec::new();
        let mut child = id;
        loop {
            let parent = self.node(child).parent;
            if parent >= child {
                break;
            }
            segments.extend(self.segment(parent, child));
            child = parent;
        }
        let mut path = String::new();
        for segment in segments.iter().rev() {
            push(&mut path, segment);
        }
        path
    }

    /// The key or index of `child` in `parent`; `None` for a value that a duplicate key replaced.
    fn segment(&self, parent: NodeId, child: NodeId) -> Option<Cow<'_, str>> {
        match &self.node(parent).value {
            Value::Sequence(items) => {
                items.iter().position(|item| *item == child).map(|index| Cow::Owned(index.to_string()))
            }
            Value::Mapping(entries) => {
                let number = entries.iter().position(|(key, value)| *value == child || *key == child)?;
                entries.get(number).map(|(key, _)| self.key_text(*key, number))
            }
            _ => None,
        }
    }

    /// All items and values in the order of the document, beginning with the root, with their paths. Each node occurs
    /// once. Keys are not visited.
    pub fn walk(&self) -> Walk<'_> {
        Walk {
            tree: self,
            seen: vec![false; self.len()],
            stack: Vec::new(),
            path: String::new(),
            started: false,
        }
    }
}

/// The iterator of [`Tree::walk`].
#[derive(Debug)]
pub struct Walk<'t> {
    tree: &'t Tree,
    seen: Vec<bool>,
    stack: Vec<Level>,
    path: String,
    started: bool,
}

/// A collection that the walk is in.
#[derive(Debug)]
struct Level {
    id: NodeId,
    next: usize,
    path_length: usize,
}

impl Walk<'_> {
    /// Marks a node as visited. Returns whether this is the first visit.
    fn visit(&mut self, id: NodeId) -> bool {
        self.seen.get_mut(id.index()).is_some_and(|seen| !std::mem::replace(seen, true))
    }

    fn enter(&mut self, id: NodeId) -> (String, NodeId) {
        if matches!(self.tree.node(id).value, Value::Sequence(_) | Value::Mapping(_)) {
            self.stack.push(Level { id, next: 0, path_length: self.path.len() });
        }
        (self.path.clone(), id)
    }
}

impl Iterator for Walk<'_> {
    type Item = (String, NodeId);

    fn next(&mut self) -> Option<Self::Item> {
        if !std::mem::replace(&mut self.started, true) {
            let root = self.tree.root();
            self.visit(root);
            return Some(self.enter(root));
        }
        while let Some(level) = self.stack.last_mut() {
            let (tree, number) = (self.tree, level.next);
            level.next += 1;
            self.path.truncate(level.path_length);
            let (segment, child) = match &tree.node(level.id).value {
                Value::Sequence(items) => (None, items.get(number).copied()),
                Value::Mapping(entries) => match entries.get(number) {
                    Some((key, value)) => (Some(*key), Some(*value)),
                    None => (None, None),
                },
                _ => (None, None),
            };
            let Some(child) = child else {
                self.stack.pop();
                continue;
            };
            if self.visit(child) {
                let segment =
                    segment.map_or_else(|| Cow::Owned(number.to_string()), |key| tree.key_text(key, number));
                push(&mut self.path, &segment);
                return Some(self.enter(child));
            }
        }
        None
    }
}
