//! Reads the decoded bytes of one block: what kind of block it is, and what is known of it.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::access::Access;
use super::cache::{BlockCache, PausedDecoder};
use super::digest::{Checksums, Digest};
use super::forward::{ChunkStart, Forward};
use super::span::Span;
use crate::codec::{Blosc, Compression};
use crate::error::{Error, Result, Warning};
use crate::layout::Block;
use crate::limits::Limits;
use crate::ranges::{Interrupt, Poll, SparseBuffer};

/// Where the bytes come from.
#[derive(Debug)]
pub(super) enum Content {
    /// They are here: an inline array.
    Memory(Vec<u8>),
    /// The block is stored as it is.
    Stored,
    /// It is decoded from the front.
    Encoded(Box<Forward>),
    /// It is decoded by chunks, in any order.
    Blosc(Box<Blosc>),
    /// It is decoded as the header of an HDU says.
    #[cfg(feature = "fits")]
    Hdu(Box<super::hdu::HduReader>),
}

/// Gives the decoded bytes of a block.
#[derive(Debug)]
pub(crate) struct BlockReader {
    pub(super) block: Option<Block>,
    pub(super) compression: Compression,
    pub(super) limits: Limits,
    pub(super) content: Content,
    pub(super) stored: SparseBuffer,
    pub(super) digest: Digest,
    pub(super) cache: Option<BlockCache>,
    /// Whether decoded bytes are cached: for reads of a part of the block.
    pub(super) keeps: bool,
    /// No byte from this position on is needed.
    pub(super) expected: u64,
    /// What was kept of the ranges that were made ready last.
    pub(super) kept: Vec<Span>,
    /// How many decoded bytes are in the digest of these.
    pub(super) digested: u64,
}

impl BlockReader {
    /// Reads `block`, with the cache of earlier reads.
    pub(crate) fn new(
        block: &Block,
        checksums: Checksums,
        cache: BlockCache,
        limits: Limits,
    ) -> Result<Self> {
        if let Some(problem) = block.refusal() {
            return Err(problem);
        }
        let place = |error: Error| error.at(block.offset).in_block(block.index);
        let compression = Compression::of(block.encoding).map_err(place)?;
        if compression != Compression::None {
            limits.check_block(block.data_size).map_err(place)?;
        }
        let mut digest = Digest::new(checksums, cache.verified());
        let content = match compression {
            Compression::None => Content::Stored,
            Compression::Blosc => {
                Content::Blosc(Box::new(blosc(block, limits).with_table(cache.take_table())))
            }
            _ => {
                let mut decoder = match cache.take_waiting() {
                    Some(waiting) => {
                        (digest.md5, digest.seen) = (waiting.md5, waiting.seen);
                        waiting.decoder
                    }
                    None => Box::new(Forward::new(block, compression, &limits).map_err(place)?),
                };
                decoder.know(cache.chunk_starts());
                Content::Encoded(decoder)
            }
        };
        Ok(Self {
            block: Some(block.clone()),
            compression,
            limits,
            content,
            stored: SparseBuffer::default(),
            digest,
            cache: Some(cache),
            keeps: false,
            expected: 0,
            kept: Vec::new(),
            digested: 0,
        })
    }

    /// Decodes the data of an HDU, which `self` reads as they are stored.
    #[cfg(feature = "fits")]
    pub(crate) fn decoding(mut self, coding: Arc<crate::layout::fits::Coding>, label: Arc<str>) -> Self {
        let base = self.stored_at().unwrap_or_default();
        let entries = self.cache.as_ref().map(BlockCache::take_tiles).unwrap_or_default();
        let reader = super::hdu::HduReader::new(coding, label, base, self.limits, entries);
        self.content = Content::Hdu(Box::new(reader));
        self
    }

    /// Gives bytes that are at hand.
    pub(crate) fn in_memory(bytes: Vec<u8>) -> Self {
        Self {
            block: None,
            compression: Compression::None,
            limits: Limits::default(),
            content: Content::Memory(bytes),
            stored: SparseBuffer::default(),
            digest: Digest::new(Checksums::Ignore, Arc::default()),
            cache: None,
            keeps: false,
            expected: 0,
            kept: Vec::new(),
            digested: 0,
        }
    }

    /// Announces that `bytes` bytes are needed, all before byte `end`. If the block has more, decoded bytes are kept
    /// for later reads.
    pub(crate) fn expect(&mut self, bytes: u64, end: u64) {
        let is_worth_it = match &self.content {
            #[cfg(feature = "fits")]
            Content::Hdu(reader) => reader.is_tiled(),
            _ => self.compression != Compression::None,
        };
        self.keeps = is_worth_it && bytes < self.size();
        self.expected = end;
    }

    /// How they are compressed.
    pub(crate) fn compression(&self) -> Compression {
        self.compression
    }

    /// How its bytes can be had.
    pub(crate) fn access(&self) -> Access {
        match self.content {
            Content::Memory(_) | Content::Stored => Access::Random,
            #[cfg(feature = "fits")]
            Content::Hdu(_) => Access::Random,
            Content::Encoded(_) if self.compression == Compression::Lz4 => Access::ForwardChunks,
            Content::Encoded(_) => Access::Forward,
            Content::Blosc(_) => Access::RandomChunks,
        }
    }

    /// Of `most` decoded bytes, so many that no more than about `most` stored ones are needed for them.
    pub(crate) fn portion(&self, most: u64) -> u64 {
        #[cfg(feature = "fits")]
        if let Content::Hdu(reader) = &self.content {
            return reader.portion(most);
        }
        most
    }

    /// How many bytes the block decodes to.
    pub(crate) fn size(&self) -> u64 {
        match (&self.content, &self.block) {
            (Content::Memory(bytes), _) => bytes.len() as u64,
            #[cfg(feature = "fits")]
            (Content::Hdu(reader), _) => reader.size(),
            (_, Some(block)) => block.data_size,
            (_, None) => 0,
        }
    }

    /// Where the content of the block begins in the file, if it is stored uncompressed.
    pub(crate) fn stored_at(&self) -> Option<u64> {
        match self.content {
            Content::Stored => self.block.as_ref().map(Block::data_offset),
            _ => None,
        }
    }

    /// The stored bytes whose digest is still to be verified, if any.
    pub(crate) fn unverified(&self) -> Option<Range<u64>> {
        let block = self.block.as_ref()?;
        let wanted = self.digest.checksums != Checksums::Ignore
            && block.md5().is_some()
            && !self.digest.verified.load(Ordering::Relaxed);
        wanted.then(|| block.data_offset()..block.data_offset().saturating_add(block.used_size))
    }

    /// The block, and what is to be done about its checksum, unless the bytes are here already.
    pub(crate) fn block(&self) -> Option<(&Block, Checksums, Limits)> {
        #[cfg(feature = "fits")]
        if let Content::Hdu(_) = self.content {
            return None;
        }
        let checksums = if self.unverified().is_some() { self.digest.checksums } else { Checksums::Ignore };
        self.block.as_ref().map(|block| (block, checksums, self.limits))
    }

    /// Whether the block was verified, by this read or an earlier one.
    pub(crate) fn is_verified(&self) -> bool {
        self.digest.verified.load(Ordering::Relaxed)
    }

    /// Records that the block was verified elsewhere.
    pub(crate) fn set_verified(&self) {
        self.digest.verified.store(true, Ordering::Relaxed);
    }

    /// Whether a read of the bytes of `extent`, of all of them if `dense`, would verify the checksum; `None` if that
    /// depends on the bytes between its elements.
    pub(crate) fn will_verify(&self, extent: &Range<u64>, dense: bool) -> Option<bool> {
        let spans = *extent == (0..self.size());
        match self.digest.checksums {
            _ if self.unverified().is_none() => Some(false),
            Checksums::Error => Some(true),
            _ if spans && dense => Some(true),
            _ if spans || self.access() == Access::ForwardChunks => None,
            _ => Some(false),
        }
    }

    /// Starts at a chunk: no earlier byte is needed, and nothing is kept for later reads.
    pub(crate) fn begin_at(&mut self, start: ChunkStart) {
        self.keeps = false;
        if let Content::Encoded(decoder) = &mut self.content {
            decoder.know(vec![start]);
        }
    }

    /// Finds a place at or before decoded byte `from` where decoding can begin, if it need not be the front.
    pub(crate) fn poll_start(&mut self, from: u64) -> Poll<Option<ChunkStart>> {
        match &mut self.content {
            Content::Encoded(decoder) if self.compression == Compression::Lz4 => {
                decoder.poll_start(&mut self.stored, from).map(Some)
            }
            Content::Encoded(_) | Content::Memory(_) => Ok(None),
            #[cfg(feature = "fits")]
            Content::Hdu(_) => Ok(None),
            Content::Stored | Content::Blosc(_) => Ok(Some(ChunkStart::default())),
        }
    }

    /// Finds a position after `start`, near decoded byte `at`, where the block can be cut into two independent parts.
    /// `None` if it has to be decoded from the front.
    pub(crate) fn poll_cut(&mut self, start: ChunkStart, at: u64) -> Poll<Option<u64>> {
        match &mut self.content {
            Content::Stored => Ok(Some(at)),
            Content::Encoded(decoder) => decoder.poll_cut(&mut self.stored, start, at),
            Content::Blosc(blosc) => match blosc.poll_cut(&mut self.stored, at) {
                Err(Interrupt::Failed(_)) => Ok(None),
                outcome => outcome.map(Some),
            },
            Content::Memory(_) => Ok(None),
            #[cfg(feature = "fits")]
            Content::Hdu(_) => Ok(None),
        }
    }

    /// Says where in the file an error happened: in this block. How far the decoder had read depends on how the bytes
    /// arrived.
    pub(super) fn place(&self, interrupt: Interrupt) -> Interrupt {
        match interrupt {
            Interrupt::Failed(error) => Interrupt::Failed(self.placed(error)),
            need @ Interrupt::Need(_) => need,
        }
    }

    pub(super) fn placed(&self, error: Error) -> Error {
        #[cfg(feature = "fits")]
        let error = match &self.content {
            Content::Hdu(reader) => reader.named(error),
            _ => error,
        };
        match &self.block {
            Some(block) => block.placed(error),
            None => error,
        }
    }

    /// Goes back to the beginning of the block.
    pub(super) fn rewind(&mut self) -> Result<()> {
        match (&mut self.content, &self.block) {
            (Content::Encoded(decoder), _) => decoder.rewind()?,
            (Content::Blosc(decoder), Some(block)) => **decoder = blosc(block, self.limits),
            _ => {}
        }
        self.kept.clear();
        self.digested = 0;
        Ok(())
    }

    /// Whether the file has all of the block.
    pub(crate) fn is_whole(&self) -> bool {
        self.block.as_ref().is_none_or(|block| block.cut.is_none())
    }

    /// Returns each warning about the bytes read once.
    pub(crate) fn take_warning(&mut self) -> Option<Warning> {
        match (&mut self.content, &self.block) {
            (Content::Blosc(blosc), Some(block)) => {
                blosc.take_warning().map(|warning| warning.at(block.data_offset()))
            }
            #[cfg(feature = "fits")]
            (Content::Hdu(reader), _) => reader.take_warning(),
            _ => None,
        }
    }
}

impl Drop for BlockReader {
    /// Leaves its decoder and its positions to the next read.
    fn drop(&mut self) {
        let Some(cache) = &self.cache else { return };
        match std::mem::replace(&mut self.content, Content::Stored) {
            Content::Encoded(mut decoder) => {
                cache.put_chunk_starts(decoder.take_chunk_starts());
                if decoder.rest(self.keeps.then_some(cache)) && self.digest.can_go_on() {
                    let Digest { md5, seen, .. } = std::mem::take(&mut self.digest);
                    cache.wait(Box::new(PausedDecoder { decoder, md5, seen }));
                }
            }
            Content::Blosc(mut blosc) => {
                if let Some(table) = blosc.take_table() {
                    cache.put_table(table);
                }
            }
            #[cfg(feature = "fits")]
            Content::Hdu(mut reader) => cache.put_tiles(reader.take_entries()),
            _ => {}
        }
    }
}

fn blosc(block: &Block, limits: Limits) -> Blosc {
    Blosc::new(block.data_offset(), block.used_size, block.data_size, limits)
}
