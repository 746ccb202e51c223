//! Blocks that are to be written, and the nodes of the tree that name them.

use std::io::Write;

use super::new_array::{NewArray, TRUTH, Tile};
use super::save::unwritable;
use crate::error::Result;
use crate::ndarray::Datatype;
use crate::tree::TreeValue;
use crate::writer::{BlockHeader, Codec, EncodeOptions, Encoder, Md5, Standard};

/// The blocks of arrays that are to be written, in the order of the file.
#[derive(Debug)]
pub(super) struct NewBlocks<'a> {
    standard: Standard,
    /// How many blocks are before them.
    before: usize,
    blocks: Vec<NewBlock<'a>>,
}

#[derive(Debug)]
pub(super) struct NewBlock<'a> {
    tile: Tile<'a>,
    codec: Option<(Codec, EncodeOptions)>,
}

impl<'a> NewBlocks<'a> {
    pub(super) fn new(standard: Standard, before: usize) -> Self {
        Self { standard, before, blocks: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// What describes an array in the tree, and its blocks, which are still to be [added](Self::add).
    pub(super) fn plan(&self, array: &NewArray<'a>) -> (TreeValue, Vec<NewBlock<'a>>) {
        let mut blocks = Vec::new();
        let chunks = array.chunks.as_deref();
        let tiles = Tile::of(&array.elements, &array.shape, chunks);
        let masks = array.mask.as_ref().map(|mask| Tile::of(mask, &array.shape, chunks));
        let mut masks = masks.unwrap_or_default().into_iter();
        let mut parts = Vec::new();
        for tile in tiles {
            let start = tile.start.clone();
            let mut entries = self.describe(&tile, &array.datatype, blocks.len());
            blocks.push(NewBlock::new(tile, array.codec));
            if let Some(mask) = masks.next() {
                entries.push(("mask", self.tagged("ndarray", self.describe(&mask, &TRUTH, blocks.len()))));
                blocks.push(NewBlock::new(mask, array.codec));
            }
            parts.push((start, self.tagged("ndarray", entries)));
        }
        if chunks.is_none() {
            return (parts.into_iter().map(|(_, part)| part).next().unwrap_or(TreeValue::Null), blocks);
        }
        let chunks = parts.into_iter().map(|(start, part)| {
            self.tagged("ndarray-chunk", vec![("start", start.into()), ("ndarray", part)])
        });
        let mut entries = described(&array.shape, &array.datatype);
        entries.push(("chunks", chunks.collect()));
        (self.tagged("chunked-ndarray", entries), blocks)
    }

    pub(super) fn add(&mut self, blocks: Vec<NewBlock<'a>>) {
        self.blocks.extend(blocks);
    }

    /// What describes a block as an array; there are `planned` new ones before it besides those that were added.
    fn describe(
        &self,
        tile: &Tile<'_>,
        datatype: &Datatype,
        planned: usize,
    ) -> Vec<(&'static str, TreeValue)> {
        let source = self.before + self.blocks.len() + planned;
        let mut entries = vec![("source", source.into())];
        entries.extend(described(&tile.lengths, datatype));
        entries
    }

    fn tagged(&self, schema: &str, entries: Vec<(&str, TreeValue)>) -> TreeValue {
        // Each version of the standard has the tags of arrays.
        TreeValue::mapping(entries).tagged(&self.standard.tag(schema).unwrap_or_default())
    }

    /// Writes the blocks; the first is at byte `at` of the file. Returns where each is, and the end.
    pub(super) fn write(&self, at: u64, to: &mut dyn Write) -> Result<(Vec<u64>, u64)> {
        let mut end = at;
        let mut offsets = Vec::new();
        for block in &self.blocks {
            offsets.push(end);
            end += block.write(to)?;
        }
        Ok((offsets, end))
    }
}

/// What a description of an array says of its elements.
fn described(shape: &[usize], datatype: &Datatype) -> Vec<(&'static str, TreeValue)> {
    let kind = match datatype {
        Datatype::Ascii(length) => vec![TreeValue::from("ascii"), (*length).into()].into(),
        Datatype::Ucs4(length, _) => vec![TreeValue::from("ucs4"), (*length).into()].into(),
        datatype => datatype.to_string().into(),
    };
    vec![("datatype", kind), ("byteorder", "little".into()), ("shape", shape.to_vec().into())]
}

impl<'a> NewBlock<'a> {
    fn new(tile: Tile<'a>, codec: Option<(Codec, EncodeOptions)>) -> Self {
        let element = tile.element();
        Self { tile, codec: codec.map(|(codec, options)| (codec, EncodeOptions { element, ..options })) }
    }

    /// Writes header and content, and returns their length.
    fn write(&self, to: &mut dyn Write) -> Result<u64> {
        let data = self.tile.nbytes();
        let mut stored = Vec::new();
        if let Some((codec, options)) = &self.codec {
            let mut encoder = Encoder::new(*codec, data, options)?;
            self.tile.bytes(&mut |bytes| encoder.write(bytes, &mut stored))?;
            encoder.finish(&mut stored)?;
        }
        let codec = self.codec.filter(|_| (stored.len() as u64) < data);
        let mut digest = Md5::default();
        let used = if codec.is_some() {
            digest.update(&stored);
            stored.len() as u64
        } else {
            self.tile.bytes(&mut |bytes| {
                digest.update(bytes);
                Ok(())
            })?;
            data
        };
        let compression = codec.map(|(codec, _)| codec.label()).unwrap_or_default();
        let header = BlockHeader {
            compression,
            allocated: used,
            used,
            data,
            checksum: digest.finish(),
            streamed: false,
        };
        let mut write = |bytes: &[u8]| to.write_all(bytes).map_err(unwritable);
        write(&header.to_bytes())?;
        if codec.is_some() {
            write(&stored)?;
        } else {
            self.tile.bytes(&mut write)?;
        }
        Ok(BlockHeader::LENGTH + used)
    }
}
