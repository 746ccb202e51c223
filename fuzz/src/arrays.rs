//! Arrays: their descriptions, and selections of them.

use asdf_wasm::Select;

use super::blocks::block_of;
use super::{WHOLE, limits, open, run};

/// The description of an array up to the first NUL; then the length of a selection and the selection, a byte each for
/// start, stop and step of every axis; then the array's block.
pub(crate) fn ndarray(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |byte| *byte == 0);
    let description = parts.next().unwrap_or_default();
    let Some((length, rest)) = parts.next().unwrap_or_default().split_first() else { return };
    let (selection, block) = rest.split_at(rest.len().min(usize::from(*length)));
    let head = b"#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/ndarray-1.1.0\n";
    let file = [head, description, b"\n...\n", &block_of(*b"\0\0\0\0", block.len() as u64, block)].concat();
    let Some(document) = open(&file, limits()) else { return };
    let signed = |byte: u8| i64::from(byte.cast_signed());
    let axis = |axis: &[u8]| match *axis {
        [start, stop, step] => {
            Select::Slice { start: Some(signed(start)), stop: Some(signed(stop)), step: Some(signed(step)) }
        }
        [index, ..] => Select::Index(signed(index)),
        [] => Select::All,
    };
    for (node, _) in document.arrays() {
        let mut options = document.read_options();
        options.selection = selection.chunks(3).map(axis).collect();
        let Ok(reading) = document.read(node, &options) else { continue };
        let _ = run(reading.into_filled(), &file, WHOLE, false);
    }
}
