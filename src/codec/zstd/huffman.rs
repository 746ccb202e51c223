//! Huffman codes of literals (RFC 8878, 4.2): their tables, and the literals coded with them in one stream or four.

use super::super::input::corrupt;
use super::bits::Bits;
use super::fse;
use crate::error::Result;

/// The length of the longest code.
const LONGEST: u8 = 11;
/// How many codes can be read between two refills.
const AT_ONCE: usize = (Bits::AT_ONCE / LONGEST) as usize;
/// The largest accuracy log of the distribution of weights.
const WEIGHTS_LOG: u8 = 6;

/// The symbol that each value of the next eleven bits begins with, in the upper byte, and the length of its code, in
/// the lower byte.
///
/// The index always has eleven bits, so that a lookup needs neither a variable shift nor a bounds check.
#[derive(Debug)]
pub(super) struct Table {
    entries: [u16; 1 << LONGEST],
    /// Whether the table was built and can be reused by a later block.
    pub(super) known: bool,
}

impl Default for Table {
    fn default() -> Self {
        Self { entries: [0; 1 << LONGEST], known: false }
    }
}

impl Table {
    /// Reads the description of a table from the beginning of `bytes` (4.2.1). Returns the number of bytes it takes.
    /// Overwrites `scratch`.
    pub(super) fn read(&mut self, bytes: &[u8], scratch: &mut fse::Table) -> Result<usize> {
        let short = || corrupt("the Huffman table of a zstd block ends too early");
        let (first, rest) = bytes.split_first().ok_or_else(short)?;
        let first = usize::from(*first);
        let mut weights = [0_u8; 256];
        let (count, length) = if first < 128 {
            let described = rest.get(..first).ok_or_else(short)?;
            (read_weights(described, scratch, &mut weights)?, first)
        } else {
            let count = first - 127;
            let length = count.div_ceil(2);
            let pairs = rest.get(..length).ok_or_else(short)?;
            for (to, pair) in weights.chunks_exact_mut(2).zip(pairs) {
                to.copy_from_slice(&[pair >> 4, pair & 15]);
            }
            (count, length)
        };
        self.build(&mut weights, count)?;
        Ok(1 + length)
    }

    /// Builds the table from the first `count` weights (4.2.1.3). The weight of the last symbol is not stored: it
    /// completes the code.
    fn build(&mut self, weights: &mut [u8; 256], count: usize) -> Result<()> {
        let wrong = || corrupt("the weights of a Huffman table of a zstd block make no code");
        // The share of a code with this weight in the code space. The unit is one code of the longest length.
        let worth = |weight: u8| (1_u32 << (weight & 15)) >> 1;
        let (described, following) = weights.split_at_mut_checked(count).ok_or_else(wrong)?;
        let sum: u32 = described.iter().map(|weight| worth(*weight)).sum();
        let longest =
            (1..=LONGEST).find(|longest| sum >> longest == 0).filter(|_| sum > 0).ok_or_else(wrong)?;
        let left = (1 << longest) - sum;
        let (last, following) = following.split_first_mut().ok_or_else(wrong)?;
        *last = (1..=longest).find(|weight| worth(*weight) == left).ok_or_else(wrong)?;
        // Weights are stored in pairs: an odd number of them leaves one too many, which is cleared.
        following.fill(0);
        let mut places = self.entries.as_mut_slice();
        for weight in 1..=longest {
            let entries = 1_usize << (LONGEST - longest + weight - 1);
            for (symbol, _) in (0_u16..).zip(weights.iter()).filter(|(_, other)| **other == weight) {
                let Some((place, rest)) = places.split_at_mut_checked(entries) else { return Err(wrong()) };
                place.fill(symbol << 8 | u16::from(longest + 1 - weight));
                places = rest;
            }
        }
        self.known = true;
        Ok(())
    }

    #[inline]
    fn symbol(&self, bits: &mut Bits<'_>) -> u8 {
        let entry = self.entries.get((bits.held >> (64 - LONGEST)) as usize).copied().unwrap_or_default();
        bits.held <<= entry & 63;
        (entry >> 8) as u8
    }

    /// Decodes a stream, which must fill `output` exactly.
    pub(super) fn decode(&self, mut bits: Bits<'_>, output: &mut [u8]) -> Result<()> {
        for chunk in output.chunks_mut(AT_ONCE) {
            bits.refill();
            for byte in chunk {
                *byte = self.symbol(&mut bits);
            }
        }
        bits.finish("the literals")
    }

    /// Decodes four streams: the first three fill a quarter of `output` each, the fourth fills the rest. The loop
    /// alternates between the streams, because each symbol of a stream depends on the one before it.
    pub(super) fn decode_four(&self, streams: [Bits<'_>; 4], output: &mut [u8]) -> Result<()> {
        let [mut one, mut two, mut three, mut four] = streams;
        let quarter = output.len().div_ceil(4);
        let split = output.split_at_mut_checked(2 * quarter).and_then(|(front, back)| {
            let (first, second) = front.split_at_mut_checked(quarter)?;
            let (third, fourth) = back.split_at_mut_checked(quarter)?;
            Some((first, second, third, fourth))
        });
        let Some((first, second, third, fourth)) = split else {
            return Err(corrupt("a zstd block has too few literals for four streams"));
        };
        let turns = fourth.len() / AT_ONCE;
        {
            let first = first.as_chunks_mut::<AT_ONCE>().0.iter_mut();
            let second = second.as_chunks_mut::<AT_ONCE>().0.iter_mut();
            let third = third.as_chunks_mut::<AT_ONCE>().0.iter_mut();
            let fourth = fourth.as_chunks_mut::<AT_ONCE>().0.iter_mut();
            for (((first, second), third), fourth) in first.zip(second).zip(third).zip(fourth) {
                one.refill();
                two.refill();
                three.refill();
                four.refill();
                for (((first, second), third), fourth) in first.iter_mut().zip(second).zip(third).zip(fourth)
                {
                    *first = self.symbol(&mut one);
                    *second = self.symbol(&mut two);
                    *third = self.symbol(&mut three);
                    *fourth = self.symbol(&mut four);
                }
            }
        }
        let done = turns * AT_ONCE;
        for (bits, output) in [(one, first), (two, second), (three, third), (four, fourth)] {
            self.decode(bits, output.get_mut(done..).unwrap_or_default())?;
        }
        Ok(())
    }
}

/// Reads weights that are coded with two alternating FSE states (4.2.1.2). Returns their number.
fn read_weights(bytes: &[u8], scratch: &mut fse::Table, weights: &mut [u8; 256]) -> Result<usize> {
    let (distribution, length) = fse::Distribution::read(bytes, WEIGHTS_LOG, LONGEST as usize + 1)?;
    scratch.build(&distribution, 0, |symbol| (u32::from(symbol), 0));
    let mut bits = Bits::new(bytes, length..bytes.len())?;
    let mut states = [bits.take(scratch.log), bits.take(scratch.log)];
    let mut places = weights.iter_mut();
    let mut put = |state: u32| {
        let state = scratch.states.get(state as usize).copied().unwrap_or_default();
        let place =
            places.next().ok_or_else(|| corrupt("a Huffman table of a zstd block has too many weights"))?;
        *place = (state.base & 15) as u8;
        Ok(state)
    };
    let mut count = 0;
    loop {
        let [now, following] = states;
        let state = put(now)?;
        states = [following, u32::from(state.next) + bits.take(state.bits)];
        bits.refill();
        count += 1;
        // Once an update needs more bits than are left, only the weight of the other state follows.
        if bits.read().is_gt() {
            break;
        }
    }
    put(states[0])?;
    Ok(count + 1)
}
