//! The decoded bytes of one block, by range, from stored bytes that arrive in pieces.
//!
//! A block that is not compressed gives any range by itself. A compressed one is decoded [forwards](forward), and only as
//! far as is asked. Blosc is in between: it gives any range, but decodes pieces of its own. What a read of a part decoded
//! is kept for the next one, and so is the decoder, which goes on where it stopped ([leftovers]). The stored bytes that go
//! by are digested on the way, so that verifying a whole read costs no second pass over the file.

mod digest;
mod forward;
mod leftovers;
mod verify;

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

pub use digest::Checksums;
pub(crate) use forward::Mark;
pub(crate) use leftovers::{Leftovers, OfBlock};

use digest::Digest;
use forward::Forward;
use leftovers::Waiting;

use super::tiles::Access;
use crate::codec::{Blosc, Compression};
use crate::error::{Error, ErrorKind, Result, Warning};
use crate::layout::Block;
use crate::limits::{Limits, check};
use crate::ranges::{Interrupt, Poll, SparseBuffer};

/// Bytes between two ranges that are decoded along: whoever wants the first will want the second for sure.
const NEAR: u64 = 512 << 10;

/// Where the bytes come from.
#[derive(Debug)]
enum Source {
    /// They are here: an inline array.
    Memory(Vec<u8>),
    /// The block is stored as it is.
    Stored,
    /// It has to be decoded.
    Encoded(Box<Forward>),
    /// It has to be decoded in pieces, in any order.
    Blosc(Box<Blosc>),
}

/// Gives the decoded bytes of a block.
#[derive(Debug)]
pub(super) struct BlockReader {
    block: Option<Block>,
    compression: Compression,
    limits: Limits,
    source: Source,
    stored: SparseBuffer,
    digest: Digest,
    leftovers: Option<OfBlock>,
    /// Whether what is decoded is kept: of a read of a part.
    keeps: bool,
    /// Behind which byte nothing is wanted.
    expected: u64,
    /// What was kept of the ranges that were made ready last.
    kept: Vec<Span>,
    /// How many decoded bytes are in the digest of these.
    digested: u64,
}

/// Decoded bytes, of which the first is number `start` of the block.
#[derive(Debug)]
struct Span {
    start: u64,
    bytes: Vec<u8>,
}

impl BlockReader {
    /// Reads `block`, with what earlier reads of it left.
    pub(super) fn new(
        block: &Block,
        checksums: Checksums,
        leftovers: OfBlock,
        limits: Limits,
    ) -> Result<Self> {
        if let Some(problem) = block.refusal() {
            return Err(problem);
        }
        let place = |error: Error| error.at(block.offset).in_block(block.index);
        let compression = Compression::of(block.encoding).map_err(place)?;
        if compression != Compression::None {
            check("the decoded block", block.data_size, limits.block).map_err(place)?;
        }
        let mut digest = Digest::new(checksums, leftovers.verified());
        let source = match compression {
            Compression::None => Source::Stored,
            Compression::Blosc => {
                Source::Blosc(Box::new(blosc(block, limits).with_layout(leftovers.take_layout())))
            }
            _ => {
                let mut decoder = match leftovers.take_waiting() {
                    Some(waiting) => {
                        (digest.md5, digest.seen) = (waiting.md5, waiting.seen);
                        waiting.decoder
                    }
                    None => Box::new(Forward::new(block, compression, &limits).map_err(place)?),
                };
                decoder.know(leftovers.marks());
                Source::Encoded(decoder)
            }
        };
        Ok(Self {
            block: Some(block.clone()),
            compression,
            limits,
            source,
            stored: SparseBuffer::default(),
            digest,
            leftovers: Some(leftovers),
            keeps: false,
            expected: 0,
            kept: Vec::new(),
            digested: 0,
        })
    }

    /// Gives bytes that are at hand.
    pub(super) fn in_memory(bytes: Vec<u8>) -> Self {
        Self {
            block: None,
            compression: Compression::None,
            limits: Limits::default(),
            source: Source::Memory(bytes),
            stored: SparseBuffer::default(),
            digest: Digest::new(Checksums::Ignore, Rc::default()),
            leftovers: None,
            keeps: false,
            expected: 0,
            kept: Vec::new(),
            digested: 0,
        }
    }

    /// Says that so many of its bytes are wanted, all before byte `end`. If that is not all there are, what is decoded is
    /// kept for whoever wants the rest.
    pub(super) fn expect(&mut self, bytes: u64, end: u64) {
        self.keeps = self.compression != Compression::None && bytes < self.size();
        self.expected = end;
    }

    /// How they are compressed.
    pub(super) fn compression(&self) -> Compression {
        self.compression
    }

    /// How its bytes can be had.
    pub(super) fn access(&self) -> Access {
        match self.source {
            Source::Memory(_) | Source::Stored => Access::Random,
            Source::Encoded(_) if self.compression == Compression::Lz4 => Access::Chunks,
            Source::Encoded(_) => Access::Forward,
            Source::Blosc(_) => Access::Pieces,
        }
    }

    /// How many bytes the block decodes to.
    pub(super) fn size(&self) -> u64 {
        match (&self.source, &self.block) {
            (Source::Memory(bytes), _) => bytes.len() as u64,
            (_, Some(block)) => block.data_size,
            (_, None) => 0,
        }
    }

    /// Where the block's bytes stand in the file, if they stand there as they are.
    pub(super) fn stored_at(&self) -> Option<u64> {
        match self.source {
            Source::Stored => self.block.as_ref().map(Block::data_offset),
            _ => None,
        }
    }

    /// The stored bytes whose digest is still to be verified, if any are to be.
    pub(super) fn unverified(&self) -> Option<Range<u64>> {
        let block = self.block.as_ref()?;
        let wanted = self.digest.checksums != Checksums::Ignore
            && block.md5().is_some()
            && !self.digest.verified.get();
        wanted.then(|| block.data_offset()..block.data_offset().saturating_add(block.used_size))
    }

    /// The block, and what is to be done about its checksum, unless the bytes are here already.
    pub(super) fn block(&self) -> Option<(&Block, Checksums, Limits)> {
        let checksums = if self.unverified().is_some() { self.digest.checksums } else { Checksums::Ignore };
        self.block.as_ref().map(|block| (block, checksums, self.limits))
    }

    /// Whether the block was verified, by this read or an earlier one.
    pub(super) fn is_verified(&self) -> bool {
        self.digest.verified.get()
    }

    /// Says that the block has been verified by somebody else.
    pub(super) fn set_verified(&self) {
        self.digest.verified.set(true);
    }

    /// Whether a read of the bytes of `extent`, all of them if `dense`, would verify the checksum; `None` if that depends on
    /// what lies between them.
    pub(super) fn will_verify(&self, extent: &Range<u64>, dense: bool) -> Option<bool> {
        let spans = *extent == (0..self.size());
        match self.digest.checksums {
            _ if self.unverified().is_none() => Some(false),
            Checksums::Error => Some(true),
            _ if spans && dense => Some(true),
            _ if spans || self.access() == Access::Chunks => None,
            _ => Some(false),
        }
    }

    /// Says that everything wanted lies behind a place where a chunk begins, and that nobody will read the rest.
    pub(super) fn begin_at(&mut self, start: Mark) {
        self.keeps = false;
        if let Source::Encoded(decoder) = &mut self.source {
            decoder.know(vec![start]);
        }
    }

    /// Finds a place at or before decoded byte `from` where decoding can begin, if it need not be the front.
    pub(super) fn poll_start(&mut self, from: u64) -> Poll<Option<Mark>> {
        match &mut self.source {
            Source::Encoded(decoder) if self.compression == Compression::Lz4 => {
                decoder.poll_start(&mut self.stored, from).map(Some)
            }
            Source::Encoded(_) | Source::Memory(_) => Ok(None),
            Source::Stored | Source::Blosc(_) => Ok(Some(Mark::default())),
        }
    }

    /// Finds a place behind `start`, at about decoded byte `at`, where the block can be cut so that neither side needs the
    /// other. Nothing if it has to be decoded from the front.
    pub(super) fn poll_cut(&mut self, start: Mark, at: u64) -> Poll<Option<u64>> {
        match &mut self.source {
            Source::Stored => Ok(Some(at)),
            Source::Encoded(decoder) => decoder.poll_cut(&mut self.stored, start, at),
            Source::Blosc(blosc) => match blosc.poll_cut(&mut self.stored, at) {
                Err(Interrupt::Failed(_)) => Ok(None),
                outcome => outcome.map(Some),
            },
            Source::Memory(_) => Ok(None),
        }
    }

    pub(super) fn supply<'a>(&mut self, offset: u64, bytes: impl Into<Cow<'a, [u8]>>) {
        self.stored.supply(offset, bytes);
    }

    /// Says where in the file an error happened: in this block. How far the decoder had read depends on how the bytes
    /// arrived.
    fn place(&self, interrupt: Interrupt) -> Interrupt {
        match interrupt {
            Interrupt::Failed(error) => Interrupt::Failed(self.placed(error)),
            need @ Interrupt::Need(_) => need,
        }
    }

    fn placed(&self, error: Error) -> Error {
        match &self.block {
            Some(block) => error.at(block.data_offset()).in_block(block.index),
            None => error,
        }
    }

    /// Goes back to the beginning of the block.
    fn rewind(&mut self) -> Result<()> {
        match (&mut self.source, &self.block) {
            (Source::Encoded(decoder), _) => decoder.rewind()?,
            (Source::Blosc(source), Some(block)) => **source = blosc(block, self.limits),
            _ => {}
        }
        self.kept.clear();
        self.digested = 0;
        Ok(())
    }

    /// Makes the decoded bytes in `ranges` (ascending) ready for [`bytes`](Self::bytes), or asks for stored ones.
    /// Everything before them may be forgotten. Those in `ahead` will be wanted next.
    pub(super) fn poll<'a>(
        &mut self,
        ranges: &[Range<u64>],
        ahead: impl Iterator<Item = &'a Range<u64>>,
    ) -> Poll<()> {
        let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else { return Ok(()) };
        self.kept.clear();
        let outcome = match self.source {
            Source::Memory(_) => Ok(()),
            Source::Stored => self.poll_stored(first.start, ranges, ahead),
            Source::Encoded(_) => {
                let near = ahead.fold(last.end, |near, range| {
                    if range.start <= near.saturating_add(NEAR) { range.end } else { near }
                });
                // Chunks between those that are wanted are passed over.
                let skips = self.keeps && self.compression == Compression::Lz4;
                let until = if skips { near } else { self.expected };
                self.poll_forward(&(first.start..last.end), until)
            }
            Source::Blosc(_) => self.poll_blosc(ranges),
        };
        if let (Err(Interrupt::Failed(_)), Some(leftovers)) = (&outcome, &self.leftovers) {
            leftovers.forget();
        }
        outcome.map_err(|interrupt| self.place(self.within_file(interrupt)))
    }

    /// Of a block that the file ends in, what is wanted is asked for up to there; behind that is the error.
    fn within_file(&self, interrupt: Interrupt) -> Interrupt {
        let cut = self.block.as_ref().and_then(|block| block.cut.zip(block.problem.clone()));
        match (interrupt, cut) {
            (Interrupt::Need(ranges), Some((end, problem))) => {
                let there = ranges.iter().map(|range| range.start..range.end.min(end));
                let there: Vec<_> = there.filter(|range| !range.is_empty()).collect();
                if there.is_empty() { Interrupt::Failed(problem) } else { Interrupt::Need(there) }
            }
            (interrupt, _) => interrupt,
        }
    }

    /// Whether the file has all of the block.
    pub(super) fn is_whole(&self) -> bool {
        self.block.as_ref().is_none_or(|block| block.cut.is_none())
    }

    fn poll_stored<'a>(
        &mut self,
        start: u64,
        ranges: &[Range<u64>],
        ahead: impl Iterator<Item = &'a Range<u64>>,
    ) -> Poll<()> {
        let base = self.stored_at().unwrap_or_default();
        self.stored.evict_before(base + start);
        let in_file = |range: &Range<u64>| base + range.start..base + range.end;
        let ranges: Vec<_> = ranges.iter().map(in_file).collect();
        self.stored.want_all(&ranges, ahead.map(in_file))?;
        if self.unverified().is_some() {
            for range in ranges {
                let seen = base + self.digest.seen;
                if (range.start..range.end).contains(&seen) {
                    self.digest.update(self.stored.get(seen..range.end).unwrap_or_default());
                }
            }
        }
        Ok(())
    }

    fn poll_blosc(&mut self, ranges: &[Range<u64>]) -> Poll<()> {
        if ranges.iter().all(|range| self.keeps_all(range))
            && ranges.iter().all(|range| self.take_kept(range))
        {
            return Ok(());
        }
        self.kept.clear();
        self.decode_blosc(ranges)?;
        if let (Source::Blosc(blosc), Some(keep)) =
            (&self.source, self.leftovers.as_ref().filter(|_| self.keeps))
        {
            blosc.decoded().for_each(|(start, bytes)| keep.put(start, bytes));
        }
        Ok(())
    }

    fn decode_blosc(&mut self, ranges: &[Range<u64>]) -> Poll<()> {
        let verifying = self.unverified();
        let Source::Blosc(blosc) = &mut self.source else { return Ok(()) };
        blosc.poll(&mut self.stored, ranges)?;
        let used = blosc.used();
        let mut done = used.end;
        if let Some(stored) = verifying {
            let arrived = self.stored.from(stored.start + self.digest.seen).unwrap_or_default();
            self.digest.update(arrived);
            // What lies behind a gap waits for what is missing, unless that is too far back.
            done = done.min(stored.start + self.digest.seen).max(used.start);
        }
        self.stored.evict_before(done);
        Ok(())
    }

    fn poll_forward(&mut self, range: &Range<u64>, until: u64) -> Poll<()> {
        let Source::Encoded(decoder) = &self.source else { return Ok(()) };
        if !decoder.is_at(range.start) {
            if !decoder.goes_on_to_end(range.end) && self.keeps_all(range) && self.take_kept(range) {
                return Ok(());
            }
            // What is kept of its beginning need not be decoded once more.
            let reach = self.leftovers.as_ref().map_or(0, |leftovers| leftovers.reach(range.start));
            let behind = reach.clamp(range.start, range.end)..range.end;
            self.kept.clear();
            if behind.start > range.start {
                self.decode_forward(&behind, until)?;
                if self.take_kept(&(range.start..behind.start)) {
                    self.join_kept(&behind);
                    return Ok(());
                }
                self.kept.clear();
            }
        }
        self.decode_forward(range, until)
    }

    fn decode_forward(&mut self, range: &Range<u64>, until: u64) -> Poll<()> {
        let verifying = self.unverified().is_some();
        let keep = self.leftovers.as_ref().filter(|_| self.keeps);
        let Source::Encoded(decoder) = &mut self.source else { return Ok(()) };
        decoder.poll(&mut self.stored, Some(&mut self.digest).filter(|_| verifying), keep, range, until)
    }

    /// Whether all of a range is kept.
    fn keeps_all(&self, range: &Range<u64>) -> bool {
        self.leftovers.as_ref().is_some_and(|leftovers| leftovers.reach(range.start) >= range.end)
    }

    /// Makes a range ready of which all is kept.
    fn take_kept(&mut self, range: &Range<u64>) -> bool {
        let mut span = Span { start: range.start, bytes: Vec::new() };
        let all = self.leftovers.as_ref().is_some_and(|leftovers| leftovers.append(range, &mut span.bytes));
        self.kept.push(span);
        all
    }

    /// Adds what was decoded to what was kept before it.
    fn join_kept(&mut self, behind: &Range<u64>) {
        if let (Source::Encoded(decoder), Some(span)) = (&self.source, self.kept.last_mut()) {
            span.bytes.extend_from_slice(decoder.bytes(behind).unwrap_or_default());
        }
    }

    /// What was odd in what was read, and is not said again.
    pub(super) fn take_warning(&mut self) -> Option<Warning> {
        match (&mut self.source, &self.block) {
            (Source::Blosc(blosc), Some(block)) => {
                blosc.take_warning().map(|warning| warning.at(block.data_offset()))
            }
            _ => None,
        }
    }

    /// Decoded bytes of a range that [`poll`](Self::poll) has made ready.
    pub(super) fn bytes(&self, range: Range<u64>) -> Result<&[u8]> {
        let bytes = match &self.source {
            _ if !self.kept.is_empty() => self.kept.iter().find_map(|span| span.bytes(&range)),
            Source::Blosc(blosc) => blosc.bytes(&range),
            Source::Memory(bytes) => crate::ranges::slice(bytes, &range).ok(),
            Source::Stored => {
                let base = self.stored_at().unwrap_or_default();
                self.stored.get(base + range.start..base + range.end)
            }
            Source::Encoded(decoder) => decoder.bytes(&range),
        };
        bytes.ok_or_else(|| {
            let message = format!("bytes {}..{} of the block are not there", range.start, range.end);
            self.placed(Error::new(ErrorKind::BadArray, message))
        })
    }
}

impl Drop for BlockReader {
    /// Leaves what it has to the next read.
    fn drop(&mut self) {
        let Some(leftovers) = &self.leftovers else { return };
        match std::mem::replace(&mut self.source, Source::Stored) {
            Source::Encoded(mut decoder) => {
                leftovers.put_marks(decoder.take_marks());
                if decoder.rest(self.keeps.then_some(leftovers)) && self.digest.can_go_on() {
                    let Digest { md5, seen, .. } = std::mem::take(&mut self.digest);
                    leftovers.wait(Box::new(Waiting { decoder, md5, seen }));
                }
            }
            Source::Blosc(mut blosc) => {
                if let Some(layout) = blosc.take_layout() {
                    leftovers.put_layout(layout);
                }
            }
            Source::Memory(_) | Source::Stored => {}
        }
    }
}

impl Span {
    fn bytes(&self, range: &Range<u64>) -> Option<&[u8]> {
        let start = range.start.checked_sub(self.start)?;
        crate::ranges::slice(&self.bytes, &(start..range.end.checked_sub(self.start)?)).ok()
    }
}

fn blosc(block: &Block, limits: Limits) -> Blosc {
    Blosc::new(block.data_offset(), block.used_size, block.data_size, limits)
}
