//! Stored elements → native ones: byte order, float16 → float32, truth values.

use crate::message::Message;
use crate::ndarray::{ByteOrder, Datatype, Scalar};

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

    /// Appends the elements in `stored`, converted, to `output`.
    pub(super) fn append(self, stored: &[u8], output: &mut Vec<u8>) {
        match self {
            Self::Copy => output.extend_from_slice(stored),
            Self::Swap(2) => swap::<2>(stored, output),
            Self::Swap(4) => swap::<4>(stored, output),
            Self::Swap(8) => swap::<8>(stored, output),
            Self::Swap(_) => swap::<16>(stored, output),
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
        }
    }
}

/// Reverses units in place behind what is already there: the compiler turns the loop into vector shuffles.
fn swap<const N: usize>(stored: &[u8], output: &mut Vec<u8>) {
    let before = output.len();
    output.extend_from_slice(stored);
    for unit in output.get_mut(before..).unwrap_or_default().as_chunks_mut::<N>().0 {
        unit.reverse();
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
            conversion.append(bytes, &mut output);
            output
        };
        assert_eq!(convert(Conversion::Swap(2), &[1, 2, 3, 4]), [9, 2, 1, 4, 3]);
        assert_eq!(convert(Conversion::Swap(4), &[1, 2, 3, 4]), [9, 4, 3, 2, 1]);
        assert_eq!(convert(Conversion::Truth, &[0, 2]), [9, 0, 1]);
        assert_eq!(convert(Conversion::Widen(ByteOrder::Big), &[0x3c, 0]), [9, 0, 0, 0x80, 0x3f]);
    }
}
