//! MD5 (RFC 1321), the digest in a block header (ASDF 1.0.0, "Block header").

use md5::{Digest, Md5 as Hasher};

/// Computes the digest of bytes that are given in parts.
#[derive(Debug, Default)]
pub struct Md5(Hasher);

impl Md5 {
    /// Adds the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all bytes added.
    pub fn finish(self) -> [u8; 16] {
        self.0.finalize().into()
    }
}
