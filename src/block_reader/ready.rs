//! Makes decoded bytes of a block ready, and gives them: from the file, by a decoder, or out of the cache.

use std::borrow::Cow;
use std::ops::Range;

use super::forward::Keep;
use super::reader::{BlockReader, Content};
use super::span::Span;
use crate::codec::Compression;
use crate::error::{Error, ErrorKind, Result};
use crate::ranges::{Interrupt, Poll};

/// Needed ranges that lie no further apart than this are decoded together: a read that needs the first will need the
/// second.
const NEAR: u64 = 512 << 10;

impl BlockReader {
    /// Makes the decoded bytes in `ranges` (ascending) ready for [`bytes`](Self::bytes), or requests stored ones.
    /// Earlier bytes may be dropped. The ranges `ahead` will be needed next.
    pub(crate) fn poll<'a>(
        &mut self,
        ranges: &[Range<u64>],
        ahead: impl Iterator<Item = &'a Range<u64>>,
    ) -> Poll<()> {
        let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else { return Ok(()) };
        self.kept.clear();
        let outcome = match self.content {
            Content::Memory(_) => Ok(()),
            Content::Stored => self.poll_stored(first.start, ranges, ahead),
            Content::Encoded(_) => {
                let near = ahead.fold(last.end, |near, range| {
                    if range.start <= near.saturating_add(NEAR) { range.end } else { near }
                });
                // Chunks between the needed ones are skipped.
                let skips = self.keeps && self.compression == Compression::Lz4;
                let until = if skips { near } else { self.expected };
                self.poll_forward(&(first.start..last.end), until)
            }
            Content::Blosc(_) => self.poll_blosc(ranges),
            #[cfg(feature = "fits")]
            Content::Hdu(ref mut reader) => {
                let cache = self.cache.as_ref().filter(|_| self.keeps);
                reader.poll(&mut self.stored, ranges, ahead, cache)
            }
        };
        if let (Err(Interrupt::Failed(_)), Some(cache)) = (&outcome, &self.cache) {
            cache.forget();
        }
        outcome.map_err(|interrupt| self.place(self.within_file(interrupt)))
    }

    /// Takes stored bytes that begin at `offset` of the file.
    pub(crate) fn supply<'a>(&mut self, offset: u64, bytes: impl Into<Cow<'a, [u8]>>) {
        self.stored.supply(offset, bytes);
    }

    /// Decoded bytes of a range that [`poll`](Self::poll) has made ready.
    pub(crate) fn bytes(&self, range: Range<u64>) -> Result<&[u8]> {
        let bytes = match &self.content {
            _ if !self.kept.is_empty() => self.kept.iter().find_map(|span| span.bytes(&range)),
            Content::Blosc(blosc) => blosc.bytes(&range),
            Content::Memory(bytes) => crate::ranges::slice(bytes, &range).ok(),
            Content::Stored => {
                let base = self.stored_at().unwrap_or_default();
                self.stored.get(base + range.start..base + range.end)
            }
            Content::Encoded(decoder) => decoder.bytes(&range),
            #[cfg(feature = "fits")]
            Content::Hdu(reader) => reader.bytes(&range),
        };
        bytes.ok_or_else(|| {
            let message = format!("bytes {}..{} of the block are not there", range.start, range.end);
            self.placed(Error::new(ErrorKind::BadArray, message))
        })
    }

    /// For a truncated block: requests only bytes that the file has; the error is reported for bytes beyond them. It also
    /// replaces others, which a decoder may find before it asks for those bytes, or not, as the bytes arrive.
    fn within_file(&self, interrupt: Interrupt) -> Interrupt {
        let cut = self.block.as_ref().and_then(|block| block.cut.zip(block.problem.clone()));
        match (interrupt, cut) {
            (Interrupt::Need(ranges), Some((end, problem))) => {
                let there = ranges.iter().map(|range| range.start..range.end.min(end));
                let there: Vec<_> = there.filter(|range| !range.is_empty()).collect();
                if there.is_empty() { Interrupt::Failed(problem) } else { Interrupt::Need(there) }
            }
            (Interrupt::Failed(_), Some((_, problem))) => Interrupt::Failed(problem),
            (interrupt, _) => interrupt,
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
        if ranges.iter().all(|range| self.keeps_all(range))
            && ranges.iter().all(|range| self.take_kept(range))
        {
            return Ok(());
        }
        self.kept.clear();
        self.decode_blosc(ranges)?;
        if let (Content::Blosc(blosc), Some(keep)) =
            (&self.content, self.cache.as_ref().filter(|_| self.keeps))
        {
            blosc.decoded().for_each(|(start, bytes)| keep.keep(start, bytes));
        }
        Ok(())
    }

    pub(super) fn decode_blosc(&mut self, ranges: &[Range<u64>]) -> Poll<()> {
        let verifying = self.unverified();
        let Content::Blosc(blosc) = &mut self.content else { return Ok(()) };
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
        let Content::Encoded(decoder) = &self.content else { return Ok(()) };
        if !decoder.is_at(range.start) {
            if !decoder.goes_on_to_end(range.end) && self.keeps_all(range) && self.take_kept(range) {
                return Ok(());
            }
            // The cached beginning need not be decoded again.
            let reach = self.cache.as_ref().map_or(0, |cache| cache.reach(range.start));
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
        let keep = self.cache.as_ref().filter(|_| self.keeps).map(|cache| cache as &dyn Keep);
        let Content::Encoded(decoder) = &mut self.content else { return Ok(()) };
        decoder.poll(&mut self.stored, Some(&mut self.digest).filter(|_| verifying), keep, range, until)
    }

    /// Whether all of a range is kept.
    fn keeps_all(&self, range: &Range<u64>) -> bool {
        self.cache.as_ref().is_some_and(|cache| cache.reach(range.start) >= range.end)
    }

    /// Makes a range ready of which all is kept.
    fn take_kept(&mut self, range: &Range<u64>) -> bool {
        let mut span = Span { start: range.start, bytes: Vec::new() };
        let all = self.cache.as_ref().is_some_and(|cache| cache.append(range, &mut span.bytes));
        self.kept.push(span);
        all
    }

    /// Adds what was decoded to what was kept before it.
    fn join_kept(&mut self, behind: &Range<u64>) {
        if let (Content::Encoded(decoder), Some(span)) = (&self.content, self.kept.last_mut()) {
            span.bytes.extend_from_slice(decoder.bytes(behind).unwrap_or_default());
        }
    }
}
