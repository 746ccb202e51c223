//! Where the elements of a piece go: a box of the result.

use crate::error::Result;
use crate::ndarray::{Axis, contiguous};

/// A box of a dense result, by the number of its elements in C order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The number of the first element.
    first: u64,
    /// How many elements are contiguous; `None`: the whole result.
    row: Option<u64>,
    /// The axes along which these rows lie.
    outer: Vec<Axis>,
}

impl Region {
    /// All of the result.
    pub(super) const WHOLE: Self = Self { first: 0, row: None, outer: Vec::new() };

    /// The box that begins at the index `at` and has this shape, in a result of the shape `result`.
    pub(super) fn new(at: &[u64], shape: &[u64], result: &[u64]) -> Result<Self> {
        if shape == result {
            return Ok(Self::WHOLE);
        }
        let strides = contiguous(result, 1)?;
        let first = at.iter().zip(&strides).map(|(index, stride)| index * stride.unsigned_abs()).sum();
        let mut outer: Vec<Axis> =
            shape.iter().zip(strides).map(|(&length, stride)| Axis { length, stride }).collect();
        let mut row = 1;
        while let Some(axis) = outer.pop_if(|axis| axis.stride.unsigned_abs() == row) {
            row *= axis.length;
        }
        Ok(Self { first, row: Some(row), outer })
    }

    /// The number of the first element; how many elements are contiguous, `None` if all are; and, from the outermost,
    /// the length and stride of each axis along which such rows lie.
    pub fn rows(&self) -> (u64, Option<u64>, impl Iterator<Item = (u64, u64)>) {
        (self.first, self.row, self.outer.iter().map(|axis| (axis.length, axis.stride.unsigned_abs())))
    }

    /// Whether it is all of the result.
    pub(super) fn is_whole(&self) -> bool {
        self.row.is_none()
    }

    /// Writes `bytes`, which begin at byte `at` of the box and are of elements of `item` bytes, a row at a time.
    pub(super) fn write(&self, at: u64, item: u64, bytes: &[u8], write: &mut dyn FnMut(u64, &[u8])) {
        let Some(row) = self.row.map(|row| row * item).filter(|row| *row > 0) else {
            return write(at, bytes);
        };
        let (mut number, mut within, mut rest) = (at / row, at % row, bytes);
        while !rest.is_empty() {
            let length = usize::try_from(row - within).unwrap_or(usize::MAX).min(rest.len());
            let (piece, behind) = rest.split_at(length);
            write(self.start_of(number) * item + within, piece);
            (number, within, rest) = (number + 1, 0, behind);
        }
    }

    /// The number of the first element.
    pub(super) fn first(&self) -> u64 {
        self.first
    }

    /// The number in the result of the element that has this one in the box.
    pub(super) fn element(&self, number: u64) -> u64 {
        match self.row {
            Some(row) if row > 0 => self.start_of(number / row).saturating_add(number % row),
            _ => number,
        }
    }

    /// The first element of a row.
    fn start_of(&self, mut number: u64) -> u64 {
        let mut start = self.first;
        for axis in self.outer.iter().rev() {
            start += number % axis.length * axis.stride.unsigned_abs();
            number /= axis.length;
        }
        start
    }
}
