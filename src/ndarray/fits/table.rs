//! Tables (FITS 4.0, sections 7.2 and 7.3) and random groups (section 6) as arrays of records.
//!
//! A column of variable length has the length of its longest row (`1PJ(12)`); the rest of each row is masked. So are
//! elements that equal `TNULLn`, logical values that are neither true nor false, and fields of an ASCII table that are blank.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::array::{Mask, NdArray};
use super::super::datatype::{ByteOrder, Datatype, Field, Scalar};
use super::image::{flipped, plain, stored_of};
use crate::error::{Error, ErrorKind, Result};
use crate::layout::Hdu;
use crate::layout::fits::{
    Cell, CellKind, Coding, Column, Element, Form, NumberCoding, PackedColumn, Packing, RowCoding, Stored,
    TextKind, bad, columns,
};

/// The most bytes of a column of variable length whose longest row is not known, each row padded to the size of the heap.
const MOST_PADDED: u64 = 64 << 20;

/// How many rows a table has, the size of a row, and where in the data its heap begins and ends.
#[derive(Clone, Copy)]
pub(super) struct TableSize {
    pub(super) rows: u64,
    pub(super) stored: u64,
    pub(super) heap: (u64, u64),
}

/// What a column becomes: its type and shape, and how.
struct Decoded {
    datatype: Datatype,
    shape: Vec<u64>,
    count: u64,
    kind: CellKind,
    masked: bool,
}

/// The records of a table.
pub(super) fn describe(hdu: &Hdu, ascii: bool) -> Result<NdArray> {
    let columns = columns(&hdu.header, ascii)?;
    let stored = hdu.header.length("NAXIS1", None)?;
    let rows = hdu.header.length("NAXIS2", None)?;
    let main = stored.saturating_mul(rows);
    let heap = hdu.header.length("THEAP", Some(main))?.max(main);
    // A common mistake is a PCOUNT too small for the heap: the heap is there all the same.
    let end = if hdu.data_size > heap { hdu.data_size } else { hdu.reach.max(heap) };
    describe_columns(hdu, columns, TableSize { rows, stored, heap: (heap, end) }, None)
}

/// The records of these columns; how the table is packed, if it is.
pub(super) fn describe_columns(
    hdu: &Hdu,
    columns: Vec<Column>,
    table: TableSize,
    packing: Option<(Packing, Vec<PackedColumn>)>,
) -> Result<NdArray> {
    let mut fields = Vec::with_capacity(columns.len());
    for column in columns {
        let decoded = decoded(&column, table).map_err(|error| {
            Error::new(error.kind(), format!("the column `{}` {}", column.name, error.message()))
        })?;
        fields.push((column.name.clone(), column.from, column.form.width(), decoded));
    }
    records(hdu, table, fields, packing)
}

/// The records of random groups: the parameters of each group, and its array as the field `DATA`.
pub(super) fn describe_groups(hdu: &Hdu) -> Result<NdArray> {
    let header = &hdu.header;
    let element = stored_of(header.integer("BITPIX").unwrap_or_default())?;
    let parameters = header.length("PCOUNT", Some(0))?;
    let mut shape = header.axes("NAXIS")?.split_off(1);
    shape.reverse();
    if parameters > 999 {
        return Err(bad(format!("PCOUNT is {parameters}; groups have at most 999 parameters")));
    }
    let number = |scale: f64, zero: f64, shape: Vec<u64>| {
        let count = shape.iter().fold(1u64, |count, length| count.saturating_mul(*length));
        numbers(element, scale, zero, None, count, shape)
    };
    let (mut fields, mut names) = (Vec::new(), BTreeSet::new());
    for parameter in 1..=parameters {
        let key = |name: &str| header.number(&format!("{name}{parameter}"));
        let name = header.text(&format!("PTYPE{parameter}"));
        let mut name = name.map_or_else(|| format!("par{parameter}"), str::to_owned);
        // A parameter that needs more digits is in several parts of the same name.
        while !names.insert(name.clone()) {
            name.insert(0, '_');
        }
        let value = number(key("PSCAL").unwrap_or(1.0), key("PZERO").unwrap_or(0.0), Vec::new());
        fields.push((name, (parameter - 1) * element.size(), element.size(), value));
    }
    let (scale, zero) = (header.number("BSCALE").unwrap_or(1.0), header.number("BZERO").unwrap_or(0.0));
    let data = number(scale, zero, shape);
    let begin = parameters * element.size();
    let size = data.count.checked_mul(element.size()).ok_or_else(|| bad("a group overflows 64 bits"))?;
    fields.push(("DATA".into(), begin, size, data));
    let stored = begin.checked_add(size).ok_or_else(|| bad("a group overflows 64 bits"))?;
    let rows = header.length("GCOUNT", Some(1))?;
    records(hdu, TableSize { rows, stored, heap: (hdu.data_size, hdu.data_size) }, fields, None)
}

/// An array of records of these fields: for each its name, its place and size in the stored row, and what it becomes.
fn records(
    hdu: &Hdu,
    TableSize { rows, stored, heap }: TableSize,
    columns: Vec<(String, u64, u64, Decoded)>,
    packing: Option<(Packing, Vec<PackedColumn>)>,
) -> Result<NdArray> {
    let (packing, packed) = packing.unzip();
    let mut packed = packed.into_iter().flatten();
    let overflow = || bad("a row overflows 64 bits");
    let (mut fields, mut cells) = (Vec::with_capacity(columns.len()), Vec::with_capacity(columns.len()));
    let mut to = 0u64;
    for (name, from, width, Decoded { datatype, shape, count, kind, masked }) in columns {
        let size = shape.iter().try_fold(datatype.size(), |size, length| size.checked_mul(*length));
        let size = size.ok_or_else(overflow)?;
        let label = Arc::from(name.as_str());
        fields.push(Field { name, datatype, shape, offset: to });
        let mask = (masked && count > 0).then_some(0);
        cells.push(Cell { name: label, from, width, to, size, count, kind, mask, packed: packed.next() });
        to = to.checked_add(size).ok_or_else(overflow)?;
    }
    for cell in cells.iter_mut().filter(|cell| cell.mask.is_some()) {
        cell.mask = Some(to);
        to = to.checked_add(cell.kind.mask_size(cell.count)).ok_or_else(overflow)?;
    }
    to.checked_mul(rows).ok_or_else(overflow)?;
    let masks: Vec<_> = cells.iter().map(|cell| cell.mask).collect();
    let mask = masks.iter().any(Option::is_some).then_some(Mask::Beside(masks));
    let datatype = Datatype::Struct(fields.into());
    let coding = Coding::Rows(RowCoding { rows, stored, decoded: to, heap, cells, packing });
    Ok(NdArray {
        mask,
        ..NdArray::in_hdu((hdu.index, hdu.label().into()), vec![rows], datatype, Some(coding))?
    })
}

fn decoded(column: &Column, table: TableSize) -> Result<Decoded> {
    match column.form {
        Form::Fixed(element, count) => Ok(fixed(column, element, count)),
        Form::Heap { element, wide, most, present } => {
            let most = if present { longest(element, most, table)? } else { 0 };
            let inside = Column { shape: None, ..column.clone() };
            let mut decoded = fixed(&inside, element, most);
            let is_text = element == Element::Char;
            if !is_text {
                decoded.shape = vec![most];
            }
            decoded.kind = CellKind::Heap { wide, element: Box::new(decoded.kind), present };
            decoded.masked = !is_text;
            Ok(decoded)
        }
        Form::Text(TextKind::Text, width) => Ok(text(width, width, Vec::new())),
        Form::Text(kind, _) => {
            let integer = match kind {
                TextKind::Integer(size) if !column.is_scaled() => Some(size),
                _ => None,
            };
            let scalar = match integer {
                Some(2) => Scalar::Int16,
                Some(4) => Scalar::Int32,
                Some(_) => Scalar::Int64,
                None => Scalar::Float64,
            };
            let null = column.null_text.clone();
            Ok(Decoded {
                datatype: Datatype::Scalar(scalar, ByteOrder::Little),
                shape: Vec::new(),
                count: 1,
                kind: CellKind::Digits { integer, scale: column.scale, zero: column.zero, null },
                masked: true,
            })
        }
    }
}

/// How long the longest row of a column of variable length may be: as its `TFORMn` says, but no longer than the heap.
fn longest(element: Element, said: Option<u64>, table: TableSize) -> Result<u64> {
    let heap = table.heap.1 - table.heap.0;
    let fits = if element == Element::Bit { heap.saturating_mul(8) } else { heap / element.size(1) };
    if let Some(said) = said {
        return Ok(said.min(fits));
    }
    if fits.saturating_mul(element.size(1)).saturating_mul(table.rows) > MOST_PADDED {
        let message = "has rows of variable length, but its TFORM does not say how long the longest one is";
        return Err(Error::new(ErrorKind::UnsupportedEncoding, message));
    }
    Ok(fits)
}

/// So many elements that are stored in the row.
fn fixed(column: &Column, element: Element, count: u64) -> Decoded {
    // Dimensions that need more elements than there are have no meaning.
    let product = |shape: &Vec<u64>| shape.iter().try_fold(1u64, |size, length| size.checked_mul(*length));
    let shape = column.shape.clone().filter(|shape| product(shape).is_some_and(|size| size <= count));
    if element == Element::Char {
        // A single axis that is shorter than the text would lose the rest of it.
        let mut shape = shape.filter(|shape| shape.len() > 1).unwrap_or_else(|| vec![count]);
        let width = shape.pop().unwrap_or(count);
        let used = product(&shape).unwrap_or(0).saturating_mul(width);
        return text(width, used, shape);
    }
    let shape =
        shape.unwrap_or_else(|| if count == 1 && element != Element::Bit { Vec::new() } else { vec![count] });
    let used = product(&shape).unwrap_or(0);
    let truth = Datatype::Scalar(Scalar::Bool8, ByteOrder::Little);
    let complex = |scalar, parts: Stored| {
        let (coding, datatype) = if column.is_scaled() {
            let coding = NumberCoding::ScaleComplex { parts, scale: column.scale, zero: column.zero };
            (coding, Datatype::Scalar(Scalar::Complex128, ByteOrder::Little))
        } else {
            (NumberCoding::Copy(2 * parts.size()), Datatype::Scalar(scalar, ByteOrder::Big))
        };
        let kind = CellKind::Numbers { coding, stored: parts, null: None };
        Decoded { datatype, shape: shape.clone(), count: used, kind, masked: false }
    };
    let stored = match element {
        Element::Logical => {
            return Decoded { datatype: truth, shape, count: used, kind: CellKind::Logical, masked: true };
        }
        Element::Bit => {
            return Decoded { datatype: truth, shape, count: used, kind: CellKind::Bits, masked: false };
        }
        Element::Complex => return complex(Scalar::Complex64, Stored::Float),
        Element::DoubleComplex => return complex(Scalar::Complex128, Stored::Double),
        Element::Byte | Element::Char => Stored::Byte,
        Element::Short => Stored::Short,
        Element::Int => Stored::Int,
        Element::Long => Stored::Long,
        Element::Float => Stored::Float,
        Element::Double => Stored::Double,
    };
    let null = column.null.filter(|_| stored.is_integer()).and_then(|null| i64::try_from(null).ok());
    numbers(stored, column.scale, column.zero, null, used, shape)
}

fn text(width: u64, used: u64, shape: Vec<u64>) -> Decoded {
    let kind = CellKind::Text { width };
    Decoded { datatype: Datatype::Ascii(width), shape, count: used, kind, masked: false }
}

/// Numbers of a table: scaled ones are floats of 64 bits.
fn numbers(stored: Stored, scale: f64, zero: f64, null: Option<i64>, count: u64, shape: Vec<u64>) -> Decoded {
    let is_plain = scale.to_bits() == 1f64.to_bits();
    let flip = flipped(stored).filter(|(_, offset)| is_plain && zero.to_bits() == offset.to_bits());
    let (coding, datatype) = if is_plain && zero == 0.0 {
        (NumberCoding::Copy(stored.size()), Datatype::Scalar(plain(stored), ByteOrder::Big))
    } else if let Some((scalar, _)) = flip {
        (NumberCoding::Flip(stored), Datatype::Scalar(scalar, ByteOrder::Big))
    } else {
        let coding = NumberCoding::Scale { stored, wide: true, scale, zero, null };
        (coding, Datatype::Scalar(Scalar::Float64, ByteOrder::Little))
    };
    let kind = CellKind::Numbers { coding, stored, null };
    Decoded { datatype, shape, count, kind, masked: null.is_some() }
}
