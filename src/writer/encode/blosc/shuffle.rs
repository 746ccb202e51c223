//! The shuffles. A byte shuffle stores the first bytes of all elements, then all second bytes, and so on. A bit shuffle
//! stores the lowest bits of all first bytes first, and so on.
//!
//! They are the inverse of those in `codec::blosc::shuffle`, in the same steps, which the compiler turns into vector
//! instructions: elements of 64 bits are split into 32 bits, these into 16 bits, these into bytes; and bits are swapped
//! between rows.

#![expect(clippy::many_single_char_names, reason = "planes and rows differ by nothing but their place")]

use std::array::from_fn;

use crate::codec::shuffle::{TILE, transpose};

/// Shuffles the bytes of elements of `size` bytes. A tail that does not fill an element stays unchanged. Both slices
/// have the same length.
pub(super) fn shuffle(size: usize, input: &[u8], output: &mut [u8]) {
    match size {
        2 => tiles::<2>(input, output, |tile, [a, b]| {
            split(tile, a, b, |bytes| halves_16(u16::from_le_bytes(*bytes)));
        }),
        4 => tiles::<4>(input, output, |tile, planes| {
            split_4(tile, planes, |bytes| halves_32(u32::from_le_bytes(*bytes)));
        }),
        8 => tiles::<8>(input, output, |tile, planes| {
            split_8(tile, planes, |bytes| halves_64(u64::from_le_bytes(*bytes)));
        }),
        16 => tiles::<16>(input, output, |tile, planes| {
            let [a, b, c, d, e, f, g, h, planes @ ..] = planes;
            let (mut low, mut high) = ([0; TILE], [0; TILE]);
            split(tile, &mut low, &mut high, |bytes| halves_128(u128::from_le_bytes(*bytes)));
            let (low, high) = (prefix(&low, tile.len()), prefix(&high, tile.len()));
            split_8(low, [a, b, c, d, e, f, g, h], |word| halves_64(*word));
            split_8(high, planes, |word| halves_64(*word));
        }),
        _ => {
            let count = input.len() / size.max(1);
            for (j, plane) in output.chunks_exact_mut(count.max(1)).take(size).enumerate() {
                let bytes = input.get(j..).unwrap_or_default().iter().step_by(size.max(1));
                for (place, byte) in plane.iter_mut().zip(bytes) {
                    *place = *byte;
                }
            }
        }
    }
    copy_tail(input.len() / size.max(1) * size, input, output);
}

/// Shuffles the bits of whole groups of 8 elements; the rest at the end stays unchanged. `planes` is a scratch buffer.
/// All slices have the same length.
pub(super) fn shuffle_bits(size: usize, input: &[u8], planes: &mut [u8], output: &mut [u8]) {
    let count = input.len() / size.max(1) / 8 * 8;
    let end = count * size;
    if let (Some(elements), Some(planes), Some(output)) =
        (input.get(..end), planes.get_mut(..end), output.get_mut(..end))
    {
        shuffle(size, elements, planes);
        for (plane, rows) in planes.chunks_exact(count.max(8)).zip(output.chunks_exact_mut(count.max(8))) {
            tiles::<8>(plane, rows, split_bits);
        }
    }
    copy_tail(end, input, output);
}

fn copy_tail(start: usize, input: &[u8], output: &mut [u8]) {
    if let (Some(from), Some(to)) = (input.get(start..), output.get_mut(start..)) {
        to.copy_from_slice(from);
    }
}

/// Calls `split` to make `N` planes from elements, up to [`TILE`] elements at a time.
fn tiles<const N: usize>(input: &[u8], output: &mut [u8], split: impl Fn(&[[u8; N]], [&mut [u8]; N])) {
    let elements = input.as_chunks().0;
    let mut rest = output;
    let mut planes: [&mut [u8]; N] = from_fn(|_| {
        let (plane, others) = std::mem::take(&mut rest).split_at_mut(elements.len());
        rest = others;
        plane
    });
    for tile in elements.chunks(TILE) {
        split(
            tile,
            planes.each_mut().map(|plane| {
                let (front, others) = std::mem::take(plane).split_at_mut(tile.len());
                *plane = others;
                front
            }),
        );
    }
}

/// Splits wide integers, or their bytes, into halves.
fn split<W, T>(wide: &[W], low: &mut [T], high: &mut [T], halves: impl Fn(&W) -> (T, T)) {
    for ((wide, low), high) in wide.iter().zip(low).zip(high) {
        (*low, *high) = halves(wide);
    }
}

fn split_4<W>(wide: &[W], planes: [&mut [u8]; 4], halves: impl Fn(&W) -> (u16, u16)) {
    let [a, b, c, d] = planes;
    let (mut low, mut high) = ([0; TILE], [0; TILE]);
    split(wide, &mut low, &mut high, halves);
    split(prefix(&low, wide.len()), a, b, |word| halves_16(*word));
    split(prefix(&high, wide.len()), c, d, |word| halves_16(*word));
}

fn split_8<W>(wide: &[W], planes: [&mut [u8]; 8], halves: impl Fn(&W) -> (u32, u32)) {
    let [a, b, c, d, e, f, g, h] = planes;
    let (mut low, mut high) = ([0; TILE], [0; TILE]);
    split(wide, &mut low, &mut high, halves);
    split_4(prefix(&low, wide.len()), [a, b, c, d], |word| halves_32(*word));
    split_4(prefix(&high, wide.len()), [e, f, g, h], |word| halves_32(*word));
}

/// Makes rows of bits from bytes. The inverse is in `codec::blosc::shuffle`.
fn split_bits(bytes: &[[u8; 8]], bits: [&mut [u8]; 8]) {
    let mut rows = [[0; TILE]; 8];
    split_8(bytes, rows.each_mut().map(<[u8; TILE]>::as_mut_slice), |bytes| {
        halves_64(u64::from_le_bytes(*bytes))
    });
    transpose(&mut rows);
    for (row, bits) in rows.iter().zip(bits) {
        bits.copy_from_slice(prefix(row, bits.len()));
    }
}

/// The used part of a tile.
fn prefix<T>(tile: &[T; TILE], length: usize) -> &[T] {
    tile.get(..length).unwrap_or(tile)
}

fn halves_16(word: u16) -> (u8, u8) {
    let [low, high] = word.to_le_bytes();
    (low, high)
}

#[expect(clippy::cast_possible_truncation, reason = "halves are asked for")]
const fn halves_32(word: u32) -> (u16, u16) {
    (word as u16, (word >> 16) as u16)
}

#[expect(clippy::cast_possible_truncation, reason = "halves are asked for")]
const fn halves_64(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

#[expect(clippy::cast_possible_truncation, reason = "halves are asked for")]
const fn halves_128(word: u128) -> (u64, u64) {
    (word as u64, (word >> 64) as u64)
}
