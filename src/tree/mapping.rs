//! Processes the entries of a mapping at its end: equal keys (YAML 1.1 forbids them; in the reference implementation
//! the last one wins) and merge keys (`<<`, YAML 1.1 type "merge").

use super::arena::Tree;
use super::build::Builder;
use super::node::{Node, NodeId, Value};
use super::refusal::error;
use super::tag::CORE;
use crate::error::{ErrorKind, Result};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Up to this many entries, comparing all pairs is faster than hashing.
const FEW: usize = 8;

/// What is compared to decide whether keys are equal. Collections are equal if they are the same node.
#[derive(PartialEq, Eq, Hash)]
enum Key<'t> {
    Null,
    Bool(bool),
    Int(i64),
    BigInt(&'t str),
    Float(u64),
    /// The tag, unless it is one of YAML's own, and the text.
    String(Option<&'t str>, &'t str),
    Timestamp(&'t str),
    Bytes(&'t [u8]),
    Collection(NodeId),
}

impl<'t> Key<'t> {
    fn of(tree: &'t Tree, id: NodeId) -> Self {
        let node: &Node = tree.node(id);
        match &node.value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::BigInt(digits) => Self::BigInt(digits),
            // `0.0` and `-0.0` are the same key.
            Value::Float(value) => Self::Float((value + 0.0).to_bits()),
            Value::String(text) => Self::String(node.tag().filter(|tag| !tag.starts_with(CORE)), text),
            Value::Timestamp(text) => Self::Timestamp(text),
            Value::Bytes(bytes) => Self::Bytes(bytes),
            Value::Sequence(_) | Value::Mapping(_) => Self::Collection(id),
        }
    }
}

/// Keeps the first entry of each key, with the value of the last. Returns the repeated keys.
fn unite(tree: &Tree, entries: &mut Vec<(NodeId, NodeId)>) -> Vec<NodeId> {
    let mut repeated = Vec::new();
    let mut kept: Vec<(NodeId, NodeId)> = Vec::with_capacity(entries.len());
    if entries.len() <= FEW {
        let mut keys = Vec::with_capacity(entries.len());
        for &(key, value) in &*entries {
            let found = Key::of(tree, key);
            if let Some((first, _)) = kept.iter_mut().zip(&keys).find(|(_, known)| **known == found) {
                first.1 = value;
                repeated.push(key);
            } else {
                kept.push((key, value));
                keys.push(found);
            }
        }
    } else {
        let mut places: HashMap<Key<'_>, usize> = HashMap::with_capacity(entries.len());
        for &(key, value) in &*entries {
            match places.entry(Key::of(tree, key)) {
                Entry::Occupied(place) => {
                    if let Some(first) = kept.get_mut(*place.get()) {
                        first.1 = value;
                    }
                    repeated.push(key);
                }
                Entry::Vacant(place) => {
                    place.insert(kept.len());
                    kept.push((key, value));
                }
            }
        }
    }
    *entries = kept;
    repeated
}

impl Builder<'_> {
    /// The entries with the last value of each key. Warns about each repeated key.
    pub(super) fn distinct(&mut self, mut entries: Vec<(NodeId, NodeId)>) -> Vec<(NodeId, NodeId)> {
        for key in unite(&self.tree, &mut entries) {
            let mark = self.tree.node(key).mark;
            let name = self.tree.key_text(key, 0);
            let message = format!("the key `{name}` came before in this mapping; its last value was taken");
            self.warn("duplicate-key", mark, Some(key), &message);
        }
        entries
    }

    /// The entries of the mapping `id`, which has ended. Merged entries come first. The mapping's own values win, and
    /// among several sources the earlier one wins, as in the reference implementation. `merges` are the indices of the
    /// entries with a merge key.
    pub(super) fn mapping(
        &mut self,
        id: NodeId,
        entries: Vec<(NodeId, NodeId)>,
        merges: &[usize],
    ) -> Result<Box<[(NodeId, NodeId)]>> {
        if merges.is_empty() {
            return Ok(self.distinct(entries).into_boxed_slice());
        }
        let mut all = Vec::new();
        let mut own = Vec::new();
        let mut merges = merges.iter().peekable();
        for (number, (key, value)) in entries.into_iter().enumerate() {
            if merges.next_if_eq(&&number).is_none() {
                own.push((key, value));
            } else if let Some(sources) = self.sources(id, value)? {
                for source in sources.iter().rev() {
                    self.charge(self.tree.entries(*source).len(), value)?;
                    all.extend_from_slice(self.tree.entries(*source));
                }
            } else {
                let mark = self.tree.node(key).mark;
                let message = "`<<` can only merge finished mappings; it was taken for an ordinary key";
                self.warn("bad-merge", mark, Some(key), message);
                own.push((key, value));
            }
        }
        all.extend(self.distinct(own));
        unite(&self.tree, &mut all);
        Ok(all.into_boxed_slice())
    }

    /// The mappings that `value` merges into the mapping `into`. `None` if anything else is among them.
    fn sources(&mut self, into: NodeId, value: NodeId) -> Result<Option<Vec<NodeId>>> {
        self.charge(self.tree.items(value).len().max(1), value)?;
        let mergeable = |id: NodeId| {
            matches!(self.tree.node(id).value, Value::Mapping(_)) && id != into && !self.is_open(id)
        };
        Ok(match &self.tree.node(value).value {
            Value::Sequence(items) if !self.is_open(value) => {
                items.iter().all(|item| mergeable(*item)).then(|| items.to_vec())
            }
            _ => mergeable(value).then(|| vec![value]),
        })
    }

    /// Counts `count` entries or sources, merged at the merge key with the value `at`, towards the limit. Without a
    /// limit, merges within merges would let a tree grow far beyond its text.
    fn charge(&mut self, count: usize, at: NodeId) -> Result<()> {
        self.merges_left = self.merges_left.checked_sub(count).ok_or_else(|| {
            let message = "merge keys make the tree larger than its text; this was merged too often";
            error(ErrorKind::LimitExceeded, self.tree.node(at).mark, message)
        })?;
        Ok(())
    }
}
