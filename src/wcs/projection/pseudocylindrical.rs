//! Pseudocylindrical projections (§5.3): Sanson-Flamsteed, parabolic, Mollweide, Hammer-Aitoff.

use super::super::degrees::{asin, asin_within, atan2, cos, sin, sin_cos};
use super::plane::{NOWHERE, RADIUS, clamp};
use std::f64::consts::{FRAC_1_PI, FRAC_PI_2, PI, SQRT_2};

/// A pseudocylindrical projection: parallels are parallel lines.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum PseudoCylindrical {
    /// SFL.
    SansonFlamsteed,
    /// PAR.
    Parabolic,
    /// MOL.
    Mollweide,
    /// AIT.
    HammerAitoff,
}

/// The longitude of a point at `x` where a degree is `scale` long; at a pole only `x` = 0 is one.
fn longitude(x: f64, scale: f64) -> f64 {
    if scale != 0.0 {
        x / scale
    } else if x == 0.0 {
        0.0
    } else {
        f64::NAN
    }
}

impl PseudoCylindrical {
    pub(super) fn to_sky(self, x: f64, y: f64) -> [f64; 2] {
        match self {
            Self::SansonFlamsteed => [longitude(x, cos(y)), y],
            Self::Parabolic => {
                let third = y / 180.0;
                [longitude(x, 1.0 - 4.0 * third * third), 3.0 * asin(third)]
            }
            Self::Mollweide => mollweide_to_sky(x / RADIUS, y / RADIUS),
            Self::HammerAitoff => {
                let (x, y) = (x / RADIUS, y / RADIUS);
                let squared = 1.0 - x * x / 16.0 - y * y / 4.0;
                if squared < 0.5 - 1e-13 {
                    return NOWHERE;
                }
                let z = f64::sqrt(squared.max(0.5));
                [2.0 * atan2(z * x / 2.0, 2.0 * z * z - 1.0), asin_within(y * z, 1e-13)]
            }
        }
    }

    pub(super) fn to_plane(self, longitude: f64, latitude: f64) -> [f64; 2] {
        match self {
            Self::SansonFlamsteed => [longitude * cos(latitude), latitude],
            Self::Parabolic => {
                let third = sin(latitude / 3.0);
                [longitude * (1.0 - 4.0 * third * third), 180.0 * third]
            }
            Self::Mollweide => {
                let (sin, cos) = libm::sincos(auxiliary(latitude));
                [2.0 * SQRT_2 * FRAC_1_PI * longitude * cos, SQRT_2 * RADIUS * sin]
            }
            Self::HammerAitoff => {
                let ((sine, cosine), (sin_half, cos_half)) = (sin_cos(latitude), sin_cos(longitude / 2.0));
                let scale = RADIUS * f64::sqrt(2.0 / (1.0 + cosine * cos_half));
                [2.0 * scale * cosine * sin_half, scale * sine]
            }
        }
    }
}

fn mollweide_to_sky(x: f64, y: f64) -> [f64; 2] {
    let squared = 2.0 - y * y;
    if squared < -1e-12 {
        return NOWHERE;
    }
    let root = f64::sqrt(squared.max(0.0));
    // At the poles all longitudes meet.
    let turns = if squared <= 1e-12 {
        if x.abs() > 1e-12 {
            return NOWHERE;
        }
        0.0
    } else {
        FRAC_PI_2 * x / root
    };
    let gamma = libm::asin(clamp(y / SQRT_2, -1.0, 1.0));
    let sine = (2.0 * gamma + y * root) * FRAC_1_PI;
    [turns.to_degrees(), asin_within(sine, 1e-12)]
}

/// γ in 2γ + sin 2γ = π sin(latitude), in radians.
fn auxiliary(latitude: f64) -> f64 {
    if latitude.abs() >= 90.0 {
        return FRAC_PI_2.copysign(latitude);
    }
    let target = PI * sin(latitude);
    let (mut least, mut greatest) = (-PI, PI);
    let mut twice = target / 2.0;
    for _ in 0..100 {
        let excess = twice + libm::sin(twice) - target;
        *(if excess > 0.0 { &mut greatest } else { &mut least }) = twice;
        let newton = twice - excess / (1.0 + libm::cos(twice));
        let next = if newton > least && newton < greatest { newton } else { f64::midpoint(least, greatest) };
        if next == twice || excess == 0.0 || excess.is_nan() {
            break;
        }
        twice = next;
    }
    twice / 2.0
}
