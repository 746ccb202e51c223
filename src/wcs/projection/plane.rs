//! The plane of projections.

/// The radius of the sphere in degrees of the plane.
pub(super) const RADIUS: f64 = 180.0 / std::f64::consts::PI;

/// No point.
pub(super) const NOWHERE: [f64; 2] = [f64::NAN, f64::NAN];

/// How far beyond the sphere's edge rounding may take a point.
pub(super) const EDGE: f64 = 1e-12;

/// The number within limits. The standard library's function can panic, with code that writes floats.
pub(super) fn clamp(value: f64, least: f64, greatest: f64) -> f64 {
    if value < least {
        least
    } else if value > greatest {
        greatest
    } else {
        value
    }
}
