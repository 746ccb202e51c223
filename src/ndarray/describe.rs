//! Reads the description of an array from the tree (core/ndarray-1.x).

use std::fmt::Display;

use super::array::{Mask, NdArray, Source};
use super::axes::{bad, check_axes, lengths};
use super::datatype::{self, ByteOrder, Datatype};
use super::visits::VisitBudget;
use super::{inline, view};
use crate::error::{Error, Result, Warning};
use crate::layout::{Block, Blocks};
use crate::tree::{self, NodeId, Tree, Value};

impl NdArray {
    /// Reads the description at `node`; `blocks` are the blocks of the file. `visits` is shared by all arrays of the tree.
    pub(crate) fn describe(
        tree: &Tree,
        node: NodeId,
        blocks: &Blocks,
        visits: &VisitBudget,
        warnings: &mut Vec<Warning>,
    ) -> Result<Self> {
        if let Value::Sequence(_) = &tree.node(node).value {
            return Self::describe_inline(tree, node, node, visits);
        }
        match (tree.get(node, "source"), tree.get(node, "data")) {
            (Some(source), None) => Self::describe_block(tree, node, source, blocks, visits, warnings),
            (None, Some(data)) => Self::describe_inline(tree, node, data, visits),
            (Some(_), Some(_)) => Err(bad("the array has both a source and inline data")),
            (None, None) => Err(bad("the array has neither a source nor inline data")),
        }
    }

    fn describe_block(
        tree: &Tree,
        node: NodeId,
        source: NodeId,
        blocks: &Blocks,
        visits: &VisitBudget,
        warnings: &mut Vec<Warning>,
    ) -> Result<Self> {
        let byteorder = tree.get(node, "byteorder").map(|order| ByteOrder::read(tree, order)).transpose()?;
        let datatype = datatype::find(tree, node).ok_or_else(|| bad("the array has no datatype"))?;
        let datatype = Datatype::read(tree, datatype, byteorder.unwrap_or(ByteOrder::Little), visits)?;
        if byteorder.is_none() && matches!(datatype, Datatype::Scalar(scalar, _) if scalar.unit() > 1) {
            let message = "the array names no byte order: little is taken";
            warnings.push(Warning::new("no-byteorder", message).at(tree.node(node).mark.offset));
        }
        let offset = match tree.get(node, "offset") {
            Some(offset) => tree.integer(offset).and_then(|offset| u64::try_from(offset).ok()),
            None => Some(0),
        };
        let offset = offset.ok_or_else(|| bad("offset is not a whole number"))?;
        let strides = tree.get(node, "strides").map(|strides| read_strides(tree, strides)).transpose()?;
        let source = read_source(tree, source, blocks)?;
        let block = match source {
            Source::Block(index) => blocks.get(index),
            _ => None,
        };
        let shape = tree.get(node, "shape").ok_or_else(|| bad("the array has no shape"))?;
        let shape =
            read_shape(tree, shape, |rest| rows(block, offset, strides.as_deref(), rest, datatype.size()))?;
        let strides = match strides {
            Some(strides) if strides.len() == shape.len() => strides,
            Some(strides) => {
                return Err(bad(format!("{} strides for an array of {} axes", strides.len(), shape.len())));
            }
            None => view::contiguous(&shape, datatype.size())?,
        };
        let byteorder = byteorder.unwrap_or(ByteOrder::Little);
        let array = Self { shape, datatype, byteorder, offset, strides, source, mask: None };
        array.view().extent()?;
        Ok(array)
    }

    fn describe_inline(tree: &Tree, node: NodeId, data: NodeId, visits: &VisitBudget) -> Result<Self> {
        let inline::Described { shape, datatype, masked } = inline::describe(tree, node, data, visits)?;
        let strides = view::contiguous(&shape, datatype.size())?;
        let byteorder = ByteOrder::Little;
        let mask = masked.then_some(Mask::Nulls);
        Ok(Self { shape, datatype, byteorder, offset: 0, strides, source: Source::Inline(data), mask })
    }
}

/// Whether an array is described at `node`, tagged so or not.
pub(crate) fn is_array(tree: &Tree, node: NodeId) -> bool {
    let node = tree.node(node);
    node.tag().is_some_and(|tag| tree::is(tag, "core/ndarray"))
        || matches!(node.value, Value::Sequence(_) | Value::Mapping(_))
}

/// `source`: the number of a block, from the end if it is negative, or a URI.
fn read_source(tree: &Tree, node: NodeId, blocks: &Blocks) -> Result<Source> {
    if let Value::String(uri) = &tree.node(node).value {
        return Ok(Source::External(uri.to_string()));
    }
    let number = tree.integer(node).and_then(|number| i64::try_from(number).ok());
    let number = number.ok_or_else(|| bad("source is neither the number of a block nor a URI"))?;
    // That a block is missing is said when it is read: the array keeps its description.
    block_number(number, blocks).map(Source::Block).ok_or_else(|| no_block(number, blocks))
}

/// The number of a block that may be counted from the end.
fn block_number(number: i64, blocks: &Blocks) -> Option<usize> {
    let number_or_back = usize::try_from(number.unsigned_abs()).ok()?;
    if number < 0 { blocks.len().checked_sub(number_or_back) } else { Some(number_or_back) }
}

/// That an array is in a block that there is not.
pub(crate) fn no_block(number: impl Display, blocks: &Blocks) -> Error {
    let found = blocks.found();
    bad(format!(
        "the array is in block {number}, but only {found}: the file is damaged, or its end is missing"
    ))
}

/// The blocks whose headers are needed to describe the arrays of a tree and to read its integers; `None`: all of them.
/// A length of `'*'` depends on the size of its block, and a source counted from the end depends on the number of
/// blocks.
pub(crate) fn blocks_to_describe(tree: &Tree, blocks: &Blocks) -> Option<Vec<usize>> {
    let source_of = |node: NodeId| {
        let source = tree.get(node, "source").and_then(|source| tree.integer(source))?;
        i64::try_from(source).ok()
    };
    let mut numbers = Vec::new();
    for node in (0..tree.len()).filter_map(|index| tree.id(index)) {
        if !matches!(tree.node(node).value, Value::Mapping(_)) {
            continue;
        }
        let is_integer = tree.node(node).tag().is_some_and(|tag| tree::is(tag, "core/integer"));
        let words = tree.get(node, "words").filter(|_| is_integer).and_then(source_of);
        let source = source_of(node);
        if source.is_some_and(|number| number < 0) && !blocks.all_listed() {
            return None;
        }
        let is_open = tree.get(node, "shape").is_some_and(|shape| is_open(tree, shape));
        numbers.extend(words.into_iter().chain(source.filter(|_| is_open)));
    }
    Some(numbers.into_iter().filter_map(|number| block_number(number, blocks)).collect())
}

/// Whether the first length of a shape is `'*'`.
fn is_open(tree: &Tree, shape: NodeId) -> bool {
    let first = tree.items(shape).first();
    first.is_some_and(|first| tree.text(*first) == Some("*"))
}

/// `shape`, of which the first length may be `'*'`: `rows` gives it from the lengths of the other axes.
fn read_shape(tree: &Tree, node: NodeId, rows: impl FnOnce(&[u64]) -> Result<u64>) -> Result<Vec<u64>> {
    if let Value::Sequence(items) = &tree.node(node).value
        && let Some((first, rest)) = items.split_first()
        && tree.text(*first) == Some("*")
    {
        check_axes(items.len())?;
        let rest: Option<Vec<u64>> = rest
            .iter()
            .map(|item| tree.integer(*item).and_then(|length| u64::try_from(length).ok()))
            .collect();
        let rest = rest.ok_or_else(|| bad("shape holds something that is not a length"))?;
        return Ok([&[rows(&rest)?][..], &rest].concat());
    }
    lengths(tree, node)
}

/// How many rows fill the block: the length of an axis whose length is given as `'*'`.
fn rows(block: Option<&Block>, offset: u64, strides: Option<&[i64]>, rest: &[u64], item: u64) -> Result<u64> {
    let Some(block) = block else {
        return Err(bad("an array with `'*'` in its shape needs its block in the same file"));
    };
    let packed = rest.iter().try_fold(item, |size, length| size.checked_mul(*length));
    let packed = packed.ok_or_else(|| bad("the array's size in bytes overflows 64 bits"))?;
    let stride = match strides.and_then(|strides| strides.first()) {
        Some(stride) => u64::try_from(*stride)
            .map_err(|_| bad("an array with `'*'` in its shape has a negative stride"))?,
        None => packed,
    };
    let available = block.data_size.saturating_sub(offset);
    if stride == 0 || available < packed { Ok(0) } else { Ok((available - packed) / stride + 1) }
}

fn read_strides(tree: &Tree, node: NodeId) -> Result<Vec<i64>> {
    let Value::Sequence(items) = &tree.node(node).value else {
        return Err(bad("strides is not a list"));
    };
    check_axes(items.len())?;
    let stride = |item: &NodeId| tree.integer(*item).and_then(|stride| i64::try_from(stride).ok());
    items
        .iter()
        .map(|item| stride(item).ok_or_else(|| bad("strides holds something that is not a number")))
        .collect()
}
