//! The part of a file that has arrived: a buffer with holes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::{Interrupt, Poll};

/// Bytes of a file, by offset. Pieces that touch are merged, so that a range that has arrived is one slice. Only
/// [requested](Self::want) bytes are kept.
#[derive(Debug, Default)]
pub(crate) struct SparseBuffer {
    pieces: BTreeMap<u64, Piece>,
    wanted: Vec<Range<u64>>,
}

/// Contiguous bytes, of which the first `evicted` are no longer used: moving the rest to the front would cost a copy.
#[derive(Debug, Default, PartialEq, Eq)]
struct Piece {
    bytes: Vec<u8>,
    evicted: usize,
}

impl Piece {
    fn bytes(&self) -> &[u8] {
        self.bytes.get(self.evicted..).unwrap_or_default()
    }

    fn len(&self) -> usize {
        self.bytes.len() - self.evicted
    }

    /// Appends bytes. Evicted bytes are removed once they are at least as many as the others.
    fn extend(&mut self, bytes: &[u8]) {
        if self.evicted >= self.len() {
            self.bytes.drain(..self.evicted);
            self.evicted = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }
}

impl SparseBuffer {
    /// The bytes of `range`, or the interrupt that asks for those that are missing.
    pub(crate) fn want(&mut self, range: Range<u64>) -> Poll<&[u8]> {
        let missing = self.missing(&range);
        if !missing.is_empty() {
            return Err(self.ask(missing));
        }
        Ok(self.get(range).unwrap_or_default())
    }

    /// Succeeds if all of `ranges` (ascending) have arrived; otherwise requests everything that is missing of them and
    /// of the ranges `ahead`, which will be needed next.
    pub(crate) fn want_all(
        &mut self,
        ranges: &[Range<u64>],
        ahead: impl IntoIterator<Item = Range<u64>>,
    ) -> Poll<()> {
        let mut missing: Vec<_> = ranges.iter().flat_map(|range| self.missing(range)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        missing.extend(ahead.into_iter().flat_map(|range| self.missing(&range)));
        Err(self.ask(missing))
    }

    fn ask(&mut self, missing: Vec<Range<u64>>) -> Interrupt {
        self.wanted.clone_from(&missing);
        Interrupt::Need(missing)
    }

    /// The bytes of `range` if they have all arrived.
    pub(crate) fn get(&self, range: Range<u64>) -> Option<&[u8]> {
        let piece = self.from(range.start)?;
        piece.get(..usize::try_from(range.end.checked_sub(range.start)?).ok()?)
    }

    /// All contiguous bytes that have arrived from `offset` on.
    pub(crate) fn from(&self, offset: u64) -> Option<&[u8]> {
        let (start, piece) = self.pieces.range(..=offset).next_back()?;
        piece.bytes().get(usize::try_from(offset - start).ok()?..)
    }

    /// Keeps the part of `bytes`, which begin at `offset` in the file, that was requested and has not arrived yet.
    /// Owned bytes are not copied if all of them were requested.
    pub(crate) fn supply<'a>(&mut self, offset: u64, bytes: impl Into<Cow<'a, [u8]>>) {
        let bytes = bytes.into();
        let end = offset.saturating_add(bytes.len() as u64);
        let whole = offset..end;
        if self.wants_all(&whole) && self.missing(&whole) == [whole] {
            return self.insert(offset, bytes);
        }
        let wanted = std::mem::take(&mut self.wanted);
        for range in &wanted {
            for hole in self.missing(&(range.start.max(offset)..range.end.min(end))) {
                if let Ok(piece) = super::slice(&bytes, &(hole.start - offset..hole.end - offset)) {
                    self.insert(hole.start, piece.into());
                }
            }
        }
        self.wanted = wanted;
    }

    /// Forgets everything before `offset`.
    pub(crate) fn evict_before(&mut self, offset: u64) {
        let kept = self.pieces.split_off(&offset);
        let straddling = std::mem::replace(&mut self.pieces, kept).pop_last();
        if let Some((start, mut piece)) = straddling
            && let Ok(behind) = usize::try_from(offset - start)
            && behind < piece.len()
        {
            piece.evicted += behind;
            self.pieces.insert(offset, piece);
        }
    }

    /// Whether all of a range was requested, by ranges that follow each other.
    fn wants_all(&self, range: &Range<u64>) -> bool {
        let mut at = range.start;
        for wanted in self.wanted.iter().filter(|wanted| wanted.end > range.start) {
            if wanted.start > at || at >= range.end {
                break;
            }
            at = at.max(wanted.end);
        }
        at >= range.end
    }

    fn missing(&self, range: &Range<u64>) -> Vec<Range<u64>> {
        let mut holes = Vec::new();
        let mut at = range.start;
        let first = self.pieces.range(..=at).next_back().into_iter();
        for (&start, piece) in
            first.chain(self.pieces.range(at.saturating_add(1)..range.end.max(at.saturating_add(1))))
        {
            if start > at {
                holes.push(at..start);
            }
            at = at.max(start + piece.len() as u64);
        }
        if at < range.end {
            holes.push(at..range.end);
        }
        holes
    }

    /// Adds a piece where nothing was, and joins it to the one before it.
    fn insert(&mut self, offset: u64, bytes: Cow<'_, [u8]>) {
        if let Some((start, piece)) = self.pieces.range_mut(..offset).next_back()
            && start + piece.len() as u64 == offset
        {
            piece.extend(&bytes);
            let (start, end) = (*start, offset + bytes.len() as u64);
            if let Some(next) = self.pieces.remove(&end)
                && let Some(piece) = self.pieces.get_mut(&start)
            {
                piece.extend(next.bytes());
            }
        } else {
            let mut bytes = bytes.into_owned();
            if let Some(next) = self.pieces.remove(&(offset + bytes.len() as u64)) {
                bytes.extend_from_slice(next.bytes());
            }
            self.pieces.insert(offset, Piece { bytes, evicted: 0 });
        }
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)] // one range is one of several
mod tests {
    use super::*;

    fn need(poll: Poll<&[u8]>) -> Vec<Range<u64>> {
        match poll {
            Err(Interrupt::Need(ranges)) => ranges,
            other => panic!("expected a need, got {other:?}"),
        }
    }

    #[test]
    fn keeps_what_was_asked_for_and_given_away_without_a_copy() {
        let mut buffer = SparseBuffer::default();
        need(buffer.want(10..20));
        let given = b"0123456789".to_vec();
        let place = given.as_ptr();
        buffer.supply(10, given);
        assert_eq!(buffer.want(10..20).unwrap().as_ptr(), place);
        // Nor if what is given is several ranges that were asked for.
        let mut several = SparseBuffer::default();
        several.want_all(&[0..4, 4..6], [6..10, 12..14]).unwrap_err();
        let given = b"0123456789".to_vec();
        let place = given.as_ptr();
        several.supply(0, given);
        assert_eq!(several.want(0..10).unwrap().as_ptr(), place);
        several.evict_before(3);
        assert_eq!((several.get(3..10), several.get(2..10)), (Some(&b"3456789"[..]), None));
        // One that is not missing, and one that was not asked for, are not taken.
        buffer.supply(10, b"##########".to_vec());
        buffer.supply(20, b"##########".to_vec());
        assert_eq!(buffer.from(10).unwrap(), b"0123456789");
    }

    #[test]
    fn asks_only_for_what_is_missing_and_joins_what_touches() {
        let mut buffer = SparseBuffer::default();
        assert_eq!(need(buffer.want(10..20)), [10..20]);
        buffer.supply(14, b"4567");
        assert_eq!(need(buffer.want(10..20)), [10..14, 18..20]);
        buffer.supply(18, b"89");
        buffer.supply(8, b"xx012345");
        assert_eq!(buffer.want(10..20).unwrap(), b"0123456789");
        assert_eq!(buffer.pieces.len(), 1);
    }

    #[test]
    fn keeps_nothing_that_was_not_wanted() {
        let mut buffer = SparseBuffer::default();
        assert_eq!(need(buffer.want(4..6)), [4..6]);
        buffer.supply(0, b"0123456789");
        let kept: Vec<_> = buffer.pieces.iter().map(|(start, piece)| (*start, piece.bytes())).collect();
        assert_eq!(kept, [(4, &b"45"[..])]);
    }

    #[test]
    fn eviction_cuts_a_piece_in_two() {
        let mut buffer = SparseBuffer::default();
        assert_eq!(need(buffer.want(0..6)), [0..6]);
        buffer.supply(0, b"012345");
        buffer.evict_before(4);
        assert_eq!(buffer.get(4..6), Some(&b"45"[..]));
        assert_eq!(buffer.get(3..6), None);
        buffer.evict_before(6);
        assert!(buffer.pieces.is_empty());
    }

    #[test]
    fn an_empty_range_needs_nothing() {
        assert_eq!(SparseBuffer::default().want(7..7).unwrap(), b"");
    }
}
