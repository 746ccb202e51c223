//! Polyconic and pseudoconic projections (§5.5): Bonne's and the polyconic one.

use super::super::degrees::{atan2, cos, sin, sin_cos, tan};
use super::plane::{NOWHERE, RADIUS};

/// Bonne's equal-area projection, BON, for a latitude other than 0.
#[derive(Clone, Debug)]
pub(in super::super) struct Bonne {
    latitude: f64,
    centre: f64,
}

impl Bonne {
    pub(super) fn new(latitude: f64) -> Self {
        Self { latitude, centre: RADIUS * cos(latitude) / sin(latitude) + latitude }
    }

    pub(super) fn to_sky(&self, x: f64, y: f64) -> [f64; 2] {
        let down = self.centre - y;
        let radius = libm::hypot(x, down).copysign(self.latitude);
        let angle = if radius == 0.0 { 0.0 } else { atan2(x / radius, down / radius) };
        let latitude = self.centre - radius;
        let cosine = cos(latitude);
        [if cosine == 0.0 { 0.0 } else { angle * (radius / RADIUS) / cosine }, latitude]
    }

    pub(super) fn to_plane(&self, longitude: f64, latitude: f64) -> [f64; 2] {
        let radius = self.centre - latitude;
        let angle = if radius == 0.0 { 0.0 } else { RADIUS * longitude * cos(latitude) / radius };
        let (sin, cos) = sin_cos(angle);
        [radius * sin, self.centre - radius * cos]
    }
}

/// 1 − cos of an angle, with all digits where it is small.
fn versine(angle: f64) -> f64 {
    let half = sin(angle / 2.0);
    2.0 * half * half
}

pub(super) fn polyconic_to_plane(longitude: f64, latitude: f64) -> [f64; 2] {
    let (sine, cosine) = sin_cos(latitude);
    if sine.abs() < 1e-9 {
        // cot(latitude) · sin(longitude · sin(latitude)) and its companion, to second order.
        return [longitude * cosine, latitude + longitude.to_radians() * longitude * sine / 2.0];
    }
    let (angle, scale) = (longitude * sine, RADIUS * cosine / sine);
    [scale * sin(angle), latitude + scale * versine(angle)]
}

pub(super) fn polyconic_to_sky(x: f64, y: f64) -> [f64; 2] {
    let turned = y.abs();
    if turned < 1e-12 {
        return [x, y];
    }
    if (turned - 90.0).abs() < 1e-12 && x.abs() < 1e-12 {
        return [0.0, 90_f64.copysign(y)];
    }
    // With f = x² + (y − θ)² − 2 r₀ (y − θ) cot θ, the latitude is where f · tan θ = 0 between the equator and y.
    let excess = |latitude: f64| {
        let down = turned - latitude;
        (x * x + down * down) * tan(latitude) - 2.0 * RADIUS * down
    };
    let (mut least, mut greatest) = (0.0, turned.min(90.0));
    let mut latitude = greatest / (1.0 + (x / RADIUS) * (x / RADIUS) / 2.0);
    for _ in 0..120 {
        let value = excess(latitude);
        if value.is_nan() {
            return NOWHERE;
        }
        *(if value > 0.0 { &mut greatest } else { &mut least }) = latitude;
        let (down, cosine) = (turned - latitude, cos(latitude));
        let slope = (x * x + down * down).to_radians() / (cosine * cosine) - 2.0 * down * tan(latitude)
            + 2.0 * RADIUS;
        let newton = latitude - value / slope;
        let next = if newton > least && newton < greatest { newton } else { f64::midpoint(least, greatest) };
        if next == latitude || value == 0.0 {
            break;
        }
        latitude = next;
    }
    let down = turned - latitude;
    let tangent = tan(latitude) / RADIUS;
    let angle = atan2(x * tangent, 1.0 - down * tangent);
    let sine = sin(latitude);
    [if sine == 0.0 { x } else { angle / sine }, latitude.copysign(y)]
}
