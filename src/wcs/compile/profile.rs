//! Functions of a few parameters (asdf-transform-schemas: `gaussian1d`, `sine1d`, `power_law1d`, …) with their units.

use super::super::kernel::{Kernel, PARAMETERS, Role, Shape, gamma_median};
use super::super::model::Units;
use super::super::unit::Unit;
use super::{Compiler, Draft};
use crate::error::Result;
use crate::tree::NodeId;

impl Compiler<'_> {
    pub(super) fn profile(&self, name: &str, node: NodeId) -> Result<Option<Draft>> {
        let Some(shape) = Shape::named(name) else { return Ok(None) };
        let (mut numbers, mut units) = ([0.0; PARAMETERS], [None; PARAMETERS]);
        for (((key, role, default), number), unit) in
            shape.parameters.iter().zip(&mut numbers).zip(&mut units)
        {
            (*number, *unit) = self.parameter(node, key, *role, *default)?;
        }
        let first = |wanted: Role| {
            let units = shape.parameters.iter().zip(units);
            units.filter(|((_, role, _), _)| *role == wanted).find_map(|(_, unit)| unit)
        };
        let (value, slope) = (first(Role::Value), first(Role::Slope));
        let over = |unit: Option<Unit>| unit.map(|unit| Unit::ONE.over(unit));
        let from_slope = || Some(value?.over(slope?));
        let hertz = || (first(Role::Kelvin)).and_then(|_| Unit::parse("Hz").ok());
        let input = first(Role::Place).or_else(|| over(first(Role::Rate))).or_else(from_slope).or_else(hertz);
        let cubed = |unit: Unit| unit.times(unit).times(unit);
        let density = || Some(first(Role::Mass)?.over(cubed(input.unwrap_or(Unit::ONE))));
        let output = value.or_else(|| over(first(Role::OutRate))).or_else(density);
        for (((_, role, _), number), unit) in shape.parameters.iter().zip(&mut numbers).zip(units) {
            let wanted = match role {
                Role::Place => input,
                Role::Value => output,
                Role::Rate => over(input),
                Role::Slope => output.zip(input).map(|(output, input)| output.over(input)),
                Role::Angle => Some(Unit::parse("rad")?),
                Role::Kelvin => Some(Unit::parse("K")?),
                Role::Number => Some(Unit::ONE),
                Role::OutRate | Role::Mass => unit,
            };
            if let Some(wanted) = wanted {
                *number = self.parameters.in_unit(node, *number, unit, wanted)?;
            }
        }
        // The index of Sérsic's profile decides within which radius half of the light is.
        if let Some(index) = shape.parameters.iter().position(|(key, ..)| *key == "n") {
            numbers[PARAMETERS - 1] = gamma_median(2.0 * numbers.get(index).copied().unwrap_or(f64::NAN));
        }
        let units = Units::Fixed { inputs: vec![input; shape.inputs], outputs: vec![output] };
        let (forward, backward) = shape.with(numbers);
        let kernel =
            |profile| if shape.inputs == 1 { Kernel::Profile(profile) } else { Kernel::Profile2(profile) };
        Ok(Some(Draft::leaf(kernel(forward), backward.map(kernel), units, shape.inputs, 1)))
    }

    /// A parameter with its unit. Values may be in units that no transform converts, such as units of brightness: they stay
    /// numbers in them.
    fn parameter(&self, node: NodeId, key: &str, role: Role, default: f64) -> Result<(f64, Option<Unit>)> {
        let parameters = &self.parameters;
        let Some(given) = parameters.given(node, key) else { return Ok((default, None)) };
        match (role, parameters.given(given, "value")) {
            (Role::Value | Role::Mass, Some(_)) => {
                let unit = parameters.given(given, "unit").and_then(|unit| parameters.unit(unit).ok());
                Ok((parameters.number(given, "value")?.0, unit))
            }
            _ => parameters.number(node, key),
        }
    }
}
