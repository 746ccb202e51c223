//! Images (FITS 4.0, sections 3.3 and 4.4.2): `BITPIX`, `NAXISn`, `BSCALE`, `BZERO` and `BLANK`.
//!
//! An offset of half the range makes signed numbers unsigned, and bytes signed. Any other scale makes floats, of 32 bits
//! for numbers of 8 and 16 bits and of 64 bits for wider ones, as astropy does. Elements that equal BLANK are masked; as
//! floats they are NaN.

use super::super::array::{Mask, NdArray};
use super::super::datatype::{ByteOrder, Datatype, Scalar};
use super::super::mask_test::{MaskTest, Number};
use crate::error::Result;
use crate::layout::Hdu;
use crate::layout::fits::{Coding, NumberCoding, Stored, bad};

/// What the elements of an image are.
pub(super) struct Elements {
    pub(super) coding: NumberCoding,
    pub(super) datatype: Datatype,
    pub(super) mask: Option<Mask>,
}

/// The number type that BITPIX stands for.
pub(super) fn stored_of(bits: i128) -> Result<Stored> {
    Ok(match bits {
        8 => Stored::Byte,
        16 => Stored::Short,
        32 => Stored::Int,
        64 => Stored::Long,
        -32 => Stored::Float,
        -64 => Stored::Double,
        _ => return Err(bad(format!("the number of bits is {bits}, none of 8, 16, 32, 64, -32 and -64"))),
    })
}

/// The type of stored numbers.
pub(super) fn plain(stored: Stored) -> Scalar {
    match stored {
        Stored::Byte => Scalar::Uint8,
        Stored::Short => Scalar::Int16,
        Stored::Int => Scalar::Int32,
        Stored::Long => Scalar::Int64,
        Stored::Float => Scalar::Float32,
        Stored::Double => Scalar::Float64,
    }
}

/// The type of numbers whose first bit is inverted, and the offset that says so.
pub(super) fn flipped(stored: Stored) -> Option<(Scalar, f64)> {
    match stored {
        Stored::Byte => Some((Scalar::Int8, -128.0)),
        Stored::Short => Some((Scalar::Uint16, 32768.0)),
        Stored::Int => Some((Scalar::Uint32, 2_147_483_648.0)),
        Stored::Long => Some((Scalar::Uint64, 9_223_372_036_854_775_808.0)),
        Stored::Float | Stored::Double => None,
    }
}

/// The scale of stored numbers, and what is added to them then.
fn scale_of(hdu: &Hdu) -> (f64, f64) {
    let number = |keyword, default| hdu.header.number(keyword).filter(|_| !hdu.as_stored).unwrap_or(default);
    (number("BSCALE", 1.0), number("BZERO", 0.0))
}

/// How numbers of an image are scaled, and what they become.
pub(super) fn elements(hdu: &Hdu, stored: Stored, blank: Option<i128>) -> Elements {
    let (scale, zero) = scale_of(hdu);
    let blank =
        blank.filter(|_| stored.is_integer() && !hdu.as_stored).and_then(|blank| i64::try_from(blank).ok());
    let equal = |number: Number, scalar| Mask::Value(MaskTest::equal(number, scalar, ByteOrder::Big));
    let is_plain = scale.to_bits() == 1f64.to_bits();
    if is_plain && zero == 0.0 {
        let scalar = plain(stored);
        return Elements {
            coding: NumberCoding::Copy(stored.size()),
            datatype: Datatype::Scalar(scalar, ByteOrder::Big),
            mask: blank.map(|blank| equal(Number::Integer(blank.into()), scalar)),
        };
    }
    if let Some((scalar, offset)) =
        flipped(stored).filter(|(_, offset)| is_plain && zero.to_bits() == offset.to_bits())
    {
        let offset = Number::Float(offset).integer().unwrap_or_default();
        return Elements {
            coding: NumberCoding::Flip(stored),
            datatype: Datatype::Scalar(scalar, ByteOrder::Big),
            mask: blank.map(|blank| equal(Number::Integer(i128::from(blank) + offset), scalar)),
        };
    }
    scaled(hdu, stored, blank, blank.is_some())
}

/// Numbers that become floats; if some are `missing`, these are NaN, and masked.
pub(super) fn scaled(hdu: &Hdu, stored: Stored, null: Option<i64>, missing: bool) -> Elements {
    let (scale, zero) = scale_of(hdu);
    let wide = matches!(stored, Stored::Int | Stored::Long | Stored::Double);
    let scalar = if wide { Scalar::Float64 } else { Scalar::Float32 };
    let nan = || Mask::Value(MaskTest::equal(Number::Float(f64::NAN), scalar, ByteOrder::Little));
    Elements {
        coding: NumberCoding::Scale { stored, wide, scale, zero, null },
        datatype: Datatype::Scalar(scalar, ByteOrder::Little),
        mask: missing.then(nan),
    }
}

/// The array in an image.
pub(super) fn describe(hdu: &Hdu) -> Result<NdArray> {
    let mut shape = hdu.header.axes("NAXIS")?;
    shape.reverse();
    let bits = hdu.header.integer("BITPIX").unwrap_or_default();
    let Elements { coding, datatype, mask, .. } =
        elements(hdu, stored_of(bits)?, hdu.header.integer("BLANK"));
    let count = shape.iter().try_fold(1u64, |count, length| count.checked_mul(*length));
    let count = count.ok_or_else(|| bad("the image has too many elements"))?;
    let coding = match coding {
        NumberCoding::Copy(_) => None,
        coding => Some(Coding::Numbers(coding, count)),
    };
    Ok(NdArray { mask, ..NdArray::in_hdu((hdu.index, hdu.label().into()), shape, datatype, coding)? })
}
