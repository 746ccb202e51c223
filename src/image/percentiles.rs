//! Exact percentiles with little memory: radix selection over several passes.
//!
//! Each pass counts the next 16 bits of the keys that share a prefix with a value still sought; after the last
//! digit the values are known, whatever their number (one pass for 8 and 16 bits, two for 32, four for 64).
//! The result equals `numpy.percentile(values, percentiles)`, method "linear", on the finite values.

use super::{BATCH, Element, batches, drop_masked};

const DIGIT: u32 = 16;

/// Finds percentiles of an array that is passed in as often as [`Percentiles::next_pass`] asks.
#[derive(Clone, Debug)]
pub struct Percentiles {
    element: Element,
    wanted: Vec<f64>,
    /// How many of the keys' bits are known from earlier passes.
    known: u32,
    tables: Vec<Table>,
    sought: Vec<Sought>,
    keys: Vec<u64>,
}

/// How often each digit follows one prefix.
#[derive(Clone, Debug)]
struct Table {
    prefix: u64,
    counts: Vec<u64>,
}

/// A percentile lies at `t` between two neighbours in the order of the values.
#[derive(Clone, Debug)]
struct Sought {
    below: Neighbour,
    above: Neighbour,
    t: f64,
}

/// The value of one rank: the known bits of its key, and its rank among the keys that share them.
#[derive(Clone, Copy, Debug)]
struct Neighbour {
    prefix: u64,
    rank: u64,
}

impl Percentiles {
    /// Finds the percentiles `wanted`, each from 0 to 100; values outside are clamped.
    pub fn new(element: Element, wanted: &[f64]) -> Self {
        let (wanted, tables) = (wanted.to_vec(), vec![Table::new(0)]);
        Self { element, wanted, known: 0, tables, sought: Vec::new(), keys: Vec::with_capacity(BATCH) }
    }

    /// Takes the next piece of the array.
    pub fn add(&mut self, bytes: &[u8], mask: &[u8]) {
        for (bytes, mask) in batches(bytes, mask, self.element.size()) {
            self.element.keys(bytes, &mut self.keys);
            drop_masked(&mut self.keys, mask);
            for table in &mut self.tables {
                table.count(&self.keys, self.known);
            }
        }
    }

    /// Ends a pass; returns whether the whole array has to be passed in again.
    pub fn next_pass(&mut self) -> bool {
        if self.known == 0 {
            self.rank();
        }
        let tables = std::mem::take(&mut self.tables);
        for neighbour in self.sought.iter_mut().flat_map(|sought| [&mut sought.below, &mut sought.above]) {
            if let Some(table) = tables.iter().find(|table| table.prefix == neighbour.prefix) {
                *neighbour = table.descend(neighbour.rank);
            }
        }
        self.known += DIGIT;
        let more = self.known < self.element.bits() && !self.sought.is_empty();
        if more {
            let neighbours = self.sought.iter().flat_map(|sought| [sought.below, sought.above]);
            let mut prefixes: Vec<_> = neighbours.map(|neighbour| neighbour.prefix).collect();
            prefixes.sort_unstable();
            prefixes.dedup();
            self.tables = prefixes.into_iter().map(Table::new).collect();
        }
        more
    }

    /// The percentiles, in the order asked for; NaN if no value is finite.
    pub fn values(&self) -> Vec<f64> {
        if self.sought.is_empty() {
            return vec![f64::NAN; self.wanted.len()];
        }
        let key = |neighbour: Neighbour| neighbour.prefix.unbounded_shl(64 - self.known);
        let value =
            |sought: &Sought| self.element.interpolate(key(sought.below), key(sought.above), sought.t);
        self.sought.iter().map(value).collect()
    }

    /// Turns the percentiles into ranks, now that the first pass has counted the finite values.
    #[expect(clippy::cast_precision_loss, reason = "there are not 2⁵³ values")]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rank is 0 or more, and whole"
    )]
    fn rank(&mut self) {
        let Some(table) = self.tables.first() else { return };
        let finite = self.element.finite_digits();
        let before: u64 = table.counts.iter().take(finite.start).sum();
        let count: u64 = table.counts.iter().take(finite.end).skip(finite.start).sum();
        let Some(last) = count.checked_sub(1) else { return };
        let neighbour = |rank: u64| Neighbour { prefix: 0, rank: before + rank.min(last) };
        let sought = |percentile: &f64| {
            let virtual_rank = last as f64 * (percentile / 100.0).clamp(0.0, 1.0);
            let rank = virtual_rank as u64;
            Sought { below: neighbour(rank), above: neighbour(rank + 1), t: virtual_rank - rank as f64 }
        };
        self.sought = self.wanted.iter().map(sought).collect();
    }
}

impl Table {
    fn new(prefix: u64) -> Self {
        Self { prefix, counts: vec![0; 1 << DIGIT] }
    }

    fn count(&mut self, keys: &[u64], known: u32) {
        for key in keys {
            if key.unbounded_shr(64 - known) == self.prefix {
                let digit = usize::from(digit(key >> (64 - DIGIT - known)));
                if let Some(count) = self.counts.get_mut(digit) {
                    *count += 1;
                }
            }
        }
    }

    /// Follows one digit more towards the key of that rank.
    fn descend(&self, mut rank: u64) -> Neighbour {
        let mut digit = 0;
        for (next, count) in (0u64..).zip(&self.counts) {
            digit = next;
            if rank < *count {
                break;
            }
            rank -= count;
        }
        Neighbour { prefix: self.prefix << DIGIT | digit, rank }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the lowest bits are what is asked for")]
fn digit(key: u64) -> u16 {
    key as u16
}

#[cfg(test)]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "a test states what it expects bluntly"
)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    const WANTED: [f64; 7] = [0.0, 0.25, 12.5, 50.0, 99.5, 99.999, 100.0];

    fn percentiles_of(element: Element, bytes: &[u8], mask: &[u8], wanted: &[f64]) -> Vec<f64> {
        let mut percentiles = Percentiles::new(element, wanted);
        let cut = bytes.len() / element.size() / 3;
        let (bytes, mask) = (bytes.split_at(cut * element.size()), mask.split_at(cut.min(mask.len())));
        loop {
            percentiles.add(bytes.0, mask.0);
            percentiles.add(bytes.1, mask.1);
            if !percentiles.next_pass() {
                return percentiles.values();
            }
        }
    }

    /// numpy's definition, by sorting; `ends` gives two neighbours and their difference as floats.
    fn by_sorting<T: Copy + PartialOrd>(
        mut values: Vec<T>,
        ends: impl Fn(T, T) -> (f64, f64, f64),
    ) -> [f64; 7] {
        values.sort_by(|a, b| a.partial_cmp(b).unwrap());
        WANTED.map(|percentile| {
            let Some(last) = values.len().checked_sub(1) else { return f64::NAN };
            let rank = last as f64 * (percentile / 100.0);
            let t = rank - rank.floor();
            let (a, b, difference) = ends(values[rank as usize], values[(rank as usize + 1).min(last)]);
            if difference.is_infinite() {
                a * (1.0 - t) + b * t
            } else if t >= 0.5 {
                b - difference * (1.0 - t)
            } else {
                a + difference * t
            }
        })
    }

    fn assert_same(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!(found == expected || found.is_nan() && expected.is_nan(), "{found} is not {expected}");
        }
    }

    fn integers_agree<T: Copy, const N: usize>(
        element: Element,
        values: &[T],
        bytes: fn(T) -> [u8; N],
        value: fn(T) -> i128,
    ) {
        let found = percentiles_of(
            element,
            &values.iter().flat_map(|x| bytes(*x)).collect::<Vec<u8>>(),
            &[],
            &WANTED,
        );
        let wide: Vec<i128> = values.iter().map(|x| value(*x)).collect();
        assert_same(&found, &by_sorting(wide, |a, b| (a as f64, b as f64, (b - a) as f64)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn float32_as_by_sorting(
            values in vec(prop_oneof![any::<f32>(), -1f32..1.0, Just(f32::NAN), Just(-f32::NAN), Just(f32::INFINITY),
                Just(f32::NEG_INFINITY), Just(-0.0), Just(7.5)], 0..3000),
            masked in any::<bool>(),
        ) {
            let mask: Vec<u8> = if masked { (0..values.len()).map(|i| u8::from(i % 3 == 0)).collect() } else { vec![] };
            let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
            let kept = values.iter().enumerate().filter(|(i, x)| x.is_finite() && !(masked && i % 3 == 0));
            let kept: Vec<f32> = kept.map(|(_, x)| *x).collect();
            let expected = by_sorting(kept, |a, b| (f64::from(a), f64::from(b), f64::from(b - a)));
            assert_same(&percentiles_of(Element::Float32, &bytes, &mask, &WANTED), &expected);
        }

        #[test]
        fn float64_as_by_sorting(
            values in vec(prop_oneof![any::<f64>(), -1.0..1.0, Just(f64::NAN), Just(f64::INFINITY), Just(-0.0),
                Just(f64::MIN_POSITIVE / 8.0)], 0..3000),
        ) {
            let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
            let kept = values.into_iter().filter(|x| x.is_finite()).collect();
            let expected = by_sorting(kept, |a, b| (a, b, b - a));
            assert_same(&percentiles_of(Element::Float64, &bytes, &[], &WANTED), &expected);
        }

        #[test]
        fn integers_as_by_sorting(
            values in vec(prop_oneof![any::<i64>(), -5i64..5, (1i64 << 60)..(1 << 60) + 9], 0..2000),
        ) {
            integers_agree(Element::Int64, &values, i64::to_le_bytes, i128::from);
            let unsigned: Vec<u64> = values.iter().map(|x| x.cast_unsigned()).collect();
            integers_agree(Element::Uint64, &unsigned, u64::to_le_bytes, i128::from);
            integers_agree(Element::Int32, &values, |x| (x as i32).to_le_bytes(), |x| i128::from(x as i32));
            integers_agree(Element::Uint32, &values, |x| (x as u32).to_le_bytes(), |x| i128::from(x as u32));
            integers_agree(Element::Int16, &values, |x| (x as i16).to_le_bytes(), |x| i128::from(x as i16));
            integers_agree(Element::Uint16, &values, |x| (x as u16).to_le_bytes(), |x| i128::from(x as u16));
            integers_agree(Element::Int8, &values, |x| (x as i8).to_le_bytes(), |x| i128::from(x as i8));
            integers_agree(Element::Uint8, &values, |x| (x as u8).to_le_bytes(), |x| i128::from(x as u8));
        }
    }

    #[test]
    fn as_numpy_gives_them() {
        // numpy.percentile(numpy.array([…], dtype), [12.5, 50, 99.5]), numpy 2.4
        let found = |element, bytes: Vec<u8>| percentiles_of(element, &bytes, &[], &[12.5, 50.0, 99.5]);
        let numbers = [0.1f32, 0.7, -3.3, 12.25, 1e-3, 4.4];
        let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        assert_eq!(
            found(Element::Float32, bytes),
            [-1.236_874_954_891_391, 0.400_000_005_960_464_5, 12.053_750_002_384_183]
        );
        let numbers = [0.1f64, 0.7, -3.3, 12.25, 1e-3, 4.4];
        let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        assert_eq!(
            found(Element::Float64, bytes),
            [-1.236_875, 0.399_999_999_999_999_97, 12.053_749_999_999_997]
        );
        let numbers = [(1i64 << 53) + 1, (1 << 53) + 3, 7, -(1 << 60)];
        let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        assert_eq!(
            found(Element::Int64, bytes),
            [-7.205_759_403_792_794e17, 4_503_599_627_370_499.0, 9_007_199_254_740_996.0]
        );
    }

    #[test]
    fn integers_beyond_2_53_are_told_apart() {
        let bytes: Vec<u8> = [(1u64 << 63) + 4096, 1 << 63, 0].iter().flat_map(|x| x.to_le_bytes()).collect();
        let found = percentiles_of(Element::Uint64, &bytes, &[], &[50.0, 100.0]);
        assert_eq!(found, [9_223_372_036_854_775_808.0, 9_223_372_036_854_779_904.0]);
    }

    #[test]
    fn nothing_and_one() {
        assert!(percentiles_of(Element::Float32, &[], &[], &[50.0])[0].is_nan());
        assert!(percentiles_of(Element::Float64, &f64::NAN.to_le_bytes(), &[], &[50.0])[0].is_nan());
        assert!(percentiles_of(Element::Uint8, &[3], &[1], &[50.0])[0].is_nan());
        assert_eq!(percentiles_of(Element::Uint8, &[3], &[], &[0.0, 50.0, 100.0]), [3.0; 3]);
        assert_eq!(percentiles_of(Element::Uint8, &[3; 5000], &[], &[0.0, 50.0, 100.0]), [3.0; 3]);
    }

    #[test]
    fn neighbours_far_apart_do_not_overflow() {
        let bytes: Vec<u8> = [f32::MIN, f32::MAX].iter().flat_map(|x| x.to_le_bytes()).collect();
        assert_eq!(percentiles_of(Element::Float32, &bytes, &[], &[50.0]), [0.0]);
        assert_eq!(percentiles_of(Element::Int8, &[0x80, 0x7f], &[], &[50.0]), [-0.5]);
    }
}
