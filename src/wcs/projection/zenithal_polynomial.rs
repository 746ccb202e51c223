//! The zenithal polynomial projection ZPN (§5.1.7): the distance from the plane's origin is a polynomial of the angle from the
//! native pole. It has an inverse up to where the distance stops growing.

use super::plane::{NOWHERE, RADIUS};
use super::zenithal::{at, polar};
use std::f64::consts::PI;

/// How many coefficients there may be.
const COUNT: usize = 30;

/// Angles and distances, in radians, that are rounding.
const TOLERANCE: f64 = 1e-13;

/// Steps of a bisection: more halve no number.
const STEPS: usize = 100;

#[derive(Clone, Debug)]
pub(in super::super) struct ZenithalPolynomial {
    coefficients: Box<[f64]>,
    /// The angle from the pole up to which the distance grows.
    end: f64,
}

impl ZenithalPolynomial {
    /// `None` if the distance is the same everywhere, or does not grow at the pole.
    pub(super) fn new(mut coefficient: impl FnMut(usize) -> f64) -> Option<Self> {
        let all: Vec<f64> = (0..COUNT).map(&mut coefficient).collect();
        let degree = all.iter().rposition(|value| *value != 0.0).filter(|degree| *degree > 0)?;
        let usable = all.iter().all(|value| value.is_finite()) && (degree == 1 || all.get(1)? > &0.0);
        let coefficients = all.into_iter().take(degree + 1).collect();
        let mut projection = Self { coefficients, end: PI };
        projection.end = projection.turn();
        usable.then_some(projection)
    }

    fn distance(&self, angle: f64) -> f64 {
        self.with_slope(angle).0
    }

    /// The distance at an angle, and how fast it grows there.
    fn with_slope(&self, angle: f64) -> (f64, f64) {
        let step =
            |(sum, slope): (f64, f64), coefficient: &f64| (sum * angle + coefficient, slope * angle + sum);
        self.coefficients.iter().rev().fold((0.0, 0.0), step)
    }

    /// Where the distance no longer grows: whole degrees are searched first.
    fn turn(&self) -> f64 {
        if self.coefficients.len() < 3 {
            return PI;
        }
        let shrinks = |degrees: &u8| self.with_slope(f64::from(*degrees) / RADIUS).1 <= 0.0;
        let Some(beyond) = (1..=180).find(shrinks).map(f64::from) else { return PI };
        bisect((beyond - 1.0) / RADIUS, beyond / RADIUS, |angle| self.with_slope(angle).1 <= 0.0)
    }

    pub(super) fn to_sky(&self, x: f64, y: f64) -> [f64; 2] {
        let (radius, longitude) = polar(x, y);
        let distance = radius / RADIUS;
        let angle = match *self.coefficients {
            [first, slope] => (distance - first) / slope,
            _ if distance < self.distance(0.0) => 0.0,
            _ if distance > self.distance(self.end) => self.end,
            _ => bisect(0.0, self.end, |angle| self.distance(angle) > distance),
        };
        // Beyond the ends nothing has this distance.
        let exact = (self.distance(angle) - distance).abs() <= TOLERANCE * distance.max(1.0);
        if !exact || angle < -TOLERANCE {
            return NOWHERE;
        }
        [longitude, 90.0 - angle * RADIUS]
    }

    pub(super) fn to_plane(&self, longitude: f64, latitude: f64) -> [f64; 2] {
        let angle = (90.0 - latitude) / RADIUS;
        if angle > self.end {
            return NOWHERE;
        }
        at(self.distance(angle) * RADIUS, longitude)
    }
}

/// Where something begins to hold between two angles.
fn bisect(mut before: f64, mut after: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..STEPS {
        let middle = f64::midpoint(before, after);
        *(if holds(middle) { &mut after } else { &mut before }) = middle;
    }
    f64::midpoint(before, after)
}
