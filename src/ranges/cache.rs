//! A cache of byte ranges within a budget; the least recently used ranges are evicted first.
//!
//! A [`CacheStorage`] decides where the bytes are kept: WebAssembly memory never shrinks, so there they are kept
//! outside.

use std::fmt::Debug;
use std::ops::Range;

/// A place to keep bytes in.
pub trait CacheStorage: Debug + Send {
    /// Keeps a copy of `bytes`, until the returned value is dropped.
    fn keep(&self, bytes: &[u8]) -> Box<dyn CachedBytes>;
}

/// Bytes that are kept.
pub trait CachedBytes: Debug + Send {
    /// Copies the bytes from number `at` on into `output`, which is not longer than they are.
    fn copy(&self, at: usize, output: &mut [u8]);
}

/// This crate's own memory.
#[derive(Debug)]
pub(crate) struct OwnMemory;

impl CacheStorage for OwnMemory {
    fn keep(&self, bytes: &[u8]) -> Box<dyn CachedBytes> {
        Box::new(bytes.to_vec())
    }
}

impl CachedBytes for Vec<u8> {
    fn copy(&self, at: usize, output: &mut [u8]) {
        if let Some(bytes) = self.get(at..at + output.len()) {
            output.copy_from_slice(bytes);
        }
    }
}

/// The cost that is added to the bytes of each span: it limits the number of spans, because a long list would be slow.
const OVERHEAD: u64 = 4 << 10;

/// Pieces of sequences of bytes, each of which has a key. Pieces of one sequence do not overlap.
#[derive(Debug)]
pub(crate) struct RangeCache<K> {
    storage: Box<dyn CacheStorage>,
    budget: u64,
    size: u64,
    /// Grows with each use.
    clock: u64,
    /// Ascending by sequence and first byte.
    spans: Vec<Span<K>>,
}

#[derive(Debug)]
struct Span<K> {
    sequence: K,
    start: u64,
    length: usize,
    bytes: Box<dyn CachedBytes>,
    /// When it was last used.
    used: u64,
}

impl<K> Span<K> {
    fn end(&self) -> u64 {
        self.start + self.length as u64
    }

    fn cost(&self) -> u64 {
        self.length as u64 + OVERHEAD
    }
}

impl<K: Copy + Ord> RangeCache<K> {
    pub(crate) fn new(storage: Box<dyn CacheStorage>, budget: u64) -> Self {
        Self { storage, budget, size: 0, clock: 0, spans: Vec::new() }
    }

    /// Adds the part of `bytes`, which begin at `start`, that is not cached yet.
    pub(crate) fn put(&mut self, sequence: K, start: u64, bytes: &[u8]) {
        let end = start.saturating_add(bytes.len() as u64);
        let mut at = start;
        while at < end {
            let reach = self.reach(sequence, at);
            if reach > at {
                at = reach;
                continue;
            }
            let next = self.spans.get(self.number(sequence, at)).filter(|next| next.sequence == sequence);
            let until = next.map_or(end, |next| next.start.min(end));
            if let Ok(hole) = super::slice(bytes, &(at - start..until - start)) {
                self.insert(sequence, at, hole);
            }
            at = until;
        }
    }

    fn insert(&mut self, sequence: K, start: u64, bytes: &[u8]) {
        let cost = bytes.len() as u64 + OVERHEAD;
        if cost > self.budget {
            return;
        }
        self.evict(self.budget - cost);
        self.size += cost;
        self.clock += 1;
        let (length, kept) = (bytes.len(), self.storage.keep(bytes));
        let span = Span { sequence, start, length, bytes: kept, used: self.clock };
        self.spans.insert(self.number(sequence, start), span);
    }

    /// Changes the budget, and evicts what is beyond it.
    pub(crate) fn limit(&mut self, budget: u64) {
        self.budget = budget;
        self.evict(budget);
    }

    fn evict(&mut self, most: u64) {
        while self.size > most {
            let oldest = self.spans.iter().enumerate().min_by_key(|(_, span)| span.used);
            let Some((number, span)) = oldest else { break };
            self.size -= span.cost();
            self.spans.remove(number);
        }
    }

    /// The number of the first span that ends after byte `at`, of this sequence or a later one.
    fn number(&self, sequence: K, at: u64) -> usize {
        self.spans.partition_point(|span| (span.sequence, span.end()) <= (sequence, at))
    }

    /// The spans of the sequence from that on which ends after byte `at`.
    fn from(&self, sequence: K, at: u64) -> impl Iterator<Item = &Span<K>> {
        let spans = self.spans.get(self.number(sequence, at)..).unwrap_or_default();
        spans.iter().take_while(move |span| span.sequence == sequence)
    }

    /// The end of the cached bytes that begin at `start`; `start` itself if that byte is not cached.
    pub(crate) fn reach(&self, sequence: K, start: u64) -> u64 {
        let mut at = start;
        for span in self.from(sequence, start) {
            if span.start > at {
                break;
            }
            at = span.end();
        }
        at
    }

    /// Appends the bytes of `range` to `output`; returns whether all were cached.
    pub(crate) fn append(&mut self, sequence: K, range: &Range<u64>, output: &mut Vec<u8>) -> bool {
        if self.reach(sequence, range.start) < range.end {
            return false;
        }
        self.clock += 1;
        let first = self.number(sequence, range.start);
        let mut at = range.start;
        for span in self.spans.iter_mut().skip(first) {
            if at >= range.end {
                break;
            }
            let until = span.end().min(range.end);
            let place = |at: u64| usize::try_from(at).unwrap_or_default();
            let start = output.len();
            output.resize(start + place(until - at), 0);
            span.bytes.copy(place(at - span.start), output.get_mut(start..).unwrap_or_default());
            span.used = self.clock;
            at = until;
        }
        true
    }

    /// Forgets all of a sequence.
    pub(crate) fn forget(&mut self, sequence: K) {
        self.spans.retain(|span| span.sequence != sequence);
        self.size = self.spans.iter().map(Span::cost).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(budget: u64) -> RangeCache<usize> {
        RangeCache::new(Box::new(OwnMemory), budget)
    }

    fn read(cache: &mut RangeCache<usize>, range: Range<u64>) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        cache.append(7, &range, &mut bytes).then_some(bytes)
    }

    #[test]
    fn gives_what_was_put_however_it_was_cut() {
        let mut cache = cache(1 << 20);
        let all: Vec<u8> = (0..100).collect();
        for range in [10..20, 40..60, 15..45, 10..61] {
            cache.put(7, range.start as u64, &all[range]);
        }
        assert_eq!(
            (cache.reach(7, 10), cache.reach(7, 5), cache.reach(7, 61), cache.reach(6, 10)),
            (61, 5, 61, 10)
        );
        assert_eq!(read(&mut cache, 12..61).as_deref(), Some(&all[12..61]));
        assert_eq!((read(&mut cache, 12..62), read(&mut cache, 9..11)), (None, None));
        let kept: usize = cache.spans.iter().map(|span| span.length).sum();
        assert_eq!(kept, 51);
        cache.forget(7);
        assert_eq!((cache.size, cache.reach(7, 10)), (0, 10));
    }

    #[test]
    fn the_longest_unused_goes_first_and_what_is_too_large_is_not_kept() {
        let mut cache = cache(3 * (100 + OVERHEAD));
        for start in [0, 1000, 2000] {
            cache.put(7, start, &[1; 100]);
        }
        assert!(read(&mut cache, 0..100).is_some());
        cache.put(7, 3000, &[1; 100]);
        let here = [0, 1000, 2000, 3000].map(|start| cache.reach(7, start) - start);
        assert_eq!(here, [100, 0, 100, 100]);
        cache.put(7, 5000, &vec![1; 20_000]);
        assert_eq!(cache.reach(7, 5000), 5000);
        assert_eq!(cache.reach(7, 0), 100);
        assert!(read(&mut cache, 0..100).is_some());
        cache.limit(OVERHEAD + 100);
        let here = [0, 2000, 3000].map(|start| cache.reach(7, start) - start);
        assert_eq!((here, cache.size), ([100, 0, 0], OVERHEAD + 100));
    }
}
