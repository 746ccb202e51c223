//! Functions of one and two coordinates by a few parameters, as astropy's models compute them: sines, logarithms, power laws, and
//! the profiles of lines, stars and galaxies.

use super::special::faddeeva;
use Role::{Angle, Kelvin, Mass, Number, OutRate, Place, Rate, Slope, Value};
use libm::{cos, exp, log, pow, sin};
use std::f64::consts::{LN_2, LN_10, PI, TAU};

/// How many parameters a function may have, and one that is computed from them.
pub(in super::super) const PARAMETERS: usize = 8;

type P = [f64; PARAMETERS];

/// What a parameter measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Role {
    /// The same as the inputs.
    Place,
    /// The same as the output.
    Value,
    /// The output per input.
    Slope,
    /// 1 / input.
    Rate,
    /// 1 / output.
    OutRate,
    /// The output times the cube of the input.
    Mass,
    /// An angle, in radians.
    Angle,
    /// A temperature.
    Kelvin,
    Number,
}

/// A parameter: its name, its role, and its default value.
pub(in super::super) type Parameter = (&'static str, Role, f64);

/// A function by its name among the transforms.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Shape {
    name: &'static str,
    pub(in super::super) parameters: &'static [Parameter],
    pub(in super::super) inputs: usize,
    /// Of the parameters and the inputs.
    function: fn(&P, f64, f64) -> f64,
    /// The inverse, of the same parameters.
    inverse: Option<fn(&P, f64, f64) -> f64>,
}

/// A function with its parameters.
#[derive(Clone, Debug)]
pub(in super::super) struct Profile {
    function: fn(&P, f64, f64) -> f64,
    parameters: P,
}

impl Profile {
    pub(super) fn at(&self, x: f64, y: f64) -> f64 {
        (self.function)(&self.parameters, x, y)
    }
}

impl Shape {
    pub(in super::super) fn named(name: &str) -> Option<&'static Self> {
        SHAPES.iter().find(|shape| shape.name == name)
    }

    /// The function with these parameters, and its inverse.
    pub(in super::super) fn with(&self, parameters: P) -> (Profile, Option<Profile>) {
        let profile = |function| Profile { function, parameters };
        (profile(self.function), self.inverse.map(profile))
    }
}

const fn one(
    name: &'static str,
    parameters: &'static [Parameter],
    function: fn(&P, f64, f64) -> f64,
) -> Shape {
    Shape { name, parameters, inputs: 1, function, inverse: None }
}

const fn two(
    name: &'static str,
    parameters: &'static [Parameter],
    function: fn(&P, f64, f64) -> f64,
) -> Shape {
    Shape { name, parameters, inputs: 2, function, inverse: None }
}

const fn inverted(shape: Shape, inverse: fn(&P, f64, f64) -> f64) -> Shape {
    Shape { inverse: Some(inverse), ..shape }
}

const AMPLITUDE: Parameter = ("amplitude", Value, 1.0);
const X_0: Parameter = ("x_0", Place, 0.0);
const Y_0: Parameter = ("y_0", Place, 0.0);
const FWHM: Parameter = ("fwhm", Place, 1.0);
const SIGMA: Parameter = ("sigma", Place, 1.0);
const ALPHA: Parameter = ("alpha", Number, 1.0);
const REFERENCE: Parameter = ("x_0", Place, 1.0);
const THETA: Parameter = ("theta", Angle, 0.0);
const RADIUS: Parameter = ("R_0", Place, 1.0);
const SLOPE: Parameter = ("slope", Slope, 1.0);
const WAVE: &[Parameter] = &[AMPLITUDE, ("frequency", Rate, 1.0), ("phase", Number, 0.0)];
/// The inverse of a wave takes the value of the wave.
const ANGLE: &[Parameter] = &[("amplitude", Place, 1.0), ("frequency", OutRate, 1.0), ("phase", Number, 0.0)];
const GROWTH: &[Parameter] = &[AMPLITUDE, ("tau", Place, 1.0)];

static SHAPES: &[Shape] = &[
    inverted(one("exponential1d", GROWTH, exponential), logarithm_back),
    inverted(one("logarithmic1d", GROWTH, logarithm), exponential_back),
    inverted(one("sine1d", WAVE, |p, x, _| p[0] * sin(turns(p, x))), |p, x, _| {
        turned(p, libm::asin(x / p[0]))
    }),
    inverted(one("cosine1d", WAVE, |p, x, _| p[0] * cos(turns(p, x))), |p, x, _| {
        turned(p, libm::acos(x / p[0]))
    }),
    inverted(one("tangent1d", WAVE, |p, x, _| p[0] * libm::tan(turns(p, x))), |p, x, _| {
        turned(p, libm::atan(x / p[0]))
    }),
    inverted(one("arcsine1d", ANGLE, |p, x, _| turned(p, libm::asin(x / p[0]))), |p, x, _| {
        p[0] * sin(turns(p, x))
    }),
    inverted(one("arccosine1d", ANGLE, |p, x, _| turned(p, libm::acos(x / p[0]))), |p, x, _| {
        p[0] * cos(turns(p, x))
    }),
    inverted(one("arctangent1d", ANGLE, |p, x, _| turned(p, libm::atan(x / p[0]))), |p, x, _| {
        p[0] * libm::tan(turns(p, x))
    }),
    one("power_law1d", &[AMPLITUDE, REFERENCE, ALPHA], |p, x, _| p[0] * pow(x / p[1], -p[2])),
    one(
        "broken_power_law1d",
        &[AMPLITUDE, ("x_break", Place, 1.0), ("alpha_1", Number, 1.0), ("alpha_2", Number, 1.0)],
        |p, x, _| p[0] * pow(x / p[1], -if x < p[1] { p[2] } else { p[3] }),
    ),
    one(
        "smoothly_broken_power_law1d",
        &[
            AMPLITUDE,
            ("x_break", Place, 1.0),
            ("alpha_1", Number, -2.0),
            ("alpha_2", Number, 2.0),
            ("delta", Number, 1.0),
        ],
        smoothly_broken,
    ),
    one(
        "exponential_cutoff_power_law1d",
        &[AMPLITUDE, REFERENCE, ALPHA, ("x_cutoff", Place, 1.0)],
        |p, x, _| p[0] * pow(x / p[1], -p[2]) * exp(-x / p[3]),
    ),
    one("log_parabola1d", &[AMPLITUDE, REFERENCE, ALPHA, ("beta", Number, 0.0)], |p, x, _| {
        let ratio = x / p[1];
        p[0] * pow(ratio, -p[2] - p[3] * log(ratio))
    }),
    one(
        "schechter1d",
        &[("phi_star", Value, 1.0), ("m_star", Place, -20.0), ("alpha", Number, -1.0)],
        |p, x, _| {
            let factor = pow(10.0, -0.4 * (x - p[1]));
            0.4 * LN_10 * p[0] * pow(factor, p[2] + 1.0) * exp(-factor)
        },
    ),
    one("gaussian1d", &[AMPLITUDE, ("mean", Place, 0.0), ("stddev", Place, 1.0)], |p, x, _| {
        p[0] * exp(-0.5 * square((x - p[1]) / p[2]))
    }),
    one("lorentz1d", &[AMPLITUDE, X_0, FWHM], |p, x, _| {
        let half = square(p[2] / 2.0);
        p[0] * half / (square(x - p[1]) + half)
    }),
    one(
        "voigt1d",
        &[X_0, ("amplitude_L", Value, 1.0), ("fwhm_L", Place, 2.0 / PI), ("fwhm_G", Place, LN_2)],
        voigt,
    ),
    one("moffat1d", &[AMPLITUDE, X_0, ("gamma", Place, 1.0), ALPHA], |p, x, _| {
        p[0] * pow(1.0 + square((x - p[1]) / p[2]), -p[3])
    }),
    one("box1d", &[AMPLITUDE, X_0, ("width", Place, 1.0)], |p, x, _| p[0] * within(x, p[1], p[2])),
    one("trapezoid1d", &[AMPLITUDE, X_0, ("width", Place, 1.0), SLOPE], trapezoid),
    one("ricker_wavelet1d", &[AMPLITUDE, X_0, SIGMA], |p, x, _| {
        let part = square(x - p[1]) / (2.0 * square(p[2]));
        p[0] * (1.0 - 2.0 * part) * exp(-part)
    }),
    one("sersic1d", &[AMPLITUDE, ("r_eff", Place, 1.0), ("n", Number, 4.0)], |p, x, _| sersic(p, x / p[1])),
    one("king_projected_analytic1d", &[AMPLITUDE, ("r_core", Place, 1.0), ("r_tide", Place, 2.0)], king),
    one("plummer1d", &[("mass", Mass, 1.0), ("r_plum", Place, 1.0)], |p, x, _| {
        3.0 * p[0] / (4.0 * PI * pow(p[1], 3.0)) * pow(1.0 + square(x / p[1]), -2.5)
    }),
    one("drude1d", &[AMPLITUDE, REFERENCE, FWHM], |p, x, _| {
        let width = square(p[2] / p[1]);
        p[0] * width / (square(x / p[1] - p[1] / x) + width)
    }),
    one("blackbody", &[("temperature", Kelvin, 5000.0), ("scale", Number, 1.0)], blackbody),
    two(
        "planar2d",
        &[("slope_x", Slope, 1.0), ("slope_y", Slope, 1.0), ("intercept", Value, 0.0)],
        |p, x, y| p[0] * x + p[1] * y + p[2],
    ),
    two(
        "gaussian2d",
        &[
            AMPLITUDE,
            ("x_mean", Place, 0.0),
            ("y_mean", Place, 0.0),
            ("x_stddev", Place, 1.0),
            ("y_stddev", Place, 1.0),
            THETA,
        ],
        gaussian,
    ),
    two("moffat2d", &[AMPLITUDE, X_0, Y_0, ("gamma", Place, 1.0), ALPHA], |p, x, y| {
        p[0] * pow(1.0 + distance2(p, x, y) / square(p[3]), -p[4])
    }),
    two("box2d", &[AMPLITUDE, X_0, Y_0, ("x_width", Place, 1.0), ("y_width", Place, 1.0)], |p, x, y| {
        p[0] * within(x, p[1], p[3]) * within(y, p[2], p[4])
    }),
    two("disk2d", &[AMPLITUDE, X_0, Y_0, RADIUS], |p, x, y| {
        if distance2(p, x, y) <= square(p[3]) { p[0] } else { 0.0 }
    }),
    two("ellipse2d", &[AMPLITUDE, X_0, Y_0, ("a", Place, 1.0), ("b", Place, 1.0), THETA], |p, x, y| {
        let [along, across] = rotated(x - p[1], y - p[2], p[5]);
        if square(along / p[3]) + square(across / p[4]) <= 1.0 { p[0] } else { 0.0 }
    }),
    two("ring2d", &[AMPLITUDE, X_0, Y_0, ("r_in", Place, 1.0), ("width", Place, 1.0)], |p, x, y| {
        let far = distance2(p, x, y);
        if far >= square(p[3]) && far <= square(p[3] + p[4]) { p[0] } else { 0.0 }
    }),
    two("trapezoid_disk2d", &[AMPLITUDE, X_0, Y_0, RADIUS, SLOPE], |p, x, y| {
        let far = f64::sqrt(distance2(p, x, y));
        if far <= p[3] {
            p[0]
        } else if far > p[3] && far <= p[3] + p[0] / p[4] {
            p[0] + p[4] * (p[3] - far)
        } else {
            0.0
        }
    }),
    two("ricker_wavelet2d", &[AMPLITUDE, X_0, Y_0, SIGMA], |p, x, y| {
        let part = distance2(p, x, y) / (2.0 * square(p[3]));
        p[0] * (1.0 - part) * exp(-part)
    }),
    two("airy_disk2d", &[AMPLITUDE, X_0, Y_0, ("radius", Place, 1.0)], |p, x, y| {
        // The first zero of the Bessel function is where the radius is.
        let part = f64::sqrt(distance2(p, x, y)) * 3.831_705_970_207_512_5 / p[3];
        if part > 0.0 { p[0] * square(2.0 * libm::j1(part) / part) } else { p[0] }
    }),
    two(
        "sersic2d",
        &[AMPLITUDE, ("r_eff", Place, 1.0), ("n", Number, 4.0), X_0, Y_0, ("ellip", Number, 0.0), THETA],
        |p, x, y| {
            let [along, across] = rotated(x - p[3], y - p[4], p[6]);
            let across = across / ((1.0 - p[5]) * p[1]);
            sersic(p, f64::sqrt(square(along / p[1]) + square(across)))
        },
    ),
];

fn square(x: f64) -> f64 {
    x * x
}

/// The square of the distance from the second and the third parameter.
fn distance2(p: &P, x: f64, y: f64) -> f64 {
    square(x - p[1]) + square(y - p[2])
}

/// Along and across a direction.
fn rotated(x: f64, y: f64, angle: f64) -> [f64; 2] {
    let (sine, cosine) = libm::sincos(angle);
    [x * cosine + y * sine, y * cosine - x * sine]
}

/// 1 in an interval, elsewhere 0.
fn within(x: f64, middle: f64, width: f64) -> f64 {
    f64::from(u8::from(x >= middle - width / 2.0 && x <= middle + width / 2.0))
}

/// The argument of a wave in radians.
fn turns(p: &P, x: f64) -> f64 {
    TAU * (p[1] * x + p[2])
}

/// Where a wave has an argument.
fn turned(p: &P, angle: f64) -> f64 {
    (angle / TAU - p[2]) / p[1]
}

fn exponential(p: &P, x: f64, _: f64) -> f64 {
    p[0] * exp(x / p[1])
}

fn logarithm_back(p: &P, x: f64, _: f64) -> f64 {
    p[1] * log(x / p[0])
}

fn logarithm(p: &P, x: f64, _: f64) -> f64 {
    p[0] * log(x / p[1])
}

fn exponential_back(p: &P, x: f64, _: f64) -> f64 {
    p[1] * exp(x / p[0])
}

fn smoothly_broken(p: &P, x: f64, _: f64) -> f64 {
    let [amplitude, middle, first, second, delta, ..] = *p;
    let ratio = x / middle;
    let power = (first - second) * delta;
    let far = log(ratio) / delta;
    // The exponential function of what is far from the break would overflow.
    if far > 30.0 {
        amplitude * pow(ratio, -second) / pow(2.0, power)
    } else if far < -30.0 {
        amplitude * pow(ratio, -first) / pow(2.0, power)
    } else if far.is_nan() {
        0.0
    } else {
        amplitude * pow(ratio, -first) * pow(f64::midpoint(1.0, exp(far)), power)
    }
}

fn voigt(p: &P, x: f64, _: f64) -> f64 {
    let [middle, amplitude, lorentz, gauss, ..] = *p;
    let root = f64::sqrt(LN_2);
    let real = faddeeva(2.0 * (x - middle) * root / gauss, lorentz * root / gauss);
    real * f64::sqrt(LN_2 * PI) / gauss * lorentz * amplitude
}

fn trapezoid(p: &P, x: f64, _: f64) -> f64 {
    let [amplitude, middle, width, slope, ..] = *p;
    let (left, right) = (middle - width / 2.0, middle + width / 2.0);
    let (first, last) = (left - amplitude / slope, right + amplitude / slope);
    if x >= first && x < left {
        slope * (x - first)
    } else if x >= left && x < right {
        amplitude
    } else if x >= right && x < last {
        slope * (last - x)
    } else {
        0.0
    }
}

/// The last parameter is that of the half of the light.
fn sersic(p: &P, ratio: f64) -> f64 {
    p[0] * exp(-p[PARAMETERS - 1] * (pow(ratio, 1.0 / p[2]) - 1.0))
}

fn king(p: &P, x: f64, _: f64) -> f64 {
    let [amplitude, core, tide, ..] = *p;
    if x >= tide || x < 0.0 {
        return 0.0;
    }
    let inverse = |radius: f64| 1.0 / f64::sqrt(square(radius) + square(core));
    amplitude * square(core) * square(inverse(x) - inverse(tide))
}

/// In erg/(s cm² Hz sr), of the frequency in Hz.
fn blackbody(p: &P, x: f64, _: f64) -> f64 {
    const PLANCK: f64 = 6.626_070_15e-34;
    const BOLTZMANN: f64 = 1.380_649e-23;
    const LIGHT: f64 = 299_792_458.0;
    let thermal = libm::expm1(PLANCK * x / (BOLTZMANN * p[0]));
    1e3 * p[1] * 2.0 * PLANCK * pow(x, 3.0) / (LIGHT * LIGHT * thermal)
}

fn gaussian(p: &P, x: f64, y: f64) -> f64 {
    let [amplitude, x_mean, y_mean, x_deviation, y_deviation, angle, ..] = *p;
    let [along, across] = rotated(x - x_mean, y - y_mean, angle);
    amplitude * exp(-0.5 * (square(along / x_deviation) + square(across / y_deviation)))
}
