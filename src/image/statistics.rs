//! Minimum, maximum, mean and standard deviation of the finite values, in one pass.
//!
//! Mean and squared deviations are taken batch by batch and combined as Chan, Golub and `LeVeque` (1983) do, so that
//! neither a large mean nor a long array costs precision.

use super::{BATCH, Element, batches, drop_masked};

/// What [`Statistics`] found. With no finite value, the floats are NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The least finite value.
    pub min: f64,
    /// The greatest finite value.
    pub max: f64,
    /// The arithmetic mean of the finite values.
    pub mean: f64,
    /// Their standard deviation, as numpy's: divided by their number.
    pub std: f64,
    /// How many values are finite and not masked.
    pub count: u64,
    /// How many are NaN and not masked.
    pub nan: u64,
    /// How many there are in all.
    pub size: u64,
}

/// Gathers a [`Summary`] from the pieces of an array.
#[derive(Clone, Debug)]
pub struct Statistics {
    element: Element,
    min: f64,
    max: f64,
    mean: f64,
    squares: f64,
    count: u64,
    nan: u64,
    size: u64,
    values: Vec<f64>,
}

impl Statistics {
    /// Statistics of nothing yet.
    pub fn new(element: Element) -> Self {
        let (min, max) = (f64::INFINITY, f64::NEG_INFINITY);
        let values = Vec::with_capacity(BATCH);
        Self { element, min, max, mean: 0.0, squares: 0.0, count: 0, nan: 0, size: 0, values }
    }

    /// Takes the next piece of the array.
    pub fn add(&mut self, bytes: &[u8], mask: &[u8]) {
        let mut values = std::mem::take(&mut self.values);
        for (bytes, mask) in batches(bytes, mask, self.element.size()) {
            self.element.values(bytes, &mut values);
            self.size += values.len() as u64;
            drop_masked(&mut values, mask);
            let unmasked = values.len();
            if !values.iter().all(|value| value.is_finite()) {
                values.retain(|value| !value.is_nan());
                self.nan += (unmasked - values.len()) as u64;
                values.retain(|value| value.is_finite());
            }
            self.combine(&values);
        }
        self.values = values;
    }

    /// The statistics of the pieces so far.
    #[expect(clippy::cast_precision_loss, reason = "there are not 2⁵³ values")]
    pub fn summary(&self) -> Summary {
        let &Self { min, max, mean, squares, count, nan, size, .. } = self;
        if count == 0 {
            let none = f64::NAN;
            return Summary { min: none, max: none, mean: none, std: none, count, nan, size };
        }
        Summary { min, max, mean, std: (squares / count as f64).sqrt(), count, nan, size }
    }

    #[expect(clippy::cast_precision_loss, reason = "there are not 2⁵³ values")]
    fn combine(&mut self, values: &[f64]) {
        if values.is_empty() {
            return;
        }
        let (before, new) = (self.count as f64, values.len() as f64);
        let mean = in_lanes(values, 0.0, |sum, value| sum + value).iter().sum::<f64>() / new;
        let squares = in_lanes(values, 0.0, |sum, value| sum + (value - mean) * (value - mean));
        let step = mean - self.mean;
        let all = before + new;
        self.mean += step * (new / all);
        self.squares += squares.iter().sum::<f64>() + step * step * (before * new / all);
        self.min = in_lanes(values, self.min, |min, value| if value < min { value } else { min })
            .iter()
            .fold(self.min, |min, value| min.min(*value));
        self.max = in_lanes(values, self.max, |max, value| if value > max { value } else { max })
            .iter()
            .fold(self.max, |max, value| max.max(*value));
        self.count += values.len() as u64;
    }
}

/// Folds every fourth value apart, so that neighbours do not wait for one another.
fn in_lanes(values: &[f64], start: f64, fold: impl Fn(f64, f64) -> f64) -> [f64; 4] {
    let (rows, rest) = values.as_chunks::<4>();
    let mut lanes = [start; 4];
    for row in rows {
        for (lane, value) in lanes.iter_mut().zip(row) {
            *lane = fold(*lane, *value);
        }
    }
    for (lane, value) in lanes.iter_mut().zip(rest) {
        *lane = fold(*lane, *value);
    }
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    fn summary_of(values: &[f64], mask: &[u8]) -> Summary {
        let mut statistics = Statistics::new(Element::Float64);
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        statistics.add(&bytes, mask);
        statistics.summary()
    }

    #[test]
    fn only_finite_unmasked_values_take_part() {
        let values = [f64::NAN, 3.0, f64::INFINITY, 1.0, f64::NEG_INFINITY, 900.0, f64::NAN, 2.0];
        let found = summary_of(&values, &[0, 0, 0, 0, 0, 1, 1, 0]);
        let std = (2.0f64 / 3.0).sqrt();
        assert_eq!(found, Summary { min: 1.0, max: 3.0, mean: 2.0, std, count: 3, nan: 1, size: 8 });
    }

    #[test]
    fn of_nothing_there_is_nothing_to_say() {
        for values in [&[][..], &[f64::NAN], &[f64::INFINITY]] {
            let found = summary_of(values, &[]);
            assert!(found.min.is_nan() && found.max.is_nan() && found.mean.is_nan() && found.std.is_nan());
            assert_eq!((found.count, found.size), (0, values.len() as u64));
        }
    }

    #[test]
    fn one_value_and_a_constant_do_not_deviate() {
        for values in [vec![-0.1], vec![0.1; 9999]] {
            let found = summary_of(&values, &[]);
            assert_eq!((found.min, found.max), (values[0], values[0]));
            assert!(found.std < 1e-15, "{}", found.std);
        }
    }

    #[test]
    fn a_large_mean_does_not_cost_the_deviation() {
        let values: Vec<f64> = (0..100_000).map(|i| 1e9 + f64::from(i % 2)).collect();
        let found = summary_of(&values, &[]);
        assert!((found.mean - 1e9 - 0.5).abs() < 1e-6 && (found.std - 0.5).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn every_type_is_read() {
        let cases: [(&str, &[u8], f64); 10] = [
            ("int8", &[0xff], -1.0),
            ("int16", &[0xfe, 0xff], -2.0),
            ("int32", &[0, 0, 0, 0x80], -2_147_483_648.0),
            ("int64", &[0, 0, 0, 0, 0, 0, 0, 0x80], -9_223_372_036_854_775_808.0),
            ("uint8", &[0xff], 255.0),
            ("uint16", &[0xfe, 0xff], 65534.0),
            ("uint32", &[0, 0, 0, 0x80], 2_147_483_648.0),
            ("uint64", &[0xff; 8], 18_446_744_073_709_551_615.0),
            ("float32", &[0, 0, 0x20, 0xc0], -2.5),
            ("float64", &[0, 0, 0, 0, 0, 0, 0x04, 0xc0], -2.5),
        ];
        for (name, bytes, value) in cases {
            let mut statistics = Statistics::new(Element::named(name).unwrap());
            statistics.add(bytes, &[]);
            let found = statistics.summary();
            assert_eq!(found.max.total_cmp(&value), Ordering::Equal, "{name}: {found:?}");
        }
        assert!(Element::named("complex64").is_err());
    }

    #[test]
    fn pieces_do_not_matter_to_the_extremes() {
        let values: Vec<f64> = (0..5000).map(|i| f64::from((i * 7919) % 5003)).collect();
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let whole = summary_of(&values, &[]);
        let mut pieces = Statistics::new(Element::Float64);
        for piece in bytes.chunks(8 * 77) {
            pieces.add(piece, &[]);
        }
        let found = pieces.summary();
        assert_eq!((found.min, found.max, found.count), (whole.min, whole.max, whole.count));
        assert!((found.mean - whole.mean).abs() < 1e-9 && (found.std - whole.std).abs() < 1e-9);
    }
}
