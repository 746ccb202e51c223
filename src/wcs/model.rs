//! Transforms as the tree describes them: an acyclic graph whose leaves are kernels. A shared node of the tree is one
//! model, however often it is used.

use super::kernel::{Binary, Kernel};
use super::unit::Unit;
use crate::tree::NodeId;
use std::sync::Arc;

/// A model's number in the list of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ModelId(pub(super) usize);

/// A transform.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) kind: Kind,
    /// How many coordinates go in and come out.
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// The inverse that the tree defines.
    pub(super) inverse: Option<ModelId>,
    /// Its node, or the node of the model that contains it.
    pub(super) node: NodeId,
}

impl Model {
    /// The models that it refers to.
    pub(super) fn parts(&self) -> Vec<ModelId> {
        let mut parts: Vec<ModelId> = self.inverse.into_iter().collect();
        match &self.kind {
            Kind::Leaf { .. } | Kind::Identity | Kind::Remap { .. } | Kind::Units(_) => (),
            Kind::Compose(left, right)
            | Kind::Concatenate(left, right)
            | Kind::Coupled { left, right, .. }
            | Kind::Arithmetic(_, left, right) => parts.extend([*left, *right]),
            Kind::Fixed(of, _) => parts.push(*of),
            Kind::Select(select) => {
                parts.push(select.label);
                parts.extend(select.cases.iter().map(|(_, case)| *case));
            }
            Kind::Label { key, cases, .. } => {
                parts.push(*key);
                parts.extend(cases.iter().map(|(_, case)| *case));
            }
        }
        parts
    }
}

/// What a transform consists of.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// The kernel, its inverse where it has one, and the units of either side.
    Leaf { forward: Arc<Kernel>, backward: Option<Arc<Kernel>>, units: Units },
    /// Nothing happens.
    Identity,
    /// Inputs by their positions; for the way back, where each input is found again.
    Remap { forward: Vec<usize>, backward: Option<Vec<usize>> },
    /// One after the other.
    Compose(ModelId, ModelId),
    /// Side by side.
    Concatenate(ModelId, ModelId),
    /// Side by side; the last inputs of the first are the first inputs of the second.
    Coupled { left: ModelId, right: ModelId, shared: usize },
    /// Both of the same inputs, then a function of each pair of outputs.
    Arithmetic(Binary, ModelId, ModelId),
    /// Inputs at these positions have these values.
    Fixed(ModelId, Vec<(usize, f64)>),
    /// Sets units, checked or converted, on the way forward and back.
    Units(Vec<(Option<Unit>, Option<Unit>)>),
    /// One of several transforms, by a label.
    Select(Select),
    /// A label, by which range or value the key has.
    Label { key: ModelId, cases: Vec<(Test, ModelId)>, otherwise: f64 },
}

/// One of several transforms, by the label that another one computes.
#[derive(Clone, Debug)]
pub(super) struct Select {
    pub(super) label: ModelId,
    pub(super) cases: Vec<(f64, ModelId)>,
    /// The outputs where no case applies.
    pub(super) otherwise: f64,
}

/// What a value is tested for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Test {
    /// It is this number.
    Is(f64),
    /// It is this number, within a tolerance as numpy's `isclose` has it.
    Near(f64, f64),
    /// It is greater than the first number and less than the second.
    Between(f64, f64),
}

impl Test {
    pub(super) fn holds(self, value: f64) -> bool {
        match self {
            Self::Is(number) => value == number,
            // The relative tolerance is isclose's default.
            Self::Near(number, tolerance) => (number - value).abs() <= tolerance + 1e-5 * value.abs(),
            Self::Between(least, greatest) => value > least && value < greatest,
        }
    }
}

/// What a leaf does to units.
#[derive(Clone, Debug)]
pub(super) enum Units {
    /// Outputs have the units of the inputs.
    Keep,
    /// The output's unit is the input's times this one.
    Times(Unit),
    /// Inputs are converted to units, where both sides have one; outputs have units.
    Fixed { inputs: Vec<Option<Unit>>, outputs: Vec<Option<Unit>> },
    /// Both sides in one unit; this many degrees are a pixel.
    Scaled { unit: Unit, scale: Unit, axes: usize },
}

impl Units {
    /// Inputs in degrees as far as they are angles, outputs in degrees.
    pub(super) fn degrees(inputs: usize, outputs: usize) -> Self {
        Self::Fixed { inputs: vec![Some(Unit::DEGREE); inputs], outputs: vec![Some(Unit::DEGREE); outputs] }
    }

    /// Both sides in one unit, if there is one; pixels and angles may be converted by a scale.
    pub(super) fn same(unit: Option<Unit>, axes: usize, scale: Option<Unit>) -> Self {
        if let (Some(unit), Some(scale)) = (unit, scale) {
            return Self::Scaled { unit, scale, axes };
        }
        unit.map_or(Self::Keep, |unit| Self::Fixed {
            inputs: vec![Some(unit); axes],
            outputs: vec![Some(unit); axes],
        })
    }
}
