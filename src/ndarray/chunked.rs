//! Chunked arrays (core/chunked-ndarray-1.x, which ASDF.jl and asdf-cxx write): boxes of elements, each an array of
//! its own. Where boxes overlap, later ones win; elements without a box are zero.
//!
//! A read has a piece for each chunk that the selection touches. A malformed chunk does not prevent reads that do not
//! touch it, provided that the tree says where it is.

use super::array::{ArrayChunk, Mask, NdArray, Source};
use super::axes::{bad, lengths};
use super::datatype::{ByteOrder, Datatype};
use super::selection::Selected;
use super::view;
use super::visits::VisitBudget;
use crate::error::Result;
use crate::tree::{NodeId, Tree, Value};

impl NdArray {
    /// Reads the description of the chunked array at `node`. `array_at` returns the array at a node.
    pub(crate) fn describe_chunked<'a>(
        tree: &Tree,
        node: NodeId,
        visits: &VisitBudget,
        array_at: &dyn Fn(NodeId) -> Result<&'a Self>,
    ) -> Result<Self> {
        let entry = |key: &str| tree.get(node, key).ok_or_else(|| bad(format!("the array has no {key}")));
        let shape = lengths(tree, entry("shape")?)?;
        let byteorder = tree.get(node, "byteorder").map(|order| ByteOrder::read(tree, order)).transpose()?;
        let byteorder = byteorder.unwrap_or(ByteOrder::Little);
        let datatype = Datatype::read(tree, entry("datatype")?, byteorder, visits)?;
        let Value::Sequence(items) = &tree.node(entry("chunks")?).value else {
            return Err(bad("chunks is not a list"));
        };
        let strides = view::contiguous(&shape, datatype.size())?;
        let source = Source::Chunks(Vec::new());
        let mut array = Self { shape, datatype, byteorder, offset: 0, strides, source, mask: None };
        array.view().extent()?;
        let mut chunks = Vec::new();
        // Chunks repeated through aliases cost as much as any: two lists of lengths, and a comparison of datatypes.
        let visited = (array.shape.len() as u64).saturating_add(array.datatype.fields());
        for item in items {
            visits.charge(visited)?;
            chunks.push(ArrayChunk::describe(tree, *item, &mut array, array_at));
        }
        array.source = Source::Chunks(chunks);
        Ok(array)
    }
}

impl ArrayChunk {
    /// Reads the description of a chunk of `array`, which is masked as soon as one of its chunks is.
    fn describe<'a>(
        tree: &Tree,
        item: NodeId,
        array: &mut NdArray,
        array_at: &dyn Fn(NodeId) -> Result<&'a NdArray>,
    ) -> Self {
        let node = tree.get(item, "ndarray").unwrap_or(item);
        // Until more is known, it may be anywhere.
        let mut chunk =
            Self { node, start: vec![0; array.shape.len()], shape: array.shape.clone(), problem: None };
        let outcome = chunk.locate(tree, item, array).and_then(|()| {
            let missing = || bad("the chunk has no ndarray");
            let part = tree.get(item, "ndarray").ok_or_else(missing).and_then(array_at)?;
            chunk.fit(part, array)?;
            if part.masked() {
                array.mask = Some(Mask::Chunks);
            }
            Ok(())
        });
        chunk.problem = outcome.map_err(|error| error.at(tree.node(item).mark.offset)).err();
        if chunk.problem.is_some() && chunk.shape.contains(&0) {
            // It lies outside, and may have been meant to be anywhere.
            chunk.start.fill(0);
            chunk.shape.clone_from(&array.shape);
        }
        chunk
    }

    /// Finds out where it begins; it does not end behind the array.
    fn locate(&mut self, tree: &Tree, item: NodeId, array: &NdArray) -> Result<()> {
        let start = tree.get(item, "start").ok_or_else(|| bad("the chunk has no start"))?;
        let start =
            lengths(tree, start).map_err(|_| bad("the start of the chunk is not a list of indices"))?;
        if start.len() != array.shape.len() {
            let (start, axes) = (start.len(), array.shape.len());
            return Err(bad(format!("the chunk begins at {start} indices in an array of {axes} axes")));
        }
        let rest = array.shape.iter().zip(&start).map(|(length, start)| length.saturating_sub(*start));
        self.shape = rest.collect();
        self.start = start;
        Ok(())
    }

    /// Makes sure that `part`, its array, fits in its place.
    fn fit(&mut self, part: &NdArray, array: &NdArray) -> Result<()> {
        if let Source::Chunks(_) = part.source {
            return Err(bad("the chunk is made of chunks itself"));
        }
        if part.shape.len() != array.shape.len() {
            let (part, axes) = (part.shape.len(), array.shape.len());
            return Err(bad(format!("the chunk has {part} axes in an array of {axes}")));
        }
        let inside = part.shape.iter().zip(&self.shape).all(|(length, rest)| length <= rest);
        for (rest, length) in self.shape.iter_mut().zip(&part.shape) {
            *rest = (*rest).min(*length);
        }
        if !inside {
            let (part, start, whole) = (&part.shape, &self.start, &array.shape);
            return Err(bad(format!(
                "the chunk of shape {part:?} at {start:?} sticks out of the array of shape {whole:?}"
            )));
        }
        if !part.datatype.is_like(&array.datatype) {
            let (part, whole) = (part.datatype.describe(), array.datatype.describe());
            return Err(bad(format!("the chunk is of {part} in an array of {whole}")));
        }
        Ok(())
    }

    /// The part of `selected` that lies in this chunk: along each axis, the indices within the chunk, and the first
    /// index in the result. `None` if no element does.
    pub(crate) fn intersect(&self, selected: &[Selected]) -> Option<(Vec<Selected>, Vec<u64>)> {
        let mut parts = Vec::with_capacity(selected.len());
        let mut at = Vec::with_capacity(selected.len());
        for ((selected, start), length) in selected.iter().zip(&self.start).zip(&self.shape) {
            let (part, before) = selected.within(*start, *length)?;
            parts.push(part);
            if part.count.is_some() {
                at.push(before);
            }
        }
        Some((parts, at))
    }
}
