//! The verification of a block's MD5 digest, on the way or afterwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::codec::checksum::Md5;
use crate::message::message;

/// What to do about a block's MD5 digest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Checksums {
    /// Every read verifies the whole block, and fails if it does not match.
    Error,
    /// A read that covers the whole block verifies it; a mismatch is a [`Warning`](crate::Warning).
    #[default]
    Warn,
    /// Nothing is verified.
    Ignore,
}

message!(
    enum Checksums {
        Error,
        Warn,
        Ignore,
    }
);

/// The digest of a block's stored bytes, as far as they went by.
#[derive(Debug, Default)]
pub(super) struct Digest {
    pub(super) checksums: Checksums,
    /// Whether the block was verified by this or an earlier read; shared by all reads of the block.
    pub(super) verified: Arc<AtomicBool>,
    pub(super) md5: Md5,
    /// How many stored bytes are in `md5`.
    pub(super) seen: u64,
    /// Whether `md5` was made use of.
    spent: bool,
    /// The digest of the stored bytes, which did not match, while the digest of the decoded bytes is still to be
    /// tried.
    pub(super) mismatch: Option<[u8; 16]>,
}

impl Digest {
    pub(super) fn new(checksums: Checksums, verified: Arc<AtomicBool>) -> Self {
        Self { checksums, verified, ..Self::default() }
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.md5.update(bytes);
        self.seen += bytes.len() as u64;
    }

    /// Takes the digest of the bytes seen so far.
    pub(super) fn finish(&mut self) -> [u8; 16] {
        self.spent = true;
        std::mem::take(&mut self.md5).finish()
    }

    /// Whether another read can go on with it.
    pub(super) fn can_go_on(&self) -> bool {
        self.verified.load(Ordering::Relaxed) || !self.spent
    }

    /// Begins again, with the block.
    pub(super) fn restart(&mut self) {
        (self.md5, self.seen) = (Md5::default(), 0);
    }
}
