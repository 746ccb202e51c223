//! Plans a read: which pieces it has, where their elements go, and what the result needs.
//!
//! All of this is decided before anything is read. Reading the pieces in their order fills the result: elements that no
//! piece writes are zero. A piece whose array is external is read from that file.

use super::gather::{Conversion, ElementUse, Region};
use super::options::ReadOptions;
use super::piece_reader::PieceReader;
use crate::block_reader::{BlockCache, BlockReader, Checksums};
use crate::error::{Error, ErrorKind, Result};
use crate::layout::Block;
use crate::limits::{Limits, check};
#[cfg(feature = "fits")]
use crate::ndarray::HduSource;
use crate::ndarray::{
    ArrayChunk, Axis, ByteOrder, Datatype, Mask, MaskTest, NdArray, Origin, Scalar, Selected, Source, View,
    bad, contiguous, inline, selected,
};
use crate::tree::{NodeId, Tree};

/// How a selection of an array is read: the result, and the pieces it consists of.
#[derive(Clone, Debug)]
pub struct ReadPlan {
    /// The shape of the result, a field's own shape included.
    pub shape: Vec<u64>,
    /// The size of the result in bytes, without its mask.
    pub nbytes: u64,
    /// Whether the result has a mask: a byte an element, 1 where it is masked.
    pub masked: bool,
    /// The pieces. Where two overlap, the later one counts.
    pub pieces: Vec<Piece>,
}

/// A part of a read that can be done by itself.
#[derive(Clone, Debug)]
pub struct Piece {
    /// What describes the array that holds the elements.
    pub origin: Origin,
    /// Where that has them.
    pub source: Source,
    pub(super) datatype: Datatype,
    /// All elements of the array, and those to read.
    pub(super) whole: View,
    pub(super) view: View,
    pub(super) content: PieceContent,
    pub(super) region: Region,
    pub(super) checksums: Checksums,
    pub(super) limits: Limits,
}

/// What the elements of a piece are.
#[derive(Clone, Debug)]
pub(super) enum PieceContent {
    Elements(ElementUse),
    /// Inline elements are masked where they are `null`, or pass this test.
    Nulls(Option<MaskTest>),
}

impl Piece {
    /// The number of the first element of the result that it may write.
    pub fn position(&self) -> u64 {
        self.region.first()
    }

    /// The least number of bytes that reading it has to process: inline elements are encoded as a whole.
    pub(super) fn work(&self) -> Result<u64> {
        if let Source::Inline(_) = self.source { self.whole.nbytes() } else { self.view.nbytes() }
    }

    /// Begins to read the piece. `tree` describes the array; `block` holds the elements, unless they are inline, with the
    /// cache of its reads.
    pub(crate) fn read(&self, tree: &Tree, block: Option<(&Block, BlockCache)>) -> Result<PieceReader> {
        let limits = self.limits;
        let elements =
            |data: NodeId| inline::encode(tree, data, &self.whole.shape(), &self.datatype, &limits);
        let (reader, element_use) = match (&self.content, &self.source, block) {
            (PieceContent::Nulls(test), Source::Inline(data), _) => {
                let mut mask = inline::nulls(tree, *data, &self.whole.shape())?;
                if let Some(test) = test {
                    let mut passed = Vec::with_capacity(mask.len());
                    test.append(&elements(*data)?, &mut passed);
                    mask.iter_mut().zip(passed).for_each(|(masked, passed)| *masked |= passed);
                }
                let truth = Datatype::Scalar(Scalar::Bool8, ByteOrder::Little);
                (BlockReader::in_memory(mask), ElementUse::Mask(MaskTest::not_zero(&truth)))
            }
            (PieceContent::Elements(element_use), Source::Inline(data), _) => {
                (BlockReader::in_memory(elements(*data)?), element_use.clone())
            }
            (PieceContent::Elements(element_use), _, Some((block, cache))) => {
                let reader = BlockReader::new(block, self.checksums, cache, limits)?;
                (decoding(reader, &self.source), element_use.clone())
            }
            _ => return Err(bad("the array's block is not in the file")),
        };
        if let PieceContent::Elements(_) = self.content {
            self.whole.check(reader.size())?;
        }
        PieceReader::new(reader, &self.view, element_use, self.region.clone(), &limits)
    }
}

/// The reader of the bytes that `source` makes of the bytes of `reader`.
fn decoding(reader: BlockReader, source: &Source) -> BlockReader {
    match source {
        #[cfg(feature = "fits")]
        Source::Hdu(HduSource { coding: Some(coding), label, .. }) => {
            reader.decoding(coding.clone(), label.clone())
        }
        _ => reader,
    }
}

/// What a read is about, while its pieces are listed.
struct Planner<'a, 'o> {
    tree: &'a Tree,
    options: &'o ReadOptions,
    /// The array at a node.
    array_at: &'a dyn Fn(NodeId) -> Result<&'a NdArray>,
    /// The shape of the result, and the shape of the field that is read: the last axes of the result.
    shape: Vec<u64>,
    field: Vec<u64>,
    masked: bool,
    pieces: Vec<Piece>,
}

impl NdArray {
    /// Plans a read of this array, which `origin` describes. `array_at` returns the array of its mask.
    pub(crate) fn plan<'a>(
        &'a self,
        tree: &'a Tree,
        origin: Origin,
        options: &'a ReadOptions,
        array_at: &'a dyn Fn(NodeId) -> Result<&'a NdArray>,
    ) -> Result<ReadPlan> {
        #[cfg(feature = "fits")]
        if let Some((first, rest)) = options.field.split_first()
            && let Some(alone) = self.field_of_hdu(*first)
        {
            let field = [&[0], rest].concat();
            return alone.plan_alone(tree, origin, &ReadOptions { field, ..options.clone() }, array_at);
        }
        self.plan_alone(tree, origin, options, array_at)
    }

    /// Plans a read of this array, which is all that its source has.
    fn plan_alone<'a>(
        &self,
        tree: &'a Tree,
        origin: Origin,
        options: &ReadOptions,
        array_at: &'a dyn Fn(NodeId) -> Result<&'a NdArray>,
    ) -> Result<ReadPlan> {
        let selected = selected(&options.selection, &self.shape)?;
        let mut result = View::new(0, &[], &[], 0);
        let datatype = descend(&mut result, &self.datatype, &self.datatype, &options.field)?;
        let item = Conversion::of(datatype, !options.float16_bits).output_size(datatype.size());
        let field = result.shape();
        let kept = selected.iter().filter_map(|selected| selected.count);
        let shape: Vec<u64> = kept.chain(field.iter().copied()).collect();
        let whole = View::new(0, &shape, &vec![0; shape.len()], item);
        let nbytes = whole.nbytes()?;
        let masked = match &self.mask {
            // Records have no mask of their own.
            #[cfg(feature = "fits")]
            Some(Mask::Beside(_)) => !options.field.is_empty(),
            mask => mask.is_some(),
        };
        let mask = if masked { whole.size()? } else { 0 };
        options.limits.check_output(nbytes.saturating_add(mask))?;
        let mut planner = Planner { tree, options, array_at, shape, field, masked, pieces: Vec::new() };
        match &self.source {
            Source::Chunks(chunks) => planner.add_chunks(chunks, &selected)?,
            _ => planner.add(origin, self, &selected, Region::WHOLE)?,
        }
        let Planner { shape, pieces, .. } = planner;
        Ok(ReadPlan { shape, nbytes, masked, pieces })
    }
}

impl Planner<'_, '_> {
    /// Adds a piece for the elements `selected` of an array that is not chunked, and one for its mask.
    fn add(&mut self, origin: Origin, array: &NdArray, selected: &[Selected], region: Region) -> Result<()> {
        let whole = array.view();
        let mut view = whole.take(selected)?;
        let datatype = descend(&mut view, &array.datatype, &array.datatype, &self.options.field)?;
        let conversion = Conversion::of(datatype, !self.options.float16_bits);
        let inline = matches!(array.source, Source::Inline(_));
        let test = match &array.mask {
            Some(Mask::Value(test)) if !inline => Some(test.clone()),
            // What it is written over may be masked.
            None if self.masked => Some(MaskTest::never(datatype)),
            _ => None,
        };
        let elements = Piece {
            origin,
            source: array.source.clone(),
            datatype: array.datatype.clone(),
            whole,
            view,
            content: PieceContent::Elements(ElementUse::Elements(conversion, test)),
            region,
            checksums: self.options.checksums,
            limits: self.options.limits,
        };
        let mask = match &array.mask {
            Some(Mask::Nulls) => Some(self.nulls(&elements, array, selected, None)?),
            Some(Mask::Value(test)) if inline => {
                Some(self.nulls(&elements, array, selected, Some(test.clone()))?)
            }
            Some(Mask::Array(node)) => Some(self.mask(&elements, *node, array, selected)?),
            #[cfg(feature = "fits")]
            Some(Mask::Beside(masks)) => match masks.as_slice() {
                [Some(at)] if self.masked => Some(self.beside(&elements, array, *at, selected)?),
                _ => None,
            },
            _ => None,
        };
        self.pieces.push(elements);
        self.pieces.extend(mask);
        Ok(())
    }

    /// The piece with the mask of inline elements.
    fn nulls(
        &self,
        elements: &Piece,
        array: &NdArray,
        selected: &[Selected],
        test: Option<MaskTest>,
    ) -> Result<Piece> {
        let mut view = View::new(0, &array.shape, &contiguous(&array.shape, 1)?, 1).take(selected)?;
        let truth = Datatype::Scalar(Scalar::Bool8, ByteOrder::Little);
        descend(&mut view, &truth, &array.datatype, &self.options.field)?;
        Ok(Piece { view, content: PieceContent::Nulls(test), ..elements.clone() })
    }

    /// The piece with the mask that is the array at `node`.
    fn mask(&self, elements: &Piece, node: NodeId, array: &NdArray, selected: &[Selected]) -> Result<Piece> {
        let mask = (self.array_at)(node)?;
        let whole = mask.view();
        let mut view = whole.broadcast(&array.shape)?.take(selected)?;
        let datatype = descend(&mut view, &mask.datatype, &array.datatype, &self.options.field)?;
        Ok(Piece {
            origin: Origin::Node(node),
            source: mask.source.clone(),
            datatype: mask.datatype.clone(),
            whole,
            view,
            content: PieceContent::Elements(ElementUse::Mask(MaskTest::not_zero(datatype))),
            ..elements.clone()
        })
    }

    /// The piece with the mask of a field of records, which lies at byte `at` of each.
    #[cfg(feature = "fits")]
    fn beside(&self, elements: &Piece, array: &NdArray, at: u64, selected: &[Selected]) -> Result<Piece> {
        let whole = View::new(at, &array.shape, &array.strides, 1);
        let mut view = whole.take(selected)?;
        let strides = contiguous(&self.field, 1)?;
        let axes = self.field.iter().zip(strides);
        view.axes.extend(axes.map(|(&length, stride)| Axis { length, stride }));
        let truth = Datatype::Scalar(Scalar::Bool8, ByteOrder::Little);
        let content = PieceContent::Elements(ElementUse::Mask(MaskTest::not_zero(&truth)));
        Ok(Piece { whole, view, content, ..elements.clone() })
    }

    /// Adds pieces for all chunks that the selection touches.
    fn add_chunks(&mut self, chunks: &[ArrayChunk], selected: &[Selected]) -> Result<()> {
        let mut work = 0u64;
        for chunk in chunks {
            let Some((part, mut at)) = chunk.intersect(selected) else { continue };
            if let Some(problem) = &chunk.problem {
                return Err(problem.clone().on_path(self.tree.path_of(chunk.node)));
            }
            let array = (self.array_at)(chunk.node)?;
            let kept = part.iter().filter_map(|selected| selected.count);
            let shape: Vec<u64> = kept.chain(self.field.iter().copied()).collect();
            at.resize(shape.len(), 0);
            let before = self.pieces.len();
            self.add(Origin::Node(chunk.node), array, &part, Region::new(&at, &shape, &self.shape)?)?;
            // Chunks may lie upon each other, as many as there are.
            for piece in self.pieces.iter().skip(before) {
                work = work.saturating_add(piece.work()?);
            }
            check("what the chunks hold of it", work, self.options.limits.output)?;
        }
        Ok(())
    }
}

/// Narrows a view of elements of type `held`, which correspond to elements of type `like`, to a field, then to a field
/// of that, and so on. A value held for a whole record counts for each of its fields.
fn descend<'a>(
    view: &mut View,
    held: &'a Datatype,
    like: &Datatype,
    field: &[usize],
) -> Result<&'a Datatype> {
    let (mut held, mut like) = (held, like);
    for number in field {
        let missing = || Error::new(ErrorKind::NotFound, format!("the array has no field {number}"));
        let Datatype::Struct(fields) = like else { return Err(missing()) };
        let wanted = fields.get(*number).ok_or_else(missing)?;
        let mut strides = vec![0; wanted.shape.len()];
        if let Datatype::Struct(fields) = held {
            let found = fields.get(*number).ok_or_else(missing)?;
            view.offset = view.offset.saturating_add(found.offset);
            if found.shape == wanted.shape {
                strides = contiguous(&found.shape, found.datatype.size())?;
            }
            held = &found.datatype;
        }
        let axes = wanted.shape.iter().zip(strides);
        view.axes.extend(axes.map(|(&length, stride)| Axis { length, stride }));
        like = &wanted.datatype;
    }
    view.item = held.size();
    Ok(held)
}
