//! Conic projections (§5.4): perspective, equal-area, equidistant, orthomorphic.

use super::super::degrees::{asin_within, atan, atan2, cos, sin, sin_cos, tan};
use super::plane::{NOWHERE, RADIUS};

/// A conic projection: parallels are arcs of circles about one point.
#[derive(Clone, Debug)]
pub(in super::super) struct Conic {
    kind: Kind,
    /// The latitude midway between the standard parallels.
    middle: f64,
    /// Degrees of arc for each degree of longitude.
    constant: f64,
    /// The common centre of the arcs, above the plane's origin.
    centre: f64,
}

#[derive(Clone, Debug)]
enum Kind {
    /// COP, with the radius times cos η and cot θₐ.
    Perspective { scale: f64, cotangent: f64 },
    /// COE, with γ and 1 + sin θ₁ sin θ₂.
    EqualArea { gamma: f64, sum: f64 },
    /// COD, with the radius at the equator.
    Equidistant { equator: f64 },
    /// COO, with ψ.
    Orthomorphic { psi: f64 },
}

impl Conic {
    /// `sigma` is the middle of the standard parallels, `delta` half their distance.
    pub(super) fn perspective(sigma: f64, delta: f64) -> Option<Self> {
        let (constant, scale) = (sin(sigma), RADIUS * cos(delta));
        let cotangent = cos(sigma) / constant;
        let kind = Kind::Perspective { scale, cotangent };
        (constant != 0.0 && scale != 0.0).then_some(Self {
            kind,
            middle: sigma,
            constant,
            centre: scale * cotangent,
        })
    }

    pub(super) fn equal_area(sigma: f64, delta: f64) -> Option<Self> {
        let (first, second) = (sin(sigma - delta), sin(sigma + delta));
        let (gamma, sum) = (first + second, 1.0 + first * second);
        let centre = 2.0 * RADIUS / gamma * f64::sqrt(sum - gamma * sin(sigma));
        let kind = Kind::EqualArea { gamma, sum };
        (gamma != 0.0).then_some(Self { kind, middle: sigma, constant: gamma / 2.0, centre })
    }

    pub(super) fn equidistant(sigma: f64, delta: f64) -> Option<Self> {
        let cotangent = cos(sigma) / sin(sigma);
        let (constant, centre) = if delta == 0.0 {
            (sin(sigma), RADIUS * cotangent)
        } else {
            (RADIUS * sin(sigma) * sin(delta) / delta, delta * cos(delta) / sin(delta) * cotangent)
        };
        let kind = Kind::Equidistant { equator: centre + sigma };
        (constant != 0.0).then_some(Self { kind, middle: sigma, constant, centre })
    }

    pub(super) fn orthomorphic(sigma: f64, delta: f64) -> Option<Self> {
        let (first, second) = (sigma - delta, sigma + delta);
        let half = |latitude: f64| tan((90.0 - latitude) / 2.0);
        let constant = if delta == 0.0 {
            sin(sigma)
        } else {
            libm::log(cos(second) / cos(first)) / libm::log(half(second) / half(first))
        };
        let psi = RADIUS * (cos(first) / constant) / libm::pow(half(first), constant);
        let centre = psi * libm::pow(half(sigma), constant);
        let usable = constant != 0.0 && constant.is_finite() && psi != 0.0 && psi.is_finite();
        let kind = Kind::Orthomorphic { psi };
        usable.then_some(Self { kind, middle: sigma, constant, centre })
    }

    pub(super) fn middle(&self) -> f64 {
        self.middle
    }

    pub(super) fn to_sky(&self, x: f64, y: f64) -> [f64; 2] {
        let down = self.centre - y;
        let radius = libm::hypot(x, down).copysign(self.middle);
        let longitude = if radius == 0.0 { 0.0 } else { atan2(x / radius, down / radius) / self.constant };
        let latitude = match self.kind {
            Kind::Perspective { scale, cotangent } => self.middle + atan(cotangent - radius / scale),
            Kind::EqualArea { gamma, sum } => {
                let ratio = radius * gamma / (2.0 * RADIUS);
                asin_within((sum - ratio * ratio) / gamma, 1e-12)
            }
            Kind::Equidistant { equator } => equator - radius,
            Kind::Orthomorphic { .. } if radius == 0.0 => 90_f64.copysign(self.constant),
            Kind::Orthomorphic { psi } => 90.0 - 2.0 * atan(libm::pow(radius / psi, 1.0 / self.constant)),
        };
        [longitude, latitude]
    }

    pub(super) fn to_plane(&self, longitude: f64, latitude: f64) -> [f64; 2] {
        let radius = match self.kind {
            Kind::Perspective { scale, .. } => {
                let (sine, cosine) = sin_cos(latitude - self.middle);
                let radius = self.centre - scale * sine / cosine;
                // Beyond the cone's apex, or parallel to it.
                if cosine == 0.0 || radius * self.middle < 0.0 {
                    return NOWHERE;
                }
                radius
            }
            Kind::EqualArea { gamma, sum } => {
                let radius = 2.0 * RADIUS / gamma * f64::sqrt((sum - gamma * sin(latitude)).max(0.0));
                if latitude.is_nan() { latitude } else { radius }
            }
            Kind::Equidistant { equator } => equator - latitude,
            Kind::Orthomorphic { .. } if latitude <= -90.0 && self.constant < 0.0 => 0.0,
            Kind::Orthomorphic { .. } if latitude <= -90.0 => return NOWHERE,
            Kind::Orthomorphic { psi } => psi * libm::pow(tan((90.0 - latitude) / 2.0), self.constant),
        };
        let (sin, cos) = sin_cos(self.constant * longitude);
        [radius * sin, self.centre - radius * cos]
    }
}
