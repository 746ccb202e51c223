//! The grisms of JWST: between the place of an object in the direct image with a wavelength, and where that light is on the
//! detector. The trace of an order is a polynomial of a parameter t, from 0 at its one end to 1 at the other; its coefficients
//! may differ from place to place. One of the two ways is the inverse of the other only to the accuracy with which stdatamodels samples t.

use super::packs::PACK;
use super::polynomial::{Polynomial, index};

/// How many samples a trace has: in `NIRCam`, and in the others.
const NIRCAM_SAMPLES: usize = 40;
const OTHER_SAMPLES: usize = 10;

/// How many coefficients a function of t may have.
pub(in super::super) const COEFFICIENTS: usize = 16;

/// A function of t.
#[derive(Clone, Debug)]
pub(in super::super) enum Trace {
    /// The same at each place.
    Everywhere(Polynomial),
    /// The coefficients of the powers of t as functions of the place.
    ByPlace(Box<[Polynomial]>),
}

/// A function of t at one place.
#[derive(Clone, Copy)]
enum Local<'t> {
    Polynomial(&'t Polynomial),
    Powers([f64; COEFFICIENTS], usize),
}

impl Trace {
    fn at(&self, [x, y]: [f64; 2]) -> Local<'_> {
        match self {
            Self::Everywhere(polynomial) => Local::Polynomial(polynomial),
            Self::ByPlace(functions) => {
                let mut powers = [0.0; COEFFICIENTS];
                for (power, function) in powers.iter_mut().zip(functions) {
                    let [value, ..] = function.at_packs([&[x; PACK], &[y; PACK]]);
                    *power = value;
                }
                Local::Powers(powers, functions.len())
            }
        }
    }
}

impl Local<'_> {
    fn value(&self, t: f64) -> f64 {
        match self {
            Self::Polynomial(polynomial) => polynomial.at(t),
            Self::Powers(powers, count) => {
                powers.iter().take(*count).rev().fold(0.0, |sum, coefficient| sum * t + coefficient)
            }
        }
    }
}

/// The trace of one order.
#[derive(Clone, Debug)]
pub(in super::super) struct Order {
    pub(in super::super) number: f64,
    pub(in super::super) x: Trace,
    pub(in super::super) y: Trace,
    /// The wavelength by t; of NIRISS and MIRI on the way to the detector, t by the wavelength.
    pub(in super::super) wavelength: Trace,
}

/// A grism with a trace for each order.
#[derive(Clone, Debug)]
pub(in super::super) struct Grism {
    pub(in super::super) orders: Box<[Order]>,
    pub(in super::super) is_nircam: bool,
    /// Whether it disperses along y.
    pub(in super::super) along_y: bool,
    /// Of the angle by which the filter wheel turns the trace.
    pub(in super::super) sine: f64,
    pub(in super::super) cosine: f64,
}

impl Grism {
    fn order(&self, number: f64) -> Option<&Order> {
        let number = libm::trunc(number);
        self.orders.iter().find(|order| order.number == number)
    }

    fn samples(&self) -> usize {
        if self.is_nircam { NIRCAM_SAMPLES } else { OTHER_SAMPLES }
    }

    /// From a pixel of the detector, the place of the object and the order to the place, the wavelength and the order.
    pub(super) fn forward(&self, [x, y, x0, y0, number]: [f64; 5]) -> [f64; 4] {
        let wavelength = self.order(number).map_or(f64::NAN, |order| {
            let distance = if self.along_y { y - y0 } else { x - x0 };
            let t = self.parameter(order, [x0, y0], distance);
            order.wavelength.at([x0, y0]).value(t)
        });
        [x0, y0, wavelength, number]
    }

    /// Where the trace has this distance from the place, along the dispersion.
    fn parameter(&self, order: &Order, place: [f64; 2], distance: f64) -> f64 {
        let along = if self.along_y { &order.y } else { &order.x };
        if let Trace::Everywhere(polynomial) = along {
            // Only straight ones are inverted.
            let first = polynomial.at(0.0);
            return (distance - first) / polynomial.coefficient(1);
        }
        let (x, y) = (order.x.at(place), order.y.at(place));
        let mut samples = [[f64::NAN; 2]; NIRCAM_SAMPLES];
        let count = self.samples();
        let samples = samples.get_mut(..count).unwrap_or_default();
        for (number, sample) in samples.iter_mut().enumerate() {
            let t = index(number) / index(count - 1);
            let [dx, dy] = self.turned([x.value(t), y.value(t)]);
            *sample = [if self.along_y { dy } else { dx }, t];
        }
        sort(samples);
        interpolated(samples, distance, !self.is_nircam)
    }

    fn turned(&self, [dx, dy]: [f64; 2]) -> [f64; 2] {
        [dx * self.cosine - dy * self.sine, dx * self.sine + dy * self.cosine]
    }

    /// From a place, a wavelength and an order to a pixel of the detector, the place and the order.
    pub(super) fn backward(&self, [x, y, wavelength, number]: [f64; 4]) -> [f64; 5] {
        let order = self.order(number).filter(|_| wavelength >= 0.0);
        let [dx, dy] = order.map_or([f64::NAN; 2], |order| {
            let place = [x, y];
            let of_t = order.wavelength.at(place);
            let t = if self.is_nircam {
                sought(&order.wavelength, of_t, wavelength)
            } else {
                of_t.value(wavelength)
            };
            self.turned([order.x.at(place).value(t), order.y.at(place).value(t)])
        });
        [x + dx, y + dy, x, y, number]
    }
}

/// Sorts a few pairs by their first numbers. The standard library's sorts are as large as all of this file.
fn sort(pairs: &mut [[f64; 2]]) {
    for last in 1..pairs.len() {
        for at in (1..=last).rev() {
            match pairs.get_mut(at - 1..=at) {
                Some([before, after]) if before[0] > after[0] => std::mem::swap(before, after),
                _ => break,
            }
        }
    }
}

/// The second numbers of pairs, by the first ones, which are in order: between them along lines, and beyond them that of the
/// end, or along the last line.
fn interpolated(pairs: &[[f64; 2]], x: f64, extrapolates: bool) -> f64 {
    let ([first, .., last], false) = (pairs, x.is_nan()) else { return f64::NAN };
    if !extrapolates && x <= first[0] {
        return first[1];
    }
    if !extrapolates && x >= last[0] {
        return last[1];
    }
    let after = pairs.partition_point(|[at, _]| *at < x).clamp(1, pairs.len() - 1);
    match pairs.get(after - 1..=after) {
        Some([[from, start], [to, end]]) => start + (end - start) * (x - from) / (to - from),
        _ => f64::NAN,
    }
}

/// The t at which the wavelength of `NIRCam` is nearest to this one.
fn sought(trace: &Trace, of_t: Local<'_>, wavelength: f64) -> f64 {
    let count = NIRCAM_SAMPLES;
    let time = |number: usize| index(number) / index(count - 1);
    if matches!(trace, Trace::Everywhere(_)) {
        let pairs: [[f64; 2]; NIRCAM_SAMPLES] =
            std::array::from_fn(|number| [of_t.value(time(number)), time(number)]);
        return interpolated(&pairs, wavelength, false);
    }
    let far: [f64; NIRCAM_SAMPLES] = std::array::from_fn(|number| {
        let difference = of_t.value(time(number)) - wavelength;
        difference * difference
    });
    let nearest = (0..count).min_by(|a, b| {
        let at = |number: &usize| far.get(*number).copied().unwrap_or(f64::NAN);
        at(a).total_cmp(&at(b))
    });
    let Some(nearest) = nearest.filter(|nearest| *nearest > 0 && *nearest < count - 1) else {
        return if far.iter().any(|far| far.is_nan()) { f64::NAN } else { time(nearest.unwrap_or(0)) };
    };
    // The derivative is 0 at the minimum. stdatamodels continues the line through the sample and the one that is farther away.
    let slope = |number: usize| {
        let (before, after) = (number.saturating_sub(1), (number + 1).min(count - 1));
        match (far.get(before), far.get(after)) {
            (Some(low), Some(high)) => (high - low) / index(after - before),
            _ => f64::NAN,
        }
    };
    let middle = slope(nearest);
    if middle == 0.0 {
        return time(nearest);
    }
    let (left, right) = if middle < 0.0 { (nearest - 1, nearest) } else { (nearest, nearest + 1) };
    let (low, high) = (slope(left), slope(right));
    let rate = (high - low) / (time(right) - time(left));
    time(right) - high / rate
}
