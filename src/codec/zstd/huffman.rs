//! Huffman codes of literals (RFC 8878, 4.2): their table, and what is written with them in one stream or in four.

use super::super::input::corrupt;
use super::bits::Bits;
use super::fse;
use crate::error::Result;

/// The longest code.
const LONGEST: u8 = 11;
/// How many codes are read between two refills.
const AT_ONCE: usize = (Bits::AT_ONCE / LONGEST) as usize;
/// The accuracy of the distribution of weights.
const WEIGHTS_LOG: u8 = 6;

/// What each eleven bits begin with: the symbol, and in the lower byte how many bits its code has.
///
/// Always of eleven bits, so that looking up needs neither a variable shift nor a check of bounds.
#[derive(Debug)]
pub(super) struct Table {
    entries: [u16; 1 << LONGEST],
    /// Whether it was built, so that a later block can repeat it.
    pub(super) known: bool,
}

impl Default for Table {
    fn default() -> Self {
        Self { entries: [0; 1 << LONGEST], known: false }
    }
}

impl Table {
    /// Reads a table's description from the beginning of `bytes` (4.2.1); gives how many bytes it takes. `scratch` is
    /// overwritten.
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

    /// Makes the table of the `count` first weights (4.2.1.3): the last one is what is left over.
    fn build(&mut self, weights: &mut [u8; 256], count: usize) -> Result<()> {
        let wrong = || corrupt("the weights of a Huffman table of a zstd block make no code");
        // How many of the longest codes one of a weight is worth.
        let worth = |weight: u8| (1_u32 << (weight & 15)) >> 1;
        let (described, following) = weights.split_at_mut_checked(count).ok_or_else(wrong)?;
        let sum: u32 = described.iter().map(|weight| worth(*weight)).sum();
        let longest =
            (1..=LONGEST).find(|longest| sum >> longest == 0).filter(|_| sum > 0).ok_or_else(wrong)?;
        let left = (1 << longest) - sum;
        let (last, following) = following.split_first_mut().ok_or_else(wrong)?;
        *last = (1..=longest).find(|weight| worth(*weight) == left).ok_or_else(wrong)?;
        // An odd number of weights is described as if there were one more.
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

    /// Decodes a stream that fills `output`.
    pub(super) fn decode(&self, mut bits: Bits<'_>, output: &mut [u8]) -> Result<()> {
        for chunk in output.chunks_mut(AT_ONCE) {
            bits.refill();
            for byte in chunk {
                *byte = self.symbol(&mut bits);
            }
        }
        bits.finish("the literals")
    }

    /// Decodes four streams, each a quarter of `output`, the last one what is left. By turns, because each symbol of a
    /// stream has to wait for the one before.
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

/// Reads weights that are written with two FSE states by turns (4.2.1.2); gives how many there are.
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
        // The last but one is the one after which more bits are needed than there are.
        if bits.read().is_gt() {
            break;
        }
    }
    put(states[0])?;
    Ok(count + 1)
}
