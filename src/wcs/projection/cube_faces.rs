//! The faces of the quadrilateralized spherical cubes (§5.6), and where each lies in the plane.

/// Where the face's middle lies, in units of 45°: the north, the four on the equator eastwards, the south.
const MIDDLES: [[f64; 2]; 6] = [[0.0, 2.0], [0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [6.0, 0.0], [0.0, -2.0]];

/// A direction as seen from the face that it is on: `zeta` towards its middle, `xi` east and `eta` north of that.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnFace {
    pub(super) face: usize,
    pub(super) xi: f64,
    pub(super) eta: f64,
    pub(super) zeta: f64,
}

impl OnFace {
    /// The direction of a unit vector.
    pub(super) fn of([l, m, n]: [f64; 3]) -> Self {
        let (mut face, mut zeta) = (0, n);
        for (number, value) in [(1, l), (2, m), (3, -l), (4, -m), (5, -n)] {
            if value > zeta {
                (face, zeta) = (number, value);
            }
        }
        let (xi, eta) = match face {
            0 => (m, -l),
            1 => (m, n),
            2 => (-l, n),
            3 => (-m, n),
            4 => (l, n),
            _ => (m, l),
        };
        Self { face, xi, eta, zeta }
    }

    /// The vector.
    pub(super) fn vector(self) -> [f64; 3] {
        let Self { face, xi, eta, zeta } = self;
        match face {
            0 => [-eta, xi, zeta],
            1 => [zeta, xi, eta],
            2 => [-xi, zeta, eta],
            3 => [-zeta, -xi, eta],
            4 => [xi, -zeta, eta],
            _ => [eta, xi, -zeta],
        }
    }
}

/// The place in the plane, in degrees, of a place on a face whose sides are at ±1.
/// `rounded` is the precision in which faces are put together.
pub(super) fn place(face: usize, x: f64, y: f64, rounded: fn(f64) -> f64) -> [f64; 2] {
    let [middle_x, middle_y] = MIDDLES.get(face).copied().unwrap_or_default();
    [45.0 * rounded(x + middle_x), 45.0 * rounded(y + middle_y)]
}

/// The face on which a place of the plane lies, and where on it.
pub(super) fn face_at(x: f64, y: f64, rounded: fn(f64) -> f64) -> Option<(usize, f64, f64)> {
    const TOLERANCE: f64 = 1e-12;
    let (mut x, y) = (rounded(x / 45.0), rounded(y / 45.0));
    let on_column = x.abs() <= 1.0 + TOLERANCE;
    let inside = if on_column {
        y.abs() <= 3.0 + TOLERANCE
    } else {
        x.abs() <= 7.0 + TOLERANCE && y.abs() <= 1.0 + TOLERANCE
    };
    if !inside {
        return None;
    }
    if x < -1.0 - TOLERANCE {
        x = rounded(x + 8.0);
    }
    let face = if x > 5.0 {
        4
    } else if x > 3.0 {
        3
    } else if x > 1.0 + TOLERANCE {
        2
    } else if y > 1.0 {
        0
    } else if y < -1.0 {
        5
    } else {
        1
    };
    let [middle_x, middle_y] = MIDDLES.get(face).copied()?;
    Some((face, rounded(x - middle_x), rounded(y - middle_y)))
}
