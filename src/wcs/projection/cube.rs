//! Quadrilateralized spherical cubes (§5.6): tangential, COBE's and the equal-area one.

use super::super::degrees::{asin, atan, atan2, sin_cos};
use super::cube_faces::{OnFace, face_at, place};
use super::plane::{NOWHERE, clamp};
use std::f64::consts::FRAC_1_SQRT_2;

/// A projection onto the faces of a cube.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Cube {
    /// TSC.
    Tangential,
    /// CSC: polynomials that are each other's inverse only to a few hundredths of a degree, by definition.
    Cobe,
    /// QSC.
    QuadSpherical,
}

impl Cube {
    /// The precision in which places on faces are kept.
    fn precision(self) -> fn(f64) -> f64 {
        if matches!(self, Self::Cobe) { |value| f64::from(single(value)) } else { |value| value }
    }

    pub(super) fn to_sky(self, x: f64, y: f64) -> [f64; 2] {
        let Some((face, x, y)) = face_at(x, y, self.precision()) else { return NOWHERE };
        let on_face = match self {
            Self::Tangential => tangent(face, x, y),
            Self::Cobe => cobe_on_face(face, cobe_to_tangent(x, y), cobe_to_tangent(y, x)),
            Self::QuadSpherical => match quad_to_sphere(face, x, y) {
                Some(on_face) => on_face,
                None => return NOWHERE,
            },
        };
        let [l, m, n] = on_face.vector();
        let longitude = if l == 0.0 && m == 0.0 { 0.0 } else { atan2(m, l) };
        // The vector of COBE's projection is not quite of unit length.
        let latitude = if matches!(self, Self::Cobe) { asin(n) } else { atan2(n, libm::hypot(l, m)) };
        [longitude, latitude]
    }

    pub(super) fn to_plane(self, longitude: f64, latitude: f64) -> [f64; 2] {
        let ((sin_latitude, cos_latitude), (sin, cos)) = (sin_cos(latitude), sin_cos(longitude));
        let on_face = OnFace::of([cos_latitude * cos, cos_latitude * sin, sin_latitude]);
        let OnFace { face, xi, eta, zeta } = on_face;
        let [x, y] = match self {
            Self::Tangential => [xi / zeta, eta / zeta],
            Self::Cobe => {
                let (chi, psi) = (single(xi / zeta), single(eta / zeta));
                [cobe_to_face(chi, psi), cobe_to_face(psi, chi)]
            }
            Self::QuadSpherical => sphere_to_quad(on_face),
        };
        let inside = |value: f64| if value.abs() <= 1.0 + 1e-7 { clamp(value, -1.0, 1.0) } else { f64::NAN };
        place(face, inside(x), inside(y), self.precision())
    }
}

/// The direction whose tangents on a face are these.
fn tangent(face: usize, x: f64, y: f64) -> OnFace {
    let zeta = 1.0 / f64::sqrt(1.0 + x * x + y * y);
    OnFace { face, xi: x * zeta, eta: y * zeta, zeta }
}

fn sphere_to_quad(OnFace { xi, eta, zeta, .. }: OnFace) -> [f64; 2] {
    let across = xi.abs() > eta.abs();
    let (main, other) = if across { (xi, eta) } else { (eta, xi) };
    if main == 0.0 {
        return [0.0, 0.0];
    }
    let omega = other / main;
    // 1 − ζ from ξ and η, which keeps all digits in the middle of the face.
    let rest = (xi * xi + eta * eta) / (1.0 + zeta);
    let long = f64::sqrt(rest / (1.0 - 1.0 / f64::sqrt(2.0 + omega * omega))).copysign(main);
    let short = long / 15.0 * (atan(omega) - asin(omega / f64::sqrt(2.0 * (1.0 + omega * omega))));
    if across { [long, short] } else { [short, long] }
}

fn quad_to_sphere(face: usize, x: f64, y: f64) -> Option<OnFace> {
    let across = x.abs() > y.abs();
    let (long, short) = if across { (x, y) } else { (y, x) };
    if long == 0.0 {
        return Some(OnFace { face, xi: 0.0, eta: 0.0, zeta: 1.0 });
    }
    let (sin, cos) = sin_cos(15.0 * short / long);
    let omega = sin / (cos - FRAC_1_SQRT_2);
    let rest = long * long * (1.0 - 1.0 / f64::sqrt(2.0 + omega * omega));
    if rest > 2.0 {
        return None;
    }
    let main = f64::sqrt(rest * (2.0 - rest) / (1.0 + omega * omega)).copysign(long);
    let other = omega * main;
    let (xi, eta) = if across { (main, other) } else { (other, main) };
    Some(OnFace { face, xi, eta, zeta: 1.0 - rest })
}

/// A number in the precision in which COBE's polynomials are defined, and in which wcslib evaluates them.
#[allow(clippy::cast_possible_truncation)]
fn single(value: f64) -> f32 {
    value as f32
}

/// One coordinate on the face from the tangents of COBE's projection. The coefficients are as they were published.
#[allow(clippy::excessive_precision)]
fn cobe_to_face(chi: f32, psi: f32) -> f64 {
    let (chi2, psi2) = (chi * chi, psi * psi);
    let (chi2co, psi2co) = (1.0 - chi2, 1.0 - psi2);
    let squared = |value: f32| if value > 1.0e-16 { value * value } else { 0.0 };
    let (chi4, psi4) = (squared(chi2), squared(psi2));
    let product = if (chi * psi).abs() > 1.0e-16 { chi2 * psi2 } else { 0.0 };
    let series = 0.141_189_631_152 + 0.080_970_128_652_5 * chi2 - 0.281_528_535_557 * psi2
        + 0.153_841_128_76 * product
        - 0.178_251_207_466 * chi4
        + 0.106_959_469_314 * psi4;
    let inner = -0.131_616_714_74 * chi2co + 0.004_869_491_981 * chi2 + psi2co * series;
    let outer = -0.159_596_235_474 - chi2co * (0.075_919_620_046_7 - 0.021_776_249_069_9 * chi2);
    f64::from(chi * (chi2 + chi2co * (1.374_848_477_32 + psi2 * inner + chi2 * outer)))
}

/// The coefficients of x²ⁱy²ʲ by which the tangents of COBE's projection are approximated: one row for each j.
#[allow(clippy::excessive_precision)]
const COBE: [&[f32]; 7] = [
    &[-0.272_926_96, -0.076_299_69, -0.227_970_56, 0.548_523_84, -0.629_300_65, 0.257_957_94, 0.025_843_75],
    &[-0.028_194_52, -0.014_715_65, 0.480_515_09, -1.741_144_54, 1.715_475_08, -0.530_223_37],
    &[0.270_581_60, -0.568_009_38, 0.308_033_17, 0.989_381_02, -0.831_804_69],
    &[-0.604_415_60, 1.508_800_86, -0.936_785_76, 0.086_938_41],
    &[0.934_120_77, -1.416_019_20, 0.338_874_46],
    &[-0.639_153_06, 0.520_322_38],
    &[0.143_815_85],
];

/// The direction whose tangents are these, in the precision of COBE's projection.
fn cobe_on_face(face: usize, x: f32, y: f32) -> OnFace {
    let zeta = 1.0 / f64::sqrt(f64::from(x * x + y * y) + 1.0);
    OnFace { face, xi: f64::from(x) * zeta, eta: f64::from(y) * zeta, zeta }
}

/// One tangent from the coordinates on the face.
fn cobe_to_tangent(x: f64, y: f64) -> f32 {
    let (x, y) = (single(x), single(y));
    let (x2, y2) = (x * x, y * y);
    let row = |row: &&[f32]| row.iter().rev().fold(0.0, |sum: f32, coefficient| coefficient + x2 * sum);
    let sum = COBE.iter().rev().fold(0.0, |sum: f32, coefficients| row(coefficients) + y2 * sum);
    let (x, x2, sum) = (f64::from(x), f64::from(x2), f64::from(sum));
    single(x + x * (1.0 - x2) * sum)
}
