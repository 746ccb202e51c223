//! Zenithal projections without parameters (§5.1): gnomonic, stereographic, equidistant and equal-area.

use super::super::degrees::{asin_within, atan, atan2, sin, sin_cos};
use super::plane::{NOWHERE, RADIUS};

/// A zenithal projection: the distance from the plane's origin depends on the native latitude alone.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Zenithal {
    /// TAN.
    Gnomonic,
    /// STG.
    Stereographic,
    /// ARC.
    Equidistant,
    /// ZEA.
    EqualArea,
}

/// The point at this distance from the origin and this native longitude.
pub(super) fn at(radius: f64, longitude: f64) -> [f64; 2] {
    let (sin, cos) = sin_cos(longitude);
    [radius * sin, -radius * cos]
}

/// The distance of a point from the origin, and its native longitude.
pub(super) fn polar(x: f64, y: f64) -> (f64, f64) {
    let radius = libm::hypot(x, y);
    (radius, if radius == 0.0 { 0.0 } else { atan2(x, -y) })
}

impl Zenithal {
    pub(super) fn to_sky(self, x: f64, y: f64) -> [f64; 2] {
        let (radius, longitude) = polar(x, y);
        let latitude = match self {
            Self::Gnomonic => atan2(RADIUS, radius),
            Self::Stereographic => 90.0 - 2.0 * atan(radius / (2.0 * RADIUS)),
            Self::Equidistant => 90.0 - radius,
            Self::EqualArea => 90.0 - 2.0 * asin_within(radius / (2.0 * RADIUS), 1e-13),
        };
        [longitude, latitude]
    }

    pub(super) fn to_plane(self, longitude: f64, latitude: f64) -> [f64; 2] {
        let (sine, cosine) = sin_cos(latitude);
        let radius = match self {
            Self::Gnomonic if sine > 0.0 => RADIUS * cosine / sine,
            Self::Stereographic if sine > -1.0 => 2.0 * RADIUS * cosine / (1.0 + sine),
            Self::Gnomonic | Self::Stereographic => return NOWHERE,
            Self::Equidistant => 90.0 - latitude,
            Self::EqualArea => 2.0 * RADIUS * sin((90.0 - latitude) / 2.0),
        };
        at(radius, longitude)
    }
}
