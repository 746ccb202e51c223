//! Tests whether stored elements are masked: equal to a number, or not zero.
//!
//! Numbers are compared exactly, as the array's type holds them, where Python asdf treats close numbers as equal; NaN
//! matches any NaN.

use super::datatype::{ByteOrder, Datatype, Scalar};
use super::number::{complex, narrow16, narrow32};
use crate::message::message;
use crate::tree::{NodeId, Tree, Value};

/// A number of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    Integer(i128),
    Float(f64),
    Complex(f64, f64),
}

impl Number {
    pub(super) fn read(tree: &Tree, node: NodeId) -> Option<Self> {
        if let Value::Bool(truth) = tree.node(node).value {
            return Some(Self::Integer(i128::from(truth)));
        }
        let complex = || complex(tree, node).map(|(re, im)| Self::Complex(re, im));
        tree.integer(node).map(Self::Integer).or_else(complex).or_else(|| tree.number(node).map(Self::Float))
    }

    /// As a complex number.
    #[expect(clippy::cast_precision_loss, reason = "rounding to the nearest double is what is wanted")]
    fn parts(self) -> [f64; 2] {
        match self {
            Self::Integer(integer) => [integer as f64, 0.0],
            Self::Float(float) => [float, 0.0],
            Self::Complex(re, im) => [re, im],
        }
    }

    /// As an integer, if it is one.
    #[expect(clippy::cast_possible_truncation, reason = "whole numbers within 2¹²⁶ are exact")]
    pub(super) fn integer(self) -> Option<i128> {
        match self {
            Self::Integer(integer) => Some(integer),
            Self::Float(float) | Self::Complex(float, 0.0) => {
                (float - libm::trunc(float) == 0.0 && float.abs() < 8.5e37).then_some(float as i128)
            }
            Self::Complex(..) => None,
        }
    }
}

/// Tells of each stored element whether it is masked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MaskTest {
    /// How many bytes an element has, and each unit of it, and their order in a unit.
    item: usize,
    unit: usize,
    order: ByteOrder,
    /// The condition for each unit; they repeat if there are more units.
    bands: Vec<Band>,
    /// Whether all units have to be so, or one is enough.
    all: bool,
}

/// A condition on a unit: its `kept` bits, as an unsigned number, lie between two others. Every test consists of
/// these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Band {
    kept: u128,
    low: u128,
    high: u128,
}

message!(struct MaskTest { item, unit, order, bands, all });
message!(struct Band { kept, low, high });

impl Band {
    const NEVER: Self = Self { kept: 0, low: 1, high: 0 };

    fn exactly(bits: u128) -> Self {
        Self { kept: u128::MAX, low: bits, high: bits }
    }

    fn holds(self, bits: u128) -> bool {
        let bits = bits & self.kept;
        self.low <= bits && bits <= self.high
    }
}

/// How the numbers in elements of a type are encoded.
#[derive(Clone, Copy)]
enum Encoding {
    Truth,
    Integer,
    /// A float: all bits but the sign, those of infinity, and those of a number.
    Float {
        unsigned: u128,
        infinity: u128,
        bits: fn(f64) -> u128,
    },
}

impl Encoding {
    fn of(kind: Scalar) -> Self {
        let float =
            |size: u32, infinity: u128, bits| Self::Float { unsigned: (1 << (size - 1)) - 1, infinity, bits };
        match kind {
            Scalar::Bool8 => Self::Truth,
            Scalar::Float16 | Scalar::Complex32 => float(16, 0x7c00, |value| narrow16(value).into()),
            Scalar::Float32 | Scalar::Complex64 => {
                float(32, 0x7f80_0000, |value| narrow32(value).to_bits().into())
            }
            Scalar::Float64 | Scalar::Complex128 => {
                float(64, 0x7ff0_0000_0000_0000, |value| value.to_bits().into())
            }
            _ => Self::Integer,
        }
    }

    /// Anything but zero.
    fn not_zero(self) -> Band {
        let kept = if let Self::Float { unsigned, .. } = self { unsigned } else { u128::MAX };
        Band { kept, low: 1, high: u128::MAX }
    }
}

impl MaskTest {
    /// Elements of type `kind` that equal `number`.
    pub(super) fn equal(number: Number, kind: Scalar, order: ByteOrder) -> Self {
        let [re, im] = number.parts();
        let complex = kind.unit() < kind.size();
        let (bands, all) = match Encoding::of(kind) {
            Encoding::Truth => match number.integer() {
                Some(0) => (vec![Band::exactly(0)], true),
                Some(1) => (vec![Encoding::Truth.not_zero()], true),
                _ => (vec![Band::NEVER], true),
            },
            Encoding::Integer => {
                let bits = number.integer().and_then(|integer| integer_bits(integer, kind));
                (vec![bits.map_or(Band::NEVER, Band::exactly)], true)
            }
            Encoding::Float { unsigned, infinity, .. } if re.is_nan() || im.is_nan() => {
                let nan = Band { kept: unsigned, low: infinity + 1, high: u128::MAX };
                (vec![nan; if complex { 2 } else { 1 }], false)
            }
            Encoding::Float { unsigned, bits, .. } => {
                let band = |value: f64| match bits(value) {
                    zero if zero & unsigned == 0 => Band { kept: unsigned, low: 0, high: 0 },
                    bits => Band::exactly(bits),
                };
                match (complex, im == 0.0) {
                    (true, _) => (vec![band(re), band(im)], true),
                    (false, true) => (vec![band(re)], true),
                    (false, false) => (vec![Band::NEVER], true),
                }
            }
        };
        Self { bands, all, ..Self::not_zero(&Datatype::Scalar(kind, order)) }
    }

    /// Elements of `datatype` that are not zero; of text or a record, of which any byte is not.
    pub(crate) fn not_zero(datatype: &Datatype) -> Self {
        let (kind, order) = match datatype {
            Datatype::Scalar(kind, order) => (*kind, *order),
            _ => (Scalar::Uint8, ByteOrder::Little),
        };
        let size = |size: u64| usize::try_from(size).unwrap_or(usize::MAX).max(1);
        let bands = vec![Encoding::of(kind).not_zero()];
        Self { item: size(datatype.size()), unit: size(kind.unit()), order, bands, all: false }
    }

    /// No elements of `datatype`.
    pub(crate) fn never(datatype: &Datatype) -> Self {
        Self { bands: vec![Band::NEVER], ..Self::not_zero(datatype) }
    }

    /// Appends 1 for each of the `stored` elements that is so, else 0.
    pub(crate) fn append(&self, stored: &[u8], output: &mut Vec<u8>) {
        match (self.item, self.bands.as_slice()) {
            (1, [band]) => self.append_units::<1>(*band, stored, output),
            (2, [band]) if self.unit == 2 => self.append_units::<2>(*band, stored, output),
            (4, [band]) if self.unit == 4 => self.append_units::<4>(*band, stored, output),
            (8, [band]) if self.unit == 8 => self.append_units::<8>(*band, stored, output),
            _ => output.extend(stored.chunks_exact(self.item).map(|element| u8::from(self.holds(element)))),
        }
    }

    fn holds(&self, element: &[u8]) -> bool {
        let units = element.chunks_exact(self.unit).zip(self.bands.iter().cycle());
        let mut held = units.map(|(unit, band)| {
            let mut bytes = [0; 16];
            let place = bytes.get_mut(..unit.len()).unwrap_or_default();
            place.copy_from_slice(unit);
            if self.order == ByteOrder::Big {
                place.reverse();
            }
            band.holds(u128::from_le_bytes(bytes))
        });
        if self.all { held.all(|held| held) } else { held.any(|held| held) }
    }

    /// The same for elements of one unit, of a size known at compile time.
    fn append_units<const N: usize>(&self, band: Band, stored: &[u8], output: &mut Vec<u8>) {
        let bits = |unit: &[u8; N]| {
            let mut bytes = [0; 16];
            if let Some(low) = bytes.first_chunk_mut::<N>() {
                *low = *unit;
                if self.order == ByteOrder::Big {
                    low.reverse();
                }
            }
            u128::from_le_bytes(bytes)
        };
        output.extend(stored.as_chunks::<N>().0.iter().map(|unit| u8::from(band.holds(bits(unit)))));
    }
}

/// The bits of an integer of this type, if the integer fits.
#[expect(clippy::cast_sign_loss, reason = "two's complement is what is wanted")]
fn integer_bits(integer: i128, kind: Scalar) -> Option<u128> {
    let unused = 128 - 8 * u32::try_from(kind.size()).ok()?;
    let signed =
        matches!(kind, Scalar::Int8 | Scalar::Int16 | Scalar::Int32 | Scalar::Int64 | Scalar::Int128);
    let bits = ((integer as u128) << unused) >> unused;
    let back =
        if signed { ((integer << unused) >> unused) == integer } else { i128::try_from(bits) == Ok(integer) };
    back.then_some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(test: &MaskTest, stored: &[u8]) -> Vec<u8> {
        let mut output = Vec::new();
        test.append(stored, &mut output);
        output
    }

    #[test]
    fn a_number_is_compared_as_the_type_holds_it() {
        let float = |value: f64| MaskTest::equal(Number::Float(value), Scalar::Float32, ByteOrder::Big);
        let stored: Vec<u8> = [0.1f32, 0.0, -0.0, f32::NAN, -f32::NAN, f32::INFINITY]
            .iter()
            .flat_map(|x| x.to_be_bytes())
            .collect();
        assert_eq!(masked(&float(0.1), &stored), [1, 0, 0, 0, 0, 0]);
        assert_eq!(masked(&float(0.0), &stored), [0, 1, 1, 0, 0, 0]);
        assert_eq!(masked(&float(f64::NAN), &stored), [0, 0, 0, 1, 1, 0]);
        assert_eq!(masked(&float(f64::INFINITY), &stored), [0, 0, 0, 0, 0, 1]);
        assert_eq!(masked(&float(1e300), &stored), [0, 0, 0, 0, 0, 1], "infinity is the nearest");
        assert_eq!(masked(&float(1e-300), &stored), [0, 1, 1, 0, 0, 0], "zero is the nearest");
        assert_eq!(
            masked(&MaskTest::equal(Number::Complex(0.1, 1.0), Scalar::Float32, ByteOrder::Big), &stored),
            [0; 6]
        );
    }

    #[test]
    fn integers_have_to_have_room_for_it() {
        let equal = |number, kind| MaskTest::equal(number, kind, ByteOrder::Little);
        let bytes = [0, 1, 0x7f, 0x80, 0xff];
        assert_eq!(masked(&equal(Number::Integer(-1), Scalar::Int8), &bytes), [0, 0, 0, 0, 1]);
        assert_eq!(masked(&equal(Number::Integer(-1), Scalar::Uint8), &bytes), [0; 5]);
        assert_eq!(masked(&equal(Number::Integer(255), Scalar::Int8), &bytes), [0; 5]);
        assert_eq!(masked(&equal(Number::Integer(255), Scalar::Uint8), &bytes), [0, 0, 0, 0, 1]);
        assert_eq!(masked(&equal(Number::Float(-128.0), Scalar::Int8), &bytes), [0, 0, 0, 1, 0]);
        assert_eq!(masked(&equal(Number::Float(0.5), Scalar::Int8), &bytes), [0; 5]);
        assert_eq!(masked(&equal(Number::Float(f64::NAN), Scalar::Int8), &bytes), [0; 5]);
        assert_eq!(masked(&equal(Number::Integer(1), Scalar::Bool8), &bytes), [0, 1, 1, 1, 1]);
        assert_eq!(masked(&equal(Number::Integer(0), Scalar::Bool8), &bytes), [1, 0, 0, 0, 0]);
        assert_eq!(masked(&equal(Number::Integer(2), Scalar::Bool8), &bytes), [0; 5]);
        for (value, kind) in [(i128::MIN, Scalar::Int128), (i128::MAX, Scalar::Uint128)] {
            assert_eq!(masked(&equal(Number::Integer(value), kind), &value.to_le_bytes()), [1]);
            assert_eq!(masked(&equal(Number::Integer(!value), kind), &value.to_le_bytes()), [0]);
        }
    }

    #[test]
    fn complex_numbers_are_equal_in_both_parts_and_nan_in_one() {
        let stored: Vec<u8> = [1.0, 2.0, 1.0, 0.0, f64::NAN, 2.0, 1.0, f64::NAN]
            .iter()
            .flat_map(|x: &f64| x.to_le_bytes())
            .collect();
        let equal = |number| MaskTest::equal(number, Scalar::Complex128, ByteOrder::Little);
        assert_eq!(masked(&equal(Number::Complex(1.0, 2.0)), &stored), [1, 0, 0, 0]);
        assert_eq!(masked(&equal(Number::Integer(1)), &stored), [0, 1, 0, 0]);
        assert_eq!(masked(&equal(Number::Float(f64::NAN)), &stored), [0, 0, 1, 1]);
    }

    #[test]
    fn anything_but_zero_masks() {
        let scalar = |kind| MaskTest::not_zero(&Datatype::Scalar(kind, ByteOrder::Big));
        assert_eq!(masked(&scalar(Scalar::Bool8), &[0, 1, 2]), [0, 1, 1]);
        assert_eq!(masked(&scalar(Scalar::Int16), &[0, 0, 1, 0, 0x80, 0]), [0, 1, 1]);
        let floats: Vec<u8> =
            [0.0f64, -0.0, f64::NAN, -1e-300].iter().flat_map(|x| x.to_be_bytes()).collect();
        assert_eq!(masked(&scalar(Scalar::Float64), &floats), [0, 0, 1, 1]);
        assert_eq!(masked(&scalar(Scalar::Complex128), &floats), [0, 1]);
    }
}
