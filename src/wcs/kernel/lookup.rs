//! The distortion of FITS that a table of an image defines ("Representations of distortions in FITS world coordinate systems",
//! Calabretta et al. 2004, §3.4: `CPDISj = 'Lookup'`), as the reference implementation evaluates it.

use super::polynomial::index;
use super::table::whole;

/// What is added to a coordinate of a pixel: interpolated between the elements of a table, beyond which the element at the edge counts.
#[derive(Clone, Debug)]
pub(in super::super) struct Lookup {
    /// The rows one after the other.
    values: Box<[f64]>,
    /// The lengths along x and y.
    lengths: [usize; 2],
    /// The element at pixel 0 and elements for each pixel, along x and y.
    along: [[f64; 2]; 2],
}

impl Lookup {
    /// `reference`: CRPIX, CRVAL and CDELT of the table. `None` if it has no elements, or no scale.
    pub(in super::super) fn new(
        values: Vec<f64>,
        lengths: [usize; 2],
        reference: [[f64; 3]; 2],
    ) -> Option<Self> {
        let along = reference.map(|[pixel, value, step]| [(1.0 - value) / step + pixel - 1.0, 1.0 / step]);
        let usable = along.as_flattened().iter().all(|number| number.is_finite());
        let [width, height] = lengths;
        let whole = !values.is_empty() && width.checked_mul(height) == Some(values.len());
        (usable && whole).then(|| Self { values: values.into(), lengths, along })
    }

    pub(super) fn at(&self, x: f64, y: f64) -> f64 {
        let [width, height] = self.lengths;
        let [column, row] = [(x, width, self.along[0]), (y, height, self.along[1])].map(place);
        let value = |x: usize, y: usize| {
            let (x, y) = (x.min(width - 1), y.min(height - 1));
            self.values.get(y * width + x).copied().unwrap_or(f64::NAN)
        };
        let line = |y: usize| value(column.0, y) * (1.0 - column.1) + value(column.0 + 1, y) * column.1;
        line(row.0) * (1.0 - row.1) + line(row.0 + 1) * row.1
    }
}

/// The element before a coordinate, and the part of the way to the next one.
fn place((pixel, length, [start, rate]): (f64, usize, [f64; 2])) -> (usize, f64) {
    let position = start + pixel * rate;
    // NaN stays.
    let inside = if position < 0.0 { 0.0 } else { position };
    let last = index(length - 1);
    let inside = if inside > last { last } else { inside };
    let before = whole(inside);
    (before, inside - index(before))
}
