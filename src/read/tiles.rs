//! Cuts a view into tiles that are read one after another, so that memory does not grow with the array.
//!
//! A tile is a box of elements whose bytes lie close together. Tiles come in ascending order of their place in the
//! block, whatever the signs and order of the strides, because a compressed block can only be decoded forwards. In what
//! order their elements go into the result is another matter: [`runs`](Tiles::runs) returns it.

use std::ops::Range;

use crate::block_reader::Access;
use crate::ndarray::{Axis, View};
use crate::ranges::coalesce;

/// About how many bytes of the block one tile takes, unless its reader wants fewer at a time.
pub(super) const TILE: u64 = 2 << 20;
/// What a separate byte range costs at least, so that no tile has thousands of them.
const RANGE: u128 = 4 << 10;
/// The assumed size of a chunk that is decoded as a whole.
const CHUNK: u64 = 512 << 10;
/// Bytes between two elements that are read along rather than left out, so that elements do not become ranges of their
/// own. Whoever fetches the ranges bridges wider gaps.
pub(super) const GAP: u64 = 4 << 10;

/// The tiles of a view, and the walk over them.
#[derive(Debug)]
pub(super) struct Tiles {
    view: View,
    /// The axes of the view from the largest stride to the smallest.
    order: Vec<usize>,
    /// How many leading axes of `order` are walked index by index.
    outer: usize,
    /// How many indices of the axis behind those one tile has.
    band: u64,
    /// Those axes of `order` whose strides leave gaps too wide to read along.
    gapped: usize,
    gap: u64,
    /// The place of the next tile: for each of the first `outer + 1` axes of `order`, how many indices lie before it.
    next: Option<Vec<u64>>,
}

/// A box of elements.
#[derive(Debug)]
pub(super) struct Tile {
    /// For each axis of the view: the indices it takes.
    axes: Vec<Range<u64>>,
}

/// Elements one after another along the last axis of a view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The byte of the block at which the first one begins.
    pub(super) start: u64,
    /// From one to the next, in bytes.
    pub(super) stride: i64,
    /// How many they are.
    pub(super) count: u64,
    /// The number of the first one in the result.
    pub(super) element: u64,
}

impl Tiles {
    /// Plans the tiles of `view`, whose [extent](View::extent) has been checked, of about `tile` bytes each.
    pub(super) fn new(view: &View, access: Access, tile: u64) -> Self {
        let tile = u128::from(tile);
        let view = view.collapse();
        let empty = view.item == 0 || view.axes.iter().any(|axis| axis.length == 0);
        let axis = |number: usize| view.axes.get(number).copied().unwrap_or(Axis { length: 1, stride: 0 });
        let stride = |number: usize| axis(number).stride.unsigned_abs();
        // They are few; a sort for any number of them is 3 kB of the compressed WebAssembly module.
        let mut order = Vec::with_capacity(view.axes.len());
        for number in 0..view.axes.len() {
            let place = order.partition_point(|other| stride(*other) >= stride(number));
            order.insert(place, number);
        }

        let (gap, range) = match access {
            Access::Random => (GAP, RANGE),
            Access::RandomChunks => (CHUNK, u128::from(CHUNK)),
            Access::ForwardChunks => (CHUNK, tile),
            Access::Forward => (u64::MAX, RANGE),
        };
        let item = u128::from(view.item);
        // What all axes seen so far span together, and what it costs to read that.
        let (mut span, mut cost) = (item, item);
        let (mut outer, mut band, mut gapped) = (0, u64::MAX, 0);
        let mut cut = false;
        for (position, number) in order.iter().enumerate().rev() {
            let Axis { length, stride } = axis(*number);
            let stride = u128::from(stride.unsigned_abs());
            let steps = u128::from(length.max(1) - 1);
            if stride != 0 && stride < span {
                // Elements overlap, so no order of tiles ascends: everything is one tile.
                (outer, band, gapped) = (0, u64::MAX, 0);
                break;
            }
            if gapped == 0 && stride > span.saturating_add(u128::from(gap)) {
                gapped = position + 1;
            }
            let step = if gapped > 0 { cost.max(range) } else { stride };
            let whole = cost.saturating_add(step.saturating_mul(steps));
            if !cut && whole > tile {
                let indices = tile.saturating_sub(cost).checked_div(step).unwrap_or(0) + 1;
                (outer, band, cut) = (position, u64::try_from(indices).unwrap_or(u64::MAX), true);
            }
            (span, cost) = (span.saturating_add(stride.saturating_mul(steps)), whole);
        }
        let next = (!empty).then(|| vec![0; order.len().min(outer + 1)]);
        Self { view, order, outer, band, gapped, gap, next }
    }

    /// All that is read, with as few axes as possible.
    pub(super) fn view(&self) -> &View {
        &self.view
    }

    fn axis(&self, number: usize) -> Axis {
        self.view.axes.get(number).copied().unwrap_or(Axis { length: 1, stride: 0 })
    }

    /// The ranges of the block's decoded bytes that a tile needs, ascending.
    pub(super) fn ranges(&self, tile: &Tile) -> Vec<Range<u64>> {
        let mut low = i128::from(self.view.offset);
        let mut span = i128::from(self.view.item);
        let mut starts = vec![0i128];
        for (position, number) in self.order.iter().enumerate() {
            let stride = i128::from(self.axis(*number).stride);
            let Some(indices) = tile.axes.get(*number) else { continue };
            let steps = i128::from(indices.end) - i128::from(indices.start) - 1;
            let lowest = if stride < 0 { indices.end - 1 } else { indices.start };
            low += i128::from(lowest) * stride;
            if position < self.gapped {
                let along = |start: &i128| {
                    let start = *start;
                    (0..=steps).map(move |k| start + k * stride.abs())
                };
                starts = starts.iter().flat_map(along).collect();
            } else {
                span += steps * stride.abs();
            }
        }
        let ranges = starts.iter().filter_map(|start| {
            let start = low + start;
            Some(u64::try_from(start).ok()?..u64::try_from(start + span).ok()?)
        });
        coalesce(ranges, if self.gap == u64::MAX { 0 } else { self.gap })
    }

    /// Whether their elements come in the order of the result.
    pub(super) fn in_order(&self) -> bool {
        self.order.is_sorted() && self.view.axes.iter().all(|axis| axis.stride >= 0)
    }

    /// The number in the result of a tile's first element.
    pub(super) fn first(&self, tile: &Tile) -> u64 {
        let axes = self.view.axes.iter().zip(&tile.axes);
        axes.fold(0, |element, (axis, indices)| element * axis.length + indices.start)
    }

    /// The number in the result of the element after a tile's last one.
    pub(super) fn end(&self, tile: &Tile) -> u64 {
        let axes = self.view.axes.iter().zip(&tile.axes);
        axes.fold(0, |element, (axis, indices)| element * axis.length + indices.end.saturating_sub(1)) + 1
    }

    /// The elements of a tile in the order of the result.
    pub(super) fn runs(&self, tile: &Tile) -> Runs<'_> {
        let counter = tile
            .axes
            .split_last()
            .map_or_else(Vec::new, |(_, outer)| outer.iter().map(|axis| axis.start).collect());
        Runs { view: &self.view, axes: tile.axes.clone(), counter: Some(counter) }
    }
}

impl Iterator for Tiles {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        let mut next = self.next.take()?;
        let mut axes: Vec<Range<u64>> = self.view.axes.iter().map(|axis| 0..axis.length).collect();
        for (position, before) in next.iter().enumerate() {
            let number = *self.order.get(position)?;
            let Axis { length, stride } = self.axis(number);
            let count = if position < self.outer { 1 } else { self.band.min(length - before) };
            let range =
                if stride < 0 { length - before - count..length - before } else { *before..before + count };
            *axes.get_mut(number)? = range;
        }
        for position in (0..next.len()).rev() {
            let length = self.axis(*self.order.get(position)?).length;
            let step = if position < self.outer { 1 } else { self.band };
            let before = next.get_mut(position)?;
            *before = before.saturating_add(step);
            if *before < length {
                self.next = Some(next);
                break;
            }
            *before = 0;
        }
        Some(Tile { axes })
    }
}

/// Walks the elements of a tile, a run of the last axis at a time.
#[derive(Debug)]
pub(super) struct Runs<'a> {
    view: &'a View,
    axes: Vec<Range<u64>>,
    /// The indices of all axes but the last; `None` at the end.
    counter: Option<Vec<u64>>,
}

impl Iterator for Runs<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        let mut counter = self.counter.take()?;
        let last = self.axes.last().map_or(0..1, Clone::clone);
        let (mut start, mut element, mut stride) = (i128::from(self.view.offset), 0u64, 0);
        for (axis, index) in self.view.axes.iter().zip(counter.iter().copied().chain([last.start])) {
            start += i128::from(index) * i128::from(axis.stride);
            element = element * axis.length + index;
            stride = axis.stride;
        }
        for (index, range) in counter.iter_mut().zip(&self.axes).rev() {
            *index += 1;
            if *index < range.end {
                self.counter = Some(counter);
                break;
            }
            *index = range.start;
        }
        Some(Run { start: u64::try_from(start).ok()?, stride, count: last.end - last.start, element })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(offset: u64, axes: &[(u64, i64)], item: u64) -> View {
        let axes = axes.iter().map(|&(length, stride)| Axis { length, stride }).collect();
        View { offset, axes, item }
    }

    /// Every element once, in order of the result; tiles ascend; runs lie in their tile's ranges.
    fn check(view: &View, access: Access) -> usize {
        let mut tiles = Tiles::new(view, access, TILE);
        let mut written = 0;
        let mut starts = vec![None; usize::try_from(view.size().unwrap()).unwrap()];
        let (mut count, mut reached) = (0, 0);
        while let Some(tile) = tiles.next() {
            count += 1;
            let ranges = tiles.ranges(&tile);
            assert!(ranges.is_sorted_by_key(|range| range.start));
            assert!(ranges[0].start >= reached, "tiles ascend");
            reached = ranges[0].start;
            assert!(!tiles.in_order() || tiles.first(&tile) == written, "all before the tile is written");
            for run in tiles.runs(&tile) {
                for k in 0..run.count {
                    let start = u64::try_from(i128::from(run.start) + i128::from(k) * i128::from(run.stride))
                        .unwrap();
                    let end = start + view.item;
                    assert!(ranges.iter().any(|range| range.start <= start && end <= range.end));
                    let slot = &mut starts[usize::try_from(run.element + k).unwrap()];
                    assert!(slot.replace(start).is_none(), "element {} twice", run.element + k);
                    written += 1;
                }
            }
        }
        let mut index = 0;
        naive(&view.axes, i128::from(view.offset), &mut |start| {
            assert_eq!(starts[index], Some(u64::try_from(start).unwrap()), "element {index}");
            index += 1;
        });
        assert_eq!(index, starts.len());
        count
    }

    fn naive(axes: &[Axis], at: i128, visit: &mut dyn FnMut(i128)) {
        match axes.split_first() {
            None => visit(at),
            Some((axis, rest)) => {
                (0..axis.length)
                    .for_each(|index| naive(rest, at + i128::from(index) * i128::from(axis.stride), visit));
            }
        }
    }

    #[test]
    fn every_element_comes_once_whatever_the_strides() {
        for access in [Access::Random, Access::RandomChunks, Access::ForwardChunks, Access::Forward] {
            check(&view(7, &[], 4), access);
            check(&view(0, &[(5, 4)], 4), access);
            check(&view(40, &[(5, -8)], 4), access);
            check(&view(0, &[(3, 40), (4, 8), (2, 4)], 4), access);
            check(&view(0, &[(2, 4), (4, 8), (3, 40)], 4), access);
            check(&view(1000, &[(2, -4), (4, 8), (3, -40)], 4), access);
            check(&view(0, &[(3, 0), (4, 8)], 8), access);
            check(&view(0, &[(3, 4), (4, 4)], 4), access);
            check(&view(0, &[(3, 8), (0, 8)], 8), access);
        }
    }

    #[test]
    fn large_arrays_are_cut_and_wide_gaps_left_out() {
        // 4 MiB in C order, its transpose, and every other row backwards.
        assert_eq!(check(&view(0, &[(1024, 4096), (1024, 4)], 4), Access::Forward), 2);
        assert!(check(&view(0, &[(1024, 4), (1024, 4096)], 4), Access::Forward) > 1);
        assert!(check(&view(4096 * 1022, &[(512, -8192), (1024, 4)], 4), Access::Random) > 1);
        // A 64 × 64 window of an array with rows of 200 kB: 64 small ranges, one tile.
        let window = view(0, &[(64, 200_000), (64, 4)], 4);
        assert_eq!(check(&window, Access::Random), 1);
        let mut tiles = Tiles::new(&window, Access::Random, TILE);
        let tile = tiles.next().unwrap();
        let ranges = tiles.ranges(&tile);
        assert_eq!((ranges.len(), ranges[1].clone()), (64, 200_000..200_256));
        assert!(check(&window, Access::Forward) > 1);
    }
}
