//! The range decoder of LZMA: bits, each with a probability that adapts.
//!
//! Bits of symbols are noise more often than not: a branch on one is mispredicted, and costs more than all of its
//! arithmetic. So [`bit`](RangeDecoder::bit) has no branch but for the next byte of the input; LLVM compiles its
//! conditions to `select`. What the decoder goes on with is [decided](RangeDecoder::decide) by branches.

#![expect(
    clippy::inline_always,
    reason = "the range and the code stay in registers only if these functions are inlined"
)]

/// A probability is that of a zero bit, in units of 1/2048.
const BITS: u32 = 11;
const ONE: u32 = 1 << BITS;
/// How fast a probability adapts: by 1/32 of its error.
const RATE: u32 = 5;
/// Below this range, the next byte is read.
const LEAST_RANGE: u32 = 1 << 24;

/// The probability of a bit before any were decoded.
pub(super) const EVEN: u16 = 1 << (BITS - 1);

pub(super) struct RangeDecoder<'a> {
    input: &'a [u8],
    /// The next byte of the input. Past its end, zeros are read; [`finish`](Self::finish) tells.
    at: usize,
    range: u32,
    code: u32,
}

impl<'a> RangeDecoder<'a> {
    /// `None` if the input does not begin as it must.
    pub(super) fn new(input: &'a [u8]) -> Option<Self> {
        let (&[0, a, b, c, d], input) = input.split_first_chunk()? else { return None };
        let (range, code) = (u32::MAX, u32::from_be_bytes([a, b, c, d]));
        (code < range).then_some(Self { input, at: 0, range, code })
    }

    /// `None` if the input was not read to its end, was read past it, or encodes more.
    pub(super) fn finish(mut self) -> Option<()> {
        self.normalize();
        (self.code == 0 && self.at == self.input.len()).then_some(())
    }

    #[inline(always)]
    fn normalize(&mut self) {
        if self.range < LEAST_RANGE {
            let byte = self.input.get(self.at).copied().unwrap_or_default();
            self.at += 1;
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(byte);
        }
    }

    /// A bit, without a branch.
    #[inline(always)]
    pub(super) fn bit(&mut self, probability: &mut u16) -> usize {
        self.normalize();
        let zeros = u32::from(*probability);
        let bound = (self.range >> BITS) * zeros;
        let is_zero = self.code < bound;
        self.range = if is_zero { bound } else { self.range - bound };
        self.code = if is_zero { self.code } else { self.code - bound };
        // Towards 2048 or 0: rounded down for a zero, and for a one.
        let bias = if is_zero { ONE - (1 << RATE) + 1 } else { 0 };
        let change = (zeros.wrapping_sub(bias)).cast_signed() >> RATE;
        *probability = (zeros.wrapping_sub(change.cast_unsigned()) & 0xffff) as u16;
        usize::from(!is_zero)
    }

    /// A bit, to be branched upon.
    #[inline(always)]
    pub(super) fn decide(&mut self, probability: &mut u16) -> bool {
        self.normalize();
        let bound = (self.range >> BITS) * u32::from(*probability);
        if self.code < bound {
            self.range = bound;
            *probability += ((1 << BITS) - *probability) >> RATE;
            false
        } else {
            self.range -= bound;
            self.code -= bound;
            *probability -= *probability >> RATE;
            true
        }
    }

    /// A symbol of as many bits as it takes to count to `N`, the highest first.
    #[inline(always)]
    pub(super) fn symbol<const N: usize>(&mut self, probabilities: &mut [u16; N]) -> Option<usize> {
        let mut symbol = 1;
        for _ in 0..N.trailing_zeros() {
            symbol = symbol << 1 | self.bit(probabilities.get_mut(symbol % N)?);
        }
        Some(symbol % N)
    }

    /// A number of `bits` bits, the lowest first.
    #[inline(always)]
    pub(super) fn reversed<const N: usize>(
        &mut self,
        probabilities: &mut [u16; N],
        bits: u32,
    ) -> Option<usize> {
        let (mut symbol, mut number) = (1, 0);
        for place in 0..bits {
            let bit = self.bit(probabilities.get_mut(symbol % N)?);
            symbol = symbol << 1 | bit;
            number |= bit << place;
        }
        Some(number)
    }

    /// A number of `bits` bits that are as often ones as zeros, the highest first.
    #[inline(always)]
    pub(super) fn even(&mut self, bits: u32) -> usize {
        let mut number = 0;
        for _ in 0..bits {
            self.normalize();
            self.range >>= 1;
            let is_zero = self.code < self.range;
            self.code = if is_zero { self.code } else { self.code - self.range };
            number = number << 1 | usize::from(!is_zero);
        }
        number
    }
}
