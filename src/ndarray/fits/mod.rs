//! Arrays in the HDUs of FITS files (FITS 4.0, sections 3.3, 6, 7 and 10): images, compressed images, tables, groups.
//!
//! Each HDU has a datatype, and a [`Coding`] that says how its bytes become elements of that type. Elements that are returned as
//! they are stored need no coding, and is read as an uncompressed block is.

mod image;
mod packed;
mod table;
mod tiled;

use std::sync::Arc;

use super::array::{NdArray, Source};
use super::datatype::{ByteOrder, Datatype};
use super::hdu_source::HduSource;
use super::view;
use crate::error::{Error, ErrorKind, Result};
use crate::layout::Hdu;
use crate::layout::HduKind;
use crate::layout::fits::{Coding, RowCoding};
use crate::limits::{Limits, charge};

impl NdArray {
    /// The array in an HDU.
    pub(crate) fn of_hdu(hdu: &Hdu) -> Result<Self> {
        let place = |error: Error| {
            let message = format!("the array in {}: {}", hdu.label(), error.message());
            Error::new(error.kind(), message).at(hdu.offset).in_hdu(hdu.index)
        };
        if let Some(problem) = hdu.problem.as_ref().filter(|_| hdu.cut.is_none()) {
            return Err(problem.clone());
        }
        if !hdu.has_array() {
            return Err(place(Error::new(ErrorKind::NotFound, "it has no data")));
        }
        let array = match hdu.kind {
            HduKind::Image => image::describe(hdu),
            HduKind::Groups => table::describe_groups(hdu),
            HduKind::BinaryTable if hdu.header.is_true("ZTABLE") => packed::describe(hdu),
            HduKind::BinaryTable => table::describe(hdu, false),
            HduKind::AsciiTable => table::describe(hdu, true),
            HduKind::CompressedImage => tiled::describe(hdu),
            HduKind::Other => {
                Err(Error::new(ErrorKind::UnsupportedEncoding, "it is an extension of unknown type"))
            }
        };
        array.map_err(place)
    }

    /// An array of this shape in an HDU: its number, and how it is called in messages.
    fn in_hdu(
        (hdu, label): (usize, Arc<str>),
        shape: Vec<u64>,
        datatype: Datatype,
        coding: Option<Coding>,
    ) -> Result<Self> {
        super::axes::check_axes(shape.len())?;
        charge("one element", datatype.size(), Limits::default().output)?;
        let strides = match &coding {
            Some(Coding::Rows(rows)) => view::contiguous(&shape, rows.decoded)?,
            _ => view::contiguous(&shape, datatype.size())?,
        };
        let byteorder = match &datatype {
            Datatype::Scalar(_, order) => *order,
            _ => ByteOrder::Big,
        };
        let source = Source::Hdu(HduSource { hdu, label, coding: coding.map(Arc::new) });
        let array = Self { shape, datatype, byteorder, offset: 0, strides, source, mask: None };
        array.view().extent()?;
        Ok(array)
    }

    /// Of a table in an HDU: the array with its field number `number` alone, so that only that is read.
    pub(crate) fn field_of_hdu(&self, number: usize) -> Option<Self> {
        let (Source::Hdu(source), Datatype::Struct(fields)) = (&self.source, &self.datatype) else {
            return None;
        };
        let Some(Coding::Rows(rows)) = source.coding.as_deref() else { return None };
        let (mut field, mut cell) = (fields.get(number)?.clone(), rows.cells.get(number)?.clone());
        (field.offset, cell.to) = (0, 0);
        let masked = if cell.mask.is_some() { cell.kind.mask_size(cell.count) } else { 0 };
        cell.mask = cell.mask.map(|_| cell.size);
        let decoded = cell.size.checked_add(masked)?;
        let mask = cell.mask.map(|at| super::array::Mask::Beside(vec![Some(at)]));
        let RowCoding { rows, stored, heap, ref packing, .. } = *rows;
        let packing = packing.clone();
        let rows = RowCoding { rows, stored, decoded, heap, cells: vec![cell], packing };
        let datatype = Datatype::Struct(vec![field].into());
        let hdu = (source.hdu, source.label.clone());
        let array = Self::in_hdu(hdu, self.shape.clone(), datatype, Some(Coding::Rows(rows))).ok()?;
        Some(Self { mask, ..array })
    }
}
