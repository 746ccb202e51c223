//! World coordinates: the text of a `gwcs/wcs` and the values of its arrays go in, coordinates come out.
//!
//! The module knows no file. The package writes the part of the tree that describes the WCS as YAML, with
//! `!core/ndarray {source: n}` in place of the n-th array, and reads the arrays that [`Outline::needed`] lists.

use std::collections::BTreeMap;

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::boundary::{Answer, plain, thrown};
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::tree::{NodeId, Tree};
use crate::wcs::{Array, Frame, Sky, Wcs, arrays, sexagesimal};

/// A WCS before its arrays are read.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Outline {
    tree: Tree,
    /// The nodes of the arrays by the numbers that the text gives them.
    needed: BTreeMap<u32, Vec<NodeId>>,
    arrays: BTreeMap<NodeId, Array>,
}

#[wasm_bindgen]
impl Outline {
    /// Reads the text; its lines are YAML 1.1 with full tags.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Answer<Self> {
        let tree = Tree::parse(text.as_bytes(), 0, &Limits::default(), &mut Vec::new()).map_err(thrown)?;
        let mut needed: BTreeMap<u32, Vec<NodeId>> = BTreeMap::new();
        for node in arrays(&tree, tree.root()) {
            let number = tree.get(node, "source").and_then(|source| tree.integer(source));
            let number = number.and_then(|number| u32::try_from(number).ok()).ok_or_else(|| {
                thrown(Error::new(ErrorKind::BadArray, "an array has no number").on_path(tree.path_of(node)))
            })?;
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

    /// Whether there is a way back.
    #[wasm_bindgen(getter)]
    pub fn invertible(&self) -> bool {
        self.0.invertible()
    }

    /// World coordinates of pixels, point by point.
    #[wasm_bindgen(js_name = toWorld)]
    pub fn to_world(&mut self, pixels: &[f64]) -> Vec<f64> {
        let (before, after) = self.0.axes();
        let mut world = vec![f64::NAN; pixels.len() / before.max(1) * after];
        self.0.to_world(pixels, &mut world);
        world
    }

    /// Pixels of world coordinates, point by point.
    #[wasm_bindgen(js_name = toPixels)]
    pub fn to_pixels(&mut self, world: &[f64]) -> Vec<f64> {
        let (before, after) = self.0.axes();
        let mut pixels = vec![f64::NAN; world.len() / after.max(1) * before];
        self.0.to_pixels(world, &mut pixels);
        pixels
    }

    /// The frames from pixels to the world: `[{ name, kind, axes: [{ name, unit, physicalType }], reference }]`.
    pub fn frames(&self) -> Answer<JsValue> {
        plain(&self.0.frames().iter().map(PlainFrame::of).collect::<Vec<_>>())
    }

    /// The limits of each pixel axis, `[least, greatest]` or null.
    #[wasm_bindgen(js_name = boundingBox)]
    pub fn bounding_box(&self) -> Answer<JsValue> {
        plain(&self.0.bounding_box())
    }
}

#[derive(Serialize)]
struct PlainFrame<'f> {
    name: &'f str,
    kind: &'f str,
    axes: Vec<PlainAxis<'f>>,
    reference: &'f str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlainAxis<'f> {
    name: &'f str,
    unit: &'f str,
    physical_type: &'f str,
}

impl<'f> PlainFrame<'f> {
    fn of(frame: &'f Frame) -> Self {
        let axis = |axis: &'f crate::wcs::Axis| PlainAxis {
            name: &axis.name,
            unit: &axis.unit,
            physical_type: &axis.physical_type,
        };
        Self {
            name: &frame.name,
            kind: &frame.kind,
            axes: frame.axes.iter().map(axis).collect(),
            reference: &frame.reference,
        }
    }
}

/// The reference system of that name.
fn system(name: &str) -> Option<Sky> {
    Frame { reference: name.to_owned(), ..Frame::default() }.sky()
}

/// Directions of one reference system in another, pair by pair: `icrs`, `fk5`, `galactic`, `barycentricmeanecliptic`.
#[wasm_bindgen(js_name = convertSky)]
#[expect(unreachable_pub, reason = "wasm-bindgen wants functions so")]
pub fn convert_sky(from: &str, to: &str, directions: &[f64]) -> Answer<Vec<f64>> {
    let known = |name: &str| {
        let message = || format!("the reference system '{name}' is not one that can be converted");
        system(name).ok_or_else(|| thrown(Error::new(ErrorKind::NotFound, message())))
    };
    let (from, to) = (known(from)?, known(to)?);
    let pairs = directions.as_chunks::<2>().0;
    Ok(pairs.iter().flat_map(|[longitude, latitude]| from.convert(to, *longitude, *latitude)).collect())
}

/// An angle in sexagesimal notation.
#[wasm_bindgen(js_name = sexagesimal)]
#[expect(unreachable_pub, reason = "wasm-bindgen wants functions so")]
pub fn sexagesimal_text(value: f64, decimals: usize, signed: bool) -> String {
    sexagesimal(value, decimals, signed)
}
