//! The bytes between the tree and the first block. ASDF 1.0.0 allows padding there, of blanks or zeros. In a damaged file there may be
//! blocks whose headers cannot be read, and some files have a second document, which Python refuses.

use super::block::Block;
use super::dialect::Dialect;
use super::header::SHORTEST;
use super::header_reader::is_maimed;
use super::{index, preamble};
use crate::error::Warning;
use crate::tree::SECOND_DOCUMENT;

/// What was found behind the tree, up to the first block or the end of the file.
#[derive(Debug, Default)]
pub(super) struct Between {
    /// Where a second document begins.
    second: Option<u64>,
    /// Where anything else begins.
    at: Option<u64>,
    /// Where something is that looks like the header of a block.
    pub(super) maimed: Option<u64>,
    /// Where the first header is, if it cannot be read.
    pub(super) bad_header: Option<u64>,
}

impl Between {
    /// Looks through the next bytes, which begin at `offset`. `has_block`: the first block begins behind them.
    pub(super) fn look(&mut self, bytes: &[u8], offset: u64, has_block: bool, dialect: Dialect) {
        let magic = dialect.magic();
        let place = |at: usize| offset + at as u64;
        if self.at.is_none() {
            let (second, at) = unexpected(bytes, has_block, magic);
            self.second = self.second.or(second.map(place));
            self.at = at.map(place);
        }
        let maimed = bytes.windows(magic.len() + 1).position(|window| is_maimed(window, dialect));
        self.maimed = self.maimed.or(maimed.map(place));
    }

    /// Where blocks may be, if the header of none can be read.
    pub(super) fn lost(&self) -> Option<u64> {
        self.bad_header.or(self.maimed)
    }

    /// What is said of it, in a file of `size` bytes. `is_indexed`: the block index tells where the blocks are.
    pub(super) fn warnings(&self, size: u64, first: Option<&Block>, is_indexed: bool) -> Vec<Warning> {
        let second = self.second.map(|at| Warning::new("second-document", SECOND_DOCUMENT).at(at));
        second.into_iter().chain(self.rest(size, first, is_indexed)).collect()
    }

    /// What is said of all but a second document.
    fn rest(&self, size: u64, first: Option<&Block>, is_indexed: bool) -> Option<Warning> {
        if let Some(at) = self.maimed.filter(|_| first.is_none() && self.bad_header.is_none()) {
            let message = "what follows the tree looks like blocks, but none of their headers can be read: a text tool may have \
                           changed the bytes of the file";
            return Some(Warning::new("junk-after-blocks", message).at(at));
        }
        let end = first.map_or(size, |first| first.offset);
        let at = self.at.filter(|at| *at < end)?;
        let may_be_block = |first: &Block| !is_indexed && !first.has_bad_header() && end - at >= SHORTEST;
        if first.is_some_and(may_be_block) {
            let message = format!(
                "the {} bytes before the first block are neither the tree nor zeros: if they are a block whose header is damaged, \
                 the numbers of all others are wrong",
                end - at
            );
            return Some(Warning::new("junk-before-blocks", message).at(at));
        }
        let message = "what follows the tree is no block and was skipped";
        (self.second != Some(at)).then(|| Warning::new("junk-after-tree", message).at(at))
    }
}

/// What of the bytes between tree and first block should not be there: where a second document begins, and where anything else
/// does, as a comment before it. A document that does not end may be both.
fn unexpected(bytes: &[u8], has_block: bool, magic: [u8; 4]) -> (Option<usize>, Option<usize>) {
    let index = bytes.windows(index::HEADER.len()).position(|window| !has_block && window == index::HEADER);
    let bytes = bytes.get(..index.unwrap_or(bytes.len())).unwrap_or_default();
    let junk = |from: usize| {
        let at = bytes.iter().skip(from).position(|byte| !preamble::is_blank(*byte));
        at.map(|at| from + at)
    };
    let is_tree = |at: usize| bytes.get(at..).is_some_and(preamble::begins_tree);
    let first = junk(0);
    let second = first.and_then(|first| {
        let begins_line = |at: usize| at == first || bytes.get(at - 1) == Some(&b'\n');
        (first..bytes.len()).find(|at| begins_line(*at) && is_tree(*at))
    });
    let mut at = first;
    while let Some(end) =
        at.filter(|at| is_tree(*at)).and_then(|at| preamble::tree_end(bytes, at, false, magic))
    {
        at = junk(end);
    }
    (second, at)
}
