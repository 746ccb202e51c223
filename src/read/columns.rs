//! Reads columns of a table of a FITS file together: a pass over the rows decodes all of them.
//!
//! Columns that lie far apart in the rows take a pass each, because nothing between them is read. What is not in the
//! rows as it is (arrays in the heap, packed tables, digits) is read by a piece for each column.

use std::collections::VecDeque;

use super::gather::{Conversion, ElementUse, Output, Region};
use super::options::ReadOptions;
use super::piece_reader::PieceReader;
use super::plan::ReadPlan;
use super::tiles::GAP;
use crate::block_reader::{BlockCache, BlockReader, Checksums};
use crate::codec::fits::{Fields, append_fields};
use crate::error::Result;
use crate::layout::Block;
use crate::layout::fits::{Cell, CellKind, Coding, RowCoding};
use crate::limits::Limits;
use crate::ndarray::{Datatype, Field, NdArray, Source, View, selected};
use crate::ranges::Step;

/// How many bytes of a column are gathered before they are written.
const GATHERED: usize = 16 << 10;

/// Wider fields are read alone, and no pass is wider: a few rows of it are in memory.
const WIDE: u64 = 1 << 20;

/// Where a [`ColumnsReader`] puts its columns, each by its number among those that it reads.
pub trait ColumnsOutput {
    /// Puts `bytes` at byte `at` of a column.
    fn write(&mut self, column: usize, at: u64, bytes: &[u8]);

    /// Says of the elements of a column from number `at` on whether they are masked (1) or not (0).
    fn mask(&mut self, column: usize, at: u64, masked: &[u8]);
}

/// How columns are read together.
#[derive(Clone, Debug)]
pub struct ColumnsPlan {
    /// For each field that was asked for, its result; `None` if it has to be read alone. The results have no pieces.
    pub results: Vec<Option<ReadPlan>>,
    passes: Vec<Pass>,
    checksums: Checksums,
    limits: Limits,
}

/// Columns near each other, and the part of the rows that they lie in.
#[derive(Clone, Debug)]
struct Pass {
    view: View,
    columns: Vec<Column>,
}

impl NdArray {
    /// Plans to read these fields of a table in an HDU.
    pub(crate) fn plan_columns(&self, fields: &[usize], options: &ReadOptions) -> Result<ColumnsPlan> {
        let selected = selected(&options.selection, &self.shape)?;
        let stored = self.rows().and_then(|rows| i64::try_from(rows.stored).ok()).unwrap_or(0);
        let (mut results, mut columns): (Vec<_>, Vec<Column>) =
            (Vec::with_capacity(fields.len()), Vec::new());
        let (mut number, mut all) = (0, 0u64);
        for field in fields {
            let Some((field, cell)) = self.in_rows(*field) else {
                results.push(None);
                continue;
            };
            let rows = selected.iter().filter_map(|selected| selected.count);
            let shape: Vec<u64> = rows.chain(field.shape.iter().copied()).collect();
            let masked = cell.mask.is_some();
            let whole = View::new(0, &shape, &vec![0; shape.len()], field.datatype.size());
            let nbytes = whole.nbytes()?;
            let output = nbytes.saturating_add(if masked { whole.size()? } else { 0 });
            options.limits.check_output(output)?;
            all = all.saturating_add(output);
            if all > options.limits.output {
                results.push(None);
                continue;
            }
            if cell.size > 0 {
                let conversion = Conversion::of(&field.datatype, false);
                let at = columns.partition_point(|column| column.cell.from <= cell.from);
                columns.insert(at, Column::new(number, cell.clone(), conversion));
            }
            number += 1;
            results.push(Some(ReadPlan { shape, nbytes, masked, pieces: Vec::new() }));
        }
        let mut passes: Vec<Pass> = Vec::new();
        for mut column in columns {
            let (from, end) = (column.cell.from, column.cell.from + column.cell.width);
            let near = passes.last_mut().filter(|Pass { view, .. }| {
                let near = view.offset.saturating_add(view.item).saturating_add(GAP);
                from <= near && end - view.offset <= WIDE
            });
            if let Some(Pass { view, columns }) = near {
                column.at = from - view.offset;
                view.item = view.item.max(end - view.offset);
                columns.push(column);
            } else {
                let view = View::new(from, &self.shape, &[stored], end - from);
                passes.push(Pass { view, columns: vec![column] });
            }
        }
        for Pass { view, .. } in &mut passes {
            *view = view.take(&selected)?;
        }
        Ok(ColumnsPlan { results, passes, checksums: options.checksums, limits: options.limits })
    }

    /// How the rows of a table in an HDU are stored, unless it is packed.
    fn rows(&self) -> Option<&RowCoding> {
        let Source::Hdu(source) = &self.source else { return None };
        match source.coding.as_deref() {
            Some(Coding::Rows(rows)) => Some(rows).filter(|rows| rows.packing.is_none()),
            _ => None,
        }
    }

    /// A field whose elements are in the rows as they are, and which is not so wide that it is read alone.
    fn in_rows(&self, number: usize) -> Option<(&Field, &Cell)> {
        let Datatype::Struct(fields) = &self.datatype else { return None };
        let cell = self.rows()?.cells.get(number)?;
        let is_alone = matches!(cell.kind, CellKind::Heap { .. } | CellKind::Digits { .. })
            || cell.width.max(cell.size) > WIDE;
        Some((fields.get(number)?, cell)).filter(|_| !is_alone)
    }
}

/// Reads columns of a table together.
#[derive(Debug)]
pub struct ColumnsReader {
    /// What is still to be done: the rows, and what is made of them.
    passes: VecDeque<(PieceReader, RowSplit)>,
}

impl ColumnsReader {
    /// Carries out a plan for the table in `block`.
    pub(crate) fn new(plan: &ColumnsPlan, block: &Block, cache: &dyn Fn() -> BlockCache) -> Result<Self> {
        // The columns have been checked; the rows are never in memory as a whole.
        let limits = Limits { output: u64::MAX, ..plan.limits };
        let passes = plan.passes.iter().map(|Pass { view, columns }| {
            let reader = BlockReader::new(block, plan.checksums, cache(), limits)?;
            let rows = ElementUse::Elements(Conversion::Copy, None);
            let reading = PieceReader::new(reader, view, rows, Region::WHOLE, &limits)?;
            let columns = columns.clone();
            let row = usize::try_from(view.item).unwrap_or(usize::MAX).max(1);
            Ok((reading, RowSplit { row, columns, scratch: Vec::new() }))
        });
        Ok(Self { passes: passes.collect::<Result<_>>()? })
    }

    /// Takes bytes of the file that begin at `offset`.
    pub fn supply(&mut self, offset: u64, bytes: Vec<u8>) {
        if let Some((reading, _)) = self.passes.front_mut() {
            reading.supply(offset, bytes);
        }
    }

    /// Writes to `output` until it needs bytes that have not arrived.
    pub fn step(&mut self, output: &mut dyn ColumnsOutput) -> Result<Step<()>> {
        while let Some((reading, columns)) = self.passes.front_mut() {
            if let Step::Need(ranges) = reading.step(&mut Rows { columns, output })? {
                return Ok(Step::Need(ranges));
            }
            columns.flush(output);
            self.passes.pop_front();
        }
        Ok(Step::Done(()))
    }
}

/// A column, and those of its elements that are not written yet.
#[derive(Clone, Debug)]
struct Column {
    /// Its number in the output.
    number: usize,
    cell: Cell,
    conversion: Conversion,
    /// Where it begins in the part of the row that is read.
    at: u64,
    /// The first row that is not written, and the elements from it on.
    row: u64,
    values: Vec<u8>,
    mask: Vec<u8>,
}

impl Column {
    fn new(number: usize, cell: Cell, conversion: Conversion) -> Self {
        Self { number, cell, conversion, at: 0, row: 0, values: Vec::new(), mask: Vec::new() }
    }

    fn flush(&mut self, scratch: &mut Vec<u8>, output: &mut dyn ColumnsOutput) {
        let Self { number, cell, conversion, row, values, mask, .. } = self;
        if *conversion == Conversion::Copy {
            output.write(*number, *row * cell.size, values);
        } else {
            conversion.convert(values, scratch);
            output.write(*number, *row * cell.size, scratch);
        }
        if cell.mask.is_some() {
            output.mask(*number, *row * cell.count, mask);
        }
        *row += values.len() as u64 / cell.size.max(1);
        values.clear();
        mask.clear();
    }
}

/// What is made of the rows that are read.
#[derive(Debug)]
struct RowSplit {
    /// How many bytes of a row are read.
    row: usize,
    columns: Vec<Column>,
    scratch: Vec<u8>,
}

impl RowSplit {
    fn flush(&mut self, output: &mut dyn ColumnsOutput) {
        for column in &mut self.columns {
            column.flush(&mut self.scratch, output);
        }
    }
}

/// Makes columns of the rows that are written to it.
struct Rows<'a> {
    columns: &'a mut RowSplit,
    output: &'a mut dyn ColumnsOutput,
}

impl Output for Rows<'_> {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        let RowSplit { row: stride, columns, scratch } = &mut *self.columns;
        let row = at / *stride as u64;
        for column in columns {
            let gathered = column.values.len() as u64 / column.cell.size.max(1);
            if column.row + gathered != row {
                column.flush(scratch, self.output);
                column.row = row;
            }
            let at = usize::try_from(column.at).unwrap_or(usize::MAX);
            let fields = Fields { bytes, at, stride: *stride };
            append_fields(&column.cell, fields, scratch, &mut column.values, &mut column.mask);
            if column.values.len() >= GATHERED {
                column.flush(scratch, self.output);
            }
        }
    }
}
