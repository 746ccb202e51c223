//! Verifies the checksum in the header of a block, once a read has covered the block or when verification is required.

use std::fmt::Write as _;
use std::sync::atomic::Ordering;

use super::access::Access;
use super::digest::Checksums;
use super::reader::{BlockReader, Content};
use crate::error::{Error, ErrorKind, Warning};
use crate::layout::hex;
use crate::ranges::{Interrupt, Poll};

/// How many stored bytes are requested at a time to verify a block.
const STRIDE: u64 = 1 << 20;

impl BlockReader {
    /// Whether the digest covers the block, up to bytes that the decoder did not consume.
    fn passed_over(&self, used: u64) -> bool {
        match &self.content {
            Content::Encoded(decoder) => decoder.has_passed(&self.digest),
            Content::Blosc(blosc) => blosc.is_passed_over(),
            _ => self.digest.seen == used,
        }
    }

    /// Verifies the checksum of the block. Under [`Checksums::Warn`] only if the read has covered the whole block, or
    /// if `thorough`.
    pub(crate) fn poll_verify(&mut self, thorough: bool, warnings: &mut Vec<Warning>) -> Poll<()> {
        let (Some(stored), Some(block)) = (self.unverified(), self.block.clone()) else { return Ok(()) };
        if let Some(problem) = block.problem {
            return if self.digest.checksums == Checksums::Error { Err(problem.into()) } else { Ok(()) };
        }
        if self.digest.mismatch.is_none() {
            let thorough = thorough || self.digest.checksums == Checksums::Error;
            if !thorough && !self.passed_over(block.used_size) {
                return Ok(());
            }
            while self.digest.seen < block.used_size {
                let at = stored.start + self.digest.seen;
                self.stored.evict_before(at);
                let bytes = self.stored.want(at..(at + STRIDE).min(stored.end))?;
                self.digest.update(bytes);
            }
            let found = self.digest.finish();
            if Some(found) == block.md5() {
                self.digest.verified.store(true, Ordering::Relaxed);
                return Ok(());
            }
            self.digest.mismatch = Some(found);
            self.rewind()?;
        }
        // Python asdf before 5.3 stored the digest of the decoded bytes.
        let decoded = match self.access() {
            Access::Random => None,
            Access::Forward | Access::ForwardChunks | Access::RandomChunks => {
                Some(self.poll_decoded_digest()?)
            }
        };
        self.digest.verified.store(true, Ordering::Relaxed);
        if decoded.is_some() && decoded == block.md5() {
            return Ok(());
        }
        let stored_digest = self.digest.mismatch.take().unwrap_or_default();
        let mut message = format!(
            "the checksum of block {} does not match: its header says {}, its bytes give {}",
            block.index,
            hex(&block.md5().unwrap_or_default()),
            hex(&stored_digest),
        );
        if let Some(decoded) = decoded {
            let _ = write!(message, " (decoded: {})", hex(&decoded));
        }
        let error = Error::new(ErrorKind::Checksum, message).at(block.offset).in_block(block.index);
        if self.digest.checksums == Checksums::Error {
            self.digest.verified.store(false, Ordering::Relaxed);
            return Err(error.into());
        }
        warnings.push(Warning::of("checksum", &error));
        Ok(())
    }

    /// The digest of all decoded bytes, zeros if they cannot be decoded. Begins after [`rewind`](Self::rewind).
    fn poll_decoded_digest(&mut self) -> Poll<[u8; 16]> {
        loop {
            match self.poll_next_decoded() {
                Ok(true) => {}
                Ok(false) => return Ok(self.digest.finish()),
                Err(Interrupt::Failed(_)) => return Ok([0; 16]),
                Err(need) => return Err(need),
            }
        }
    }

    /// Adds the next decoded bytes to the digest; returns whether there were any.
    fn poll_next_decoded(&mut self) -> Poll<bool> {
        if let Content::Encoded(decoder) = &mut self.content {
            if decoder.finished {
                return Ok(false);
            }
            self.digest.md5.update(decoder.poll_next(&mut self.stored)?);
            return Ok(true);
        }
        let range = self.digested..self.size().min(self.digested + STRIDE);
        self.decode_blosc(std::slice::from_ref(&range))?;
        if let Content::Blosc(blosc) = &self.content {
            self.digest.md5.update(blosc.bytes(&range).unwrap_or_default());
        }
        self.digested = range.end;
        Ok(!range.is_empty())
    }
}
