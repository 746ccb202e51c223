//! The transforms that the pipeline of JWST adds: `jwst_pipeline/…`, as stdatamodels has them.

use super::super::kernel::{Kernel, Logical, Prism, Sellmeier, Slices, Turn, Zemax};
use super::super::model::{Kind, ModelId, Select, Units};
use super::{Compiler, Draft};
use crate::error::Result;
use crate::tree::{NodeId, Value};

/// Where a transform with one case for each label takes or returns the label.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    First,
    Last,
    Nowhere,
}

impl Compiler<'_> {
    pub(super) fn jwst(&mut self, name: &str, node: NodeId) -> Result<Option<Draft>> {
        let Some(name) = name.strip_prefix("jwst_pipeline/") else { return Ok(None) };
        let parameters = &self.parameters;
        let number = |key: &str| Ok(parameters.number(node, key)?.0);
        let leaf = |kernel, inputs, outputs| Draft::leaf(kernel, None, Units::Keep, inputs, outputs);
        Ok(Some(match name {
            "coords" => match parameters.text(node, "model_type")? {
                "unitless2directional" | "to_dircos" => {
                    Draft::leaf(Kernel::ToUnit, Some(Kernel::FromUnit), Units::Keep, 2, 3)
                }
                "directional2unitless" | "from_dircos" => {
                    Draft::leaf(Kernel::FromUnit, Some(Kernel::ToUnit), Units::Keep, 3, 2)
                }
                other => return Err(self.unsupported(node, &format!("'{other}' is not supported"))),
            },
            "rotation_sequence" => {
                let turns = self.turns(node)?;
                let backward = turns.iter().rev().map(|turn| Turn { sine: -turn.sine, ..*turn }).collect();
                let backward = Some(Kernel::TurnUnit(backward));
                Draft::leaf(Kernel::TurnUnit(turns), backward, Units::Keep, 3, 3)
            }
            "grating_equation" => {
                let lines = number("groove_density")? * number("order")?;
                match parameters.text(node, "output")? {
                    "angle" => leaf(Kernel::Reflected(lines), 4, 3),
                    "wavelength" => {
                        // The second angle has no part in it.
                        let angles = self.reorder(node, &[0, 2], 3);
                        let wavelength = self.add(leaf(Kernel::GratingWavelength(-lines), 2, 1), node);
                        Draft::new(Kind::Compose(angles, wavelength), 3, 1)
                    }
                    other => return Err(self.unsupported(node, &format!("'{other}' is not supported"))),
                }
            }
            "logical" => leaf(Kernel::Logical(self.logical(node)?), 1, 1),
            "refraction_index_from_prism" => {
                leaf(Kernel::PrismIndex(number("prism_angle")?.to_radians()), 3, 1)
            }
            "snell" => leaf(Kernel::Prism(Box::new(self.prism(node)?)), 4, 3),
            "miri_ab2slice" => {
                let slices = Slices {
                    first: number("beta_zero")?,
                    width: number("beta_del")?,
                    channel: number("channel")?,
                };
                leaf(Kernel::Slice(slices), 1, 1)
            }
            "gwa_to_slit" | "slit_to_gwa" => self.by_slit(node, Place::First, Place::First)?,
            "slit_to_msa" => {
                let names =
                    parameters.given(node, "outputs").map(|outputs| parameters.tree.items(outputs).len());
                let to = if names == Some(2) { Place::Nowhere } else { Place::Last };
                self.by_slit(node, Place::First, to)?
            }
            "msa_to_slit" => self.by_slit(node, Place::Last, Place::First)?,
            "niriss_soss" | "niriss-soss" => {
                let orders = parameters.required(node, "spectral_orders")?;
                self.by_label(node, orders, Place::Last, Place::Nowhere)?
            }
            "nircam_grism_dispersion" | "niriss_grism_dispersion" | "miri_wfss_dispersion" => {
                self.grism(node)?
            }
            _ => return Ok(None),
        }))
    }

    /// Rotations about axes, one after the other.
    fn turns(&self, node: NodeId) -> Result<Box<[Turn]>> {
        let list = self.parameters.required(node, "angles")?;
        let numbers = self.parameters.numbers(list)?;
        let axes = self.parameters.text(node, "axes_order")?;
        let turn = |(angle, axis): (&f64, char)| {
            let (sine, cosine) = libm::sincos(angle.to_radians());
            let axis = match axis {
                'x' => 0,
                'y' => 1,
                'z' => 2,
                _ => return None,
            };
            Some(Turn { axis, sine, cosine })
        };
        let turns: Option<Box<[Turn]>> = numbers.values.iter().zip(axes.chars()).map(turn).collect();
        turns
            .filter(|turns| turns.len() == numbers.values.len() && turns.len() == axes.len())
            .ok_or_else(|| self.parameters.error(node, "there is not one axis x, y or z for each angle"))
    }

    fn logical(&self, node: NodeId) -> Result<Logical> {
        let holds: fn(&f64, &f64) -> bool =
            match self.parameters.text(node, "condition")?.to_ascii_uppercase().as_str() {
                "GT" => f64::gt,
                "LT" => f64::lt,
                "EQ" => f64::eq,
                "NE" => f64::ne,
                other => return Err(self.unsupported(node, &format!("'{other}' is not supported"))),
            };
        let number = |key: &str| {
            let value = self.parameters.required(node, key)?;
            match self.parameters.numbers(value)?.values.as_slice() {
                [number] => Ok(*number),
                _ => Err(self.unsupported(value, "comparisons with arrays are not supported")),
            }
        };
        Ok(Logical { holds, limit: number("compareto")?, value: number("value")? })
    }

    fn prism(&self, node: NodeId) -> Result<Prism> {
        let parameters = &self.parameters;
        let kelvin = |key: &str| Ok(parameters.number(node, key)?.0);
        let ([d0, d1, d2, e0, e1, pole], _) = parameters.exactly::<6>(node, "tcoef")?;
        let pressure = parameters.number(node, "ref_pressure")?.0;
        let (temperature, reference) = (kelvin("temp")?, kelvin("ref_temp")?);
        let (sine, cosine) = libm::sincos(parameters.number(node, "prism_angle")?.0.to_radians());
        let glass = Zemax {
            glass: Sellmeier {
                b: parameters.exactly::<3>(node, "kcoef")?.0,
                c: parameters.exactly::<3>(node, "lcoef")?.0,
            },
            d: [d0, d1, d2],
            e: [e0, e1, pole],
            temperature: temperature - 273.15,
            reference_temperature: reference - 273.15,
            // stdatamodels takes the reference for both.
            pressure,
            reference_pressure: pressure,
        };
        Ok(Prism { glass, warm: temperature - reference >= 20.0, sine, cosine })
    }

    fn by_slit(&mut self, node: NodeId, from: Place, to: Place) -> Result<Draft> {
        let slits = self.parameters.required(node, "slits")?;
        self.by_label(node, slits, from, to)
    }

    /// One of the `models` by a label, which is an input among the coordinates and may be an output among them.
    fn by_label(&mut self, node: NodeId, labels: NodeId, from: Place, to: Place) -> Result<Draft> {
        let labels = self.slits(labels)?;
        let models = self.parameters.required(node, "models")?;
        let models = self.parameters.tree.items(models);
        if labels.len() != models.len() || models.is_empty() {
            return Err(self.parameters.error(node, "there is not one transform for each label"));
        }
        let mut cases = Vec::new();
        let mut axes = (0, 0);
        for (label, model) in labels.into_iter().zip(models) {
            let model = self.transform(*model)?;
            axes = self.axes(model);
            cases.push((label, self.labelled(node, model, from, to)?));
        }
        let (inputs, outputs) = axes;
        let position = |place: Place, count: usize| if place == Place::First { 0 } else { count };
        let inverse =
            (to != Place::Nowhere).then(|| self.reorder(node, &[position(to, outputs)], outputs + 1));
        let label = Kind::Remap { forward: vec![position(from, inputs)], backward: None };
        let label = self.add(Draft { inverse, ..Draft::new(label, inputs + 1, 1) }, node);
        let outputs = outputs + usize::from(to != Place::Nowhere);
        Ok(Draft::new(Kind::Select(Select { label, cases, otherwise: f64::NAN }), inputs + 1, outputs))
    }

    /// A transform that also takes its label, and may pass it on.
    fn labelled(&mut self, node: NodeId, model: ModelId, from: Place, to: Place) -> Result<ModelId> {
        let (inputs, outputs) = self.axes(model);
        let label = self.add(Draft::new(Kind::Identity, 1, 1), node);
        let both = Draft::new(Kind::Concatenate(model, label), inputs + 1, outputs + 1);
        let mut labelled = self.add(both, node);
        if from == Place::First {
            let order: Vec<usize> = (1..=inputs).chain([0]).collect();
            let order = self.reorder(node, &order, inputs + 1);
            labelled = self.chain(node, order, labelled)?;
        }
        let order: Vec<usize> = match to {
            Place::First => std::iter::once(outputs).chain(0..outputs).collect(),
            Place::Last => return Ok(labelled),
            Place::Nowhere => (0..outputs).collect(),
        };
        let order = self.reorder(node, &order, outputs + 1);
        self.chain(node, labelled, order)
    }

    /// Inputs by their positions, with the way back if each of them is used once.
    fn reorder(&mut self, node: NodeId, order: &[usize], inputs: usize) -> ModelId {
        let back = (0..inputs).map(|input| order.iter().position(|position| *position == input)).collect();
        let kind = Kind::Remap { forward: order.to_vec(), backward: back };
        self.add(Draft::new(kind, inputs, order.len()), node)
    }

    /// The labels in a list: numbers, or the fields of slits, whose last is their number, and whose first is their name.
    fn slits(&self, list: NodeId) -> Result<Vec<f64>> {
        let tree = self.parameters.tree;
        let Value::Sequence(items) = &tree.node(list).value else {
            return Ok(self.parameters.numbers(list)?.values);
        };
        let label = |item: &NodeId| {
            let fields = tree.items(*item);
            let named = fields.get(SLIT_NUMBER).filter(|field| tree.number(**field) != Some(UNNUMBERED));
            let field = *named.or(fields.first()).unwrap_or(item);
            // Parsing a float would add a tenth to the module.
            let named = || tree.text(field).and_then(|text| text.parse::<i32>().ok()).map(f64::from);
            let number = tree.number(field).or_else(named);
            number.ok_or_else(|| {
                self.unsupported(field, "slits with names that are no numbers are not supported")
            })
        };
        items.iter().map(label).collect()
    }
}

/// The position of a slit's number among its fields, and the number of those that have none.
const SLIT_NUMBER: usize = 19;
const UNNUMBERED: f64 = -9999.0;
