//! A piece of a read: elements that lie in one block, or in one place of the tree.

use super::gather::ElementUse;
use super::piece_reader::PieceReader;
use super::region::Region;
use crate::block_reader::{BlockCache, BlockReader, Checksums};
use crate::error::Result;
use crate::layout::Block;
use crate::limits::Limits;
use crate::ndarray::{ByteOrder, Datatype, MaskTest, Scalar, Source, View, bad, inline};
use crate::tree::{NodeId, Tree};

/// A part of a read that can be done by itself.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The array that holds the elements.
    pub node: NodeId,
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

    /// Begins to read it. `tree`: the one that describes the array. `block`: the one that holds the elements, unless they
    /// are inline, and what earlier reads of it left.
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
                (BlockReader::new(block, self.checksums, cache, limits)?, element_use.clone())
            }
            _ => return Err(bad("the array's block is not in the file")),
        };
        if let PieceContent::Elements(_) = self.content {
            self.whole.check(reader.size())?;
        }
        PieceReader::new(reader, &self.view, element_use, self.region.clone(), &limits)
    }
}
