//! A read in pieces, each of elements that lie in one block or in one place of the tree.
//!
//! Which elements a piece takes and where they go in the result is settled here, before anything is read, and so is what
//! the result takes. Whoever carries the pieces out, in their order, fills the result: elements that no piece writes are
//! zero. A piece whose array is external is read from that file.

use super::block_reader::{BlockReader, Checksums, OfBlock};
use super::convert::Conversion;
use super::datatype::{ByteOrder, Datatype, Scalar, bad};
use super::mask::{Mask, Test};
use super::place::Place;
use super::reading::{Reading, Taken};
use super::selection::{self, Selected};
use super::view::{self, Axis, View};
use super::{NdArray, ReadOptions, Source, inline};
use crate::error::{Error, ErrorKind, Result};
use crate::layout::Block;
use crate::limits::{Limits, charge};
use crate::tree::{NodeId, Tree};

/// The result of a read, and the pieces it is made of.
#[derive(Clone, Debug)]
pub struct Pieces {
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
    /// The array that holds the elements.
    pub node: NodeId,
    /// Where that has them.
    pub source: Source,
    datatype: Datatype,
    /// All elements of the array, and those to read.
    whole: View,
    view: View,
    part: Part,
    place: Place,
    checksums: Checksums,
    limits: Limits,
}

/// What the elements of a piece are.
#[derive(Clone, Debug)]
enum Part {
    Taken(Taken),
    /// Inline elements are masked where they are `null`, or pass this test.
    Nulls(Option<Test>),
}

/// What a read is about, while its pieces are listed.
pub(super) struct Planner<'a> {
    pub(super) tree: &'a Tree,
    pub(super) options: &'a ReadOptions,
    /// The array at a node.
    pub(super) array_at: &'a dyn Fn(NodeId) -> Result<&'a NdArray>,
    /// The shape of the result, and that of the field that is read, which is the end of it.
    pub(super) shape: Vec<u64>,
    pub(super) field: Vec<u64>,
    masked: bool,
    pub(super) pieces: Vec<Piece>,
}

impl NdArray {
    /// The pieces of a read of this array, which is described at `node`. `array_at` gives that of its mask.
    pub(crate) fn pieces<'a>(
        &'a self,
        tree: &'a Tree,
        node: NodeId,
        options: &'a ReadOptions,
        array_at: &'a dyn Fn(NodeId) -> Result<&'a NdArray>,
    ) -> Result<Pieces> {
        let selected = selection::apply(&options.selection, &self.shape)?;
        let mut result = View::new(0, &[], &[], 0);
        let datatype = descend(&mut result, &self.datatype, &self.datatype, &options.field)?;
        let item = Conversion::of(datatype, !options.float16_bits).output_size(datatype.size());
        let field = result.shape();
        let kept = selected.iter().filter_map(|selected| selected.count);
        let shape: Vec<u64> = kept.chain(field.iter().copied()).collect();
        let whole = View::new(0, &shape, &vec![0; shape.len()], item);
        let nbytes = whole.nbytes()?;
        let masked = self.masked();
        let mask = if masked { whole.size()? } else { 0 };
        charge("the result", nbytes.saturating_add(mask), options.limits.output)?;
        let mut planner = Planner { tree, options, array_at, shape, field, masked, pieces: Vec::new() };
        match &self.source {
            Source::Chunks(chunks) => planner.add_chunks(chunks, &selected)?,
            _ => planner.add(node, self, &selected, Place::WHOLE)?,
        }
        let Planner { shape, pieces, .. } = planner;
        Ok(Pieces { shape, nbytes, masked, pieces })
    }
}

impl Planner<'_> {
    /// Adds what is `selected` of an array that is not made of others, and of its mask.
    pub(super) fn add(
        &mut self,
        node: NodeId,
        array: &NdArray,
        selected: &[Selected],
        place: Place,
    ) -> Result<()> {
        let whole = array.view();
        let mut view = whole.take(selected)?;
        let datatype = descend(&mut view, &array.datatype, &array.datatype, &self.options.field)?;
        let conversion = Conversion::of(datatype, !self.options.float16_bits);
        let inline = matches!(array.source, Source::Inline(_));
        let test = match &array.mask {
            Some(Mask::Value(test)) if !inline => Some(test.clone()),
            // What it is written over may be masked.
            None if self.masked => Some(Test::never(datatype)),
            _ => None,
        };
        let elements = Piece {
            node,
            source: array.source.clone(),
            datatype: array.datatype.clone(),
            whole,
            view,
            part: Part::Taken(Taken::Elements(conversion, test)),
            place,
            checksums: self.options.checksums,
            limits: self.options.limits,
        };
        let mask = match &array.mask {
            Some(Mask::Nulls) => Some(self.nulls(&elements, array, selected, None)?),
            Some(Mask::Value(test)) if inline => {
                Some(self.nulls(&elements, array, selected, Some(test.clone()))?)
            }
            Some(Mask::Array(node)) => Some(self.mask(&elements, *node, array, selected)?),
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
        test: Option<Test>,
    ) -> Result<Piece> {
        let mut view = View::new(0, &array.shape, &view::contiguous(&array.shape, 1)?, 1).take(selected)?;
        let truth = Datatype::Scalar(Scalar::Bool8, ByteOrder::Little);
        descend(&mut view, &truth, &array.datatype, &self.options.field)?;
        Ok(Piece { view, part: Part::Nulls(test), ..elements.clone() })
    }

    /// The piece with the mask that is the array at `node`.
    fn mask(&self, elements: &Piece, node: NodeId, array: &NdArray, selected: &[Selected]) -> Result<Piece> {
        let mask = (self.array_at)(node)?;
        let whole = mask.view();
        let mut view = whole.broadcast(&array.shape)?.take(selected)?;
        let datatype = descend(&mut view, &mask.datatype, &array.datatype, &self.options.field)?;
        Ok(Piece {
            node,
            source: mask.source.clone(),
            datatype: mask.datatype.clone(),
            whole,
            view,
            part: Part::Taken(Taken::Mask(Test::not_zero(datatype))),
            ..elements.clone()
        })
    }
}

/// Narrows a view of elements of type `held`, which stand for elements of type `like`, to a field: which field, which
/// field of that, and so on. What is held for all of a record is held for each of its fields.
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
                strides = view::contiguous(&found.shape, found.datatype.size())?;
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

impl Piece {
    /// The number of the first element of the result that it may write.
    pub fn position(&self) -> u64 {
        self.place.first()
    }

    /// How many bytes have to be gone through for it, at least: what is inline is encoded as a whole.
    pub(super) fn work(&self) -> Result<u64> {
        if let Source::Inline(_) = self.source { self.whole.nbytes() } else { self.view.nbytes() }
    }

    /// Begins to read it. `tree`: the one that describes the array. `block`: the one that holds the elements, unless they
    /// are inline, and what earlier reads of it left.
    pub(crate) fn read(&self, tree: &Tree, block: Option<(&Block, OfBlock)>) -> Result<Reading> {
        let limits = self.limits;
        let elements =
            |data: NodeId| inline::encode(tree, data, &self.whole.shape(), &self.datatype, &limits);
        let (reader, taken) = match (&self.part, &self.source, block) {
            (Part::Nulls(test), Source::Inline(data), _) => {
                let mut mask = inline::nulls(tree, *data, &self.whole.shape())?;
                if let Some(test) = test {
                    let mut passed = Vec::with_capacity(mask.len());
                    test.append(&elements(*data)?, &mut passed);
                    mask.iter_mut().zip(passed).for_each(|(masked, passed)| *masked |= passed);
                }
                let truth = Datatype::Scalar(Scalar::Bool8, ByteOrder::Little);
                (BlockReader::in_memory(mask), Taken::Mask(Test::not_zero(&truth)))
            }
            (Part::Taken(taken), Source::Inline(data), _) => {
                (BlockReader::in_memory(elements(*data)?), taken.clone())
            }
            (Part::Taken(taken), _, Some((block, leftovers))) => {
                (BlockReader::new(block, self.checksums, leftovers, limits)?, taken.clone())
            }
            _ => return Err(bad("the array's block is not in the file")),
        };
        if let Part::Taken(_) = self.part {
            self.whole.check(reader.size())?;
        }
        Reading::new(reader, &self.view, taken, self.place.clone(), &limits)
    }
}
