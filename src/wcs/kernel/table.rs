//! Functions given by tables, interpolated in one variable or several.

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
    /// `None` unless there is a point and each is greater than the one before.
    pub(in super::super) fn new(points: Vec<f64>) -> Option<Self> {
        let ascending = points.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
        let (first, last) = (points.first()?, points.last()?);
        let step = (last - first) / index(points.len() - 1);
        let even = points.iter().enumerate().all(|(i, point)| (first + index(i) * step) == *point);
        let rate = if even && step > 0.0 { 1.0 / step } else { 0.0 };
        ascending.then(|| Self { points: points.into(), rate })
    }

    fn place(&self, value: f64) -> Option<Place> {
        let (first, last) = (self.points.first()?, self.points.last()?);
        let outside = value < *first || value > *last;
        let Some(end) = self.points.len().checked_sub(2) else {
            // The only point is all that there is; extrapolated, it is everywhere.
            return Some(Place { before: 0, fraction: value * 0.0, outside });
        };
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

/// How many axes a table may have: a value is between two points along each.
pub(in super::super) const TABLE_AXES: usize = 8;

/// A table of values at the points of its axes, the last axis varying fastest.
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
        let from = self.values.get(place.before)?;
        let to = self.values.get(place.before + 1).unwrap_or(from);
        Some(match self.method {
            Method::Linear => from * (1.0 - place.fraction) + to * place.fraction,
            Method::Nearest if place.fraction.is_nan() => f64::NAN,
            Method::Nearest => *(if place.fraction <= 0.5 { from } else { to }),
        })
    }

    /// The value at a point with a coordinate for each axis.
    pub(super) fn at_point(&self, point: impl Iterator<Item = f64>) -> f64 {
        let mut places = [const { Place { before: 0, fraction: 0.0, outside: false } }; TABLE_AXES];
        let mut outside = false;
        for ((place, axis), coordinate) in places.iter_mut().zip(&self.axes).zip(point) {
            let Some(found) = axis.place(coordinate) else { return f64::NAN };
            let found = match self.method {
                Method::Nearest if !found.fraction.is_nan() => {
                    Place { fraction: f64::from(u8::from(found.fraction > 0.5)), ..found }
                }
                _ => found,
            };
            outside |= found.outside;
            *place = found;
        }
        if let (true, Beyond::Fill(value)) = (outside, self.beyond) {
            return value;
        }
        self.between(&places, 0, 0).unwrap_or(f64::NAN)
    }

    /// Between the two points of the axis `number`, and of those after it. `row` counts what is before in the table.
    fn between(&self, places: &[Place], number: usize, row: usize) -> Option<f64> {
        let Some(axis) = self.axes.get(number) else { return self.values.get(row).copied() };
        let (place, count) = (places.get(number)?, axis.points.len());
        let first = row * count + place.before;
        let from = self.between(places, number + 1, first)?;
        let nearest = self.method == Method::Nearest;
        if count == 1 || (nearest && place.fraction == 0.0) {
            return Some(from + place.fraction);
        }
        let to = self.between(places, number + 1, first + 1)?;
        Some(if nearest {
            to + 0.0 * place.fraction
        } else {
            from * (1.0 - place.fraction) + to * place.fraction
        })
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
    /// The label at the nearest pixel; 0, which means no label, outside the image.
    pub(super) fn at(&self, x: f64, y: f64) -> f64 {
        let (x, y) = (libm::floor(x + 0.5), libm::floor(y + 0.5));
        if x >= 0.0 && x < index(self.width) && y >= 0.0 && y < index(self.height) {
            return self.values.get(whole(y) * self.width + whole(x)).copied().unwrap_or(0.0);
        }
        0.0
    }
}
