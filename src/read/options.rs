//! What to read of an array, and how.

use crate::block_reader::Checksums;
use crate::limits::Limits;
use crate::ndarray::Select;

/// What to read of an array, and how.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The selection, axis by axis; further axes are read whole.
    pub selection: Vec<Select>,
    /// Of a structured array: the field to read, then the field of that field, and so on.
    pub field: Vec<usize>,
    /// Give float16 as the 16 bits they are stored in, not as float32.
    pub float16_bits: bool,
    /// What to do about the block's checksum.
    pub checksums: Checksums,
    /// How much the reading may make us do.
    pub limits: Limits,
}
