//! Celestial reference systems: conversions of directions between them, and how directions are written.

use super::kernel::{Rotation, direction, positive, vector};

/// A celestial reference system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sky {
    /// The International Celestial Reference System.
    Icrs,
    /// FK5 at the equinox J2000.
    Fk5,
    /// Galactic coordinates.
    Galactic,
    /// The mean ecliptic and equinox of J2000.
    Ecliptic,
}

/// From ICRS to FK5 J2000 (Mignard and Froeschlé 2000, A&A 354, 732).
const FK5: Rotation = Rotation([
    [0.999_999_999_999_992_1, -1.110_223_329_740_832_7e-7, -4.411_804_498_096_771e-8],
    [1.110_223_372_305_003_5e-7, 0.999_999_999_999_988_9, 9.647_792_246_010_129e-8],
    [4.411_803_426_976_326e-8, -9.647_792_751_958_126e-8, 0.999_999_999_999_994_3],
]);

/// From FK5 J2000 to galactic coordinates.
const GALACTIC: Rotation = Rotation([
    [-0.054_875_539_395_714_525, -0.873_437_104_727_433_2, -0.483_834_991_770_322_4],
    [0.494_109_453_623_363_45, -0.444_829_594_298_816_63, 0.746_982_248_702_05],
    [-0.867_666_135_685_869_4, -0.198_076_389_610_949_9, 0.455_983_794_517_569_2],
]);

/// From ICRS to the mean ecliptic of J2000 (IAU 2006).
const ECLIPTIC: Rotation = Rotation([
    [0.999_999_999_999_994_1, -7.078_368_960_971_556e-8, 8.056_213_977_613_186e-8],
    [3.289_700_407_741_964_6e-8, 0.917_482_129_914_958_4, 0.397_776_999_444_047_93],
    [-1.020_704_472_548_435_5e-7, -0.397_776_999_444_043_04, 0.917_482_129_914_955_6],
]);

impl Sky {
    /// The rotation from ICRS.
    fn rotation(self) -> Rotation {
        match self {
            Self::Icrs => Rotation::NONE,
            Self::Fk5 => FK5,
            Self::Galactic => FK5.then(GALACTIC),
            Self::Ecliptic => ECLIPTIC,
        }
    }

    /// A direction of this system in another one, in degrees; its longitude is from 0 up.
    pub fn convert(self, to: Self, longitude: f64, latitude: f64) -> [f64; 2] {
        if self == to {
            return [longitude, latitude];
        }
        let icrs = self.rotation().inverse().apply(vector(longitude, latitude));
        let [longitude, latitude] = direction(to.rotation().apply(icrs));
        [positive(longitude), latitude]
    }
}

/// An angle in sexagesimal notation with `decimals` digits of the last part: `12:34:56.7`, or `-05:00:00.0` with a sign
/// where `signed`. Hours are degrees divided by 15; the caller does that. Seconds that round up to 60 are carried.
pub fn sexagesimal(value: f64, decimals: usize, signed: bool) -> String {
    if !value.is_finite() {
        return String::from("—");
    }
    let decimals = decimals.min(9);
    let unit = (0..decimals).fold(1.0, |unit: f64, _| unit * 10.0);
    let total = libm::rint(value.abs() * 3600.0 * unit);
    let sign = if value < 0.0 && total > 0.0 {
        "-"
    } else if signed {
        "+"
    } else {
        ""
    };
    let seconds = libm::floor(total / unit);
    let fraction = total - seconds * unit;
    let (minutes, seconds) = (libm::floor(seconds / 60.0), seconds % 60.0);
    let (whole, minutes) = (libm::floor(minutes / 60.0), minutes % 60.0);
    let text = format!("{sign}{whole:02}:{minutes:02}:{seconds:02}");
    if decimals == 0 { text } else { format!("{text}.{fraction:0decimals$}") }
}

#[cfg(test)]
mod tests {
    use super::{Sky, sexagesimal};

    #[test]
    fn systems_agree_with_astropy() {
        let near = |actual: [f64; 2], expected: [f64; 2]| {
            for (actual, expected) in actual.iter().zip(expected) {
                assert!((actual - expected).abs() < 1e-11, "{actual} is not {expected}");
            }
        };
        // SkyCoord(10, 20, unit="deg") of astropy 8.0.2.
        near(Sky::Icrs.convert(Sky::Ecliptic, 10.0, 20.0), [17.160_129_300_277_287, 14.411_817_173_969_595]);
        for system in [Sky::Icrs, Sky::Fk5, Sky::Galactic, Sky::Ecliptic] {
            for (longitude, latitude) in [(10.0, 20.0), (359.9, -89.0), (180.0, 0.0), (266.4, -28.9)] {
                let [there_longitude, there_latitude] = Sky::Icrs.convert(system, longitude, latitude);
                near(system.convert(Sky::Icrs, there_longitude, there_latitude), [longitude, latitude]);
            }
        }
    }

    #[test]
    fn sexagesimal_rounds_and_carries() {
        assert_eq!(sexagesimal(12.5, 1, false), "12:30:00.0");
        assert_eq!(sexagesimal(-0.001, 2, true), "-00:00:03.60");
        assert_eq!(sexagesimal(59.999_999_99, 2, true), "+60:00:00.00");
        assert_eq!(sexagesimal(-1e-9, 2, true), "+00:00:00.00");
        assert_eq!(sexagesimal(1.0 / 3600.0, 0, false), "00:00:01");
        assert_eq!(sexagesimal(f64::NAN, 2, true), "—");
    }
}
