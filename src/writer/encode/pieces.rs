//! Splits bytes into pieces of a fixed size, however they arrive, so that the output of an encoder does not depend on
//! how they arrive.

use crate::error::Result;

/// Collects bytes until they fill a piece.
#[derive(Debug)]
pub(super) struct Pieces {
    size: usize,
    /// The bytes of an incomplete piece.
    pending: Vec<u8>,
}

impl Pieces {
    /// Makes pieces of `size` bytes, which is at least 1. The last piece may be shorter.
    pub(super) fn new(size: usize) -> Self {
        Self { size, pending: Vec::new() }
    }

    /// Adds bytes, and calls `each` with every full piece. A piece that lies within `bytes` is not copied.
    pub(super) fn take(&mut self, mut bytes: &[u8], mut each: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        if !self.pending.is_empty() {
            let (front, rest) = bytes.split_at(bytes.len().min(self.size - self.pending.len()));
            self.pending.extend_from_slice(front);
            bytes = rest;
            if self.pending.len() == self.size {
                each(&self.pending)?;
                self.pending.clear();
            }
        }
        let mut whole = bytes.chunks_exact(self.size);
        whole.by_ref().try_for_each(each)?;
        self.pending.extend_from_slice(whole.remainder());
        Ok(())
    }

    /// The remaining bytes, if any.
    pub(super) fn rest(&self) -> Option<&[u8]> {
        Some(self.pending.as_slice()).filter(|rest| !rest.is_empty())
    }
}
