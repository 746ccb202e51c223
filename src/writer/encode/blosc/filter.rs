//! The filter that is applied to the elements of a block before compression.

use super::generation::Generation;
use super::shuffle::{shuffle, shuffle_bits};
use crate::writer::encode::codec::Shuffle;

/// The largest element size that a header can hold. Larger elements are treated as bytes.
const LARGEST: usize = 255;

/// A shuffle of elements.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    pub(super) size: usize,
    shuffle: Shuffle,
    /// Scratch buffer for the planes of bytes whose bits are then shuffled.
    planes: Vec<u8>,
}

impl Filter {
    /// A filter for elements of `size` bytes.
    pub(super) fn new(shuffle: Shuffle, size: usize) -> Self {
        let size = if (1..=LARGEST).contains(&size) { size } else { 1 };
        let shuffle = if shuffle == Shuffle::Byte && size == 1 { Shuffle::None } else { shuffle };
        Self { size, shuffle, planes: Vec::new() }
    }

    /// The size of elements in a header.
    pub(super) fn element(&self) -> u8 {
        u8::try_from(self.size).unwrap_or(1)
    }

    /// The flag of the filter in a header of the first generation.
    pub(super) const fn flag(&self) -> u8 {
        match self.shuffle {
            Shuffle::None => 0,
            Shuffle::Byte => 1,
            Shuffle::Bit => 4,
        }
    }

    /// The list of filters in a header of the second generation.
    pub(super) const fn pipeline(&self) -> [u8; 6] {
        let code = match self.shuffle {
            Shuffle::None => 0,
            Shuffle::Byte => 1,
            Shuffle::Bit => 2,
        };
        [0, 0, 0, 0, 0, code]
    }

    /// The filtered bytes of a block. They are in `room`, unless the filter changes nothing.
    pub(super) fn apply<'a>(
        &mut self,
        generation: Generation,
        data: &'a [u8],
        room: &'a mut Vec<u8>,
    ) -> &'a [u8] {
        // The first generation leaves the elements of a block unchanged if their number is not a multiple of 8.
        let strict = generation == Generation::First && !(data.len() / self.size).is_multiple_of(8);
        if self.shuffle == Shuffle::None || self.shuffle == Shuffle::Bit && strict {
            return data;
        }
        room.resize(data.len(), 0);
        if self.shuffle == Shuffle::Byte {
            shuffle(self.size, data, room);
        } else {
            self.planes.resize(data.len(), 0);
            shuffle_bits(self.size, data, &mut self.planes, room);
        }
        room
    }
}
