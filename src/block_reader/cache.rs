//! The cache of a file's reads: decoded bytes, decoders that can continue, the positions of chunks, and whether a
//! digest was verified.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::forward::{ChunkStart, Forward, Keep};
use crate::codec::ChunkTable;
use crate::codec::checksum::Md5;
use crate::ranges::{CacheStorage, OwnMemory, RangeCache};

/// How many decoders may wait for the next read of their blocks: each takes memory.
const WAITING: usize = 2;

/// What the cached reads belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CacheKey {
    /// Reads of a block, by its number.
    Block(usize),
    /// Reads of the data in an HDU of a FITS file, by its number.
    #[cfg(feature = "fits")]
    Hdu(usize),
}

/// The cache of one file.
#[derive(Clone, Debug)]
pub(crate) struct ReadCache(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    decoded: RangeCache<CacheKey>,
    /// The last used at the end.
    waiting: Vec<(CacheKey, Box<PausedDecoder>)>,
    /// Ascending.
    known: Vec<(CacheKey, BlockFacts)>,
}

/// What is known of a block.
#[derive(Debug, Default)]
struct BlockFacts {
    verified: Arc<AtomicBool>,
    chunk_starts: Vec<ChunkStart>,
    table: Option<Box<ChunkTable>>,
    #[cfg(feature = "fits")]
    tiles: super::tile_entries::TileEntries,
}

/// A decoder in the middle of a block, and the digest of the stored bytes before that.
#[derive(Debug)]
pub(super) struct PausedDecoder {
    pub(super) decoder: Box<Forward>,
    pub(super) md5: Md5,
    pub(super) seen: u64,
}

impl ReadCache {
    /// `budget`: how many decoded bytes are kept.
    pub(crate) fn new(budget: u64) -> Self {
        let decoded = RangeCache::new(Box::new(OwnMemory), budget);
        Self(Arc::new(Mutex::new(State { decoded, waiting: Vec::new(), known: Vec::new() })))
    }

    /// Has decoded bytes kept on this storage.
    pub(crate) fn cache_in(&self, storage: Box<dyn CacheStorage>, budget: u64) {
        self.with(|state| state.decoded = RangeCache::new(storage, budget));
    }

    /// Changes how many decoded bytes are kept.
    pub(crate) fn limit(&self, budget: u64) {
        self.with(|state| state.decoded.limit(budget));
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The cache of a block, or of the data in an HDU.
    pub(crate) fn of(&self, key: CacheKey) -> BlockCache {
        BlockCache { cache: self.clone(), key }
    }
}

impl State {
    fn known(&mut self, key: CacheKey) -> Option<&mut BlockFacts> {
        let number = self.known.partition_point(|(other, _)| *other < key);
        if self.known.get(number).is_none_or(|(other, _)| *other != key) {
            self.known.insert(number, (key, BlockFacts::default()));
        }
        self.known.get_mut(number).map(|(_, known)| known)
    }
}

/// The cache of one block, or of the data in one HDU.
#[derive(Clone, Debug)]
pub(crate) struct BlockCache {
    cache: ReadCache,
    key: CacheKey,
}

impl BlockCache {
    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        self.cache.with(work)
    }

    fn with_known<T: Default>(&self, work: impl FnOnce(&mut BlockFacts) -> T) -> T {
        self.with(|all| all.known(self.key).map(work).unwrap_or_default())
    }

    /// Whether its digest was verified.
    pub(super) fn verified(&self) -> Arc<AtomicBool> {
        self.with_known(|known| known.verified.clone())
    }

    /// How far from `start` on all decoded bytes are kept.
    pub(super) fn reach(&self, start: u64) -> u64 {
        self.with(|all| all.decoded.reach(self.key, start))
    }

    /// Appends decoded bytes; returns whether all are cached.
    pub(super) fn append(&self, range: &Range<u64>, output: &mut Vec<u8>) -> bool {
        self.with(|all| all.decoded.append(self.key, range, output))
    }

    /// Forgets what was decoded: the block is damaged.
    pub(super) fn forget(&self) {
        self.with(|all| all.decoded.forget(self.key));
    }

    /// Takes the decoder that waits for this block, if one does.
    pub(super) fn take_waiting(&self) -> Option<Box<PausedDecoder>> {
        self.with(|all| {
            let at = all.waiting.iter().position(|(key, _)| *key == self.key)?;
            Some(all.waiting.remove(at).1)
        })
    }

    /// Has a decoder wait for the next read, in place of one that waits for the same block or for the longest time.
    pub(super) fn wait(&self, waiting: Box<PausedDecoder>) {
        self.with(|all| {
            all.waiting.retain(|(key, _)| *key != self.key);
            all.waiting.push((self.key, waiting));
            let spare = all.waiting.len().saturating_sub(WAITING);
            all.waiting.drain(..spare);
        });
    }

    pub(super) fn chunk_starts(&self) -> Vec<ChunkStart> {
        self.with_known(|known| known.chunk_starts.clone())
    }

    /// Keeps where chunks begin.
    pub(super) fn put_chunk_starts(&self, chunk_starts: Vec<ChunkStart>) {
        self.with_known(|known| {
            if chunk_starts.len() > known.chunk_starts.len() {
                known.chunk_starts = chunk_starts;
            }
        });
    }

    pub(super) fn take_table(&self) -> Option<Box<ChunkTable>> {
        self.with_known(|known| known.table.take())
    }

    /// Keeps what is known of a block of Blosc.
    pub(super) fn put_table(&self, table: Box<ChunkTable>) {
        self.with_known(|known| known.table = Some(table));
    }

    /// What is known of the tiles of an image.
    #[cfg(feature = "fits")]
    pub(super) fn take_tiles(&self) -> super::tile_entries::TileEntries {
        self.with_known(|known| std::mem::take(&mut known.tiles))
    }

    /// Keeps what is known of the tiles of an image.
    #[cfg(feature = "fits")]
    pub(super) fn put_tiles(&self, tiles: super::tile_entries::TileEntries) {
        self.with_known(|known| known.tiles.extend(tiles));
    }
}

impl Keep for BlockCache {
    fn keep(&self, start: u64, bytes: &[u8]) {
        self.with(|all| all.decoded.put(self.key, start, bytes));
    }
}
