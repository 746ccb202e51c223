//! Which models have an inverse that needs no search.

use super::super::model::{Kind, Model, ModelId};

/// Remembers for each model whether it has an inverse: the tree gives one that fits, or each of its
/// parts has one.
#[derive(Debug, Default)]
pub(super) struct Invertible(Vec<Option<bool>>);

impl Invertible {
    /// The graph has no cycles, and is no deeper than the compiler allows.
    pub(super) fn check(&mut self, models: &[Model], id: ModelId) -> bool {
        if let Some(Some(known)) = self.0.get(id.0) {
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
                // The inverse that the left model is given takes the shared inputs as well.
                let left_inverts = match models.get(left.0) {
                    Some(Model { inverse: Some(inverse), inputs, outputs, .. }) => {
                        has_axes(models, *inverse, outputs + shared, inputs - shared)
                    }
                    _ => self.check(models, *left),
                };
                left_inverts && self.check(models, *right)
            }
            (None, Kind::Select(select)) => {
                let given = models.get(select.label.0).is_some_and(|label| label.inverse.is_some());
                given && select.cases.iter().all(|(_, case)| self.check(models, *case))
            }
            (None, Kind::Arithmetic(..) | Kind::Fixed(..) | Kind::Label { .. }) => false,
        };
        self.0.resize(models.len(), None);
        if let Some(place) = self.0.get_mut(id.0) {
            *place = Some(invertible);
        }
        invertible
    }
}

/// Whether a model has so many inputs and outputs.
fn has_axes(models: &[Model], id: ModelId, inputs: usize, outputs: usize) -> bool {
    models.get(id.0).is_some_and(|model| (model.inputs, model.outputs) == (inputs, outputs))
}
