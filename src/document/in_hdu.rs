//! Arrays of the tree whose source names an HDU of the FITS file around it.

use crate::error::{Error, ErrorKind, Result};
use crate::layout::Hdu;
use crate::ndarray::NdArray;
use crate::tree::{NodeId, Tree};

/// The array in the HDU of this file that the source of an array names, if it names one: `fits:SCI,1`, `fits:SCI` or
/// `fits:1`. What the HDU says of the array counts, not what the tree does.
pub(super) fn array_in_hdu(tree: &Tree, node: NodeId, hdus: &[Hdu]) -> Option<Result<NdArray>> {
    let name = tree.text(tree.get(node, "source")?)?.strip_prefix("fits:")?;
    if hdus.is_empty() {
        return None;
    }
    Some(find_hdu(hdus, name).map_or_else(
        || {
            let message = format!("the array is in the HDU `{name}`, but the file has no such HDU");
            Err(Error::new(ErrorKind::NotFound, message))
        },
        NdArray::of_hdu,
    ))
}

/// The HDU of a name, a name and a version, or a number.
fn find_hdu<'a>(hdus: &'a [Hdu], name: &str) -> Option<&'a Hdu> {
    let (plain, version) = match name.rsplit_once(',') {
        Some((plain, version)) => (plain.trim(), Some(version.trim().parse::<i128>().ok()?)),
        None => (name.trim(), None),
    };
    let is_meant = |hdu: &&Hdu| {
        hdu.name.eq_ignore_ascii_case(plain) && version.is_none_or(|version| version == hdu.version)
    };
    let first = || if plain == "PRIMARY" { hdus.first() } else { None };
    let number = || hdus.get(plain.parse::<usize>().ok().filter(|_| version.is_none())?);
    hdus.iter().find(is_meant).or_else(first).or_else(number)
}
