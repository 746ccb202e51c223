//! A reading as messages, so that other threads can carry it out: as a whole, or in parts that know nothing of each other.
//!
//! A [`Task`] holds all that a reading knows before it begins, and none of the file's bytes. A block that is compressed in
//! chunks, or not at all, is read in parts that begin and end between two chunks, as nearly as the elements let them; any
//! other block has to be decoded from its front, so there is one part. Where there are several, verifying the checksum is
//! a part of its own, the first. Carried out in any order, they give the result, the warnings and, by the first of them
//! that fails, the error that the reading gives.

use std::ops::Range;

use super::block_reader::{BlockReader, Checksums, Leftovers, Mark};
use super::datatype::bad;
use super::place::Place;
use super::reading::{Reading, Taken};
use super::view::{Axis, View};
use crate::codec::{Compression, Streams};
use crate::error::Result;
use crate::layout::{Block, Encoding};
use crate::limits::Limits;
use crate::message::{Message, message};
use crate::ranges::{Poll, Step, step};

/// How many times as many decoded bytes as on the average a stretch of bzip2 streams may have.
const EXPANSION: u64 = 16;

/// A reading that has not begun, as a message.
#[derive(Clone, Debug)]
pub struct Task {
    block: Block,
    checksums: Checksums,
    limits: Limits,
    view: View,
    taken: Taken,
    /// Where decoding can begin.
    start: Mark,
}

message!(struct Task { block, checksums, limits, view, taken, start });

impl Task {
    /// It as a message.
    pub fn to_words(&self) -> Vec<u64> {
        let mut words = Vec::new();
        self.write(&mut words);
        words
    }

    /// What such a message says.
    pub fn from_words(mut words: &[u64]) -> Result<Self> {
        Self::read(&mut words).ok_or_else(|| bad("the message is no reading"))
    }

    /// Begins it. Its result is dense, whatever the place of its elements in the result as a whole.
    pub fn begin(&self) -> Result<Reading> {
        self.begin_in(&Place::WHOLE)
    }

    /// Begins it with its elements in their place in the result as a whole.
    #[inline(never)]
    fn begin_in(&self, place: &Place) -> Result<Reading> {
        let Self { block, checksums, limits, view, taken, start } = self;
        let reader = BlockReader::new(block, *checksums, Leftovers::new(0).of(block.index), *limits)?;
        let mut reading = Reading::new(reader, view, taken.clone(), place.clone(), limits)?;
        reading.begin_at(*start);
        Ok(reading)
    }
}

/// A part of a reading.
#[derive(Clone, Debug)]
pub struct Part {
    /// What to do.
    pub task: Task,
    /// Which elements it gives, counted in the order of the result. None: it verifies the checksum, and nothing else.
    pub elements: Option<Range<u64>>,
}

/// Cuts a reading into parts, as far as the bytes that have arrived tell where that can be done.
#[derive(Debug)]
pub struct Parts {
    reader: BlockReader,
    whole: Task,
    place: Place,
    /// The outermost axis, along which it is cut, and how many elements an index of it has; `None`: it stays whole.
    axis: Option<(Axis, u64)>,
    /// How many decoded bytes a part goes over, at least.
    least: u64,
    /// Whether the checksum is to be verified apart, and that has not been said yet.
    verify: bool,
    /// How many indices of the axis lie before the next part, if there is one, and, once it is found, where decoding that
    /// can begin.
    next: Option<u64>,
    start: Option<Mark>,
    stretches: Option<Stretches>,
    streams: Streams,
}

/// The stretches in which a block of bzip2 streams can be decoded as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Stretches {
    /// Where the stored bytes begin in the file.
    pub base: u64,
    /// How many stored bytes there are.
    pub stored: u64,
    /// How many of them each stretch has.
    pub length: u64,
    /// How many bytes each decodes to, at most.
    pub most: u64,
    /// How many bytes all of them decode to.
    pub decoded: u64,
    /// Whether the block's checksum is to be verified as well.
    pub verify: bool,
}

impl Parts {
    /// Of what `reader`, which has not begun, is to read of a block.
    pub(super) fn new(
        reader: BlockReader,
        view: &View,
        taken: &Taken,
        place: &Place,
        workers: usize,
        least: u64,
    ) -> Option<Self> {
        let (block, checksums, limits) = reader.block()?;
        let (block, view, taken) = (block.clone(), view.clone(), taken.clone());
        let start = Mark::default();
        let whole = Task { block, checksums, limits, view, taken, start };
        let view = &whole.view;
        let extent = view.extent().ok()?;
        // Where elements do not lie one behind the other, a part may go over some of what the next one does.
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
        let stretches = will_verify.filter(|_| is_worth_it).map(|verify| Stretches {
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
            place: place.clone(),
            axis,
            least,
            verify,
            next: Some(0),
            start: None,
            stretches,
            streams: Streams::default(),
        })
    }

    /// Where its elements go.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// How many bytes an element has in the result; none where it is only said whether it is masked.
    pub fn item(&self) -> u64 {
        match &self.whole.taken {
            Taken::Elements(conversion, _) => conversion.output_size(self.whole.view.item),
            Taken::Mask(_) => 0,
        }
    }

    /// The stretches of its block, if it is worth decoding all of it in this way first.
    pub fn stretches(&self) -> Option<Stretches> {
        self.stretches
    }

    /// Joins the next stretch, by its seam, to those before it; says whether it fits.
    pub fn join(&mut self, seam: &[u64]) -> bool {
        self.streams.join(seam)
    }

    /// Whether the stretch joined last was the last: with those before it, it is all of the block.
    pub fn is_joined(&self) -> bool {
        self.streams.is_over()
    }

    /// The reading, from a file in which the block is not compressed.
    pub fn plain(&self) -> Result<Reading> {
        let mut task = self.whole.clone();
        let Block { encoding, used_size, data_size, checksum, .. } = &mut task.block;
        (*encoding, *used_size, *checksum) = (Encoding::None, *data_size, None);
        task.begin_in(&self.place)
    }

    /// Says that the block has been verified.
    pub fn set_verified(&self) {
        self.reader.set_verified();
    }

    /// Takes bytes of the file that begin at `offset`.
    pub fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.reader.supply(offset, bytes);
    }

    /// The next part; none: there are no more.
    pub fn step(&mut self) -> Result<Step<Option<Part>>> {
        step(self.poll())
    }

    fn poll(&mut self) -> Poll<Option<Part>> {
        let Some(next) = self.next else { return Ok(None) };
        let Some((axis, row)) = self.axis else {
            self.next = None;
            let size = self.whole.view.size()?;
            return Ok(Some(self.part(Some(0..size))));
        };
        let (base, stride) = (self.whole.view.offset, axis.stride.unsigned_abs());
        let offset = base + next * stride;
        let Some((start, cut)) = self.poll_cut(offset)? else {
            (self.axis, self.verify) = (None, false);
            return self.poll();
        };
        if std::mem::take(&mut self.verify) {
            return Ok(Some(self.part(None)));
        }
        self.start = None;
        let end = cut.saturating_sub(base).div_ceil(stride).clamp(next + 1, axis.length);
        let mut part = self.part(Some(next * row..end * row));
        let task = &mut part.task;
        // The checksum is verified apart, if it is.
        (task.start, task.checksums, task.view.offset) = (start, Checksums::Ignore, offset);
        if let Some(axis) = task.view.axes.first_mut() {
            axis.length = end - next;
        }
        self.next = Some(end).filter(|end| *end < axis.length);
        Ok(Some(part))
    }

    /// A part that does what the whole would.
    #[inline(never)]
    fn part(&self, elements: Option<Range<u64>>) -> Part {
        Part { task: self.whole.clone(), elements }
    }

    /// Where the next part, whose first byte is `offset` of the block, can begin to decode, and end; nothing if the block
    /// cannot be cut, or need not, since all that is wanted of it is there.
    fn poll_cut(&mut self, offset: u64) -> Poll<Option<(Mark, u64)>> {
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
