//! Changes a tree: values are put at paths, or taken away.
//!
//! Nodes are only added. A node that is replaced stays in the arena, and no collection names it any longer.

use std::collections::HashSet;
use std::sync::Arc;

use super::arena::Tree;
use super::node::{Mark, Node, NodeId, Value};
use super::path::split;
use super::tree_value::TreeValue;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;

impl Tree {
    /// A tree of one mapping without entries.
    pub(crate) fn empty(tag: &str) -> Self {
        let (parent, mark) = (NodeId(0), Mark::default());
        let absent = Node { tag: None, mark, value: Value::Null, anchored: false, height: 0, parent };
        let root =
            Node { tag: Some(Arc::from(tag)), value: Value::Mapping(Box::default()), ..absent.clone() };
        Self { nodes: vec![root], root: parent, absent }
    }

    /// Puts a value at a path: in place of the one that is there, or as a new entry of a mapping, or behind the last item of
    /// a sequence.
    pub(crate) fn set(&mut self, path: &str, value: TreeValue) -> Result<()> {
        let (parent, key) = self.holder(path)?;
        let place = self.place(parent, &key);
        let id = self.add(value, parent, path.split('/').count())?;
        let key = match (place, &self.node(parent).value) {
            (None, Value::Mapping(_)) => Some(self.add(TreeValue::String(key), parent, 0)?),
            (None, Value::Sequence(items)) if key != items.len().to_string() => {
                let message = format!("the sequence has {} items, and none is added at `{key}`", items.len());
                return Err(Error::new(ErrorKind::NotFound, message).on_path(path));
            }
            _ => None,
        };
        let Some(Node { value: collection, .. }) = self.nodes.get_mut(parent.index()) else { return Ok(()) };
        match (collection, place, key) {
            (Value::Sequence(items), Some(place), _) => {
                items.iter_mut().skip(place).take(1).for_each(|item| *item = id);
            }
            (Value::Sequence(items), None, _) => *items = items.iter().copied().chain([id]).collect(),
            (Value::Mapping(entries), Some(place), _) => {
                entries.iter_mut().skip(place).take(1).for_each(|(_, value)| *value = id);
            }
            (Value::Mapping(entries), None, Some(key)) => {
                *entries = entries.iter().copied().chain([(key, id)]).collect();
            }
            _ => return Err(no_collection(path)),
        }
        Ok(())
    }

    /// Takes away what is at a path, from a mapping with its key.
    pub(crate) fn remove(&mut self, path: &str) -> Result<()> {
        let (parent, key) = self.holder(path)?;
        let missing = || Error::new(ErrorKind::NotFound, "there is nothing to take away").on_path(path);
        let place = self.place(parent, &key).ok_or_else(missing)?;
        let Some(Node { value: collection, .. }) = self.nodes.get_mut(parent.index()) else { return Ok(()) };
        match collection {
            Value::Sequence(items) => *items = without(items, place),
            Value::Mapping(entries) => *entries = without(entries, place),
            _ => return Err(no_collection(path)),
        }
        Ok(())
    }

    /// The collection that holds the value at a path, and its key there.
    fn holder(&self, path: &str) -> Result<(NodeId, String)> {
        let mut keys = split(path);
        let last = keys.next_back().filter(|last| !last.is_empty());
        let last = last.ok_or_else(|| Error::new(ErrorKind::BadTree, "the root of a tree stays"))?;
        let missing = || Error::new(ErrorKind::NotFound, "there is no such mapping or sequence");
        let keys: Vec<_> = keys.collect();
        let parent = self.descend(keys.iter().map(String::as_str)).ok_or_else(missing);
        parent.map(|parent| (parent, last)).map_err(|error| error.on_path(keys.join("/")))
    }

    /// The number of the item or entry of a key.
    fn place(&self, parent: NodeId, key: &str) -> Option<usize> {
        let child = self.child(parent, key)?;
        match &self.node(parent).value {
            Value::Sequence(_) => key.parse().ok(),
            Value::Mapping(entries) => {
                let mut entries = entries.iter().enumerate();
                let is_key = |(number, (at, value)): &(usize, &(NodeId, NodeId))| {
                    *value == child && self.key_text(*at, *number) == key
                };
                entries.find(is_key).map(|(number, _)| number)
            }
            _ => None,
        }
    }

    /// Adds a value at this depth.
    fn add(&mut self, value: TreeValue, parent: NodeId, depth: usize) -> Result<NodeId> {
        if depth > Limits::default().nesting as usize {
            let message = "the value makes the tree nest deeper than readers accept";
            return Err(Error::new(ErrorKind::LimitExceeded, message));
        }
        let (tag, value) = match value {
            TreeValue::Tagged(tag, value) => (Some(Arc::from(tag)), *value),
            value => (None, value),
        };
        let many = |_| Error::new(ErrorKind::LimitExceeded, "the tree has too many nodes");
        let id = NodeId(u32::try_from(self.nodes.len()).map_err(many)?);
        let node =
            Node { tag, mark: Mark::default(), value: Value::Null, anchored: false, height: 0, parent };
        self.nodes.push(node);
        let value = match value {
            TreeValue::Null => Value::Null,
            TreeValue::Bool(truth) => Value::Bool(truth),
            TreeValue::Int(number) => Value::Int(number),
            TreeValue::BigInt(digits) => Value::BigInt(digits.into()),
            TreeValue::Float(number) => Value::Float(number),
            TreeValue::String(text) => Value::String(text.into()),
            TreeValue::Timestamp(text) => Value::Timestamp(text.into()),
            TreeValue::Bytes(bytes) => Value::Bytes(bytes.into()),
            TreeValue::Sequence(items) => {
                let items = items.into_iter().map(|item| self.add(item, id, depth + 1));
                Value::Sequence(items.collect::<Result<_>>()?)
            }
            TreeValue::Mapping(entries) => {
                // Of equal keys, readers would keep one.
                let mut keys = HashSet::new();
                if let Some((key, _)) = entries.iter().find(|(key, _)| !keys.insert(format!("{key:?}"))) {
                    let message = format!("the mapping has the key {key:?} twice");
                    return Err(Error::new(ErrorKind::BadTree, message));
                }
                let mut add =
                    |(key, value)| Ok((self.add(key, id, depth + 1)?, self.add(value, id, depth + 1)?));
                Value::Mapping(entries.into_iter().map(&mut add).collect::<Result<_>>()?)
            }
            TreeValue::Tagged(..) => {
                return Err(Error::new(ErrorKind::BadTree, "a value has two tags"));
            }
        };
        if let Some(node) = self.nodes.get_mut(id.index()) {
            node.value = value;
        }
        Ok(id)
    }
}

fn no_collection(path: &str) -> Error {
    Error::new(ErrorKind::BadTree, "only mappings and sequences hold values").on_path(path)
}

fn without<T: Copy>(items: &[T], place: usize) -> Box<[T]> {
    items.iter().enumerate().filter(|(number, _)| *number != place).map(|(_, item)| *item).collect()
}
