//! A pipeline from pixels to the world and back.

use super::compile::{Array, Bounds, Compiler};
use super::frame::Frame;
use super::kernel::{Binary, Kernel, LANES};
use super::model::{Kind, Model, ModelId};
use super::program::{Emitter, Program, Value};
use super::solve::Search;
use super::unit::Unit;
use crate::error::{Error, ErrorKind, Result};
use crate::tree::Value::Null;
use crate::tree::{NodeId, Tree};
use std::collections::BTreeMap;
use std::sync::Arc;

/// World coordinates of an array: transforms between its pixels and the world.
///
/// Pixel coordinates begin at 0 in the middle of the first pixel, and are in the order of the pipeline's inputs, which is
/// Fortran's: `x` is along the last axis of the array.
#[derive(Clone, Debug)]
pub struct Wcs {
    frames: Vec<Frame>,
    forward: Program,
    /// The same without the bounding box, if there is one.
    unbounded: Option<Program>,
    backward: Option<Backward>,
    bounds: Option<Bounds>,
}

/// The way back: a program, then a search where transforms have no inverse, then a check.
#[derive(Clone, Debug)]
struct Backward {
    program: Program,
    search: Option<Search>,
    /// Checks pixels against the bounding box.
    check: Option<Program>,
    between: Vec<f64>,
}

impl Wcs {
    /// Compiles the `gwcs/wcs` at a node, given the values of the arrays that [`arrays`](super::arrays) names. A transform
    /// by itself is taken for a pipeline without frames.
    pub fn new(tree: &Tree, node: NodeId, arrays: &BTreeMap<NodeId, Array>) -> Result<Self> {
        let (frames, transforms) = steps(tree, node)?;
        let compiler = Compiler::new(tree, arrays);
        let from_zero = tree.get(node, STOKES_FROM_ZERO).is_some();
        let mut compiler = if from_zero { compiler.stokes_from_zero() } else { compiler };
        let mut chain = Vec::new();
        for transform in &transforms {
            chain.push(compiler.transform(*transform)?);
        }
        let axes = chain.first().map_or(0, |first| compiler.axes(*first).0);
        let bounds = match transforms.first() {
            Some(first) => compiler.bounds(*first, axes)?,
            None => None,
        };
        Self::compile(tree, &compiler, &chain, frames, bounds)
    }

    fn compile(
        tree: &Tree,
        compiler: &Compiler<'_>,
        chain: &[ModelId],
        frames: Vec<Frame>,
        bounds: Option<Bounds>,
    ) -> Result<Self> {
        let models = compiler.models();
        let pixel_axes = chain.first().map_or(0, |first| compiler.axes(*first).0);
        let world_axes = chain.last().map_or(0, |last| compiler.axes(*last).1);
        // Where parameters have units, numbers are in the units of the frames.
        let units = |frame: Option<&Frame>, axes: usize| -> Vec<Option<Unit>> {
            let unit = |axis: usize| {
                let text = &frame?.axes.get(axis)?.unit;
                Unit::parse(text).ok().filter(|_| compiler.quantities() && !text.is_empty())
            };
            (0..axes).map(unit).collect()
        };
        let pixel_units = units(frames.first(), pixel_axes);
        let world_units = units(frames.last(), world_axes);

        let emit = |bounds: Option<&Bounds>| -> Result<Program> {
            let (mut emitter, inputs) = Emitter::new(tree, models, &pixel_units);
            let mut values = inputs.clone();
            for step in chain {
                values = emitter.forward(*step, &values)?;
            }
            values = to_units(&mut emitter, &values, &world_units)?;
            if let Some(bounds) = bounds {
                values = within(&mut emitter, bounds, &inputs, values)?;
            }
            Ok(emitter.finish(&values))
        };
        let forward = emit(bounds.as_ref())?;
        let unbounded = bounds.is_some().then(|| emit(None)).transpose()?;
        let start = start(bounds.as_ref(), pixel_axes);
        let backward =
            Backward::new((tree, models), chain, [&pixel_units, &world_units], bounds.as_ref(), &start)?;
        Ok(Self { frames, forward, unbounded, backward, bounds })
    }

    /// The frames from pixels to the world.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// How many pixel and how many world coordinates a point has.
    pub fn axes(&self) -> (usize, usize) {
        self.forward.axes()
    }

    /// Whether [`to_pixels`](Self::to_pixels) can give more than NaN.
    pub fn invertible(&self) -> bool {
        self.backward.is_some()
    }

    /// Whether each world coordinate depends on each pixel coordinate: a row for each world coordinate. Transforms that mix
    /// their coordinates count as if each result depended on all of them.
    pub fn dependencies(&self) -> Vec<bool> {
        self.unbounded.as_ref().unwrap_or(&self.forward).dependencies()
    }

    /// The least and greatest pixel coordinate of each axis, where a bounding box limits it; those of all cases of a
    /// compound one.
    pub fn bounding_box(&self) -> Vec<Option<[f64; 2]>> {
        let cases = self.bounds.as_ref().map(|bounds| bounds.cases.as_slice()).unwrap_or_default();
        let along = |axis: usize| {
            let limits = cases.iter().map(|(_, limits)| limits.iter().find(|(of, ..)| *of == axis));
            let limits = limits.map(|limits| limits.map(|(_, least, greatest)| [*least, *greatest]));
            limits.reduce(|one, other| {
                let ([least, greatest], [other_least, other_greatest]) = (one?, other?);
                Some([least.min(other_least), greatest.max(other_greatest)])
            })
        };
        (0..self.axes().0).map(|axis| along(axis).flatten()).collect()
    }

    /// World coordinates of pixels. `pixels` has the coordinates of one point after the other, and so has `world`, of the
    /// same number of points; NaN outside the bounding box.
    pub fn to_world(&mut self, pixels: &[f64], world: &mut [f64]) {
        run(&mut self.forward, pixels, world);
    }

    /// Like [`to_world`](Self::to_world), also outside the bounding box, where the transforms may mean little.
    pub fn to_world_unbounded(&mut self, pixels: &[f64], world: &mut [f64]) {
        run(self.unbounded.as_mut().unwrap_or(&mut self.forward), pixels, world);
    }

    /// Pixels of world coordinates, the inverse of [`to_world`](Self::to_world); NaN where there is no pixel.
    pub fn to_pixels(&mut self, world: &[f64], pixels: &mut [f64]) {
        self.pixels(world, pixels, true);
    }

    /// Like [`to_pixels`](Self::to_pixels), also outside the bounding box.
    pub fn to_pixels_unbounded(&mut self, world: &[f64], pixels: &mut [f64]) {
        self.pixels(world, pixels, false);
    }

    fn pixels(&mut self, world: &[f64], pixels: &mut [f64], bounded: bool) {
        let (outputs, inputs) = self.axes();
        let Some(backward) = &mut self.backward else {
            pixels.fill(f64::NAN);
            return;
        };
        let batches = world.chunks(LANES * inputs.max(1)).zip(pixels.chunks_mut(LANES * outputs.max(1)));
        batches.for_each(|(world, pixels)| backward.run(world, pixels, bounded));
    }
}

fn run(program: &mut Program, pixels: &[f64], world: &mut [f64]) {
    let (inputs, outputs) = program.axes();
    let batches = pixels.chunks(LANES * inputs.max(1)).zip(world.chunks_mut(LANES * outputs.max(1)));
    batches.for_each(|(pixels, world)| program.run(pixels, world));
}

/// The frames of a pipeline and the transforms between them.
fn steps(tree: &Tree, node: NodeId) -> Result<(Vec<Frame>, Vec<NodeId>)> {
    let error =
        |node: NodeId, message: &str| Error::new(ErrorKind::BadTree, message).on_path(tree.path_of(node));
    let Some(steps) = tree.get(node, "steps") else {
        return Ok((Vec::new(), vec![node]));
    };
    let (mut frames, mut transforms) = (Vec::new(), Vec::new());
    let [before @ .., last] = tree.items(steps) else { return Err(error(steps, "the WCS has no steps")) };
    for step in tree.items(steps) {
        let frame =
            tree.get(*step, "frame").ok_or_else(|| error(*step, "a step of the WCS has no 'frame'"))?;
        frames.push(Frame::read(tree, frame));
        if step == last && frames.len() == before.len() + 1 {
            break;
        }
        let transform = tree.get(*step, "transform").filter(|node| !matches!(tree.node(*node).value, Null));
        transforms.push(transform.ok_or_else(|| error(*step, "a step of the WCS has no 'transform'"))?);
    }
    if transforms.is_empty() {
        return Err(error(steps, "the WCS has no transform"));
    }
    Ok((frames, transforms))
}

/// Values in units, where they have one.
fn to_units(emitter: &mut Emitter<'_>, values: &[Value], units: &[Option<Unit>]) -> Result<Vec<Value>> {
    let units = units.iter().copied().chain(std::iter::repeat(None));
    values.iter().zip(units).map(|(value, unit)| emitter.convert(*value, unit)).collect()
}

/// Values that are NaN unless the points are within the bounds.
fn within(
    emitter: &mut Emitter<'_>,
    bounds: &Bounds,
    points: &[Value],
    values: Vec<Value>,
) -> Result<Vec<Value>> {
    let missing = || Error::new(ErrorKind::BadTree, "the WCS has no coordinates");
    let mask = emitter.evaluate(Arc::new(Kernel::Within(bounds.clone())), points, [None]);
    let mask = mask.first().copied().ok_or_else(missing)?;
    let add = Arc::new(Kernel::Binary(Binary::Add));
    Ok(values
        .into_iter()
        .flat_map(|value| emitter.evaluate(Arc::clone(&add), &[value, mask], [value.unit]))
        .collect())
}

/// Where a search for pixels begins: in the middle of the bounding box.
fn start(bounds: Option<&Bounds>, axes: usize) -> Vec<f64> {
    let mut start = vec![0.0; axes];
    let first = bounds.and_then(|bounds| bounds.cases.first());
    for (axis, least, greatest) in first.map(|(_, limits)| limits.as_slice()).unwrap_or_default() {
        if let Some(place) = start.get_mut(*axis) {
            *place = f64::midpoint(*least, *greatest);
        }
    }
    start
}

/// What the package adds to a WCS of DKIST from before its dataset 1.2.
const STOKES_FROM_ZERO: &str = "stokes_from_zero";

/// How far outside the bounding box a pixel may be found, in pixels: one on its edge is lost to rounding otherwise.
const EDGE: f64 = 1e-6;

/// How many transforms a pipeline may consist of, compositions taken apart.
const PARTS: usize = 1 << 16;

/// The transforms that compositions consist of, in their order.
fn parts(models: &[Model], chain: &[ModelId]) -> Result<Vec<ModelId>> {
    let mut stack: Vec<ModelId> = chain.iter().rev().copied().collect();
    let mut parts = Vec::new();
    while let Some(id) = stack.pop() {
        match models.get(id.0) {
            Some(Model { kind: Kind::Compose(left, right), inverse: None, .. }) => {
                stack.extend([*right, *left]);
            }
            _ => parts.push(id),
        }
        if parts.len() + stack.len() > PARTS {
            let message = format!("the pipeline consists of more than {PARTS} transforms");
            return Err(Error::new(ErrorKind::LimitExceeded, message));
        }
    }
    Ok(parts)
}

impl Backward {
    fn new(
        (tree, models): (&Tree, &[Model]),
        chain: &[ModelId],
        [pixel_units, world_units]: [&[Option<Unit>]; 2],
        bounds: Option<&Bounds>,
        start: &[f64],
    ) -> Result<Option<Self>> {
        let parts = parts(models, chain)?;
        let (mut emitter, mut values) = Emitter::new(tree, models, world_units);
        let lacking = parts.iter().rposition(|part| !emitter.inverts(*part)).map_or(0, |last| last + 1);
        let (searched, inverted) = parts.split_at_checked(lacking).unwrap_or((&parts, &[]));
        // What the search has to reproduce, in the units of the transforms.
        let (mut forward, mut images) = Emitter::new(tree, models, pixel_units);
        for part in searched {
            images = forward.forward(*part, &images)?;
        }
        for part in inverted.iter().rev() {
            values = emitter.backward(*part, &values)?;
        }
        let units: Vec<_> = if searched.is_empty() {
            pixel_units.to_vec()
        } else {
            images.iter().map(|value| value.unit).collect()
        };
        values = to_units(&mut emitter, &values, &units)?;
        let count = values.len();
        let search = if searched.is_empty() {
            None
        } else {
            let Some(search) = Search::new(forward.finish(&images), start) else { return Ok(None) };
            Some(search)
        };
        let check = bounds
            .map(|bounds| {
                let (mut emitter, pixels) = Emitter::new(tree, models, pixel_units);
                let values = within(&mut emitter, &bounds.widened(EDGE), &pixels, pixels.clone())?;
                Ok::<_, Error>(emitter.finish(&values))
            })
            .transpose()?;
        let program = emitter.finish(&values);
        Ok(Some(Self { program, search, check, between: vec![0.0; count.max(pixel_units.len()) * LANES] }))
    }

    fn run(&mut self, world: &[f64], pixels: &mut [f64], bounded: bool) {
        if let Some(search) = &mut self.search {
            self.program.run(world, &mut self.between);
            search.solve(&self.between, pixels);
        } else {
            self.program.run(world, pixels);
        }
        let check = self.check.as_mut().filter(|_| bounded);
        if let (Some(check), Some(found)) = (check, self.between.get_mut(..pixels.len())) {
            found.copy_from_slice(pixels);
            check.run(found, pixels);
        }
    }
}
