//! Airy's projection, AIR (§5.1.9): the least distortion within a circle of latitude.

use super::super::degrees::{cos, sin, tan};
use super::plane::{NOWHERE, RADIUS, clamp};
use super::zenithal::{at, polar};

/// Optimal above one latitude.
#[derive(Clone, Debug)]
pub(in super::super) struct Airy {
    /// ln(cos ξ) / tan² ξ of that latitude.
    weight: f64,
}

/// Steps that the search for the latitude may take; each halves an interval of 90° at least.
const STEPS: usize = 80;

impl Airy {
    pub(super) fn new(latitude: f64) -> Option<Self> {
        if latitude == 90.0 {
            return Some(Self { weight: -0.5 });
        }
        if latitude <= -90.0 {
            return None;
        }
        let half = (90.0 - latitude) / 2.0;
        Some(Self { weight: libm::log(cos(half)) / (tan(half) * tan(half)) })
    }

    /// The distance from the origin at the colatitude 2 × `half`.
    fn radius(&self, half: f64) -> f64 {
        let tangent = tan(half);
        if tangent == 0.0 {
            return 0.0;
        }
        let sine = sin(half);
        let logarithm = libm::log1p(-sine * sine) / 2.0;
        -2.0 * RADIUS * (logarithm / tangent + self.weight * tangent)
    }

    pub(super) fn to_sky(&self, x: f64, y: f64) -> [f64; 2] {
        let (radius, longitude) = polar(x, y);
        if radius == 0.0 {
            return [0.0, 90.0];
        }
        let (mut least, mut greatest) = (0.0, 90.0);
        let mut half = clamp((radius / (RADIUS * (1.0 - 2.0 * self.weight))).to_degrees(), 0.0, 89.9);
        for _ in 0..STEPS {
            let excess = self.radius(half) - radius;
            if excess.is_nan() {
                return NOWHERE;
            }
            *(if excess > 0.0 { &mut greatest } else { &mut least }) = half;
            let newton = half - excess / self.slope(half);
            let next =
                if newton > least && newton < greatest { newton } else { f64::midpoint(least, greatest) };
            if (next - half).abs() <= 1e-15 * half {
                break;
            }
            half = next;
        }
        [longitude, 90.0 - 2.0 * half]
    }

    /// The derivative of [`radius`](Self::radius) by degrees of `half`.
    fn slope(&self, half: f64) -> f64 {
        let (sine, cosine) = (sin(half), cos(half));
        let squared = sine * sine;
        let logarithm = libm::log1p(-squared) / 2.0;
        let derivative = -1.0 - logarithm / squared + self.weight / (cosine * cosine);
        (-2.0 * RADIUS * derivative).to_radians()
    }

    pub(super) fn to_plane(&self, longitude: f64, latitude: f64) -> [f64; 2] {
        if latitude <= -90.0 {
            return NOWHERE;
        }
        at(self.radius((90.0 - latitude) / 2.0), longitude)
    }
}
