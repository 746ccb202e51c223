//! Finds the parts of a file, requesting byte ranges.
//!
//! It reads from the front until it has the tree and the header of the first block, then the end of the file for the
//! block index. For a long tree it reads the index first, which tells how long the tree is. The headers of other
//! blocks are left to [`Blocks`], except those that have arrived already.

use std::ops::Range;

use super::between::Between;
use super::block::{Block, FoundBy};
use super::blocks::Blocks;
use super::dialect::Dialect;
use super::header::{LONGEST, SHORTEST};
use super::header_reader::{Rest, header_at, index_ignored};
use super::index;
use super::preamble::{self, Body};
use crate::error::{Result, Warning};
use crate::limits::{Limits, charge};
use crate::ranges::{Poll, SparseBuffer};

/// The first bytes asked for: enough for the tree of most files, and one request.
const FRONT: u64 = 64 << 10;
/// The last bytes asked for, where the block index stands.
const TAIL: u64 = 64 << 10;
/// How far into the file an index is believed to say that the tree reaches. A stale one costs no more than this.
const HINT: u64 = 16 << 20;
/// No index is longer than this.
const LONGEST_INDEX: u64 = 16 << 20;
/// How much is looked through at a time for the first block.
const SEARCH: u64 = 1 << 20;

/// Where everything is in a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Layout {
    /// The format of the file.
    pub dialect: Dialect,
    /// The version in the header line, such as `"1.0.0"`.
    pub format_version: String,
    /// The version in the `#ASDF_STANDARD` comment, if there is one; without it the standard says 1.0.0.
    pub standard_version: Option<String>,
    /// The comment lines between header line and tree, without `#`, and without the `#ASDF_STANDARD` line.
    pub comments: Vec<String>,
    /// The bytes of the tree, directives included, if there is one.
    pub tree: Option<Range<u64>>,
    /// The blocks in file order.
    pub blocks: Blocks,
    /// The HDUs of a FITS file; none of other files.
    #[cfg(feature = "fits")]
    pub hdus: Vec<super::fits::Hdu>,
}

/// Finds the [`Layout`] of a file. Polled until it answers; what it has found so far is kept in between.
#[derive(Debug)]
pub(crate) struct Locate {
    size: u64,
    limits: Limits,
    /// The first bytes of the file that are looked at for header and tree.
    pub(super) seen: u64,
    front: Option<Front>,
    /// Where to look for the first block, whether that was done, and what was found.
    search: u64,
    searched: bool,
    first: Option<Block>,
    between: Between,
    tail: u64,
    pub(super) bytes: SparseBuffer,
    pub(crate) warnings: Vec<Warning>,
}

/// Where the index begins, and where the blocks do that it lists.
#[derive(Debug)]
struct Index {
    start: u64,
    offsets: Vec<u64>,
}

/// Header line, comments and the place of the tree.
#[derive(Clone, Debug)]
struct Front {
    dialect: Dialect,
    version: String,
    comments: Vec<String>,
    standard_version: Option<String>,
    tree: Option<Range<u64>>,
}

impl Locate {
    /// For a file of `size` bytes.
    pub(crate) fn new(size: u64, limits: Limits) -> Self {
        Self {
            size,
            limits,
            seen: FRONT.min(size),
            front: None,
            search: 0,
            searched: false,
            first: None,
            between: Between::default(),
            tail: TAIL,
            bytes: SparseBuffer::default(),
            warnings: Vec::new(),
        }
    }

    /// Takes bytes of the file that begin at `offset`.
    pub(crate) fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.bytes.supply(offset, bytes);
    }

    /// The tree's bytes and where they begin, if there is a tree. To be called before [`poll`](Self::poll), which
    /// forgets them.
    pub(crate) fn poll_tree(&mut self) -> Poll<Option<(u64, &[u8])>> {
        let tree = self.poll_front()?.tree;
        Ok(tree.map(|range| (range.start, self.bytes.get(range).unwrap_or_default())))
    }

    /// Goes on until all is found or bytes are needed.
    pub(crate) fn poll(&mut self) -> Poll<Layout> {
        let front = self.poll_front()?;
        let blocks = match self.poll_first()? {
            None => {
                self.warnings.extend(self.between.warnings(self.size, None, false));
                Blocks::none(front.dialect, self.size, self.between.lost().map_or(Rest::Nothing, Rest::Junk))
            }
            Some(first) => self.poll_blocks(first)?,
        };
        Ok(Layout {
            dialect: front.dialect,
            format_version: front.version,
            standard_version: front.standard_version,
            comments: front.comments,
            tree: front.tree,
            blocks,
            #[cfg(feature = "fits")]
            hdus: Vec::new(),
        })
    }

    /// Header, comments and tree, in a prefix of the file that grows until they are all in it: in one step if there is a
    /// block index to say how far they reach.
    fn poll_front(&mut self) -> Poll<Front> {
        if let Some(front) = &self.front {
            return Ok(front.clone());
        }
        loop {
            let bytes = self.bytes.want(0..self.seen)?;
            let mut warnings = Vec::new();
            if let Some((front, end)) = read_front(bytes, self.seen == self.size, &mut warnings)? {
                if let Some(tree) = &front.tree {
                    charge("the tree", tree.end - tree.start, self.limits.tree)?;
                }
                self.warnings.append(&mut warnings);
                self.search = end;
                self.front = Some(front.clone());
                return Ok(front);
            }
            charge("the tree", self.seen, self.limits.tree)?;
            let hint = self.poll_hint()?.filter(|hint| self.seen < *hint);
            self.seen = hint.unwrap_or(self.seen.saturating_mul(4)).min(self.size);
        }
    }

    /// Where the first block's header ends, if the last bytes of the file hold an index. It is only a claim.
    fn poll_hint(&mut self) -> Poll<Option<u64>> {
        let bytes = self.bytes.want(self.size.saturating_sub(TAIL)..self.size)?;
        let index::Tail::Index(at) = index::find(bytes) else { return Ok(None) };
        let offsets = index::parse(bytes.get(at..).unwrap_or_default()).unwrap_or_default();
        Ok(offsets.first().map(|first| self.header_at(*first).end).filter(|end| *end <= HINT))
    }

    /// The first block: the first magic behind the tree.
    fn poll_first(&mut self) -> Poll<Option<Block>> {
        let (dialect, magic) = (self.dialect(), self.magic());
        while !self.searched && self.search < self.size {
            let end = self.search.saturating_add(SEARCH).min(self.size);
            // Bytes that have arrived with the tree are searched before more are requested.
            let at_hand = self.bytes.from(self.search).unwrap_or_default().len() as u64;
            let end = if at_hand >= LONGEST { self.search + at_hand } else { end };
            let bytes = self.bytes.want(self.search..end)?;
            let first = bytes.windows(magic.len()).position(|window| window == magic);
            let before = bytes.get(..first.unwrap_or(bytes.len())).unwrap_or_default();
            self.between.look(before, self.search, first.is_some(), dialect);
            if let Some(at) = first {
                self.search += at as u64;
                self.first = self.poll_header(0, self.search)?;
                self.between.bad_header = Some(self.search).filter(|_| self.first.is_none());
                break;
            }
            // A magic may straddle the end of what has been seen.
            self.search = if end == self.size { end } else { end - magic.len() as u64 };
            self.bytes.evict_before(self.search);
        }
        self.searched = true;
        Ok(self.first.clone())
    }

    /// The header of block `index` at `offset`. A malformed header is a warning: the blocks before it remain.
    fn poll_header(&mut self, index: usize, offset: u64) -> Poll<Option<Block>> {
        self.bytes.want(self.header_at(offset))?;
        Ok(match self.header(index, offset, FoundBy::Walk) {
            Ok(block) => Some(block),
            Err(problem) => {
                self.warnings.push(Warning::of("bad-block", &problem));
                None
            }
        })
    }

    /// The blocks, by the index if there is one.
    fn poll_blocks(&mut self, found: Block) -> Poll<Blocks> {
        let size = self.size;
        let mut first = match self.between.maimed {
            Some(at) => Block::unreadable(0, at, found.offset),
            None => found,
        };
        let is_cut = first.cut.is_some() || first.end() == size;
        let index = if is_cut { Ok(None) } else { self.poll_index(&mut first)? };
        self.warnings.extend(first.warning(size));
        if first.end() > size
            && let Ok(Some(Index { offsets, .. })) = &index
            && let Some(next) = offsets.get(1)
        {
            first.shorten(*next, "block 1");
        }
        let is_indexed = matches!(index, Ok(Some(_)));
        self.warnings.extend(self.between.warnings(size, Some(&first), is_indexed));
        let mut blocks = Blocks::from_first(first, self.dialect(), self.size);
        match index {
            Ok(Some(index)) => blocks.list(&index.offsets, index.start),
            Ok(None) => {}
            Err(reason) => self.warnings.push(index_ignored(&reason)),
        }
        let bytes = std::mem::take(&mut self.bytes);
        self.warnings.extend(blocks.read_at_hand(bytes));
        Ok(blocks)
    }

    /// The index, `None` if the file has none, or why it must not be used.
    /// If it lists blocks before the first that was found, the first of these becomes `first`: its header cannot be read.
    fn poll_index(&mut self, first: &mut Block) -> Poll<std::result::Result<Option<Index>, String>> {
        let behind = if first.end() < self.size { first.end() } else { first.data_offset() };
        let (start, offsets) = loop {
            let tail = self.tail.min(self.size.saturating_sub(behind));
            let start = self.size - tail;
            let bytes = self.bytes.want(start..self.size)?;
            match index::find(bytes) {
                index::Tail::Index(at) => match index::parse(bytes.get(at..).unwrap_or_default()) {
                    Ok(offsets) => break (start + at as u64, offsets),
                    Err(reason) => return Ok(Err(reason)),
                },
                index::Tail::Unfinished if tail == self.tail && tail < LONGEST_INDEX => self.tail *= 4,
                _ => return Ok(Ok(None)),
            }
        };
        if let [offset, next, ..] = offsets[..]
            && offsets.iter().skip(1).any(|offset| *offset == first.offset)
        {
            *first = Block::unreadable(0, offset, next);
        }
        if offsets.first() != Some(&first.offset) {
            let said = offsets.first().map_or("nowhere".into(), |offset| format!("at byte {offset}"));
            return Ok(Err(format!(
                "it says that the first block is {said}, but that is at byte {}",
                first.offset
            )));
        }
        if offsets.iter().any(|offset| offset.saturating_add(SHORTEST) > start) {
            return Ok(Err("it names an offset behind its own".into()));
        }
        // The other headers are checked against the index when they are read.
        let (end, is_last) = (offsets.get(1).copied().unwrap_or(start), offsets.len() == 1);
        if is_last && first.end() != end {
            return Ok(Err("the last block it names does not end where the index begins".into()));
        }
        if first.end() > end && first.end() <= self.size {
            return Ok(Err(format!("the block at byte {end} begins inside the one before it")));
        }
        Ok(Ok(Some(Index { start, offsets })))
    }

    /// Where the fields of the header at `offset` are, however long they are.
    fn header_at(&self, offset: u64) -> Range<u64> {
        header_at(offset, self.size)
    }

    /// The header of block `index` at `offset`, whose bytes are here.
    fn header(&self, index: usize, offset: u64, found_by: FoundBy) -> Result<Block> {
        let bytes = self.bytes.get(self.header_at(offset)).unwrap_or_default();
        Block::parse(bytes, self.dialect(), index, offset, self.size, found_by)
    }

    /// Known once the front is.
    fn dialect(&self) -> Dialect {
        self.front.as_ref().map_or(Dialect::Asdf, |front| front.dialect)
    }

    fn magic(&self) -> [u8; 4] {
        self.dialect().magic()
    }
}

/// Reads header line and comments from a prefix of the file, finds the tree in it, and says where to search for the
/// first block. `None`: more bytes are needed.
fn read_front(bytes: &[u8], whole: bool, warnings: &mut Vec<Warning>) -> Result<Option<(Front, u64)>> {
    let header = preamble::header_line(bytes, whole)?;
    let magic = header.dialect.magic();
    let found = preamble::comments(bytes, header.end, whole).and_then(|comments| {
        let (tree, end) = match preamble::body(bytes, comments.end, whole, magic, warnings)? {
            Body::Tree(start) => {
                let end = preamble::tree_end(bytes, start, whole, magic)?;
                (Some(start as u64..end as u64), end)
            }
            Body::Block(at) => (None, at),
            Body::Nothing => (None, bytes.len()),
        };
        let front = Front {
            dialect: header.dialect,
            version: header.version,
            comments: comments.lines,
            standard_version: comments.standard_version,
            tree,
        };
        Some((front, end as u64))
    });
    Ok(found)
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)] // one range is one of several
mod tests {
    use super::*;
    use crate::ranges::Interrupt;

    /// The ranges requested to find the parts of `file`, step by step.
    fn asked(file: &[u8]) -> Vec<Vec<Range<u64>>> {
        let mut locate = Locate::new(file.len() as u64, Limits::default());
        let mut steps = Vec::new();
        loop {
            match locate.poll_tree().map(|_| ()).and_then(|()| locate.poll()) {
                Ok(_) => return steps,
                Err(Interrupt::Need(ranges)) => {
                    for range in &ranges {
                        locate.supply(range.start, crate::ranges::slice(file, range).unwrap());
                    }
                    steps.push(ranges);
                }
                Err(Interrupt::Failed(error)) => panic!("{error}"),
            }
        }
    }

    /// A file of a long tree, a long block, and an index that says the block is `error` bytes from where it is.
    fn file(error: i64) -> (Vec<u8>, u64) {
        let mut file = b"#ASDF 1.0.0\n%YAML 1.1\n--- [".to_vec();
        file.resize(300_000, b' ');
        file.extend(b"]\n...\n");
        let first = file.len() as u64;
        file.extend(Dialect::Asdf.magic());
        file.extend(48_u16.to_be_bytes());
        file.extend([0; 8]);
        (0..3).for_each(|_| file.extend(1_000_000_u64.to_be_bytes()));
        file.resize(file.len() + 16 + 1_000_000, 0);
        let index = first.checked_add_signed(error).unwrap();
        file.extend(format!("#ASDF BLOCK INDEX\n--- [{index}]\n").bytes());
        (file, first)
    }

    #[test]
    fn what_stands_between_tree_and_blocks_is_told() {
        let codes = |between: &str| {
            let file = format!("#ASDF 1.0.0\n%YAML 1.1\n---\na: 1\n...\n{between}");
            let mut locate = Locate::new(file.len() as u64, Limits::default());
            while let Err(Interrupt::Need(ranges)) = locate.poll() {
                for range in ranges {
                    locate.supply(range.start, crate::ranges::slice(file.as_bytes(), &range).unwrap());
                }
            }
            locate.warnings.iter().map(|warning| warning.code).collect::<Vec<_>>()
        };
        assert_eq!(codes(""), [""; 0]);
        assert_eq!(codes(" \0\n#ASDF BLOCK INDEX\n--- [1]\n"), [""; 0]);
        assert_eq!(codes("---\nb: 1\n...\n"), ["second-document"]);
        assert_eq!(codes("\n%YAML 1.1\n---\nb: 1\n...\n"), ["second-document"]);
        assert_eq!(codes("---\nb: 1\n...\n---\nc: 1\n"), ["second-document", "junk-after-tree"]);
        assert_eq!(codes("---\nb: 1\n...\nhello\n"), ["second-document", "junk-after-tree"]);
        assert_eq!(codes("# c\n---\nb: 1\n...\n"), ["second-document", "junk-after-tree"]);
        assert_eq!(codes("# c\n#ASDF BLOCK INDEX\n%YAML 1.1\n---\n[]\n...\n"), ["junk-after-tree"]);
        assert_eq!(codes("hello\n"), ["junk-after-tree"]);
        assert_eq!(codes(&format!("{}hello", " ".repeat(3 << 20))), ["junk-after-tree"]);
    }

    #[test]
    fn the_index_says_how_long_a_long_tree_is() {
        let (file, first) = file(0);
        let size = file.len() as u64;
        assert_eq!(asked(&file), [[0..FRONT], [size - TAIL..size], [FRONT..first + LONGEST]]);
    }

    #[test]
    fn an_index_that_is_wrong_costs_a_request() {
        for error in [-299_000, -100_000, 1000] {
            let (file, _) = file(error);
            assert!(asked(&file).len() <= 5, "{error}: {:?}", asked(&file));
        }
    }
}
