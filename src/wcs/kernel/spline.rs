//! Functions given by B-splines, in one variable and in two.

/// The highest degree of a spline.
pub(in super::super) const DEGREE: usize = 5;

/// A B-spline in one variable; beyond its knots the outermost pieces go on.
#[derive(Clone, Debug)]
pub(in super::super) struct Spline {
    knots: Box<[f64]>,
    coefficients: Box<[f64]>,
    degree: usize,
}

impl Spline {
    /// `None` unless the knots ascend and are as many as the coefficients and the degree need.
    pub(in super::super) fn new(knots: Vec<f64>, coefficients: Vec<f64>, degree: usize) -> Option<Self> {
        let count = knots.len().checked_sub(degree + 1)?;
        let ascending = knots.windows(2).all(|pair| matches!(pair, [a, b] if a <= b));
        let usable =
            ascending && (1..=DEGREE).contains(&degree) && count > degree && coefficients.len() >= count;
        usable.then(|| Self { knots: knots.into(), coefficients: coefficients.into(), degree })
    }

    pub(super) fn at(&self, x: f64) -> f64 {
        self.value(x).unwrap_or(f64::NAN)
    }

    /// De Boor's algorithm.
    fn value(&self, x: f64) -> Option<f64> {
        let count = self.knots.len() - self.degree - 1;
        let inner = self.knots.get(self.degree..count)?;
        let interval = self.degree + inner.partition_point(|knot| *knot <= x).max(1) - 1;
        let first = interval - self.degree;
        let mut values = [0.0; DEGREE + 1];
        for (value, coefficient) in values.iter_mut().zip(self.coefficients.get(first..=interval)?) {
            *value = *coefficient;
        }
        for level in 1..=self.degree {
            for place in (level..=self.degree).rev() {
                let (from, to) =
                    (self.knots.get(first + place)?, self.knots.get(interval + 1 + place - level)?);
                let part = (x - from) / (to - from);
                *values.get_mut(place)? = (1.0 - part) * values.get(place - 1)? + part * values.get(place)?;
            }
        }
        values.get(self.degree).copied()
    }
}

/// The degree of the splines through tables: FITPACK's, by the method `splinef2d`.
const CUBIC: usize = 3;

/// A value for each of the splines of degree 3 that are not 0 somewhere.
type Four = [f64; CUBIC + 1];

/// A cubic spline through all values of a table of two variables; outside of it one value.
#[derive(Clone, Debug)]
pub(in super::super) struct Surface {
    axes: [Knots; 2],
    /// Row after row.
    coefficients: Box<[f64]>,
    fill: f64,
}

impl Surface {
    /// `None` unless the points of both axes ascend, and are four or more.
    pub(in super::super) fn new(axes: [&[f64]; 2], values: &[f64], fill: f64) -> Option<Self> {
        let [rows, columns] = axes;
        let knots = [Knots::new(rows)?, Knots::new(columns)?];
        let (height, width) = (rows.len(), columns.len());
        let mut coefficients: Box<[f64]> = values.into();
        if coefficients.len() != height.checked_mul(width)? {
            return None;
        }
        let [of_rows, of_columns] = &knots;
        of_rows.solve(rows, &mut coefficients, width)?;
        of_columns.solve(columns, &mut coefficients, 1)?;
        Some(Self { axes: knots, coefficients, fill })
    }

    pub(super) fn at(&self, x: f64, y: f64) -> f64 {
        self.value(x, y).unwrap_or(f64::NAN)
    }

    fn value(&self, x: f64, y: f64) -> Option<f64> {
        let [rows, columns] = &self.axes;
        if x.is_nan() || y.is_nan() {
            return None;
        }
        if !(rows.contains(x) && columns.contains(y)) {
            return Some(self.fill);
        }
        let ((row, down), (column, right)) = (rows.splines(x)?, columns.splines(y)?);
        let width = columns.count();
        let mut sum = 0.0;
        for (number, weight) in down.iter().enumerate() {
            let start = (row + number) * width + column;
            let four = self.coefficients.get(start..start + right.len())?;
            sum += weight * four.iter().zip(right).map(|(value, weight)| value * weight).sum::<f64>();
        }
        Some(sum)
    }
}

/// Knots of cubic splines, as many as points: the ends four times, and the points but the second and the last but one.
#[derive(Clone, Debug)]
struct Knots(Box<[f64]>);

impl Knots {
    fn new(points: &[f64]) -> Option<Self> {
        let [first, _, inner @ .., _, last] = points else { return None };
        let ascending = points.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
        let ends = |end: &f64| [*end; CUBIC + 1];
        let knots: Vec<f64> =
            ends(first).into_iter().chain(inner.iter().copied()).chain(ends(last)).collect();
        (ascending && first.is_finite() && last.is_finite()).then(|| Self(knots.into()))
    }

    fn count(&self) -> usize {
        self.0.len() - CUBIC - 1
    }

    fn contains(&self, x: f64) -> bool {
        self.0.first().is_some_and(|first| x >= *first) && self.0.last().is_some_and(|last| x <= *last)
    }

    /// The first spline that is not 0 at a number, and the values of it and the next three (de Boor).
    fn splines(&self, x: f64) -> Option<(usize, Four)> {
        let inner = self.0.get(CUBIC..self.count())?;
        let interval = CUBIC + inner.partition_point(|knot| *knot <= x).max(1) - 1;
        let mut values = [0.0; CUBIC + 1];
        *values.first_mut()? = 1.0;
        for degree in 1..=CUBIC {
            let mut saved = 0.0;
            for place in 0..degree {
                let (right, left) =
                    (self.0.get(interval + place + 1)?, self.0.get(interval + place + 1 - degree)?);
                let part = values.get(place)? / (right - left);
                *values.get_mut(place)? = saved + (right - x) * part;
                saved = (x - left) * part;
            }
            *values.get_mut(degree)? = saved;
        }
        Some((interval - CUBIC, values))
    }

    /// Makes coefficients of the values at the points, which are `step` apart: of columns beside one another, or of rows one
    /// after the other. The matrix has a band of four about its diagonal, and needs no pivots.
    fn solve(&self, points: &[f64], values: &mut [f64], step: usize) -> Option<()> {
        let count = self.count();
        // Row by row the numbers from three before the diagonal to three behind it.
        let mut bands = vec![[0.0; 2 * CUBIC + 1]; count];
        for (row, (band, point)) in bands.iter_mut().zip(points).enumerate() {
            let (first, splines) = self.splines(*point)?;
            for (column, value) in (first..).zip(splines) {
                let place = (column + CUBIC).checked_sub(row);
                if let Some(place) = place.and_then(|place| band.get_mut(place)) {
                    *place = value;
                }
            }
        }
        let line = count * step;
        for pivot in 0..count {
            let pivots = *bands.get(pivot)?;
            let diagonal = pivots.get(CUBIC).copied()?;
            for row in pivot + 1..(pivot + CUBIC + 1).min(count) {
                let band = bands.get_mut(row)?;
                let at = CUBIC + pivot - row;
                let factor = band.get(at)? / diagonal;
                for (place, value) in pivots.iter().skip(CUBIC).enumerate() {
                    if let Some(place) = band.get_mut(at + place) {
                        *place -= factor * value;
                    }
                }
                subtract(values, line, step, [row, pivot], factor);
            }
        }
        for row in (0..count).rev() {
            let band = *bands.get(row)?;
            for (column, factor) in (row + 1..count).zip(band.iter().skip(CUBIC + 1)) {
                subtract(values, line, step, [row, column], *factor);
            }
            let diagonal = band.get(CUBIC)?;
            for line in values.chunks_exact_mut(line) {
                line.iter_mut().skip(row * step).take(step).for_each(|value| *value /= diagonal);
            }
        }
        Some(())
    }
}

/// Subtracts a multiple of one row from another, in every block of so many numbers.
fn subtract(values: &mut [f64], block: usize, step: usize, [row, other]: [usize; 2], factor: f64) {
    if factor == 0.0 {
        return;
    }
    for block in values.chunks_exact_mut(block) {
        for number in 0..step {
            let other = block.get(other * step + number).copied().unwrap_or(0.0);
            if let Some(value) = block.get_mut(row * step + number) {
                *value -= factor * other;
            }
        }
    }
}
