//! The few kinds of `MessagePack` values that occur in the headers of frames and in `b2nd`.

use crate::codec::input::corrupt;
use crate::error::Result;

/// Reads values one after another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The next `length` bytes.
    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self
            .0
            .split_at_checked(length)
            .ok_or_else(|| corrupt("the header of a Blosc2 frame ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let bytes = self.take(N)?;
        Ok(bytes.first_chunk().copied().unwrap_or([0; N]))
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    /// A non-negative integer, or the length of an array, a map, a string or bytes.
    pub(super) fn number(&mut self) -> Result<u64> {
        let marker = self.byte()?;
        let number = match marker {
            0x00..=0x7f => Some(u64::from(marker)),
            0x80..=0x9f => Some(u64::from(marker & 15)),
            0xa0..=0xbf => Some(u64::from(marker & 31)),
            0xcc | 0xd9 | 0xc4 => Some(u64::from(self.byte()?)),
            0xcd | 0xda | 0xc5 | 0xdc | 0xde => Some(u64::from(u16::from_be_bytes(self.array()?))),
            0xce | 0xdb | 0xc6 | 0xdd | 0xdf => Some(u64::from(u32::from_be_bytes(self.array()?))),
            0xcf => Some(u64::from_be_bytes(self.array()?)),
            0xd0 => u64::try_from(i8::from_be_bytes(self.array()?)).ok(),
            0xd1 => u64::try_from(i16::from_be_bytes(self.array()?)).ok(),
            0xd2 => u64::try_from(i32::from_be_bytes(self.array()?)).ok(),
            0xd3 => u64::try_from(i64::from_be_bytes(self.array()?)).ok(),
            _ => None,
        };
        number.ok_or_else(|| {
            corrupt(format!("the header of a Blosc2 frame has no size or number where {marker:#04x} is"))
        })
    }

    /// A string or bytes.
    pub(super) fn bytes(&mut self) -> Result<&'a [u8]> {
        let length = self.number()?;
        self.take(usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// An array of numbers, each of which must fit into `T`.
    pub(super) fn numbers<T: TryFrom<u64>>(&mut self) -> Result<Vec<T>> {
        let count = self.number()?;
        let mut numbers = Vec::new();
        for _ in 0..count {
            let number = self.number()?;
            let number = T::try_from(number)
                .map_err(|_| corrupt(format!("the header of a Blosc2 frame claims an extent of {number}")))?;
            numbers.push(number);
        }
        Ok(numbers)
    }
}
