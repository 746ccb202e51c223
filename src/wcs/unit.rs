//! Units as transforms need them: the names of astropy, the VO and FITS, with products, quotients and powers.

use crate::error::{Error, ErrorKind, Result};

/// The base units in the order of a [`Unit`]'s dimensions. An angle and a pixel are dimensions here.
const BASES: usize = 9;

/// A unit: a factor, and powers of metre, second, kilogram, degree, pixel, kelvin, ampere, count and magnitude.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    scale: f64,
    powers: [i8; BASES],
}

const NONE: [i8; BASES] = [0; BASES];
const METRE: [i8; BASES] = [1, 0, 0, 0, 0, 0, 0, 0, 0];
const SECOND: [i8; BASES] = [0, 1, 0, 0, 0, 0, 0, 0, 0];
const HERTZ: [i8; BASES] = [0, -1, 0, 0, 0, 0, 0, 0, 0];
const GRAM: [i8; BASES] = [0, 0, 1, 0, 0, 0, 0, 0, 0];
const DEGREE: [i8; BASES] = [0, 0, 0, 1, 0, 0, 0, 0, 0];
const PIXEL: [i8; BASES] = [0, 0, 0, 0, 1, 0, 0, 0, 0];
const KELVIN: [i8; BASES] = [0, 0, 0, 0, 0, 1, 0, 0, 0];
const COUNT: [i8; BASES] = [0, 0, 0, 0, 0, 0, 0, 1, 0];
const JOULE: [i8; BASES] = [2, -2, 1, 0, 0, 0, 0, 0, 0];

/// Units that take no prefix.
const PLAIN: &[(&str, f64, [i8; BASES])] = &[
    ("deg", 1.0, DEGREE),
    ("degree", 1.0, DEGREE),
    ("arcmin", 1.0 / 60.0, DEGREE),
    ("arcminute", 1.0 / 60.0, DEGREE),
    ("arcsec", 1.0 / 3600.0, DEGREE),
    ("arcsecond", 1.0 / 3600.0, DEGREE),
    ("mas", 1.0 / 3_600_000.0, DEGREE),
    ("uas", 1.0 / 3_600_000_000.0, DEGREE),
    ("hourangle", 15.0, DEGREE),
    ("pix", 1.0, PIXEL),
    ("pixel", 1.0, PIXEL),
    ("min", 60.0, SECOND),
    ("minute", 60.0, SECOND),
    ("h", 3600.0, SECOND),
    ("hr", 3600.0, SECOND),
    ("hour", 3600.0, SECOND),
    ("d", 86400.0, SECOND),
    ("day", 86400.0, SECOND),
    ("yr", 31_557_600.0, SECOND),
    ("year", 31_557_600.0, SECOND),
    ("micron", 1e-6, METRE),
    ("Angstrom", 1e-10, METRE),
    ("angstrom", 1e-10, METRE),
    ("AA", 1e-10, METRE),
    ("percent", 0.01, NONE),
    ("ct", 1.0, COUNT),
    ("count", 1.0, COUNT),
    ("mag", 1.0, [0, 0, 0, 0, 0, 0, 0, 0, 1]),
    ("erg", 1e-7, JOULE),
];

/// Units that take a prefix.
const PREFIXED: &[(&str, f64, [i8; BASES])] = &[
    ("m", 1.0, METRE),
    ("s", 1.0, SECOND),
    ("g", 1e-3, GRAM),
    ("rad", 180.0 / std::f64::consts::PI, DEGREE),
    ("Hz", 1.0, HERTZ),
    ("K", 1.0, KELVIN),
    ("A", 1.0, [0, 0, 0, 0, 0, 0, 1, 0, 0]),
    ("J", 1.0, JOULE),
    ("eV", 1.602_176_634e-19, JOULE),
    ("W", 1.0, [2, -3, 1, 0, 0, 0, 0, 0, 0]),
    ("Jy", 1e-26, [0, -2, 1, 0, 0, 0, 0, 0, 0]),
    ("Pa", 1.0, [-1, -2, 1, 0, 0, 0, 0, 0, 0]),
];

const PREFIXES: &[(&str, f64)] = &[
    ("", 1.0),
    ("k", 1e3),
    ("c", 1e-2),
    ("m", 1e-3),
    ("u", 1e-6),
    ("n", 1e-9),
    ("p", 1e-12),
    ("M", 1e6),
    ("G", 1e9),
    ("T", 1e12),
];

impl Unit {
    /// A degree of arc.
    pub(super) const DEGREE: Self = Self { scale: 1.0, powers: DEGREE };
    /// No unit at all.
    pub(super) const ONE: Self = Self { scale: 1.0, powers: NONE };

    /// Reads text such as `arcsec / pix`, `um`, `1 / m`, `km.s**-1`.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let unknown =
            || Error::new(ErrorKind::UnsupportedTransform, format!("the unit '{text}' is not known"));
        let mut unit = Self::ONE;
        let mut dividing = false;
        let mut spaced = String::new();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '*' if letters.next_if_eq(&'*').is_some() => spaced.push('^'),
                '/' => spaced.extend([' ', '/', ' ']),
                '*' | '.' | '(' | ')' => spaced.push(' '),
                _ => spaced.push(letter),
            }
        }
        for word in spaced.split_whitespace() {
            if word == "/" {
                dividing = true;
                continue;
            }
            let factor = Self::factor(word).ok_or_else(unknown)?;
            unit = if dividing { unit.over(factor) } else { unit.times(factor) };
        }
        Ok(unit)
    }

    /// A name with an optional power, or the number 1.
    fn factor(word: &str) -> Option<Self> {
        if word == "1" {
            return Some(Self::ONE);
        }
        let end = word.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(word.len());
        let (name, power) = word.split_at_checked(end)?;
        let power = power.trim_start_matches('^');
        let power: i8 = if power.is_empty() { 1 } else { power.parse().ok()? };
        let unit = Self::named(name)?;
        let mut powers = unit.powers;
        for value in &mut powers {
            *value = value.checked_mul(power)?;
        }
        Some(Self { scale: libm::pow(unit.scale, f64::from(power)), powers })
    }

    fn named(name: &str) -> Option<Self> {
        if let Some((_, scale, powers)) = PLAIN.iter().find(|(plain, ..)| *plain == name) {
            return Some(Self { scale: *scale, powers: *powers });
        }
        PREFIXES.iter().find_map(|(prefix, factor)| {
            let rest = name.strip_prefix(prefix)?;
            let (_, scale, powers) = PREFIXED.iter().find(|(base, ..)| *base == rest)?;
            Some(Self { scale: factor * scale, powers: *powers })
        })
    }

    /// So many of it as one unit.
    pub(super) fn scaled(self, factor: f64) -> Self {
        Self { scale: self.scale * factor, ..self }
    }

    pub(super) fn times(self, other: Self) -> Self {
        let mut powers = self.powers;
        powers.iter_mut().zip(other.powers).for_each(|(power, other)| *power = power.saturating_add(other));
        Self { scale: self.scale * other.scale, powers }
    }

    pub(super) fn over(self, other: Self) -> Self {
        let mut powers = self.powers;
        powers.iter_mut().zip(other.powers).for_each(|(power, other)| *power = power.saturating_sub(other));
        Self { scale: self.scale / other.scale, powers }
    }

    /// What a value in this unit is multiplied by to be in `other`; `None` where they measure different things.
    pub(super) fn to(self, other: Self) -> Option<f64> {
        (self.powers == other.powers).then_some(self.scale / other.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::Unit;

    #[test]
    fn units_of_real_files_convert() {
        for (from, to, factor) in [
            ("arcsec", "deg", 1.0 / 3600.0),
            ("arcsec / pix", "deg/pixel", 1.0 / 3600.0),
            ("arcsec pix-1", "deg.pix**-1", 1.0 / 3600.0),
            ("rad", "deg", 57.295_779_513_082_32),
            ("um", "m", 1e-6),
            ("1 / m", "nm-1", 1e-9),
            ("km s^-1", "m/s", 1e3),
            ("", "1", 1.0),
        ] {
            let converted = Unit::parse(from).unwrap().to(Unit::parse(to).unwrap()).unwrap();
            assert!((converted / factor - 1.0).abs() < 1e-15, "{from} to {to}: {converted}");
        }
        assert!(Unit::parse("deg").unwrap().to(Unit::parse("pix").unwrap()).is_none());
        assert!(Unit::parse("furlong").is_err());
    }
}
