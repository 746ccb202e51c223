//! The source of an array in an HDU: which it is, and how its bytes become elements.

use std::sync::Arc;

use crate::layout::fits::Coding;

/// An HDU that holds an array.
#[derive(Clone, Debug, PartialEq)]
pub struct HduSource {
    /// Its number.
    pub hdu: usize,
    /// How it is called in messages.
    pub(crate) label: Arc<str>,
    /// How its bytes become elements; `None`: they are stored as they are.
    pub(crate) coding: Option<Arc<Coding>>,
}

impl HduSource {
    /// The compression of its tiles, as `ZCMPTYPE` names it, if it has such.
    pub fn compression(&self) -> Option<&'static str> {
        match self.coding.as_deref() {
            Some(Coding::Tiles(tiling)) => Some(tiling.algorithm.name()),
            _ => None,
        }
    }
}
