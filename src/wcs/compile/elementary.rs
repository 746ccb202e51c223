//! Transforms of single coordinates, linear ones, and the order of axes.

use super::super::kernel::{Kernel, binary, unary};
use super::super::model::{Kind, Units};
use super::super::unit::Unit;
use super::{AXES, Compiler, Draft};
use crate::error::Result;
use crate::tree::NodeId;

impl Compiler<'_> {
    pub(super) fn elementary(&mut self, name: &str, node: NodeId) -> Result<Option<Draft>> {
        let parameters = &self.parameters;
        Ok(Some(match name {
            "identity" => {
                let axes = match parameters.given(node, "n_dims") {
                    Some(axes) => parameters.index(axes)?,
                    None => 1,
                };
                Draft::new(Kind::Identity, axes, axes)
            }
            "constant" => {
                let (value, unit) = parameters.number(node, "value")?;
                let axes = match parameters.given(node, "dimensions") {
                    Some(axes) => parameters.index(axes)?,
                    None => 1,
                };
                let units = unit.map_or(Units::Keep, |unit| Units::Fixed {
                    inputs: Vec::new(),
                    outputs: vec![Some(unit)],
                });
                Draft::leaf(Kernel::Constant(value), None, units, axes, 1)
            }
            "shift" => {
                let (offset, unit) = parameters.number(node, "offset")?;
                let backward = Kernel::Shift(-offset);
                Draft::leaf(
                    Kernel::Shift(offset),
                    Some(backward),
                    Units::same(unit, 1, self.pixel_scale(node)),
                    1,
                    1,
                )
            }
            "scale" | "multiplyscale" => {
                let (factor, unit) = parameters.number(node, "factor")?;
                let units = match unit {
                    Some(unit) if name == "multiplyscale" => Units::Times(unit),
                    unit => Units::same(unit, 1, self.pixel_scale(node)),
                };
                let backward = (factor != 0.0).then_some(Kernel::Scale(1.0 / factor));
                Draft::leaf(Kernel::Scale(factor), backward, units, 1, 1)
            }
            "redshift_scale_factor" => {
                let factor = 1.0 + parameters.number(node, "z")?.0;
                Draft::leaf(Kernel::Scale(factor), Some(Kernel::Scale(1.0 / factor)), Units::Keep, 1, 1)
            }
            "linear1d" => {
                let (slope, slope_unit) = parameters.number(node, "slope")?;
                let (intercept, unit) = parameters.number(node, "intercept")?;
                let units = match (unit, slope_unit) {
                    (Some(unit), slope) => Units::Fixed {
                        inputs: vec![Some(unit.over(slope.unwrap_or(Unit::ONE)))],
                        outputs: vec![Some(unit)],
                    },
                    (None, Some(slope)) => Units::Times(slope),
                    (None, None) => Units::Keep,
                };
                let backward = (slope != 0.0).then(|| Kernel::Linear(1.0 / slope, -intercept / slope));
                Draft::leaf(Kernel::Linear(slope, intercept), backward, units, 1, 1)
            }
            "affine" => self.affine(node)?,
            "remap_axes" => self.remap(node)?,
            "asymmetric_mapping_model" => {
                let forward = self.positions(node, "forward_mapping")?;
                let backward = self.positions(node, "backward_mapping")?;
                let inputs = self.remap_inputs(node, "forward_n_inputs", &forward)?;
                let outputs = forward.len();
                Draft::new(Kind::Remap { forward, backward: Some(backward) }, inputs, outputs)
            }
            "math_functions" => self.function(node)?,
            "units_mapping" => self.units_mapping(node)?,
            _ => return Ok(None),
        }))
    }

    /// The angle of a pixel by which a transform's inputs may be converted: astropy's equivalency `pixel_scale`.
    fn pixel_scale(&self, node: NodeId) -> Option<Unit> {
        let parameters = &self.parameters;
        let tree = parameters.tree;
        let all = parameters.given(node, "input_units_equivalencies")?;
        let (_, list) = tree.entries(all).first()?;
        let equivalency = tree.items(*list).first().copied().unwrap_or(*list);
        (tree.text(tree.get(equivalency, "name")?)? == "pixel_scale").then_some(())?;
        let value = tree.items(tree.get(equivalency, "kwargs_values")?).first().copied()?;
        let scale = parameters.numbers(value).ok()?;
        Some(scale.unit?.scaled(*scale.values.first()?))
    }

    fn affine(&self, node: NodeId) -> Result<Draft> {
        let parameters = &self.parameters;
        let ([a, b, c, d], matrix_unit) = parameters.exactly::<4>(node, "matrix")?;
        let (translation, unit) = if parameters.given(node, "translation").is_some() {
            parameters.exactly::<2>(node, "translation")?
        } else {
            ([0.0; 2], None)
        };
        let [e, f] = translation;
        let determinant = a * d - b * c;
        let inverse = [[d / determinant, -b / determinant], [-c / determinant, a / determinant]];
        let [[g, h], [i, j]] = inverse;
        let back = Kernel::Affine(inverse, [-(g * e + h * f), -(i * e + j * f)]);
        let backward = (determinant != 0.0 && determinant.is_finite()).then_some(back);
        let units = Units::same(unit.or(matrix_unit), 2, self.pixel_scale(node));
        Ok(Draft::leaf(Kernel::Affine([[a, b], [c, d]], translation), backward, units, 2, 2))
    }

    fn positions(&self, node: NodeId, key: &str) -> Result<Vec<usize>> {
        let list = self.parameters.required(node, key)?;
        let items = self.parameters.tree.items(list);
        if items.len() > AXES {
            return Err(self.parameters.error(list, format!("it lists more than {AXES} axes")));
        }
        items.iter().map(|item| self.parameters.index(*item)).collect()
    }

    fn remap_inputs(&self, node: NodeId, key: &str, mapping: &[usize]) -> Result<usize> {
        let needed = mapping.iter().max().map_or(0, |last| last + 1);
        match self.parameters.given(node, key) {
            Some(inputs) => Ok(self.parameters.index(inputs)?.max(needed)),
            None => Ok(needed),
        }
    }

    fn remap(&self, node: NodeId) -> Result<Draft> {
        let forward = self.positions(node, "mapping")?;
        let inputs = self.remap_inputs(node, "n_inputs", &forward)?;
        let backward = (0..inputs).map(|input| forward.iter().position(|from| *from == input)).collect();
        let outputs = forward.len();
        Ok(Draft::new(Kind::Remap { forward, backward }, inputs, outputs))
    }

    fn function(&self, node: NodeId) -> Result<Draft> {
        let name = self.parameters.text(node, "func_name")?;
        if name == "divmod" {
            return Ok(Draft::leaf(Kernel::Divmod, None, Units::Keep, 2, 2));
        }
        if let Some(function) = unary(name) {
            return Ok(Draft::leaf(Kernel::Unary(function), None, Units::Keep, 1, 1));
        }
        match binary(name) {
            Some(function) => Ok(Draft::leaf(Kernel::Binary(function), None, Units::Keep, 2, 1)),
            None => Err(self.unsupported(node, &format!("the function '{name}' is not supported"))),
        }
    }

    fn units_mapping(&self, node: NodeId) -> Result<Draft> {
        let parameters = &self.parameters;
        let tree = parameters.tree;
        let side = |key: &str| {
            let list = parameters.required(node, key)?;
            let unit =
                |item: &NodeId| parameters.given(*item, "unit").map(|unit| parameters.unit(unit)).transpose();
            tree.items(list).iter().map(unit).collect::<Result<Vec<_>>>()
        };
        let (inputs, outputs) = (side("unit_inputs")?, side("unit_outputs")?);
        let axes = inputs.len();
        if axes != outputs.len() {
            return Err(parameters.error(node, "there are not as many outputs as inputs"));
        }
        Ok(Draft::new(Kind::Units(inputs.into_iter().zip(outputs).collect()), axes, axes))
    }
}
