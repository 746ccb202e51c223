//! World coordinates: the description of a `gwcs/wcs` and the values of its arrays go in, coordinates come out.
//!
//! The module knows no file and no YAML: the package sends the part of the tree that describes the WCS (see `message`), and
//! reads the arrays that [`Outline::needed`] lists.

mod message;

use std::collections::BTreeMap;

use wasm_bindgen::prelude::*;

use crate::error::Error;
use crate::tree::{NodeId, Tree};
use crate::wcs::{Array, Frame, Wcs, arrays};

/// The result of a call that may fail.
type Answer<T> = Result<T, JsValue>;

/// A WCS before its arrays are read.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Outline {
    tree: Tree,
    /// The nodes of the arrays by their numbers.
    needed: BTreeMap<u32, Vec<NodeId>>,
    arrays: BTreeMap<NodeId, Array>,
}

#[wasm_bindgen]
impl Outline {
    /// Reads the message.
    #[wasm_bindgen(constructor)]
    pub fn new(message: &[u32], numbers: &[f64], texts: &str) -> Answer<Self> {
        let (tree, known) = message::read(message, numbers, texts).map_err(thrown)?;
        let used = arrays(&tree, tree.root());
        let mut needed: BTreeMap<u32, Vec<NodeId>> = BTreeMap::new();
        for (node, number) in known.into_iter().filter(|(node, _)| used.contains(node)) {
            needed.entry(number).or_default().push(node);
        }
        Ok(Self { tree, needed, arrays: BTreeMap::new() })
    }

    /// The numbers of the arrays that have to be supplied.
    pub fn needed(&self) -> Vec<u32> {
        self.needed.keys().copied().collect()
    }

    /// Supplies an array.
    pub fn supply(&mut self, number: u32, shape: &[u32], values: &[f64]) {
        let shape: Vec<usize> = shape.iter().map(|length| *length as usize).collect();
        for node in self.needed.get(&number).into_iter().flatten() {
            self.arrays.insert(*node, Array { shape: shape.clone(), values: values.to_vec() });
        }
    }

    /// Compiles it, once all arrays are there.
    pub fn compile(&self) -> Answer<Coordinates> {
        Ok(Coordinates(Wcs::new(&self.tree, self.tree.root(), &self.arrays).map_err(thrown)?))
    }
}

/// A compiled WCS.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Coordinates(Wcs);

#[wasm_bindgen]
impl Coordinates {
    /// How many pixel coordinates a point has.
    #[wasm_bindgen(getter, js_name = pixelAxes)]
    pub fn pixel_axes(&self) -> usize {
        self.0.axes().0
    }

    /// How many world coordinates a point has.
    #[wasm_bindgen(getter, js_name = worldAxes)]
    pub fn world_axes(&self) -> usize {
        self.0.axes().1
    }

    /// Whether each world coordinate depends on each pixel coordinate, world coordinate by world coordinate: 1 or 0.
    pub fn dependencies(&self) -> Vec<u8> {
        self.0.dependencies().into_iter().map(u8::from).collect()
    }

    /// Whether world coordinates can be converted to pixels.
    #[wasm_bindgen(getter)]
    pub fn invertible(&self) -> bool {
        self.0.invertible()
    }

    /// World coordinates of pixels, point by point; NaN outside the bounding box if `bounded`.
    #[wasm_bindgen(js_name = toWorld)]
    pub fn world_of(&mut self, pixels: &[f64], bounded: bool) -> Vec<f64> {
        let (before, after) = self.0.axes();
        let mut world = vec![f64::NAN; pixels.len() / before.max(1) * after];
        if bounded {
            self.0.to_world(pixels, &mut world);
        } else {
            self.0.to_world_unbounded(pixels, &mut world);
        }
        world
    }

    /// Pixels of world coordinates, point by point; NaN outside the bounding box if `bounded`.
    #[wasm_bindgen(js_name = toPixels)]
    pub fn pixels_of(&mut self, world: &[f64], bounded: bool) -> Vec<f64> {
        let (before, after) = self.0.axes();
        let mut pixels = vec![f64::NAN; world.len() / after.max(1) * before];
        if bounded {
            self.0.to_pixels(world, &mut pixels);
        } else {
            self.0.to_pixels_unbounded(world, &mut pixels);
        }
        pixels
    }

    /// The frames from pixels to the world, as a list of texts: for each frame its name, kind, reference and number of
    /// axes, and for each axis its name, unit and physical type.
    pub fn frames(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for Frame { name, kind, axes, reference } in self.0.frames() {
            texts.extend([name.clone(), kind.clone(), reference.clone(), axes.len().to_string()]);
            for axis in axes {
                texts.extend([axis.name.clone(), axis.unit.clone(), axis.physical_type.clone()]);
            }
        }
        texts
    }

    /// The limits of each pixel axis, the least before the greatest; NaN without limits.
    #[wasm_bindgen(js_name = boundingBox)]
    pub fn bounding_box(&self) -> Vec<f64> {
        self.0.bounding_box().into_iter().flat_map(|limits| limits.unwrap_or([f64::NAN; 2])).collect()
    }
}

/// An error as it is thrown: `{ code, message, path? }`.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
fn thrown(error: Error) -> JsValue {
    let object = js_sys::Object::new();
    // Setting a property of a new object does not fail.
    let set = |key: &str, value: &str| js_sys::Reflect::set(&object, &key.into(), &value.into()).is_ok();
    set("code", error.kind().code());
    set("message", error.message());
    if let Some(path) = error.path() {
        set("path", path);
    }
    object.into()
}
