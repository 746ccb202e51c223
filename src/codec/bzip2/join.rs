//! Joins segments of bzip2 streams, and checks that they follow each other.

use crate::message::{Message as _, message};

/// How many bytes a block may have at each level.
pub(super) const LEVEL: usize = 100_000;

/// What shows whether a segment fits to others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seam {
    /// The bit positions of its first block and of the block after its last one; both `None` if no block begins in it,
    /// the latter if no block follows.
    pub(super) from: Option<u64>,
    pub(super) to: Option<u64>,
    /// For the stream that began before the segment: its longest block and, if it ends here, its number of blocks here
    /// and the difference of their checksum from that of the stream.
    pub(super) longest: usize,
    pub(super) ended: Option<Sum>,
    /// For the stream that continues after the segment: its level, if it begins here, and its blocks so far.
    pub(super) level: usize,
    pub(super) sum: Sum,
}

/// How many blocks, and their checksum.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub(super) blocks: u32,
    pub(super) checksum: u32,
}

message!(struct Seam { from, to, longest, ended, level, sum });
message!(struct Sum { blocks, checksum });

/// Joins segments in their order.
#[derive(Debug)]
pub(crate) struct SegmentJoiner {
    /// The bit at which the next block begins; nothing once none follows.
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
    /// Joins the next segment to those before it, by its seam; returns whether it fits.
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
