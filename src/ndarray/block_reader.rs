//! The decoded bytes of one block, by range, from stored bytes that arrive in pieces.
//!
//! A block that is not compressed gives any range by itself. A compressed one is decoded from the front, and only as
//! far as is asked; what lies before the wanted range is dropped as it goes by, so memory stays small whatever the
//! block's size. Blosc is in between: it gives any range, but decodes pieces of its own. The stored bytes that go by are digested on the way, so that verifying a whole read costs no second
//! pass over the file.

use std::cell::Cell;
use std::fmt::Write as _;
use std::ops::Range;
use std::rc::Rc;

use super::tiles::Access;
use crate::codec::checksum::{Md5, hex};
use crate::codec::{Blosc, Compression, Decoder, Status};
use crate::error::{Error, ErrorKind, Result, Warning};
use crate::layout::Block;
use crate::limits::{Limits, check};
use crate::ranges::{Interrupt, Poll, SparseBuffer};

/// How many stored bytes are asked for at a time when all of a block is gone over.
const STRIDE: u64 = 1 << 20;
/// How many stored bytes beyond those that a decoder needs are asked for: as many as it has consumed, within these bounds,
/// so that little too much is read for a little, and a long read never waits.
const LEAST_AHEAD: u64 = 256 << 10;
const MOST_AHEAD: u64 = 4 << 20;
/// A read that comes so near to the block's end goes on to it. A codec may report the end of its stream together with the
/// last bytes or after them, as they happen to arrive; so what a short block comes to does not depend on that.
const NEAR_END: u64 = 1 << 20;
/// How many decoded bytes may lie before the wanted ones until they are dropped.
const SLACK: usize = 1 << 20;

/// What to do about a block's MD5 digest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checksums {
    /// Every read verifies the whole block, and fails if it does not match.
    Error,
    /// A read that goes over the whole block verifies it; a mismatch is a [`Warning`].
    #[default]
    Warn,
    /// Nothing is verified.
    Ignore,
}

/// Where the bytes come from.
#[derive(Debug)]
enum Source {
    /// They are here: an inline array.
    Memory(Vec<u8>),
    /// The block is stored as it is.
    Stored,
    /// It has to be decoded.
    Encoded(Box<Decoder>),
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
    /// How many stored bytes were decoded, and how many more the decoder needs to go on.
    consumed: u64,
    needed: usize,
    /// Whether the decoder has seen the end of the block, checksums of its own included.
    finished: bool,
    /// Decoded bytes, of which the first is number `window_start` of the block.
    window: Vec<u8>,
    window_start: u64,
    digest: Digest,
}

/// The verification of a block's checksum, on the way or afterwards.
#[derive(Debug)]
struct Digest {
    checksums: Checksums,
    /// Whether the block was verified by this or an earlier read; shared by all reads of the block.
    verified: Rc<Cell<bool>>,
    md5: Md5,
    /// How many stored bytes are in `md5`.
    seen: u64,
    /// The digest of the stored bytes that did not match, while that of the decoded bytes is still to be tried.
    mismatch: Option<[u8; 16]>,
}

impl BlockReader {
    /// Reads `block`; `verified` is shared by all reads of it.
    pub(super) fn new(
        block: &Block,
        checksums: Checksums,
        verified: Rc<Cell<bool>>,
        limits: Limits,
    ) -> Result<Self> {
        if let Some(problem) = &block.problem {
            return Err(problem.clone());
        }
        let place = |error: Error| error.at(block.offset).in_block(block.index);
        let compression = Compression::of(block.encoding).map_err(place)?;
        if compression != Compression::None {
            check("the decoded block", block.data_size, limits.block).map_err(place)?;
        }
        let digest = Digest { checksums, verified, md5: Md5::default(), seen: 0, mismatch: None };
        let mut reader = Self {
            block: Some(block.clone()),
            compression,
            limits,
            source: Source::Stored,
            stored: SparseBuffer::default(),
            consumed: 0,
            needed: 1,
            finished: false,
            window: Vec::new(),
            window_start: 0,
            digest,
        };
        reader.rewind().map_err(place)?;
        Ok(reader)
    }

    /// Gives bytes that are at hand.
    pub(super) fn in_memory(bytes: Vec<u8>) -> Self {
        let digest = Digest {
            checksums: Checksums::Ignore,
            verified: Rc::default(),
            md5: Md5::default(),
            seen: 0,
            mismatch: None,
        };
        Self {
            block: None,
            compression: Compression::None,
            limits: Limits::default(),
            source: Source::Memory(bytes),
            stored: SparseBuffer::default(),
            consumed: 0,
            needed: 1,
            finished: false,
            window: Vec::new(),
            window_start: 0,
            digest,
        }
    }

    /// How its bytes can be had.
    pub(super) fn access(&self) -> Access {
        match self.source {
            Source::Memory(_) | Source::Stored => Access::Random,
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

    pub(super) fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.stored.supply(offset, bytes);
    }

    /// Says where in the file an error happened: in this block. How far the decoder had read depends on how the bytes
    /// arrived.
    fn place(&self, error: Error) -> Error {
        match &self.block {
            Some(block) => error.at(block.data_offset()).in_block(block.index),
            None => error,
        }
    }

    /// Goes back to the beginning of the block.
    fn rewind(&mut self) -> Result<()> {
        if let Some(block) = &self.block {
            let (stored, decoded) = (block.used_size, block.data_size);
            self.source = match self.compression {
                Compression::None => Source::Stored,
                Compression::Blosc => {
                    Source::Blosc(Box::new(Blosc::new(block.data_offset(), stored, decoded, self.limits)))
                }
                compression => {
                    Source::Encoded(Box::new(Decoder::new(compression, stored, decoded, &self.limits)?))
                }
            };
        }
        (self.consumed, self.needed, self.finished) = (0, 1, false);
        self.window_start = 0;
        self.window.clear();
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
        match self.source {
            Source::Memory(_) => Ok(()),
            Source::Stored => self.poll_stored(first.start, ranges, ahead),
            Source::Encoded(_) => self.poll_decoded(first.start, last.end),
            Source::Blosc(_) => self.poll_blosc(ranges),
        }
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
        let verifying = self.unverified();
        let (Some(block), Source::Blosc(blosc)) = (&self.block, &mut self.source) else { return Ok(()) };
        let place = |error: Error| error.at(block.data_offset()).in_block(block.index).into();
        blosc.poll(&mut self.stored, ranges).map_err(|interrupt| match interrupt {
            Interrupt::Failed(error) => place(error),
            need @ Interrupt::Need(_) => need,
        })?;
        if let Some(stored) = verifying {
            let arrived = self.stored.from(stored.start + self.digest.seen).unwrap_or_default();
            self.digest.update(arrived);
        }
        self.stored.evict_before(blosc.position());
        Ok(())
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

    fn poll_decoded(&mut self, start: u64, end: u64) -> Poll<()> {
        if start < self.window_start {
            self.rewind().map_err(|error| self.place(error))?;
            self.digest.restart();
        }
        // At the end of the block the decoder goes on until it has checked the checksums of its own.
        let near_end = self.size() - end.min(self.size()) < NEAR_END;
        while self.window_start + (self.window.len() as u64) < end || (near_end && !self.finished) {
            self.drop_before(start);
            if self.finished {
                let message = format!("the block ends before byte {end} of its decoded data");
                return Err(self.place(Error::new(ErrorKind::CorruptData, message)).into());
            }
            self.decode()?;
        }
        Ok(())
    }

    /// Drops decoded bytes before byte `start` of the block, but for what the decoder looks back at.
    fn drop_before(&mut self, start: u64) {
        let before = usize::try_from(start.saturating_sub(self.window_start)).unwrap_or(usize::MAX);
        let history = if let Source::Encoded(decoder) = &self.source { decoder.history() } else { 0 };
        let spare = before.min(self.window.len().saturating_sub(history));
        // As much as is moved, at least, so that moving costs little where a decoder looks far back.
        if spare >= SLACK.max(history) {
            self.window.drain(..spare);
            self.window_start += spare as u64;
        }
    }

    /// Decodes a step further. Either asks for bytes, having changed nothing, or makes a step.
    fn decode(&mut self) -> Poll<()> {
        let verifying = self.unverified().is_some();
        let (Some(block), Source::Encoded(decoder)) = (&self.block, &mut self.source) else { return Ok(()) };
        let at = block.data_offset().saturating_add(self.consumed);
        let rest = block.used_size.saturating_sub(self.consumed);
        let needed = (self.needed as u64).min(rest);
        let arrived = self.stored.from(at).unwrap_or_default().len() as u64;
        if arrived < needed {
            self.stored.evict_before(at);
            let ahead = self.consumed.clamp(LEAST_AHEAD, MOST_AHEAD);
            self.stored.want(at..at + (needed + ahead).min(rest))?;
        }
        let arrived = self.stored.from(at).unwrap_or_default().len() as u64;
        let input = self.stored.want(at..at + arrived.min(rest))?;
        let outcome = decoder.decode(input, arrived >= rest, &mut self.window);
        let (consumed, status) =
            outcome.map_err(|error| error.at(block.data_offset()).in_block(block.index))?;
        if verifying && self.digest.seen == self.consumed {
            self.digest.update(input.get(..consumed).unwrap_or_default());
        }
        self.consumed += consumed as u64;
        self.needed = if let Status::NeedInput(least) = status { least.max(1) } else { 0 };
        self.finished = matches!(status, Status::Finished);
        Ok(())
    }

    /// Decoded bytes of a range that [`poll`](Self::poll) has made ready.
    pub(super) fn bytes(&self, range: Range<u64>) -> Result<&[u8]> {
        let bytes = match &self.source {
            Source::Blosc(blosc) => blosc.bytes(&range),
            Source::Memory(bytes) => crate::ranges::slice(bytes, &range).ok(),
            Source::Stored => {
                let base = self.stored_at().unwrap_or_default();
                self.stored.get(base + range.start..base + range.end)
            }
            Source::Encoded(_) => range.start.checked_sub(self.window_start).and_then(|start| {
                crate::ranges::slice(&self.window, &(start..range.end - self.window_start)).ok()
            }),
        };
        bytes.ok_or_else(|| {
            let message = format!("bytes {}..{} of the block are not there", range.start, range.end);
            self.place(Error::new(ErrorKind::BadArray, message))
        })
    }

    /// Whether the digest has gone over all of the block, or nearly so: what may remain is what the decoder left.
    fn passed_over(&self, used: u64) -> bool {
        match &self.source {
            Source::Encoded(_) => self.finished,
            Source::Blosc(blosc) => blosc.is_passed_over(),
            Source::Memory(_) | Source::Stored => self.digest.seen == used,
        }
    }

    /// Verifies the block's checksum. Under [`Checksums::Warn`] only if the reading has gone over the whole block, or
    /// `thorough`.
    pub(super) fn poll_verify(&mut self, thorough: bool, warnings: &mut Vec<Warning>) -> Poll<()> {
        let (Some(stored), Some(block)) = (self.unverified(), self.block.clone()) else { return Ok(()) };
        if self.digest.mismatch.is_none() {
            let thorough = thorough || self.digest.checksums == Checksums::Error;
            if !thorough && !self.passed_over(block.used_size) {
                return Ok(());
            }
            while self.digest.seen < block.used_size {
                let at = stored.start + self.digest.seen;
                self.stored.evict_before(at);
                let bytes = self.stored.want(at..(at + STRIDE).min(stored.end))?;
                self.digest.update(bytes);
            }
            let found = std::mem::take(&mut self.digest.md5).finish();
            if Some(found) == block.md5() {
                self.digest.verified.set(true);
                return Ok(());
            }
            self.digest.mismatch = Some(found);
            self.rewind()?;
        }
        // Python asdf before 5.3 stored the digest of the decoded bytes.
        let decoded = match self.access() {
            Access::Random => None,
            Access::Forward | Access::Pieces => Some(self.poll_decoded_digest()?),
        };
        self.digest.verified.set(true);
        if decoded.is_some() && decoded == block.md5() {
            return Ok(());
        }
        let stored_digest = self.digest.mismatch.take().unwrap_or_default();
        let mut message = format!(
            "the checksum of block {} does not match: its header says {}, its bytes give {}",
            block.index,
            hex(&block.md5().unwrap_or_default()),
            hex(&stored_digest),
        );
        if let Some(decoded) = decoded {
            let _ = write!(message, " (decoded: {})", hex(&decoded));
        }
        let error = Error::new(ErrorKind::Checksum, message).at(block.offset).in_block(block.index);
        if self.digest.checksums == Checksums::Error {
            self.digest.verified.set(false);
            return Err(error.into());
        }
        warnings.push(Warning::of("checksum", &error));
        Ok(())
    }

    /// The digest of all decoded bytes, zeros if they cannot be decoded. Begins after [`rewind`](Self::rewind).
    fn poll_decoded_digest(&mut self) -> Poll<[u8; 16]> {
        while !self.finished {
            match self.poll_next_decoded() {
                Err(Interrupt::Failed(_)) => return Ok([0; 16]),
                outcome => outcome?,
            }
        }
        Ok(std::mem::take(&mut self.digest.md5).finish())
    }

    /// Adds the next decoded bytes to the digest.
    fn poll_next_decoded(&mut self) -> Poll<()> {
        if matches!(self.source, Source::Blosc(_)) {
            let range = self.consumed..self.size().min(self.consumed + STRIDE);
            self.poll_blosc(std::slice::from_ref(&range))?;
            if let Source::Blosc(blosc) = &self.source {
                self.digest.md5.update(blosc.bytes(&range).unwrap_or_default());
            }
            (self.consumed, self.finished) = (range.end, range.end == self.size());
            return Ok(());
        }
        let before = self.window.len();
        self.decode()?;
        self.digest.md5.update(self.window.get(before..).unwrap_or_default());
        self.drop_before(u64::MAX);
        Ok(())
    }
}

impl Digest {
    fn update(&mut self, bytes: &[u8]) {
        self.md5.update(bytes);
        self.seen += bytes.len() as u64;
    }

    /// Begins again, with the block.
    fn restart(&mut self) {
        (self.md5, self.seen) = (Md5::default(), 0);
    }
}
