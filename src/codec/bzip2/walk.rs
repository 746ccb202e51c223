//! The inverse Burrows–Wheeler transform: a walk through a permutation of the sorted rotations of the block.
//!
//! Each step has to wait for memory, because it loads the position of the next step. So several walks run side by side,
//! from starting points spread over the block. Each walk ends at the starting point of another, and joined in order
//! they form the whole walk. While one walk waits for memory, the others proceed. All of them stay within the memory of
//! one block.

use super::block::Block;

/// How many walks run side by side.
const LANES: usize = 8;
/// How many steps all lanes take between two checks for starting points.
const STEPS: usize = 64;
/// The approximate distance between two starting points. It is small enough to keep all lanes busy to the end, and
/// large enough that the extra steps after each starting point do not matter.
const APART: usize = 6_000;
/// The number of links: at least the number of rotations in the largest block, and a power of two, so that no index
/// needs a check.
const LINKS: usize = 1 << 20;
/// The layout of a link: the last byte of a rotation in the lowest bits, then the index of the rotation that ends one
/// byte earlier, and in the highest bit whether a walk starts at this rotation.
const PLACE: u32 = 8;
const START: u32 = 1 << 31;

/// Inverts the transform of one block after another, and keeps its memory between blocks.
#[derive(Debug, Default)]
pub(super) struct Walk {
    links: Vec<u32>,
    /// The bytes that each lane collected, in the order of the walk, which is backwards.
    met: [Vec<u8>; LANES],
    /// The walks between starting points. The first one begins at the block's own start.
    ways: Vec<Way>,
}

/// The walk from one starting point to the next.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    start: u32,
    lane: usize,
    /// The range of its bytes in the bytes of its lane.
    from: usize,
    to: usize,
    end: u32,
}

/// The walk that a lane is making.
#[derive(Clone, Copy, Default)]
struct Lane {
    place: u32,
    /// The index of the walk in [`Walk::ways`]; `None` if the lane is idle.
    way: Option<usize>,
}

impl Walk {
    /// Replaces the transformed bytes of `block` by the original ones.
    #[inline(never)]
    pub(super) fn invert(&mut self, block: &mut Block) {
        self.link(block);
        self.walk();
        self.put_together(block);
    }

    /// Sets the links and marks the starting points: the block's own, and others at about equal distances.
    fn link(&mut self, block: &Block) {
        let mut places = block.counts;
        let mut sum = 0;
        for place in &mut places {
            (*place, sum) = (sum, sum + *place);
        }
        if self.links.is_empty() {
            self.links = vec![0; LINKS];
        }
        // Those behind the block's own are of a larger block before it: clearing them would take longer than a small block.
        let bytes = block.bytes();
        let links = self.links.get_mut(..bytes.len()).unwrap_or_default();
        for (link, byte) in links.iter_mut().zip(bytes) {
            let Some(place) = places.get_mut(usize::from(*byte)) else { continue };
            *place += 1;
            *link = (*place - 1) << PLACE | u32::from(*byte);
        }
        self.ways.clear();
        let others = (0..sum).step_by(APART).filter(|start| *start != block.origin);
        for start in std::iter::once(block.origin).chain(others) {
            if let Some(link) = links.get_mut(start as usize) {
                *link |= START;
                self.ways.push(Way { start, ..Way::default() });
            }
        }
    }

    /// Walks from every starting point to the next, on all lanes.
    fn walk(&mut self) {
        let Ok(links) = <&[u32; LINKS]>::try_from(self.links.as_slice()) else { return };
        self.met.iter_mut().for_each(Vec::clear);
        let mut lanes = [Lane::default(); LANES];
        let mut next = 0;
        for (number, lane) in lanes.iter_mut().enumerate() {
            begin(links, lane, number, &mut self.met, &mut self.ways, &mut next);
        }
        while lanes.iter().any(|lane| lane.way.is_some()) {
            let mut places = lanes.map(|lane| lane.place);
            let (steps, passed) = step_all(links, &mut places);
            let outcomes = steps.iter().zip(passed).zip(places);
            for ((number, lane), ((steps, passed), place)) in lanes.iter_mut().enumerate().zip(outcomes) {
                let way = lane.way.and_then(|way| self.ways.get_mut(way));
                let (Some(way), Some(met)) = (way, self.met.get_mut(number)) else { continue };
                if passed & START == 0 {
                    met.extend_from_slice(steps);
                    lane.place = place;
                    continue;
                }
                // One of these steps passed a starting point: repeat them one by one to find it.
                let mut link = link_at(links, lane.place);
                while link & START == 0 {
                    met.push(link.to_le_bytes()[0]);
                    lane.place = place_of(link);
                    link = link_at(links, lane.place);
                }
                (way.to, way.end) = (met.len(), lane.place);
                begin(links, lane, number, &mut self.met, &mut self.ways, &mut next);
            }
        }
    }

    /// Writes the bytes of all walks to the block, the last byte first. Begins with the walk from the block's own
    /// start. If rotations are equal, the walk returns to that start before all bytes are written, and the same walks
    /// are repeated.
    fn put_together(&mut self, block: &mut Block) {
        let first = self.ways.first().copied().unwrap_or_default();
        // All walks but the first are sorted by their starting points.
        let place = self.ways.iter().skip(1).take_while(|way| way.start < first.start).count();
        if let Some(before) = self.ways.get_mut(..=place) {
            before.rotate_left(1);
        }
        let mut rest = block.bytes_mut();
        let mut way = first;
        while !rest.is_empty() {
            let met = self.met.get(way.lane).and_then(|met| met.get(way.from..way.to)).unwrap_or_default();
            let length = met.len().min(rest.len());
            let Some((before, place)) = rest.split_at_mut_checked(rest.len() - length) else { return };
            for (place, byte) in place.iter_mut().rev().zip(met) {
                *place = *byte;
            }
            rest = before;
            let next = self.ways.binary_search_by_key(&way.end, |way| way.start);
            let next = next.ok().and_then(|next| self.ways.get(next));
            match next {
                Some(next) if length > 0 => way = *next,
                _ => return,
            }
        }
    }
}

/// Begins the walk from the next starting point on a lane, if there is one left, and takes its first step.
fn begin(
    links: &[u32; LINKS],
    lane: &mut Lane,
    number: usize,
    met: &mut [Vec<u8>; LANES],
    ways: &mut [Way],
    next: &mut usize,
) {
    lane.way = None;
    if let (Some(way), Some(met)) = (ways.get_mut(*next), met.get_mut(number)) {
        let link = link_at(links, way.start);
        (way.lane, way.from) = (number, met.len());
        met.push(link.to_le_bytes()[0]);
        *lane = Lane { place: place_of(link), way: Some(*next) };
        *next += 1;
    }
}

/// Takes [`STEPS`] steps on all lanes. Returns the bytes that each lane met, and the bitwise OR of its links.
#[inline(never)]
fn step_all(links: &[u32; LINKS], places: &mut [u32; LANES]) -> ([[u8; STEPS]; LANES], [u32; LANES]) {
    let mut steps = [[0; STEPS]; LANES];
    let mut passed = [0; LANES];
    for step in 0..STEPS {
        for ((place, passed), steps) in places.iter_mut().zip(&mut passed).zip(&mut steps) {
            let link = link_at(links, *place);
            *passed |= link;
            if let Some(met) = steps.get_mut(step) {
                *met = link.to_le_bytes()[0];
            }
            *place = place_of(link);
        }
    }
    (steps, passed)
}

#[inline]
fn link_at(links: &[u32; LINKS], place: u32) -> u32 {
    links.get(place as usize % LINKS).copied().unwrap_or(0)
}

#[inline]
fn place_of(link: u32) -> u32 {
    (link & !START) >> PLACE
}
