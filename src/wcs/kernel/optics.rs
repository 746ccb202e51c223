//! The laws of optics that spectrographs' transforms use: glasses, gratings and prisms; and the conventions of JWST's.

/// Sellmeier's coefficients of a glass.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Sellmeier {
    pub(in super::super) b: [f64; 3],
    /// In µm².
    pub(in super::super) c: [f64; 3],
}

impl Sellmeier {
    /// The refractive index at a wavelength in µm.
    pub(super) fn index(&self, wavelength: f64) -> f64 {
        let squared = wavelength * wavelength;
        let [b1, b2, b3] = self.b;
        let [c1, c2, c3] = self.c;
        let sum = 1.0 + b1 * squared / (squared - c1) + b2 * squared / (squared - c2);
        f64::sqrt(sum + b3 * squared / (squared - c3))
    }
}

/// A glass at another temperature and pressure than its coefficients are for.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Zemax {
    pub(in super::super) glass: Sellmeier,
    pub(in super::super) d: [f64; 3],
    pub(in super::super) e: [f64; 3],
    /// In °C.
    pub(in super::super) temperature: f64,
    pub(in super::super) reference_temperature: f64,
    pub(in super::super) pressure: f64,
    pub(in super::super) reference_pressure: f64,
}

impl Zemax {
    /// The index relative to the surrounding air at a wavelength in µm.
    pub(super) fn index(&self, wavelength: f64) -> f64 {
        let squared = wavelength * wavelength;
        let air = 1.0
            + (6432.8
                + 2_949_810.0 * squared / (146.0 * squared - 1.0)
                + 5540.0 * squared / (41.0 * squared - 1.0))
                * 1e-8;
        let at = |pressure: f64, temperature: f64| {
            1.0 + (air - 1.0) * pressure / (1.0 + (temperature - 15.0) * 3.4785e-3)
        };
        let observed = at(self.pressure, self.temperature);
        let reference = at(self.reference_pressure, self.reference_temperature);
        let relative_wavelength = wavelength * observed / reference;
        let relative = self.glass.index(relative_wavelength);
        let delta = self.temperature - self.reference_temperature;
        let ([d0, d1, d2], [e0, e1, pole]) = (self.d, self.e);
        let change = 0.5 * (relative * relative - 1.0) / relative
            * (d0 * delta
                + d1 * delta * delta
                + d2 * delta * delta * delta
                + (e0 * delta + e1 * delta * delta)
                    / (relative_wavelength * relative_wavelength - pole * pole));
        (relative * reference + change) / observed
    }
}

/// Direction cosines behind a surface.
pub(super) fn snell([index, alpha, beta, _]: [f64; 4]) -> [f64; 3] {
    let (alpha, beta) = (alpha / index, beta / index);
    [alpha, beta, f64::sqrt(1.0 - alpha * alpha - beta * beta)]
}

/// Direction cosines behind a grating with `lines` per unit of the wavelength times the order.
pub(super) fn grating(lines: f64, [wavelength, alpha, beta]: [f64; 3]) -> [f64; 3] {
    let alpha = alpha - lines * wavelength;
    [alpha, -beta, f64::sqrt(1.0 - alpha * alpha - beta * beta)]
}

/// A rotation about one axis, as JWST's grating wheel has it: positive angles turn the coordinates, not the vector.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Turn {
    /// 0, 1 or 2.
    pub(in super::super) axis: usize,
    pub(in super::super) sine: f64,
    pub(in super::super) cosine: f64,
}

impl Turn {
    /// The direction of a vector of length 1 after the rotation: its third coordinate is taken to be positive.
    fn apply(self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let Self { axis, sine, cosine } = self;
        let (x, y) = match axis {
            0 => (x, y * cosine + z * sine),
            1 => (x * cosine - z * sine, y),
            _ => (x * cosine + y * sine, y * cosine - x * sine),
        };
        [x, y, f64::sqrt(1.0 - x * x - y * y)]
    }
}

/// One rotation after the other.
pub(super) fn turned(turns: &[Turn], vector: [f64; 3]) -> [f64; 3] {
    turns.iter().fold(vector, |vector, turn| turn.apply(vector))
}

/// Replaces numbers for which a comparison holds; NaN stays.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Logical {
    pub(in super::super) holds: fn(&f64, &f64) -> bool,
    pub(in super::super) limit: f64,
    pub(in super::super) value: f64,
}

impl Logical {
    pub(super) fn apply(self, x: f64) -> f64 {
        if !x.is_nan() && (self.holds)(&x, &self.limit) { self.value } else { x }
    }
}

/// The prism of `NIRSpec`, whose back is a mirror.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Prism {
    pub(in super::super) glass: Zemax,
    /// Whether its temperature is far from the one that the coefficients are for.
    pub(in super::super) warm: bool,
    /// Of its angle.
    pub(in super::super) sine: f64,
    pub(in super::super) cosine: f64,
}

impl Prism {
    /// The direction of light of a wavelength in metres that comes back.
    pub(super) fn reflect(&self, [wavelength, alpha, beta, gamma]: [f64; 4]) -> [f64; 3] {
        let microns = wavelength * 1e6;
        let index = if self.warm { self.glass.index(microns) } else { self.glass.glass.index(microns) };
        let turn = Turn { axis: 1, sine: self.sine, cosine: self.cosine };
        let [x, y, z] = turn.apply(snell([index, alpha, beta, gamma]));
        let [x, y, z] = Turn { sine: -self.sine, ..turn }.apply([-x, -y, z]);
        snell([1.0 / index, x, y, z])
    }
}

/// The refractive index of a prism of this angle that leads one direction to another.
pub(super) fn prism_index(angle: f64, [alpha, beta, out]: [f64; 3]) -> f64 {
    let (sine, cosine) = libm::sincos(angle);
    let inside = (out + alpha * (1.0 - 2.0 * sine * sine)) / (2.0 * sine * cosine);
    f64::sqrt(inside * inside + alpha * alpha + beta * beta)
}

/// The slices of MIRI's spectrograph along its second angle.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Slices {
    /// The angle in the middle of the first one.
    pub(in super::super) first: f64,
    pub(in super::super) width: f64,
    pub(in super::super) channel: f64,
}

impl Slices {
    /// The number of the slice at an angle: the channel's hundred, and from 1 up in it.
    pub(super) fn at(self, angle: f64) -> f64 {
        libm::floor(self.channel * 100.0 + (angle - self.first) / self.width + 1.0 + 0.5)
    }
}
