//! Which models have an inverse that needs no search.

use super::super::model::{Kind, Model, ModelId};

/// Remembers for each model whether it has an inverse: the tree gives one, or each of its parts has one.
#[derive(Debug, Default)]
pub(super) struct Invertible(Vec<Option<bool>>);

impl Invertible {
    /// The graph has no cycles, and is no deeper than the compiler allows.
    pub(super) fn check(&mut self, models: &[Model], id: ModelId) -> bool {
        if let Some(Some(known)) = self.0.get(id.0) {
            return *known;
        }
        let Some(model) = models.get(id.0) else { return false };
        let invertible = model.inverse.is_some()
            || match &model.kind {
                Kind::Leaf { backward, .. } => backward.is_some(),
                Kind::Identity | Kind::Units(_) => true,
                Kind::Remap { backward, .. } => backward.is_some(),
                Kind::Compose(left, right)
                | Kind::Concatenate(left, right)
                | Kind::Coupled { left, right, .. } => {
                    self.check(models, *left) && self.check(models, *right)
                }
                Kind::Select(select) => {
                    let given = models.get(select.label.0).is_some_and(|label| label.inverse.is_some());
                    given && select.cases.iter().all(|(_, case)| self.check(models, *case))
                }
                Kind::Arithmetic(..) | Kind::Fixed(..) | Kind::Label { .. } => false,
            };
        self.0.resize(models.len(), None);
        if let Some(place) = self.0.get_mut(id.0) {
            *place = Some(invertible);
        }
        invertible
    }
}
