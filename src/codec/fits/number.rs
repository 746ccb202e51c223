//! Numbers of images and tables (FITS 4.0, section 5; `BSCALE`, `BZERO`, `TSCALn` and `TZEROn`).
//!
//! Scaling is done in the precision of the result, as numpy does it, so that results equal those of astropy bit by bit. The loops go
//! over units of a size that the compiler knows, so that it makes vector instructions of them.

use crate::layout::fits::{NumberCoding, Stored};

/// Appends `stored` numbers to `output` as `coding` says.
pub(crate) fn append_numbers(coding: NumberCoding, stored: &[u8], output: &mut Vec<u8>) {
    let before = output.len();
    if let NumberCoding::Scale { .. } | NumberCoding::ScaleComplex { .. } = coding {
        let (unit, item) = coding.sizes();
        let count = stored.len() / usize::try_from(unit).unwrap_or(1).max(1);
        output.resize(before + count * usize::try_from(item).unwrap_or(0), 0);
        convert_numbers(coding, stored, output.get_mut(before..).unwrap_or_default());
    } else {
        output.extend_from_slice(stored);
        flip(coding, output.get_mut(before..).unwrap_or_default());
    }
}

/// Writes `stored` numbers to `output` as `coding` says, as many as both can hold.
pub(crate) fn convert_numbers(coding: NumberCoding, stored: &[u8], output: &mut [u8]) {
    if let NumberCoding::ScaleComplex { parts, scale, zero } = coding {
        let scaled = NumberCoding::Scale { stored: parts, wide: true, scale, zero: 0.0, null: None };
        convert_numbers(scaled, stored, output);
        let (unit, _) = coding.sizes();
        let count = stored.len() / usize::try_from(unit).unwrap_or(1).max(1);
        for [real, _] in output.as_chunks_mut::<8>().0.as_chunks_mut::<2>().0.iter_mut().take(count) {
            *real = (f64::from_le_bytes(*real) + zero).to_le_bytes();
        }
        return;
    }
    let NumberCoding::Scale { stored: kind, wide, scale, zero, null } = coding else {
        let length = stored.len().min(output.len());
        if let (Some(from), Some(to)) = (stored.get(..length), output.get_mut(..length)) {
            to.copy_from_slice(from);
            flip(coding, to);
        }
        return;
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the scale is rounded to the precision of the result"
    )]
    let (narrow_scale, narrow_zero) = (scale as f32, zero as f32);
    let double = |value: f64| (value * scale + zero).to_le_bytes();
    let single = |value: f32| (value * narrow_scale + narrow_zero).to_le_bytes();
    match (kind, wide) {
        (Stored::Byte, false) => each(stored, output, |[byte]| single(byte.into())),
        (Stored::Byte, true) => each(stored, output, |[byte]| double(byte.into())),
        (Stored::Short, false) => each(stored, output, |unit| single(i16::from_be_bytes(unit).into())),
        (Stored::Short, true) => each(stored, output, |unit| double(i16::from_be_bytes(unit).into())),
        (Stored::Float, false) => each(stored, output, |unit| single(f32::from_be_bytes(unit))),
        (Stored::Float, true) => each(stored, output, |unit| double(f32::from_be_bytes(unit).into())),
        (Stored::Int, _) => each(stored, output, |unit| double(i32::from_be_bytes(unit).into())),
        #[expect(clippy::cast_precision_loss, reason = "rounding to the nearest float is what is wanted")]
        (Stored::Long, _) => each(stored, output, |unit| double(i64::from_be_bytes(unit) as f64)),
        (Stored::Double, _) => each(stored, output, |unit| double(f64::from_be_bytes(unit))),
    }
    if let Some(null) = null {
        match kind.size() {
            1 => not_numbers::<1>(wide, null, stored, output),
            2 => not_numbers::<2>(wide, null, stored, output),
            4 => not_numbers::<4>(wide, null, stored, output),
            _ => not_numbers::<8>(wide, null, stored, output),
        }
    }
}

/// Writes what `decode` makes of each unit.
fn each<const N: usize, const M: usize>(
    stored: &[u8],
    output: &mut [u8],
    decode: impl Fn([u8; N]) -> [u8; M],
) {
    for (unit, slot) in stored.as_chunks::<N>().0.iter().zip(output.as_chunks_mut::<M>().0) {
        *slot = decode(*unit);
    }
}

/// Writes NaN where the stored number is `null`.
fn not_numbers<const N: usize>(wide: bool, null: i64, stored: &[u8], output: &mut [u8]) {
    let Some(null) = stored_null::<N>(null) else { return };
    let missing = stored.as_chunks::<N>().0.iter().map(|unit| *unit == null);
    if wide {
        let slots = missing.zip(output.as_chunks_mut::<8>().0);
        slots.filter(|(missing, _)| *missing).for_each(|(_, slot)| *slot = f64::NAN.to_le_bytes());
    } else {
        let slots = missing.zip(output.as_chunks_mut::<4>().0);
        slots.filter(|(missing, _)| *missing).for_each(|(_, slot)| *slot = f32::NAN.to_le_bytes());
    }
}

/// How an integer of `N` bytes is stored; `None` if it does not fit. Single bytes are unsigned.
fn stored_null<const N: usize>(null: i64) -> Option<[u8; N]> {
    let bits = 8 * u32::try_from(N).ok()?;
    let fits = if N == 1 { (0..256).contains(&null) } else { null == null << (64 - bits) >> (64 - bits) };
    null.to_be_bytes().last_chunk().copied().filter(|_| fits)
}

/// Inverts the first bit of each number, if `coding` says so.
fn flip(coding: NumberCoding, numbers: &mut [u8]) {
    let NumberCoding::Flip(kind) = coding else { return };
    match kind.size() {
        1 => flip_units::<1>(numbers),
        2 => flip_units::<2>(numbers),
        4 => flip_units::<4>(numbers),
        _ => flip_units::<8>(numbers),
    }
}

/// Inverts the first bit of each unit, eight bytes at a time.
fn flip_units<const N: usize>(bytes: &mut [u8]) {
    let mut first_bits = [0; 8];
    first_bits.iter_mut().step_by(N).for_each(|byte| *byte = 0x80);
    let first_bits = u64::from_ne_bytes(first_bits);
    let (words, rest) = bytes.as_chunks_mut::<8>();
    for word in words {
        *word = (u64::from_ne_bytes(*word) ^ first_bits).to_ne_bytes();
    }
    for first in rest.iter_mut().step_by(N) {
        *first ^= 0x80;
    }
}

/// Says of each stored number in `mask` whether it is `null`.
pub(crate) fn mark_null(kind: Stored, null: i64, stored: &[u8], mask: &mut [u8]) {
    match kind.size() {
        1 => mark::<1>(null, stored, mask),
        2 => mark::<2>(null, stored, mask),
        4 => mark::<4>(null, stored, mask),
        _ => mark::<8>(null, stored, mask),
    }
}

fn mark<const N: usize>(null: i64, stored: &[u8], mask: &mut [u8]) {
    let null = stored_null::<N>(null);
    for (masked, unit) in mask.iter_mut().zip(stored.as_chunks::<N>().0) {
        *masked = u8::from(Some(*unit) == null);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appended(coding: NumberCoding, stored: &[u8]) -> Vec<u8> {
        let mut output = vec![7];
        append_numbers(coding, stored, &mut output);
        output
    }

    #[test]
    fn first_bits_are_inverted_of_any_number_of_units() {
        for count in 0..20_u8 {
            let stored: Vec<u8> = (0..4 * count).collect();
            let expected: Vec<u8> = std::iter::once(7)
                .chain(stored.iter().map(|byte| if byte % 4 == 0 { byte ^ 0x80 } else { *byte }))
                .collect();
            assert_eq!(appended(NumberCoding::Flip(Stored::Int), &stored), expected);
        }
    }

    #[test]
    fn numbers_that_are_missing_are_nan_and_no_others() {
        let coding = |stored, wide, null| NumberCoding::Scale {
            stored,
            wide,
            scale: 2.0,
            zero: 1.0,
            null: Some(null),
        };
        let floats = |bytes: Vec<u8>| -> Vec<f32> {
            bytes[1..].as_chunks::<4>().0.iter().map(|unit| f32::from_le_bytes(*unit)).collect()
        };
        let doubles = |bytes: Vec<u8>| -> Vec<f64> {
            bytes[1..].as_chunks::<8>().0.iter().map(|unit| f64::from_le_bytes(*unit)).collect()
        };
        let found = floats(appended(coding(Stored::Short, false, -1), &[0xff, 0xff, 0, 1, 0xff, 0]));
        assert!(found[0].is_nan());
        assert_eq!(found[1..], [3.0, -511.0]);
        // No unsigned byte is -1, and no integer of 16 bits is 65535.
        assert_eq!(floats(appended(coding(Stored::Byte, false, -1), &[0xff])), [511.0]);
        assert_eq!(floats(appended(coding(Stored::Short, false, 65535), &[0xff, 0xff])), [-1.0]);
        let found = doubles(appended(coding(Stored::Long, true, 3), &[0, 0, 0, 0, 0, 0, 0, 3]));
        assert!(found[0].is_nan());
        let mut mask = [9; 3];
        mark_null(Stored::Byte, 255, &[255, 1, 255], &mut mask);
        assert_eq!(mask, [1, 0, 1]);
    }
}
