//! Blocks that are decoded together: inverse Burrows–Wheeler transform → runs of 4 to 259 equal bytes → the data.
//!
//! The inverse transform is a walk through a permutation in which every step has to wait for the memory that says where
//! the next one goes. So the walks of several blocks are made side by side: while one waits, the others do too.

use std::iter::Rev;
use std::slice::IterMut;

use super::block::Block;
use super::crc::Crc;
use crate::codec::corrupt;
use crate::error::Result;

/// How many blocks are walked through side by side: a compromise with memory, of which each takes 4.5 MB.
const LANES: usize = 4;

/// Up to four blocks: first read, then inverted, then given away.
#[derive(Debug)]
pub(super) struct Group {
    /// Those behind `length` only keep their memory for later ones.
    blocks: [Block; LANES],
    links: [Vec<u32>; LANES],
    length: usize,
    /// How many blocks this group is to have: 1, 2, then 4.
    most: usize,
    inverted: bool,
    /// How many blocks were given, how many of the bytes of the one that follows, and the checksum of what these are.
    given: usize,
    at: usize,
    crc: Crc,
}

impl Default for Group {
    fn default() -> Self {
        Self {
            blocks: Default::default(),
            links: Default::default(),
            length: 0,
            most: 1,
            inverted: false,
            given: 0,
            at: 0,
            crc: Crc::default(),
        }
    }
}

impl Group {
    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub(super) fn is_inverted(&self) -> bool {
        self.inverted
    }

    /// Whether it has as many blocks as it is to have, or enough for all that is wanted.
    pub(super) fn is_complete(&self, wanted: u64) -> bool {
        let length: usize = self.blocks.iter().take(self.length).map(Block::len).sum();
        self.length > 0 && (self.length == self.most || length as u64 >= wanted)
    }

    /// Where to read the next block to, before [`add`](Self::add).
    pub(super) fn place(&mut self) -> &mut Block {
        let [first, others @ ..] = &mut self.blocks;
        self.length.checked_sub(1).and_then(|at| others.get_mut(at)).unwrap_or(first)
    }

    /// Takes the block that was read.
    pub(super) fn add(&mut self) {
        self.length += 1;
    }

    /// Turns the transformed bytes of all its blocks back.
    pub(super) fn invert(&mut self) {
        let mut lanes: [Lane<'_>; LANES] = Default::default();
        let blocks = self.blocks.iter_mut().take(self.length);
        for ((block, links), lane) in blocks.zip(&mut self.links).zip(&mut lanes) {
            link(block, links);
            *lane = Lane { links, next: block.origin, bytes: block.bytes_mut().iter_mut().rev() };
        }
        walk(lanes);
        self.inverted = true;
    }

    /// Appends about `space` bytes of data, all of one block; gives its checksum if they are the last.
    pub(super) fn give(&mut self, space: usize, output: &mut Vec<u8>) -> Result<Option<u32>> {
        let Some(block) = self.blocks.get(self.given) else { return Ok(None) };
        let start = output.len();
        self.at = append(block.bytes(), self.at, space, output)?;
        self.crc.update(output.get(start..).unwrap_or_default());
        if self.at < block.len() {
            return Ok(None);
        }
        let checksum = std::mem::take(&mut self.crc).finish();
        if checksum != block.checksum {
            output.truncate(start);
            return Err(corrupt("the checksum of a bzip2 block does not match"));
        }
        (self.at, self.given) = (0, self.given + 1);
        if self.given == self.length {
            (self.length, self.given, self.inverted) = (0, 0, false);
            self.most = (2 * self.most).min(LANES);
        }
        Ok(Some(checksum))
    }
}

/// Where the walk through a block has come to.
#[derive(Default)]
struct Lane<'a> {
    links: &'a [u32],
    next: u32,
    bytes: Rev<IterMut<'a, u8>>,
}

/// For each of the sorted rotations: its last byte, and in the upper 24 bits which rotation ends one byte earlier.
fn link(block: &Block, links: &mut Vec<u32>) {
    let mut places = block.counts;
    let mut sum = 0;
    for place in &mut places {
        (*place, sum) = (sum, sum + *place);
    }
    links.clear();
    links.extend(block.bytes().iter().map(|byte| {
        let Some(place) = places.get_mut(usize::from(*byte)) else { return 0 };
        *place += 1;
        (*place - 1) << 8 | u32::from(*byte)
    }));
}

/// Writes the bytes of all lanes, the last of each first.
fn walk(mut lanes: [Lane<'_>; LANES]) {
    let longest = lanes.iter().map(|lane| lane.bytes.len()).max().unwrap_or(0);
    for _ in 0..longest {
        for lane in &mut lanes {
            if let Some(place) = lane.bytes.next() {
                let link = lane.links.get(lane.next as usize).copied().unwrap_or(0);
                lane.next = link >> 8;
                [*place, ..] = link.to_le_bytes();
            }
        }
    }
}

/// Appends about `space` bytes of a block's data, from byte `at` of what the transform gives; gives where it stopped.
fn append(bytes: &[u8], mut at: usize, space: usize, output: &mut Vec<u8>) -> Result<usize> {
    let start = output.len();
    while at < bytes.len() && output.len() - start < space {
        let rest = bytes.get(at..).unwrap_or_default();
        let end = end_of_four(rest);
        output.extend_from_slice(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default());
        let Some(end) = end else { return Ok(bytes.len()) };
        let (Some(byte), Some(more)) = (rest.get(end - 1), rest.get(end)) else {
            output.truncate(start);
            return Err(corrupt("a bzip2 block ends with four equal bytes without their count"));
        };
        output.resize(output.len() + usize::from(*more), *byte);
        at += end + 1;
    }
    Ok(at)
}

/// Where the first four equal bytes end.
fn end_of_four(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    // Looking from the last of four bytes to the first: where two differ, the four cannot begin before the second.
    while let Some([a, b, c, d]) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        at += match (c == d, b == c, a == b) {
            (false, _, _) => 3,
            (true, false, _) => 2,
            (true, true, false) => 1,
            (true, true, true) => return Some(at + 4),
        };
    }
    None
}
