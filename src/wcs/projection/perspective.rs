//! The zenithal perspective projection, AZP (§5.1.1), and what it shares with the slant one.

use super::super::degrees::{asin, atan, atan2, cos, sin, sin_cos, tan};
use super::plane::{NOWHERE, RADIUS};

/// From a point at `mu` radii behind the sphere's centre, onto a plane tilted by `gamma`.
#[derive(Clone, Debug)]
pub(in super::super) struct Perspective {
    mu: f64,
    sin_gamma: f64,
    cos_gamma: f64,
    tan_gamma: f64,
    /// Below this latitude the far side of the sphere covers the near side.
    limit: f64,
}

/// Of two solutions for a latitude, the one nearer to the pole.
pub(super) fn nearer_to_pole(psi: f64, omega: f64) -> f64 {
    let fold = |latitude: f64| if latitude > 90.0 { latitude - 360.0 } else { latitude };
    fold(psi - omega).max(fold(psi + omega + 180.0))
}

impl Perspective {
    pub(super) fn new(mu: f64, gamma: f64) -> Option<Self> {
        let (sin_gamma, cos_gamma) = sin_cos(gamma);
        let limit = if mu.abs() > 1.0 { asin(-1.0 / mu) } else { -90.0 };
        let tan_gamma = tan(gamma);
        (mu != -1.0 && cos_gamma != 0.0).then_some(Self { mu, sin_gamma, cos_gamma, tan_gamma, limit })
    }

    pub(super) fn to_sky(&self, x: f64, y: f64) -> [f64; 2] {
        let slanted = y * self.cos_gamma;
        let radius = libm::hypot(x, slanted);
        if radius == 0.0 {
            return [0.0, 90.0];
        }
        let rho = radius / (RADIUS * (self.mu + 1.0) + y * self.sin_gamma);
        let sine = rho * self.mu / libm::hypot(rho, 1.0);
        let omega =
            if sine.abs() > 1.0 && sine.abs() < 1.0 + 1e-13 { 90_f64.copysign(sine) } else { asin(sine) };
        let latitude = nearer_to_pole(atan2(1.0, rho), omega);
        if omega.is_nan() { NOWHERE } else { [atan2(x, -slanted), latitude] }
    }

    pub(super) fn to_plane(&self, longitude: f64, latitude: f64) -> [f64; 2] {
        let (sin_longitude, cos_longitude) = sin_cos(longitude);
        let slope = self.tan_gamma * cos_longitude;
        let divisor = (self.mu + sin(latitude)) + cos(latitude) * slope;
        if divisor == 0.0 || latitude < self.limit {
            return NOWHERE;
        }
        if (self.mu * self.cos_gamma).abs() < 1.0 {
            let ratio = self.mu / f64::sqrt(1.0 + slope * slope);
            if ratio.abs() <= 1.0 && latitude < nearer_to_pole(atan(-slope), asin(ratio)) {
                return NOWHERE;
            }
        }
        let radius = RADIUS * (self.mu + 1.0) * cos(latitude) / divisor;
        [radius * sin_longitude, -radius * cos_longitude / self.cos_gamma]
    }
}
