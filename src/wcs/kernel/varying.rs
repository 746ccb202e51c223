//! A celestial transform whose parameters change from one index to the next, such as from exposure to exposure.

use super::super::projection::Projection;
use super::sphere::{Rotation, direction, positive, vector};
use super::table::whole;

/// The parameters at one index.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Pointing {
    /// The reference pixel.
    pub(in super::super) pixel: [f64; 2],
    /// The matrix by rows, and its inverse.
    pub(in super::super) matrix: [[f64; 2]; 2],
    pub(in super::super) inverse: [[f64; 2]; 2],
    /// From native to celestial coordinates.
    pub(in super::super) rotation: Rotation,
}

/// Parameters for each index of a box, its last axis fastest.
#[derive(Clone, Debug)]
pub(in super::super) struct Varying {
    pub(in super::super) lengths: Box<[f64]>,
    pub(in super::super) pointings: Box<[Pointing]>,
    /// Degrees of the plane for each unit that the matrix gives.
    pub(in super::super) scale: [f64; 2],
    pub(in super::super) projection: Projection,
}

fn multiply([[a, b], [c, d]]: [[f64; 2]; 2], [x, y]: [f64; 2]) -> [f64; 2] {
    [a * x + b * y, c * x + d * y]
}

impl Varying {
    /// The parameters at indices, which are rounded; none outside the box.
    pub(super) fn at(&self, indices: impl Iterator<Item = f64>) -> Option<&Pointing> {
        let mut position = 0.0;
        for (index, length) in indices.zip(&self.lengths) {
            let index = libm::rint(index);
            if !(index >= 0.0 && index < *length) {
                return None;
            }
            position = position * length + index;
        }
        self.pointings.get(whole(position))
    }

    pub(super) fn to_sky(&self, pointing: &Pointing, [x, y]: [f64; 2]) -> [f64; 2] {
        let ([pixel_x, pixel_y], [scale_x, scale_y]) = (pointing.pixel, self.scale);
        let [x, y] = multiply(pointing.matrix, [x - pixel_x, y - pixel_y]);
        let [longitude, latitude] = self.projection.to_sky(x * scale_x, y * scale_y);
        let [longitude, latitude] = direction(pointing.rotation.apply(vector(longitude, latitude)));
        [positive(longitude), latitude]
    }

    pub(super) fn to_pixel(&self, pointing: &Pointing, [longitude, latitude]: [f64; 2]) -> [f64; 2] {
        let ([pixel_x, pixel_y], [scale_x, scale_y]) = (pointing.pixel, self.scale);
        let native = pointing.rotation.inverse().apply(vector(longitude, latitude));
        let [longitude, latitude] = direction(native);
        let [x, y] = self.projection.to_plane(longitude, latitude);
        let [x, y] = multiply(pointing.inverse, [x / scale_x, y / scale_y]);
        [x + pixel_x, y + pixel_y]
    }
}
