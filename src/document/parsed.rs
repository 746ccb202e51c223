//! A parsed file: its layout, its tree and its arrays; it holds no bytes of the blocks.

use std::collections::BTreeMap;

use super::arrays::{Arrays, no_array};
use super::options::Options;
use crate::block_reader::{BlockCache, CacheKey, Checksums, ReadCache};
use crate::error::{Error, ErrorKind, Result, Warning};
use crate::layout::{Block, HeaderReader, HeaderUpdate, Layout};
use crate::ndarray::{self, NdArray, Origin, Source};
use crate::ranges::CacheStorage;
use crate::read::{Piece, PieceReader, ReadOptions, ReadPlan, read_block};
use crate::tree::{NodeId, Tree};

/// An opened file.
#[derive(Debug)]
pub struct Document {
    pub(super) layout: Layout,
    pub(super) tree: Option<Tree>,
    arrays: Arrays,
    pub(super) integers: BTreeMap<NodeId, String>,
    warnings: Vec<Warning>,
    options: Options,
    /// What reads of its blocks leave for later ones.
    pub(super) cache: ReadCache,
}

impl Document {
    pub(super) fn new(
        layout: Layout,
        tree: Option<Tree>,
        options: Options,
        mut warnings: Vec<Warning>,
    ) -> Self {
        let arrays = tree.as_ref().map(|tree| Arrays::of(tree, &layout, &mut warnings));
        Self {
            layout,
            tree,
            arrays: arrays.unwrap_or_default(),
            integers: BTreeMap::new(),
            warnings,
            options,
            cache: ReadCache::new(options.limits.cache),
        }
    }

    pub(super) fn warn(&mut self, code: &'static str, node: NodeId, error: &Error) {
        let path = self.tree.as_ref().map(|tree| tree.path_of(node)).unwrap_or_default();
        self.warnings.push(Warning::of(code, error).on_path(path));
    }

    /// Where everything is in the file.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The tree, if the file has one.
    pub fn tree(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }

    /// Warnings from opening the file.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The array at a node, or why it cannot be one; `None` where no array stands.
    pub fn array(&self, node: NodeId) -> Option<&Result<NdArray>> {
        self.arrays.tagged.get(&node)
    }

    /// All arrays with their nodes.
    pub fn arrays(&self) -> impl Iterator<Item = (NodeId, &Result<NdArray>)> {
        self.arrays.tagged.iter().map(|(node, array)| (*node, array))
    }

    /// The value of a `core/integer` node: hexadecimal digits after `0x` or `-0x`.
    pub fn integer(&self, node: NodeId) -> Option<&str> {
        self.integers.get(&node).map(String::as_str)
    }

    /// The options of a reading, with the checksums and limits the file was opened with.
    pub fn read_options(&self) -> ReadOptions {
        ReadOptions {
            checksums: self.options.checksums,
            limits: self.options.limits,
            ..ReadOptions::default()
        }
    }

    /// Plans to read the array at `node`.
    pub fn plan(&self, node: NodeId, options: &ReadOptions) -> Result<ReadPlan> {
        let tree = self.tree.as_ref().ok_or_else(no_array)?;
        let place = |error: Error| error.on_path(tree.path_of(node));
        let array = self.arrays.at(node)?;
        // That its block is not there says more than that it is too large.
        if let Source::Block(index) = array.source {
            let problem = self.layout.blocks.get(index).and_then(Block::refusal);
            if let Some(problem) = problem.or_else(|| self.no_block(index)) {
                return Err(place(problem));
            }
        }
        array.plan(tree, Origin::Node(node), options, &|node| self.arrays.at(node)).map_err(place)
    }

    /// Why an array cannot be in block `index`, once it is known that there is no such block.
    fn no_block(&self, index: usize) -> Option<Error> {
        let blocks = &self.layout.blocks;
        (!blocks.may_have(index)).then(|| ndarray::no_block(index, blocks))
    }

    /// The blocks whose headers have to be [read](Self::read_headers) before the plan can be carried out.
    pub fn missing_headers(&self, plan: &ReadPlan) -> Vec<usize> {
        let blocks = plan.pieces.iter().filter_map(|piece| match piece.source {
            Source::Block(index) if self.layout.blocks.is_missing(index) => Some(index),
            _ => None,
        });
        blocks.collect()
    }

    /// Begins to read the missing headers of these blocks, or of all: an [`Operation`](crate::Operation) whose outcome goes to
    /// [`add_headers`](Self::add_headers).
    pub fn read_headers(&self, blocks: Option<&[usize]>) -> HeaderReader {
        self.layout.blocks.read(blocks)
    }

    /// Adds block headers that were read, and returns those that are new. A plan made before has to be made again if
    /// the update [replaces all](HeaderUpdate::replaces_all) headers.
    pub fn add_headers(&mut self, update: HeaderUpdate) -> HeaderUpdate {
        let added = self.layout.blocks.add(update);
        self.warnings.extend(added.warnings.iter().cloned());
        if let Some(tree) = self.tree.as_ref().filter(|_| added.replaces_all) {
            // Negative sources now resolve to different blocks.
            self.arrays = Arrays::of(tree, &self.layout, &mut Vec::new());
        }
        added
    }

    /// Begins to read a piece of an array of this file.
    pub fn read_piece(&self, piece: &Piece) -> Result<PieceReader> {
        match &piece.source {
            Source::Inline(_) | Source::Chunks(_) => self.begin(piece, None),
            Source::Block(index) => self.begin(piece, self.stored(*index)),
            #[cfg(feature = "fits")]
            Source::Hdu(source) => self.read_hdu_piece(piece, source.hdu),
            Source::External(uri) => {
                let message = format!("the array is in another file, `{uri}`, which was not given");
                Err(self.place(piece, Error::new(ErrorKind::ExternalSource, message)))
            }
        }
    }

    /// Begins to read a piece of an array of `owner`, whose elements are in the first block of this file: the exploded
    /// form.
    pub fn read_piece_for(&self, owner: &Self, piece: &Piece) -> Result<PieceReader> {
        let message = "the file that should hold the array's elements has no block";
        let missing = || owner.place(piece, Error::new(ErrorKind::ExternalSource, message));
        owner.begin(piece, Some(self.stored(0).ok_or_else(missing)?))
    }

    pub(super) fn begin(&self, piece: &Piece, block: Option<(&Block, BlockCache)>) -> Result<PieceReader> {
        let reading = piece.read(self.tree.as_ref().ok_or_else(no_array)?, block);
        reading.map_err(|error| self.place(piece, error))
    }

    fn place(&self, piece: &Piece, error: Error) -> Error {
        match (piece.origin, &self.tree) {
            (Origin::Node(node), Some(tree)) => error.on_path(tree.path_of(node)),
            _ => error,
        }
    }

    /// Begins to read all decoded bytes of a block.
    pub fn read_block(&self, index: usize, options: &ReadOptions) -> Result<PieceReader> {
        read_block(self.block(index)?, self.cache.of(CacheKey::Block(index)), options, options.limits.output)
    }

    /// Begins to verify a block: all of it is read and decoded, which fails if it does not match its checksum, whatever
    /// earlier reads have found. The size of the result is not limited, because nobody keeps it.
    pub fn verify_block(&self, index: usize) -> Result<PieceReader> {
        let block = self.block(index)?;
        let options = ReadOptions { checksums: Checksums::Error, ..self.read_options() };
        read_block(block, ReadCache::new(0).of(CacheKey::Block(index)), &options, u64::MAX)
    }

    fn block(&self, index: usize) -> Result<&Block> {
        self.layout.blocks.get(index).ok_or_else(|| {
            let message = format!("there is no block {index}: {}", self.layout.blocks.found());
            Error::new(ErrorKind::NotFound, message)
        })
    }

    /// A block, and the cache of its reads.
    fn stored(&self, index: usize) -> Option<(&Block, BlockCache)> {
        Some((self.layout.blocks.get(index)?, self.cache.of(CacheKey::Block(index))))
    }

    /// Keeps decoded parts of blocks in this storage, for later reads.
    pub fn cache_in(&self, storage: Box<dyn CacheStorage>) {
        self.cache.cache_in(storage, self.options.limits.cache);
    }

    /// Changes how many decoded bytes are cached for later reads: until then as many as [`Limits::cache`](crate::Limits::cache) says.
    /// What is beyond is dropped, the least recently used first.
    pub fn limit_cache(&self, bytes: u64) {
        self.cache.limit(bytes);
    }
}
