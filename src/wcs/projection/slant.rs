//! The slant zenithal perspective and the slant orthographic projection, SZP and SIN (§5.1.2, §5.1.5).

use super::super::degrees::{asin, atan, atan2, cos, sin, sin_cos};
use super::perspective::nearer_to_pole;
use super::plane::{NOWHERE, RADIUS, clamp};

/// Onto a plane that touches the pole, from any point.
#[derive(Clone, Debug)]
pub(in super::super) struct SlantPerspective {
    mu: f64,
    /// The point, from the pole.
    x: f64,
    y: f64,
    z: f64,
    /// Below this latitude the projection diverges.
    limit: f64,
}

/// The sine of the latitude from `a·s² + 2b·s + c = 0`: the solution nearer to the pole that is a sine.
fn sine(a: f64, b: f64, c: f64) -> f64 {
    let discriminant = b * b - a * c;
    if discriminant < 0.0 {
        return f64::NAN;
    }
    let root = f64::sqrt(discriminant);
    let (greater, lesser) = ((-b + root) / a, (-b - root) / a);
    let (greater, lesser) = if greater >= lesser { (greater, lesser) } else { (lesser, greater) };
    let sine = if greater > 1.0 + 1e-13 { lesser } else { greater };
    if (-1.0 - 1e-13..=1.0 + 1e-13).contains(&sine) { clamp(sine, -1.0, 1.0) } else { f64::NAN }
}

impl SlantPerspective {
    pub(super) fn new(mu: f64, longitude: f64, latitude: f64) -> Option<Self> {
        let (sin_latitude, cos_latitude) = sin_cos(latitude);
        let (sin_longitude, cos_longitude) = sin_cos(longitude);
        let z = mu * sin_latitude + 1.0;
        let limit = if (1.0 - z).abs() < 1.0 { asin(1.0 - z) } else { -90.0 };
        let (x, y) = (-mu * cos_latitude * sin_longitude, mu * cos_latitude * cos_longitude);
        (z != 0.0).then_some(Self { mu, x, y, z, limit })
    }

    pub(super) fn to_sky(&self, x: f64, y: f64) -> [f64; 2] {
        let (x, y) = (x / RADIUS, y / RADIUS);
        let (slope_x, slope_y) = ((x - self.x) / self.z, (y - self.y) / self.z);
        let (along_x, along_y) = (x - slope_x, y - slope_y);
        // In terms of 1 − sine, which keeps all digits near the pole: a·u² − 2b·u + r² = 0.
        let a = slope_x * slope_x + slope_y * slope_y + 1.0;
        let b = slope_x * x + slope_y * y + 1.0;
        rest_of_sky(a, b, x, y, slope_x, slope_y).unwrap_or_else(|| {
            let b = slope_x * along_x + slope_y * along_y;
            let c = along_x * along_x + along_y * along_y - 1.0;
            let rest = 1.0 - sine(a, b, c);
            [atan2(x - slope_x * rest, -(y - slope_y * rest)), asin(1.0 - rest)]
        })
    }

    pub(super) fn to_plane(&self, longitude: f64, latitude: f64) -> [f64; 2] {
        let rest = 1.0 - sin(latitude);
        let divisor = self.z - rest;
        if divisor == 0.0 || latitude < self.limit {
            return NOWHERE;
        }
        let (sin_longitude, cos_longitude) = sin_cos(longitude);
        if self.mu > 1.0 {
            let along = self.x * sin_longitude - self.y * cos_longitude;
            let ratio = 1.0 / libm::hypot(self.z - 1.0, along);
            if ratio <= 1.0 && latitude < nearer_to_pole(atan2(along, self.z - 1.0), asin(ratio)) {
                return NOWHERE;
            }
        }
        let (scale, cosine) = (RADIUS / divisor, cos(latitude));
        [
            scale * (self.z * cosine * sin_longitude - self.x * rest),
            -scale * (self.z * cosine * cos_longitude + self.y * rest),
        ]
    }
}

/// Solves `a·u² − 2b·u + r² = 0` for u = 1 − sine of the latitude, close to the pole.
fn rest_of_sky(a: f64, b: f64, x: f64, y: f64, slope_x: f64, slope_y: f64) -> Option<[f64; 2]> {
    let squared = x * x + y * y;
    if squared == 0.0 {
        return Some([0.0, 90.0]);
    }
    let discriminant = b * b - a * squared;
    if squared > 0.1 || b <= 0.0 || discriminant < 0.0 {
        return None;
    }
    let rest = squared / (b + f64::sqrt(discriminant));
    let (along_x, along_y) = (x - slope_x * rest, y - slope_y * rest);
    let latitude = atan2(1.0 - rest, libm::hypot(along_x, along_y));
    Some([atan2(along_x, -along_y), latitude])
}

/// From infinitely far, at a slant.
#[derive(Clone, Debug)]
pub(in super::super) struct Slant {
    xi: f64,
    eta: f64,
}

impl Slant {
    pub(super) fn new(xi: f64, eta: f64) -> Self {
        Self { xi, eta }
    }

    pub(super) fn to_sky(&self, x: f64, y: f64) -> [f64; 2] {
        let (x, y) = (x / RADIUS, y / RADIUS);
        if self.xi == 0.0 && self.eta == 0.0 {
            let radius = libm::hypot(x, y);
            if radius > 1.0 {
                return NOWHERE;
            }
            let longitude = if radius == 0.0 { 0.0 } else { atan2(x, -y) };
            return [longitude, atan2(f64::sqrt(1.0 - radius * radius), radius)];
        }
        let (a, b) = (self.xi * self.xi + self.eta * self.eta + 1.0, self.xi * x + self.eta * y + 1.0);
        rest_of_sky(a, b, x, y, self.xi, self.eta).unwrap_or_else(|| {
            let (along_x, along_y) = (x - self.xi, y - self.eta);
            let b = self.xi * along_x + self.eta * along_y;
            let rest = 1.0 - sine(a, b, along_x * along_x + along_y * along_y - 1.0);
            [atan2(x - self.xi * rest, -(y - self.eta * rest)), asin(1.0 - rest)]
        })
    }

    pub(super) fn to_plane(&self, longitude: f64, latitude: f64) -> [f64; 2] {
        let (sin_longitude, cos_longitude) = sin_cos(longitude);
        let limit = -atan(self.xi * sin_longitude - self.eta * cos_longitude);
        if latitude < limit {
            return NOWHERE;
        }
        let (sine, cosine) = sin_cos(latitude);
        let rest = 1.0 - sine;
        [
            RADIUS * (cosine * sin_longitude + self.xi * rest),
            -RADIUS * (cosine * cos_longitude - self.eta * rest),
        ]
    }
}
