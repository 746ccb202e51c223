//! Bytes that arrive in any pieces, handed on in pieces of one size: what is encoded does not depend on how they came.

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

    /// Takes bytes; `each` is handed every piece that they fill, without a copy where they hold all of it.
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

    /// What is left of them, if anything is.
    pub(super) fn rest(&self) -> Option<&[u8]> {
        Some(self.pending.as_slice()).filter(|rest| !rest.is_empty())
    }
}
