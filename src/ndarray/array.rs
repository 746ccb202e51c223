//! The description of an array: its shape, its datatype, and where its elements are.

use super::datatype::{ByteOrder, Datatype};
use super::mask_test::MaskTest;
use super::view::View;
use crate::error::{Error, Result};
use crate::tree::NodeId;

/// What describes an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// This node of the tree.
    Node(NodeId),
    /// The header of the HDU with this number, of a FITS file.
    Hdu(usize),
}

/// Where an array's elements are.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Source {
    /// In this block of the file.
    Block(usize),
    /// In the first block of another file.
    External(String),
    /// In the tree, in the nested lists at this node.
    Inline(NodeId),
    /// In other arrays, each of which holds a box of them: core/chunked-ndarray.
    Chunks(Vec<ArrayChunk>),
    /// In an HDU of the FITS file.
    #[cfg(feature = "fits")]
    Hdu(super::hdu_source::HduSource),
}

/// The description of an array.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NdArray {
    /// Its shape, outermost axis first. A `'*'` is resolved to the length it has in its block.
    pub shape: Vec<u64>,
    /// What its elements are.
    pub datatype: Datatype,
    /// The byte order that the array names; the datatype has the byte order of numbers.
    pub byteorder: ByteOrder,
    /// Where the first element begins in the block, in bytes.
    pub offset: u64,
    /// From one index to the next along each axis, in bytes.
    pub strides: Vec<i64>,
    /// Where the elements are.
    pub source: Source,
    /// How it says which elements are masked.
    pub(crate) mask: Option<Mask>,
}

/// How an array says which of its elements are masked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mask {
    /// By a `null` in its place in the tree.
    Nulls,
    /// By a value that means a missing element.
    Value(MaskTest),
    /// By the array at this node.
    Array(NodeId),
    /// By the masks of its chunks.
    Chunks,
    /// By bytes behind each record: for each field where they begin, if it may be masked.
    #[cfg(feature = "fits")]
    Beside(Vec<Option<u64>>),
}

/// A box of an array's elements.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayChunk {
    /// The array with its elements.
    pub(crate) node: NodeId,
    /// Its first index along each axis.
    pub(crate) start: Vec<u64>,
    /// How many indices of each axis it takes, as far as is known and within the array.
    pub(crate) shape: Vec<u64>,
    /// Why it cannot be read.
    pub(crate) problem: Option<Error>,
}

impl NdArray {
    /// The elements in their block.
    pub(crate) fn view(&self) -> View {
        View::new(self.offset, &self.shape, &self.strides, self.datatype.size())
    }

    /// How many elements it has.
    pub fn size(&self) -> Result<u64> {
        self.view().size()
    }

    /// Whether some elements may be masked.
    pub fn masked(&self) -> bool {
        self.mask.is_some()
    }
}
