//! Takes elements out of the bytes of a block, converts them (byte order, float16 → float32, truth values), and writes them
//! to their region of the result in large pieces.

use super::tiles::{GAP, Run};
use crate::block_reader::BlockReader;
use crate::error::Result;
use crate::message::Message;
use crate::ndarray::{Axis, ByteOrder, Datatype, MaskTest, Scalar, bad, contiguous};

/// How many converted bytes are gathered before they are written.
const SCRATCH: usize = 256 << 10;

/// Where a [`PieceReader`](crate::worker::PieceReader) puts its result. Pieces come in any order; where they overlap, the last one counts.
pub trait Output {
    /// Puts `bytes` at byte `at` of the result.
    fn write(&mut self, at: u64, bytes: &[u8]);

    /// Says of the elements of the result from number `at` on whether they are masked (1) or not (0).
    fn mask(&mut self, at: u64, masked: &[u8]) {
        let _ = (at, masked);
    }
}

impl Output for Vec<u8> {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        let Ok(at) = usize::try_from(at) else { return };
        let end = at.saturating_add(bytes.len());
        if self.len() < end {
            self.resize(end, 0);
        }
        if let Some(place) = self.get_mut(at..end) {
            place.copy_from_slice(bytes);
        }
    }
}

/// What the elements are used for.
#[derive(Clone, Debug)]
pub(super) enum ElementUse {
    /// They are elements of the result. Those that pass the test, if there is one, are masked.
    Elements(Conversion, Option<MaskTest>),
    /// Those that pass are masked elements of the result.
    Mask(MaskTest),
}

impl Message for ElementUse {
    fn write(&self, words: &mut Vec<u64>) {
        let (conversion, test) = match self {
            Self::Elements(conversion, test) => (Some(*conversion), test.as_ref()),
            Self::Mask(test) => (None, Some(test)),
        };
        conversion.write(words);
        test.cloned().write(words);
    }

    fn read(words: &mut &[u64]) -> Option<Self> {
        match (Option::read(words)?, Option::read(words)?) {
            (Some(conversion), test) => Some(Self::Elements(conversion, test)),
            (None, test) => test.map(Self::Mask),
        }
    }
}

/// Where the elements of a piece go: a box of a dense result, by the number of its elements in C order.
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

/// Takes elements out of a block, converts them, and writes them in large pieces.
#[derive(Debug)]
pub(super) struct Gather {
    pub(super) item: u64,
    pub(super) element_use: ElementUse,
    pub(super) region: Region,
    /// Stored elements that are contiguous in the result, and the same elements converted.
    pub(super) stored: Vec<u8>,
    pub(super) converted: Vec<u8>,
    /// The place in the result of the first of them, in stored bytes.
    pub(super) at: u64,
}

impl Gather {
    pub(super) fn take(&mut self, run: Run, reader: &BlockReader, output: &mut dyn Output) -> Result<()> {
        let at = run.element.saturating_mul(self.item);
        if at != self.at + self.stored.len() as u64 {
            self.flush(output);
            self.at = at;
        }
        let reach = |count: u64| i128::from(run.stride) * i128::from(count - 1);
        if u64::try_from(run.stride) == Ok(self.item) || run.count == 1 {
            let bytes = reader.bytes(run.start..run.start + run.count * self.item)?;
            // Whole elements, so that each can be looked at.
            let item = usize::try_from(self.item).map_err(|_| bad("an element is too large"))?.max(1);
            for piece in bytes.chunks((SCRATCH / item).max(1) * item) {
                self.push(piece, output);
            }
            return Ok(());
        }
        if run.stride.unsigned_abs() > GAP {
            // What lies between the elements may not have been read.
            for k in 0..run.count {
                let start = u64::try_from(i128::from(run.start) + i128::from(run.stride) * i128::from(k));
                let start = start.map_err(|_| bad("an element lies outside the block"))?;
                self.push(reader.bytes(start..start + self.item)?, output);
            }
            return Ok(());
        }
        // The bytes from the lowest element to the highest, and the first one's place among them.
        let lowest = i128::from(run.start) + reach(run.count).min(0);
        let highest = i128::from(run.start) + reach(run.count).max(0) + i128::from(self.item);
        let (Ok(lowest), Ok(highest)) = (u64::try_from(lowest), u64::try_from(highest)) else {
            return Err(bad("an element lies outside the block"));
        };
        let bytes = reader.bytes(lowest..highest)?;
        let overflow = |_| bad("an element lies outside the block");
        let first = usize::try_from(run.start - lowest).map_err(overflow)?;
        let stride = isize::try_from(run.stride).map_err(overflow)?;
        match self.item {
            1 => self.strided::<1>(bytes, first, stride, run.count, output),
            2 => self.strided::<2>(bytes, first, stride, run.count, output),
            4 => self.strided::<4>(bytes, first, stride, run.count, output),
            8 => self.strided::<8>(bytes, first, stride, run.count, output),
            _ => {
                let item = usize::try_from(self.item).map_err(|_| bad("an element is too large"))?;
                let mut at = first;
                for _ in 0..run.count {
                    self.push(
                        at.checked_add(item).and_then(|end| bytes.get(at..end)).unwrap_or_default(),
                        output,
                    );
                    at = at.wrapping_add_signed(stride);
                }
            }
        }
        Ok(())
    }

    /// The strided loop for items of a size the compiler knows.
    fn strided<const N: usize>(
        &mut self,
        bytes: &[u8],
        first: usize,
        stride: isize,
        count: u64,
        output: &mut dyn Output,
    ) {
        let mut at = first;
        for _ in 0..count {
            if let Some(item) = bytes.get(at..).and_then(<[u8]>::first_chunk::<N>) {
                self.stored.extend_from_slice(item);
            }
            at = at.wrapping_add_signed(stride);
            if self.stored.len() >= SCRATCH {
                self.flush(output);
            }
        }
    }

    fn push(&mut self, bytes: &[u8], output: &mut dyn Output) {
        if bytes.len() >= SCRATCH / 2 && self.stored.is_empty() {
            self.put(bytes, output);
            return;
        }
        self.stored.extend_from_slice(bytes);
        if self.stored.len() >= SCRATCH {
            self.flush(output);
        }
    }

    pub(super) fn flush(&mut self, output: &mut dyn Output) {
        if !self.stored.is_empty() {
            let mut stored = std::mem::take(&mut self.stored);
            self.put(&stored, output);
            stored.clear();
            self.stored = stored;
        }
    }

    /// Converts and writes elements that are contiguous in the result.
    fn put(&mut self, stored: &[u8], output: &mut dyn Output) {
        let Self { item, element_use, region, converted, at, .. } = self;
        if let ElementUse::Elements(conversion, _) = element_use {
            let (at, item) = (conversion.output_size(*at), conversion.output_size(*item));
            let bytes = if *conversion == Conversion::Copy {
                stored
            } else {
                conversion.convert(stored, converted);
                &*converted
            };
            region.write(at, item, bytes, &mut |at, piece| output.write(at, piece));
        }
        if let ElementUse::Elements(_, Some(test)) | ElementUse::Mask(test) = element_use {
            converted.clear();
            test.append(stored, converted);
            region.write(*at / *item, 1, converted, &mut |at, piece| output.mask(at, piece));
        }
        *at += stored.len() as u64;
    }
}

/// What is done to each element on its way into the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conversion {
    /// Nothing.
    Copy,
    /// The bytes of each unit of this size are reversed.
    Swap(usize),
    /// Any non-zero byte is 1.
    Truth,
    /// A float16 of this byte order becomes a float32.
    Widen(ByteOrder),
}

impl Message for Conversion {
    fn write(&self, words: &mut Vec<u64>) {
        // A unit has two bytes or more.
        match self {
            Self::Copy => 0_usize.write(words),
            Self::Truth => 1_usize.write(words),
            Self::Swap(unit) => unit.write(words),
            Self::Widen(order) => {
                usize::MAX.write(words);
                order.write(words);
            }
        }
    }

    fn read(words: &mut &[u64]) -> Option<Self> {
        match usize::read(words)? {
            0 => Some(Self::Copy),
            1 => Some(Self::Truth),
            usize::MAX => Message::read(words).map(Self::Widen),
            unit => Some(Self::Swap(unit)),
        }
    }
}

impl Conversion {
    /// How elements of `datatype` reach little-endian results; `widen`: float16 as float32.
    pub(super) fn of(datatype: &Datatype, widen: bool) -> Self {
        let swap = |unit: u64, order: ByteOrder| match (order, unit) {
            (ByteOrder::Big, 2) => Self::Swap(2),
            (ByteOrder::Big, 4) => Self::Swap(4),
            (ByteOrder::Big, 8) => Self::Swap(8),
            (ByteOrder::Big, 16) => Self::Swap(16),
            _ => Self::Copy,
        };
        match datatype {
            Datatype::Scalar(Scalar::Bool8, _) => Self::Truth,
            Datatype::Scalar(Scalar::Float16 | Scalar::Complex32, order) if widen => Self::Widen(*order),
            Datatype::Scalar(scalar, order) => swap(scalar.unit(), *order),
            Datatype::Ucs4(_, order) => swap(4, *order),
            Datatype::Ascii(_) | Datatype::Struct(_) => Self::Copy,
        }
    }

    /// How many bytes `stored` bytes become.
    pub(super) fn output_size(self, stored: u64) -> u64 {
        if let Self::Widen(_) = self { stored.saturating_mul(2) } else { stored }
    }

    /// Makes `output` the elements in `stored`, converted.
    pub(super) fn convert(self, stored: &[u8], output: &mut Vec<u8>) {
        if let Self::Swap(unit) = self {
            // What is there is written over, so that nothing has to be zeroed.
            output.resize(stored.len(), 0);
            match unit {
                2 => swap::<2>(stored, output, |unit| u16::from_be_bytes(unit).to_le_bytes()),
                4 => swap::<4>(stored, output, |unit| u32::from_be_bytes(unit).to_le_bytes()),
                8 => swap::<8>(stored, output, |unit| u64::from_be_bytes(unit).to_le_bytes()),
                _ => swap::<16>(stored, output, |unit| u128::from_be_bytes(unit).to_le_bytes()),
            }
            return;
        }
        output.clear();
        match self {
            Self::Truth => output.extend(stored.iter().map(|byte| u8::from(*byte != 0))),
            Self::Widen(order) => {
                for unit in stored.as_chunks::<2>().0 {
                    let bits = match order {
                        ByteOrder::Little => u16::from_le_bytes(*unit),
                        ByteOrder::Big => u16::from_be_bytes(*unit),
                    };
                    output.extend_from_slice(&widen(bits).to_le_bytes());
                }
            }
            Self::Copy | Self::Swap(_) => output.extend_from_slice(stored),
        }
    }
}

/// Reverses units: of whole numbers the compiler makes vector shuffles, which it does not of bytes that change places.
fn swap<const N: usize>(stored: &[u8], output: &mut [u8], reverse: impl Fn([u8; N]) -> [u8; N]) {
    for (unit, slot) in stored.as_chunks::<N>().0.iter().zip(output.as_chunks_mut::<N>().0) {
        *slot = reverse(*unit);
    }
}

/// A float16 as the float32 of the same value; NaN keeps its payload.
fn widen(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let exponent = u32::from(bits >> 10 & 0x1f);
    let fraction = u32::from(bits & 0x3ff);
    f32::from_bits(match exponent {
        // Zero and the subnormals, which float32 has as normal numbers: their value is fraction · 2⁻²⁴.
        0 => return f32::from_bits(sign | (f32::from(bits & 0x3ff) * f32::from_bits(0x3380_0000)).to_bits()),
        31 => sign | 0x7f80_0000 | fraction << 13,
        _ => sign | (exponent + 112) << 23 | fraction << 13,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float16_keeps_its_value() {
        for (bits, value) in [
            (0x0000, 0.0f32),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0x0400, 6.103_515_6e-5),
            (0x03ff, 6.097_555e-5),
            (0x0001, 5.960_464_5e-8),
            (0x3555, 0.333_251_95),
            (0x7c00, f32::INFINITY),
            (0xfc00, f32::NEG_INFINITY),
        ] {
            assert_eq!(widen(bits).to_bits(), value.to_bits(), "{bits:04x}");
        }
        assert_eq!(widen(0x8000).to_bits(), (-0.0f32).to_bits());
        assert_eq!(widen(0x7e01).to_bits(), 0x7fc0_2000);
    }

    #[test]
    fn units_are_reversed() {
        let convert = |conversion: Conversion, bytes: &[u8]| {
            let mut output = vec![9];
            conversion.convert(bytes, &mut output);
            output
        };
        assert_eq!(convert(Conversion::Swap(2), &[1, 2, 3, 4]), [2, 1, 4, 3]);
        assert_eq!(convert(Conversion::Swap(4), &[1, 2, 3, 4]), [4, 3, 2, 1]);
        assert_eq!(convert(Conversion::Truth, &[0, 2]), [0, 1]);
        assert_eq!(convert(Conversion::Widen(ByteOrder::Big), &[0x3c, 0]), [0, 0, 0x80, 0x3f]);
    }
}
