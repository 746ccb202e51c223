//! One tile of a compressed image: its stored bytes to numbers of the image.

use super::number::append_numbers;
use super::quantised::{Levels, Randoms};
use super::{gzip, hcompress, plio, rice, room, zeros};
use crate::codec::input::corrupt;
use crate::error::Result;
use crate::layout::fits::{Algorithm, Dither, NumberCoding, PerTile, Quantisation, Stored, Tiling};

/// In which column a tile is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TileForm {
    /// `COMPRESSED_DATA`: by the algorithm of the image.
    Compressed,
    /// `GZIP_COMPRESSED_DATA`: by gzip, not quantised.
    Gzip,
    /// `UNCOMPRESSED_DATA`: as it is.
    Raw,
}

/// A tile as it is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredTile<'a> {
    pub(crate) form: TileForm,
    pub(crate) bytes: &'a [u8],
    /// Its number, and how many elements it has.
    pub(crate) number: u64,
    pub(crate) count: usize,
    /// How it was quantised, and the integer that stands for a missing value.
    pub(crate) scale: f64,
    pub(crate) zero: f64,
    pub(crate) blank: Option<i64>,
}

/// Decodes a tile to elements as the coding of the image says.
pub(crate) fn decode_tile(tiling: &Tiling, tile: StoredTile<'_>, randoms: &Randoms) -> Result<Vec<u8>> {
    let numbers = numbers(tiling, tile, randoms)?;
    let unit = usize::try_from(tiling.stored.size()).unwrap_or(1);
    if numbers.len() != tile.count.saturating_mul(unit) {
        let message = format!("a tile of {} elements decodes to {} bytes", tile.count, numbers.len());
        return Err(corrupt(message));
    }
    if let NumberCoding::Copy(_) = tiling.coding {
        return Ok(numbers);
    }
    let item = usize::try_from(tiling.item()).unwrap_or(8);
    let mut output = room(tile.count.saturating_mul(item))?;
    append_numbers(coding_of(tiling, &tile), &numbers, &mut output);
    Ok(output)
}

/// What is done to the numbers of a tile, which may have its own integer for a missing value.
fn coding_of(tiling: &Tiling, tile: &StoredTile<'_>) -> NumberCoding {
    match (tiling.coding, tiling.blank) {
        (NumberCoding::Scale { stored, wide, scale, zero, .. }, Some(PerTile::Column(..)))
            if stored.is_integer() =>
        {
            NumberCoding::Scale { stored, wide, scale, zero, null: tile.blank }
        }
        (coding, _) => coding,
    }
}

/// The numbers of a tile as an uncompressed image would have them.
fn numbers(tiling: &Tiling, tile: StoredTile<'_>, randoms: &Randoms) -> Result<Vec<u8>> {
    let StoredTile { form, bytes, count, .. } = tile;
    let most = count.saturating_mul(8);
    let quantisation = tiling.quantisation.as_ref().filter(|_| form == TileForm::Compressed);
    let algorithm = match form {
        TileForm::Compressed => tiling.algorithm,
        TileForm::Gzip => Algorithm::Gzip1,
        TileForm::Raw => Algorithm::None,
    };
    let unshuffled = |bytes: Vec<u8>| gzip::unshuffle(&bytes, bytes.len() / count.max(1));
    let raw = match algorithm {
        Algorithm::Rice { block, bytes: size } => {
            return place(tiling, quantisation, tile, randoms, &rice::decode(bytes, block, size, count)?);
        }
        Algorithm::Plio => {
            return place(tiling, quantisation, tile, randoms, &plio::decode(bytes, count)?);
        }
        Algorithm::Hcompress { smooth } => {
            let values = hcompress::decode(bytes, smooth, count)?;
            return place(tiling, quantisation, tile, randoms, &values);
        }
        Algorithm::Gzip1 => gzip::decode(bytes, most)?,
        Algorithm::Gzip2 => unshuffled(gzip::decode(bytes, most)?),
        Algorithm::None => bytes.to_vec(),
    };
    let unit = usize::try_from(tiling.stored.size()).unwrap_or(1);
    if quantisation.is_none() && raw.len() == count.saturating_mul(unit) {
        return Ok(raw);
    }
    // Integers may be stored in more bytes than the image has, and quantised floats in fewer.
    let values: Vec<i64> = match raw.len() / count.max(1) {
        1 => raw.iter().map(|byte| (*byte).into()).collect(),
        2 => raw.as_chunks::<2>().0.iter().map(|unit| i16::from_be_bytes(*unit).into()).collect(),
        4 => raw.as_chunks::<4>().0.iter().map(|unit| i32::from_be_bytes(*unit).into()).collect(),
        _ => raw.as_chunks::<8>().0.iter().map(|unit| i64::from_be_bytes(*unit)).collect(),
    };
    place(tiling, quantisation, tile, randoms, &values)
}

/// Stores integers as an uncompressed image would have them.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "integers are cut to the size that the image has"
)]
fn place<T: Copy + Into<i64>>(
    tiling: &Tiling,
    quantisation: Option<&Quantisation>,
    tile: StoredTile<'_>,
    randoms: &Randoms,
    values: &[T],
) -> Result<Vec<u8>> {
    let unit = usize::try_from(tiling.stored.size()).unwrap_or(1);
    let mut output = zeros(values.len().saturating_mul(unit))?;
    let identity = Levels { scale: 1.0, zero: 0.0, dither: Dither::None, blank: tile.blank, row: 0, randoms };
    let levels = quantisation.map_or(identity, |quantisation| Levels {
        scale: tile.scale,
        zero: tile.zero,
        dither: quantisation.dither,
        row: tile.number.saturating_add(quantisation.seed),
        ..identity
    });
    match tiling.stored {
        Stored::Byte => each(values, &mut output, |value| [value as u8]),
        Stored::Short => each(values, &mut output, |value| (value as i16).to_be_bytes()),
        Stored::Int => each(values, &mut output, |value| (value as i32).to_be_bytes()),
        Stored::Long => each(values, &mut output, i64::to_be_bytes),
        Stored::Float => levels.restore(values, &mut output, |value| (value as f32).to_be_bytes()),
        Stored::Double => levels.restore(values, &mut output, f64::to_be_bytes),
    }
    Ok(output)
}

/// Writes each value.
fn each<T: Copy + Into<i64>, const N: usize>(
    values: &[T],
    output: &mut [u8],
    encode: impl Fn(i64) -> [u8; N],
) {
    for (value, slot) in values.iter().zip(output.as_chunks_mut::<N>().0) {
        *slot = encode((*value).into());
    }
}
