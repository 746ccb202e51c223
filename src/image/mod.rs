//! Arrays → pixels: statistics, percentiles and colours.
//!
//! Every operation here takes dense, little-endian numbers of one [`Element`] type in pieces of any size that hold
//! whole elements, with a mask beside them (1 = masked; empty: nothing is), so that the array itself stays where it
//! is. Masked and non-finite values never take part; nothing here allocates by the size of the array. Sums aside,
//! results do not depend on how the array is cut. The formulas are the same as in numpy.

mod element;
mod percentiles;
mod render;
mod statistics;

pub use element::Element;
pub use percentiles::Percentiles;
pub use render::Renderer;
pub use statistics::{Statistics, Summary};

/// Elements converted at a time: few enough for the converted ones to stay in the processor's nearest cache.
const BATCH: usize = 1024;

/// Cuts `bytes` of `size` bytes an element, and the mask beside them, into batches.
fn batches<'a>(bytes: &'a [u8], mask: &'a [u8], size: usize) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
    let masks = mask.chunks(BATCH).chain(std::iter::repeat(&[][..]));
    bytes.chunks(BATCH * size).zip(masks)
}

/// Takes the masked ones out of `items`.
fn drop_masked<T>(items: &mut Vec<T>, mask: &[u8]) {
    if !mask.is_empty() {
        let mut mask = mask.iter();
        items.retain(|_| mask.next().is_none_or(|masked| *masked == 0));
    }
}
