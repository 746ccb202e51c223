//! The filters of a chunk (`README_CHUNK_FORMAT.rst`, "filters"). They are undone from the last to the first.
//!
//! Filters that only reduce precision need no undoing. Filters of unknown plug-ins are rejected by name.

use super::shuffle::{unshuffle, unshuffle_bits};
use crate::error::{Error, ErrorKind, Result};

/// A filter that has to be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    /// Transposes the bytes of elements of this size.
    Shuffle(usize),
    /// Transposes the bits of elements of this size. `strict`, for the first generation: no element is changed unless
    /// the number of elements is a multiple of 8.
    Bitshuffle { size: usize, strict: bool },
    /// XOR with the chunk's first block. In the first block itself: XOR of each word with the one before. Only works in
    /// place.
    Delta { word: usize },
    /// Each byte is replaced by its difference from the byte before it, in each of `planes` planes. `forgetful`, for
    /// the first version of the plug-in: the bytes after the last whole vector of a plane begin with a new difference
    /// from 0.
    Bytedelta { planes: usize, forgetful: bool },
}

/// Parses the filters of an extended header. Returns them in the order in which they are undone.
pub(super) fn parse(codes: [u8; 6], metas: [u8; 6], size: usize) -> Result<Vec<Filter>> {
    let mut filters = Vec::new();
    for (code, meta) in codes.into_iter().zip(metas).rev() {
        let width = if meta == 0 { size } else { usize::from(meta) };
        filters.push(match code {
            // No filter, truncated precision, truncated integers.
            0 | 4 | 36 => continue,
            1 => Filter::Shuffle(width),
            2 => Filter::Bitshuffle { size, strict: false },
            3 => Filter::delta(size),
            34 => Filter::Bytedelta { planes: width, forgetful: true },
            35 => Filter::Bytedelta { planes: width, forgetful: false },
            32 => return Err(unsupported("filter `ndcell`")),
            33 => return Err(unsupported("filter `ndmean`")),
            code => return Err(unsupported(&format!("filter {code}"))),
        });
    }
    Ok(filters)
}

impl Filter {
    pub(super) fn delta(size: usize) -> Self {
        Self::Delta {
            word: match size {
                1 | 2 | 4 | 8 => size,
                _ if size.is_multiple_of(8) => 8,
                _ => 1,
            },
        }
    }

    fn is_in_place(self) -> bool {
        matches!(self, Self::Delta { .. } | Self::Bytedelta { .. })
    }

    /// Undoes a filter that works in place. `reference` is the chunk's first block; `None` if `data` is that block.
    fn undo_in_place(self, data: &mut [u8], reference: Option<&[u8]>) {
        match (self, reference) {
            (Self::Delta { word }, Some(reference)) => {
                let whole = data.len() / word * word;
                for (byte, other) in data.iter_mut().zip(reference).take(whole) {
                    *byte ^= other;
                }
            }
            (Self::Delta { word }, None) => {
                let mut before = [0; 8];
                for element in data.chunks_exact_mut(word) {
                    for (byte, before) in element.iter_mut().zip(&mut before) {
                        *byte ^= *before;
                        *before = *byte;
                    }
                }
            }
            (Self::Bytedelta { planes, forgetful }, _) => {
                let length = data.len() / planes.max(1);
                for plane in data.chunks_exact_mut(length.max(1)).take(planes) {
                    let vectors = if forgetful { length / 16 * 16 } else { length };
                    let (front, back) = plane.split_at_mut(vectors);
                    for part in [front, back] {
                        let mut sum = 0_u8;
                        for byte in part {
                            sum = sum.wrapping_add(*byte);
                            *byte = sum;
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn undo(self, input: &[u8], room: &mut Vec<u8>, output: &mut [u8]) {
        match self {
            Self::Bitshuffle { size, strict } if !strict || (input.len() / size.max(1)).is_multiple_of(8) => {
                room.resize(input.len().max(room.len()), 0);
                unshuffle_bits(size, input, room.get_mut(..input.len()).unwrap_or_default(), output);
            }
            Self::Shuffle(size) => unshuffle(size, input, output),
            _ => output.copy_from_slice(input),
        }
    }
}

/// Scratch buffers, reused from block to block.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    first: Vec<u8>,
    second: Vec<u8>,
    third: Vec<u8>,
}

/// Calls `decode` for the filtered bytes of a block, and writes the unfiltered bytes to `output`. `reference`: see
/// [`Filter::Delta`].
pub(super) fn undo<E>(
    filters: &[Filter],
    reference: Option<&[u8]>,
    scratch: &mut Scratch,
    output: &mut [u8],
    decode: impl FnOnce(&mut [u8]) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let Some(last) = filters.iter().rposition(|filter| !filter.is_in_place()) else {
        decode(output)?;
        for filter in filters {
            filter.undo_in_place(output, reference);
        }
        return Ok(());
    };
    let Scratch { first, second, third } = scratch;
    let length = output.len();
    for room in [&mut *first, &mut *second] {
        room.resize(length.max(room.len()), 0);
    }
    let (mut input, mut other) =
        (first.get_mut(..length).unwrap_or_default(), second.get_mut(..length).unwrap_or_default());
    decode(input)?;
    for (number, filter) in filters.iter().enumerate() {
        if filter.is_in_place() {
            let data = if number > last { &mut *output } else { &mut *input };
            filter.undo_in_place(data, reference);
        } else if number == last {
            filter.undo(input, third, output);
        } else {
            filter.undo(input, third, other);
            std::mem::swap(&mut input, &mut other);
        }
    }
    Ok(())
}

/// The error for an unsupported feature of a frame or chunk.
pub(super) fn unsupported(what: &str) -> Error {
    let message = format!("the block is compressed by Blosc with {what}, which is not supported");
    Error::new(ErrorKind::UnsupportedCompression, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_undone_from_the_last_to_the_first() {
        let filters = parse([4, 36, 3, 0, 1, 35], [10, 0, 0, 0, 2, 0], 4).unwrap();
        assert_eq!(
            filters,
            [
                Filter::Bytedelta { planes: 4, forgetful: false },
                Filter::Shuffle(2),
                Filter::Delta { word: 4 }
            ]
        );
        for (code, name) in [(32, "ndcell"), (33, "ndmean"), (200, "200")] {
            let error = parse([0, 0, 0, 0, 0, code], [0; 6], 4).unwrap_err();
            assert_eq!(error.kind(), crate::error::ErrorKind::UnsupportedCompression);
            assert!(error.message().contains(name), "{error}");
        }
    }

    #[test]
    fn in_place_and_other_filters_can_be_combined() {
        let filters = [
            Filter::Bytedelta { planes: 2, forgetful: false },
            Filter::Shuffle(2),
            Filter::Shuffle(4),
            Filter::Delta { word: 1 },
        ];
        let mut output = [0; 9];
        let decode = |bytes: &mut [u8]| -> std::result::Result<(), ()> {
            bytes.copy_from_slice(&[1, 1, 1, 1, 10, 1, 1, 1, 77]);
            Ok(())
        };
        undo(&filters, None, &mut Scratch::default(), &mut output, decode).unwrap();
        // 1 2 3 4 | 10 11 12 13, then 1 10 2 11 3 12 4 13, then 1 2 3 4 10 11 12 13, then the XOR of all before.
        assert_eq!(output, [1, 3, 0, 4, 14, 5, 9, 4, 73]);
        undo(&filters[3..], Some(&[255; 9]), &mut Scratch::default(), &mut output, decode).unwrap();
        assert_eq!(output, [254, 254, 254, 254, 245, 254, 254, 254, 178]);
    }

    #[test]
    fn word_sizes_of_delta() {
        let words = [1, 2, 3, 4, 7, 8, 12, 16, 24, 255].map(Filter::delta);
        assert_eq!(words, [1, 2, 1, 4, 1, 8, 1, 8, 8, 1].map(|word| Filter::Delta { word }));
        // A tail that does not fill a word stays unchanged.
        let mut data = [1, 2, 3, 4, 5];
        Filter::Delta { word: 2 }.undo_in_place(&mut data, None);
        assert_eq!(data, [1, 2, 2, 6, 5]);
        Filter::Delta { word: 2 }.undo_in_place(&mut data, Some(&[1; 9]));
        assert_eq!(data, [0, 3, 3, 7, 5]);
    }

    #[test]
    fn the_first_bytedelta_restarts_after_the_last_whole_vector() {
        let mut data = [1; 36];
        Filter::Bytedelta { planes: 2, forgetful: true }.undo_in_place(&mut data, None);
        assert_eq!(&data[14..20], [15, 16, 1, 2, 1, 2]);
    }
}
