//! The plane of projections.

/// The radius of the sphere in degrees of the plane.
pub(super) const RADIUS: f64 = 180.0 / std::f64::consts::PI;

/// No point.
pub(super) const NOWHERE: [f64; 2] = [f64::NAN, f64::NAN];

/// How far beyond the sphere's edge rounding may take a point.
pub(super) const EDGE: f64 = 1e-12;
