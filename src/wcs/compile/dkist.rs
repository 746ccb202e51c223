//! Transforms of DKIST: a celestial transform that changes from exposure to exposure, and positions in boxes.

use super::super::kernel::{Kernel, Order};
use super::super::model::Units;
use super::super::unit::Unit;
use super::{Compiler, Draft};
use crate::error::Result;
use crate::tree::NodeId;

impl Compiler<'_> {
    pub(super) fn dkist(&mut self, name: &str, node: NodeId) -> Result<Option<Draft>> {
        Ok(Some(match name {
            "ravel_model" => {
                let list = self.parameters.required(node, "array_shape")?;
                let lengths: Box<[f64]> = self.parameters.numbers(list)?.values.into();
                let axes = lengths.len();
                let order = match self.parameters.text(node, "order")? {
                    "F" => Order::Fortran,
                    _ => Order::C,
                };
                let pixel = Unit::parse("pix")?;
                let units = Units::Fixed { inputs: vec![Some(pixel); axes], outputs: vec![Some(pixel)] };
                let backward = Kernel::Unravel(lengths.clone(), order);
                Draft::leaf(Kernel::Ravel(lengths, order), Some(backward), units, axes, 1)
            }
            _ => return Ok(None),
        }))
    }
}
