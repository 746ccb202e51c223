//! `GZIP_1` and `GZIP_2`: a gzip file (RFC 1952) for each tile; in the second the bytes of the numbers are shuffled, all
//! first bytes before all second ones (FITS 4.0, section 10.4.2).

use crate::codec::input::corrupt;
use crate::codec::zlib::inflate;
use crate::error::Result;

/// Decodes a gzip file of at most `most` bytes.
pub(super) fn decode(stored: &[u8], most: usize) -> Result<Vec<u8>> {
    if !stored.starts_with(&[0x1f, 0x8b]) {
        let output = inflate::zlib(stored, most);
        return output.ok_or_else(|| corrupt("a tile is not compressed by gzip"));
    }
    let body = header_end(stored).and_then(|begin| stored.get(begin..));
    let body = body.ok_or_else(|| corrupt("the header of a gzip tile is damaged"))?;
    let (output, taken) = inflate::bare(body, most).ok_or_else(|| corrupt("a gzip tile is damaged"))?;
    let trailer = body.get(taken..).and_then(<[u8]>::first_chunk::<4>);
    if trailer.map(|sum| u32::from_le_bytes(*sum)) != Some(checksum(&output)) {
        return Err(corrupt("the checksum of a gzip tile does not match"));
    }
    Ok(output)
}

/// Brings shuffled bytes of numbers of `item` bytes into order.
pub(super) fn unshuffle(shuffled: &[u8], item: usize) -> Vec<u8> {
    let mut output = vec![0; shuffled.len()];
    match item {
        2 => unshuffle_units::<2>(shuffled, &mut output),
        4 => unshuffle_units::<4>(shuffled, &mut output),
        8 => unshuffle_units::<8>(shuffled, &mut output),
        _ => output.copy_from_slice(shuffled),
    }
    output
}

/// Writes as many whole units as there are.
fn unshuffle_units<const N: usize>(shuffled: &[u8], output: &mut [u8]) {
    let units = output.as_chunks_mut::<N>().0;
    let mut planes = [shuffled; N];
    for (number, plane) in planes.iter_mut().enumerate() {
        let plane_of = shuffled.get(number * units.len()..);
        *plane = plane_of.and_then(|plane| plane.get(..units.len())).unwrap_or_default();
    }
    for (at, unit) in units.iter_mut().enumerate() {
        *unit = planes.map(|plane| plane.get(at).copied().unwrap_or(0));
    }
}

/// Where the header of a gzip file ends (RFC 1952, 2.3).
fn header_end(stored: &[u8]) -> Option<usize> {
    let [_, _, 8, flags, ..] = stored else { return None };
    let mut at = 10;
    if flags & 4 != 0 {
        let length = u16::from_le_bytes(*stored.get(at..)?.first_chunk()?);
        at += 2 + usize::from(length);
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            at += stored.get(at..)?.iter().position(|byte| *byte == 0)? + 1;
        }
    }
    Some(if flags & 2 != 0 { at + 2 } else { at })
}

/// CRC-32 (RFC 1952, 8), eight bytes at a time.
fn checksum(bytes: &[u8]) -> u32 {
    let table = |number: usize, index: u64| {
        let row = TABLES.get(number);
        row.and_then(|row| row.get(usize::try_from(index & 0xff).unwrap_or(0))).copied().unwrap_or(0)
    };
    let (chunks, rest) = bytes.as_chunks::<8>();
    let mut sum = !0u32;
    for chunk in chunks {
        let word = u64::from_le_bytes(*chunk) ^ u64::from(sum);
        sum = (0..8).fold(0, |sum, number| sum ^ table(7 - number, word >> (8 * number)));
    }
    for byte in rest {
        sum = sum >> 8 ^ table(0, u64::from(sum) ^ u64::from(*byte));
    }
    !sum
}

static TABLES: [[u32; 256]; 8] = tables();

#[expect(clippy::indexing_slicing, clippy::cast_possible_truncation, reason = "evaluated while compiling")]
const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut index = 0;
    while index < 256 {
        let mut sum = index as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
            bit += 1;
        }
        tables[0][index] = sum;
        index += 1;
    }
    let mut number = 1;
    while number < 8 {
        let mut index = 0;
        while index < 256 {
            let before = tables[number - 1][index];
            tables[number][index] = before >> 8 ^ tables[0][(before & 0xff) as usize];
            index += 1;
        }
        number += 1;
    }
    tables
}
