//! `RICE_1`: differences of neighbours, in blocks that each have their own number of low bits (FITS 4.0, section 10.4.1).

use super::room;
use crate::codec::input::corrupt;
use crate::error::Result;

/// How the numbers of a block are coded, for numbers of 1, 2 and 4 bytes: the size of the field that says it, and the
/// value that stands for numbers in full.
struct Width {
    bits: u32,
    field: u32,
    full: u32,
}

/// Decodes `count` numbers of `bytes` bytes, `block` at a time: bytes are unsigned, wider numbers signed.
pub(super) fn decode(stored: &[u8], block: usize, bytes: usize, count: usize) -> Result<Vec<i32>> {
    let width = match bytes {
        1 => Width { bits: 8, field: 3, full: 6 },
        2 => Width { bits: 16, field: 4, full: 14 },
        4 => Width { bits: 32, field: 5, full: 25 },
        _ => return Err(corrupt(format!("RICE_1 of numbers of {bytes} bytes is not defined"))),
    };
    // A block takes at least the bits of its field: the tile is refused before memory for more blocks than that is allocated.
    let most = (stored.len().saturating_mul(8) / width.field as usize).saturating_mul(block);
    if count > most {
        return Err(corrupt(format!("a RICE_1 tile ends before {count} numbers")));
    }
    let mut output = room(count)?;
    let mut bits = Bits::new(stored);
    let mut last = bits.take(width.bits);
    while output.len() < count {
        let before = output.len();
        output.resize(before + block.min(count - before), 0);
        let slots = output.get_mut(before..).unwrap_or_default();
        let coded = bits.take(width.field);
        if coded == 0 {
            slots.fill(last.cast_signed());
        } else if coded == width.full + 1 {
            for slot in slots {
                last = last.wrapping_add(difference(bits.take(width.bits)));
                *slot = last.cast_signed();
            }
        } else {
            let low = coded - 1;
            for slot in slots {
                last = last.wrapping_add(difference(bits.coded(low)?));
                *slot = last.cast_signed();
            }
        }
        if bits.is_beyond() {
            return Err(corrupt(format!("a RICE_1 tile ends after {} of {count} numbers", output.len())));
        }
    }
    match bytes {
        1 => output.iter_mut().for_each(|number| *number &= 0xff),
        2 => output.iter_mut().for_each(|number| *number = *number << 16 >> 16),
        _ => {}
    }
    Ok(output)
}

/// Differences are stored as 0, -1, 1, -2, 2, ….
fn difference(stored: u32) -> u32 {
    stored >> 1 ^ (stored & 1).wrapping_neg()
}

/// Takes bits off the front of bytes, the most significant first. Behind the end there are zeros.
struct Bits<'a> {
    rest: &'a [u8],
    /// The next bits, from the top, and how many there are.
    held: u64,
    count: u32,
    /// How many bits behind the end were loaded.
    beyond: u32,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, held: 0, count: 0, beyond: 0 }
    }

    /// Holds at least 56 bits afterwards.
    #[inline]
    fn refill(&mut self) {
        if let Some(next) = self.rest.first_chunk::<8>() {
            self.held |= u64::from_be_bytes(*next) >> self.count;
            let taken = (63 - self.count) / 8;
            self.rest = self.rest.get(taken as usize..).unwrap_or_default();
            self.count += taken * 8;
            return;
        }
        while self.count <= 56 {
            let byte = if let Some((byte, rest)) = self.rest.split_first() {
                self.rest = rest;
                *byte
            } else {
                self.beyond = self.beyond.saturating_add(8);
                0
            };
            self.held |= u64::from(byte) << (56 - self.count);
            self.count += 8;
        }
    }

    /// The next `count` bits, at most 32, as a number.
    #[inline]
    fn take(&mut self, count: u32) -> u32 {
        if count == 0 {
            return 0;
        }
        if self.count < count {
            self.refill();
        }
        let bits = self.held >> (64 - count);
        self.held <<= count;
        self.count -= count;
        u32::try_from(bits).unwrap_or(u32::MAX)
    }

    /// A number whose high bits are a count of zeros, and whose `low` bits follow: at most 25, as the widths have it.
    #[inline]
    fn coded(&mut self, low: u32) -> Result<u32> {
        if self.count < 40 {
            self.refill();
        }
        let zeros = self.held.leading_zeros();
        let used = zeros + 1 + low;
        if used > self.count {
            return Ok(self.zeros()?.wrapping_shl(low) | self.take(low));
        }
        // Nearly always all of it is held.
        let rest = self.held << zeros << 1;
        self.held = rest << low;
        self.count -= used;
        let bits = u32::try_from(rest >> 1 >> (63 - low)).unwrap_or(u32::MAX);
        Ok(zeros.wrapping_shl(low) | bits)
    }

    /// Takes zeros and the one behind them; returns how many zeros there are.
    #[inline]
    fn zeros(&mut self) -> Result<u32> {
        let mut zeros = 0;
        loop {
            let more = self.held.leading_zeros();
            // Bits behind the counted ones may be there already.
            if more < self.count {
                self.held = self.held << more << 1;
                self.count -= more + 1;
                return Ok(zeros + more);
            }
            zeros += self.count;
            (self.held, self.count) = (0, 0);
            if self.beyond > 0 {
                return Err(corrupt("a RICE_1 tile ends too early"));
            }
            self.refill();
        }
    }

    /// Whether bits behind the end were taken.
    fn is_beyond(&self) -> bool {
        self.beyond > self.count
    }
}
