//! Bits as deflate packs them (RFC 1951, 3.1.1): from the lowest of the first byte on.

use super::super::lz77::chunk;

/// A position in a stream of bits. Beyond the end it reads zeros; the reader checks [`Bits::is_beyond`] from time to
/// time.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// Where the bytes begin that are not held yet.
    at: usize,
    /// The next bits, and those above `count` that will be held again.
    pub(super) held: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    /// Of `bytes`, from the bit `skip` of the byte `at` on.
    pub(super) fn new(bytes: &'a [u8], at: usize, skip: u32) -> Self {
        let mut bits = Self { bytes, at, held: 0, count: 0 };
        bits.refill();
        bits.skip(skip);
        bits
    }

    /// Afterwards at least 56 bits are held.
    #[inline]
    pub(super) fn refill(&mut self) {
        if !self.refill_at_once() {
            self.hold(load_last(self.bytes, self.at));
        }
    }

    /// The same where eight bytes are left, and nothing but `false` where not.
    #[inline]
    pub(super) fn refill_at_once(&mut self) -> bool {
        let eight = chunk(self.bytes, self.at).copied();
        eight.map(|eight| self.hold(u64::from_le_bytes(eight))).is_some()
    }

    /// Holds the bytes that come next, as far as there is room.
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

    /// Reads up to 16 bits, which must be held.
    #[inline]
    pub(super) fn take(&mut self, count: u32) -> u32 {
        let bits = self.held & !(u64::MAX << (count & 63));
        self.skip(count);
        (bits & 0xffff) as u32
    }

    /// Drops the bits up to the next whole byte.
    pub(super) fn align(&mut self) {
        self.skip(self.count & 7);
    }

    /// The byte, and the bit of it, that comes next.
    pub(super) fn place(&self) -> (usize, u32) {
        (self.at - self.count.div_ceil(8) as usize, self.count.wrapping_neg() & 7)
    }

    /// Up to where bytes were loaded.
    #[inline]
    pub(super) fn loaded(&self) -> usize {
        self.at
    }

    /// Whether more was read than there is.
    pub(super) fn is_beyond(&self) -> bool {
        self.place() > (self.bytes.len(), 0)
    }
}

/// The eight bytes at `at`, zeros behind those that there are.
#[cold]
#[inline(never)]
fn load_last(bytes: &[u8], at: usize) -> u64 {
    let mut eight = [0; 8];
    for (to, from) in eight.iter_mut().zip(bytes.get(at..).unwrap_or_default()) {
        *to = *from;
    }
    u64::from_le_bytes(eight)
}
