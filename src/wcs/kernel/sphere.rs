//! Points and rotations of the sphere; angles in degrees.

/// A rotation: the rows of its matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Rotation(pub(in super::super) [[f64; 3]; 3]);

impl Rotation {
    /// No rotation.
    pub(in super::super) const NONE: Self = Self([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

    /// Rotates the axes of coordinates about `x`, `y` or `z`; the angle is in radians.
    pub(in super::super) fn about(axis: char, angle: f64) -> Option<Self> {
        let (s, c) = libm::sincos(angle);
        Some(Self(match axis {
            'x' => [[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]],
            'y' => [[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]],
            'z' => [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]],
            _ => return None,
        }))
    }

    /// One rotation after another, each by its angle in radians about its axis.
    pub(in super::super) fn sequence(angles: &[f64], axes: &str) -> Option<Self> {
        if axes.chars().count() != angles.len() {
            return None;
        }
        axes.chars()
            .zip(angles)
            .try_fold(Self::NONE, |sum, (axis, angle)| Some(sum.then(Self::about(axis, *angle)?)))
    }

    /// This rotation and then another.
    pub(in super::super) fn then(self, Self(next): Self) -> Self {
        let Self([a, b, c]) = self;
        let row = |[x, y, z]: [f64; 3]| {
            let mut row = [0.0; 3];
            for (value, ((a, b), c)) in row.iter_mut().zip(a.into_iter().zip(b).zip(c)) {
                *value = x * a + y * b + z * c;
            }
            row
        };
        Self(next.map(row))
    }

    /// The rotation that takes this one back.
    pub(in super::super) fn inverse(self) -> Self {
        let Self([[a, b, c], [d, e, f], [g, h, i]]) = self;
        Self([[a, d, g], [b, e, h], [c, f, i]])
    }

    pub(in super::super) fn apply(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        self.0.map(|[a, b, c]| a * x + b * y + c * z)
    }
}

/// The unit vector of a direction.
#[inline(never)]
pub(in super::super) fn vector(longitude: f64, latitude: f64) -> [f64; 3] {
    let (sin_longitude, cos_longitude) = libm::sincos(longitude.to_radians());
    let (sin_latitude, cos_latitude) = libm::sincos(latitude.to_radians());
    [cos_latitude * cos_longitude, cos_latitude * sin_longitude, sin_latitude]
}

/// The direction of a vector; the longitude is within ±180°.
#[inline(never)]
pub(in super::super) fn direction([x, y, z]: [f64; 3]) -> [f64; 2] {
    let squared = x * x + y * y;
    // `hypot` takes four times as long, and is needed only where squares overflow or vanish.
    let flat = if squared > 1e-200 && squared < 1e200 { f64::sqrt(squared) } else { libm::hypot(x, y) };
    [libm::atan2(y, x).to_degrees(), libm::atan2(z, flat).to_degrees()]
}

/// The unit vector in the direction of a vector; a vector of length 0 has the direction (0°, 0°).
pub(super) fn normalized(vector_of: [f64; 3]) -> [f64; 3] {
    let [x, y, z] = vector_of;
    let squared = x * x + y * y + z * z;
    if squared > 1e-200 && squared < 1e200 {
        let length = f64::sqrt(squared);
        return [x / length, y / length, z / length];
    }
    let [longitude, latitude] = direction(vector_of);
    vector(longitude, latitude)
}

/// The longitude as one from 0° up.
pub(in super::super) fn positive(longitude: f64) -> f64 {
    if longitude < 0.0 { longitude + 360.0 } else { longitude }
}
