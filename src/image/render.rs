//! Values → RGBA: limits, stretch and colour map in one step.
//!
//! With 256 colours and a stretch that never falls, the colour of a pixel depends on which of 255 levels its value
//! reaches. The caller computes these levels from its stretch once; no formula is evaluated here.

use super::{BATCH, Element, batches};
use crate::error::{Error, ErrorKind, Result};

/// Turns values into colours.
#[derive(Clone, Debug)]
pub struct Renderer {
    element: Element,
    min: f64,
    max: f64,
    /// Where, from 0 (`min`) to 1 (`max`), each colour but the first begins.
    levels: Vec<f64>,
    colours: Vec<[u8; 4]>,
    nan: [u8; 4],
    values: Vec<f64>,
}

impl Renderer {
    /// Values up to `min` get the first colour, those from `max` on the last (`min` may be the greater: colours are
    /// then reversed), NaN and masked ones `nan`. `levels` say, in ascending order, where from 0 (`min`) to 1 (`max`)
    /// each colour but the first begins; `colormap` is 256 × RGB.
    pub fn new(
        element: Element,
        (min, max): (f64, f64),
        levels: Vec<f64>,
        colormap: &[u8],
        nan: [u8; 4],
    ) -> Result<Self> {
        let (colours, []) = colormap.as_chunks::<3>() else {
            return Err(not_a_colormap(colormap));
        };
        if colours.len() != 256 {
            return Err(not_a_colormap(colormap));
        }
        let colours = colours.iter().map(|[red, green, blue]| [*red, *green, *blue, 255]).collect();
        Ok(Self { element, min, max, levels, colours, nan, values: Vec::with_capacity(BATCH) })
    }

    /// Appends four bytes to `out`, red, green, blue and alpha, for each element of the next piece.
    pub fn render(&mut self, bytes: &[u8], mask: &[u8], out: &mut Vec<u8>) {
        let mut values = std::mem::take(&mut self.values);
        for (bytes, mask) in batches(bytes, mask, self.element.size()) {
            self.element.values(bytes, &mut values);
            for (value, masked) in values.iter_mut().zip(mask) {
                if *masked != 0 {
                    *value = f64::NAN;
                }
            }
            out.extend(values.iter().flat_map(|value| self.colour(*value)));
        }
        self.values = values;
    }

    fn colour(&self, value: f64) -> [u8; 4] {
        if value.is_nan() {
            return self.nan;
        }
        let x = ((value - self.min) / (self.max - self.min)).clamp(0.0, 1.0);
        let colour = self.levels.partition_point(|level| *level <= x);
        self.colours.get(colour).copied().unwrap_or(self.nan)
    }
}

fn not_a_colormap(bytes: &[u8]) -> Error {
    let message =
        format!("the colour map has {} bytes: expected 768, 256 times red, green and blue", bytes.len());
    Error::new(ErrorKind::BadArray, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAN: [u8; 4] = [9, 8, 7, 6];

    fn gray() -> Vec<u8> {
        (0..=255u8).flat_map(|level| [level; 3]).collect()
    }

    fn evenly() -> Vec<f64> {
        (1..=255u8).map(|level| f64::from(level) / 256.0).collect()
    }

    fn render(values: &[f32], limits: (f64, f64), levels: Vec<f64>, mask: &[u8]) -> Vec<[u8; 4]> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let mut renderer = Renderer::new(Element::Float32, limits, levels, &gray(), NAN).unwrap();
        let mut out = Vec::new();
        renderer.render(&bytes, mask, &mut out);
        out.as_chunks().0.to_vec()
    }

    #[test]
    fn a_colour_begins_at_its_level() {
        let mut levels = vec![f64::NEG_INFINITY; 3];
        levels.extend([0.25, 0.25, 0.5]);
        levels.resize(255, f64::INFINITY);
        let found = render(&[-1.0, 0.0, 0.249, 0.25, 0.5, f32::INFINITY], (0.0, 1.0), levels, &[]);
        assert!(found.iter().map(|pixel| pixel[0]).eq([3, 3, 3, 5, 6, 6]));
    }

    #[test]
    fn what_is_no_number_has_its_own_colour() {
        let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 5.0, 5.0];
        let found = render(&values, (0.0, 10.0), evenly(), &[0, 0, 0, 0, 1]);
        assert_eq!(found, [NAN, [255; 4], [0, 0, 0, 255], [128, 128, 128, 255], NAN]);
    }

    #[test]
    fn limits_may_coincide_or_be_reversed_or_missing() {
        let grays =
            |limits| render(&[1.0, 2.0, 3.0], limits, evenly(), &[]).into_iter().map(|pixel| pixel[0]);
        assert!(grays((2.0, 2.0)).eq([0, 0, 255]));
        assert!(grays((3.0, 1.0)).eq([255, 128, 0]));
        assert!(grays((f64::NAN, f64::NAN)).eq([0, 0, 0]));
    }

    #[test]
    fn a_colour_map_has_256_colours() {
        for length in [0, 767, 769, 1024] {
            let refused = Renderer::new(Element::Uint8, (0.0, 1.0), evenly(), &vec![0; length], NAN);
            assert_eq!(refused.unwrap_err().kind(), ErrorKind::BadArray);
        }
    }
}
