//! Takes elements out of the bytes of a block, converts them, and writes them to the result in large pieces.

use super::convert::Conversion;
use super::region::Region;
use super::tiles::{GAP, Run};
use crate::block_reader::BlockReader;
use crate::error::Result;
use crate::message::Message;
use crate::ndarray::{MaskTest, bad};

/// How many converted bytes are gathered before they are written.
const SCRATCH: usize = 256 << 10;

/// Where a [`PieceReader`](crate::worker::PieceReader) puts its result. Pieces come in any order; where they overlap, the last one counts.
pub trait Output {
    /// Puts `bytes` at byte `at` of the result.
    fn write(&mut self, at: u64, bytes: &[u8]);

    /// Says of the elements of the result from number `at` on whether they are masked (1) or not (0).
    fn mask(&mut self, at: u64, masked: &[u8]) {
        let _ = (at, masked);
    }
}

impl Output for Vec<u8> {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        let Ok(at) = usize::try_from(at) else { return };
        let end = at.saturating_add(bytes.len());
        if self.len() < end {
            self.resize(end, 0);
        }
        if let Some(place) = self.get_mut(at..end) {
            place.copy_from_slice(bytes);
        }
    }
}

/// What the elements are used for.
#[derive(Clone, Debug)]
pub(super) enum ElementUse {
    /// They are elements of the result. Those that pass the test, if there is one, are masked.
    Elements(Conversion, Option<MaskTest>),
    /// Those that pass are masked elements of the result.
    Mask(MaskTest),
}

impl Message for ElementUse {
    fn write(&self, words: &mut Vec<u64>) {
        let (conversion, test) = match self {
            Self::Elements(conversion, test) => (Some(*conversion), test.as_ref()),
            Self::Mask(test) => (None, Some(test)),
        };
        conversion.write(words);
        test.cloned().write(words);
    }

    fn read(words: &mut &[u64]) -> Option<Self> {
        match (Option::read(words)?, Option::read(words)?) {
            (Some(conversion), test) => Some(Self::Elements(conversion, test)),
            (None, test) => test.map(Self::Mask),
        }
    }
}

/// Takes elements out of a block, converts them, and writes them in large pieces.
#[derive(Debug)]
pub(super) struct Gather {
    pub(super) item: u64,
    pub(super) element_use: ElementUse,
    pub(super) region: Region,
    /// Stored elements that are contiguous in the result, and the same elements converted.
    pub(super) stored: Vec<u8>,
    pub(super) converted: Vec<u8>,
    /// The place in the result of the first of them, in stored bytes.
    pub(super) at: u64,
}

impl Gather {
    pub(super) fn take(&mut self, run: Run, reader: &BlockReader, output: &mut dyn Output) -> Result<()> {
        let at = run.element.saturating_mul(self.item);
        if at != self.at + self.stored.len() as u64 {
            self.flush(output);
            self.at = at;
        }
        let reach = |count: u64| i128::from(run.stride) * i128::from(count - 1);
        if u64::try_from(run.stride) == Ok(self.item) || run.count == 1 {
            let bytes = reader.bytes(run.start..run.start + run.count * self.item)?;
            // Whole elements, so that each can be looked at.
            let item = usize::try_from(self.item).map_err(|_| bad("an element is too large"))?.max(1);
            for piece in bytes.chunks((SCRATCH / item).max(1) * item) {
                self.push(piece, output);
            }
            return Ok(());
        }
        if run.stride.unsigned_abs() > GAP {
            // What lies between the elements may not have been read.
            for k in 0..run.count {
                let start = u64::try_from(i128::from(run.start) + i128::from(run.stride) * i128::from(k));
                let start = start.map_err(|_| bad("an element lies outside the block"))?;
                self.push(reader.bytes(start..start + self.item)?, output);
            }
            return Ok(());
        }
        // The bytes from the lowest element to the highest, and the first one's place among them.
        let lowest = i128::from(run.start) + reach(run.count).min(0);
        let highest = i128::from(run.start) + reach(run.count).max(0) + i128::from(self.item);
        let (Ok(lowest), Ok(highest)) = (u64::try_from(lowest), u64::try_from(highest)) else {
            return Err(bad("an element lies outside the block"));
        };
        let bytes = reader.bytes(lowest..highest)?;
        let overflow = |_| bad("an element lies outside the block");
        let first = usize::try_from(run.start - lowest).map_err(overflow)?;
        let stride = isize::try_from(run.stride).map_err(overflow)?;
        match self.item {
            1 => self.strided::<1>(bytes, first, stride, run.count, output),
            2 => self.strided::<2>(bytes, first, stride, run.count, output),
            4 => self.strided::<4>(bytes, first, stride, run.count, output),
            8 => self.strided::<8>(bytes, first, stride, run.count, output),
            _ => {
                let item = usize::try_from(self.item).map_err(|_| bad("an element is too large"))?;
                let mut at = first;
                for _ in 0..run.count {
                    self.push(
                        at.checked_add(item).and_then(|end| bytes.get(at..end)).unwrap_or_default(),
                        output,
                    );
                    at = at.wrapping_add_signed(stride);
                }
            }
        }
        Ok(())
    }

    /// The strided loop for items of a size the compiler knows.
    fn strided<const N: usize>(
        &mut self,
        bytes: &[u8],
        first: usize,
        stride: isize,
        count: u64,
        output: &mut dyn Output,
    ) {
        let mut at = first;
        for _ in 0..count {
            if let Some(item) = bytes.get(at..).and_then(<[u8]>::first_chunk::<N>) {
                self.stored.extend_from_slice(item);
            }
            at = at.wrapping_add_signed(stride);
            if self.stored.len() >= SCRATCH {
                self.flush(output);
            }
        }
    }

    fn push(&mut self, bytes: &[u8], output: &mut dyn Output) {
        let copied = matches!(self.element_use, ElementUse::Elements(Conversion::Copy, None));
        if copied && bytes.len() >= SCRATCH / 2 && self.stored.is_empty() {
            self.region.write(self.at, self.item, bytes, &mut |at, piece| output.write(at, piece));
            self.at += bytes.len() as u64;
            return;
        }
        self.stored.extend_from_slice(bytes);
        if self.stored.len() >= SCRATCH {
            self.flush(output);
        }
    }

    pub(super) fn flush(&mut self, output: &mut dyn Output) {
        if self.stored.is_empty() {
            return;
        }
        let Self { item, element_use, region, stored, converted, at } = self;
        if let ElementUse::Elements(conversion, _) = element_use {
            let (at, item) = (conversion.output_size(*at), conversion.output_size(*item));
            let bytes = if *conversion == Conversion::Copy {
                &*stored
            } else {
                converted.clear();
                conversion.append(stored, converted);
                &*converted
            };
            region.write(at, item, bytes, &mut |at, piece| output.write(at, piece));
        }
        if let ElementUse::Elements(_, Some(test)) | ElementUse::Mask(test) = element_use {
            converted.clear();
            test.append(stored, converted);
            region.write(*at / *item, 1, converted, &mut |at, piece| output.mask(at, piece));
        }
        *at += stored.len() as u64;
        stored.clear();
    }
}
