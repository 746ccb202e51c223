//! Transforms of spectrographs: gwcs's glasses, gratings and direction cosines.

use super::super::kernel::{Kernel, Sellmeier, Zemax};
use super::super::model::Units;
use super::{Compiler, Draft};
use crate::error::Result;
use crate::tree::NodeId;

impl Compiler<'_> {
    pub(super) fn optics(&mut self, name: &str, node: NodeId) -> Result<Option<Draft>> {
        let parameters = &self.parameters;
        let number = |key: &str| Ok(parameters.number(node, key)?.0);
        Ok(Some(match name {
            "direction_cosines" => match parameters.text(node, "transform_type")? {
                "to_direction_cosines" => {
                    Draft::leaf(Kernel::ToCosines, Some(Kernel::FromCosines), Units::Keep, 3, 4)
                }
                "from_direction_cosines" => {
                    Draft::leaf(Kernel::FromCosines, Some(Kernel::ToCosines), Units::Keep, 4, 3)
                }
                other => return Err(self.unsupported(node, &format!("'{other}' is not supported"))),
            },
            "snell3d" => Draft::leaf(Kernel::Snell, None, Units::Keep, 4, 3),
            "grating_equation" => {
                let lines = number("groove_density")? * number("order")?;
                match parameters.text(node, "output")? {
                    "angle" => Draft::leaf(Kernel::Grating(lines), None, Units::Keep, 3, 3),
                    "wavelength" => Draft::leaf(Kernel::GratingWavelength(lines), None, Units::Keep, 2, 1),
                    other => return Err(self.unsupported(node, &format!("'{other}' is not supported"))),
                }
            }
            "sellmeier_glass" => Draft::leaf(Kernel::Sellmeier(self.glass(node)?), None, Units::Keep, 1, 1),
            "sellmeier_zemax" => {
                // Temperatures are in kelvin in the tree.
                let celsius = |key: &str| Ok(number(key)? - 273.15);
                let zemax = Zemax {
                    glass: self.glass(node)?,
                    d: parameters.exactly::<3>(node, "D_coef")?.0,
                    e: parameters.exactly::<3>(node, "E_coef")?.0,
                    temperature: celsius("temperature")?,
                    reference_temperature: celsius("ref_temperature")?,
                    pressure: number("pressure")?,
                    reference_pressure: number("ref_pressure")?,
                };
                Draft::leaf(Kernel::Zemax(Box::new(zemax)), None, Units::Keep, 1, 1)
            }
            _ => return Ok(None),
        }))
    }

    fn glass(&self, node: NodeId) -> Result<Sellmeier> {
        let (b, _) = self.parameters.exactly::<3>(node, "B_coef")?;
        let (c, _) = self.parameters.exactly::<3>(node, "C_coef")?;
        Ok(Sellmeier { b, c })
    }
}
