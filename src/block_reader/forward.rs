//! Decodes a block from the front, as far as needed. Bytes before the needed ones are dropped as they pass, so memory
//! stays small whatever the size of the block.
//!
//! Independent chunks (`lz4\0`) without needed bytes are skipped: only the sizes at the start of each are read, and
//! its position is remembered.

use std::ops::Range;

use super::digest::Digest;
use crate::codec::{Compression, Decoder, Status};
use crate::error::{Error, ErrorKind, Result};
use crate::layout::Block;
use crate::limits::Limits;
use crate::message::message;
use crate::ranges::{Interrupt, Poll, SparseBuffer};

/// How many stored bytes beyond those that a decoder needs are asked for: as many as it has consumed, within these bounds,
/// so that little too much is read for a little, and a long read never waits.
const LEAST_AHEAD: u64 = 256 << 10;
const MOST_AHEAD: u64 = 3 << 20;
/// A read that ends this close to the end of the block continues to the end. Depending on how the bytes arrive, a
/// codec reports the end of its stream together with the last bytes or after them; the outcome for a short block must
/// not depend on that.
const NEAR_END: u64 = 1 << 20;
/// How many decoded bytes may precede the needed ones before they are dropped.
const SLACK: usize = 1 << 20;
/// Of chunks shorter than this the sizes of several are read at once, and not each is remembered.
const SHORT: u64 = 64 << 10;
/// A decoder that looks back further than this does not wait for another read: it would take too much memory.
const LONGEST_WAIT: usize = 8 << 20;

/// A place where a chunk begins: how many stored bytes and how many decoded ones are before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChunkStart {
    stored: u64,
    decoded: u64,
}

message!(struct ChunkStart { stored, decoded });

/// Takes the decoded bytes that a decoder drops.
pub(super) trait Keep {
    /// Keeps decoded bytes; the first of them is number `start` of the block.
    fn keep(&self, start: u64, bytes: &[u8]);
}

#[derive(Debug)]
pub(super) struct Forward {
    /// Where the stored bytes begin in the file, and how many there are.
    base: u64,
    used: u64,
    compression: Compression,
    declared: u64,
    limits: Limits,
    decoder: Decoder,
    /// How many stored bytes were decoded or passed over, and how many more the decoder needs to go on.
    pub(super) consumed: u64,
    needed: usize,
    /// Whether the decoder has seen the end of the block, checksums of its own included.
    pub(super) finished: bool,
    /// Whether it failed: then it cannot go on.
    broken: bool,
    /// Decoded bytes, of which the first is number `start` of the block.
    window: Vec<u8>,
    start: u64,
    /// Where chunks begin, ascending, and how long the last one is in the file.
    chunk_starts: Vec<ChunkStart>,
    short: bool,
}

impl Forward {
    pub(super) fn new(block: &Block, compression: Compression, limits: &Limits) -> Result<Self> {
        let (used, declared) = (block.used_size, block.data_size);
        Ok(Self {
            base: block.data_offset(),
            used,
            compression,
            declared,
            limits: *limits,
            decoder: Decoder::new(compression, used, declared, limits)?,
            consumed: 0,
            needed: 1,
            finished: false,
            broken: false,
            window: Vec::new(),
            start: 0,
            chunk_starts: Vec::new(),
            short: false,
        })
    }

    /// With what an earlier read learnt of where chunks begin.
    pub(super) fn know(&mut self, chunk_starts: Vec<ChunkStart>) {
        self.chunk_starts = chunk_starts;
    }

    /// Seeks the start of the chunk that holds byte `at`. Errors in chunks are left to the reads that decode them.
    pub(super) fn poll_start(&mut self, stored: &mut SparseBuffer, at: u64) -> Poll<ChunkStart> {
        if let Err(need @ Interrupt::Need(_)) = self.poll_seek(stored, None, None, at) {
            return Err(need);
        }
        Ok(ChunkStart { stored: self.consumed, decoded: self.end() })
    }

    /// Seeks the start of a later chunk than `start`, if possible one at or before byte `at`. `None` if the block is
    /// not chunked.
    pub(super) fn poll_cut(
        &mut self,
        stored: &mut SparseBuffer,
        start: ChunkStart,
        at: u64,
    ) -> Poll<Option<u64>> {
        let ChunkStart { decoded, .. } = self.poll_start(stored, at)?;
        if decoded > start.decoded {
            return Ok(Some(decoded));
        }
        let left = self.used.saturating_sub(self.consumed);
        let place = self.base + self.consumed;
        let head = stored.want(place..place + Decoder::CHUNK_HEAD.min(left))?;
        match self.decoder.chunk(head) {
            Ok(None) if self.consumed == 0 => Ok(None),
            Ok(Some(chunk)) if chunk.decoded > 0 => Ok(Some(decoded + chunk.decoded)),
            _ => Ok(Some(self.declared)),
        }
    }

    /// Gives away where chunks begin.
    pub(super) fn take_chunk_starts(&mut self) -> Vec<ChunkStart> {
        std::mem::take(&mut self.chunk_starts)
    }

    /// The position after the last decoded byte.
    fn end(&self) -> u64 {
        self.start + self.window.len() as u64
    }

    /// Whether decoding up to byte `end` means going on to the end of the block.
    pub(super) fn goes_on_to_end(&self, end: u64) -> bool {
        !self.decoder.is_chunked() && !self.finished && self.declared - end.min(self.declared) < NEAR_END
    }

    /// Whether it can go on from byte `at` without going back.
    pub(super) fn is_at(&self, at: u64) -> bool {
        (self.start..=self.end()).contains(&at)
    }

    /// Whether it was passed over all stored bytes that are decoded.
    pub(super) fn has_passed(&self, digest: &Digest) -> bool {
        self.finished && digest.seen >= self.consumed
    }

    /// Decoded bytes that are here.
    pub(super) fn bytes(&self, range: &Range<u64>) -> Option<&[u8]> {
        let start = range.start.checked_sub(self.start)?;
        crate::ranges::slice(&self.window, &(start..range.end - self.start)).ok()
    }

    /// Goes back to the beginning of the block.
    pub(super) fn rewind(&mut self) -> Result<()> {
        self.decoder = Decoder::new(self.compression, self.used, self.declared, &self.limits)?;
        (self.consumed, self.needed, self.finished, self.broken) = (0, 1, false, false);
        self.start = 0;
        self.window.clear();
        Ok(())
    }

    /// Makes the decoded bytes of `range` ready for [`bytes`](Self::bytes), or requests stored ones. The bytes up to
    /// `until` are certain to be needed next. Dropped bytes go to `keep`, if there is one.
    pub(super) fn poll(
        &mut self,
        stored: &mut SparseBuffer,
        digest: Option<&mut Digest>,
        keep: Option<&dyn Keep>,
        range: &Range<u64>,
        until: u64,
    ) -> Poll<()> {
        let mut digest = digest;
        if !self.is_at(range.start) {
            self.poll_seek(stored, digest.as_deref_mut(), keep, range.start)?;
        }
        while self.end() < range.end || self.goes_on_to_end(range.end) {
            self.drop_before(range.start, keep);
            if self.finished {
                let message = format!("the block ends before byte {} of its decoded data", range.end);
                return Err(Error::new(ErrorKind::CorruptData, message).into());
            }
            self.decode(stored, digest.as_deref_mut(), until)?;
        }
        Ok(())
    }

    /// Seeks a position from which byte `at` can be decoded: backwards, or over chunks without needed bytes.
    fn poll_seek(
        &mut self,
        stored: &mut SparseBuffer,
        digest: Option<&mut Digest>,
        keep: Option<&dyn Keep>,
        at: u64,
    ) -> Poll<()> {
        let start = self.chunk_starts.partition_point(|start| start.decoded <= at).checked_sub(1);
        let start = start
            .and_then(|number| self.chunk_starts.get(number))
            .copied()
            .filter(|_| self.decoder.is_chunked());
        if at < self.start || start.is_some_and(|start| start.decoded > self.end()) {
            self.keep(keep, self.window.len());
            if let Some(start) = start {
                self.go_to(start);
            } else {
                self.rewind()?;
                if let Some(digest) = digest {
                    digest.restart();
                }
            }
        }
        while self.decoder.is_chunked() && self.end() < at && !self.finished {
            let place = self.base + self.consumed;
            let left = self.used.saturating_sub(self.consumed);
            let window = if self.short { SHORT } else { Decoder::CHUNK_HEAD };
            if stored.get(place..place + Decoder::CHUNK_HEAD.min(left)).is_none() {
                stored.evict_before(place);
                stored.want(place..place + window.min(left))?;
            }
            let head = stored.from(place).unwrap_or_default();
            let Some(chunk) = self.decoder.chunk(head)? else { break };
            if self.end() + chunk.decoded > at {
                break;
            }
            self.short = chunk.stored <= SHORT;
            self.keep(keep, self.window.len());
            let start =
                ChunkStart { stored: self.consumed + chunk.stored, decoded: self.end() + chunk.decoded };
            self.go_to(start);
            self.note(start);
        }
        Ok(())
    }

    /// Goes to where a chunk begins.
    fn go_to(&mut self, start: ChunkStart) {
        self.decoder.go_to(self.used.saturating_sub(start.stored), start.decoded);
        (self.consumed, self.needed, self.finished) = (start.stored, 1, start.decoded == self.declared);
        self.start = start.decoded;
        self.window.clear();
    }

    /// Remembers where a chunk begins; if they are short, not every one.
    fn note(&mut self, start: ChunkStart) {
        let last = self.chunk_starts.last().copied().unwrap_or_default();
        if start.decoded >= last.decoded + SHORT {
            self.chunk_starts.push(start);
        }
    }

    /// Drops decoded bytes before byte `start` of the block, except those that the decoder looks back at.
    fn drop_before(&mut self, start: u64, keep: Option<&dyn Keep>) {
        let before = usize::try_from(start.saturating_sub(self.start)).unwrap_or(usize::MAX);
        let history = self.decoder.history();
        let spare = before.min(self.window.len().saturating_sub(history));
        // As much as is moved, at least, so that moving costs little where a decoder looks far back.
        if spare >= SLACK.max(history) {
            self.keep(keep, spare);
            self.window.drain(..spare);
            self.start += spare as u64;
        }
    }

    /// Keeps the first `length` bytes of the window.
    fn keep(&self, keep: Option<&dyn Keep>, length: usize) {
        if let (Some(keep), Some(bytes)) = (keep, self.window.get(..length).filter(|bytes| !bytes.is_empty()))
        {
            keep.keep(self.start, bytes);
        }
    }

    /// Decodes a step further. Either asks for bytes, having changed nothing, or makes a step.
    fn decode(&mut self, stored: &mut SparseBuffer, digest: Option<&mut Digest>, until: u64) -> Poll<()> {
        let at = self.base.saturating_add(self.consumed);
        let rest = self.used.saturating_sub(self.consumed);
        let least = if self.decoder.is_chunked() { Decoder::CHUNK_HEAD } else { 1 };
        let needed = least.max(self.needed as u64).min(rest);
        let arrived = stored.from(at).unwrap_or_default();
        if (arrived.len() as u64) < needed {
            let ahead = self.ahead(arrived, until);
            stored.evict_before(at);
            stored.want(at..at + (needed + ahead).min(rest))?;
        }
        let arrived = stored.from(at).unwrap_or_default().len() as u64;
        let input = stored.want(at..at + arrived.min(rest))?;
        self.broken = true;
        let (consumed, status) = self.decoder.decode(input, arrived >= rest, &mut self.window)?;
        self.broken = false;
        if let Some(digest) = digest.filter(|digest| digest.seen == self.consumed) {
            digest.update(input.get(..consumed).unwrap_or_default());
        }
        self.consumed += consumed as u64;
        self.needed = if let Status::NeedInput(least) = status { least.max(1) } else { 0 };
        self.finished = matches!(status, Status::Finished);
        if consumed > 0 && self.decoder.is_chunked() {
            self.note(ChunkStart { stored: self.consumed, decoded: self.end() });
        }
        Ok(())
    }

    /// Decodes a step further, and returns the new bytes.
    pub(super) fn poll_next(&mut self, stored: &mut SparseBuffer) -> Poll<&[u8]> {
        self.drop_before(u64::MAX, None);
        let before = self.window.len();
        self.decode(stored, None, self.declared)?;
        Ok(self.window.get(before..).unwrap_or_default())
    }

    /// How many bytes are asked for beyond those that are needed: not many more than the decoded ones up to `until` will
    /// take; of chunks, which end where their heads say, none.
    fn ahead(&self, arrived: &[u8], until: u64) -> u64 {
        let ahead = self.consumed.clamp(LEAST_AHEAD, MOST_AHEAD);
        let chunk = self.decoder.chunk(arrived).ok().flatten().map_or(0, |chunk| chunk.decoded);
        let wanted = u128::from(until.saturating_sub(self.end().saturating_add(chunk)));
        let stored = wanted * u128::from(self.used) / u128::from(self.declared.max(1));
        let least = if self.decoder.is_chunked() { 0 } else { LEAST_AHEAD };
        ahead.min(u64::try_from(stored).unwrap_or(u64::MAX).max(least))
    }

    /// Makes it ready to wait for another read: only what it looks back at stays. Says whether it may.
    pub(super) fn rest(&mut self, keep: Option<&dyn Keep>) -> bool {
        if self.broken {
            return false;
        }
        self.keep(keep, self.window.len());
        let history = self.decoder.history();
        let spare = self.window.len().saturating_sub(history);
        self.window.drain(..spare);
        self.window.shrink_to_fit();
        self.start += spare as u64;
        history <= LONGEST_WAIT
    }
}
