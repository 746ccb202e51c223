//! MD5 (RFC 1321), the digest in a block's header (ASDF 1.0.0, "Block header").

use md5::{Digest, Md5 as Hasher};

/// A digest in the making.
#[derive(Debug, Default)]
pub(crate) struct Md5(Hasher);

impl Md5 {
    /// Takes the next bytes.
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all of them.
    pub(crate) fn finish(self) -> [u8; 16] {
        self.0.finalize().into()
    }
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
