//! A chunk (`README_CHUNK_FORMAT.rst`): its header, the table of where its blocks begin, and the blocks, which are
//! decoded independently.
//!
//! A chunk may have no blocks, but hold an uncompressed copy of the bytes, or a value that fills it. Such a chunk is
//! also read in pieces.

use std::ops::Range;

use super::filters::{self, Filter, undo};
use super::header::{BlockSize, Blocks, Content, Header, Repeated};
use super::stored::Stored;
use super::streams::{self, Division};
use crate::codec::input::corrupt;
use crate::codec::zstd;
use crate::error::Result;
use crate::ranges::Poll;

/// How many bytes to request at first: the header, and the table entries of about 1000 blocks.
const HEAD: u64 = 4096;
/// Chunks of at most this stored size are requested as a whole.
const SMALL: u64 = 128 << 10;
/// The size of the pieces of a chunk without blocks, except in a `b2nd` array.
pub(super) const PIECE: u32 = 256 << 10;
/// `BLOSC2_MAXDICTSIZE`.
const LARGEST_DICTIONARY: u32 = 32 << 10;

/// A chunk whose header and table were read.
#[derive(Debug)]
pub(super) struct Chunk {
    /// Where the chunk begins in the stored bytes.
    start: u64,
    /// The decoded size of the chunk.
    pub(super) nbytes: u32,
    body: Body,
    /// The size of the pieces if the chunk has no blocks.
    piece: u32,
    /// The decoded first block, if other blocks refer to it.
    reference: Option<Vec<u8>>,
}

#[derive(Debug)]
enum Body {
    Copied { header: u32 },
    Filled { pattern: Vec<u8>, uninitialised: bool },
    Blocks { blocks: Blocks, places: Vec<Block>, dictionary: Vec<u8> },
}

/// A block: its decoded bytes within the chunk, and the most stored bytes of the chunk that it can take.
#[derive(Clone, Debug)]
struct Block {
    decoded: Range<u32>,
    stored: Range<u32>,
}

/// Scratch buffers, reused from block to block.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    filters: filters::Scratch,
    /// Created for the first zstd stream: the tables and literals take 128 KiB and more.
    zstd: Option<Box<zstd::Blocks>>,
}

/// The stored bytes to request before opening a chunk at `start` that takes at most `extent` bytes.
pub(super) fn head(start: u64, extent: u64) -> Range<u64> {
    start..start.saturating_add(if extent <= SMALL { extent } else { HEAD })
}

impl Chunk {
    /// Reads the header and table of the chunk at `start`, which takes at most `extent` bytes. If it has no blocks, it
    /// is read in pieces of `piece` bytes.
    pub(super) fn open(stored: &mut Stored<'_>, start: u64, extent: u64, piece: u32) -> Poll<Self> {
        let header = Header::parse(stored.want(head(start, extent))?)?;
        if u64::from(header.cbytes) > extent {
            let message = format!("a Blosc chunk claims {} bytes, but there are {extent}", header.cbytes);
            return Err(corrupt(message).into());
        }
        let body = match &header.content {
            Content::Copied => Body::Copied { header: header.length },
            Content::Repeated(Repeated::Value) => {
                let value = stored.want_from(start, header.length..header.cbytes)?;
                Body::Filled { pattern: value.to_vec(), uninitialised: false }
            }
            Content::Repeated(repeated) => Body::filled(*repeated),
            Content::Blocks(blocks) => Body::open(stored, start, &header, blocks)?,
        };
        Ok(Self { start, nbytes: header.nbytes, body, piece, reference: None })
    }

    /// A chunk of `nbytes` that one value fills and that has no stored bytes.
    pub(super) fn filled(nbytes: u32, repeated: Repeated, piece: u32) -> Self {
        Self { start: 0, nbytes, body: Body::filled(repeated), piece, reference: None }
    }

    /// Decodes the whole chunk.
    pub(super) fn read(mut self, stored: &mut Stored<'_>) -> Poll<Vec<u8>> {
        let blocks = self.blocks();
        stored.want_all((0..blocks).map(|block| self.stored_alone(block)))?;
        let (mut output, mut scratch) = (vec![0; self.nbytes as usize], Scratch::default());
        for block in 0..blocks {
            let Range { start, end } = self.decoded(block);
            if let Some(output) = output.get_mut(start as usize..end as usize) {
                self.decode(stored, block, &mut scratch, output)?;
            }
        }
        Ok(output)
    }

    /// The memory that the chunk takes besides the requested bytes: the table of its blocks, the value or the
    /// dictionary, and the first block if others refer to it.
    pub(super) fn memory(&self) -> u64 {
        let held = match &self.body {
            Body::Copied { .. } => 0,
            Body::Filled { pattern, .. } => pattern.len(),
            Body::Blocks { places, dictionary, .. } => size_of_val(places.as_slice()) + dictionary.len(),
        };
        let reference = if self.refers(self.blocks().saturating_sub(1)) { self.decoded(0).len() } else { 0 };
        (size_of::<Self>() + held + reference) as u64
    }

    /// Whether the chunk's values were never written.
    pub(super) fn is_uninitialised(&self) -> bool {
        matches!(self.body, Body::Filled { uninitialised: true, .. })
    }

    /// The number of blocks or pieces.
    pub(super) fn blocks(&self) -> u32 {
        match &self.body {
            Body::Blocks { places, .. } => u32::try_from(places.len()).unwrap_or(u32::MAX),
            _ => self.nbytes.div_ceil(self.piece.max(1)),
        }
    }

    /// The number of the block that contains a decoded byte.
    pub(super) fn block_at(&self, byte: u32) -> u32 {
        match &self.body {
            Body::Blocks { places, .. } => {
                u32::try_from(places.partition_point(|block| block.decoded.end <= byte)).unwrap_or(u32::MAX)
            }
            _ => byte / self.piece.max(1),
        }
    }

    /// The decoded bytes of the chunk that a block holds.
    pub(super) fn decoded(&self, block: u32) -> Range<u32> {
        if let Body::Blocks { places, .. } = &self.body {
            return places
                .get(block as usize)
                .map_or(self.nbytes..self.nbytes, |block| block.decoded.clone());
        }
        let start = block.saturating_mul(self.piece).min(self.nbytes);
        start..start.saturating_add(self.piece).min(self.nbytes)
    }

    /// The stored bytes of a block, and those of the first block if this one refers to it.
    pub(super) fn stored(&self, block: u32) -> impl Iterator<Item = Range<u64>> {
        let first = (self.refers(block) && self.reference.is_none()).then(|| self.stored_alone(0));
        first.into_iter().chain([self.stored_alone(block)])
    }

    fn stored_alone(&self, block: u32) -> Range<u64> {
        let stored = match &self.body {
            Body::Filled { .. } => 0..0,
            Body::Copied { header } => {
                let Range { start, end } = self.decoded(block);
                header.saturating_add(start)..header.saturating_add(end)
            }
            Body::Blocks { places, .. } => {
                places.get(block as usize).map_or(0..0, |block| block.stored.clone())
            }
        };
        self.start + u64::from(stored.start)..self.start + u64::from(stored.end)
    }

    /// Whether decoding a block requires the first one.
    fn refers(&self, block: u32) -> bool {
        let delta = |filter: &Filter| matches!(filter, Filter::Delta { .. });
        block > 0 && matches!(&self.body, Body::Blocks { blocks, .. } if blocks.filters.iter().any(delta))
    }

    /// Decodes a block into `output`, which has the block's size. Its [stored bytes](Self::stored) must have arrived.
    pub(super) fn decode(
        &mut self,
        stored: &mut Stored<'_>,
        block: u32,
        scratch: &mut Scratch,
        output: &mut [u8],
    ) -> Poll<()> {
        if self.refers(block) && self.reference.is_none() {
            let mut first = vec![0; self.decoded(0).len()];
            self.decode(stored, 0, scratch, &mut first)?;
            self.reference = Some(first);
        }
        let decoded = self.decoded(block);
        let input = stored.want(self.stored_alone(block))?;
        match &self.body {
            Body::Copied { .. } => output.copy_from_slice(input),
            Body::Filled { pattern, .. } => fill(pattern, decoded.start, output),
            Body::Blocks { blocks, dictionary, .. } => {
                let division = match blocks.size {
                    BlockSize::Own { .. } => Division::Own,
                    BlockSize::Each(size) if decoded.len() < size as usize => Division::Equal(1),
                    BlockSize::Each(_) => Division::Equal(blocks.streams),
                };
                let reference = if block > 0 { self.reference.as_deref() } else { None };
                let Scratch { filters, zstd } = scratch;
                let outcome = undo(&blocks.filters, reference, filters, output, |bytes| {
                    streams::decode(input, blocks.codec, division, dictionary, zstd, bytes)
                });
                outcome.map_err(|problem| {
                    corrupt(format!(
                        "block {block} of the Blosc chunk at byte {} is damaged: {problem}",
                        self.start
                    ))
                })?;
            }
        }
        Ok(())
    }
}

impl Body {
    fn filled(repeated: Repeated) -> Self {
        let pattern = match repeated {
            Repeated::Nan4 => f32::NAN.to_le_bytes().to_vec(),
            Repeated::Nan8 => f64::NAN.to_le_bytes().to_vec(),
            Repeated::Zeros | Repeated::Uninitialised | Repeated::Value => vec![0],
        };
        Self::Filled { pattern, uninitialised: repeated == Repeated::Uninitialised }
    }

    /// Reads the table of where the blocks begin, and the dictionary.
    fn open(stored: &mut Stored<'_>, start: u64, header: &Header, blocks: &Blocks) -> Poll<Self> {
        let count = match blocks.size {
            BlockSize::Each(size) => header.nbytes.div_ceil(size),
            BlockSize::Own { count } => count,
        };
        let within = |end: u64| {
            u32::try_from(end).ok().filter(|end| *end <= header.cbytes).ok_or_else(|| {
                corrupt(format!(
                    "a Blosc chunk of {} bytes is too short for its {count} blocks",
                    header.cbytes
                ))
            })
        };
        let mut end = within(u64::from(header.length) + 4 * u64::from(count))?;
        let starts = stored.want_from(start, header.length..end)?;
        let starts: Vec<u32> = starts.as_chunks().0.iter().map(|start| u32::from_le_bytes(*start)).collect();
        let mut dictionary = Vec::new();
        if blocks.has_dictionary {
            let sized = within(u64::from(end) + 4)?;
            let size = u32_of(stored.want_from(start, end..sized)?);
            if size == 0 || size > LARGEST_DICTIONARY {
                return Err(corrupt(format!("a Blosc chunk claims a dictionary of {size} bytes")).into());
            }
            end = within(u64::from(sized) + u64::from(size))?;
            dictionary = stored.want_from(start, sized..end)?.to_vec();
        }
        let extents = extents(&starts, end, header.cbytes)?;
        let decoded: Vec<Range<u32>> = match blocks.size {
            BlockSize::Each(size) => (0..count)
                .map(|number| {
                    let start = number.saturating_mul(size);
                    start..start.saturating_add(size).min(header.nbytes)
                })
                .collect(),
            BlockSize::Own { .. } => {
                own_sizes(stored.want_from(start, 0..header.cbytes)?, &extents, header.nbytes)?
            }
        };
        let places =
            decoded.into_iter().zip(extents).map(|(decoded, stored)| Block { decoded, stored }).collect();
        Ok(Self::Blocks { blocks: blocks.clone(), places, dictionary })
    }
}

/// The most bytes that each block can take: up to the beginning of the next block, whatever their order, or to the
/// chunk's end.
fn extents(starts: &[u32], head: u32, end: u32) -> Result<Vec<Range<u32>>> {
    let mut sorted = starts.to_vec();
    sorted.sort_unstable();
    let extent = |start: &u32| {
        if *start < head || *start >= end {
            let message =
                format!("a block begins at byte {start} of a Blosc chunk of {end}, whose head takes {head}");
            return Err(corrupt(message));
        }
        let following = sorted.partition_point(|other| other <= start);
        Ok(*start..sorted.get(following).copied().unwrap_or(end))
    };
    starts.iter().map(extent).collect()
}

/// The decoded ranges of the blocks of a chunk of `nbytes` in which each block begins with its own decoded size.
fn own_sizes(chunk: &[u8], extents: &[Range<u32>], nbytes: u32) -> Result<Vec<Range<u32>>> {
    let mut reached = 0_u32;
    let mut decoded = Vec::with_capacity(extents.len());
    for extent in extents {
        let size = u32_of(chunk.get(extent.start as usize..).unwrap_or_default());
        let end = reached.checked_add(size).filter(|end| size > 0 && *end <= nbytes);
        let end = end.ok_or_else(|| {
            corrupt(format!(
                "a block claims {size} bytes in a Blosc chunk of {nbytes}, behind {reached} others"
            ))
        })?;
        decoded.push(reached..end);
        reached = end;
    }
    if reached != nbytes {
        let message = format!("the blocks of a Blosc chunk have {reached} bytes, but it claims {nbytes}");
        return Err(corrupt(message));
    }
    Ok(decoded)
}

fn u32_of(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// Repeats a pattern from byte 0 on, and writes the part from byte `start` on to `output`.
fn fill(pattern: &[u8], start: u32, output: &mut [u8]) {
    let skipped = start as usize % pattern.len().max(1);
    for (place, byte) in output.iter_mut().zip(pattern.iter().cycle().skip(skipped).take(pattern.len())) {
        *place = *byte;
    }
    let mut done = pattern.len().max(1);
    while done < output.len() {
        let piece = done.min(output.len() - done);
        output.copy_within(..piece, done);
        done += piece;
    }
}
