//! Polynomials of one and two variables: powers, Chebyshev, Legendre and Hermite series.

use super::packs::{PACK, Pack};

/// What the coefficients multiply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Basis {
    /// Powers of the variable.
    Power,
    /// Chebyshev polynomials of the first kind.
    Chebyshev,
    /// Legendre polynomials.
    Legendre,
    /// The physicists' Hermite polynomials.
    Hermite,
}

/// A variable's map from its domain to the window in which the series is defined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Rescale {
    offset: f64,
    factor: f64,
}

impl Rescale {
    /// Leaves the variable as it is.
    pub(in super::super) const NONE: Self = Self { offset: 0.0, factor: 1.0 };

    pub(in super::super) fn new([from, to]: [f64; 2], [window_from, window_to]: [f64; 2]) -> Self {
        let length = to - from;
        let factor = (window_to - window_from) / length;
        Self { offset: (window_from * to - window_to * from) / length, factor }
    }

    fn apply(self, x: f64) -> f64 {
        self.offset + self.factor * x
    }
}

/// A polynomial in one variable, or in two with a row of coefficients for each degree of the first.
#[derive(Clone, Debug)]
pub(in super::super) struct Polynomial {
    basis: Basis,
    /// Row after row, each of `columns`.
    coefficients: Box<[f64]>,
    columns: usize,
    x: Rescale,
    y: Rescale,
}

impl Polynomial {
    pub(in super::super) fn of_one(basis: Basis, coefficients: &[f64], x: Rescale) -> Self {
        Self { basis, coefficients: coefficients.into(), columns: coefficients.len(), x, y: Rescale::NONE }
    }

    /// `columns` is not 0.
    pub(in super::super) fn of_two(
        basis: Basis,
        coefficients: &[f64],
        columns: usize,
        [x, y]: [Rescale; 2],
    ) -> Self {
        Self { basis, coefficients: coefficients.into(), columns, x, y }
    }

    /// This polynomial times a factor, and then a number added.
    pub(super) fn then(&self, factor: f64, add: f64) -> Self {
        let mut scaled = self.clone();
        scaled.coefficients.iter_mut().for_each(|coefficient| *coefficient *= factor);
        // The first polynomial of every basis is 1.
        scaled.coefficients.first_mut().into_iter().for_each(|first| *first += add);
        scaled
    }

    /// The coefficient of a power of the variable, for a polynomial in one.
    pub(super) fn coefficient(&self, power: usize) -> f64 {
        self.coefficients.get(power).copied().unwrap_or(0.0)
    }

    /// How many coefficients it has.
    pub(super) fn size(&self) -> usize {
        self.coefficients.len()
    }

    /// The value of a polynomial in one variable.
    pub(super) fn at(&self, x: f64) -> f64 {
        series(self.basis, self.coefficients.iter().copied(), self.x.apply(x), 0.0)
    }

    /// The values of a polynomial in two variables.
    pub(super) fn at_packs(&self, [x, y]: [&Pack; 2]) -> Pack {
        let (x, y) = (x.map(|x| self.x.apply(x)), y.map(|y| self.y.apply(y)));
        if self.basis == Basis::Power { self.powers(x, y) } else { self.recurrence(x, y) }
    }

    /// Horner's rule for several points at a time, which are independent of each other.
    // The indices are within arrays of the same length.
    #[allow(clippy::indexing_slicing)]
    fn powers(&self, x: Pack, y: Pack) -> Pack {
        let mut sum = [0.0; PACK];
        for row in self.coefficients.chunks_exact(self.columns).rev() {
            // Half of the coefficients are 0: their powers together exceed the degree.
            let used = row.iter().rposition(|coefficient| *coefficient != 0.0).map_or(0, |last| last + 1);
            let mut inner = [0.0; PACK];
            for coefficient in row.iter().take(used).rev() {
                for lane in 0..PACK {
                    inner[lane] = inner[lane] * y[lane] + coefficient;
                }
            }
            for lane in 0..PACK {
                sum[lane] = sum[lane] * x[lane] + inner[lane];
            }
        }
        // What is not finite makes the value NaN, whatever it is multiplied by.
        std::array::from_fn(|lane| sum[lane] + 0.0 * x[lane] + 0.0 * y[lane])
    }

    // The indices are within arrays of the same length.
    #[allow(clippy::indexing_slicing)]
    fn recurrence(&self, x: Pack, y: Pack) -> Pack {
        // astropy's recurrence of the Hermite polynomials of y goes on counting where the recurrence of x ended. Coefficients were
        // fitted with it.
        let count = index(self.coefficients.len() / self.columns);
        std::array::from_fn(|lane| {
            let rows = self.coefficients.chunks_exact(self.columns);
            let inner = rows.map(|row| series(self.basis, row.iter().copied(), y[lane], count));
            series(self.basis, inner, x[lane], 0.0)
        })
    }
}

/// The sum of the coefficients times the polynomials of the basis: Horner's rule, and Clenshaw's for the others. The
/// recurrence of Hermite polynomials counts from `first`.
fn series(
    basis: Basis,
    coefficients: impl DoubleEndedIterator<Item = f64> + ExactSizeIterator,
    x: f64,
    first: f64,
) -> f64 {
    if basis == Basis::Power {
        return coefficients.rev().fold(0.0, |sum, coefficient| sum * x + coefficient);
    }
    let mut degree = index(coefficients.len());
    let (mut next, mut after) = (0.0, 0.0);
    for coefficient in coefficients.rev() {
        degree -= 1.0;
        // Pₙ₊₁ = α Pₙ + β Pₙ₋₁, here with α of this degree and β of the one above it.
        let (alpha, beta) = match basis {
            Basis::Power => (x, 0.0),
            Basis::Chebyshev => (if degree == 0.0 { x } else { 2.0 * x }, -1.0),
            Basis::Legendre => ((2.0 * degree + 1.0) / (degree + 1.0) * x, -(degree + 1.0) / (degree + 2.0)),
            Basis::Hermite => (2.0 * x, -2.0 * (first + degree + 1.0)),
        };
        (next, after) = (coefficient + alpha * next + beta * after, next);
    }
    next
}

/// A count as a number; counts of coefficients are far below 2⁵³.
#[allow(clippy::cast_precision_loss)]
pub(super) fn index(count: usize) -> f64 {
    count as f64
}
