//! The header of a chunk (`README_CHUNK_FORMAT.rst`, "Header"): 16 bytes, or 32 if both shuffle bits are set.
//!
//! The same 16 bytes begin a buffer of the first generation (versions 1 and 2). That generation differs only in when a
//! block is split into streams, and in bit shuffle.

use super::filters::{self, Filter, unsupported};
use crate::codec::input::corrupt;
use crate::error::Result;

/// The lengths of the two kinds of header.
pub(super) const SHORT: u32 = 16;
pub(super) const LONG: u32 = 32;

/// The latest version whose format is published.
const LATEST_VERSION: u8 = 6;
/// The last version of the first generation.
const FIRST_GENERATION: u8 = 2;
/// The first generation splits a block only if its elements have at most this size and each stream gets at least this
/// many bytes.
const MOST_STREAMS: usize = 16;
const LEAST_STREAM: usize = 128;
/// `BLOSC2_MAXBLOCKSIZE`.
const LARGEST_BLOCK: u32 = 536_866_816;

/// The fields of a chunk's header.
#[derive(Clone, Debug)]
pub(super) struct Header {
    /// The length of the header itself.
    pub(super) length: u32,
    /// The decoded size of the chunk, and its stored size including the header.
    pub(super) nbytes: u32,
    pub(super) cbytes: u32,
    pub(super) content: Content,
}

/// What follows a header.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// The decoded bytes, uncompressed.
    Copied,
    /// Nothing, or the value of all elements.
    Repeated(Repeated),
    /// The table of where the blocks begin, and the blocks.
    Blocks(Blocks),
}

/// A value that fills a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeated {
    Zeros,
    Uninitialised,
    Nan4,
    Nan8,
    /// The value follows the header.
    Value,
}

/// How blocks are compressed.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    pub(super) size: BlockSize,
    pub(super) codec: Codec,
    pub(super) filters: Vec<Filter>,
    /// The number of streams in a block that the end of the chunk does not cut short.
    pub(super) streams: usize,
    /// Whether a dictionary follows the table of blocks.
    pub(super) has_dictionary: bool,
}

/// The decoded size of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockSize {
    /// All blocks have this size; the last one may be shorter.
    Each(u32),
    /// Each block states its own size. `count` is the number of blocks.
    Own { count: u32 },
}

/// The codec of the streams of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Codec {
    BloscLz,
    Lz4,
    Zlib,
    Zstd,
}

/// The size fields of a header of either kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// The decoded size of the chunk, and its stored size including the header.
    pub(super) nbytes: u32,
    pub(super) cbytes: u32,
    block: u32,
}

impl Sizes {
    pub(super) fn parse(chunk: &[u8]) -> Option<Self> {
        let at = |at: usize| Some(u32::from_le_bytes(*chunk.get(at..)?.first_chunk()?));
        Some(Self { nbytes: at(4)?, block: at(8)?, cbytes: at(12)? })
    }
}

impl Header {
    /// Parses the header at the beginning of a chunk. `bytes` are its first 32 bytes, or fewer if the chunk is shorter.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self> {
        let (Some(Sizes { nbytes, cbytes, block }), [version, _, flags, size, ..]) =
            (Sizes::parse(bytes), bytes)
        else {
            return Err(corrupt("a Blosc chunk is too short for its header"));
        };
        let (version, flags, size) = (*version, *flags, *size);
        match version {
            0 => return Err(corrupt("a Blosc chunk begins with version 0")),
            version if version > LATEST_VERSION => {
                return Err(unsupported(&format!("chunk format version {version}")));
            }
            _ => {}
        }
        if i32::try_from(nbytes).is_err() || i32::try_from(cbytes).is_err() {
            return Err(corrupt(format!("a Blosc chunk of {cbytes} bytes claims {nbytes} decoded ones")));
        }
        let is_long = flags & 5 == 5;
        let length = if is_long { LONG } else { SHORT };
        if cbytes < length {
            return Err(corrupt(format!("a Blosc chunk claims {cbytes} bytes, fewer than its header takes")));
        }
        let extension = if is_long { Some(Extension::parse(bytes)?) } else { None };
        let repeated = match &extension {
            Some(extension) => extension.repeated(size)?,
            None => None,
        };
        let content = if let Some(repeated) = repeated {
            if repeated == Repeated::Value && (cbytes == LONG || !nbytes.is_multiple_of(cbytes - LONG)) {
                return Err(corrupt("a Blosc chunk is not filled by the value that it repeats"));
            }
            Content::Repeated(repeated)
        } else if nbytes == 0 {
            Content::Repeated(Repeated::Zeros)
        } else if flags & 2 != 0 {
            if cbytes.checked_sub(length) != Some(nbytes) {
                return Err(corrupt(format!("a Blosc chunk of {cbytes} bytes claims a copy of {nbytes}")));
            }
            Content::Copied
        } else {
            Content::Blocks(Blocks::new(version, flags, size, nbytes, block, extension.as_ref())?)
        };
        Ok(Self { length, nbytes, cbytes, content })
    }
}

impl Blocks {
    fn new(
        version: u8,
        flags: u8,
        size: u8,
        nbytes: u32,
        block: u32,
        extension: Option<&Extension>,
    ) -> Result<Self> {
        if size == 0 {
            return Err(corrupt("the elements of a Blosc chunk have no size"));
        }
        if block == 0 || block > LARGEST_BLOCK {
            return Err(corrupt(format!("a Blosc chunk claims blocks of {block} bytes")));
        }
        let size = usize::from(size);
        let first_generation = version <= FIRST_GENERATION;
        let has_own_sizes = extension.is_some_and(|extension| extension.more_flags & 1 != 0);
        let block_size = block.min(nbytes);
        let splits = flags & 0x10 == 0
            && !has_own_sizes
            && (!first_generation || (size <= MOST_STREAMS && block_size as usize / size >= LEAST_STREAM));
        let filters = if let Some(extension) = extension {
            // The alpha versions left the last filter uninitialised.
            let [f0, f1, f2, f3, f4, f5] = extension.filters;
            let codes = [f0, f1, f2, f3, f4, if version == 3 { 0 } else { f5 }];
            filters::parse(codes, extension.metas, size)?
        } else {
            let shuffle = match flags & 5 {
                1 => Some(Filter::Shuffle(size)),
                4 => Some(Filter::Bitshuffle { size, strict: first_generation }),
                _ => None,
            };
            let delta = (flags & 8 != 0).then(|| Filter::delta(size));
            shuffle.into_iter().chain(delta).collect()
        };
        if extension.is_some_and(|extension| extension.flags & 0x80 != 0) {
            return Err(unsupported("instrumented chunk"));
        }
        if extension.is_some_and(|extension| extension.flags & 0x08 != 0) {
            return Err(unsupported("lazy chunk"));
        }
        Ok(Self {
            size: if has_own_sizes { BlockSize::Own { count: block } } else { BlockSize::Each(block_size) },
            codec: Codec::new(flags >> 5, extension.map_or(0, |extension| extension.plug_in))?,
            filters,
            streams: if splits { size } else { 1 },
            has_dictionary: extension.is_some_and(|extension| extension.flags & 1 != 0),
        })
    }
}

impl Codec {
    /// The codec of `format`. If that stands for a plug-in, `plug_in` says which.
    fn new(format: u8, plug_in: u8) -> Result<Self> {
        Ok(match (format, plug_in) {
            (0, _) => Self::BloscLz,
            (1, _) => Self::Lz4,
            (3, _) => Self::Zlib,
            (4, _) => Self::Zstd,
            (2, _) => return Err(unsupported("codec `snappy`")),
            (6, 32) => return Err(unsupported("codec `ndlz`")),
            (6, 33..=35) => return Err(unsupported("codec `zfp`")),
            (6, 36) => return Err(unsupported("codec `openhtj2k`")),
            (6, 37) => return Err(unsupported("codec `grok`")),
            (6, 38) => return Err(unsupported("codec `openzl`")),
            (6, 39) => return Err(unsupported("codec `j2k`")),
            (6, 40) => return Err(unsupported("codec `htj2k`")),
            (6, plug_in) => return Err(unsupported(&format!("codec plug-in {plug_in}"))),
            (format, _) => return Err(unsupported(&format!("codec format {format}"))),
        })
    }
}

/// The second half of an extended header.
struct Extension {
    filters: [u8; 6],
    plug_in: u8,
    metas: [u8; 6],
    /// The fields `blosc2_flags2` and `blosc2_flags`.
    more_flags: u8,
    flags: u8,
}

impl Extension {
    fn parse(header: &[u8]) -> Result<Self> {
        let bytes: Option<&[u8; 16]> = header.get(SHORT as usize..).and_then(<[u8]>::first_chunk);
        let bytes = bytes.ok_or_else(|| corrupt("a Blosc chunk is too short for its extended header"))?;
        let [f0, f1, f2, f3, f4, f5, plug_in, _, m0, m1, m2, m3, m4, m5, more_flags, flags] = *bytes;
        Ok(Self {
            filters: [f0, f1, f2, f3, f4, f5],
            plug_in,
            metas: [m0, m1, m2, m3, m4, m5],
            more_flags,
            flags,
        })
    }

    fn repeated(&self, size: u8) -> Result<Option<Repeated>> {
        Ok(Some(match (self.flags >> 4 & 7, size) {
            (0, _) => return Ok(None),
            (1, _) => Repeated::Zeros,
            (2, 4) => Repeated::Nan4,
            (2, 8) => Repeated::Nan8,
            (2, size) => return Err(corrupt(format!("a Blosc chunk claims NaNs of {size} bytes"))),
            (3, _) => Repeated::Value,
            (4, _) => Repeated::Uninitialised,
            (special, _) => return Err(unsupported(&format!("special value {special}"))),
        }))
    }
}
