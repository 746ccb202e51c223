//! Bit streams of zstd blocks (RFC 8878, 4.1): written forwards, from the lowest bit of each byte on, and read backwards.
//! The highest set bit of the last byte marks the end.

/// Reads a bit stream backwards.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// How many bits have yet to be read.
    left: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Option<Self> {
        let mark = bytes.last()?.checked_ilog2()? as usize;
        Some(Self { bytes, left: (bytes.len() - 1) * 8 + mark })
    }

    /// Reads up to 32 bits.
    pub(super) fn take(&mut self, count: u8) -> Option<u32> {
        self.left = self.left.checked_sub(count.into())?;
        Some(bits_at(self.bytes, self.left, count))
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.left == 0
    }
}

/// Up to 32 bits from the bit `at` on; beyond the end of the bytes they are 0.
pub(super) fn bits_at(bytes: &[u8], at: usize, count: u8) -> u32 {
    let rest = bytes.get(at / 8..).unwrap_or_default();
    let word = rest.first_chunk().map_or_else(
        || rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        |eight| u64::from_le_bytes(*eight),
    );
    let shifted = (word >> (at % 8) & 0xffff_ffff) as u32;
    shifted & u32::MAX.checked_shr(32 - u32::from(count)).unwrap_or(0)
}

/// Writes a bit stream.
pub(super) struct BitWriter<'a> {
    output: &'a mut Vec<u8>,
    /// Up to seven bits that do not fill a byte yet, and their number.
    bits: u64,
    count: u8,
}

impl<'a> BitWriter<'a> {
    pub(super) fn new(output: &'a mut Vec<u8>) -> Self {
        Self { output, bits: 0, count: 0 }
    }

    /// Appends the lowest `count` bits of a number, up to 32.
    pub(super) fn push(&mut self, number: u32, count: u8) {
        self.bits |= u64::from(number) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.output.push((self.bits & 0xff) as u8);
            self.bits >>= 8;
            self.count -= 8;
        }
    }

    /// Appends the mark of the end, and fills the last byte.
    pub(super) fn finish(mut self) {
        self.push(1, 1);
        self.push(0, (8 - self.count) % 8);
    }
}
