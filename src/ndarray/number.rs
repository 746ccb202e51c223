//! Numbers of the tree as elements: complex numbers, and rounding to narrower floats.

use crate::tree::{self, NodeId, Tree};

/// The complex number at a node tagged so.
pub(super) fn complex(tree: &Tree, node: NodeId) -> Option<(f64, f64)> {
    let tagged = tree.node(node).tag().is_some_and(|tag| tree::is(tag, "core/complex"));
    if tagged { tree::complex(tree.text(node)?) } else { None }
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to the nearest float32 is what is wanted")]
pub(super) fn narrow32(value: f64) -> f32 {
    value as f32
}

/// The bits of the nearest float16, ties to even.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the values are in range where they are cast"
)]
pub(super) fn narrow16(value: f64) -> u16 {
    let sign = ((value.to_bits() >> 48) & 0x8000) as u16;
    let magnitude = value.abs();
    if value.is_nan() {
        return sign | 0x7e00;
    }
    // Half of the step above the largest finite value rounds up to infinity.
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    // In units of the step at this magnitude, rounding to a whole number is rounding to float16.
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    let steps = libm::rint(libm::ldexp(magnitude, 10 - exponent)) as u16;
    sign | (((exponent + 14) as u16) << 10).wrapping_add(steps)
}

#[cfg(test)]
mod tests {
    use super::narrow16;

    #[test]
    fn float16_rounds_to_even() {
        for (value, bits) in [
            (0.0, 0),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65504.0, 0x7bff),
            (65519.9, 0x7bff),
            (65520.0, 0x7c00),
            (f64::INFINITY, 0x7c00),
            (1.0 + 1.0 / 2048.0, 0x3c00),
            (1.0 + 3.0 / 2048.0, 0x3c02),
            (2047.0 / 1024.0 + 1.0 / 2048.0, 0x4000),
            (5.960_464_477_539_063e-8, 1),
            (2.9e-8, 0),
            (3.1e-8, 1),
            (6.103_515_625e-5, 0x0400),
            (6.097_555_160_522_461e-5, 0x03ff),
            (0.1, 0x2e66),
        ] {
            assert_eq!(narrow16(value), bits, "{value}");
        }
        assert_eq!(narrow16(f64::NAN) & 0x7e00, 0x7e00);
    }
}
