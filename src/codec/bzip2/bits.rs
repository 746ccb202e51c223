//! The bits of a bzip2 stream, the most significant of each byte first.
//!
//! Bits beyond the end read as zeros, so no read needs a check. The reader asks afterwards whether it [went beyond the
//! end](Bits::is_short), and if so discards what it read and every error found in it.

/// Reads bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// The byte that goes into `word` next.
    next: usize,
    /// The next `count` bits, at the upper end; zeros below them.
    word: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    /// Of `bytes`, without the first `bit` bits (fewer than 8).
    pub(super) fn new(bytes: &'a [u8], bit: u32) -> Self {
        let mut bits = Self { bytes, next: 0, word: 0, count: 0 };
        bits.refill();
        bits.skip(bit);
        bits
    }

    /// Makes sure that at least 32 bits are in the word.
    #[inline]
    pub(super) fn refill(&mut self) {
        if self.count < 32 {
            let four = match self.bytes.get(self.next..).and_then(<[u8]>::first_chunk) {
                Some(four) => *four,
                None => self.last_bytes(),
            };
            self.word |= u64::from(u32::from_be_bytes(four)) << (32 - self.count);
            self.count += 32;
            self.next += 4;
        }
    }

    /// The remaining bytes, filled up with zeros.
    #[cold]
    fn last_bytes(&self) -> [u8; 4] {
        let mut rest = self.bytes.get(self.next..).unwrap_or_default().iter().copied();
        std::array::from_fn(|_| rest.next().unwrap_or(0))
    }

    /// The next 64 bits, of which only as many are known as were refilled.
    #[inline]
    pub(super) fn word(&self) -> u64 {
        self.word
    }

    /// Goes over some of the bits that were refilled.
    #[inline]
    pub(super) fn skip(&mut self, count: u32) {
        self.word <<= count;
        self.count -= count;
    }

    /// The next `count` bits, 1 to 32, as a number.
    pub(super) fn take(&mut self, count: u32) -> u32 {
        self.refill();
        let bits = (self.word >> 32) as u32 >> (32 - count);
        self.skip(count);
        bits
    }

    /// The next 8 bits.
    pub(super) fn byte(&mut self) -> u8 {
        let [byte, ..] = self.take(8).to_le_bytes();
        byte
    }

    /// The next bit.
    pub(super) fn flag(&mut self) -> bool {
        self.take(1) == 1
    }

    /// Goes on to the next byte.
    pub(super) fn align(&mut self) {
        self.skip(self.count % 8);
    }

    /// How many bytes were consumed, and how many bits of the next byte.
    pub(super) fn position(&self) -> (usize, u32) {
        let unread = self.count.div_ceil(8);
        (self.next - unread as usize, 8 * unread - self.count)
    }

    /// How many bytes are left, one that is partly read included.
    pub(super) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.position().0)
    }

    /// Whether more bits were read than there are.
    pub(super) fn is_short(&self) -> bool {
        let (byte, bit) = self.position();
        byte + usize::from(bit > 0) > self.bytes.len()
    }
}
