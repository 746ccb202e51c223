//! Transforms that only FITS has: tables of distortions, which TypeScript describes (`package/wcs/fits/distortion.ts`).

use super::super::kernel::{Kernel, Lookup};
use super::super::model::Units;
use super::{Compiler, Draft};
use crate::error::Result;
use crate::tree::NodeId;

impl Compiler<'_> {
    pub(super) fn fits(&self, name: &str, node: NodeId) -> Result<Option<Draft>> {
        if name != "fits_lookup" {
            return Ok(None);
        }
        let list = self.parameters.required(node, "table")?;
        let table = self.parameters.numbers(list)?;
        let lengths = match *table.shape.as_slice() {
            [width] => [width, 1],
            [height, width] => [width, height],
            _ => return Err(self.parameters.error(list, "the table of a distortion has not 1 or 2 axes")),
        };
        let reference =
            [self.parameters.exactly::<3>(node, "x")?.0, self.parameters.exactly::<3>(node, "y")?.0];
        let lookup = Lookup::new(table.values, lengths, reference).ok_or_else(|| {
            self.parameters.error(node, "the table of a distortion has no elements or no scale")
        })?;
        Ok(Some(Draft::leaf(Kernel::Lookup(lookup), None, Units::Keep, 2, 1)))
    }
}
