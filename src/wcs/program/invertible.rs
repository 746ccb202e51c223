//! Which models have an inverse that needs no search.

use super::super::model::{Kind, Model, ModelId};
use std::collections::BTreeMap;

/// Remembers for each model whether it has an inverse: the tree has one that fits, or each of its
/// parts has one.
#[derive(Debug, Default)]
pub(super) struct Invertible {
    known: Vec<Option<bool>>,
    /// How many coordinates the inverse of a model returns for so many.
    given: BTreeMap<(ModelId, usize), Option<usize>>,
}

impl Invertible {
    /// The graph has no cycles, and is no deeper than the compiler allows.
    pub(super) fn check(&mut self, models: &[Model], id: ModelId) -> bool {
        if let Some(Some(known)) = self.known.get(id.0) {
            return *known;
        }
        let Some(model) = models.get(id.0) else { return false };
        let invertible = match (model.inverse, &model.kind) {
            (Some(inverse), _) => has_axes(models, inverse, model.outputs, model.inputs),
            (None, Kind::Leaf { backward, .. }) => backward.is_some(),
            (None, Kind::Identity | Kind::Units(_)) => true,
            (None, Kind::Remap { backward, .. }) => {
                backward.as_ref().is_some_and(|backward| backward.len() == model.inputs)
            }
            (None, Kind::Compose(left, right) | Kind::Concatenate(left, right)) => {
                self.check(models, *left) && self.check(models, *right)
            }
            (None, Kind::Coupled { left, right, shared }) => {
                // An inverse from the tree has to take the shared inputs.
                let given = models.get(left.0).is_some_and(|left| left.inverse.is_some());
                let alone = !given && self.check(models, *left);
                (alone || self.shares(models, *left, *shared)) && self.check(models, *right)
            }
            (None, Kind::Select(select)) => {
                let given = models.get(select.label.0).is_some_and(|label| label.inverse.is_some());
                given && select.cases.iter().all(|(_, case)| self.check(models, *case))
            }
            (None, Kind::Arithmetic(..) | Kind::Fixed(..) | Kind::Label { .. }) => false,
        };
        self.known.resize(models.len(), None);
        if let Some(place) = self.known.get_mut(id.0) {
            *place = Some(invertible);
        }
        invertible
    }

    /// Whether the inverse of the left side of a coupled transform takes the shared inputs as well, as the right side found
    /// them, and gives the others.
    pub(super) fn shares(&mut self, models: &[Model], left: ModelId, shared: usize) -> bool {
        let Some(Model { inputs, outputs, .. }) = models.get(left.0) else { return false };
        let others = inputs.checked_sub(shared);
        others.is_some() && self.given(models, left, outputs + shared) == others
    }

    /// How many coordinates the inverse of a model returns for so many.
    fn given(&mut self, models: &[Model], id: ModelId, count: usize) -> Option<usize> {
        if let Some(known) = self.given.get(&(id, count)) {
            return *known;
        }
        let model = models.get(id.0)?;
        let given = match (model.inverse.and_then(|inverse| models.get(inverse.0)), &model.kind) {
            (Some(inverse), _) => (inverse.inputs == count).then_some(inverse.outputs),
            (None, Kind::Remap { backward: Some(back), .. }) => {
                back.iter().all(|position| *position < count).then_some(back.len())
            }
            (None, Kind::Compose(left, right)) => {
                let between = self.given(models, *right, count);
                between.and_then(|between| self.given(models, *left, between))
            }
            (None, _) => (model.outputs == count && self.check(models, id)).then_some(model.inputs),
        };
        self.given.insert((id, count), given);
        given
    }
}

/// Whether a model has so many inputs and outputs.
fn has_axes(models: &[Model], id: ModelId, inputs: usize, outputs: usize) -> bool {
    models.get(id.0).is_some_and(|model| (model.inputs, model.outputs) == (inputs, outputs))
}
