//! Images in compressed tiles (FITS 4.0, section 10): what the header and the columns of the table say of the image.

use super::super::array::NdArray;
use super::image::{Elements, elements, scaled, stored_of};
use crate::error::{Error, ErrorKind, Result};
use crate::layout::Hdu;
use crate::layout::fits::{
    Algorithm, Coding, Column, Descriptor, Dither, Element, Form, Header, PerTile, Quantisation, Stored,
    Tiling, bad, columns,
};

/// The image in a table of compressed tiles.
pub(super) fn describe(hdu: &Hdu) -> Result<NdArray> {
    let header = &hdu.header;
    let mut shape = header.axes("ZNAXIS")?;
    let mut tile = Vec::with_capacity(shape.len());
    for (axis, length) in shape.iter().enumerate() {
        // By default a tile is a row.
        let default = if axis == 0 { *length } else { 1 };
        tile.push(header.length(&format!("ZTILE{}", axis + 1), Some(default))?.clamp(1, (*length).max(1)));
    }
    shape.reverse();
    tile.reverse();
    let stored = stored_of(header.integer("ZBITPIX").unwrap_or_default())?;
    let columns = columns(header, false)?;
    let named = |name: &str| columns.iter().find(|column| column.name.eq_ignore_ascii_case(name));
    let compressed = named("COMPRESSED_DATA").map(descriptor).transpose()?;
    let compressed = compressed.ok_or_else(|| bad("it has no column COMPRESSED_DATA"))?;
    let blank = match named("ZBLANK").map(per_tile).transpose()? {
        Some(column) => Some(column),
        None => header.number("ZBLANK").or_else(|| header.number("BLANK")).map(PerTile::Constant),
    };
    let blank = blank.filter(|_| !(hdu.as_stored && stored.is_integer()));
    let scale = match named("ZSCALE").map(per_tile).transpose()? {
        Some(column) => Some(column),
        None => header.number("ZSCALE").map(PerTile::Constant),
    };
    let quantisation = match scale.filter(|_| !stored.is_integer()) {
        Some(scale) => Some(Quantisation {
            scale,
            zero: match named("ZZERO").map(per_tile).transpose()? {
                Some(column) => column,
                None => PerTile::Constant(header.number("ZZERO").unwrap_or(0.0)),
            },
            dither: match header.text("ZQUANTIZ").unwrap_or("NO_DITHER").to_ascii_uppercase().as_str() {
                "SUBTRACTIVE_DITHER_1" => Dither::First,
                "SUBTRACTIVE_DITHER_2" => Dither::Second,
                "NO_DITHER" | "NONE" | "" => Dither::None,
                other => {
                    let message = format!("its floats are quantised by `{other}`, which is not known");
                    return Err(Error::new(ErrorKind::UnsupportedEncoding, message));
                }
            },
            seed: header.length("ZDITHER0", Some(0))?,
        }),
        None => None,
    };
    let integer_blank = header.integer("BLANK").or_else(|| header.integer("ZBLANK"));
    let Elements { coding, datatype, mask, .. } = match blank {
        // Each tile has an integer of its own that stands for a missing value.
        Some(PerTile::Column(..)) if stored.is_integer() => scaled(hdu, stored, None, true),
        _ => elements(hdu, stored, integer_blank),
    };
    let row = header.length("NAXIS1", None)?;
    let rows = header.length("NAXIS2", None)?;
    let main = row.saturating_mul(rows);
    let heap = header.length("THEAP", Some(main))?.max(main);
    check_tiles(&shape, &tile, rows)?;
    let tiling = Tiling {
        algorithm: algorithm(header)?,
        stored,
        coding,
        shape: shape.clone(),
        tile,
        row,
        rows,
        heap: (heap, hdu.data_size),
        compressed,
        gzipped: named("GZIP_COMPRESSED_DATA").map(descriptor).transpose()?,
        raw: named("UNCOMPRESSED_DATA").map(descriptor).transpose()?,
        quantisation,
        blank,
    };
    let coding = Some(Coding::Tiles(Box::new(tiling)));
    Ok(NdArray { mask, ..NdArray::in_hdu((hdu.index, hdu.label().into()), shape, datatype, coding)? })
}

/// Makes sure that the table has a row for each tile, and that a tile is of a size that can be decoded.
fn check_tiles(shape: &[u64], tile: &[u64], rows: u64) -> Result<()> {
    let tiles = shape
        .iter()
        .zip(tile)
        .try_fold(1u64, |count, (length, tile)| count.checked_mul(length.div_ceil(*tile)));
    if tiles.is_none_or(|tiles| tiles > rows) {
        return Err(bad(format!("its table has {rows} rows, fewer than the image has tiles")));
    }
    let elements = tile.iter().try_fold(1u64, |count, length| count.checked_mul(*length));
    match elements {
        Some(elements) if elements <= MOST_IN_TILE => Ok(()),
        _ => {
            Err(Error::new(ErrorKind::LimitExceeded, format!("a tile has more than {MOST_IN_TILE} elements")))
        }
    }
}

/// The most elements a tile may have: 512 MiB of integers while it is decoded.
const MOST_IN_TILE: u64 = 1 << 27;

fn algorithm(header: &Header) -> Result<Algorithm> {
    let name = header.text("ZCMPTYPE").unwrap_or_default();
    let parameter = |wanted: &str, default: i128| {
        let number = (1..100).find(|number| {
            header.text(&format!("ZNAME{number}")).is_some_and(|name| name.eq_ignore_ascii_case(wanted))
        });
        number.and_then(|number| header.integer(&format!("ZVAL{number}"))).unwrap_or(default)
    };
    Ok(match name {
        "GZIP_1" => Algorithm::Gzip1,
        "GZIP_2" => Algorithm::Gzip2,
        "RICE_1" | "RICE_ONE" => {
            let block =
                usize::try_from(parameter("BLOCKSIZE", 32)).ok().filter(|block| (1..=4096).contains(block));
            let bytes =
                usize::try_from(parameter("BYTEPIX", 4)).ok().filter(|bytes| matches!(bytes, 1 | 2 | 4 | 8));
            match (block, bytes) {
                (Some(block), Some(bytes)) => Algorithm::Rice { block, bytes },
                _ => return Err(bad("BLOCKSIZE or BYTEPIX of RICE_1 make no sense")),
            }
        }
        "PLIO_1" => Algorithm::Plio,
        "HCOMPRESS_1" => Algorithm::Hcompress { smooth: parameter("SMOOTH", 0) != 0 },
        "NOCOMPRESS" => Algorithm::None,
        _ => return Err(unknown_algorithm(name)),
    })
}

pub(super) fn unknown_algorithm(name: &str) -> Error {
    let message = format!("it is compressed by `{name}`, which is not supported");
    Error::new(ErrorKind::UnsupportedCompression, message)
}

/// The descriptors of arrays that a column has.
pub(super) fn descriptor(column: &Column) -> Result<Descriptor> {
    match column.form {
        Form::Heap { element, wide, present: true, .. } => {
            Ok(Descriptor { from: column.from, wide, unit: element.size(1) })
        }
        _ => Err(bad(format!("the column {} does not hold arrays of variable length", column.name))),
    }
}

/// The number of each tile that a column has.
fn per_tile(column: &Column) -> Result<PerTile> {
    let stored = match column.form {
        Form::Fixed(Element::Byte, 1) => Stored::Byte,
        Form::Fixed(Element::Short, 1) => Stored::Short,
        Form::Fixed(Element::Int, 1) => Stored::Int,
        Form::Fixed(Element::Long, 1) => Stored::Long,
        Form::Fixed(Element::Float, 1) => Stored::Float,
        Form::Fixed(Element::Double, 1) => Stored::Double,
        _ => return Err(bad(format!("the column {} does not hold one number in each row", column.name))),
    };
    Ok(PerTile::Column(column.from, stored))
}
