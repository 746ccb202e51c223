//! One block of a file: what its header says (the dialects' "Block header"), and where it is.
//!
//! `header_size` is obeyed, so a header may be longer than its fields. Sizes that contradict the file do not stop
//! the reading of other blocks: the block carries its [`problem`](Block::problem), and reading it fails with that.

use super::checksum::Checksum;
use super::dialect::Dialect;
use super::encoding::Encoding;
use super::header::{self, Failure, FieldReader, HeaderFields, PREFIX, STREAMED};
use crate::error::{Error, ErrorKind, Result, Warning};
use crate::message::Message;

/// If the file has less than this fraction (one part in `PART`) of a block, nothing of it is read: its header may
/// claim anything.
const PART: u64 = 100;

/// How a block was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FoundBy {
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
    /// The length of the header after the magic and this field.
    pub header_size: u16,
    /// The flags as stored; 0 in FINF, which has none.
    pub flags: u32,
    /// How its content is encoded.
    pub encoding: Encoding,
    /// How many bytes the block takes in the file after its header.
    pub allocated_size: u64,
    /// How many of them are used.
    pub used_size: u64,
    /// How many bytes they decode to. For a block that is not encoded, or whose header does not say it, this is
    /// `used_size`.
    pub data_size: u64,
    /// The checksum, if one is stored.
    pub checksum: Option<Checksum>,
    /// Whether the block runs to the end of the file.
    pub streamed: bool,
    /// How it was found.
    pub found_by: FoundBy,
    /// Why the block cannot be read, if its header contradicts itself or the file.
    pub problem: Option<Error>,
    /// Where the file ends, if that is the problem, and enough of the block's content is there to be read up to it.
    pub cut: Option<u64>,
}

/// What is needed to read a sound one.
impl Message for Block {
    fn write(&self, words: &mut Vec<u64>) {
        for size in [self.offset, self.allocated_size, self.used_size, self.data_size] {
            size.write(words);
        }
        self.index.write(words);
        self.header_size.write(words);
        self.encoding.write(words);
        self.md5().write(words);
    }

    fn read(words: &mut &[u64]) -> Option<Self> {
        Some(Self {
            offset: u64::read(words)?,
            allocated_size: u64::read(words)?,
            used_size: u64::read(words)?,
            data_size: u64::read(words)?,
            index: usize::read(words)?,
            header_size: u16::read(words)?,
            encoding: Encoding::read(words)?,
            checksum: Option::read(words)?.map(Checksum::Md5),
            flags: 0,
            streamed: false,
            found_by: FoundBy::Walk,
            problem: None,
            cut: None,
        })
    }
}

impl Block {
    /// Why nothing of it can be read.
    pub(crate) fn refusal(&self) -> Option<Error> {
        self.problem.clone().filter(|_| self.cut.is_none())
    }

    /// Where its content begins in the file.
    pub fn data_offset(&self) -> u64 {
        self.offset.saturating_add(PREFIX).saturating_add(u64::from(self.header_size))
    }

    /// Where the space allocated to it ends in the file.
    pub fn end(&self) -> u64 {
        self.data_offset().saturating_add(self.allocated_size)
    }

    /// Says of an error that it is in this block, or in the HDU whose data it represents: then it has no header.
    pub(crate) fn placed(&self, error: Error) -> Error {
        let error = error.at(self.data_offset());
        if self.header_size == 0 { error.in_hdu(self.index) } else { error.in_block(self.index) }
    }

    /// A block without a header: `size` bytes at `content`, stored as they are.
    pub(super) fn headless(index: usize, content: u64, size: u64) -> Self {
        Self {
            index,
            // Every header begins with so many bytes, whatever follows them.
            offset: content.saturating_sub(PREFIX),
            header_size: 0,
            flags: 0,
            encoding: Encoding::None,
            allocated_size: size,
            used_size: size,
            data_size: size,
            checksum: None,
            streamed: false,
            found_by: FoundBy::Walk,
            problem: None,
            cut: None,
        }
    }

    /// A block whose header at `offset` cannot be read: only its place is known. The next header is at `end`.
    pub(super) fn unreadable(index: usize, offset: u64, end: u64) -> Self {
        let content = offset.saturating_add(PREFIX);
        let message = format!("the header of block {index} is damaged: what is stored there cannot be read");
        let problem = Some(Error::new(ErrorKind::BadBlock, message).at(offset).in_block(index));
        Self { problem, ..Self::headless(index, content, end.saturating_sub(content)) }
    }

    /// Whether nothing of its header can be believed. Of a streamed block, whose encoding is refused, all can be.
    pub(crate) fn has_bad_header(&self) -> bool {
        !self.streamed && self.problem.as_ref().is_some_and(|problem| problem.kind() == ErrorKind::BadBlock)
    }

    /// The warning about what its header says, in a file of `file_size` bytes.
    pub(super) fn warning(&self, file_size: u64) -> Option<Warning> {
        if let Some(problem) = &self.problem {
            return Some(Warning::of("bad-block", problem));
        }
        let message = || {
            let (index, allocated, left) =
                (self.index, self.allocated_size, file_size.saturating_sub(self.data_offset()));
            format!("block {index} has {allocated} bytes allocated, but the file has only {left} left for it")
        };
        (self.end() > file_size).then(|| Warning::new("bad-block", message()).at(self.offset))
    }

    /// Ends it at byte `end`, where `next` begins: bytes of it are missing.
    pub(super) fn shorten(&mut self, end: u64, next: &str) {
        self.allocated_size = end.saturating_sub(self.data_offset());
        if self.used_size > self.allocated_size && !self.has_bad_header() {
            let (used, there) = (self.used_size, self.allocated_size);
            let message = format!("the block claims {used} bytes, but {next} begins after {there} of them");
            self.problem =
                Some(Error::new(ErrorKind::Truncated, message).at(self.offset).in_block(self.index));
            self.cut = Some(end);
        }
    }

    /// The MD5 digest that its used bytes should have, if it names one.
    pub(crate) fn md5(&self) -> Option<[u8; 16]> {
        match self.checksum {
            Some(Checksum::Md5(digest)) => Some(digest),
            _ => None,
        }
    }

    /// Reads the header at `offset` from `bytes`, which begin there, in a file of `file_size` bytes.
    ///
    /// Fails only if there is no block header here; a header whose sizes cannot be true gives a block with a
    /// [`problem`](Self::problem).
    pub(super) fn parse(
        bytes: &[u8],
        dialect: Dialect,
        index: usize,
        offset: u64,
        file_size: u64,
        found_by: FoundBy,
    ) -> Result<Self> {
        let at = |kind, message: &str| Error::new(kind, message).at(offset).in_block(index);
        let ends = || at(ErrorKind::Truncated, &format!("the file ends inside the header of block {index}"));
        let mut fields = FieldReader(bytes);
        if fields.take().ok_or_else(ends)? != dialect.magic() {
            let message = format!("block {index} does not begin with the block magic");
            return Err(at(ErrorKind::BadBlock, &message));
        }
        let header_size = u16::from_be_bytes(fields.take().ok_or_else(ends)?);
        let behind = offset.saturating_add(PREFIX).saturating_add(u64::from(header_size));
        let header = match header::read(dialect, header_size, fields.0, file_size.saturating_sub(behind)) {
            Ok(header) => header,
            Err(Failure::Ends) => return Err(ends()),
            Err(Failure::Bad(reason)) => {
                return Err(at(ErrorKind::BadBlock, &format!("the header of block {index} {reason}")));
            }
        };
        let HeaderFields { flags, encoding, allocated, used, decoded, checksum } = header;
        let mut block = Self {
            index,
            offset,
            header_size,
            flags,
            encoding,
            allocated_size: allocated,
            used_size: used,
            data_size: decoded.filter(|_| encoding != Encoding::None).unwrap_or(used),
            checksum,
            streamed: flags & STREAMED != 0,
            found_by,
            problem: None,
            cut: None,
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
        } else if self.streamed && self.encoding != Encoding::None {
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
            self.cut = (available >= used / PART).then_some(file_size);
            Some((ErrorKind::Truncated, message))
        } else {
            None
        };
        self.problem =
            problem.map(|(kind, message)| Error::new(kind, message).at(self.offset).in_block(self.index));
    }
}
