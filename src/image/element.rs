//! What an array holds, and the two forms in which the other modules see it: `f64` values, and 64-bit keys.
//!
//! A key is an unsigned integer in the order of the values (IEEE 754 totalOrder for floats): unsigned integers are
//! their own, signed ones have the sign bit flipped, floats too or, if negative, all bits. Keys are aligned to the
//! top, so that a radix pass takes its first digit at the same place for each type. Only these conversions are
//! compiled per type; every loop behind them exists once.

use std::ops::Range;

use crate::error::{Error, ErrorKind, Result};

/// A numeric type that can be drawn. Half-precision floats arrive as `Float32`, truth values as `Uint8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the standard's")]
pub enum Element {
    Int8,
    Int16,
    Int32,
    Int64,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Float32,
    Float64,
}

const SIGN: u64 = 1 << 63;

impl Element {
    /// The type of that name, such as `"float32"`.
    pub fn named(name: &str) -> Result<Self> {
        Ok(match name {
            "int8" => Self::Int8,
            "int16" => Self::Int16,
            "int32" => Self::Int32,
            "int64" => Self::Int64,
            "uint8" => Self::Uint8,
            "uint16" => Self::Uint16,
            "uint32" => Self::Uint32,
            "uint64" => Self::Uint64,
            "float32" => Self::Float32,
            "float64" => Self::Float64,
            _ => {
                let message =
                    format!("elements of type `{name}` cannot be drawn: expected integers or floats");
                return Err(Error::new(ErrorKind::UnsupportedDatatype, message));
            }
        })
    }

    /// The size of an element in bytes.
    pub const fn size(self) -> usize {
        match self {
            Self::Int8 | Self::Uint8 => 1,
            Self::Int16 | Self::Uint16 => 2,
            Self::Int32 | Self::Uint32 | Self::Float32 => 4,
            Self::Int64 | Self::Uint64 | Self::Float64 => 8,
        }
    }

    /// The number of bits in which keys differ, counted from the top.
    pub(super) const fn bits(self) -> u32 {
        match self {
            Self::Int8 | Self::Uint8 => 8,
            Self::Int16 | Self::Uint16 => 16,
            Self::Int32 | Self::Uint32 | Self::Float32 => 32,
            Self::Int64 | Self::Uint64 | Self::Float64 => 64,
        }
    }

    /// Replaces `out` by the values of `bytes`. Only 64-bit integers beyond 2⁵³ are rounded.
    #[expect(clippy::cast_precision_loss, reason = "to the nearest float is what is asked for")]
    pub(super) fn values(self, bytes: &[u8], out: &mut Vec<f64>) {
        match self {
            Self::Int8 => convert(bytes, out, |x| f64::from(i8::from_le_bytes(x))),
            Self::Int16 => convert(bytes, out, |x| f64::from(i16::from_le_bytes(x))),
            Self::Int32 => convert(bytes, out, |x| f64::from(i32::from_le_bytes(x))),
            Self::Int64 => convert(bytes, out, |x| i64::from_le_bytes(x) as f64),
            Self::Uint8 => convert(bytes, out, |x| f64::from(u8::from_le_bytes(x))),
            Self::Uint16 => convert(bytes, out, |x| f64::from(u16::from_le_bytes(x))),
            Self::Uint32 => convert(bytes, out, |x| f64::from(u32::from_le_bytes(x))),
            Self::Uint64 => convert(bytes, out, |x| u64::from_le_bytes(x) as f64),
            Self::Float32 => convert(bytes, out, |x| f64::from(f32::from_le_bytes(x))),
            Self::Float64 => convert(bytes, out, f64::from_le_bytes),
        }
    }

    /// Replaces `out` by the keys of `bytes`.
    pub(super) fn keys(self, bytes: &[u8], out: &mut Vec<u64>) {
        match self {
            Self::Int8 => convert(bytes, out, |x: [u8; 1]| (u64::from(u8::from_le_bytes(x)) << 56) ^ SIGN),
            Self::Int16 => convert(bytes, out, |x| (u64::from(u16::from_le_bytes(x)) << 48) ^ SIGN),
            Self::Int32 => convert(bytes, out, |x| (u64::from(u32::from_le_bytes(x)) << 32) ^ SIGN),
            Self::Int64 => convert(bytes, out, |x| u64::from_le_bytes(x) ^ SIGN),
            Self::Uint8 => convert(bytes, out, |x: [u8; 1]| u64::from(u8::from_le_bytes(x)) << 56),
            Self::Uint16 => convert(bytes, out, |x| u64::from(u16::from_le_bytes(x)) << 48),
            Self::Uint32 => convert(bytes, out, |x| u64::from(u32::from_le_bytes(x)) << 32),
            Self::Uint64 => convert(bytes, out, u64::from_le_bytes),
            Self::Float32 => convert(bytes, out, |x| float_key(u64::from(u32::from_le_bytes(x)) << 32)),
            Self::Float64 => convert(bytes, out, |x| float_key(u64::from_le_bytes(x))),
        }
    }

    /// Which values of a key's top 16 bits finite values have. No exponent reaches below these bits, so a digit is
    /// either finite altogether or not at all.
    pub(super) const fn finite_digits(self) -> Range<usize> {
        match self {
            Self::Float32 => 0x0080..0xff80,
            Self::Float64 => 0x0010..0xfff0,
            _ => 0..0x1_0000,
        }
    }

    /// The value at `t` (0 to 1) between the values of two keys in order, rounded as numpy's linear interpolation rounds:
    /// their difference is taken in the element's own type, and the nearer of the two is started from. (Where that
    /// difference overflows the type, numpy's result lies outside the two values; this one does not.)
    #[expect(clippy::cast_precision_loss, reason = "numpy makes floats of integers here too")]
    pub(super) fn interpolate(self, below: u64, above: u64, t: f64) -> f64 {
        let shift = 64 - self.bits();
        let (a, b, difference) = match self {
            Self::Uint8 | Self::Uint16 | Self::Uint32 | Self::Uint64 => {
                let (a, b) = (below >> shift, above >> shift);
                (a as f64, b as f64, b.wrapping_sub(a) as f64)
            }
            Self::Int8 | Self::Int16 | Self::Int32 | Self::Int64 => {
                let [a, b] = [below, above].map(|key| (key ^ SIGN).cast_signed() >> shift);
                (a as f64, b as f64, b.wrapping_sub(a).cast_unsigned() as f64)
            }
            Self::Float32 => {
                let [a, b] = [below, above].map(f32_of_key);
                (f64::from(a), f64::from(b), f64::from(b - a))
            }
            Self::Float64 => {
                let [a, b] = [below, above].map(|key| f64::from_bits(float_bits(key)));
                (a, b, b - a)
            }
        };
        if difference.is_infinite() {
            a * (1.0 - t) + b * t
        } else if t < 0.5 {
            a + difference * t
        } else {
            b - difference * (1.0 - t)
        }
    }
}

/// Replaces `out` by what `decode` makes of each element; bytes that are no whole element are left out.
fn convert<const N: usize, T>(bytes: &[u8], out: &mut Vec<T>, decode: impl Fn([u8; N]) -> T) {
    out.clear();
    out.extend(bytes.as_chunks().0.iter().map(|element| decode(*element)));
}

/// The key of a float whose bits are aligned to the top; those below belong to no one and may be anything.
fn float_key(bits: u64) -> u64 {
    let negative = (bits.cast_signed() >> 63).cast_unsigned();
    bits ^ (negative | SIGN)
}

fn float_bits(key: u64) -> u64 {
    let negative = (!key.cast_signed() >> 63).cast_unsigned();
    key ^ (negative | SIGN)
}

fn f32_of_key(key: u64) -> f32 {
    f32::from_bits((float_bits(key) >> 32) as u32)
}
