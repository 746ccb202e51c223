//! The same field of many rows of a table. Numbers are decoded many at once: a loop over many takes vector instructions.

use super::field::field;
use crate::layout::fits::{Cell, CellKind};

/// A field of each of some rows: the rows, where in a row it begins, and from one row to the next.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
    pub(crate) stride: usize,
}

/// Decodes the field that `cell` describes, which is not in the heap and has no digits, of all these rows: appends its
/// elements to `values` and, if some may be missing, a byte for each to `mask`. `scratch` is memory to be used again.
pub(crate) fn append_fields(
    cell: &Cell,
    from: Fields<'_>,
    scratch: &mut Vec<u8>,
    values: &mut Vec<u8>,
    mask: &mut Vec<u8>,
) {
    let [count, size, width] =
        [cell.count, cell.size, cell.width].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let rows = from.bytes.len().div_ceil(from.stride.max(1));
    let masked = if cell.mask.is_some() { count } else { 0 };
    let values = grown(values, rows.saturating_mul(size));
    let mask = grown(mask, rows.saturating_mul(masked));
    if let CellKind::Numbers { coding, .. } = &cell.kind {
        // A field may have more numbers than its shape takes.
        let taken = count.saturating_mul(usize::try_from(coding.sizes().0).unwrap_or(1));
        scratch.resize(rows.saturating_mul(taken), 0);
        copy_fields(from, taken, scratch, 0, taken);
        field(&cell.kind, rows.saturating_mul(count), scratch, values, Some(mask));
        return;
    }
    let mut masks = mask.chunks_mut(masked.max(1));
    for (row, values) in from.bytes.chunks(from.stride.max(1)).zip(values.chunks_mut(size.max(1))) {
        let stored = row.get(from.at..).and_then(|row| row.get(..width)).unwrap_or_default();
        field(&cell.kind, count, stored, values, masks.next());
    }
}

/// Appends so many zeros, and gives them.
fn grown(bytes: &mut Vec<u8>, count: usize) -> &mut [u8] {
    let before = bytes.len();
    bytes.resize(before.saturating_add(count), 0);
    bytes.get_mut(before..).unwrap_or_default()
}

/// Copies fields of `width` bytes to byte `at` of each row of `output`, which has `stride` bytes.
pub(crate) fn copy_fields(from: Fields<'_>, width: usize, output: &mut [u8], at: usize, stride: usize) {
    for (from_row, to_row) in from.bytes.chunks(from.stride.max(1)).zip(output.chunks_mut(stride.max(1))) {
        let field = from_row.get(from.at..).and_then(|row| row.get(..width));
        if let (Some(from), Some(to)) = (field, to_row.get_mut(at..).and_then(|row| row.get_mut(..width))) {
            match width {
                0 => {}
                1 => copy_ends::<1>(to, from),
                2 | 3 => copy_ends::<2>(to, from),
                4..8 => copy_ends::<4>(to, from),
                8..16 => copy_ends::<8>(to, from),
                _ => to.copy_from_slice(from),
            }
        }
    }
}

/// Copies `N` to `2 * N` bytes, the first and the last ones: a copy of a size that the compiler does not know is a call.
fn copy_ends<const N: usize>(to: &mut [u8], from: &[u8]) {
    if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), from.first_chunk()) {
        *to = *from;
    }
    if let (Some(to), Some(from)) = (to.last_chunk_mut::<N>(), from.last_chunk()) {
        *to = *from;
    }
}
