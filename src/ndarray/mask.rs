//! Masked elements (`mask` of core/ndarray-1.x): which elements of an array are missing values.
//!
//! A mask is a number, which masks the elements of that value; or an array that broadcasts to the shape of the array,
//! whose non-zero elements mask. A mask array replaces the `null`s of an inline array, as the standard says; a number
//! is combined with them. A structured array is masked row by row, or field by field if the mask has the same fields.

use super::array::{Mask, NdArray};
use super::axes::bad;
use super::datatype::{Datatype, Field};
use super::describe::is_array;
use super::mask_test::{MaskTest, Number};
use crate::error::{Error, Result};
use crate::tree::{NodeId, Tree};

impl NdArray {
    /// Reads the mask at `node`. `array_at` returns the array at a node.
    pub(crate) fn describe_mask<'a>(
        &mut self,
        tree: &Tree,
        node: NodeId,
        array_at: impl FnOnce(NodeId) -> Result<&'a Self>,
    ) -> Result<()> {
        let place = |error: Error| error.at(tree.node(node).mark.offset);
        let mask = if is_array(tree, node) {
            array_at(node).and_then(|mask| Mask::of_array(node, mask, self))
        } else {
            Mask::of_value(tree, node, self)
        };
        self.mask = Some(mask.map_err(place)?);
        Ok(())
    }
}

impl Mask {
    /// Reads the number at `node` that masks elements of `array`.
    fn of_value(tree: &Tree, node: NodeId, array: &NdArray) -> Result<Self> {
        let number = Number::read(tree, node).ok_or_else(|| bad("it is neither a number nor an array"))?;
        match array.datatype {
            Datatype::Scalar(kind, order) => Ok(Self::Value(MaskTest::equal(number, kind, order))),
            _ => Err(bad("a number cannot mask text or records")),
        }
    }

    /// Makes sure that `mask`, the array at `node`, can mask `array`.
    fn of_array(node: NodeId, mask: &NdArray, array: &NdArray) -> Result<Self> {
        mask.view().broadcast(&array.shape)?;
        fits(&mask.datatype, &array.datatype)?;
        Ok(Self::Array(node))
    }
}

/// Whether elements of one type can mask elements of another: a number can mask any, a record only one with the same fields.
fn fits(mask: &Datatype, array: &Datatype) -> Result<()> {
    let field = |(mask, array): (&Field, &Field)| {
        if !mask.shape.is_empty() && mask.shape != array.shape {
            return Err(bad(format!("its field {} has another shape than the array's", mask.name)));
        }
        fits(&mask.datatype, &array.datatype)
    };
    match (mask, array) {
        (Datatype::Scalar(..), _) => Ok(()),
        (Datatype::Struct(mask), Datatype::Struct(array)) if mask.len() == array.len() => {
            mask.iter().zip(array.iter()).try_for_each(field)
        }
        (Datatype::Struct(_), _) => Err(bad("it has other fields than the array")),
        _ => Err(bad("its elements are text")),
    }
}
