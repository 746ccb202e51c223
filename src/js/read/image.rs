//! `asdf-wasm/image`: the operations of [`crate::image`], given an array in pieces.

use js_sys::{TypeError, Uint8Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::image::{self, Element};
use crate::js::boundary::{Answer, plain, thrown};

/// Gathers statistics of an array.
#[wasm_bindgen]
pub struct Statistics(image::Statistics);

#[derive(Serialize)]
struct Summary {
    min: f64,
    max: f64,
    mean: f64,
    std: f64,
    count: u64,
    nan: u64,
    size: u64,
}

#[wasm_bindgen]
impl Statistics {
    /// For an array of that type, such as `"float32"`.
    #[wasm_bindgen(constructor)]
    pub fn new(element: &str) -> Answer<Statistics> {
        Ok(Self(image::Statistics::new(Element::named(element).map_err(thrown)?)))
    }

    /// Takes the next piece; an empty `mask` masks nothing.
    pub fn add(&mut self, bytes: &[u8], mask: &[u8]) {
        self.0.add(bytes, mask);
    }

    /// What was found, as a plain object.
    #[wasm_bindgen(unchecked_return_type = "Summary")]
    pub fn summary(&self) -> Answer<JsValue> {
        let image::Summary { min, max, mean, std, count, nan, size } = self.0.summary();
        plain(&Summary { min, max, mean, std, count, nan, size })
    }
}

/// Finds exact percentiles of an array in several passes.
#[wasm_bindgen]
pub struct Percentiles(image::Percentiles);

#[wasm_bindgen]
impl Percentiles {
    /// For an array of that type; `percentiles` from 0 to 100.
    #[wasm_bindgen(constructor)]
    pub fn new(element: &str, percentiles: &[f64]) -> Answer<Percentiles> {
        Ok(Self(image::Percentiles::new(Element::named(element).map_err(thrown)?, percentiles)))
    }

    /// Takes the next piece; an empty `mask` masks nothing.
    pub fn add(&mut self, bytes: &[u8], mask: &[u8]) {
        self.0.add(bytes, mask);
    }

    /// Ends a pass; true: the whole array has to be passed in again.
    #[wasm_bindgen(js_name = nextPass)]
    pub fn next_pass(&mut self) -> bool {
        self.0.next_pass()
    }

    /// The percentiles, in the order asked for.
    pub fn values(&self) -> Vec<f64> {
        self.0.values()
    }
}

/// Turns values into colours.
#[wasm_bindgen]
pub struct Renderer {
    renderer: image::Renderer,
    pixels: Vec<u8>,
}

#[wasm_bindgen]
impl Renderer {
    /// For an array of that type. `levels` are 255 numbers, `colormap` is 256 × RGB, `nan` one RGBA.
    #[wasm_bindgen(constructor)]
    pub fn new(
        element: &str,
        min: f64,
        max: f64,
        levels: Vec<f64>,
        colormap: &[u8],
        nan: &[u8],
    ) -> Answer<Renderer> {
        let element = Element::named(element).map_err(thrown)?;
        let nan = nan
            .try_into()
            .map_err(|_| TypeError::new("the colour of NaN is not [red, green, blue, alpha]"))?;
        let renderer = image::Renderer::new(element, (min, max), levels, colormap, nan).map_err(thrown)?;
        Ok(Self { renderer, pixels: Vec::new() })
    }

    /// Writes the RGBA of the next piece into `output`, whose length must be four times the number of elements.
    pub fn render(&mut self, bytes: &[u8], mask: &[u8], output: &Uint8Array) {
        self.pixels.clear();
        self.renderer.render(bytes, mask, &mut self.pixels);
        output.copy_from(&self.pixels);
    }
}
