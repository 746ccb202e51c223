//! `HEALPix`, HPX, with any number of facets, and its polar form, XPH (Calabretta and Roukema 2007).

use super::super::degrees::{asin, sin};
use super::plane::{NOWHERE, clamp};
use std::f64::consts::FRAC_1_SQRT_2;

/// Facets: `columns` around the equator, `rows` from pole to pole.
#[derive(Clone, Debug)]
pub(in super::super) struct Healpix {
    columns: f64,
    rows: f64,
    rows_odd: bool,
}

const TOLERANCE: f64 = 1e-12;

/// σ = √(rows · (1 − |sin|)) of a latitude, with all digits near the poles.
fn polar_distance(latitude: f64, rows: f64) -> f64 {
    f64::sqrt(2.0 * rows) * sin((90.0 - latitude.abs()) / 2.0)
}

/// The latitude in the north that has this σ.
fn polar_latitude(sigma: f64, rows: f64) -> f64 {
    90.0 - 2.0 * asin(sigma / f64::sqrt(2.0 * rows))
}

impl Healpix {
    pub(super) fn new(columns: f64, rows: f64) -> Option<Self> {
        let odd = |count: f64| libm::rint(count).rem_euclid(2.0) == 1.0;
        (columns > 0.0 && rows > 0.0).then(|| Self { columns, rows, rows_odd: odd(rows) })
    }

    /// The |y| at which the polar caps begin, and the |y| of the poles.
    fn caps(&self) -> (f64, f64) {
        (90.0 * (self.rows - 1.0) / self.columns, 90.0 * (self.rows + 1.0) / self.columns)
    }

    /// How far `x` is from the middle of its facet in a polar cap. With an even number of rows the southern facets
    /// are half a facet beside the northern ones.
    fn beside_middle(&self, x: f64, north: bool) -> f64 {
        let half = 180.0 / self.columns;
        let place = x + 180.0 + if north || self.rows_odd { 0.0 } else { half };
        place - (2.0 * libm::floor(place / (2.0 * half)) + 1.0) * half
    }

    pub(super) fn to_sky(&self, x: f64, y: f64) -> [f64; 2] {
        let (cap, pole) = self.caps();
        let height = y.abs();
        if height <= cap + TOLERANCE {
            return [x, asin(clamp(y * self.columns / (90.0 * self.rows), -1.0, 1.0))];
        }
        if height > pole + TOLERANCE {
            return NOWHERE;
        }
        let sigma = (f64::midpoint(self.rows, 1.0) - height * self.columns / 180.0).max(0.0);
        let offset = self.beside_middle(x, y > 0.0);
        let width = 180.0 / self.columns;
        let half_width = width * sigma;
        if offset.abs() > half_width + TOLERANCE {
            return NOWHERE;
        }
        let at_pole = sigma == 0.0;
        let longitude = x - offset + if at_pole { 0.0 } else { clamp(offset / sigma, -width, width) };
        [longitude, polar_latitude(sigma, self.rows).copysign(y)]
    }

    pub(super) fn to_plane(&self, longitude: f64, latitude: f64) -> [f64; 2] {
        let sine = sin(latitude);
        if sine.abs() <= (self.rows - 1.0) / self.rows {
            return [longitude, 90.0 * self.rows / self.columns * sine];
        }
        let sigma = polar_distance(latitude, self.rows);
        let offset = self.beside_middle(longitude, latitude > 0.0);
        let height = 180.0 / self.columns * (f64::midpoint(self.rows, 1.0) - sigma);
        let x = longitude + offset * (sigma - 1.0);
        // The meridian of 180° belongs to the facet west of it.
        [if x > 180.0 { 360.0 - x } else { x }, height.copysign(latitude)]
    }
}

/// `HEALPix` with the north pole in the middle: a square on its corner, cut into four.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Polar;

impl Polar {
    pub(super) fn to_sky(x: f64, y: f64) -> [f64; 2] {
        // The quarter of the plane, with ξ along the equator and η towards the north.
        let (quarter, xi, eta) = if x <= 0.0 && y > 0.0 {
            (-180.0, -x - y, x - y)
        } else if x < 0.0 && y <= 0.0 {
            (-90.0, x - y, x + y)
        } else if x >= 0.0 && y < 0.0 {
            (0.0, x + y, y - x)
        } else {
            (90.0, y - x, -x - y)
        };
        let (xi, eta) = (xi * FRAC_1_SQRT_2 + 45.0, eta * FRAC_1_SQRT_2 + 90.0);
        let height = eta.abs();
        if !(-TOLERANCE..=90.0 + TOLERANCE).contains(&xi) {
            return NOWHERE;
        }
        if height <= 45.0 {
            return [quarter + xi, asin(eta / 67.5)];
        }
        if height > 90.0 + TOLERANCE {
            return NOWHERE;
        }
        let sigma = ((90.0 - height) / 45.0).max(0.0);
        let along = if sigma == 0.0 { 45.0 } else { 45.0 + (xi - 45.0) / sigma };
        if !(-1e-7..=90.0 + 1e-7).contains(&along) {
            return NOWHERE;
        }
        [quarter + clamp(along, 0.0, 90.0), polar_latitude(sigma, 3.0).copysign(eta)]
    }

    pub(super) fn to_plane(longitude: f64, latitude: f64) -> [f64; 2] {
        let turned = (longitude + 180.0).rem_euclid(360.0);
        let psi = turned.rem_euclid(90.0);
        let sine = sin(latitude);
        let (xi, eta) = if sine.abs() <= 2.0 / 3.0 {
            (psi, 67.5 * sine)
        } else {
            let sigma = polar_distance(latitude, 3.0);
            (45.0 + (psi - 45.0) * sigma, (45.0 * (2.0 - sigma)).copysign(latitude))
        };
        let (xi, eta) = ((xi - 45.0) * FRAC_1_SQRT_2, (eta - 90.0) * FRAC_1_SQRT_2);
        match libm::floor(turned / 90.0) {
            0.0 => [-xi + eta, -xi - eta],
            1.0 => [xi + eta, -xi + eta],
            2.0 => [xi - eta, xi + eta],
            3.0 => [-xi - eta, xi - eta],
            _ => NOWHERE,
        }
    }
}
