//! Functions of one and two numbers by their names in numpy.

use std::f64::consts::LN_2;

/// A function of one number.
pub(in super::super) type Unary = fn(f64) -> f64;

/// A function of two numbers. Arithmetic is told apart: instructions do it for several points at a time.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Other(fn(f64, f64) -> f64),
}

/// The function of one number that numpy calls `name`.
pub(in super::super) fn unary(name: &str) -> Option<Unary> {
    Some(match name {
        "absolute" | "fabs" => f64::abs,
        "arccos" => libm::acos,
        "arccosh" => libm::acosh,
        "arcsin" => libm::asin,
        "arcsinh" => libm::asinh,
        "arctan" => libm::atan,
        "arctanh" => libm::atanh,
        "cbrt" => libm::cbrt,
        "cos" => libm::cos,
        "cosh" => libm::cosh,
        "deg2rad" | "radians" => f64::to_radians,
        "exp" => libm::exp,
        "exp2" => libm::exp2,
        "expm1" => libm::expm1,
        "log" => libm::log,
        "log10" => libm::log10,
        "log1p" => libm::log1p,
        "log2" => libm::log2,
        "negative" => |x| -x,
        "positive" => |x| x,
        "rad2deg" | "degrees" => f64::to_degrees,
        "reciprocal" => |x| 1.0 / x,
        "rint" => libm::rint,
        "sin" => libm::sin,
        "sinh" => libm::sinh,
        "sqrt" => f64::sqrt,
        "square" => |x| x * x,
        "tan" => libm::tan,
        "tanh" => libm::tanh,
        _ => return None,
    })
}

/// The function of two numbers that numpy calls `name`.
pub(in super::super) fn binary(name: &str) -> Option<Binary> {
    let other: fn(f64, f64) -> f64 = match name {
        "add" => return Some(Binary::Add),
        "subtract" => return Some(Binary::Subtract),
        "multiply" => return Some(Binary::Multiply),
        "divide" | "true_divide" => return Some(Binary::Divide),
        "power" | "float_power" => libm::pow,
        "arctan2" => libm::atan2,
        "hypot" => libm::hypot,
        "fmod" => |x, y| x % y,
        "mod" | "remainder" => remainder,
        "floor_divide" => floor_divide,
        "logaddexp" => |x, y| add_exponentials(x, y, 1.0),
        "logaddexp2" => |x, y| add_exponentials(x, y, LN_2),
        _ => return None,
    };
    Some(Binary::Other(other))
}

/// Python's remainder: the sign of the divisor.
pub(super) fn remainder(x: f64, y: f64) -> f64 {
    let rest = x % y;
    if rest != 0.0 && (rest < 0.0) != (y < 0.0) {
        rest + y
    } else if rest == 0.0 {
        rest.copysign(y)
    } else {
        rest
    }
}

/// Python's `//`.
pub(super) fn floor_divide(x: f64, y: f64) -> f64 {
    if y == 0.0 {
        return x / y;
    }
    let quotient = (x - remainder(x, y)) / y;
    let floor = libm::floor(quotient);
    if quotient - floor > 0.5 { floor + 1.0 } else { floor }
}

/// log(eˣ + eʸ) in a base whose natural logarithm is `base`.
fn add_exponentials(x: f64, y: f64, base: f64) -> f64 {
    if x == y {
        return x + LN_2 / base;
    }
    x.max(y) + libm::log1p(libm::exp(-(x - y).abs() * base)) / base
}
