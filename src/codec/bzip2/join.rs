//! Joins segments of bzip2 streams, and checks that they follow each other.

use crate::message::{Message as _, message};

/// The block size per level: at level n, a block has at most n times this many bytes.
pub(super) const LEVEL: usize = 100_000;

/// What a segment says of its two ends. It shows whether the segment follows another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seam {
    /// The bit positions of the first block that begins in the segment, and of the block after its last one. Both are
    /// `None` if no block begins in the segment; `to` is `None` if no block follows.
    pub(super) from: Option<u64>,
    pub(super) to: Option<u64>,
    /// About the stream that began before the segment: the size of its longest block in the segment and, if the stream
    /// ends here, the number of its blocks in the segment and the XOR of their checksum and the stream's.
    pub(super) longest: usize,
    pub(super) ended: Option<Sum>,
    /// About the stream that continues after the segment: its level, or 0 if it began before the segment, and its
    /// blocks so far.
    pub(super) level: usize,
    pub(super) sum: Sum,
}

/// A number of blocks, and their combined checksum.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub(super) blocks: u32,
    pub(super) checksum: u32,
}

message!(struct Seam { from, to, longest, ended, level, sum });
message!(struct Sum { blocks, checksum });

/// Joins segments in order.
#[derive(Debug)]
pub(crate) struct SegmentJoiner {
    /// The bit at which the next block begins; `None` if no block follows.
    at: Option<u64>,
    level: usize,
    checksum: u32,
}

impl Default for SegmentJoiner {
    fn default() -> Self {
        Self { at: Some(0), level: 0, checksum: 0 }
    }
}

impl SegmentJoiner {
    /// Joins the next segment to those before it. Returns whether its seam fits.
    pub(crate) fn join(&mut self, mut seam: &[u64]) -> bool {
        let Some(seam) = Seam::read(&mut seam) else { return false };
        if seam.from.is_none() {
            return true;
        }
        if seam.from != self.at || seam.longest > self.level * LEVEL {
            return false;
        }
        if seam.ended.is_some_and(|ended| self.checksum.rotate_left(ended.blocks) != ended.checksum) {
            return false;
        }
        let begins = seam.level > 0;
        let before = if begins { 0 } else { self.checksum.rotate_left(seam.sum.blocks) };
        self.checksum = before ^ seam.sum.checksum;
        self.level = if begins { seam.level } else { self.level };
        self.at = seam.to;
        true
    }

    /// Whether no block follows.
    pub(crate) fn is_over(&self) -> bool {
        self.at.is_none()
    }
}
