//! Special functions of the profiles: Faddeeva's, and the median of the gamma distribution.

use std::f64::consts::{FRAC_2_SQRT_PI, LN_2};

/// The real part of Faddeeva's function w(x + iy) = exp(−z²) erfc(−iz): Gautschi's continued fraction, above the axis and
/// shifted near it (Poppe and Wijers 1990, ACM Trans. Math. Softw. 16, 38); near 0 the series of the error function.
pub(super) fn faddeeva(x: f64, y: f64) -> f64 {
    let (x, y) = (x.abs(), if y < 0.0 { -y } else { y });
    let near = (x / 6.3) * (x / 6.3) + (y / 4.4) * (y / 4.4);
    if near < 0.085_264 {
        return near_zero(x, y, near);
    }
    if !near.is_finite() {
        return if near.is_nan() { f64::NAN } else { 0.0 };
    }
    let (height, kept, terms) = if near < 1.0 {
        let rho = (1.0 - y / 4.4) * f64::sqrt(1.0 - near);
        (1.88 * rho, libm::rint(7.0 + 34.0 * rho), libm::rint(16.0 + 26.0 * rho))
    } else {
        (0.0, 0.0, libm::floor(3.0 + 1442.0 / (26.0 * f64::sqrt(near) + 77.0)))
    };
    let mut power = libm::pow(2.0 * height, kept);
    let ([mut rx, mut ry], [mut sx, mut sy]) = ([0.0; 2], [0.0; 2]);
    let mut n = terms;
    while n >= 0.0 {
        let (tx, ty) = (y + height + (n + 1.0) * rx, x - (n + 1.0) * ry);
        let part = 0.5 / (tx * tx + ty * ty);
        (rx, ry) = (part * tx, part * ty);
        if height > 0.0 && n <= kept {
            let tx = power + sx;
            (sx, sy) = (rx * tx - ry * sy, ry * tx + rx * sy);
            power /= 2.0 * height;
        }
        n -= 1.0;
    }
    if y == 0.0 {
        return libm::exp(-x * x);
    }
    FRAC_2_SQRT_PI * if height == 0.0 { rx } else { sx }
}

fn near_zero(x: f64, y: f64, near: f64) -> f64 {
    let terms = libm::rint(6.0 + 72.0 * (1.0 - 0.85 * y / 4.4) * f64::sqrt(near));
    let (square, twice) = (x * x - y * y, 2.0 * x * y);
    // ∑ (−1)ⁿ z²ⁿ⁺¹ / (n! (2n + 1)) with iz for z, from the last term on.
    let (mut sum_x, mut sum_y) = (1.0 / (2.0 * terms + 1.0), 0.0);
    let mut n = terms;
    while n > 0.0 {
        let odd = 2.0 * n - 1.0;
        (sum_x, sum_y) =
            ((sum_x * square - sum_y * twice) / n + 1.0 / odd, (sum_x * twice + sum_y * square) / n);
        n -= 1.0;
    }
    // w = exp(−z²) (1 + 2i/√π · z · ∑)
    let (real, imaginary) = (x * sum_x - y * sum_y, x * sum_y + y * sum_x);
    let (left, right) = (1.0 - FRAC_2_SQRT_PI * imaginary, FRAC_2_SQRT_PI * real);
    let (sine, cosine) = libm::sincos(twice);
    libm::exp(-square) * (left * cosine + right * sine)
}

/// Where the regularized incomplete gamma function P(a, x) is one half: Newton's method, and a series for great `a`. NaN
/// unless `a` is positive.
pub(in super::super) fn gamma_median(a: f64) -> f64 {
    if !(a > 0.0 && a.is_finite()) {
        return f64::NAN;
    }
    if a > 200.0 {
        // Ramanujan's series; the next term is below all digits.
        return a - 1.0 / 3.0 + (8.0 / 405.0 + (184.0 / 25_515.0 + 2248.0 / 3_444_525.0 / a) / a) / a;
    }
    let scale = libm::lgamma(a + 1.0);
    // The limit for small numbers; the approximation is good to a hundredth from 0.3 on.
    let mut x = if a > 0.3 { a - 1.0 / 3.0 + 0.02 / a } else { libm::exp((scale - LN_2) / a) };
    for _ in 0..60 {
        let (mut term, mut sum, mut k) = (1.0, 1.0, 1.0);
        while term > f64::EPSILON * sum * 0.1 && k < 1e5 {
            term *= x / (a + k);
            sum += term;
            k += 1.0;
        }
        // In logarithms, in which the function is nearly a line.
        let value = a * libm::log(x) - x - scale + libm::log(sum);
        let slope = a / (x * sum);
        let step = (value + LN_2) / slope;
        x = if step < x { x - step } else { x / 2.0 };
        if step.abs() <= 1e-15 * x {
            break;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::{faddeeva, gamma_median};

    #[test]
    fn special_functions_agree_with_scipy() {
        for (x, y, expected) in [
            (0.0, 0.5, 0.615_690_344_192_925_8),
            (0.3, 0.2, 0.752_894_790_136_879_3),
            (1.5, 1e-3, 0.105_720_158_703_314_2),
            (3.0, 0.1, 0.007_942_680_998_770_001),
            (5.5, 1e-6, 1.966_270_658_632_097_2e-8),
            (20.0, 3.0, 0.004_153_127_198_180_633),
            (2.0, 4.0, 0.112_139_477_902_116_09),
            (2.0, 0.0, 0.018_315_638_888_734_18),
        ] {
            let value = faddeeva(x, y);
            // Far out beside the axis the last digits of the greatest value, 1, are lost.
            assert!((value - expected).abs() < 1e-12 * expected + 1e-17, "{x} {y}: {value:e} {expected:e}");
        }
        for (a, expected) in [
            (0.05, 5.573_878_440_746_256e-7),
            (0.2, 0.020_746_339_192_824_86),
            (2.0, 1.678_346_990_016_661),
            (8.0, 7.669_249_442_500_804),
            (200.0, 199.666_765_612_465_7),
            (250.0, 249.666_745_794_436_9),
        ] {
            assert!((gamma_median(a) / expected - 1.0).abs() < 1e-12, "{a}");
        }
        assert!(faddeeva(f64::NAN, 1.0).is_nan() && faddeeva(f64::INFINITY, 1.0) == 0.0);
        assert!(gamma_median(-1.0).is_nan() && gamma_median(f64::NAN).is_nan());
    }
}
