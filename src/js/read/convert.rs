//! Plain JavaScript values ↔ the crate's own.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::js::boundary::{Answer, length, number, thrown};
use crate::layout::hex;
use crate::{Checksums, ReadOptions, Select};
use crate::{Error, ErrorKind, Limits, Options};

/// Ranges as offset, length, offset, length, …
pub(super) fn flatten(ranges: &[Range<u64>]) -> Vec<f64> {
    ranges.iter().flat_map(|range| [number(range.start), number(range.end - range.start)]).collect()
}

pub(super) fn no_array() -> Error {
    Error::new(ErrorKind::NotFound, "there is no array at this node")
}

/// A warning as a plain object.
#[derive(Serialize)]
pub(super) struct Warning<'a> {
    code: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
}

impl<'a> Warning<'a> {
    pub(super) fn of(warning: &'a crate::Warning) -> Self {
        let crate::Warning { code, message, offset, path } = warning;
        Self { code, message, offset: offset.map(number), path: path.as_deref() }
    }
}

/// What a document is besides its tree.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Info<'a> {
    dialect: &'static str,
    format_version: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_version: Option<&'a str>,
    comments: &'a [String],
    blocks: Vec<BlockInfo>,
    warnings: Vec<Warning<'a>>,
}

impl<'a> Info<'a> {
    pub(super) fn of(document: &'a crate::Document) -> Self {
        let layout = document.layout();
        Self {
            dialect: layout.dialect.name(),
            format_version: &layout.format_version,
            standard_version: layout.standard_version.as_deref(),
            comments: &layout.comments,
            blocks: BlockInfo::all(document),
            warnings: document.warnings().iter().map(Warning::of).collect(),
        }
    }
}

/// Where a block is, and what its header says if that is known, as a plain object.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::option_option, reason = "null is what a header may say, and undefined that it was not read")]
pub(super) struct BlockInfo {
    index: usize,
    offset: f64,
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    header_size: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compression: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allocated_size: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    used_size: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_size: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checksum: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    streamed: Option<bool>,
}

impl BlockInfo {
    fn all(document: &crate::Document) -> Vec<Self> {
        let entries = document.layout().blocks.entries().enumerate();
        entries.map(|(index, (offset, header, found_by))| Self::of(index, offset, found_by, header)).collect()
    }

    fn of(index: usize, offset: u64, found_by: crate::FoundBy, header: Option<&crate::Block>) -> Self {
        // What a header says is not passed on if none of it can be believed.
        let header = header.filter(|header| !header.has_bad_header());
        Self {
            index,
            offset: number(offset),
            source: match found_by {
                crate::FoundBy::Index => "index",
                crate::FoundBy::Walk => "walk",
            },
            header_size: header.map(|header| header.header_size),
            flags: header.map(|header| header.flags),
            compression: header.map(|header| header.encoding.name()),
            allocated_size: header.map(|header| number(header.allocated_size)),
            used_size: header.map(|header| number(header.used_size)),
            data_size: header.map(|header| number(header.data_size)),
            checksum: header.map(|header| header.checksum.as_ref().map(|checksum| hex(checksum.bytes()))),
            streamed: header.map(|header| header.streamed),
        }
    }
}

/// What was learnt of block headers, as a plain object.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct HeaderUpdate<'a> {
    blocks: Vec<BlockInfo>,
    /// Whether these replace all blocks that were known before, because those were wrong.
    replaces_all: bool,
    warnings: Vec<Warning<'a>>,
}

impl<'a> HeaderUpdate<'a> {
    pub(super) fn of(update: &'a crate::worker::HeaderUpdate) -> Self {
        let block =
            |block: &crate::Block| BlockInfo::of(block.index, block.offset, block.found_by, Some(block));
        Self {
            blocks: update.blocks.iter().map(block).collect(),
            replaces_all: update.replaces_all,
            warnings: update.warnings.iter().map(Warning::of).collect(),
        }
    }
}

/// The result of a read and its pieces, as a plain object.
#[derive(Serialize)]
pub(super) struct ReadPlanInfo<'a> {
    shape: Vec<f64>,
    nbytes: f64,
    masked: bool,
    /// For each piece the URI of the file that it is in, null for this one.
    sources: Vec<Option<&'a str>>,
    /// For each piece the block of this file that it is in, if it is in one.
    blocks: Vec<Option<usize>>,
    /// For each piece the number of the first element of the result that it may write.
    positions: Vec<f64>,
}

impl<'a> ReadPlanInfo<'a> {
    pub(super) fn of(pieces: &'a crate::worker::ReadPlan) -> Self {
        let source = |piece: &'a crate::worker::Piece| match &piece.source {
            crate::Source::External(uri) => Some(uri.as_str()),
            _ => None,
        };
        let block = |piece: &crate::worker::Piece| match piece.source {
            crate::Source::Block(index) => Some(index),
            _ => None,
        };
        Self {
            shape: pieces.shape.iter().copied().map(number).collect(),
            nbytes: number(pieces.nbytes),
            masked: pieces.masked,
            sources: pieces.pieces.iter().map(source).collect(),
            blocks: pieces.pieces.iter().map(block).collect(),
            positions: pieces.pieces.iter().map(|piece| number(piece.position())).collect(),
        }
    }
}

/// What a piece reader will give, as a plain object.
#[derive(Serialize)]
pub(super) struct PieceInfo {
    nbytes: f64,
    masks: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    direct: Option<Extent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verify: Option<Extent>,
}

/// Bytes of the file.
#[derive(Serialize)]
struct Extent {
    offset: f64,
    length: f64,
}

impl Extent {
    fn of(range: &Range<u64>) -> Self {
        Self { offset: number(range.start), length: number(range.end - range.start) }
    }
}

impl PieceInfo {
    pub(super) fn of(reading: &crate::worker::PieceReader) -> Self {
        let info = reading.info();
        let direct = info.direct.as_ref().map(Extent::of);
        Self {
            nbytes: number(info.nbytes),
            masks: info.masks,
            verify: info.unverified.as_ref().filter(|_| direct.is_some()).map(Extent::of),
            direct,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct OpenArguments {
    checksums: Option<String>,
    lazy: bool,
    #[serde(rename = "asStored")]
    as_stored: bool,
    limits: LimitArguments,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LimitArguments {
    tree: Option<f64>,
    nesting: Option<f64>,
    block: Option<f64>,
    output: Option<f64>,
    cache: Option<f64>,
}

/// The options of `open()` for a file of `size` bytes.
pub(super) fn options(value: JsValue, size: u64) -> Answer<Options> {
    let arguments: OpenArguments = optional(value)?;
    let checksums = match arguments.checksums.as_deref() {
        Some("error") => Checksums::Error,
        Some("ignore") => Checksums::Ignore,
        _ => Checksums::Warn,
    };
    let mut limits = Limits::of_file(size);
    let LimitArguments { tree, nesting, block, output, cache } = arguments.limits;
    for (limit, argument) in [
        (&mut limits.tree, tree),
        (&mut limits.block, block),
        (&mut limits.output, output),
        (&mut limits.cache, cache),
    ] {
        *limit = argument.map_or(*limit, length);
    }
    limits.nesting =
        nesting.map_or(limits.nesting, |nesting| u32::try_from(length(nesting)).unwrap_or(u32::MAX));
    let options = Options { as_stored: arguments.as_stored, ..Options::new(checksums, limits) };
    Ok(if arguments.lazy { options.lazily() } else { options })
}

#[derive(Deserialize)]
#[serde(untagged)]
enum SelectArgument {
    Index(i64),
    Slice {
        #[serde(default)]
        start: Option<i64>,
        #[serde(default)]
        stop: Option<i64>,
        #[serde(default)]
        step: Option<i64>,
    },
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ReadArguments {
    float16: Option<String>,
    field: Vec<usize>,
}

/// A selection and the options of `read()`.
pub(super) fn read_options(
    options: &ReadOptions,
    selection: JsValue,
    arguments: JsValue,
) -> Answer<ReadOptions> {
    let selection: Vec<Option<SelectArgument>> = serde_wasm_bindgen::from_value(selection).map_err(|_| {
        let message = "a selection is a list of whole numbers, slices and null";
        thrown(Error::new(ErrorKind::BadSelection, message))
    })?;
    let selection = selection.into_iter().map(|select| match select {
        None => Select::All,
        Some(SelectArgument::Index(index)) => Select::Index(index),
        Some(SelectArgument::Slice { start, stop, step }) => Select::Slice { start, stop, step },
    });
    let arguments: ReadArguments = optional(arguments)?;
    let float16_bits = arguments.float16.as_deref() == Some("bits");
    Ok(ReadOptions {
        selection: selection.collect(),
        field: arguments.field,
        float16_bits,
        ..options.clone()
    })
}

/// An object of optional properties, or nothing at all.
fn optional<T: Default + serde::de::DeserializeOwned>(value: JsValue) -> Answer<T> {
    if value.is_undefined() || value.is_null() {
        Ok(T::default())
    } else {
        Ok(serde_wasm_bindgen::from_value(value)?)
    }
}
