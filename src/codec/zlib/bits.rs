//! Bits in the order of deflate (RFC 1951, 3.1.1): the lowest bit of the first byte comes first.

use super::super::lz77::chunk;

/// A position in a bit stream. Beyond the end it reads zeros; the decoder checks [`Bits::is_beyond`] from time to time.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// Where the bytes begin that are not yet loaded.
    at: usize,
    /// The next bits, the first one lowest. The bits above `count` will be loaded again.
    pub(super) held: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    /// Reads `bytes` from bit `skip` of the byte at `at` on.
    pub(super) fn new(bytes: &'a [u8], at: usize, skip: u32) -> Self {
        let mut bits = Self { bytes, at, held: 0, count: 0 };
        bits.refill();
        bits.skip(skip);
        bits
    }

    /// Loads bytes, so that at least 56 bits are held.
    #[inline]
    pub(super) fn refill(&mut self) {
        if !self.refill_at_once() {
            self.hold(load_last(self.bytes, self.at));
        }
    }

    /// Like [`refill`](Self::refill) if eight bytes are left; otherwise does nothing and returns `false`.
    #[inline]
    pub(super) fn refill_at_once(&mut self) -> bool {
        let eight = chunk(self.bytes, self.at).copied();
        eight.map(|eight| self.hold(u64::from_le_bytes(eight))).is_some()
    }

    /// Adds as many of the next eight bytes as fit.
    #[inline]
    fn hold(&mut self, eight: u64) {
        self.held |= eight << (self.count & 63);
        self.at += (63 - self.count as usize) >> 3;
        self.count |= 0x38;
    }

    #[inline]
    pub(super) fn skip(&mut self, count: u32) {
        self.held >>= count & 63;
        self.count = self.count.wrapping_sub(count);
    }

    /// Reads up to 16 bits, which must be held already.
    #[inline]
    pub(super) fn take(&mut self, count: u32) -> u32 {
        let bits = self.held & !(u64::MAX << (count & 63));
        self.skip(count);
        (bits & 0xffff) as u32
    }

    /// Skips the bits up to the next whole byte.
    pub(super) fn align(&mut self) {
        self.skip(self.count & 7);
    }

    /// The position of the next bit: its byte, and its number within the byte.
    pub(super) fn place(&self) -> (usize, u32) {
        (self.at - self.count.div_ceil(8) as usize, self.count.wrapping_neg() & 7)
    }

    /// The end of the bytes loaded.
    #[inline]
    pub(super) fn loaded(&self) -> usize {
        self.at
    }

    /// Whether more bits were read than the stream has.
    pub(super) fn is_beyond(&self) -> bool {
        self.place() > (self.bytes.len(), 0)
    }
}

/// The eight bytes at `at`, with zeros beyond the end of `bytes`.
#[cold]
#[inline(never)]
fn load_last(bytes: &[u8], at: usize) -> u64 {
    let mut eight = [0; 8];
    for (to, from) in eight.iter_mut().zip(bytes.get(at..).unwrap_or_default()) {
        *to = *from;
    }
    u64::from_le_bytes(eight)
}
