//! The list of a file's blocks, and the headers that are known so far (ASDF 1.0.0, "Blocks", "Block index").
//!
//! The index says where blocks begin and no more, so each header is read when it is needed. Without an index a header
//! says where the next block begins, so the headers are walked from the first to the needed one.

use super::block::{Block, FoundBy};
use super::dialect::Dialect;
use super::header_reader::{HeaderReader, HeaderUpdate, Listed, Rest, WalkStart};
use crate::error::Warning;
use crate::ranges::SparseBuffer;

/// The blocks of a file in its order.
#[derive(Clone, Debug)]
pub struct Blocks {
    dialect: Dialect,
    file_size: u64,
    entries: Vec<BlockEntry>,
    rest: Rest,
}

/// Where a block is, and its header once it has been read.
#[derive(Clone, Debug)]
struct BlockEntry {
    offset: u64,
    header: Option<Block>,
}

impl Blocks {
    /// The list for a file in which no block was found; `rest` is what follows the tree instead.
    pub(super) fn none(dialect: Dialect, file_size: u64, rest: Rest) -> Self {
        Self { dialect, file_size, entries: Vec::new(), rest }
    }

    /// The list for a file in which only the first block is known.
    pub(super) fn from_first(first: Block, dialect: Dialect, file_size: u64) -> Self {
        let rest = Rest::Unseen(first.end());
        let entries = vec![BlockEntry { offset: first.offset, header: Some(first) }];
        Self { dialect, file_size, entries, rest }
    }

    /// Adds the blocks that the index at byte `index` lists; the first of `offsets` is the offset of the first block.
    pub(super) fn list(&mut self, offsets: &[u64], index: u64) {
        let entries = offsets.iter().skip(1).map(|offset| BlockEntry { offset: *offset, header: None });
        self.entries.extend(entries);
        self.rest = Rest::Index(index);
        for block in self.entries.iter_mut().filter_map(|entry| entry.header.as_mut()) {
            block.found_by = FoundBy::Index;
        }
    }

    /// The list of a file that is a part of another, in which it begins at `base`.
    #[cfg(feature = "fits")]
    pub(super) fn moved(mut self, base: u64) -> Self {
        self.file_size = self.file_size.saturating_add(base);
        for entry in &mut self.entries {
            entry.offset = entry.offset.saturating_add(base);
            if let Some(block) = &mut entry.header {
                block.offset = block.offset.saturating_add(base);
                block.cut = block.cut.map(|cut| cut.saturating_add(base));
                block.problem = block.problem.take().map(|problem| problem.moved(base));
            }
        }
        self.rest = match self.rest {
            Rest::Index(at) => Rest::Index(at.saturating_add(base)),
            Rest::Unseen(at) => Rest::Unseen(at.saturating_add(base)),
            Rest::Junk(at) => Rest::Junk(at.saturating_add(base)),
            Rest::Nothing => Rest::Nothing,
        };
        self
    }

    /// What was found, in words.
    pub(crate) fn found(&self) -> String {
        let count = match self.len() {
            1 => "1 block was found".into(),
            count => format!("{count} blocks were found"),
        };
        match self.rest {
            Rest::Junk(at) => format!("{count}, and what follows byte {at} may be more"),
            _ => count,
        }
    }

    /// The number of blocks that are known to exist.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no block is known to exist.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether block `number` may exist.
    pub(crate) fn may_have(&self, number: usize) -> bool {
        number < self.entries.len() || matches!(self.rest, Rest::Unseen(_))
    }

    /// Whether all blocks are listed, with or without their headers.
    pub(crate) fn all_listed(&self) -> bool {
        !matches!(self.rest, Rest::Unseen(_))
    }

    /// Whether the header of block `number` is still to be read.
    pub(crate) fn is_missing(&self, number: usize) -> bool {
        match self.entries.get(number) {
            Some(entry) => entry.header.is_none(),
            None => !self.all_listed(),
        }
    }

    /// Whether the header of any of these blocks, or of any block at all, is still to be read.
    pub(crate) fn is_any_missing(&self, numbers: Option<&[usize]>) -> bool {
        match numbers {
            Some(numbers) => numbers.iter().any(|number| self.is_missing(*number)),
            None => !self.all_listed() || self.entries.iter().any(|entry| entry.header.is_none()),
        }
    }

    /// A block, if its header is known.
    pub fn get(&self, number: usize) -> Option<&Block> {
        self.entries.get(number)?.header.as_ref()
    }

    /// The blocks whose headers are known.
    pub fn iter(&self) -> impl Iterator<Item = &Block> {
        self.entries.iter().filter_map(|entry| entry.header.as_ref())
    }

    /// Where each block begins, its header if it is known, and how the block was found.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Option<&Block>, FoundBy)> {
        let found_by = if matches!(self.rest, Rest::Index(_)) { FoundBy::Index } else { FoundBy::Walk };
        self.entries.iter().map(move |entry| (entry.offset, entry.header.as_ref(), found_by))
    }

    /// Begins to read the missing headers of these blocks, or of all.
    pub(crate) fn read(&self, numbers: Option<&[usize]>) -> HeaderReader {
        let last = numbers.map_or(usize::MAX, |numbers| numbers.iter().copied().max().unwrap_or_default());
        let (listed, number, offset) = match (self.rest, self.get(0)) {
            (Rest::Unseen(next), _) => (None, self.len(), next),
            (Rest::Index(index), first) => {
                let mut needed = vec![numbers.is_none(); self.len()];
                for number in numbers.unwrap_or_default() {
                    if let Some(needed) = needed.get_mut(*number) {
                        *needed = true;
                    }
                }
                let listed = needed.into_iter().enumerate().skip(1);
                let listed =
                    listed.filter_map(|(number, needed)| self.listed(number, index, needed)).collect();
                (Some(listed), 1, first.map_or(self.file_size, Block::end))
            }
            (Rest::Nothing | Rest::Junk(_), _) => (None, self.len(), self.file_size),
        };
        // A walk of an indexed file begins behind the first block again.
        let before = if listed.is_some() { self.get(0) } else { self.iter().last() };
        let content = before.map_or(offset, Block::data_offset);
        HeaderReader::new(self.dialect, self.file_size, listed, WalkStart { number, offset, content, last })
    }

    /// What the index says of a block. Its header is needed if it was asked for and is not known.
    fn listed(&self, number: usize, index: u64, is_asked: bool) -> Option<Listed> {
        let entry = self.entries.get(number)?;
        let next = self.entries.get(number + 1).map(|next| next.offset);
        Some(Listed {
            number,
            offset: entry.offset,
            end: next.unwrap_or(index),
            is_last: next.is_none(),
            is_needed: is_asked && entry.header.is_none(),
        })
    }

    /// Adds the headers whose bytes are in `bytes`, and returns the warnings about them.
    pub(super) fn read_at_hand(&mut self, bytes: SparseBuffer) -> Vec<Warning> {
        let update = self.read(None).read_at_hand(bytes);
        self.add(update).warnings
    }

    /// Adds headers, and returns those that are new: another reader may have added the same meanwhile.
    pub(crate) fn add(&mut self, update: HeaderUpdate) -> HeaderUpdate {
        let indexed = matches!(self.rest, Rest::Index(_));
        let HeaderUpdate { rest, index, .. } = update;
        let mut added =
            HeaderUpdate { blocks: Vec::new(), rest, index, replaces_all: false, warnings: Vec::new() };
        let Some(rest) = update.rest else {
            for block in update.blocks {
                let entry = self.entries.get_mut(block.index).filter(|entry| entry.header.is_none());
                if let Some(entry) = entry.filter(|_| indexed) {
                    entry.header = Some(block.clone());
                    added.blocks.push(block);
                    added.warnings.clone_from(&update.warnings);
                }
            }
            return added;
        };
        let mut changed = self.entries.len();
        if indexed {
            self.entries.truncate(1);
            self.rest = Rest::Unseen(0);
            if let Some(first) = self.entries.first_mut().and_then(|entry| entry.header.as_mut()) {
                first.found_by = FoundBy::Walk;
            }
            (changed, added.replaces_all) = (0, true);
        }
        if self.rest.is_before(rest) {
            let known = self.entries.len();
            for block in update.blocks.into_iter().skip_while(|block| block.index < known) {
                changed = changed.min(self.end_last(block.offset, &format!("block {}", block.index)));
                self.entries.push(BlockEntry { offset: block.offset, header: Some(block) });
            }
            if let Some(index) = update.index {
                changed = changed.min(self.end_last(index, "the block index"));
            }
            self.rest = rest;
            added.warnings = update.warnings;
        }
        added.blocks.extend(self.iter().skip_while(|block| block.index < changed).cloned());
        added
    }

    /// Ends the last block where `next` begins, if that is inside it. Returns the number of the first block that may have changed.
    fn end_last(&mut self, end: u64, next: &str) -> usize {
        let last = self.entries.last_mut().and_then(|entry| entry.header.as_mut());
        match last.filter(|last| last.end() > end) {
            Some(last) => {
                last.shorten(end, next);
                last.index
            }
            None => self.entries.len(),
        }
    }
}
