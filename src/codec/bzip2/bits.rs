//! The bits of a bzip2 stream, the most significant of each byte first.
//!
//! Bits beyond the end read as zeros, so reads need no checks. Afterwards the caller checks whether it [read beyond the
//! end](Bits::is_short). If so, it discards what it read, and any error found in it.

#[derive(Clone, Copy, Debug)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// The index of the byte that is loaded into `word` next.
    next: usize,
    /// The next `count` bits at the upper end, and zeros below them.
    word: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    /// Reads `bytes` without the first `bit` bits (fewer than 8).
    pub(super) fn new(bytes: &'a [u8], bit: u32) -> Self {
        let mut bits = Self { bytes, next: 0, word: 0, count: 0 };
        bits.refill();
        bits.skip(bit);
        bits
    }

    /// Loads bytes, so that `word` holds at least 32 bits.
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

    /// The remaining bytes, padded with zeros.
    #[cold]
    fn last_bytes(&self) -> [u8; 4] {
        let mut rest = self.bytes.get(self.next..).unwrap_or_default().iter().copied();
        std::array::from_fn(|_| rest.next().unwrap_or(0))
    }

    /// The next 64 bits. Only those that were loaded are valid.
    #[inline]
    pub(super) fn word(&self) -> u64 {
        self.word
    }

    /// Skips bits that were loaded.
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

    /// Skips the bits up to the next whole byte.
    pub(super) fn align(&mut self) {
        self.skip(self.count % 8);
    }

    /// How many whole bytes were consumed, and how many bits of the next byte.
    pub(super) fn position(&self) -> (usize, u32) {
        let unread = self.count.div_ceil(8);
        (self.next - unread as usize, 8 * unread - self.count)
    }

    /// How many bytes are left, including a partly read one.
    pub(super) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.position().0)
    }

    /// Whether more bits were read than there are.
    pub(super) fn is_short(&self) -> bool {
        let (byte, bit) = self.position();
        byte + usize::from(bit > 0) > self.bytes.len()
    }
}
