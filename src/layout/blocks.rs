//! The blocks of a file, as far as they are known, and learning more of them (ASDF 1.0.0, "Blocks", "Block index").
//!
//! The index says where blocks begin and no more, so each header is read when it is needed. Without an index a header
//! says where the next block begins, and they are gone through from the first, as far as is needed. An index that a
//! header contradicts is given up, and the headers are gone through instead.

use std::ops::Range;

use super::Dialect;
use super::block::{Block, Found};
use super::header::LONGEST;
use crate::error::{Result, Warning};
use crate::ranges::{Operation, Poll, SparseBuffer, Step, step};

/// How much is read for one header where they are gone through; a small block's successor is often in there too.
const WALK: u64 = 4 << 10;
/// As much, at most, where one window after the other held several.
const LONGEST_WALK: u64 = 1 << 20;
/// A block that takes no more is read with its header: its content is what will be asked for next.
const SMALL: u64 = 64 << 10;

/// The blocks of a file in its order.
#[derive(Clone, Debug)]
pub struct Blocks {
    dialect: Dialect,
    file_size: u64,
    places: Vec<Place>,
    behind: Behind,
}

/// Where a block is, and its header once it was read.
#[derive(Clone, Debug)]
struct Place {
    offset: u64,
    header: Option<Block>,
}

/// What follows the blocks that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    /// The index that names them all, at this byte.
    Index(u64),
    /// Perhaps more of them, from this byte on.
    Unseen(u64),
    /// Nothing that is a block.
    Nothing,
}

impl Blocks {
    /// Of a file without blocks.
    pub(super) fn none(dialect: Dialect, file_size: u64) -> Self {
        Self { dialect, file_size, places: Vec::new(), behind: Behind::Nothing }
    }

    /// Of a file whose first block this is, and of which no more is known.
    pub(super) fn from_first(first: Block, dialect: Dialect, file_size: u64) -> Self {
        let behind = Behind::Unseen(first.end());
        let places = vec![Place { offset: first.offset, header: Some(first) }];
        Self { dialect, file_size, places, behind }
    }

    /// Takes the places of all blocks from the index that begins at byte `index`. The first is that of the first block.
    pub(super) fn list(&mut self, offsets: &[u64], index: u64) {
        let places = offsets.iter().skip(1).map(|offset| Place { offset: *offset, header: None });
        self.places.extend(places);
        self.behind = Behind::Index(index);
        for block in self.places.iter_mut().filter_map(|place| place.header.as_mut()) {
            block.found = Found::Index;
        }
    }

    /// How many blocks are known to be there.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether there may be a block of this number.
    pub(crate) fn may_have(&self, number: usize) -> bool {
        number < self.places.len() || matches!(self.behind, Behind::Unseen(_))
    }

    /// Whether all blocks are listed, be their headers known or not.
    pub(crate) fn all_listed(&self) -> bool {
        !matches!(self.behind, Behind::Unseen(_))
    }

    /// Whether the header of this block is still to be read.
    pub(crate) fn lacks(&self, number: usize) -> bool {
        match self.places.get(number) {
            Some(place) => place.header.is_none(),
            None => !self.all_listed(),
        }
    }

    /// Whether that of any of these blocks, or of any at all, is.
    pub(crate) fn lacks_any(&self, numbers: Option<&[usize]>) -> bool {
        match numbers {
            Some(numbers) => numbers.iter().any(|number| self.lacks(*number)),
            None => !self.all_listed() || self.places.iter().any(|place| place.header.is_none()),
        }
    }

    /// A block, if its header is known.
    pub fn get(&self, number: usize) -> Option<&Block> {
        self.places.get(number)?.header.as_ref()
    }

    /// The blocks whose headers are known.
    pub fn iter(&self) -> impl Iterator<Item = &Block> {
        self.places.iter().filter_map(|place| place.header.as_ref())
    }

    /// Where each block begins, its header if that is known, and how it was found.
    pub fn places(&self) -> impl Iterator<Item = (u64, Option<&Block>, Found)> {
        let found = if matches!(self.behind, Behind::Index(_)) { Found::Index } else { Found::Walk };
        self.places.iter().map(move |place| (place.offset, place.header.as_ref(), found))
    }

    /// Begins to read the headers that are not known of the blocks with these numbers, or of all.
    pub(crate) fn read(&self, numbers: Option<&[usize]>) -> Headers {
        let last = numbers.map_or(usize::MAX, |numbers| numbers.iter().copied().max().unwrap_or_default());
        let mut headers = Headers {
            dialect: self.dialect,
            file_size: self.file_size,
            bytes: SparseBuffer::default(),
            is_indexed: matches!(self.behind, Behind::Index(_)),
            listed: Vec::new(),
            blocks: Vec::new(),
            walk: Walk {
                number: self.len(),
                next: self.file_size,
                last,
                window: WALK,
                asked: 0,
                gains: false,
            },
            warnings: Vec::new(),
        };
        match (self.behind, self.get(0)) {
            (Behind::Unseen(next), _) => headers.walk.next = next,
            (Behind::Index(index), Some(first)) => {
                let mut wanted = vec![numbers.is_none(); self.len()];
                for number in numbers.unwrap_or_default() {
                    if let Some(wanted) = wanted.get_mut(*number) {
                        *wanted = true;
                    }
                }
                let wanted = wanted.into_iter().enumerate().filter(|(_, wanted)| *wanted);
                headers.listed = wanted.filter_map(|(number, _)| self.listed(number, index)).collect();
                (headers.walk.number, headers.walk.next) = (1, first.end());
            }
            _ => {}
        }
        headers
    }

    /// What the index says of a block whose header is not known.
    fn listed(&self, number: usize, index: u64) -> Option<Listed> {
        let place = self.places.get(number).filter(|place| place.header.is_none())?;
        let next = self.places.get(number + 1).map(|next| next.offset);
        Some(Listed { number, offset: place.offset, end: next.unwrap_or(index), is_last: next.is_none() })
    }

    /// Learns what the headers in `bytes` say, and gives what was odd.
    pub(super) fn read_at_hand(&mut self, bytes: SparseBuffer) -> Vec<Warning> {
        let mut headers = self.read(None);
        headers.listed.retain(|listed| bytes.get(header_at(listed.offset, self.file_size)).is_some());
        headers.bytes = bytes;
        // What is behind the bytes at hand can wait.
        let learnt = headers.poll().unwrap_or_else(|_| headers.take_walked());
        self.learn(learnt).warnings
    }

    /// Adds what was learnt, and gives what of it is new: another may have learnt the same meanwhile.
    pub(crate) fn learn(&mut self, learnt: Learnt) -> Learnt {
        let indexed = matches!(self.behind, Behind::Index(_));
        let mut news =
            Learnt { blocks: Vec::new(), behind: learnt.behind, anew: false, warnings: Vec::new() };
        let Some(behind) = learnt.behind else {
            for block in learnt.blocks {
                let place = self.places.get_mut(block.index).filter(|place| place.header.is_none());
                if let Some(place) = place.filter(|_| indexed) {
                    place.header = Some(block.clone());
                    news.blocks.push(block);
                    news.warnings.clone_from(&learnt.warnings);
                }
            }
            return news;
        };
        if indexed {
            self.places.truncate(1);
            self.behind = Behind::Unseen(0);
            if let Some(first) = self.places.first_mut().and_then(|place| place.header.as_mut()) {
                first.found = Found::Walk;
                news.blocks.push(first.clone());
            }
            news.anew = true;
        }
        if self.behind.is_before(behind) {
            let known = self.places.len();
            for block in learnt.blocks.into_iter().skip_while(|block| block.index < known) {
                self.places.push(Place { offset: block.offset, header: Some(block.clone()) });
                news.blocks.push(block);
            }
            self.behind = behind;
            news.warnings = learnt.warnings;
        }
        news
    }
}

impl Behind {
    /// Whether more is known where `other` is.
    fn is_before(self, other: Self) -> bool {
        match (self, other) {
            (Self::Unseen(here), Self::Unseen(there)) => here < there,
            (Self::Unseen(_), Self::Nothing) => true,
            _ => false,
        }
    }
}

/// What was read of headers.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// The blocks whose headers were not known, ascending.
    pub blocks: Vec<Block>,
    /// What follows them, if they were gone through.
    behind: Option<Behind>,
    /// Whether the index was given up: these are all blocks that are known now.
    pub anew: bool,
    /// What was odd.
    pub warnings: Vec<Warning>,
}

/// Reads headers: an [`Operation`] that gives what was [`Learnt`].
#[derive(Debug)]
pub struct Headers {
    dialect: Dialect,
    file_size: u64,
    bytes: SparseBuffer,
    /// Whether there is an index, and those of the blocks it lists that are wanted.
    is_indexed: bool,
    listed: Vec<Listed>,
    /// What was found by going from header to header, where that is done.
    blocks: Vec<Block>,
    walk: Walk,
    warnings: Vec<Warning>,
}

/// A block as the index lists it.
#[derive(Debug)]
struct Listed {
    number: usize,
    offset: u64,
    /// Where the next one begins or, behind the last one, the index.
    end: u64,
    is_last: bool,
}

/// Going through headers from one to the next.
#[derive(Debug)]
struct Walk {
    /// The number of the next block, and where it would be.
    number: usize,
    next: u64,
    /// The number of the last block that is wanted.
    last: usize,
    /// How much is read at a time, where that began last, and whether more than one header was in it.
    window: u64,
    asked: u64,
    gains: bool,
}

impl Headers {
    fn poll(&mut self) -> Poll<Learnt> {
        if self.is_indexed {
            let ranges: Vec<_> = self.listed.iter().map(|listed| self.range(listed)).collect();
            self.bytes.want_all(&ranges, [])?;
            match self.read_listed() {
                Ok(blocks) => return Ok(self.take(blocks, None)),
                Err(reason) => {
                    self.warnings.push(index_ignored(&reason));
                    self.is_indexed = false;
                }
            }
        }
        let behind = self.poll_walk()?;
        let blocks = std::mem::take(&mut self.blocks);
        Ok(self.take(blocks, Some(behind)))
    }

    /// What to ask for to have the header of a block.
    fn range(&self, listed: &Listed) -> Range<u64> {
        let is_alone = self.listed.len() == 1;
        if is_alone && (LONGEST..=SMALL).contains(&listed.end.saturating_sub(listed.offset)) {
            listed.offset..listed.end
        } else {
            header_at(listed.offset, self.file_size)
        }
    }

    /// The headers that the index lists, or why it must not be used.
    fn read_listed(&self) -> std::result::Result<Vec<Block>, String> {
        let mut blocks = Vec::with_capacity(self.listed.len());
        for Listed { number, offset, end, is_last } in &self.listed {
            let block = self
                .header(*number, *offset, Found::Index)
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

    /// Header after header as far as is wanted; gives what is behind them.
    fn poll_walk(&mut self) -> Poll<Behind> {
        while self.walk.next < self.file_size {
            let Walk { number, next, last, window, asked, gains } = self.walk;
            if number > last {
                return Ok(Behind::Unseen(next));
            }
            let header = header_at(next, self.file_size);
            if self.bytes.get(header.clone()).is_some() {
                self.walk.gains |= asked != next;
            } else {
                if asked != next {
                    // Where blocks are as near each other as these, the next window may hold many.
                    self.walk.window = if gains { (2 * window).min(LONGEST_WALK) } else { WALK };
                    (self.walk.asked, self.walk.gains) = (next, false);
                    self.bytes.evict_before(next);
                }
                self.bytes.want(next..next.saturating_add(self.walk.window).min(self.file_size))?;
            }
            if !self.bytes.get(header).is_some_and(|header| header.starts_with(&self.dialect.magic())) {
                self.note_trailing(next)?;
                return Ok(Behind::Nothing);
            }
            match self.header(number, next, Found::Walk) {
                Ok(block) => {
                    (self.walk.number, self.walk.next) = (number + 1, block.end());
                    self.blocks.push(block);
                }
                Err(problem) => {
                    self.warnings.push(Warning::of("bad-block", &problem));
                    return Ok(Behind::Nothing);
                }
            }
        }
        Ok(Behind::Nothing)
    }

    /// Warns if what follows the last block is neither an index nor zeros.
    fn note_trailing(&mut self, end: u64) -> Poll<()> {
        let bytes = self.bytes.want(end..end.saturating_add(WALK).min(self.file_size))?;
        if bytes.iter().any(|byte| *byte != 0) && !bytes.starts_with(b"#ASDF BLOCK INDEX") {
            let message = "what follows the last block is neither a block nor a block index";
            self.warnings.push(Warning::new("junk-after-blocks", message).at(end));
        }
        Ok(())
    }

    /// The header of a block at `offset`, whose bytes are here.
    fn header(&self, number: usize, offset: u64, found: Found) -> Result<Block> {
        let bytes = self.bytes.get(header_at(offset, self.file_size)).unwrap_or_default();
        Block::parse(bytes, self.dialect, number, offset, self.file_size, found)
    }

    /// What was gone through so far.
    fn take_walked(&mut self) -> Learnt {
        let blocks = std::mem::take(&mut self.blocks);
        self.take(blocks, Some(Behind::Unseen(self.walk.next)))
    }

    fn take(&mut self, blocks: Vec<Block>, behind: Option<Behind>) -> Learnt {
        let mut warnings = std::mem::take(&mut self.warnings);
        let problems = blocks.iter().filter_map(|block| block.problem.as_ref());
        warnings.extend(problems.map(|problem| Warning::of("bad-block", problem)));
        Learnt { blocks, behind, anew: false, warnings }
    }
}

impl Operation for Headers {
    type Output = Learnt;

    fn step(&mut self) -> Result<Step<Learnt>> {
        step(self.poll())
    }

    fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.bytes.supply(offset, bytes);
    }
}

/// The warning that an index is not used.
pub(super) fn index_ignored(reason: &str) -> Warning {
    let message = format!("the block index was ignored and the block headers walked instead: {reason}");
    Warning::new("block-index-ignored", message)
}

/// Where the fields of the header at `offset` are, however long they are.
pub(super) fn header_at(offset: u64, file_size: u64) -> Range<u64> {
    offset..offset.saturating_add(LONGEST).min(file_size)
}
