//! Cylindrical projections (§5.2): perspective, equal-area, Mercator.

use super::super::degrees::{asin_within, atan, sin, sin_cos, tan};
use super::plane::{NOWHERE, RADIUS};

/// A cylindrical projection: meridians are parallel lines.
#[derive(Clone, Debug)]
pub(in super::super) enum Cylindrical {
    /// CYP.
    Perspective { mu: f64, lambda: f64 },
    /// CEA.
    EqualArea { lambda: f64 },
    /// MER.
    Mercator,
}

impl Cylindrical {
    pub(super) fn perspective(mu: f64, lambda: f64) -> Option<Self> {
        (lambda != 0.0 && mu + lambda != 0.0).then_some(Self::Perspective { mu, lambda })
    }

    pub(super) fn equal_area(lambda: f64) -> Option<Self> {
        (lambda > 0.0 && lambda <= 1.0).then_some(Self::EqualArea { lambda })
    }

    pub(super) fn to_sky(&self, x: f64, y: f64) -> [f64; 2] {
        match self {
            Self::Perspective { mu, lambda } => {
                let eta = y / (RADIUS * (mu + lambda));
                [x / lambda, atan(eta) + asin_within(eta * mu / libm::hypot(eta, 1.0), 1e-13)]
            }
            Self::EqualArea { lambda } => [x, asin_within(y * lambda / RADIUS, 1e-13)],
            Self::Mercator => [x, atan(libm::sinh(y / RADIUS))],
        }
    }

    pub(super) fn to_plane(&self, longitude: f64, latitude: f64) -> [f64; 2] {
        match self {
            Self::Perspective { mu, lambda } => {
                let (sine, cosine) = sin_cos(latitude);
                if mu + cosine == 0.0 {
                    return NOWHERE;
                }
                [lambda * longitude, RADIUS * (mu + lambda) * sine / (mu + cosine)]
            }
            Self::EqualArea { lambda } => [longitude, RADIUS * sin(latitude) / lambda],
            Self::Mercator if latitude.abs() >= 90.0 => NOWHERE,
            Self::Mercator => [longitude, RADIUS * libm::asinh(tan(latitude))],
        }
    }
}
