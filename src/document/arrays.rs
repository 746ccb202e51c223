//! The arrays of a tree: finds and describes them, with their masks and chunks.

use std::collections::BTreeMap;

use crate::error::{Error, ErrorKind, Result, Warning};
use crate::layout::Layout;
use crate::ndarray::{NdArray, Source, VisitBudget, is_array, no_block};
use crate::tree::{self, NodeId, Tree, Value};

/// The descriptions of all arrays, or why an array cannot be described.
#[derive(Debug, Default)]
pub(super) struct Arrays {
    /// Arrays that have the tag of an array.
    pub(super) tagged: BTreeMap<NodeId, Result<NdArray>>,
    /// Arrays without a tag: chunks and masks of other arrays.
    untagged: BTreeMap<NodeId, Result<NdArray>>,
}

impl Arrays {
    /// Describes the arrays of `tree`, then their masks, which may be arrays too, then the chunked arrays.
    pub(super) fn of(tree: &Tree, layout: &Layout, warnings: &mut Vec<Warning>) -> Self {
        let blocks = &layout.blocks;
        let mut arrays = Self::default();
        let visits = VisitBudget::of(tree);
        let describe = |node, warnings: &mut Vec<Warning>| {
            let before = warnings.len();
            #[cfg(feature = "fits")]
            let array = super::in_hdu::array_in_hdu(tree, node, &layout.hdus);
            #[cfg(not(feature = "fits"))]
            let array = None;
            let array = array.unwrap_or_else(|| NdArray::describe(tree, node, blocks, &visits, warnings));
            for warning in warnings.iter_mut().skip(before) {
                warning.path.get_or_insert_with(|| tree.path_of(node));
            }
            array.map_err(|error| error.at(tree.node(node).mark.offset).on_path(tree.path_of(node)))
        };
        for node in tagged(tree, "core/ndarray") {
            arrays.tagged.insert(node, describe(node, warnings));
        }
        let chunked: Vec<_> = tagged(tree, "core/chunked-ndarray").collect();
        let chunks = chunked.iter().filter_map(|node| tree.get(*node, "chunks"));
        let parts =
            chunks.flat_map(|chunks| tree.items(chunks)).filter_map(|chunk| tree.get(*chunk, "ndarray"));
        let untagged = |node: &NodeId| is_array(tree, *node) && !arrays.tagged.contains_key(node);
        for node in parts.filter(untagged) {
            arrays.untagged.entry(node).or_insert_with(|| describe(node, warnings));
        }
        // Masks are arrays without masks, unless they are tagged or chunks as well.
        let with_mask = arrays.tagged.iter().chain(&arrays.untagged).filter_map(|(node, array)| {
            let mask = tree.get(*node, "mask").filter(|mask| tree.node(*mask).value != Value::Null)?;
            Some((*node, mask, array.as_ref().ok()?.clone()))
        });
        let with_mask: Vec<_> = with_mask.collect();
        for node in with_mask.iter().map(|(_, mask, _)| *mask).filter(untagged) {
            arrays.untagged.entry(node).or_insert_with(|| describe(node, warnings));
        }
        for (node, mask, mut array) in with_mask {
            // Without its block a mask is of no use; an array keeps its description.
            let in_block = |node| {
                arrays.at(node).and_then(|array| match array.source {
                    Source::Block(index) if !blocks.may_have(index) => Err(no_block(index, blocks)),
                    _ => Ok(array),
                })
            };
            match array.describe_mask(tree, mask, in_block) {
                Ok(()) => {
                    let tagged = arrays.tagged.contains_key(&node);
                    let table = if tagged { &mut arrays.tagged } else { &mut arrays.untagged };
                    table.insert(node, Ok(array));
                }
                Err(error) => {
                    let message = format!("the mask is not used: {}", error.message());
                    let error = Error::new(error.kind(), message)
                        .at(error.offset().unwrap_or(tree.node(mask).mark.offset))
                        .on_path(tree.path_of(mask));
                    warnings.push(Warning::of("bad-mask", &error));
                }
            }
        }
        for node in chunked {
            let array = NdArray::describe_chunked(tree, node, &visits, &|node| arrays.at(node));
            let place = |error: Error| error.at(tree.node(node).mark.offset).on_path(tree.path_of(node));
            arrays.tagged.insert(node, array.map_err(place));
        }
        arrays
    }

    /// The array at a node, tagged or not.
    pub(super) fn at(&self, node: NodeId) -> Result<&NdArray> {
        let array = self.tagged.get(&node).or_else(|| self.untagged.get(&node));
        array.ok_or_else(no_array)?.as_ref().map_err(Clone::clone)
    }
}

/// The nodes that have a tag of this name.
pub(super) fn tagged<'a>(tree: &'a Tree, name: &'a str) -> impl Iterator<Item = NodeId> + 'a {
    let nodes = (0..tree.len()).filter_map(|index| tree.id(index));
    nodes.filter(move |node| tree.node(*node).tag().is_some_and(|tag| tree::is(tag, name)))
}

pub(super) fn no_array() -> Error {
    Error::new(ErrorKind::NotFound, "there is no array at this node")
}
