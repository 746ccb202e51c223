//! The inverse Burrows–Wheeler transform: a walk through a permutation of the sorted rotations of the block.
//!
//! Every step waits for the memory that holds the next position. So several walks begin at positions spread over the
//! block: each ends at the start of another, and joined in order they are the whole walk. While one waits for memory
//! the others proceed, and all stay within the memory of one block.

use super::block::Block;

/// How many walks are made side by side.
const LANES: usize = 8;
/// How many steps all lanes make before anyone looks whether a start was passed.
const STEPS: usize = 64;
/// About how many steps there are between two starts: enough starts to keep all lanes busy to the end, few enough that
/// the extra steps after each start do not matter.
const APART: usize = 6_000;
/// As many links as the largest block has rotations, in a power of two: then no place needs to be checked.
const LINKS: usize = 1 << 20;
/// A link is the last byte of a rotation, above it the place of the rotation that ends one byte earlier, and on top
/// whether a walk starts at this rotation.
const PLACE: u32 = 8;
const START: u32 = 1 << 31;

/// The walk of one block after the other, and its memory.
#[derive(Debug, Default)]
pub(super) struct Walk {
    links: Vec<u32>,
    /// The bytes that each lane met, backwards, as the walk meets them.
    met: [Vec<u8>; LANES],
    /// The walks by their starts.
    ways: Vec<Way>,
}

/// The way from one start to another.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    start: u32,
    lane: usize,
    /// Which of the bytes of its lane are met on it.
    from: usize,
    to: usize,
    end: u32,
}

/// A walk that is being made.
#[derive(Clone, Copy, Default)]
struct Lane {
    place: u32,
    /// Of the ways.
    way: Option<usize>,
}

impl Walk {
    /// Turns the transformed bytes of `block` back.
    #[inline(never)]
    pub(super) fn invert(&mut self, block: &mut Block) {
        self.link(block);
        self.walk();
        self.put_together(block);
    }

    /// Sets the links, and marks the starts: the block's own, and others at about equal distances.
    fn link(&mut self, block: &Block) {
        let mut places = block.counts;
        let mut sum = 0;
        for place in &mut places {
            (*place, sum) = (sum, sum + *place);
        }
        self.links.clear();
        self.links.reserve(LINKS);
        self.links.extend(block.bytes().iter().map(|byte| {
            let Some(place) = places.get_mut(usize::from(*byte)) else { return 0 };
            *place += 1;
            (*place - 1) << PLACE | u32::from(*byte)
        }));
        self.ways.clear();
        let others = (0..sum).step_by(APART).filter(|start| *start != block.origin);
        for start in std::iter::once(block.origin).chain(others) {
            if let Some(link) = self.links.get_mut(start as usize) {
                *link |= START;
                self.ways.push(Way { start, ..Way::default() });
            }
        }
        self.links.resize(LINKS, 0);
    }

    /// Walks from every start to the next, on all lanes.
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
                // Somewhere among these steps was a start: again, to see where.
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

    /// Writes the bytes of all ways, beginning with that of the block's own start, the last byte first. Equal rotations
    /// lead back to that before all bytes are written, and then the same ways are gone again.
    fn put_together(&mut self, block: &mut Block) {
        let first = self.ways.first().copied().unwrap_or_default();
        // All but the first are in their order.
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

/// Puts the next start's walk on a lane, if there is one more, and makes its first step.
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

/// Makes steps on all lanes; gives the bytes that each meets, and its links, one or the other.
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
