//! Splits a piece into tasks for workers.
//!
//! A block that is compressed in chunks, or not at all, is read by tasks that begin and end between two chunks, as nearly as
//! the elements allow. Any other block has to be decoded from its front, so there is one task. Where there are several, a
//! task of its own, the first, verifies the checksum. In whatever order they run, the tasks give the result, the warnings
//! and, by the first task that fails, the error of the piece reader.

use std::ops::Range;

use super::gather::{ElementUse, Region};
use super::piece_reader::PieceReader;
use super::task::Task;
use crate::block_reader::{BlockReader, Checksums, ChunkStart};
use crate::codec::{Compression, SegmentJoiner};
use crate::error::Result;
use crate::layout::{Block, Encoding};
use crate::ndarray::{Axis, View};
use crate::ranges::{Poll, Step, step};

/// How far a bzip2 segment may decode to more bytes than the average.
const EXPANSION: u64 = 16;

/// Splits the read of a piece into tasks, where the bytes that have arrived tell that it can be cut.
#[derive(Debug)]
pub struct TaskSplitter {
    reader: BlockReader,
    whole: Task,
    region: Region,
    /// The outermost axis, along which it is cut, and how many elements an index of it has; `None`: it stays whole.
    axis: Option<(Axis, u64)>,
    /// How many decoded bytes a task covers at least.
    least: u64,
    /// Whether a task to verify the checksum is still to be given.
    verify: bool,
    /// How many indices of the axis lie before the next part, if there is one, and, once it is found, where decoding that
    /// can begin.
    next: Option<u64>,
    start: Option<ChunkStart>,
    segments: Option<Bzip2Segments>,
    joiner: SegmentJoiner,
}

/// The segments in which a block of bzip2 joiner can be decoded as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Bzip2Segments {
    /// Where the stored bytes begin in the file.
    pub base: u64,
    /// How many stored bytes there are.
    pub stored: u64,
    /// How many of them each segment has.
    pub length: u64,
    /// How many bytes each decodes to, at most.
    pub most: u64,
    /// How many bytes all of them decode to.
    pub decoded: u64,
    /// Whether the checksum of the block is to be verified as well.
    pub verify: bool,
}

impl TaskSplitter {
    /// Splits the read of `view` from `reader`, which has not begun, for `workers` workers.
    pub(super) fn new(
        reader: BlockReader,
        view: &View,
        element_use: &ElementUse,
        region: &Region,
        workers: usize,
        least: u64,
    ) -> Option<Self> {
        let (block, checksums, limits) = reader.block()?;
        let (block, view, element_use) = (block.clone(), view.clone(), element_use.clone());
        let start = ChunkStart::default();
        let whole = Task { block, checksums, limits, view, element_use, start, elements: None };
        let view = &whole.view;
        let extent = view.extent().ok()?;
        // Where elements are not contiguous, a task may cover bytes that the next one covers too.
        let dense = view.is_contiguous();
        let share = (extent.end - extent.start) / workers.max(1) as u64;
        let least = if dense { least.max(1) } else { least.max(share).max(1) };
        let will_verify = reader.will_verify(&extent, dense);
        let is_large = workers > 1 && extent.end - extent.start > least;
        let is_cut = is_large && is_ascending(view) && will_verify.is_some();
        let outer = view.axes.split_first().filter(|_| is_cut);
        let axis = outer.map(|(axis, rest)| (*axis, rest.iter().map(|axis| axis.length).product()));
        let verify = is_cut && will_verify == Some(true);
        let Block { used_size, data_size, .. } = whole.block;
        let is_worth_it = is_large
            && reader.compression() == Compression::Bzip2
            && extent.end > data_size / 4 * 3
            && data_size <= limits.output;
        let segments = will_verify.filter(|_| is_worth_it).map(|verify| Bzip2Segments {
            base: whole.block.data_offset(),
            stored: used_size,
            length: portion(used_size, least, data_size).max(1),
            most: least.saturating_mul(EXPANSION),
            decoded: data_size,
            verify,
        });
        Some(Self {
            reader,
            whole,
            region: region.clone(),
            axis,
            least,
            verify,
            next: Some(0),
            start: None,
            segments,
            joiner: SegmentJoiner::default(),
        })
    }

    /// Where its elements go.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// How many bytes an element has in the result; none where it is only said whether it is masked.
    pub fn item(&self) -> u64 {
        match &self.whole.element_use {
            ElementUse::Elements(conversion, _) => conversion.output_size(self.whole.view.item),
            ElementUse::Mask(_) => 0,
        }
    }

    /// The segments of its block, if it is worth decoding all of it in this way first.
    pub fn segments(&self) -> Option<Bzip2Segments> {
        self.segments
    }

    /// Joins the next segment, by its seam, to those before it; returns whether it fits.
    pub fn join(&mut self, seam: &[u64]) -> bool {
        self.joiner.join(seam)
    }

    /// Whether the segment joined last was the last one of the block.
    pub fn is_joined(&self) -> bool {
        self.joiner.is_over()
    }

    /// The reading, from a file in which the block is not compressed.
    pub fn read_decoded(&self) -> Result<PieceReader> {
        let mut task = self.whole.clone();
        let Block { encoding, used_size, data_size, checksum, .. } = &mut task.block;
        (*encoding, *used_size, *checksum) = (Encoding::None, *data_size, None);
        task.begin_in(&self.region)
    }

    /// Says that the block has been verified.
    pub fn set_verified(&self) {
        self.reader.set_verified();
    }

    /// Takes bytes of the file that begin at `offset`.
    pub fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.reader.supply(offset, bytes);
    }

    /// The next task; `None`: there are no more.
    pub fn step(&mut self) -> Result<Step<Option<Task>>> {
        step(self.poll())
    }

    fn poll(&mut self) -> Poll<Option<Task>> {
        let Some(next) = self.next else { return Ok(None) };
        let Some((axis, row)) = self.axis else {
            self.next = None;
            let size = self.whole.view.size()?;
            return Ok(Some(self.task(Some(0..size))));
        };
        let (base, stride) = (self.whole.view.offset, axis.stride.unsigned_abs());
        let offset = base + next * stride;
        let Some((start, cut)) = self.poll_cut(offset)? else {
            (self.axis, self.verify) = (None, false);
            return self.poll();
        };
        if std::mem::take(&mut self.verify) {
            return Ok(Some(self.task(None)));
        }
        self.start = None;
        let end = cut.saturating_sub(base).div_ceil(stride).clamp(next + 1, axis.length);
        let mut task = self.task(Some(next * row..end * row));
        // The checksum is verified apart, if it is.
        (task.start, task.checksums, task.view.offset) = (start, Checksums::Ignore, offset);
        if let Some(axis) = task.view.axes.first_mut() {
            axis.length = end - next;
        }
        self.next = Some(end).filter(|end| *end < axis.length);
        Ok(Some(task))
    }

    /// A part that does what the whole would.
    #[inline(never)]
    fn task(&self, elements: Option<Range<u64>>) -> Task {
        Task { elements: elements.map(|range| (range.start, range.end)), ..self.whole.clone() }
    }

    /// Where the next task, whose first byte is `offset` of the block, can begin to decode, and where it can end.
    /// `None` if the block cannot be cut, or need not be because all needed bytes have arrived.
    fn poll_cut(&mut self, offset: u64) -> Poll<Option<(ChunkStart, u64)>> {
        if self.start.is_none() {
            self.start = self.reader.poll_start(offset)?;
        }
        let Some(start) = self.start else { return Ok(None) };
        let cut = self.reader.poll_cut(start, offset.saturating_add(self.least))?;
        let extent = self.whole.view.extent()?;
        Ok(cut.filter(|cut| offset > extent.start || *cut < extent.end).map(|cut| (start, cut)))
    }
}

/// What `part` of `whole` is of `size`.
fn portion(size: u64, part: u64, whole: u64) -> u64 {
    u64::try_from(u128::from(size) * u128::from(part) / u128::from(whole.max(1))).unwrap_or(size)
}

/// Whether the elements come in the order of the block, without any that overlap.
fn is_ascending(view: &View) -> bool {
    let mut span = view.item;
    view.axes.iter().rev().all(|axis| {
        let stride = u64::try_from(axis.stride).unwrap_or(0);
        let ascends = stride >= span;
        span = stride.saturating_mul(axis.length.saturating_sub(1)).saturating_add(span);
        ascends
    })
}

impl PieceReader {
    /// Splits the piece for `workers` workers into tasks that each cover at least `least` decoded bytes. `None` if its
    /// elements are inline, or its block is truncated. The reader must not have begun, and cannot be used afterwards.
    pub fn split(&mut self, workers: usize, least: u64) -> Option<TaskSplitter> {
        self.reader.block().filter(|(block, ..)| block.problem.is_none())?;
        let reader = std::mem::replace(&mut self.reader, BlockReader::in_memory(Vec::new()));
        TaskSplitter::new(
            reader,
            self.tiles.view(),
            &self.gather.element_use,
            &self.gather.region,
            workers,
            least,
        )
    }
}
