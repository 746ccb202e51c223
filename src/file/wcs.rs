//! World coordinates of an open file: reads the arrays that the transforms need.

use std::collections::BTreeMap;
use std::io::{Read, Seek};

use super::file_array::FileArray;
use super::open::File;
use crate::error::Result;
use crate::limits::charge;
use crate::ndarray::Origin;
use crate::wcs::{self, Wcs};

impl<R: Read + Seek> File<R> {
    /// Compiles the `gwcs/wcs` at a path of the tree, such as `roman/meta/wcs`.
    ///
    /// ```no_run
    /// use asdf_wasm::File;
    ///
    /// let mut wcs = File::open("r0000101.asdf")?.wcs("roman/meta/wcs")?;
    /// let mut sky = [0.0; 2];
    /// wcs.to_world(&[12.0, 34.0], &mut sky);
    /// # Ok::<(), asdf_wasm::Error>(())
    /// ```
    pub fn wcs(&self, path: &str) -> Result<Wcs> {
        let (tree, node) = (self.tree()?, self.node(path)?);
        let mut arrays = BTreeMap::new();
        for needed in wcs::arrays(tree, node) {
            let Some(array) = self.document().array(needed) else { continue };
            let array = FileArray::new(self, Origin::Node(needed), array.as_ref().map_err(Clone::clone)?);
            let shape = array.shape().iter().map(|length| charge("the array", *length, u64::MAX));
            arrays.insert(
                needed,
                wcs::Array { shape: shape.collect::<Result<_>>()?, values: numbers(&array)? },
            );
        }
        Wcs::new(tree, node, &arrays)
    }
}

/// The elements of an array; integers are rounded to the nearest float.
fn numbers<R: Read + Seek>(array: &FileArray<'_, R>) -> Result<Vec<f64>> {
    #[expect(clippy::cast_precision_loss, reason = "to the nearest float is what is asked for")]
    let rounded = |integers: Vec<i128>| integers.into_iter().map(|integer| integer as f64).collect();
    let floats = array.read::<f64>(..).map(|read| read.data);
    floats.or_else(|error| Ok(rounded(array.read::<i128>(..).map_err(|_| error)?.data)))
}
