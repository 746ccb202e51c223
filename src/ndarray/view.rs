//! A strided view of a block's decoded bytes: where each element of a selection lies.
//!
//! Strides are in bytes and may be negative or zero, so all arithmetic is checked, in 128 bits.

use std::ops::Range;

use super::axes::bad;
use super::selection::Selected;
use crate::error::{Error, Result};
use crate::message::message;

/// One axis of a [`View`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) length: u64,
    pub(crate) stride: i64,
}

/// Elements of `item` bytes, the first of them at byte `offset` of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) offset: u64,
    pub(crate) axes: Vec<Axis>,
    pub(crate) item: u64,
}

message!(struct Axis { length, stride });
message!(struct View { offset, axes, item });

/// The strides of a C-contiguous array.
pub(crate) fn contiguous(shape: &[u64], item: u64) -> Result<Vec<i64>> {
    let mut stride = item;
    let mut strides = Vec::with_capacity(shape.len());
    for length in shape.iter().rev() {
        strides.push(i64::try_from(stride).map_err(|_| overflow())?);
        // An array without elements needs no strides; they only have to be there.
        stride = stride.checked_mul((*length).max(1)).ok_or_else(overflow)?;
    }
    strides.reverse();
    Ok(strides)
}

fn overflow() -> Error {
    bad("the array's size in bytes overflows 64 bits")
}

impl View {
    pub(crate) fn new(offset: u64, shape: &[u64], strides: &[i64], item: u64) -> Self {
        let axes = shape.iter().zip(strides).map(|(&length, &stride)| Axis { length, stride }).collect();
        Self { offset, axes, item }
    }

    pub(crate) fn shape(&self) -> Vec<u64> {
        self.axes.iter().map(|axis| axis.length).collect()
    }

    /// How many elements there are.
    pub(crate) fn size(&self) -> Result<u64> {
        if self.axes.iter().any(|axis| axis.length == 0) {
            return Ok(0);
        }
        let size = self.axes.iter().try_fold(1u64, |size, axis| size.checked_mul(axis.length));
        size.ok_or_else(overflow)
    }

    /// How many bytes they take when packed.
    pub(crate) fn nbytes(&self) -> Result<u64> {
        self.size()?.checked_mul(self.item).ok_or_else(overflow)
    }

    /// The bytes of the block from the first to the last that belong to an element.
    pub(crate) fn extent(&self) -> Result<Range<u64>> {
        if self.nbytes()? == 0 {
            return Ok(self.offset..self.offset);
        }
        let (mut low, mut high) = (i128::from(self.offset), i128::from(self.offset) + i128::from(self.item));
        for axis in &self.axes {
            let reach = i128::from(axis.length - 1) * i128::from(axis.stride);
            if reach < 0 { low += reach } else { high += reach }
        }
        match (u64::try_from(low), u64::try_from(high)) {
            (Ok(low), Ok(high)) => Ok(low..high),
            (Err(_), _) => Err(bad("the array's strides leave the block at its beginning")),
            (_, Err(_)) => Err(overflow()),
        }
    }

    /// Checks that all elements lie in a block that decodes to `size` bytes.
    pub(crate) fn check(&self, size: u64) -> Result<()> {
        let extent = self.extent()?;
        if !extent.is_empty() && extent.end > size {
            return Err(bad(format!("the array reaches to byte {} of a block of {size} bytes", extent.end)));
        }
        Ok(())
    }

    /// The part that `selected`, an entry for each axis, takes.
    pub(crate) fn take(&self, selected: &[Selected]) -> Result<Self> {
        let mut offset = i128::from(self.offset);
        let mut axes = Vec::with_capacity(self.axes.len());
        for (axis, selected) in self.axes.iter().zip(selected) {
            if selected.count != Some(0) {
                offset += i128::from(selected.start) * i128::from(axis.stride);
            }
            if let Some(length) = selected.count {
                // With one element or none, the stride is never used.
                let stride = if length > 1 {
                    axis.stride.checked_mul(selected.step).ok_or_else(overflow)?
                } else {
                    0
                };
                axes.push(Axis { length, stride });
            }
        }
        let view = Self { offset: 0, axes, item: self.item };
        // A selection without elements may begin nowhere.
        let offset =
            u64::try_from(offset).or_else(|_| if view.size()? == 0 { Ok(0) } else { Err(overflow()) })?;
        Ok(Self { offset, ..view })
    }

    /// Broadcasts to `shape`: repeats the elements along new leading axes and along axes of length 1.
    pub(crate) fn broadcast(&self, shape: &[u64]) -> Result<Self> {
        let missing = shape.len().checked_sub(self.axes.len());
        let axes = missing.and_then(|missing| {
            let new = std::iter::repeat_n(Axis { length: 1, stride: 0 }, missing);
            let axes = new.chain(self.axes.iter().copied()).zip(shape);
            let axes = axes.map(|(axis, &length)| match axis.length {
                1 => Some(Axis { length, stride: if length == 1 { axis.stride } else { 0 } }),
                own => (own == length).then_some(axis),
            });
            axes.collect()
        });
        let axes: Vec<Axis> =
            axes.ok_or_else(|| bad(format!("its shape {:?} does not broadcast to {shape:?}", self.shape())))?;
        Ok(Self { offset: self.offset, axes, item: self.item })
    }

    /// The same elements in the same order, with as few axes as possible.
    pub(crate) fn collapse(&self) -> Self {
        let mut axes: Vec<Axis> = Vec::new();
        for axis in self.axes.iter().filter(|axis| axis.length != 1) {
            match axes.last_mut() {
                Some(outer)
                    if i64::try_from(axis.length).ok().and_then(|n| axis.stride.checked_mul(n))
                        == Some(outer.stride) =>
                {
                    *outer = Axis { length: outer.length.saturating_mul(axis.length), stride: axis.stride };
                }
                _ => axes.push(*axis),
            }
        }
        Self { offset: self.offset, axes, item: self.item }
    }

    /// Whether the elements are contiguous in C order.
    pub(crate) fn is_contiguous(&self) -> bool {
        match self.collapse().axes.as_slice() {
            [] => true,
            [axis] => u64::try_from(axis.stride) == Ok(self.item),
            _ => false,
        }
    }
}
