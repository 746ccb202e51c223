//! Functions given by tables: interpolated ones of one and two variables, and B-splines.

use super::polynomial::index;

/// Between the points of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Method {
    /// On the line between the neighbours.
    Linear,
    /// The nearer neighbour.
    Nearest,
}

/// Beyond the points of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Beyond {
    /// This value; NaN where the reference implementation refuses.
    Fill(f64),
    /// What the two outermost points say.
    Extrapolate,
}

/// The points along one variable, in ascending order.
#[derive(Clone, Debug)]
pub(in super::super) struct Axis {
    points: Box<[f64]>,
    /// 1 / step where the points are equally spaced, else 0.
    rate: f64,
}

/// Where a value lies: after this point, at this part of the way to the next.
struct Place {
    before: usize,
    fraction: f64,
    outside: bool,
}

impl Axis {
    /// `None` unless there are two points or more and each is greater than the one before.
    pub(in super::super) fn new(points: Vec<f64>) -> Option<Self> {
        let ascending = points.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
        let [first, .., last] = points.as_slice() else { return None };
        let step = (last - first) / index(points.len() - 1);
        let even = points.iter().enumerate().all(|(i, point)| (first + index(i) * step) == *point);
        let rate = if even { 1.0 / step } else { 0.0 };
        ascending.then(|| Self { points: points.into(), rate })
    }

    fn place(&self, value: f64) -> Option<Place> {
        let (first, last) = (self.points.first()?, self.points.last()?);
        let outside = value < *first || value > *last;
        let end = self.points.len() - 2;
        let before = if self.rate > 0.0 {
            whole((value - first) * self.rate).min(end)
        } else {
            self.points.partition_point(|point| *point <= value).saturating_sub(1).min(end)
        };
        // Rounding may have chosen a neighbour of the interval.
        let before = match self.points.get(before)? {
            point if value < *point => before.saturating_sub(1),
            _ if self.points.get(before + 1).is_some_and(|next| value > *next) => (before + 1).min(end),
            _ => before,
        };
        let (from, to) = (self.points.get(before)?, self.points.get(before + 1)?);
        let fraction = (value - from) / (to - from);
        Some(Place { before, fraction, outside })
    }
}

/// The integer part; 0 for negative numbers and NaN.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(super) fn whole(value: f64) -> usize {
    value as usize
}

/// A table of values at the points of one axis, or at those of two, the second varying fastest.
#[derive(Clone, Debug)]
pub(in super::super) struct Table {
    pub(in super::super) axes: Vec<Axis>,
    pub(in super::super) values: Box<[f64]>,
    pub(in super::super) method: Method,
    pub(in super::super) beyond: Beyond,
}

impl Table {
    pub(super) fn at(&self, x: f64) -> f64 {
        let [axis] = self.axes.as_slice() else { return f64::NAN };
        self.value(axis, x).unwrap_or(f64::NAN)
    }

    fn value(&self, axis: &Axis, x: f64) -> Option<f64> {
        let place = axis.place(x)?;
        if let (true, Beyond::Fill(value)) = (place.outside, self.beyond) {
            return Some(value);
        }
        let (from, to) = (self.values.get(place.before)?, self.values.get(place.before + 1)?);
        Some(match self.method {
            Method::Linear => from * (1.0 - place.fraction) + to * place.fraction,
            Method::Nearest if place.fraction.is_nan() => f64::NAN,
            Method::Nearest => *(if place.fraction <= 0.5 { from } else { to }),
        })
    }

    pub(super) fn at_two(&self, x: f64, y: f64) -> f64 {
        let [rows, columns] = self.axes.as_slice() else { return f64::NAN };
        self.value_two(rows, columns, x, y).unwrap_or(f64::NAN)
    }

    fn value_two(&self, rows: &Axis, columns: &Axis, x: f64, y: f64) -> Option<f64> {
        let (row, column) = (rows.place(x)?, columns.place(y)?);
        if let (true, Beyond::Fill(value)) = (row.outside || column.outside, self.beyond) {
            return Some(value);
        }
        let width = columns.points.len();
        let value = |down: usize, right: usize| {
            self.values.get((row.before + down) * width + column.before + right).copied()
        };
        if self.method == Method::Nearest {
            let step = |fraction: f64| usize::from(fraction > 0.5);
            let nearest = value(step(row.fraction), step(column.fraction))?;
            return Some(if row.fraction.is_nan() || column.fraction.is_nan() { f64::NAN } else { nearest });
        }
        let line =
            |down: usize| Some(value(down, 0)? * (1.0 - column.fraction) + value(down, 1)? * column.fraction);
        Some(line(0)? * (1.0 - row.fraction) + line(1)? * row.fraction)
    }
}

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

/// An image whose pixels are labels.
#[derive(Clone, Debug)]
pub(in super::super) struct Labels {
    pub(in super::super) values: Box<[f64]>,
    pub(in super::super) width: usize,
    pub(in super::super) height: usize,
}

impl Labels {
    /// The label at the nearest pixel; 0, which is none, outside the image.
    pub(super) fn at(&self, x: f64, y: f64) -> f64 {
        let (x, y) = (libm::floor(x + 0.5), libm::floor(y + 0.5));
        if x >= 0.0 && x < index(self.width) && y >= 0.0 && y < index(self.height) {
            return self.values.get(whole(y) * self.width + whole(x)).copied().unwrap_or(0.0);
        }
        0.0
    }
}
