//! Trigonometry in degrees. Multiples of 90° give exact values, so that poles and meridians stay where they are.
//!
//! `libm` and not the methods of `f64`: the host's library would give other last digits than WebAssembly. Square roots are
//! exact everywhere, and one instruction.

/// Sine and cosine of an angle.
pub(super) fn sin_cos(angle: f64) -> (f64, f64) {
    let angle = if angle.abs() > 360.0 { angle % 360.0 } else { angle };
    let quarter = libm::rint(angle / 90.0);
    let (sin, cos) = libm::sincos((angle - 90.0 * quarter).to_radians());
    match quarter.rem_euclid(4.0) {
        0.0 => (sin, cos),
        1.0 => (cos, -sin),
        2.0 => (-sin, -cos),
        3.0 => (-cos, sin),
        _ => (f64::NAN, f64::NAN),
    }
}

/// The sine of an angle.
pub(super) fn sin(angle: f64) -> f64 {
    sin_cos(angle).0
}

/// The cosine of an angle.
pub(super) fn cos(angle: f64) -> f64 {
    sin_cos(angle).1
}

/// The tangent of an angle.
pub(super) fn tan(angle: f64) -> f64 {
    if angle.abs() < 45.0 {
        return libm::tan(angle.to_radians());
    }
    let (sin, cos) = sin_cos(angle);
    sin / cos
}

/// The arc sine in degrees; NaN where no angle has this sine.
pub(super) fn asin(value: f64) -> f64 {
    libm::asin(value).to_degrees()
}

/// The angle of a sine that rounding may have taken beyond ±1.
pub(super) fn asin_within(value: f64, tolerance: f64) -> f64 {
    if value.abs() > 1.0 && value.abs() <= 1.0 + tolerance {
        return 90_f64.copysign(value);
    }
    asin(value)
}

/// The angle of a tangent.
pub(super) fn atan(value: f64) -> f64 {
    libm::atan(value).to_degrees()
}

/// The direction of a vector.
pub(super) fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::{asin, asin_within, atan2, cos, sin, sin_cos, tan};

    #[test]
    fn quarters_are_exact() {
        for turn in [-720.0, -360.0, 0.0, 360.0, 3600.0] {
            assert_eq!(sin_cos(turn), (0.0, 1.0));
            assert_eq!(sin_cos(turn + 90.0), (1.0, 0.0));
            assert_eq!(sin_cos(turn + 180.0), (0.0, -1.0));
            assert_eq!(sin_cos(turn - 90.0), (-1.0, 0.0));
        }
        assert_eq!(tan(180.0), 0.0);
        assert_eq!(asin(1.0), 90.0);
        assert_eq!(asin_within(-1.0 - 1e-14, 1e-13), -90.0);
        assert!(asin_within(1.1, 1e-13).is_nan());
        assert_eq!(atan2(0.0, -1.0), 180.0);
        assert!(sin(f64::NAN).is_nan() && cos(f64::INFINITY).is_nan());
    }
}
