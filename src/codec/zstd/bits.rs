//! Bit streams that are read backwards (RFC 8878, 4.1 and 4.2.2): the bits written last, the highest of the last byte,
//! are read first. The highest set bit of the last byte only marks where the stream begins.

use std::cmp::Ordering;
use std::ops::Range;

use super::super::input::corrupt;
use crate::error::Result;

/// A bit stream in `bytes`, which may hold other data before and after it.
///
/// `held` caches eight bytes. The lowest bit of the eight is replaced by a one, and shifts then fill in zeros below it:
/// the number of trailing zeros is the number of bits read. So the shift that reads bits also counts them, at no cost
/// to the decoding loops.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    start: usize,
    /// The end of the eight bytes held.
    end: usize,
    pub(super) held: u64,
}

impl<'a> Bits<'a> {
    /// How many bits may be read between two refills.
    pub(super) const AT_ONCE: u8 = 55;

    pub(super) fn new(bytes: &'a [u8], range: Range<usize>) -> Result<Self> {
        match bytes.get(range.clone()).and_then(<[u8]>::last) {
            None | Some(0) => Err(corrupt("a bit stream of a zstd block has no end mark")),
            Some(last) => {
                let held = (load_first(bytes, range.end) | 1) << (last.leading_zeros() + 1);
                Ok(Self { bytes, start: range.start, end: range.end, held })
            }
        }
    }

    #[inline]
    pub(super) fn refill(&mut self) {
        if !self.refill_at_once() {
            let read = self.held.trailing_zeros();
            // Before the beginning of `bytes`, `end` wraps around and zeros are loaded.
            self.end = self.end.wrapping_sub((read >> 3) as usize);
            self.held = (load_first(self.bytes, self.end) | 1) << (read & 7);
        }
    }

    /// Like [`refill`](Self::refill) if eight bytes are left; otherwise does nothing and returns `false`.
    #[inline]
    pub(super) fn refill_at_once(&mut self) -> bool {
        let read = self.held.trailing_zeros();
        let end = self.end.wrapping_sub((read >> 3) as usize);
        let Some(eight) = self.bytes.get(..end).and_then(<[u8]>::last_chunk) else { return false };
        self.end = end;
        self.held = (u64::from_le_bytes(*eight) | 1) << (read & 7);
        true
    }

    /// Reads up to 32 bits.
    #[inline]
    pub(super) fn take(&mut self, count: u8) -> u32 {
        // Shifts the upper 32 bits only, because `count` may be 0.
        let bits = (self.held >> 32).wrapping_shr(32_u32.wrapping_sub(u32::from(count)));
        self.held = self.held.wrapping_shl(u32::from(count));
        (bits & 0xffff_ffff) as u32
    }

    /// Compares the bits read with the bits that the stream has. `Less`: some are left. `Greater`: more were read, and
    /// what was read means nothing.
    #[inline]
    pub(super) fn read(&self) -> Ordering {
        if self.end > self.bytes.len() {
            return Ordering::Greater;
        }
        (self.start * 8 + self.held.trailing_zeros() as usize).cmp(&(self.end * 8))
    }

    /// Checks that the stream was read exactly to its end.
    pub(super) fn finish(self, what: &str) -> Result<()> {
        match self.read() {
            Ordering::Equal => Ok(()),
            Ordering::Less => Err(corrupt(format!("{what} of a zstd block leave bits over"))),
            Ordering::Greater => Err(corrupt(format!("{what} of a zstd block end too early"))),
        }
    }
}

/// The eight bytes before `end`, with zeros before the beginning of `bytes`.
#[cold]
#[inline(never)]
fn load_first(bytes: &[u8], end: usize) -> u64 {
    let mut eight = [0; 8];
    for (to, from) in eight.iter_mut().rev().zip(bytes.get(..end).unwrap_or_default().iter().rev()) {
        *to = *from;
    }
    u64::from_le_bytes(eight)
}
