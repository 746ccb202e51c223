//! Reading block headers (ASDF 1.0.0, "Blocks", "Block index"): those that the index lists, or from one to the next.
//!
//! A header that contradicts the index makes the reader ignore the index and walk the headers instead. Where no header is at the
//! end of the block before, because that block lost or gained bytes (text tools do that), the walk looks for one near there.

use std::ops::Range;

use super::block::{Block, FoundBy};
use super::dialect::Dialect;
use super::header::{LONGEST, SHORTEST};
use super::index;
use crate::error::{Result, Warning};
use crate::ranges::{Operation, Poll, SparseBuffer, Step, step};

/// How many bytes a walk requests for one header; the header after a small block is often among them too.
const WALK: u64 = 4 << 10;
/// The most bytes it requests at a time, once one request after another held several headers.
const LONGEST_WALK: u64 = 1 << 20;
/// How far before and behind its place a header is looked for.
const NEAR: u64 = WALK;
/// A block that takes no more than this is requested with its header: its content will be needed next.
const SMALL: u64 = 64 << 10;

/// Block headers that were read.
#[derive(Clone, Debug)]
pub struct HeaderUpdate {
    /// The blocks whose headers were not known, ascending.
    pub blocks: Vec<Block>,
    /// What follows these blocks, if they were found by a walk.
    pub(super) rest: Option<Rest>,
    /// Where the index begins, if that is inside the last block.
    pub(super) index: Option<u64>,
    /// Whether the index turned out to be wrong: these blocks replace all that were known.
    pub replaces_all: bool,
    /// Irregularities found in the headers.
    pub warnings: Vec<Warning>,
}

/// What follows the blocks that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// The index, at this byte: it lists all blocks.
    Index(u64),
    /// Possibly more blocks, from this byte on.
    Unseen(u64),
    /// No further block.
    Nothing,
    /// Something else, at this byte: there may have been blocks.
    Junk(u64),
}

impl Rest {
    /// Whether `other` is known to reach further.
    pub(super) fn is_before(self, other: Self) -> bool {
        match (self, other) {
            (Self::Unseen(here), Self::Unseen(there)) => here < there,
            (Self::Unseen(_), Self::Nothing | Self::Junk(_)) => true,
            _ => false,
        }
    }
}

/// Reads block headers: an [`Operation`] that returns a [`HeaderUpdate`].
#[derive(Debug)]
pub struct HeaderReader {
    dialect: Dialect,
    file_size: u64,
    bytes: SparseBuffer,
    /// Whether the index is still trusted, and its blocks behind the first.
    is_indexed: bool,
    listed: Vec<Listed>,
    /// The blocks found by walking, and where the index begins if that is inside the last of them.
    blocks: Vec<Block>,
    index: Option<u64>,
    walk: Walk,
    warnings: Vec<Warning>,
}

/// A block as the index lists it.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) number: usize,
    pub(super) offset: u64,
    /// Where the next block begins or, after the last one, the index.
    pub(super) end: u64,
    pub(super) is_last: bool,
    pub(super) is_needed: bool,
}

/// Where a walk from header to header begins, and how far it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkStart {
    /// The number of the first block, and where it would be.
    pub(super) number: usize,
    pub(super) offset: u64,
    /// Where the content of the block before it begins.
    pub(super) content: u64,
    /// The number of the last block that is needed.
    pub(super) last: usize,
}

/// The state of a walk from header to header.
#[derive(Debug)]
struct Walk {
    /// The number of the next block, and where it would be.
    number: usize,
    next: u64,
    /// Where the content of the block before it begins: no other header is before that.
    content: u64,
    /// The number of the last block that is needed.
    last: usize,
    /// How many bytes are requested at a time, where the last request began, and whether it held more than one header.
    window: u64,
    asked: u64,
    gains: bool,
}

impl HeaderReader {
    /// Reads the headers of `listed`, if there is an index, or walks from header to header.
    pub(super) fn new(
        dialect: Dialect,
        file_size: u64,
        listed: Option<Vec<Listed>>,
        start: WalkStart,
    ) -> Self {
        Self {
            dialect,
            file_size,
            bytes: SparseBuffer::default(),
            is_indexed: listed.is_some(),
            listed: listed.unwrap_or_default(),
            blocks: Vec::new(),
            index: None,
            walk: Walk {
                number: start.number,
                next: start.offset,
                content: start.content,
                last: start.last,
                window: WALK,
                asked: 0,
                gains: false,
            },
            warnings: Vec::new(),
        }
    }

    /// Reads the headers whose bytes are in `bytes`, and no others.
    pub(super) fn read_at_hand(mut self, bytes: SparseBuffer) -> HeaderUpdate {
        for listed in &mut self.listed {
            listed.is_needed &= bytes.get(header_at(listed.offset, self.file_size)).is_some();
        }
        self.bytes = bytes;
        self.poll().unwrap_or_else(|_| self.take_walked())
    }

    fn poll(&mut self) -> Poll<HeaderUpdate> {
        if self.is_indexed {
            let ranges: Vec<_> = self.needed().map(|listed| self.range(listed)).collect();
            self.bytes.want_all(&ranges, [])?;
            match self.read_listed() {
                Ok(blocks) => return Ok(self.take(blocks, None)),
                Err(reason) => {
                    self.warnings.push(index_ignored(&reason));
                    self.is_indexed = false;
                }
            }
        }
        let rest = self.poll_walk()?;
        let blocks = std::mem::take(&mut self.blocks);
        Ok(self.take(blocks, Some(rest)))
    }

    /// The blocks of the index that are needed.
    fn needed(&self) -> impl Iterator<Item = &Listed> {
        self.listed.iter().filter(|listed| listed.is_needed)
    }

    /// The range to request for the header of a block.
    fn range(&self, listed: &Listed) -> Range<u64> {
        let is_alone = self.needed().count() == 1;
        if is_alone && (LONGEST..=SMALL).contains(&listed.end.saturating_sub(listed.offset)) {
            listed.offset..listed.end
        } else {
            header_at(listed.offset, self.file_size)
        }
    }

    /// The headers that the index lists, or why the index must not be used.
    fn read_listed(&self) -> std::result::Result<Vec<Block>, String> {
        let mut blocks = Vec::new();
        for Listed { number, offset, end, is_last, .. } in self.needed() {
            let block = self
                .header(*number, *offset, FoundBy::Index)
                .map_err(|_| format!("no block begins at byte {offset}"))?;
            if *is_last && block.end() != *end {
                return Err("the last block it names does not end where the index begins".into());
            }
            if block.end() > *end {
                return Err(format!("the block at byte {end} begins inside the one before it"));
            }
            blocks.push(block);
        }
        Ok(blocks)
    }

    /// Walks from header to header until the needed ones are read; returns what follows them.
    fn poll_walk(&mut self) -> Poll<Rest> {
        while self.walk.next < self.file_size {
            let Walk { number, next, content, last, window, asked, gains } = self.walk;
            if number > last {
                return Ok(Rest::Unseen(next));
            }
            let header = header_at(next, self.file_size);
            if self.bytes.get(header.clone()).is_some() {
                self.walk.gains |= asked != next;
            } else {
                if asked != next {
                    // Blocks this close together: the next request may hold many headers.
                    self.walk.window = if gains { (2 * window).min(LONGEST_WALK) } else { WALK };
                    (self.walk.asked, self.walk.gains) = (next, false);
                    self.bytes.evict_before(next);
                }
                self.bytes.want(next..next.saturating_add(self.walk.window).min(self.file_size))?;
            }
            if !self.bytes.get(header).is_some_and(|header| header.starts_with(&self.dialect.magic())) {
                match self.poll_near(content.max(next.saturating_sub(NEAR)), next)? {
                    Near::Header(found) => self.resume(found),
                    Near::Other(rest) => return Ok(rest),
                }
                continue;
            }
            match self.header(number, next, FoundBy::Walk) {
                Ok(block) => {
                    (self.walk.number, self.walk.next) = (number + 1, block.end());
                    self.walk.content = block.data_offset();
                    self.blocks.push(block);
                }
                Err(problem) => {
                    self.warnings.push(Warning::of("bad-block", &problem));
                    return Ok(Rest::Junk(next));
                }
            }
        }
        Ok(Rest::Nothing)
    }

    /// Goes on with the header at byte `found`, where none is at its place. What stands there may be a damaged header: the index
    /// tells, or what is left of the magic. Then the numbers of the blocks behind it stay.
    fn resume(&mut self, found: u64) {
        let Walk { number, next, .. } = self.walk;
        let listed = self.listed.iter().find(|listed| listed.offset == found && listed.number > number);
        let place = self.bytes.get(next..next.saturating_add(SHORTEST)).unwrap_or_default();
        let found_number = match listed {
            Some(listed) => listed.number,
            None => {
                number + usize::from(found >= next.saturating_add(SHORTEST) && is_maimed(place, self.dialect))
            }
        };
        if found_number == number {
            self.warnings.push(displaced(&format!("block {number}"), next, found));
        }
        for lost in number..found_number {
            let listed = self.listed.iter().find(|listed| listed.number == lost);
            let (offset, end) = listed.map_or((next, found), |listed| (listed.offset, listed.end));
            self.blocks.push(Block::unreadable(lost, offset, end));
        }
        (self.walk.number, self.walk.next) = (found_number, found);
    }

    /// Looks for the header nearest to byte `next`, where a header was expected but missing; not before `from`. Warns if none is found
    /// and what follows the last block is neither an index nor zeros.
    fn poll_near(&mut self, from: u64, next: u64) -> Poll<Near> {
        let until = next.saturating_add(NEAR).min(self.file_size);
        let bytes = self.bytes.want(next..until)?;
        if bytes.iter().all(|byte| *byte == 0) || bytes.starts_with(index::HEADER) {
            return Ok(Near::Other(Rest::Nothing));
        }
        // A header that begins before `until` may end behind it.
        let near = from..header_at(until, self.file_size).end;
        self.bytes.want(near.clone())?;
        let bytes = self.bytes.get(near).unwrap_or_default();
        let nearest = |mark: &[u8], is_one: &dyn Fn(u64) -> bool| {
            let starts = bytes.windows(mark.len()).zip(from..).filter(|(window, _)| *window == mark);
            let starts = starts.map(|(_, at)| at).filter(|at| is_one(*at));
            starts.min_by_key(|at| at.abs_diff(next))
        };
        let is_header = |at| {
            let block = self.header(self.walk.number, at, FoundBy::Walk);
            block.is_ok_and(|block| block.refusal().is_none())
        };
        if let Some(at) = nearest(&self.dialect.magic(), &is_header) {
            return Ok(Near::Header(at));
        }
        let message = "what follows the last block is neither a block nor a block index";
        let (warning, rest) = match nearest(index::HEADER, &|_| true) {
            Some(at) => {
                self.index = Some(at).filter(|at| *at < next);
                (displaced("the block index", next, at), Rest::Nothing)
            }
            None => (Warning::new("junk-after-blocks", message).at(next), Rest::Junk(next)),
        };
        self.warnings.push(warning);
        Ok(Near::Other(rest))
    }

    /// Parses the header of a block at `offset`, whose bytes have arrived.
    fn header(&self, number: usize, offset: u64, found: FoundBy) -> Result<Block> {
        let bytes = self.bytes.get(header_at(offset, self.file_size)).unwrap_or_default();
        Block::parse(bytes, self.dialect, number, offset, self.file_size, found)
    }

    /// The blocks that the walk has found so far.
    fn take_walked(&mut self) -> HeaderUpdate {
        let blocks = std::mem::take(&mut self.blocks);
        self.take(blocks, Some(Rest::Unseen(self.walk.next)))
    }

    fn take(&mut self, blocks: Vec<Block>, rest: Option<Rest>) -> HeaderUpdate {
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.extend(blocks.iter().filter_map(|block| block.warning(self.file_size)));
        HeaderUpdate { blocks, rest, index: self.index, replaces_all: false, warnings }
    }
}

impl Operation for HeaderReader {
    type Output = HeaderUpdate;

    fn step(&mut self) -> Result<Step<HeaderUpdate>> {
        step(self.poll())
    }

    fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.bytes.supply(offset, bytes);
    }
}

/// What is near the place of a header.
enum Near {
    Header(u64),
    Other(Rest),
}

/// Whether `bytes` begin with the magic of a block and the size of its header, but for the first byte of the magic. Text tools leave
/// these bytes: the first is not ASCII.
pub(super) fn is_maimed(bytes: &[u8], dialect: Dialect) -> bool {
    let [_, magic @ ..] = dialect.magic();
    bytes.get(1..).is_some_and(|bytes| bytes.starts_with(&magic) && bytes.get(3) == Some(&0))
}

/// The warning that the block index was ignored.
pub(super) fn index_ignored(reason: &str) -> Warning {
    let message = format!("the block index was ignored and the block headers walked instead: {reason}");
    Warning::new("block-index-ignored", message)
}

/// The warning that something is not where the block before it should end.
fn displaced(what: &str, expected: u64, found: u64) -> Warning {
    let by = found.abs_diff(expected);
    let bytes = if by == 1 { "byte" } else { "bytes" };
    let how = if found < expected { "lost" } else { "added" };
    let message = format!(
        "{what} was found at byte {found}, and the block before it should end at byte {expected}: {by} {bytes} may have been {how} there"
    );
    Warning::new("block-displaced", message).at(found)
}

/// The bytes that hold the fields of the header at `offset`, whatever its format.
pub(super) fn header_at(offset: u64, file_size: u64) -> Range<u64> {
    offset..offset.saturating_add(LONGEST).min(file_size)
}
