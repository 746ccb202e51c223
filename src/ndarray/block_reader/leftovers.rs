//! What reads of a file's blocks leave to later ones: decoded bytes, decoders that can go on, where chunks are, and
//! whether a digest was verified.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use super::forward::{Forward, Mark};
use crate::codec::BloscLayout;
use crate::codec::checksum::Md5;
use crate::ranges::{Cache, Own, Shelf};

/// How many decoders may wait for the next read of their blocks: each takes memory of its own.
const WAITING: usize = 2;

/// The leftovers of one file.
#[derive(Clone, Debug)]
pub(crate) struct Leftovers(Rc<RefCell<All>>);

#[derive(Debug)]
struct All {
    decoded: Cache,
    /// By block, the last used at the end.
    waiting: Vec<(usize, Box<Waiting>)>,
    /// By block, ascending.
    known: Vec<(usize, Known)>,
}

/// What is known of a block.
#[derive(Debug, Default)]
struct Known {
    verified: Rc<Cell<bool>>,
    marks: Vec<Mark>,
    layout: Option<Box<BloscLayout>>,
}

/// A decoder in the middle of a block, and the digest of the stored bytes before that.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) decoder: Box<Forward>,
    pub(super) md5: Md5,
    pub(super) seen: u64,
}

impl Leftovers {
    /// `budget`: how many decoded bytes are kept.
    pub(crate) fn new(budget: u64) -> Self {
        let decoded = Cache::new(Box::new(Own), budget);
        Self(Rc::new(RefCell::new(All { decoded, waiting: Vec::new(), known: Vec::new() })))
    }

    /// Has decoded bytes kept on this shelf.
    pub(crate) fn keep_on(&self, shelf: Box<dyn Shelf>, budget: u64) {
        self.0.borrow_mut().decoded = Cache::new(shelf, budget);
    }

    /// Those of a block.
    pub(crate) fn of(&self, block: usize) -> OfBlock {
        OfBlock { all: self.clone(), block }
    }
}

impl All {
    fn known(&mut self, block: usize) -> Option<&mut Known> {
        let number = self.known.partition_point(|(other, _)| *other < block);
        if self.known.get(number).is_none_or(|(other, _)| *other != block) {
            self.known.insert(number, (block, Known::default()));
        }
        self.known.get_mut(number).map(|(_, known)| known)
    }
}

/// The leftovers of one block.
#[derive(Clone, Debug)]
pub(crate) struct OfBlock {
    all: Leftovers,
    block: usize,
}

impl OfBlock {
    fn with<T>(&self, work: impl FnOnce(&mut All) -> T) -> T {
        work(&mut self.all.0.borrow_mut())
    }

    fn with_known<T: Default>(&self, work: impl FnOnce(&mut Known) -> T) -> T {
        self.with(|all| all.known(self.block).map(work).unwrap_or_default())
    }

    /// Whether its digest was verified.
    pub(super) fn verified(&self) -> Rc<Cell<bool>> {
        self.with_known(|known| known.verified.clone())
    }

    /// Keeps decoded bytes, the first of which is number `start`.
    pub(super) fn put(&self, start: u64, bytes: &[u8]) {
        self.with(|all| all.decoded.put(self.block, start, bytes));
    }

    /// How far from `start` on all decoded bytes are kept.
    pub(super) fn reach(&self, start: u64) -> u64 {
        self.with(|all| all.decoded.reach(self.block, start))
    }

    /// Appends decoded bytes; says whether all are kept.
    pub(super) fn append(&self, range: &Range<u64>, output: &mut Vec<u8>) -> bool {
        self.with(|all| all.decoded.append(self.block, range, output))
    }

    /// Forgets what was decoded: the block is damaged.
    pub(super) fn forget(&self) {
        self.with(|all| all.decoded.forget(self.block));
    }

    /// Takes the decoder that waits for this block, if one does.
    pub(super) fn take_waiting(&self) -> Option<Box<Waiting>> {
        self.with(|all| {
            let at = all.waiting.iter().position(|(block, _)| *block == self.block)?;
            Some(all.waiting.remove(at).1)
        })
    }

    /// Has a decoder wait for the next read, in place of one that waits for the same block or for the longest time.
    pub(super) fn wait(&self, waiting: Box<Waiting>) {
        self.with(|all| {
            all.waiting.retain(|(block, _)| *block != self.block);
            all.waiting.push((self.block, waiting));
            let spare = all.waiting.len().saturating_sub(WAITING);
            all.waiting.drain(..spare);
        });
    }

    pub(super) fn marks(&self) -> Vec<Mark> {
        self.with_known(|known| known.marks.clone())
    }

    /// Keeps where chunks begin.
    pub(super) fn put_marks(&self, marks: Vec<Mark>) {
        self.with_known(|known| {
            if marks.len() > known.marks.len() {
                known.marks = marks;
            }
        });
    }

    pub(super) fn take_layout(&self) -> Option<Box<BloscLayout>> {
        self.with_known(|known| known.layout.take())
    }

    /// Keeps what is known of a block of Blosc.
    pub(super) fn put_layout(&self, layout: Box<BloscLayout>) {
        self.with_known(|known| known.layout = Some(layout));
    }
}
