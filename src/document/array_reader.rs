//! Reads a selection of an array whose elements are all in one file, piece after piece.

use super::parsed::Document;
use crate::error::{Result, Warning};
use crate::limits::charge;
use crate::ranges::{Operation, Step, run};
use crate::read::{Output, Piece, PieceReader, ReadOptions, ReadPlan};
use crate::tree::NodeId;

/// Reads a selection of an array into an [`Output`].
#[derive(Debug)]
pub struct ArrayReader<'a> {
    document: &'a Document,
    plan: ReadPlan,
    /// How many pieces were begun, and the last one.
    begun: usize,
    reading: Option<PieceReader>,
    warnings: Vec<Warning>,
}

impl<'a> ArrayReader<'a> {
    /// Carries out `pieces` of arrays of `document`.
    pub(super) fn new(document: &'a Document, plan: ReadPlan) -> Result<Self> {
        let mut read = Self { document, plan, begun: 0, reading: None, warnings: Vec::new() };
        read.begin()?;
        Ok(read)
    }

    /// Begins the next piece, if there is one more.
    fn begin(&mut self) -> Result<()> {
        let piece = self.plan.pieces.get(self.begun);
        self.reading = piece.map(|piece| self.document.read_piece(piece)).transpose()?;
        self.begun += 1;
        Ok(())
    }

    /// The plan that it carries out.
    pub fn plan(&self) -> &ReadPlan {
        &self.plan
    }

    /// Returns each warning once.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        std::mem::take(&mut self.warnings)
    }

    /// The number of the first element of the result that may still be written; `None` once all are written.
    pub fn position(&self) -> Option<u64> {
        let reading = self.reading.as_ref().and_then(PieceReader::position);
        let later = self.plan.pieces.iter().skip(self.begun).map(Piece::position);
        reading.into_iter().chain(later).min()
    }

    /// Takes bytes of the file that begin at `offset`.
    pub fn supply(&mut self, offset: u64, bytes: &[u8]) {
        if let Some(reading) = &mut self.reading {
            reading.supply(offset, bytes);
        }
    }

    /// Writes to `output` until it needs bytes that have not arrived.
    pub fn step(&mut self, output: &mut dyn Output) -> Result<Step<()>> {
        while let Some(reading) = &mut self.reading {
            let step = reading.step(output);
            // The same defect can be met twice: for the elements, and for their mask.
            for warning in reading.take_warnings() {
                if !self.warnings.contains(&warning) {
                    self.warnings.push(warning);
                }
            }
            if let Step::Need(ranges) = step? {
                return Ok(Step::Need(ranges));
            }
            self.begin()?;
        }
        Ok(Step::Done(()))
    }

    /// The result's bytes and mask, of a file that is wholly in memory.
    pub fn read(self, file: &[u8]) -> Result<ArrayData> {
        run(self.into_filled(), file)
    }

    /// This read as an operation that returns the result.
    pub fn into_filled(self) -> impl Operation<Output = ArrayData> {
        let filled = ArrayData::new(&self.plan);
        Filling { read: self, filled }
    }
}

/// The result of a [`ArrayReader`], zero and unmasked until something is written to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayData {
    /// The elements, dense, in C order and little-endian.
    pub bytes: Vec<u8>,
    /// For each element 1 if it is masked, else 0; `None` if the array has no mask.
    pub mask: Option<Vec<u8>>,
}

impl ArrayData {
    /// Memory for the result of a plan.
    pub fn new(plan: &ReadPlan) -> Self {
        // The sizes were checked when the pieces were listed.
        let zeros = |length: u64| vec![0; isize::try_from(length).map_or(0, isize::unsigned_abs)];
        let mask = plan
            .masked
            .then(|| zeros(plan.shape.iter().fold(1, |size, length| size.saturating_mul(*length))));
        Self { bytes: zeros(plan.nbytes), mask }
    }
}

impl Output for ArrayData {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        self.bytes.write(at, bytes);
    }

    fn mask(&mut self, at: u64, masked: &[u8]) {
        if let Some(mask) = &mut self.mask {
            mask.write(at, masked);
        }
    }
}

#[derive(Debug)]
struct Filling<'a> {
    read: ArrayReader<'a>,
    filled: ArrayData,
}

impl Operation for Filling<'_> {
    type Output = ArrayData;

    fn step(&mut self) -> Result<Step<ArrayData>> {
        charge("the result", self.read.plan.nbytes, u64::MAX)?;
        Ok(match self.read.step(&mut self.filled)? {
            Step::Need(ranges) => Step::Need(ranges),
            Step::Done(()) => Step::Done(std::mem::take(&mut self.filled)),
        })
    }

    fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.read.supply(offset, bytes);
    }
}

impl Document {
    /// Begins to read the array at `node`, whose elements are in this file.
    pub fn read(&self, node: NodeId, options: &ReadOptions) -> Result<ArrayReader<'_>> {
        ArrayReader::new(self, self.plan(node, options)?)
    }
}
