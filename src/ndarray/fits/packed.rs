//! Tables that are compressed by tiles (FITS 4.0, section 10.3): a row for each tile, of some rows of the table, and in it for each
//! column where that is in the heap.

use super::super::array::NdArray;
use super::table::{TableSize, describe_columns};
use super::tiled::{descriptor, unknown_algorithm};
use crate::error::Result;
use crate::layout::Hdu;
use crate::layout::fits::{
    Algorithm, Column, Element, Form, PackedColumn, Packing, bad, columns, columns_before,
};

/// The records of the table that is packed.
pub(super) fn describe(hdu: &Hdu) -> Result<NdArray> {
    let header = &hdu.header;
    let rows = header.length("ZNAXIS2", None)?;
    let stored = header.length("ZNAXIS1", None)?;
    let tile = header.length("ZTILELEN", Some(rows))?.clamp(1, rows.max(1));
    let (row, tiles) = (header.length("NAXIS1", None)?, header.length("NAXIS2", None)?);
    if rows.div_ceil(tile) > tiles {
        return Err(bad(format!("the packed table has {tiles} rows, fewer than the table has tiles")));
    }
    let main = row.saturating_mul(tiles);
    let heap = header.length("THEAP", Some(main))?.max(main);
    let packing = Packing { tile, row, heap: (heap, hdu.data_size) };
    let before = columns_before(header)?;
    let mut packed = Vec::with_capacity(before.len());
    for (number, (column, before)) in columns(header, false)?.iter().zip(&before).enumerate() {
        packed.push(column_of(column, before, header.text(&format!("ZCTYP{}", number + 1)))?);
    }
    let heap = header.length("ZPCOUNT", Some(0))?;
    describe_columns(hdu, before, TableSize { rows, stored, heap: (0, heap) }, Some((packing, packed)))
}

/// How a column is packed: by default as CFITSIO does it.
fn column_of(column: &Column, before: &Column, algorithm: Option<&str>) -> Result<PackedColumn> {
    let (Form::Fixed(element, _) | Form::Heap { element, .. }) = before.form else {
        return Err(bad(format!("the column {} was none of a binary table", before.name)));
    };
    // A column without elements need not be there.
    let at = descriptor(column)?;
    let unit = match element {
        Element::Short => 2,
        Element::Int | Element::Float => 4,
        Element::Long | Element::Double => 8,
        // Complex numbers are not shuffled.
        _ => 1,
    };
    let algorithm = match algorithm.unwrap_or("GZIP_2") {
        "GZIP_1" => Algorithm::Gzip1,
        "GZIP_2" => Algorithm::Gzip2,
        "RICE_1" => Algorithm::Rice { block: 32, bytes: unit },
        "NOCOMPRESS" => Algorithm::None,
        other => return Err(unknown_algorithm(other)),
    };
    Ok(PackedColumn { at, algorithm, unit })
}
