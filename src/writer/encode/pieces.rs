//! Collects bytes that arrive in any pieces into pieces of one size, so that the output of an encoder does not depend
//! on how they arrive.

use crate::error::Result;

/// Collects bytes until they fill a piece.
#[derive(Debug)]
pub(super) struct Pieces {
    size: usize,
    /// The beginning of a piece.
    pending: Vec<u8>,
}

impl Pieces {
    /// For pieces of `size` bytes, at least 1; the last one may be shorter.
    pub(super) fn new(size: usize) -> Self {
        Self { size, pending: Vec::new() }
    }

    /// Adds bytes; `each` is given every full piece, without a copy where `bytes` hold all of it.
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
