//! The laws of optics that spectrographs' transforms use: glasses, gratings and prisms.

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

/// A glass at a temperature and a pressure other than those of its coefficients.
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
