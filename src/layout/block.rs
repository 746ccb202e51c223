//! One block's header (ASDF 1.0.0, "Block header"): 4 bytes of magic, `header_size`, and 48 bytes of fields.
//!
//! `header_size` is obeyed, so a header may be longer than its fields. Sizes that contradict the file do not stop
//! the reading of other blocks: the block carries its [`problem`](Block::problem), and reading it fails with that.

use crate::error::{Error, ErrorKind, Result};

/// The four bytes that begin every block: `\xd3BLK`.
pub(super) const MAGIC: [u8; 4] = [0xd3, b'B', b'L', b'K'];
/// Magic and `header_size`.
const PREFIX: u64 = 6;
/// What the fields of a 1.0.0 header take; `header_size` is at least this.
const FIELDS: u64 = 48;
/// How many bytes [`Block::parse`] needs to see.
pub(super) const HEADER: u64 = PREFIX + FIELDS;
/// The block runs to the end of the file, and its sizes mean nothing.
const STREAMED: u32 = 0x1;

/// How a block was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Through the block index at the end of the file.
    Index,
    /// By skipping along the block headers.
    Walk,
}

/// A block's header, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Block {
    /// Its number, from 0; `source` in an ndarray.
    pub index: usize,
    /// The byte of the file at which its magic stands.
    pub offset: u64,
    /// The length of the header behind the magic and this field.
    pub header_size: u16,
    /// The flags as stored.
    pub flags: u32,
    /// The compression label as stored; all zeros for none.
    pub compression: [u8; 4],
    /// How many bytes the block takes in the file behind its header.
    pub allocated_size: u64,
    /// How many of them are used.
    pub used_size: u64,
    /// How many bytes they decode to. For a block that is not compressed this is `used_size`.
    pub data_size: u64,
    /// The MD5 digest of the used bytes, if one is stored.
    pub checksum: Option<[u8; 16]>,
    /// Whether the block runs to the end of the file.
    pub streamed: bool,
    /// How it was found.
    pub found: Found,
    /// Why the block cannot be read, if its header contradicts itself or the file.
    pub problem: Option<Error>,
}

impl Block {
    /// Where its content begins in the file.
    pub fn data_offset(&self) -> u64 {
        self.offset.saturating_add(PREFIX).saturating_add(u64::from(self.header_size))
    }

    /// Where the space allocated to it ends in the file.
    pub fn end(&self) -> u64 {
        self.data_offset().saturating_add(self.allocated_size)
    }

    /// Whether its bytes are compressed.
    pub fn is_compressed(&self) -> bool {
        self.compression != [0; 4]
    }

    /// The compression label as text: `"zlib"`, without its trailing zeros, or in hexadecimal if it is not ASCII.
    /// `None` for a block that is not compressed.
    pub fn compression_name(&self) -> Option<String> {
        self.is_compressed().then(|| crate::codec::label_name(self.compression))
    }

    /// Reads the header at `offset` from `bytes`, which begin there, in a file of `file_size` bytes.
    ///
    /// Fails only if there is no block header here; a header whose sizes cannot be true gives a block with a
    /// [`problem`](Self::problem).
    pub(super) fn parse(
        bytes: &[u8],
        index: usize,
        offset: u64,
        file_size: u64,
        found: Found,
    ) -> Result<Self> {
        let mut fields = Fields(bytes);
        let at = |error: Error| error.at(offset).in_block(index);
        let ends = || {
            let message = format!("the file ends inside the header of block {index}");
            at(Error::new(ErrorKind::Truncated, message))
        };
        if fields.take::<4>().ok_or_else(ends)? != MAGIC {
            return Err(at(Error::new(
                ErrorKind::BadBlock,
                format!("block {index} does not begin with the block magic"),
            )));
        }
        let header_size = u16::from_be_bytes(fields.take().ok_or_else(ends)?);
        if u64::from(header_size) < FIELDS {
            let message =
                format!("the header of block {index} says it is {header_size} bytes long; it takes {FIELDS}");
            return Err(at(Error::new(ErrorKind::BadBlock, message)));
        }
        let flags = u32::from_be_bytes(fields.take().ok_or_else(ends)?);
        let mut block = Self {
            index,
            offset,
            header_size,
            flags,
            compression: fields.take().ok_or_else(ends)?,
            allocated_size: u64::from_be_bytes(fields.take().ok_or_else(ends)?),
            used_size: u64::from_be_bytes(fields.take().ok_or_else(ends)?),
            data_size: u64::from_be_bytes(fields.take().ok_or_else(ends)?),
            checksum: Some(fields.take().ok_or_else(ends)?).filter(|digest| *digest != [0; 16]),
            streamed: flags & STREAMED != 0,
            found,
            problem: None,
        };
        block.settle(file_size);
        Ok(block)
    }

    /// Gives a streamed block its sizes and notes what cannot be true.
    fn settle(&mut self, file_size: u64) {
        let available = file_size.saturating_sub(self.data_offset());
        if self.streamed {
            (self.allocated_size, self.used_size, self.data_size) = (available, available, available);
        }
        let problem = if self.data_offset() > file_size {
            Some((ErrorKind::Truncated, format!("the file ends inside the header of block {}", self.index)))
        } else if self.streamed && self.is_compressed() {
            Some((ErrorKind::BadBlock, "a streamed block is compressed, which the format forbids".into()))
        } else if self.used_size > self.allocated_size {
            let (used, allocated) = (self.used_size, self.allocated_size);
            Some((
                ErrorKind::BadBlock,
                format!("the block uses {used} bytes but has only {allocated} allocated"),
            ))
        } else if self.used_size > available {
            let used = self.used_size;
            let message =
                format!("the block claims {used} bytes, but the file has only {available} left for it");
            Some((ErrorKind::Truncated, message))
        } else {
            None
        };
        self.problem =
            problem.map(|(kind, message)| Error::new(kind, message).at(self.offset).in_block(self.index));
        if !self.is_compressed() {
            self.data_size = self.used_size;
        }
    }
}

/// Takes big-endian fields off the front of a header.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*field)
    }
}
