//! The arrays in the HDUs of a FITS file, by the number of the HDU.

use super::array_reader::ArrayReader;
use super::arrays::no_array;
use super::parsed::Document;
use crate::block_reader::CacheKey;
use crate::error::{Error, ErrorKind, Result};
use crate::layout::Hdu;
use crate::ndarray::{NdArray, Origin};
use crate::read::{ColumnsPlan, ColumnsReader, Piece, PieceReader, ReadOptions, ReadPlan};

impl Document {
    /// The array in an HDU of a FITS file.
    pub fn hdu_array(&self, hdu: usize) -> Result<NdArray> {
        let hdus = &self.layout.hdus;
        let hdu = hdus.get(hdu).ok_or_else(|| {
            let message = format!("there is no HDU {hdu}; the file has {}", hdus.len());
            Error::new(ErrorKind::NotFound, message)
        })?;
        NdArray::of_hdu(hdu)
    }

    /// Plans to read the array in an HDU of a FITS file.
    pub fn plan_hdu(&self, hdu: usize, options: &ReadOptions) -> Result<ReadPlan> {
        let array = self.hdu_array(hdu)?;
        let tree = self.tree.as_ref().ok_or_else(no_array)?;
        array.plan(tree, Origin::Hdu(hdu), options, &|_| Err(no_array()))
    }

    /// Begins to read the array in an HDU of this FITS file.
    pub fn read_hdu(&self, hdu: usize, options: &ReadOptions) -> Result<ArrayReader<'_>> {
        ArrayReader::new(self, self.plan_hdu(hdu, options)?)
    }

    /// Plans to read fields of the table in an HDU together.
    pub fn plan_columns(&self, hdu: usize, fields: &[usize], options: &ReadOptions) -> Result<ColumnsPlan> {
        self.hdu_array(hdu)?.plan_columns(fields, options)
    }

    /// Begins to read columns of the table in an HDU together.
    pub fn read_columns(&self, hdu: usize, plan: &ColumnsPlan) -> Result<ColumnsReader> {
        let hdu = self.layout.hdus.get(hdu).ok_or_else(no_array)?;
        ColumnsReader::new(plan, &hdu.block(), &|| self.cache.of(CacheKey::Hdu(hdu.index)))
    }

    /// Begins to read a piece of an array whose elements are in an HDU.
    pub(super) fn read_hdu_piece(&self, piece: &Piece, hdu: usize) -> Result<PieceReader> {
        let data = self.layout.hdus.get(hdu).map(Hdu::block);
        self.begin(piece, data.as_ref().map(|data| (data, self.cache.of(CacheKey::Hdu(hdu)))))
    }
}
