//! `HCOMPRESS_1`: the H-transform of a tile, its bit planes coded as quadtrees (FITS 4.0, section 10.4.4; R. L. White,
//! "High-performance compression of astronomical images", 1992).
//!
//! A tile begins with its magic, its shape, the scale of the quantised coefficients, their sum, and the number of bit
//! planes of three parts of the transform. The bit planes follow, then the signs.

use super::{hinverse, zeros};
use crate::codec::input::corrupt;
use crate::error::Result;

const MAGIC: [u8; 2] = [0xdd, 0x99];
/// No coefficient has more bits.
const MOST_PLANES: u8 = 62;

/// Decodes `count` pixels, smoothed if `smooth`.
pub(super) fn decode(stored: &[u8], smooth: bool, count: usize) -> Result<Vec<i64>> {
    let ends = || corrupt("an HCOMPRESS_1 tile ends too early");
    let rest =
        stored.strip_prefix(&MAGIC).ok_or_else(|| corrupt("a tile does not begin as one of HCOMPRESS_1"))?;
    let (head, rest) = rest.split_first_chunk::<23>().ok_or_else(ends)?;
    let integer =
        |at: usize| head.get(at..).and_then(<[u8]>::first_chunk).map(|bytes| i32::from_be_bytes(*bytes));
    let (rows, columns) = (integer(0).ok_or_else(ends)?, integer(4).ok_or_else(ends)?);
    let scale = i64::from(integer(8).ok_or_else(ends)?);
    let sum = head
        .get(12..)
        .and_then(<[u8]>::first_chunk)
        .map(|bytes| i64::from_be_bytes(*bytes))
        .ok_or_else(ends)?;
    let planes = head.last_chunk::<3>().ok_or_else(ends)?;
    let length = |length: i32| usize::try_from(length).unwrap_or(0);
    let (rows, columns) = (length(rows), length(columns));
    if rows.checked_mul(columns) != Some(count) || count == 0 {
        return Err(corrupt(format!("an HCOMPRESS_1 tile has {rows} × {columns} pixels, its place {count}")));
    }
    if planes.iter().any(|planes| *planes > MOST_PLANES) {
        return Err(corrupt("an HCOMPRESS_1 tile has too many bit planes"));
    }
    let mut values = zeros::<i64>(count)?;
    let mut bits = Bits { bytes: rest, next: 0 };
    let (upper, left) = (rows.div_ceil(2), columns.div_ceil(2));
    for (first, rows, columns_of, planes) in [
        (0, upper, left, planes[0]),
        (left, upper, columns / 2, planes[1]),
        (columns * upper, rows / 2, left, planes[1]),
        (columns * upper + left, rows / 2, columns / 2, planes[2]),
    ] {
        Quadrant { first, stride: columns, rows, columns: columns_of }.decode(
            &mut bits,
            planes,
            &mut values,
        )?;
    }
    if bits.take(4).ok_or_else(ends)? != 0 {
        return Err(corrupt("the bit planes of an HCOMPRESS_1 tile do not end where they should"));
    }
    bits.align();
    for value in values.iter_mut().filter(|value| **value != 0) {
        if bits.take(1).ok_or_else(ends)? == 1 {
            *value = -*value;
        }
    }
    if let Some(first) = values.first_mut() {
        *first = sum;
    }
    if scale > 1 {
        for value in &mut values {
            *value = value.wrapping_mul(scale);
        }
    }
    hinverse::inverse(&mut values, rows, columns, smooth.then_some(scale));
    Ok(values)
}

/// Takes bits off the front of bytes, the most significant first.
struct Bits<'a> {
    bytes: &'a [u8],
    /// The number of the next bit.
    next: usize,
}

impl Bits<'_> {
    /// The next bits, at most 8.
    #[inline]
    fn take(&mut self, count: usize) -> Option<u8> {
        let at = self.next / 8;
        let first = u16::from(*self.bytes.get(at)?);
        let second = self.bytes.get(at + 1).copied();
        let end = self.next % 8 + count;
        if end > 8 && second.is_none() {
            return None;
        }
        let pair = first << 8 | u16::from(second.unwrap_or(0));
        self.next += count;
        u8::try_from(pair << (end - count) >> (16 - count)).ok()
    }

    /// Goes on with the next whole byte.
    fn align(&mut self) {
        self.next = self.next.next_multiple_of(8);
    }

    /// A nybble of a quadtree: 3 to 6 bits.
    #[inline]
    fn code(&mut self) -> Option<u8> {
        let code = self.take(3)?;
        if code < 4 {
            return Some(1 << code);
        }
        let code = code << 1 | self.take(1)?;
        if let Some(nybble) = [3, 5, 10, 12, 15].get(usize::from(code).checked_sub(8)?) {
            return Some(*nybble);
        }
        let code = code << 1 | self.take(1)?;
        if let Some(nybble) = [6, 7, 9, 11, 13].get(usize::from(code).checked_sub(26)?) {
            return Some(*nybble);
        }
        Some(if self.take(1)? == 0 { 0 } else { 14 })
    }
}

/// A part of the transform: a box of the values.
struct Quadrant {
    first: usize,
    stride: usize,
    rows: usize,
    columns: usize,
}

impl Quadrant {
    /// Decodes its bit planes, from the highest.
    fn decode(&self, bits: &mut Bits<'_>, planes: u8, values: &mut [i64]) -> Result<()> {
        let ends = || corrupt("the bit planes of an HCOMPRESS_1 tile end too early");
        if self.rows == 0 || self.columns == 0 {
            // A part without values still has a code for each plane.
            for _ in 0..planes {
                bits.take(4).ok_or_else(ends)?;
            }
            return Ok(());
        }
        let (rows, columns) = (self.rows.div_ceil(2), self.columns.div_ceil(2));
        let steps = self.rows.max(self.columns).next_power_of_two().trailing_zeros();
        for plane in (0..planes).rev() {
            let codes = match bits.take(4).ok_or_else(ends)? {
                // The nybbles of the plane themselves.
                0 => {
                    (0..rows * columns).map(|_| bits.take(4)).collect::<Option<Vec<u8>>>().ok_or_else(ends)?
                }
                0xf => {
                    let mut codes = vec![bits.code().ok_or_else(ends)?];
                    let (mut held, mut wide) = (1, 1);
                    for step in 1..steps {
                        let shift = steps - step;
                        let (next, next_wide) =
                            (self.rows.div_ceil(1 << shift), self.columns.div_ceil(1 << shift));
                        codes = expand(&codes, held, wide, next, next_wide);
                        for code in codes.iter_mut().rev().filter(|code| **code != 0) {
                            *code = bits.code().ok_or_else(ends)?;
                        }
                        (held, wide) = (next, next_wide);
                    }
                    codes
                }
                _ => return Err(corrupt("a bit plane of an HCOMPRESS_1 tile has an unknown form")),
            };
            let bit = 1i64 << plane;
            for (row, codes) in codes.chunks(columns).enumerate() {
                for (number, code) in codes.iter().enumerate() {
                    for (mask, down, right) in [(8, 0, 0), (4, 0, 1), (2, 1, 0), (1, 1, 1)] {
                        let (row, column) = (2 * row + down, 2 * number + right);
                        if code & mask == 0 || row >= self.rows || column >= self.columns {
                            continue;
                        }
                        if let Some(value) = values.get_mut(self.first + row * self.stride + column) {
                            *value |= bit;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Expands nybbles, `held` rows of `wide`, to their four bits, `rows` rows of `columns`.
fn expand(codes: &[u8], held: usize, wide: usize, rows: usize, columns: usize) -> Vec<u8> {
    let mut output = vec![0; rows * columns];
    for (row, line) in output.chunks_mut(columns.max(1)).enumerate() {
        for (column, slot) in line.iter_mut().enumerate() {
            let shift = 3 - (2 * (row % 2) + column % 2);
            let at = (row / 2).min(held.saturating_sub(1)) * wide + (column / 2).min(wide.saturating_sub(1));
            *slot = codes.get(at).copied().unwrap_or(0) >> shift & 1;
        }
    }
    output
}
