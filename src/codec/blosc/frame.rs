//! The contiguous frame (`README_CFRAME_FORMAT.rst`): a header, chunks, an index of where they begin, and a trailer.
//!
//! `b2nd` is the only metalayer that describes the data. The trailer is not read: it holds variable-length metalayers,
//! which do not describe the data, and a fingerprint that no version has written.

use std::ops::Range;

use super::b2nd::Array;
use super::chunk::{self, Chunk};
use super::entry::{ChunkEntry, Where};
use super::filters::unsupported;
use super::header::{Header, LONG, Repeated, SHORT};
use super::msgpack::Reader;
use super::stored::Stored;
use crate::codec::input::corrupt;
use crate::error::Result;
use crate::limits::charge;
use crate::ranges::Poll;

/// The first bytes of a frame: the marker of an array of 14 items, and a string of 8 bytes.
pub(crate) const MAGIC: [u8; 10] = *b"\x9e\xa8b2frame\0";

/// The size of the header without metalayers.
const FIXED: u32 = 87;
/// The latest version whose format is published.
const LATEST_VERSION: u8 = 3;

/// The most memory that an entry of the index takes while it is read: its bytes, its target, its [`ChunkEntry`], and
/// the ranges that are sorted to request all chunk sizes at once.
const ENTRY: u64 = (8 + size_of::<Where>() + size_of::<ChunkEntry>() + 4 * size_of::<Range<u64>>()) as u64;

/// What the header and the index of a frame say.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) entries: Vec<ChunkEntry>,
    /// How the chunks make up an array, if the frame has the metalayer `b2nd`.
    pub(super) array: Option<Array>,
}

/// The fields of the header that are needed.
struct Fixed {
    header: u64,
    frame: u64,
    nbytes: u64,
    /// The stored size of all chunks.
    cbytes: u64,
    element: u64,
    /// The decoded size of each chunk but the last; 0 if each chunk states its own.
    chunk: u32,
}

impl Frame {
    /// Reads the header and the index. The index may take at most `limit` bytes of memory.
    pub(super) fn read(stored: &mut Stored<'_>, limit: u64) -> Poll<Self> {
        let length = stored.length;
        let fixed = Fixed::parse(stored.want(0..FIXED.into())?, length)?;
        if fixed.nbytes == 0 {
            // Of an empty array the sizes of chunks and blocks say nothing: they are 0 or -1.
            return Ok(Self { entries: Vec::new(), array: None });
        }
        let array = match metalayer(stored.want(0..fixed.header)?, b"b2nd")? {
            Some(content) => Some(Array::parse(content, fixed.element)?),
            None => None,
        };
        let entries = fixed.entries(stored, limit)?;
        if let Some(array) = &array {
            array.check(&entries)?;
        }
        Ok(Self { entries, array })
    }
}

impl Fixed {
    fn parse(bytes: &[u8], length: u64) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let magic = reader.take(MAGIC.len())?;
        let (header, frame) = (reader.number()?, reader.number()?);
        let [flags, kind, ..] = *reader.bytes()? else {
            return Err(corrupt("the header of a Blosc2 frame has no flags"));
        };
        if magic != MAGIC {
            // They began with shorter arrays.
            return Err(unsupported("a frame of a pre-release of Blosc2 (2.0.0 alpha or beta)"));
        }
        if flags & 15 > LATEST_VERSION {
            return Err(unsupported(&format!("frame format version {}", flags & 15)));
        }
        if flags >> 4 & 3 != 1 {
            return Err(unsupported(&format!("kind {} of chunk offsets", flags >> 4 & 3)));
        }
        if kind & 15 != 0 {
            return Err(unsupported(&format!("frame type {}", kind & 15)));
        }
        let (nbytes, cbytes) = (reader.number()?, reader.number()?);
        let (element, _block) = (reader.number()?, reader.number()?);
        let chunk = if nbytes == 0 { 0 } else { reader.number()? };
        if header < FIXED.into() || frame > length || header.checked_add(cbytes).is_none_or(|end| end > frame)
        {
            return Err(corrupt(format!(
                "a Blosc2 frame claims {frame} bytes, {header} for its header and {cbytes} for its chunks; there are {length}"
            )));
        }
        let Some(chunk) = u32::try_from(chunk).ok().filter(|_| element > 0) else {
            return Err(corrupt(format!(
                "a Blosc2 frame claims elements of {element} bytes in chunks of {chunk}"
            )));
        };
        Ok(Self { header, frame, nbytes, cbytes, element, chunk })
    }

    /// Reads the index.
    fn entries(&self, stored: &mut Stored<'_>, limit: u64) -> Poll<Vec<ChunkEntry>> {
        let start = self.header + self.cbytes;
        let index = Chunk::open(stored, start, self.frame - start, chunk::PIECE)?;
        let size = u64::from(index.nbytes);
        if !size.is_multiple_of(8)
            || (self.chunk > 0 && size / 8 != self.nbytes.div_ceil(u64::from(self.chunk)))
        {
            let message = format!(
                "the index of a Blosc2 frame has {size} bytes for {} decoded ones in chunks of {}",
                self.nbytes, self.chunk
            );
            return Err(corrupt(message).into());
        }
        charge("the index of a Blosc2 frame", size / 8 * ENTRY, limit)?;
        let mut stored_at = self.locate_all(&index.read(stored)?)?;
        self.bound(&mut stored_at);
        let sizes = if self.chunk == 0 { Some(own_sizes(stored, &stored_at)?) } else { None };
        let mut entries = Vec::with_capacity(stored_at.len());
        let mut reached = 0_u64;
        for (number, stored) in stored_at.into_iter().enumerate() {
            let size =
                sizes.as_ref().map_or(Some(&self.chunk), |sizes| sizes.get(number)).copied().unwrap_or(0);
            let end = reached.saturating_add(u64::from(size));
            let end = if self.chunk == 0 { end } else { end.min(self.nbytes) };
            entries.push(ChunkEntry { decoded: reached..end, stored });
            reached = end;
        }
        if reached != self.nbytes {
            let message =
                format!("the chunks of a Blosc2 frame have {reached} bytes, but it claims {}", self.nbytes);
            return Err(corrupt(message).into());
        }
        Ok(entries)
    }

    /// The targets of the entries of the index.
    fn locate_all(&self, offsets: &[u8]) -> Result<Vec<Where>> {
        let offsets = offsets.as_chunks().0;
        let mut entries = Vec::with_capacity(offsets.len());
        for offset in offsets {
            entries.push(self.locate(u64::from_le_bytes(*offset))?);
        }
        Ok(entries)
    }

    /// The target of an entry of the index: a position after the header or, if the highest bit is set, a special value.
    fn locate(&self, offset: u64) -> Result<Where> {
        if offset >> 63 == 0 {
            if offset.checked_add(SHORT.into()).is_none_or(|end| end > self.cbytes) {
                return Err(corrupt(format!(
                    "the index of a Blosc2 frame points at byte {offset} of {} bytes of chunks",
                    self.cbytes
                )));
            }
            return Ok(Where::At { start: self.header + offset, extent: 0 });
        }
        Ok(Where::Filled(match (offset >> 56 & 7, self.element) {
            (1, _) => Repeated::Zeros,
            (2, 4) => Repeated::Nan4,
            (2, 8) => Repeated::Nan8,
            (4, _) => Repeated::Uninitialised,
            (special, element) => {
                let message = format!(
                    "the index of a Blosc2 frame has special value {special} for elements of {element} bytes"
                );
                return Err(corrupt(message));
            }
        }))
    }

    /// Sets the most bytes that each chunk can take: up to the beginning of the next chunk, whatever their order.
    fn bound(&self, entries: &mut [Where]) {
        let start = |place: &Where| match place {
            Where::At { start, .. } => Some(*start),
            Where::Filled(_) => None,
        };
        let mut sorted: Vec<u64> = entries.iter().filter_map(start).collect();
        sorted.sort_unstable();
        for place in entries {
            if let Where::At { start, extent } = place {
                let following = sorted.partition_point(|other| other <= start);
                *extent = sorted.get(following).copied().unwrap_or(self.header + self.cbytes) - *start;
            }
        }
    }
}

/// Reads the decoded size of each chunk from its own header.
fn own_sizes(stored: &mut Stored<'_>, entries: &[Where]) -> Poll<Vec<u32>> {
    let head = |place: &Where| match place {
        Where::At { start, extent } => Ok(*start..*start + (*extent).min(LONG.into())),
        Where::Filled(_) => {
            Err(corrupt("a Blosc2 frame whose chunks vary in size has one that is stored nowhere"))
        }
    };
    let heads = entries.iter().map(head).collect::<Result<Vec<_>>>()?;
    stored.want_all(heads.iter().cloned())?;
    heads.into_iter().map(|head| Ok(Header::parse(stored.want(head)?)?.nbytes)).collect()
}

/// The content of a metalayer. The header has a map from the metalayers' names to where they begin in the header.
fn metalayer<'a>(header: &'a [u8], wanted: &[u8]) -> Result<Option<&'a [u8]>> {
    let mut reader = Reader::new(header.get(FIXED as usize..).unwrap_or_default());
    let (_three, _size) = (reader.number()?, reader.number()?);
    for _ in 0..reader.number()? {
        let (name, offset) = (reader.bytes()?, reader.number()?);
        if name == wanted {
            let content = usize::try_from(offset).ok().and_then(|offset| header.get(offset..));
            return Reader::new(content.unwrap_or_default()).bytes().map(Some);
        }
    }
    Ok(None)
}
