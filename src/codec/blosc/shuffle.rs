//! Undoes the shuffles. A byte shuffle stores the first bytes of all elements, then all second bytes, and so on. A bit
//! shuffle stores the lowest bits of all first bytes first, and so on.
//!
//! Both are transpositions, and take most of the time of a read. They are done in steps that the compiler turns into
//! vector instructions. It does so for long loops over slices of integers, but not for shuffles of a few bytes.
//! Therefore planes are joined two by two: bytes to 16 bits, these to 32 bits, these to 64 bits; and bits are swapped
//! between whole rows. A step processes no more data than fit into the first-level cache.

#![expect(clippy::many_single_char_names, reason = "planes and rows differ by nothing but their place")]

use std::array::from_fn;

/// How many elements are joined at a time.
pub(crate) const TILE: usize = 512;

/// Undoes a byte shuffle. A tail that does not fill an element was not shuffled. Both slices have the same length.
pub(super) fn unshuffle(size: usize, input: &[u8], output: &mut [u8]) {
    match size {
        0 | 1 => return output.copy_from_slice(input),
        2 => tiles::<2>(input, output, |[a, b], tile| {
            join(a, b, tile, |low, high| to_u16(low, high).to_le_bytes());
        }),
        4 => tiles(input, output, |planes, tile| {
            join_4(planes, tile, |low, high| to_u32(low, high).to_le_bytes());
        }),
        8 => tiles(input, output, |planes, tile| {
            join_8(planes, tile, |low, high| to_u64(low, high).to_le_bytes());
        }),
        16 => tiles(input, output, join_16),
        _ => {
            let count = input.len() / size;
            for (j, plane) in input.chunks_exact(count.max(1)).take(size).enumerate() {
                let places = output.get_mut(j..).unwrap_or_default().iter_mut().step_by(size);
                for (place, byte) in places.zip(plane) {
                    *place = *byte;
                }
            }
        }
    }
    copy_tail(input.len() / size * size, input, output);
}

/// Undoes a bit shuffle. Only whole groups of 8 elements were shuffled, not the rest at the end. `planes` is a scratch
/// buffer. All slices have the same length.
pub(super) fn unshuffle_bits(size: usize, input: &[u8], planes: &mut [u8], output: &mut [u8]) {
    let count = input.len() / size.max(1) / 8 * 8;
    let end = count * size;
    if let (Some(bits), Some(planes), Some(output)) =
        (input.get(..end), planes.get_mut(..end), output.get_mut(..end))
    {
        for (rows, plane) in bits.chunks_exact(count.max(8)).zip(planes.chunks_exact_mut(count.max(8))) {
            tiles(rows, plane, join_bits);
        }
        unshuffle(size, planes, output);
    }
    copy_tail(end, input, output);
}

fn copy_tail(start: usize, input: &[u8], output: &mut [u8]) {
    if let (Some(from), Some(to)) = (input.get(start..), output.get_mut(start..)) {
        to.copy_from_slice(from);
    }
}

/// Calls `join` to make elements from `N` planes, up to [`TILE`] elements at a time.
fn tiles<const N: usize>(input: &[u8], output: &mut [u8], join: impl Fn([&[u8]; N], &mut [[u8; N]])) {
    let count = input.len() / N;
    for (number, tile) in output.as_chunks_mut().0.chunks_mut(TILE).enumerate() {
        let start = number * TILE;
        let plane = |j| input.get(j * count + start..j * count + start + tile.len()).unwrap_or_default();
        join(from_fn(plane), tile);
    }
}

/// Makes wide integers, or their bytes, from pairs of narrow ones.
fn join<T: Copy, W>(low: &[T], high: &[T], wide: &mut [W], with: impl Fn(T, T) -> W) {
    for ((wide, low), high) in wide.iter_mut().zip(low).zip(high) {
        *wide = with(*low, *high);
    }
}

fn join_4<W>(planes: [&[u8]; 4], wide: &mut [W], with: impl Fn(u16, u16) -> W) {
    let [a, b, c, d] = planes;
    let (mut low, mut high) = ([0; TILE], [0; TILE]);
    join(a, b, &mut low, to_u16);
    join(c, d, &mut high, to_u16);
    join(&low, &high, wide, with);
}

fn join_8<W>(planes: [&[u8]; 8], wide: &mut [W], with: impl Fn(u32, u32) -> W) {
    let [a, b, c, d, e, f, g, h] = planes;
    let (mut low, mut high) = ([0; TILE], [0; TILE]);
    join_4([a, b, c, d], &mut low, to_u32);
    join_4([e, f, g, h], &mut high, to_u32);
    join(&low, &high, wide, with);
}

fn join_16(planes: [&[u8]; 16], wide: &mut [[u8; 16]]) {
    let [a, b, c, d, e, f, g, h, planes @ ..] = planes;
    let (mut low, mut high) = ([0; TILE], [0; TILE]);
    join_8([a, b, c, d, e, f, g, h], &mut low, to_u64);
    join_8(planes, &mut high, to_u64);
    join(&low, &high, wide, |low, high| (u128::from(low) | u128::from(high) << 64).to_le_bytes());
}

fn to_u16(low: u8, high: u8) -> u16 {
    u16::from(low) | u16::from(high) << 8
}

fn to_u32(low: u16, high: u16) -> u32 {
    u32::from(low) | u32::from(high) << 16
}

fn to_u64(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// Makes bytes from the rows of their bits.
fn join_bits(bits: [&[u8]; 8], bytes: &mut [[u8; 8]]) {
    let mut rows = [[0; TILE]; 8];
    for (row, bits) in rows.iter_mut().zip(bits) {
        for (byte, bits) in row.iter_mut().zip(bits) {
            *byte = *bits;
        }
    }
    transpose(&mut rows);
    join_8(rows.each_ref().map(<[u8; TILE]>::as_slice), bytes, |low, high| to_u64(low, high).to_le_bytes());
}

/// Transposes squares of 8 × 8 bits, each made of one byte of each row. Swaps the quarters of a square, then the
/// quarters of those, then single bits (Warren, "Hacker's Delight", 7-3). Every swap is between two rows.
pub(crate) fn transpose(rows: &mut [[u8; TILE]; 8]) {
    let [a, b, c, d, e, f, g, h] = rows;
    for (low, high) in [(&mut *a, &mut *b), (&mut *c, &mut *d), (&mut *e, &mut *f), (&mut *g, &mut *h)] {
        swap(low, high, 1, 0x55);
    }
    for (low, high) in [(&mut *a, &mut *c), (&mut *b, &mut *d), (&mut *e, &mut *g), (&mut *f, &mut *h)] {
        swap(low, high, 2, 0x33);
    }
    for (low, high) in [(&mut *a, &mut *e), (&mut *b, &mut *f), (&mut *c, &mut *g), (&mut *d, &mut *h)] {
        swap(low, high, 4, 0x0f);
    }
}

/// Swaps the bits of `high` selected by `mask` with the bits of `low` that lie `distance` above them. Works on eight
/// bytes at a time, because few processors can shift single bytes. No bits cross from one byte to another.
fn swap(low: &mut [u8; TILE], high: &mut [u8; TILE], distance: u32, mask: u8) {
    let mask = u64::from_ne_bytes([mask; 8]);
    for (low, high) in low.as_chunks_mut().0.iter_mut().zip(high.as_chunks_mut().0) {
        let (l, h) = (u64::from_le_bytes(*low), u64::from_le_bytes(*high));
        let differing = (l >> distance ^ h) & mask;
        *high = (h ^ differing).to_le_bytes();
        *low = (l ^ differing << distance).to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes() -> impl Iterator<Item = (usize, usize)> {
        [1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 255].into_iter().flat_map(|size| {
            [0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 511, 512, 513, 1100].into_iter().flat_map(move |count| {
                [0, 1, size - 1].into_iter().map(move |tail| (size, count * size + tail))
            })
        })
    }

    fn data(length: usize) -> Vec<u8> {
        (0..length as u64).map(|k| (k * k / 3 + k).to_le_bytes()[0]).collect()
    }

    #[test]
    fn unshuffle_undoes_a_byte_shuffle() {
        for (size, length) in sizes() {
            let data = data(length);
            let count = length / size;
            let mut shuffled = data.clone();
            for k in 0..count * size {
                shuffled[k % size * count + k / size] = data[k];
            }
            let mut output = vec![0; length];
            unshuffle(size, &shuffled, &mut output);
            assert!(output == data, "{size} {length}");
        }
    }

    #[test]
    fn unshuffle_bits_undoes_a_bit_shuffle() {
        for (size, length) in sizes() {
            let data = data(length);
            let count = length / size / 8 * 8;
            let mut shuffled = data.clone();
            shuffled[..count * size].fill(0);
            for bit in 0..count * size * 8 {
                let (element, place) = (bit / (size * 8), bit % (size * 8));
                let to = place * count + element;
                shuffled[to / 8] |= (data[bit / 8] >> (bit % 8) & 1) << (to % 8);
            }
            let mut output = vec![0; length];
            unshuffle_bits(size, &shuffled, &mut vec![0; length], &mut output);
            assert!(output == data, "{size} {length}");
        }
    }
}
