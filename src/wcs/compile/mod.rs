//! Reads transforms from the tree (asdf-transform-schemas, asdf-wcs-schemas, and those that JWST and DKIST add), whatever the
//! versions of their tags.

mod arrays;
mod bounds;
mod compound;
mod dkist;
mod elementary;
mod fits;
mod grism;
mod jwst;
mod optics;
mod profile;
mod selector;
mod series;
mod sky;
mod value;

pub use arrays::arrays;
pub use value::Array;

pub(super) use bounds::Bounds;

use super::kernel::Kernel;
use super::model::{Kind, Model, ModelId, Units};
use crate::error::{Error, ErrorKind, Result};
use crate::tree::{NodeId, Tree, Value, tag_name};
use std::collections::BTreeMap;
use std::sync::Arc;
use value::{AXES, Parameters};

/// How many transforms a file may have.
const MODELS: usize = 1 << 16;

/// How deep transforms may nest in the tree.
const DEPTH: usize = 100;

/// How deep models may nest, also where transforms refer to one another: programs are written by recursion.
const HEIGHT: usize = 200;

/// A transform that is being read, or has been.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Reading,
    Read(ModelId),
}

/// Reads the transforms of one file.
#[derive(Debug)]
pub(super) struct Compiler<'a> {
    parameters: Parameters<'a>,
    models: Vec<Model>,
    /// How deep each model nests.
    heights: Vec<usize>,
    /// By the number of the node.
    known: Vec<Option<State>>,
    depth: usize,
    /// Whether a parameter has a unit: then the coordinates have units as well.
    quantities: bool,
    /// Whether tables of the Stokes parameters begin at 0 for I, which is 1 now.
    stokes_from_zero: bool,
}

/// What a node says, before what all transforms have in common.
struct Draft {
    kind: Kind,
    inputs: usize,
    outputs: usize,
    inverse: Option<ModelId>,
}

impl Draft {
    fn new(kind: Kind, inputs: usize, outputs: usize) -> Self {
        Self { kind, inputs, outputs, inverse: None }
    }

    fn leaf(forward: Kernel, backward: Option<Kernel>, units: Units, inputs: usize, outputs: usize) -> Self {
        let kind = Kind::Leaf { forward: Arc::new(forward), backward: backward.map(Arc::new), units };
        Self::new(kind, inputs, outputs)
    }
}

impl<'a> Compiler<'a> {
    pub(super) fn new(tree: &'a Tree, arrays: &'a BTreeMap<NodeId, Array>) -> Self {
        let parameters = Parameters::new(tree, arrays);
        Self {
            parameters,
            models: Vec::new(),
            heights: Vec::new(),
            known: vec![None; tree.len()],
            depth: 0,
            quantities: false,
            stokes_from_zero: false,
        }
    }

    /// Recognises the tables 0, 1, 2, 3 as Stokes parameters that count from 0.
    pub(super) fn stokes_from_zero(self) -> Self {
        Self { stokes_from_zero: true, ..self }
    }

    /// All models that were read.
    pub(super) fn models(&self) -> &[Model] {
        &self.models
    }

    /// Whether the transforms have parameters with units.
    pub(super) fn quantities(&self) -> bool {
        self.quantities
    }

    /// The transform at a node.
    pub(super) fn transform(&mut self, node: NodeId) -> Result<ModelId> {
        match self.known.get(node.index()).copied().flatten() {
            Some(State::Read(id)) => return Ok(id),
            Some(State::Reading) => {
                return Err(self.parameters.error(node, "the transform contains itself"));
            }
            None => (),
        }
        if self.models.len() > MODELS {
            let message = format!("the pipeline has more than {MODELS} transforms");
            return Err(Error::new(ErrorKind::LimitExceeded, message).on_path(self.path(node)));
        }
        if self.depth >= DEPTH {
            return Err(self.too_deep(node));
        }
        self.note(node, State::Reading);
        self.depth += 1;
        let draft = self.draft(node)?;
        let inverse = match self.parameters.given(node, "inverse") {
            Some(inverse) => Some(self.transform(inverse)?),
            None => draft.inverse,
        };
        self.depth -= 1;
        if draft.inputs > AXES || draft.outputs > AXES {
            return Err(self
                .parameters
                .error(node, format!("the transform has more than {AXES} coordinates")));
        }
        let id = self.add(Draft { inverse, ..draft }, node);
        if self.heights.get(id.0).is_none_or(|height| *height > HEIGHT) {
            return Err(self.too_deep(node));
        }
        self.note(node, State::Read(id));
        Ok(id)
    }

    fn note(&mut self, node: NodeId, state: State) {
        self.known.get_mut(node.index()).into_iter().for_each(|known| *known = Some(state));
    }

    fn too_deep(&self, node: NodeId) -> Error {
        let message = format!("transforms nest deeper than {DEPTH} in the tree or {HEIGHT} in all");
        Error::new(ErrorKind::LimitExceeded, message).on_path(self.path(node))
    }

    fn add(&mut self, draft: Draft, node: NodeId) -> ModelId {
        let Draft { kind, inputs, outputs, inverse } = draft;
        let model = Model { kind, inputs, outputs, inverse, node };
        let below = model.parts().iter().filter_map(|part| self.heights.get(part.0)).max().copied();
        self.heights.push(1 + below.unwrap_or(0));
        self.models.push(model);
        ModelId(self.models.len() - 1)
    }

    fn path(&self, node: NodeId) -> String {
        self.parameters.tree.path_of(node)
    }

    /// Coordinates of a model before and after it.
    pub(super) fn axes(&self, id: ModelId) -> (usize, usize) {
        self.models.get(id.0).map_or((0, 0), |model| (model.inputs, model.outputs))
    }

    fn draft(&mut self, node: NodeId) -> Result<Draft> {
        let tree = self.parameters.tree;
        let tag = tree.node(node).tag().unwrap_or_default();
        if !matches!(tree.node(node).value, Value::Mapping(_)) {
            return Err(self.parameters.error(node, "a transform was expected"));
        }
        let full = tag_name(tag);
        // JWST's own transforms have names of others, and other parameters.
        let name =
            if full.starts_with("jwst_pipeline/") { full } else { full.rsplit('/').next().unwrap_or(full) };
        self.note_quantities(node);
        if let Some(draft) = self.compound(name, node)? {
            return Ok(draft);
        }
        if let Some(draft) = self.elementary(name, node)? {
            return Ok(draft);
        }
        if let Some(draft) = self.series(name, node)? {
            return Ok(draft);
        }
        if let Some(draft) = self.profile(name, node)? {
            return Ok(draft);
        }
        if let Some(draft) = self.fits(name, node)? {
            return Ok(draft);
        }
        if let Some(draft) = self.sky(name, node)? {
            return Ok(draft);
        }
        if let Some(draft) = self.selector(name, node)? {
            return Ok(draft);
        }
        if let Some(draft) = self.optics(name, node)? {
            return Ok(draft);
        }
        if let Some(draft) = self.jwst(name, node)? {
            return Ok(draft);
        }
        if let Some(draft) = self.dkist(name, node)? {
            return Ok(draft);
        }
        let message = if tag.is_empty() {
            "a transform without a tag".to_owned()
        } else {
            format!("the transform {tag} is not supported")
        };
        Err(Error::new(ErrorKind::UnsupportedTransform, message).on_path(self.path(node)))
    }

    /// Notes whether a parameter of a transform is a quantity.
    fn note_quantities(&mut self, node: NodeId) {
        let tree = self.parameters.tree;
        let quantity = |node: NodeId| tree.get(node, "unit").is_some() && tree.get(node, "value").is_some();
        self.quantities |= tree.entries(node).iter().any(|(_, value)| {
            quantity(*value) || tree.items(*value).iter().take(AXES).any(|item| quantity(*item))
        });
    }
}
