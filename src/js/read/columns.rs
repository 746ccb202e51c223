//! Columns of a FITS table that are read together, each into a buffer of its own.

use wasm_bindgen::prelude::*;

use super::convert::{self, flatten};
use super::{Document, Memory, put};
use crate::js::boundary::{Answer, length, plain, thrown};
use crate::ranges::Step;

/// How columns are read together.
#[wasm_bindgen]
pub struct ColumnsPlan {
    hdu: usize,
    plan: crate::worker::ColumnsPlan,
}

#[wasm_bindgen]
impl ColumnsPlan {
    /// For each field that was asked for, shape and size of its column; nothing if it has to be read alone.
    #[wasm_bindgen(unchecked_return_type = "readonly (ReadPlanInfo | undefined)[]")]
    pub fn infos(&self) -> Answer<JsValue> {
        let infos = self.plan.results.iter().map(|result| result.as_ref().map(convert::ReadPlanInfo::of));
        plain(&infos.collect::<Vec<_>>())
    }
}

#[wasm_bindgen]
impl Document {
    /// Plans to read a selection of these fields of the table in an HDU together.
    #[wasm_bindgen(js_name = planColumns)]
    pub fn plan_columns(
        &self,
        hdu: usize,
        #[wasm_bindgen(unchecked_param_type = "Selection")] selection: JsValue,
        fields: &[usize],
    ) -> Answer<ColumnsPlan> {
        let options = convert::read_options(&self.document.read_options(), selection, JsValue::UNDEFINED)?;
        let plan = self.document.plan_columns(hdu, fields, &options).map_err(thrown)?;
        Ok(ColumnsPlan { hdu, plan })
    }

    /// Begins to read the columns of a plan into `outputs`, and what is masked of those that have a mask into `masks`.
    #[wasm_bindgen(js_name = readColumns)]
    pub fn read_columns(
        &self,
        plan: &ColumnsPlan,
        outputs: Vec<Memory>,
        masks: Vec<Memory>,
    ) -> Answer<ColumnsReader> {
        let reading = self.document.read_columns(plan.hdu, &plan.plan).map_err(thrown)?;
        let mut masks = masks.into_iter();
        let masked = plan.plan.results.iter().flatten().map(|result| result.masked);
        let masks = masked.map(|masked| if masked { masks.next() } else { None }).collect();
        Ok(ColumnsReader { reading, buffers: Buffers { outputs, masks } })
    }
}

/// Fills buffers of JavaScript's with columns, and others with their masks.
#[wasm_bindgen]
pub struct ColumnsReader {
    reading: crate::worker::ColumnsReader,
    buffers: Buffers,
}

#[wasm_bindgen]
impl ColumnsReader {
    /// The ranges still needed, as offset, length, offset, length, …; nothing when it is finished.
    pub fn next(&mut self) -> Answer<Option<Vec<f64>>> {
        Ok(match self.reading.step(&mut self.buffers).map_err(thrown)? {
            Step::Need(ranges) => Some(flatten(&ranges)),
            Step::Done(()) => None,
        })
    }

    /// Supplies bytes of the file that begin at `offset`.
    pub fn supply(&mut self, offset: f64, bytes: Vec<u8>) {
        self.reading.supply(length(offset), bytes);
    }
}

struct Buffers {
    outputs: Vec<Memory>,
    masks: Vec<Option<Memory>>,
}

impl crate::worker::ColumnsOutput for Buffers {
    fn write(&mut self, column: usize, at: u64, bytes: &[u8]) {
        if let Some(output) = self.outputs.get(column) {
            put(output, at, bytes);
        }
    }

    fn mask(&mut self, column: usize, at: u64, masked: &[u8]) {
        if let Some(Some(mask)) = self.masks.get(column) {
            put(mask, at, masked);
        }
    }
}
