//! Reading: a file is opened, its tree crosses once, and buffers are filled with elements.

#[cfg(feature = "fits")]
mod columns;
mod convert;
#[cfg(feature = "fits")]
mod hdus;
mod heap;
mod image;
mod json;
mod table;

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::boundary::{Answer, length, number, plain, thrown};
use crate::ranges::{Operation, Step};
use convert::flatten;

/// Plain objects that cross the boundary, as the package describes them.
#[wasm_bindgen(typescript_custom_section)]
const MESSAGES: &str = r#"import type { Selection } from "./api/arrays.js";
import type { Warning } from "./api/blocks.js";
import type { Statistics as Summary } from "./image.js";
import type {
  CoreOpenOptions, CoreReadOptions, DocumentInfo, HeaderUpdate, PieceInfo, ReadPlanInfo,
} from "./wasm/messages.js";
"#;

/// This module as it was compiled, to be given to other threads.
#[wasm_bindgen(unchecked_return_type = "WebAssembly.Module")]
#[expect(unreachable_pub, reason = "wasm-bindgen wants functions so")]
pub fn module() -> JsValue {
    wasm_bindgen::module()
}

/// Finds header, tree and blocks of a file.
#[wasm_bindgen]
pub struct Opening {
    operation: crate::Opening,
    document: Option<crate::Document>,
}

#[wasm_bindgen]
impl Opening {
    /// For a file of `size` bytes; `options` as `open()` takes them.
    #[wasm_bindgen(constructor)]
    pub fn new(
        size: f64,
        #[wasm_bindgen(unchecked_param_type = "CoreOpenOptions")] options: JsValue,
    ) -> Answer<Opening> {
        let size = length(size);
        let options = convert::options(options, size)?;
        Ok(Self { operation: crate::Opening::new(size, options), document: None })
    }

    /// The ranges still needed, as offset, length, offset, length, …; nothing when it is finished.
    pub fn next(&mut self) -> Answer<Option<Vec<f64>>> {
        Ok(match self.operation.step().map_err(thrown)? {
            Step::Need(ranges) => Some(flatten(&ranges)),
            Step::Done(document) => {
                self.document = Some(document);
                None
            }
        })
    }

    /// Supplies bytes of the file that begin at `offset`.
    pub fn supply(&mut self, offset: f64, bytes: &[u8]) {
        self.operation.supply(length(offset), bytes);
    }

    /// The document, once `next()` has given nothing.
    pub fn finish(self) -> Answer<Document> {
        let document = self.document.ok_or_else(|| JsValue::from_str("the opening is not finished"))?;
        document.cache_in(Box::new(heap::JsHeap));
        let table = document.tree().map(|tree| table::Table::new(&document, tree)).unwrap_or_default();
        Ok(Document { document, table })
    }
}

/// An opened file: its tree, and where its blocks are.
#[wasm_bindgen]
pub struct Document {
    document: crate::Document,
    table: table::Table,
}

#[wasm_bindgen]
impl Document {
    /// Changes how many decoded bytes are cached for later reads.
    #[wasm_bindgen(js_name = limitCache)]
    pub fn limit_cache(&self, bytes: f64) {
        self.document.limit_cache(length(bytes));
    }

    /// Versions, comments, blocks and warnings as plain objects.
    #[wasm_bindgen(unchecked_return_type = "DocumentInfo")]
    pub fn info(&self) -> Answer<JsValue> {
        plain(&convert::Info::of(&self.document))
    }

    /// The tree as a table of nodes, in JSON. It can be taken once.
    pub fn tree(&mut self) -> String {
        self.table.take_json()
    }

    /// Plans to read a selection of the array at `node` of the table.
    pub fn plan(
        &self,
        node: u32,
        #[wasm_bindgen(unchecked_param_type = "Selection")] selection: JsValue,
        #[wasm_bindgen(unchecked_param_type = "CoreReadOptions")] options: JsValue,
    ) -> Answer<ReadPlan> {
        let options = convert::read_options(&self.document.read_options(), selection, options)?;
        let node = self.table.node(node).ok_or_else(|| thrown(convert::no_array()))?;
        self.document.plan(node, &options).map(ReadPlan).map_err(thrown)
    }

    /// The blocks whose headers have to be read before the plan can be carried out.
    #[wasm_bindgen(js_name = missingHeaders)]
    pub fn missing_headers(&self, plan: &ReadPlan) -> Vec<usize> {
        self.document.missing_headers(&plan.0)
    }

    /// Begins to read the headers of these blocks, or of all, that are not known yet.
    #[wasm_bindgen(js_name = readHeaders)]
    #[expect(clippy::needless_pass_by_value, reason = "no optional list can be borrowed from JavaScript")]
    pub fn read_headers(&self, blocks: Option<Vec<usize>>) -> HeaderReader {
        HeaderReader { operation: self.document.read_headers(blocks.as_deref()), update: None }
    }

    /// Adds the headers that were read, and returns those that are new, as a plain object.
    #[wasm_bindgen(js_name = addHeaders, unchecked_return_type = "HeaderUpdate")]
    pub fn add_headers(&mut self, headers: HeaderReader) -> Answer<JsValue> {
        let update = headers.update.ok_or_else(|| JsValue::from_str("the headers are not read yet"))?;
        plain(&convert::HeaderUpdate::of(&self.document.add_headers(update)))
    }

    /// Begins to read one of the pieces of an array of this file.
    #[wasm_bindgen(js_name = readPiece)]
    pub fn read_piece(&self, plan: &ReadPlan, index: usize) -> Answer<PieceReader> {
        self.document.read_piece(plan.at(index)?).map(PieceReader::new).map_err(thrown)
    }

    /// Begins to read one of the pieces of an array of `owner`, which is in the first block of this file.
    #[wasm_bindgen(js_name = readPieceFor)]
    pub fn read_piece_for(&self, owner: &Document, plan: &ReadPlan, index: usize) -> Answer<PieceReader> {
        let reading = self.document.read_piece_for(&owner.document, plan.at(index)?);
        reading.map(PieceReader::new).map_err(thrown)
    }

    /// Begins to read the decoded bytes of a block, or to verify it.
    #[wasm_bindgen(js_name = readBlock)]
    pub fn read_block(&self, index: usize, verify: bool) -> Answer<PieceReader> {
        let reading = if verify {
            self.document.verify_block(index)
        } else {
            self.document.read_block(index, &self.document.read_options())
        };
        reading.map(PieceReader::new).map_err(thrown)
    }
}

#[cfg(feature = "fits")]
#[wasm_bindgen]
impl Document {
    /// The HDUs of a FITS file with their cards and arrays, in JSON.
    pub fn hdus(&self) -> String {
        hdus::hdus(&self.document)
    }

    /// Plans to read a selection of the array in an HDU.
    #[wasm_bindgen(js_name = planHdu)]
    pub fn plan_hdu(
        &self,
        hdu: usize,
        #[wasm_bindgen(unchecked_param_type = "Selection")] selection: JsValue,
        #[wasm_bindgen(unchecked_param_type = "CoreReadOptions")] options: JsValue,
    ) -> Answer<ReadPlan> {
        let options = convert::read_options(&self.document.read_options(), selection, options)?;
        self.document.plan_hdu(hdu, &options).map(ReadPlan).map_err(thrown)
    }
}

/// Reads block headers.
#[wasm_bindgen]
pub struct HeaderReader {
    operation: crate::worker::HeaderReader,
    update: Option<crate::worker::HeaderUpdate>,
}

#[wasm_bindgen]
impl HeaderReader {
    /// The ranges still needed, as offset, length, offset, length, …; nothing when it is finished.
    pub fn next(&mut self) -> Answer<Option<Vec<f64>>> {
        Ok(match self.operation.step().map_err(thrown)? {
            Step::Need(ranges) => Some(flatten(&ranges)),
            Step::Done(update) => {
                self.update = Some(update);
                None
            }
        })
    }

    /// Supplies bytes of the file that begin at `offset`.
    pub fn supply(&mut self, offset: f64, bytes: &[u8]) {
        self.operation.supply(length(offset), bytes);
    }
}

/// How a selection of an array is read.
#[wasm_bindgen]
pub struct ReadPlan(crate::worker::ReadPlan);

impl ReadPlan {
    fn at(&self, index: usize) -> Answer<&crate::worker::Piece> {
        self.0.pieces.get(index).ok_or_else(|| JsValue::from_str("there is no such piece"))
    }
}

#[wasm_bindgen]
impl ReadPlan {
    /// Shape and size of the result, and the files that the pieces are in.
    #[wasm_bindgen(unchecked_return_type = "ReadPlanInfo")]
    pub fn info(&self) -> Answer<JsValue> {
        plain(&convert::ReadPlanInfo::of(&self.0))
    }
}

/// Splits a piece into tasks for workers.
#[wasm_bindgen]
pub struct TaskSplitter {
    splitter: crate::worker::TaskSplitter,
    task: Option<crate::worker::Task>,
}

#[wasm_bindgen]
impl TaskSplitter {
    /// Where the elements of all tasks go in the result: the bytes of an element, 0 if only the mask is written; the
    /// number of the first element; how many elements are contiguous, 0 if all are; and, from the outermost, for each
    /// axis along which such rows lie its length and its stride.
    pub fn region(&self) -> Vec<f64> {
        let (first, row, outer) = self.splitter.region().rows();
        let mut region = vec![self.splitter.item(), first, row.unwrap_or(0)];
        region.extend(outer.flat_map(|(length, stride)| [length, stride]));
        region.into_iter().map(number).collect()
    }

    /// The ranges still needed to find the next task; nothing when it is found, or there is none.
    pub fn next(&mut self) -> Answer<Option<Vec<f64>>> {
        Ok(match self.splitter.step().map_err(thrown)? {
            Step::Need(ranges) => Some(flatten(&ranges)),
            Step::Done(task) => {
                self.task = task;
                None
            }
        })
    }

    /// Supplies bytes of the file that begin at `offset`.
    pub fn supply(&mut self, offset: f64, bytes: &[u8]) {
        self.splitter.supply(length(offset), bytes);
    }

    /// The elements that the task reads: the first, and the one after the last; nothing if the task only verifies the
    /// checksum of the block.
    pub fn elements(&self) -> Option<Vec<f64>> {
        let range = self.task.as_ref()?.elements()?;
        Some(vec![number(range.start), number(range.end)])
    }

    /// The task that was found as a message, for [`PieceReader::from_task`]; nothing if there are no more.
    pub fn take(&mut self) -> Option<Vec<u64>> {
        self.task.take().map(|task| task.to_words())
    }

    /// How the block can be decoded in segments first, if that is worth it: where its stored bytes begin in the file,
    /// how many there are, how many a segment has, to how many a segment may decode, to how many all decode, and 1 if
    /// the checksum of the block is to be verified as well.
    pub fn segments(&self) -> Option<Vec<f64>> {
        let crate::worker::Bzip2Segments { base, stored, length, most, decoded, verify } =
            self.splitter.segments()?;
        let numbers = [base, stored, length, most, decoded, verify.into()];
        Some(numbers.into_iter().map(number).collect())
    }

    /// Joins the next segment, by its seam, to those before it; returns whether it fits.
    pub fn join(&mut self, seam: &[u64]) -> bool {
        self.splitter.join(seam)
    }

    /// Whether the segment joined last was the last one.
    #[wasm_bindgen(js_name = isJoined)]
    pub fn is_joined(&self) -> bool {
        self.splitter.is_joined()
    }

    /// The reading, from a file in which the block is not compressed.
    #[wasm_bindgen(js_name = readDecoded)]
    pub fn read_decoded(&self) -> Answer<PieceReader> {
        self.splitter.read_decoded().map(PieceReader::new).map_err(thrown)
    }

    /// Says that the block's checksum was verified.
    #[wasm_bindgen(js_name = setVerified)]
    pub fn set_verified(&self) {
        self.splitter.set_verified();
    }
}

/// Decodes a segment of a block of bzip2 streams.
#[wasm_bindgen]
pub struct Bzip2Segment {
    operation: crate::worker::Bzip2Segment,
    bytes: Vec<u8>,
    seam: Vec<u64>,
}

#[wasm_bindgen]
impl Bzip2Segment {
    /// The segment from `start` to `end` of the `stored` bytes that begin at byte `base` of the file; it may decode to
    /// `most` bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(base: f64, stored: f64, start: f64, end: f64, most: f64) -> Bzip2Segment {
        let [base, stored, start, end, most] = [base, stored, start, end, most].map(length);
        let operation = crate::worker::Bzip2Segment::new(base, stored, start..end, most);
        Self { operation, bytes: Vec::new(), seam: Vec::new() }
    }

    /// The ranges still needed; nothing when it is decoded.
    pub fn next(&mut self) -> Answer<Option<Vec<f64>>> {
        Ok(match self.operation.step().map_err(thrown)? {
            Step::Need(ranges) => Some(flatten(&ranges)),
            Step::Done(decoded) => {
                (self.bytes, self.seam) = decoded;
                None
            }
        })
    }

    /// Supplies bytes of the file that begin at `offset`.
    pub fn supply(&mut self, offset: f64, bytes: &[u8]) {
        self.operation.supply(length(offset), bytes);
    }

    /// How many decoded bytes there are.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Puts them into a buffer of that size.
    pub fn copy(&self, output: &Memory) {
        put(output, 0, &self.bytes);
    }

    /// What [`TaskSplitter::join`] is to be told.
    pub fn seam(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.seam)
    }
}

/// Fills a buffer of JavaScript's with a piece of an array, and another with its mask.
#[wasm_bindgen]
pub struct PieceReader {
    reading: crate::worker::PieceReader,
    warnings: Vec<crate::Warning>,
}

impl PieceReader {
    fn new(reading: crate::worker::PieceReader) -> Self {
        Self { reading, warnings: Vec::new() }
    }
}

#[wasm_bindgen]
impl PieceReader {
    /// Begins a task from another thread.
    #[wasm_bindgen(js_name = fromTask)]
    pub fn from_task(task: &[u64]) -> Answer<PieceReader> {
        crate::worker::Task::from_words(task).map_err(thrown)?.begin().map(Self::new).map_err(thrown)
    }

    /// Splits the piece for `workers` workers into tasks of at least `least` decoded bytes; nothing if the elements
    /// are inline.
    pub fn split(&mut self, workers: usize, least: f64) -> Option<TaskSplitter> {
        self.reading.split(workers, length(least)).map(|splitter| TaskSplitter { splitter, task: None })
    }

    /// Whether the block's checksum was verified.
    #[wasm_bindgen(js_name = isVerified)]
    pub fn is_verified(&self) -> bool {
        self.reading.is_verified()
    }

    /// How many bytes it writes, and the bytes of the file that already are the result, if there are such.
    #[wasm_bindgen(unchecked_return_type = "PieceInfo")]
    pub fn info(&self) -> Answer<JsValue> {
        plain(&convert::PieceInfo::of(&self.reading))
    }

    /// The ranges that it needs first; it writes nothing yet.
    pub fn ahead(&mut self) -> Answer<Vec<f64>> {
        Ok(flatten(&self.reading.ahead().map_err(thrown)?))
    }

    /// Limits writing to the first `elements` of the result. Where the next elements lie beyond, it returns no ranges.
    #[wasm_bindgen(js_name = setRoom)]
    pub fn set_room(&mut self, elements: f64) {
        self.reading.set_room(length(elements));
    }

    /// Writes to `output` and `mask`, and returns the ranges still needed, or nothing when it is finished. Elements
    /// beyond the end of `output` are not written; with an empty `output` and no `mask`, only the checksum of the
    /// block is verified.
    pub fn next(&mut self, output: &Memory, mask: Option<Memory>) -> Answer<Option<Vec<f64>>> {
        let verify = output.length() < 1.0 && mask.is_none() && self.reading.info().nbytes > 0;
        let step =
            if verify { self.reading.verify() } else { self.reading.step(&mut Buffers { output, mask }) };
        self.warnings.append(&mut self.reading.take_warnings());
        Ok(match step.map_err(thrown)? {
            Step::Need(ranges) => Some(flatten(&ranges)),
            Step::Done(()) => None,
        })
    }

    /// Supplies bytes of the file that begin at `offset`.
    pub fn supply(&mut self, offset: f64, bytes: Vec<u8>) {
        self.reading.supply(length(offset), bytes);
    }

    /// The number of the first element of the result that may still be written; infinite once all are.
    pub fn position(&self) -> f64 {
        self.reading.position().map_or(f64::INFINITY, number)
    }

    /// Returns each warning once.
    #[wasm_bindgen(unchecked_return_type = "readonly Warning[]")]
    pub fn warnings(&mut self) -> Answer<JsValue> {
        let warnings = std::mem::take(&mut self.warnings);
        plain(&warnings.iter().map(convert::Warning::of).collect::<Vec<_>>())
    }
}

#[wasm_bindgen]
extern "C" {
    /// A `Uint8Array` of any length. For js-sys, all are shorter than 4 GiB.
    #[wasm_bindgen(js_name = Uint8Array, typescript_type = "Uint8Array")]
    pub type Memory;

    #[wasm_bindgen(method, getter)]
    fn length(this: &Memory) -> f64;

    #[wasm_bindgen(method)]
    fn subarray(this: &Memory, begin: f64, end: f64) -> Uint8Array;
}

/// Buffers of JavaScript's as the output of a reading.
struct Buffers<'a> {
    output: &'a Memory,
    mask: Option<Memory>,
}

impl crate::Output for Buffers<'_> {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        put(self.output, at, bytes);
    }

    fn mask(&mut self, at: u64, masked: &[u8]) {
        if let Some(mask) = &self.mask {
            put(mask, at, masked);
        }
    }
}

/// Copies bytes to where they belong in a buffer. What does not fit is not written.
fn put(buffer: &Memory, at: u64, bytes: &[u8]) {
    let end = number(at.saturating_add(bytes.len() as u64));
    if end <= buffer.length() {
        buffer.subarray(number(at), end).copy_from(bytes);
    }
}
