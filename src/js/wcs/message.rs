//! The part of a tree that describes a WCS, as the package sends it: numbers, and texts that they refer to.
//!
//! For each node, the root first: 8 · (the number of its tag among the texts, from 1; 0: none) + its kind, then what the
//! kind needs. A node that is shared is there once, and collections come before what they hold.

use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};
use crate::tree::{NodeId, Tree, Value};

const NULL: u32 = 0;
/// Then 0 or 1.
const BOOL: u32 = 1;
/// Then its number among the numbers.
const NUMBER: u32 = 2;
/// Then its number among the texts.
const TEXT: u32 = 3;
/// Then how many items there are, and their nodes.
const SEQUENCE: u32 = 4;
/// Then how many entries there are, and the nodes of each key and value.
const MAPPING: u32 = 5;
/// Then the number of the array.
const ARRAY: u32 = 6;

/// The tree of a message, and its arrays with their numbers. `texts` ends each text with a zero byte.
pub(super) fn read(message: &[u32], numbers: &[f64], texts: &str) -> Result<(Tree, Vec<(NodeId, u32)>)> {
    let tags: Vec<Arc<str>> = texts.split_terminator('\0').map(Arc::from).collect();
    let mut words = Words(message);
    let mut arrays = Vec::new();
    let mut nodes = Vec::new();
    while !words.0.is_empty() {
        let head = words.next()?;
        let tag = (head >> 3).checked_sub(1).map(|tag| at(&tags, tag)).transpose()?.map(Arc::clone);
        let value = match head & 7 {
            NULL => Value::Null,
            BOOL => Value::Bool(words.next()? != 0),
            NUMBER => number(*at(numbers, words.next()?)?),
            TEXT => Value::String(at(&tags, words.next()?)?.as_ref().into()),
            SEQUENCE => {
                let count = words.next()?;
                Value::Sequence(words.take(count)?.iter().copied().map(NodeId::at).collect())
            }
            MAPPING => {
                let count = words.next()?;
                let entries = words.take(count.saturating_mul(2))?.as_chunks::<2>().0;
                Value::Mapping(
                    entries.iter().map(|[key, value]| (NodeId::at(*key), NodeId::at(*value))).collect(),
                )
            }
            ARRAY => {
                let node = u32::try_from(nodes.len()).map_err(|_| broken())?;
                arrays.push((NodeId::at(node), words.next()?));
                Value::Mapping(Box::default())
            }
            _ => return Err(broken()),
        };
        nodes.push((tag, value));
    }
    Ok((Tree::assemble(nodes), arrays))
}

/// A whole number is an integer, which indices and counts have to be.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "the results are compared")]
fn number(number: f64) -> Value {
    let whole = number as i64;
    if number.abs() < 9e15 && (whole as f64).to_bits() == number.to_bits() {
        Value::Int(whole)
    } else {
        Value::Float(number)
    }
}

fn broken() -> Error {
    Error::new(ErrorKind::BadTree, "the message that describes the WCS is malformed")
}

fn at<T>(list: &[T], index: u32) -> Result<&T> {
    list.get(index as usize).ok_or_else(broken)
}

/// What has not been read of a message.
struct Words<'m>(&'m [u32]);

impl<'m> Words<'m> {
    fn next(&mut self) -> Result<u32> {
        let (first, rest) = self.0.split_first().ok_or_else(broken)?;
        self.0 = rest;
        Ok(*first)
    }

    fn take(&mut self, count: u32) -> Result<&'m [u32]> {
        let (taken, rest) = self.0.split_at_checked(count as usize).ok_or_else(broken)?;
        self.0 = rest;
        Ok(taken)
    }
}
