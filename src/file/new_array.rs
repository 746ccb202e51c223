//! Arrays that are to be written: their elements, and how these are stored.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::array::{Array, check_shape};
use super::element::Element;
use crate::error::{Error, ErrorKind, Result};
use crate::ndarray::{ByteOrder, Datatype, Scalar};
use crate::writer::{Codec, EncodeOptions};

/// An array to be written. Its elements are borrowed until then.
///
/// ```
/// use asdf_wasm::NewArray;
/// use asdf_wasm::writer::Codec;
///
/// let pixels: Vec<f32> = vec![0.0; 64 * 64];
/// let array = NewArray::new(&pixels, [64, 64])?.compressed(Codec::Zstd).in_chunks([16, 64])?;
/// # Ok::<(), asdf_wasm::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct NewArray<'a> {
    pub(super) elements: Elements<'a>,
    pub(super) mask: Option<Elements<'a>>,
    pub(super) datatype: Datatype,
    pub(super) shape: Vec<usize>,
    pub(super) chunks: Option<Vec<usize>>,
    pub(super) codec: Option<(Codec, EncodeOptions)>,
}

impl<'a> NewArray<'a> {
    /// An array of these elements, stored as they are in one block.
    pub fn new<T: Element>(elements: &'a [T], shape: impl Into<Vec<usize>>) -> Result<Self> {
        let shape = shape.into();
        check_shape(&shape, elements.len())?;
        let datatype = T::datatype(elements);
        let (mask, chunks, codec) = (None, None, None);
        Ok(Self { elements: Elements::of(elements, datatype.clone()), mask, datatype, shape, chunks, codec })
    }

    /// Compresses its blocks. A block that would not become smaller is stored as it is.
    #[must_use]
    pub fn compressed(self, codec: Codec) -> Self {
        self.compressed_with(codec, EncodeOptions::default())
    }

    /// Compresses its blocks with these options. The size of an element is known.
    #[must_use]
    pub fn compressed_with(self, codec: Codec, options: EncodeOptions) -> Self {
        Self { codec: Some((codec, options)), ..self }
    }

    /// Divides the array into chunks of this shape, each with a block of its own, so that a part of the array can be read without
    /// the rest. ASDF.jl and asdf-cxx read such arrays (core/chunked-ndarray), Python's asdf does not.
    pub fn in_chunks(self, chunks: impl Into<Vec<usize>>) -> Result<Self> {
        let chunks = chunks.into();
        if chunks.len() != self.shape.len() || chunks.is_empty() || chunks.contains(&0) {
            let message = format!(
                "an array of shape {:?} cannot be divided into chunks of shape {chunks:?}",
                self.shape
            );
            return Err(Error::new(ErrorKind::BadArray, message));
        }
        Ok(Self { chunks: Some(chunks), ..self })
    }

    /// Says of each element whether it is masked.
    pub fn masked(self, mask: &'a [bool]) -> Result<Self> {
        check_shape(&self.shape, mask.len())?;
        Ok(Self { mask: Some(Elements::of(mask, TRUTH)), ..self })
    }
}

/// What a mask consists of.
pub(super) const TRUTH: Datatype = Datatype::Scalar(Scalar::Bool8, ByteOrder::Little);

/// With its mask.
impl<'a, T: Element> TryFrom<&'a Array<T>> for NewArray<'a> {
    type Error = Error;

    fn try_from(array: &'a Array<T>) -> Result<Self> {
        let new = Self::new(&array.data, array.shape.as_slice())?;
        match &array.mask {
            Some(mask) => new.masked(mask),
            None => Ok(new),
        }
    }
}

/// Appends the elements of a range as bytes.
type Append<'a> = dyn Fn(Range<usize>, &mut Vec<u8>) + Send + Sync + 'a;

/// Elements of any type: how many there are, and what appends those of a range as bytes.
#[derive(Clone)]
pub(super) struct Elements<'a> {
    pub(super) size: u64,
    append: Arc<Append<'a>>,
}

impl fmt::Debug for Elements<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Elements").field("size", &self.size).finish_non_exhaustive()
    }
}

impl<'a> Elements<'a> {
    fn of<T: Element>(elements: &'a [T], datatype: Datatype) -> Self {
        let size = datatype.size();
        let append = move |range: Range<usize>, bytes: &mut Vec<u8>| {
            elements
                .get(range)
                .unwrap_or_default()
                .iter()
                .for_each(|element| element.write(&datatype, bytes));
        };
        Self { size, append: Arc::new(append) }
    }
}

/// The elements of a block that is to be written: a box of an array.
#[derive(Debug)]
pub(super) struct Tile<'a> {
    elements: Elements<'a>,
    /// The shape of the array; where the tile begins in it, and its own shape.
    shape: Vec<usize>,
    pub(super) start: Vec<usize>,
    pub(super) lengths: Vec<usize>,
}

/// How many elements are converted at a time.
const PIECE: usize = 1 << 16;

impl<'a> Tile<'a> {
    /// The tiles of an array: its chunks, or all of it in one.
    pub(super) fn of(elements: &Elements<'a>, shape: &[usize], chunks: Option<&[usize]>) -> Vec<Self> {
        let chunks = chunks.unwrap_or(shape);
        let counts: Vec<usize> =
            shape.iter().zip(chunks).map(|(length, chunk)| length.div_ceil((*chunk).max(1))).collect();
        let whole = chunks == shape;
        let total = if whole { 1 } else { counts.iter().product() };
        let tile = |number: usize| {
            let mut rest = number;
            let mut start: Vec<usize> = counts
                .iter()
                .zip(chunks)
                .rev()
                .map(|(count, chunk)| {
                    let index = rest % (*count).max(1);
                    rest /= (*count).max(1);
                    index * chunk
                })
                .collect();
            start.reverse();
            let axes = start.iter().zip(shape).zip(chunks);
            let lengths = axes.map(|((start, length), chunk)| (*chunk).min(length - start)).collect();
            Self { elements: elements.clone(), shape: shape.to_vec(), start, lengths }
        };
        (0..total).map(tile).collect()
    }

    /// The size of an element in bytes.
    pub(super) fn element(&self) -> usize {
        usize::try_from(self.elements.size).unwrap_or(1)
    }

    /// Its size in bytes.
    pub(super) fn nbytes(&self) -> u64 {
        self.lengths.iter().fold(self.elements.size, |size, length| size.saturating_mul(*length as u64))
    }

    /// Gives its bytes to `take`, in C order, some at a time.
    pub(super) fn bytes(&self, take: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        // The tile has these elements of the array in a row: of the last axes that it spans, and of the one before them.
        let spanned =
            self.lengths.iter().zip(&self.shape).rev().take_while(|(own, whole)| own == whole).count();
        let outer = self.shape.len().saturating_sub(spanned + 1);
        let (rows, row) = self.lengths.split_at_checked(outer).unwrap_or_default();
        let (rows, row): (usize, usize) = (rows.iter().product(), row.iter().product());
        let mut bytes = Vec::new();
        for number in 0..rows {
            let (mut rest, mut stride, mut first) = (number, 1, 0);
            let axes = self.shape.iter().zip(&self.start).zip(&self.lengths).enumerate();
            for (axis, ((whole, start), own)) in axes.rev() {
                let index = if axis < outer { rest % own } else { 0 };
                rest /= if axis < outer { *own } else { 1 };
                first += (start + index) * stride;
                stride *= whole;
            }
            for at in (first..first + row).step_by(PIECE) {
                bytes.clear();
                (self.elements.append)(at..(first + row).min(at + PIECE), &mut bytes);
                take(&bytes)?;
            }
        }
        Ok(())
    }
}
