//! Trigonometry of the sphere for several points at a time. Without branches, so that one instruction works on several of
//! them: that takes half the time of `libm`, which works on single numbers.
//!
//! Series and reductions are from FreeBSD's msun (`k_sin.c`, `k_cos.c`, `s_atan.c`), as in `libm`.

// The indices are within arrays of the same length.
#![allow(clippy::indexing_slicing)]

use super::sphere::{self, Rotation, direction, vector};
use std::f64::consts::{FRAC_2_PI, SQRT_2};

/// How many points are evaluated at a time: as many as registers hold.
pub(super) const PACK: usize = 8;

/// One coordinate of a pack of points.
pub(super) type Pack = [f64; PACK];

/// The unit vectors of directions.
pub(super) fn vectors([longitude, latitude]: [&Pack; 2]) -> [Pack; 3] {
    if !all(longitude, |angle| angle.abs() < 1e6) || !all(latitude, |angle| angle.abs() < 1e6) {
        return each([longitude, latitude], |[longitude, latitude]| vector(longitude, latitude));
    }
    let [sin_longitude, cos_longitude] = sines_cosines(longitude);
    let [sin_latitude, cos_latitude] = sines_cosines(latitude);
    let times = |other: Pack| lanes(|lane| cos_latitude[lane] * other[lane]);
    [times(cos_longitude), times(sin_longitude), sin_latitude]
}

/// The directions of vectors; longitudes are within ±180°.
pub(super) fn directions([x, y, z]: [&Pack; 3]) -> [Pack; 2] {
    let squared = lanes(|lane| x[lane] * x[lane] + y[lane] * y[lane]);
    // NaN is not plain either.
    if all(&squared, |squared| squared > 1e-200)
        && all(&squared, |squared| squared < 1e200)
        && all(z, f64::is_finite)
    {
        return [arc_tangents(y, x), arc_tangents(z, &squared.map(f64::sqrt))];
    }
    each([x, y, z], direction)
}

/// Rotated vectors.
pub(super) fn rotated(Rotation(rows): &Rotation, [x, y, z]: [&Pack; 3]) -> [Pack; 3] {
    rows.map(|[a, b, c]| lanes(|lane| a * x[lane] + b * y[lane] + c * z[lane]))
}

/// The unit vectors in the directions of vectors.
pub(super) fn normalized([x, y, z]: [&Pack; 3]) -> [Pack; 3] {
    let squared = lanes(|lane| x[lane] * x[lane] + y[lane] * y[lane] + z[lane] * z[lane]);
    if !all(&squared, |squared| squared > 1e-200) || !all(&squared, |squared| squared < 1e200) {
        return each([x, y, z], sphere::normalized);
    }
    let inverse = squared.map(|squared| 1.0 / squared.sqrt());
    [x, y, z].map(|values| lanes(|lane| values[lane] * inverse[lane]))
}

/// Whether a test holds for all of the numbers. It looks at each, which takes fewer instructions than to stop early.
fn all(values: &Pack, test: impl Fn(f64) -> bool) -> bool {
    values.iter().filter(|value| test(**value)).count() == PACK
}

/// The values of a function of the lane. As a loop, which compilers turn into instructions on several lanes.
fn lanes(value: impl Fn(usize) -> f64) -> Pack {
    let mut values = [0.0; PACK];
    for (lane, place) in values.iter_mut().enumerate() {
        *place = value(lane);
    }
    values
}

/// A function of single points.
pub(super) fn each<const I: usize, const O: usize>(
    inputs: [&Pack; I],
    function: impl Fn([f64; I]) -> [f64; O],
) -> [Pack; O] {
    let mut outputs = [[0.0; PACK]; O];
    for lane in 0..PACK {
        let results = function(inputs.map(|input| input[lane]));
        outputs.iter_mut().zip(results).for_each(|(output, result)| output[lane] = result);
    }
    outputs
}

/// The sum of the coefficients times the powers of a number.
fn horner<const N: usize>(coefficients: &[f64; N], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// The coefficients of x³, x⁵, … in the sine within ±π/4.
const SINE: [f64; 6] = [
    -1.666_666_666_666_663_2e-1,
    8.333_333_333_322_49e-3,
    -1.984_126_982_985_795e-4,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];

/// The coefficients of x⁴, x⁶, … in the cosine within ±π/4.
const COSINE: [f64; 6] = [
    4.166_666_666_666_66e-2,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// The coefficients of x³, x⁵, … in the arc tangent within ±7/16.
const ARC_TANGENT: [f64; 11] = [
    -3.333_333_333_333_293e-1,
    1.999_999_999_987_648_3e-1,
    -1.428_571_427_250_346_6e-1,
    1.111_111_040_546_235_6e-1,
    -9.090_887_133_436_507e-2,
    7.691_876_205_044_83e-2,
    -6.661_073_137_387_531e-2,
    5.833_570_133_790_573_5e-2,
    -4.976_877_994_615_932_4e-2,
    3.653_157_274_421_691_6e-2,
    -1.628_582_011_536_578_2e-2,
];

/// π/2 in three parts. Products of the first two with small whole numbers are exact.
const QUARTER: [f64; 3] = [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];

/// Sines and cosines of angles in degrees, up to 10⁶.
fn sines_cosines(angle: &Pack) -> [Pack; 2] {
    let (mut sines, mut cosines) = ([0.0; PACK], [0.0; PACK]);
    for lane in 0..PACK {
        // In radians and rounded, as the reference implementation has it: at a pole the longitude survives in the last digits.
        let angle = angle[lane].to_radians();
        let quarters = (angle * FRAC_2_PI).round_ties_even();
        let x = QUARTER.iter().fold(angle, |rest, part| rest - quarters * part);
        let squared = x * x;
        let sine = x + x * squared * horner(&SINE, squared);
        let half = 0.5 * squared;
        let whole = 1.0 - half;
        let cosine = whole + ((1.0 - whole - half) + squared * squared * horner(&COSINE, squared));
        let quarter = quarters - 4.0 * (quarters * 0.25).floor();
        let odd = quarter == 1.0 || quarter == 3.0;
        let (near, far) = if odd { (cosine, sine) } else { (sine, cosine) };
        sines[lane] = if quarter >= 2.0 { -near } else { near };
        cosines[lane] = if quarter == 1.0 || quarter == 2.0 { -far } else { far };
    }
    [sines, cosines]
}

/// The directions of finite vectors in a plane, in degrees.
fn arc_tangents(y: &Pack, x: &Pack) -> Pack {
    lanes(|lane| {
        let (x, y) = (x[lane], y[lane]);
        let (across, along) = (y.abs(), x.abs());
        let steep = across > along;
        let (less, more) = if steep { (along, across) } else { (across, along) };
        // Above 22.5° the series has the angle to the diagonal.
        let diagonal = less > (SQRT_2 - 1.0) * more;
        let rise = if diagonal { less - more } else { less };
        let run = if diagonal { less + more } else { more };
        let tangent = rise / if run == 0.0 { 1.0 } else { run };
        let squared = tangent * tangent;
        let angle = (tangent + tangent * squared * horner(&ARC_TANGENT, squared)).to_degrees();
        let angle = if diagonal { 45.0 + angle } else { angle };
        let angle = if steep { 90.0 - angle } else { angle };
        let angle = if x.is_sign_negative() { 180.0 - angle } else { angle };
        angle.copysign(y)
    })
}

#[cfg(test)]
mod tests {
    use super::{PACK, directions, vectors};
    use crate::wcs::kernel::sphere::{direction, vector};

    #[test]
    fn are_those_of_single_points() {
        let angles = [
            0.0, -0.0, 1e-300, 1e-9, 22.5, 45.0, 67.49, 89.999_999, 90.0, 123.4, 180.0, 270.0, 300.1, 360.0,
            1e5, 1e9,
        ];
        let angles: Vec<f64> =
            angles.iter().flat_map(|angle| [*angle, -angle]).chain([f64::NAN, f64::INFINITY]).collect();
        for longitude in &angles {
            for latitude in &angles {
                let expected = vector(*longitude, *latitude);
                let found = vectors([&[*longitude; PACK], &[*latitude; PACK]]).map(|values| values[PACK - 1]);
                for (found, expected) in found.into_iter().zip(expected) {
                    assert!(close(found, expected, 1e-16), "{longitude} {latitude}: {found} {expected}");
                }
                let expected = direction(expected);
                let found = directions(vector(*longitude, *latitude).map(|value| [value; PACK]).each_ref());
                for (found, expected) in found.into_iter().zip(expected) {
                    assert!(
                        close(found[0], expected, 1e-300),
                        "{longitude} {latitude}: {found:?} {expected}"
                    );
                }
            }
        }
    }

    /// Equal but for two units in the last place, or less than `least` apart.
    fn close(found: f64, expected: f64, least: f64) -> bool {
        found.is_nan() && expected.is_nan()
            || (found - expected).abs() <= (4.0 * f64::EPSILON * expected.abs()).max(least)
    }
}
