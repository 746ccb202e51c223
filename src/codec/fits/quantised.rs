//! Floats that were quantised to integers, with subtractive dithering (FITS 4.0, section 10.2 and appendix I).

use crate::layout::fits::Dither;

/// How many random numbers there are.
const COUNT: usize = 10_000;
/// The integer that stands for zero under `SUBTRACTIVE_DITHER_2`.
const ZERO: i64 = -2_147_483_646;

/// The random numbers that were added before rounding.
#[derive(Debug)]
pub(crate) struct Randoms(Vec<f32>);

impl Default for Randoms {
    #[expect(clippy::cast_possible_truncation, reason = "the sequence is defined in single precision")]
    fn default() -> Self {
        let (factor, modulus) = (16807.0, 2_147_483_647.0);
        let mut seed = 1.0;
        let numbers = (0..COUNT).map(|_| {
            let product: f64 = factor * seed;
            seed = product - modulus * libm::trunc(product / modulus);
            (seed / modulus) as f32
        });
        Self(numbers.collect())
    }
}

/// How the integers of a tile become floats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels<'a> {
    pub(super) scale: f64,
    pub(super) zero: f64,
    pub(super) dither: Dither,
    pub(super) blank: Option<i64>,
    /// The number of the tile, from 0, plus the seed.
    pub(super) row: u64,
    pub(super) randoms: &'a Randoms,
}

impl Levels<'_> {
    /// Writes the floats of a tile, as `encode` stores them.
    #[expect(clippy::cast_precision_loss, reason = "quantised values have 32 bits")]
    pub(super) fn restore<T: Copy + Into<i64>, const N: usize>(
        self,
        quantised: &[T],
        output: &mut [u8],
        encode: impl Fn(f64) -> [u8; N],
    ) {
        let Self { scale, zero, dither, blank, .. } = self;
        let mut slots = output.as_chunks_mut::<N>().0;
        if dither == Dither::None {
            for (value, slot) in quantised.iter().zip(slots) {
                let value = (*value).into();
                *slot = encode(if blank == Some(value) { f64::NAN } else { value as f64 * scale + zero });
            }
            return;
        }
        let keeps_zero = dither == Dither::Second;
        let mut walk = self.walk();
        let mut quantised = quantised;
        while !quantised.is_empty() {
            // As many as there are random numbers in a row.
            let randoms = walk.next(quantised.len());
            let (values, later) = quantised.split_at(randoms.len().min(quantised.len()));
            let (place, rest) = std::mem::take(&mut slots).split_at_mut(values.len());
            (quantised, slots) = (later, rest);
            for ((value, random), slot) in values.iter().zip(randoms).zip(place) {
                let value = (*value).into();
                *slot = encode(if blank == Some(value) {
                    f64::NAN
                } else if keeps_zero && value == ZERO {
                    0.0
                } else {
                    (value as f64 - f64::from(*random) + 0.5) * scale + zero
                });
            }
        }
    }

    fn walk(&self) -> Walk<'_> {
        let seed = self.row.saturating_sub(1) % COUNT as u64;
        let mut walk = Walk { numbers: &self.randoms.0, seed: usize::try_from(seed).unwrap_or(0), rest: &[] };
        walk.begin();
        walk
    }
}

/// Walks through the random numbers: from a random place to their end, then from the next such place.
struct Walk<'a> {
    numbers: &'a [f32],
    seed: usize,
    rest: &'a [f32],
}

impl<'a> Walk<'a> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the numbers lie between 0 and 1"
    )]
    fn begin(&mut self) {
        let first = (self.numbers.get(self.seed).copied().unwrap_or(0.0) * 500.0) as usize;
        self.rest = self.numbers.get(first..).unwrap_or_default();
    }

    /// The next ones: at least one, and at most `most`.
    fn next(&mut self, most: usize) -> &'a [f32] {
        if self.rest.is_empty() {
            self.seed = (self.seed + 1) % COUNT;
            self.begin();
        }
        let (next, rest) = self.rest.split_at(most.min(self.rest.len()));
        self.rest = rest;
        next
    }
}
