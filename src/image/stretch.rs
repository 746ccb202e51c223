//! How values between the limits of an interval are spread over the colours: the functions of
//! `astropy.visualization`, from 0..1 to 0..1.

/// A stretch: a function from 0..1 to 0..1 that never falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// As it is.
    Linear,
    /// `asinh(x / a) / asinh(1 / a)`, a = 0.1: nearly linear for the faint, logarithmic for the bright.
    Asinh,
}

/// astropy's default, where the asinh stretch turns from linear to logarithmic.
const ASINH_A: f64 = 0.1;

impl Stretch {
    /// The stretch of that name, such as `"asinh"`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "linear" => Some(Self::Linear),
            "asinh" => Some(Self::Asinh),
            _ => None,
        }
    }

    /// The stretched `x`, both from 0 to 1.
    pub fn apply(self, x: f64) -> f64 {
        match self {
            Self::Linear => x,
            Self::Asinh => libm::asinh(x / ASINH_A) / libm::asinh(1.0 / ASINH_A),
        }
    }

    /// The least `x` whose stretched value reaches `level`, itself from 0 to 1.
    ///
    /// Found by bisection over the floats of 0..=1, whose bits stand in their order: no stretch needs an inverse.
    pub(super) fn reaches(self, level: f64) -> f64 {
        let (mut low, mut high) = (0.0f64.to_bits(), 1.0f64.to_bits());
        while low < high {
            let middle = low.midpoint(high);
            if self.apply(f64::from_bits(middle)) < level {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        f64::from_bits(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asinh_is_that_of_astropy() {
        // astropy.visualization.AsinhStretch()(x), astropy 8.0
        let table = [
            (0.0, 0.0),
            (1e-6, 3.335_309_003_234_57e-6),
            (0.003_906_25, 0.013_025_239_735_316_4),
            (0.01, 0.033_297_750_218_770_7),
            (0.1, 0.293_965_326_004_842_4),
            (0.25, 0.549_402_487_299_148_4),
            (0.5, 0.771_269_641_920_037_1),
            (0.75, 0.904_690_995_349_352_9),
            (0.999, 0.999_667_959_947_229_7),
            (1.0, 1.0),
        ];
        for (x, stretched) in table {
            assert!((Stretch::Asinh.apply(x) - stretched).abs() < 1e-15, "{x}: {}", Stretch::Asinh.apply(x));
        }
    }

    #[test]
    fn a_level_is_reached_where_it_is_said_to_be() {
        for stretch in [Stretch::Linear, Stretch::Asinh] {
            for level in (1..=256).map(|level| f64::from(level) / 256.0) {
                let x = stretch.reaches(level);
                assert!(
                    stretch.apply(x) >= level && stretch.apply(x.next_down()) < level,
                    "{stretch:?} {level}"
                );
            }
        }
    }

    #[test]
    fn names_are_known() {
        assert_eq!(Stretch::named("asinh"), Some(Stretch::Asinh));
        assert_eq!(Stretch::named("linear"), Some(Stretch::Linear));
        assert_eq!(Stretch::named("Linear"), None);
    }
}
