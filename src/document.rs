//! A whole file: opening it, and beginning to read what is in it.
//!
//! [`Opening`] is the operation that finds the layout, parses the tree and describes its arrays; it gives a
//! [`Document`], which keeps the tree and knows where the blocks are, but holds none of their bytes.

use std::collections::BTreeMap;

use crate::error::{Error, ErrorKind, Result, Warning};
use crate::layout::{Block, HeaderReader, HeaderUpdate, Layout, Locate};
use crate::limits::Limits;
use crate::ndarray::{
    self, Checksums, Leftovers, NdArray, OfBlock, Piece, Pieces, ReadOptions, Reading, Source, Visits,
};
use crate::ranges::{Interrupt, Operation, Poll, Shelf, Step, step};
use crate::read::Read;
use crate::tree::{self, NodeId, Tree, Value};

/// How a file is to be opened and read.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// What to do about the checksums of blocks.
    pub checksums: Checksums,
    /// How much the file may make us do.
    pub limits: Limits,
    /// Whether the headers of blocks are left unread until they are [needed](Document::missing_headers).
    pub lazy: bool,
}

impl Options {
    /// With these checksums and limits.
    pub fn new(checksums: Checksums, limits: Limits) -> Self {
        Self { checksums, limits, lazy: false }
    }

    /// The same, with block headers left unread until they are needed.
    #[must_use]
    pub fn lazily(self) -> Self {
        Self { lazy: true, ..self }
    }
}

/// Opens a file: an [`Operation`] that gives a [`Document`].
#[derive(Debug)]
pub struct Opening {
    options: Options,
    locate: Locate,
    /// Whether the tree was looked for; what was found is in `tree`.
    parsed: bool,
    tree: Option<Tree>,
    /// What was located, while headers are read that describing the arrays takes.
    layout: Option<Layout>,
    headers: Option<HeaderReader>,
    document: Option<Document>,
    /// The `core/integer` nodes whose words are still to be read, and the reading of the last one's.
    integers: Vec<Integer>,
    reading: Option<(Reading, Vec<u8>)>,
}

/// A `core/integer` node: the array of its words, and whether it is negative.
#[derive(Debug)]
struct Integer {
    node: NodeId,
    words: NodeId,
    negative: bool,
}

impl Opening {
    /// For a file of `size` bytes.
    pub fn new(size: u64, options: Options) -> Self {
        let locate = Locate::new(size, options.limits);
        Self {
            options,
            locate,
            parsed: false,
            tree: None,
            layout: None,
            headers: None,
            document: None,
            integers: Vec::new(),
            reading: None,
        }
    }

    fn poll(&mut self) -> Poll<Document> {
        if !self.parsed {
            let mut warnings = Vec::new();
            if let Some((offset, text)) = self.locate.poll_tree()? {
                self.tree = Some(Tree::parse(text, offset, &self.options.limits, &mut warnings)?);
            }
            self.locate.warnings.append(&mut warnings);
            self.parsed = true;
        }
        let mut document = if let Some(document) = self.document.take() {
            document
        } else {
            let layout = self.poll_layout()?;
            let warnings = std::mem::take(&mut self.locate.warnings);
            let document = Document::new(layout, self.tree.take(), self.options, warnings);
            self.integers = document.integers_to_read();
            document
        };
        let outcome = self.poll_integers(&mut document);
        match outcome {
            Ok(()) => Ok(document),
            Err(interrupt) => {
                self.document = Some(document);
                Err(interrupt)
            }
        }
    }

    /// Where everything is, and the headers that are needed at once.
    fn poll_layout(&mut self) -> Poll<Layout> {
        let mut layout = match self.layout.take() {
            Some(layout) => layout,
            None => self.locate.poll()?,
        };
        loop {
            if let Some(headers) = &mut self.headers {
                match headers.step()? {
                    Step::Done(update) => {
                        self.locate.warnings.extend(layout.blocks.add(update).warnings);
                        self.headers = None;
                    }
                    Step::Need(ranges) => {
                        self.layout = Some(layout);
                        return Err(Interrupt::Need(ranges));
                    }
                }
            }
            let wanted = match &self.tree {
                _ if !self.options.lazy => None,
                Some(tree) => ndarray::blocks_to_describe(tree, &layout.blocks),
                None => Some(Vec::new()),
            };
            if !layout.blocks.is_any_missing(wanted.as_deref()) {
                return Ok(layout);
            }
            self.headers = Some(layout.blocks.read(wanted.as_deref()));
        }
    }

    /// Reads the words of all `core/integer` nodes. One that cannot be read stays what it is in the tree.
    fn poll_integers(&mut self, document: &mut Document) -> Poll<()> {
        while let Some(integer) = self.integers.last() {
            let outcome = match self.reading.take() {
                Some(reading) => Ok(reading),
                None => document.read_words(integer.words).map(|reading| (reading, Vec::new())),
            };
            let outcome = outcome.and_then(|(mut reading, mut bytes)| match reading.step(&mut bytes)? {
                Step::Need(ranges) => {
                    self.reading = Some((reading, bytes));
                    Ok(Err(ranges))
                }
                Step::Done(()) => Ok(Ok(bytes)),
            });
            match outcome {
                Ok(Err(ranges)) => return Err(Interrupt::Need(ranges)),
                Ok(Ok(bytes)) => {
                    let words: Vec<u32> =
                        bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
                    match tree::integer_words(&words, integer.negative) {
                        Ok(digits) => {
                            document.integers.insert(integer.node, digits);
                        }
                        Err(error) => document.warn("bad-integer", integer.node, &error),
                    }
                }
                Err(error) => document.warn("bad-integer", integer.node, &error),
            }
            self.integers.pop();
        }
        Ok(())
    }
}

impl Operation for Opening {
    type Output = Document;

    fn step(&mut self) -> Result<Step<Document>> {
        step(self.poll())
    }

    fn supply(&mut self, offset: u64, bytes: &[u8]) {
        match (&mut self.reading, &mut self.headers) {
            (Some((reading, _)), _) => reading.supply(offset, bytes),
            (None, Some(headers)) => headers.supply(offset, bytes),
            (None, None) => self.locate.supply(offset, bytes),
        }
    }
}

/// An opened file.
#[derive(Debug)]
pub struct Document {
    layout: Layout,
    tree: Option<Tree>,
    arrays: BTreeMap<NodeId, Result<NdArray>>,
    /// Arrays without a tag, which only their place in another array makes arrays.
    untagged: BTreeMap<NodeId, Result<NdArray>>,
    integers: BTreeMap<NodeId, String>,
    warnings: Vec<Warning>,
    options: Options,
    /// What reads of its blocks leave to later ones.
    leftovers: Leftovers,
}

impl Document {
    fn new(layout: Layout, tree: Option<Tree>, options: Options, mut warnings: Vec<Warning>) -> Self {
        let mut document = Self {
            layout,
            tree: None,
            arrays: BTreeMap::new(),
            untagged: BTreeMap::new(),
            integers: BTreeMap::new(),
            warnings: Vec::new(),
            options,
            leftovers: Leftovers::new(options.limits.cache),
        };
        if let Some(tree) = &tree {
            document.describe(tree, &mut warnings);
        }
        Self { tree, warnings, ..document }
    }

    /// Describes the arrays of `tree`, then their masks, which may be arrays themselves, and those that are made of others.
    fn describe(&mut self, tree: &Tree, warnings: &mut Vec<Warning>) {
        let visits = Visits::of(tree);
        let describe = |node, warnings: &mut Vec<Warning>| {
            let before = warnings.len();
            let array = NdArray::describe(tree, node, &self.layout.blocks, &visits, warnings);
            for warning in warnings.iter_mut().skip(before) {
                warning.path.get_or_insert_with(|| tree.path_of(node));
            }
            array.map_err(|error| error.at(tree.node(node).mark.offset).on_path(tree.path_of(node)))
        };
        for node in tagged(tree, "core/ndarray") {
            self.arrays.insert(node, describe(node, warnings));
        }
        let chunked: Vec<_> = tagged(tree, "core/chunked-ndarray").collect();
        let chunks = chunked.iter().filter_map(|node| tree.get(*node, "chunks"));
        let parts =
            chunks.flat_map(|chunks| tree.items(chunks)).filter_map(|chunk| tree.get(*chunk, "ndarray"));
        let untagged = |node: &NodeId| ndarray::is_array(tree, *node) && !self.arrays.contains_key(node);
        for node in parts.filter(untagged) {
            self.untagged.entry(node).or_insert_with(|| describe(node, warnings));
        }
        // Masks are arrays without masks, unless they are tagged or chunks as well.
        let with_mask = self.arrays.iter().chain(&self.untagged).filter_map(|(node, array)| {
            let mask = tree.get(*node, "mask").filter(|mask| tree.node(*mask).value != Value::Null)?;
            Some((*node, mask, array.as_ref().ok()?.clone()))
        });
        let with_mask: Vec<_> = with_mask.collect();
        for node in with_mask.iter().map(|(_, mask, _)| *mask).filter(untagged) {
            self.untagged.entry(node).or_insert_with(|| describe(node, warnings));
        }
        for (node, mask, mut array) in with_mask {
            match array.describe_mask(tree, mask, |node| self.array_at(node)) {
                Ok(()) => {
                    let tagged = self.arrays.contains_key(&node);
                    let arrays = if tagged { &mut self.arrays } else { &mut self.untagged };
                    arrays.insert(node, Ok(array));
                }
                Err(error) => {
                    let message = format!("the mask is not used: {}", error.message());
                    let error = Error::new(error.kind(), message)
                        .at(error.offset().unwrap_or(tree.node(mask).mark.offset))
                        .on_path(tree.path_of(mask));
                    warnings.push(Warning::of("bad-mask", &error));
                }
            }
        }
        for node in chunked {
            let array = NdArray::describe_chunked(tree, node, &visits, &|node| self.array_at(node));
            let place = |error: Error| error.at(tree.node(node).mark.offset).on_path(tree.path_of(node));
            self.arrays.insert(node, array.map_err(place));
        }
    }

    /// The array at a node, tagged or not.
    fn array_at(&self, node: NodeId) -> Result<&NdArray> {
        let array = self.arrays.get(&node).or_else(|| self.untagged.get(&node));
        array.ok_or_else(no_array)?.as_ref().map_err(Clone::clone)
    }

    fn integers_to_read(&self) -> Vec<Integer> {
        let Some(tree) = &self.tree else { return Vec::new() };
        let integers = tagged(tree, "core/integer").filter_map(|node| {
            let negative = tree.get(node, "sign").and_then(|sign| tree.text(sign)) == Some("-");
            Some(Integer { node, words: tree.get(node, "words")?, negative })
        });
        integers.collect()
    }

    fn warn(&mut self, code: &'static str, node: NodeId, error: &Error) {
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

    /// What was odd when the file was opened.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The array at a node, or why it cannot be one; `None` where no array stands.
    pub fn array(&self, node: NodeId) -> Option<&Result<NdArray>> {
        self.arrays.get(&node)
    }

    /// All arrays with their nodes.
    pub fn arrays(&self) -> impl Iterator<Item = (NodeId, &Result<NdArray>)> {
        self.arrays.iter().map(|(node, array)| (*node, array))
    }

    /// The decimal digits of a `core/integer` node.
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

    /// The pieces in which the array at `node` is read.
    pub fn pieces(&self, node: NodeId, options: &ReadOptions) -> Result<Pieces> {
        let tree = self.tree.as_ref().ok_or_else(no_array)?;
        let place = |error: Error| error.on_path(tree.path_of(node));
        let array = self.array_at(node)?;
        // That its block is not there says more than that it is too large.
        if let Source::Block(index) = array.source {
            let problem = self.layout.blocks.get(index).and_then(Block::refusal);
            if let Some(problem) = problem.or_else(|| self.no_block(index)) {
                return Err(place(problem));
            }
        }
        array.pieces(tree, node, options, &|node| self.array_at(node)).map_err(place)
    }

    /// Why an array cannot be in block `index`, once it is known that there is none.
    fn no_block(&self, index: usize) -> Option<Error> {
        let blocks = &self.layout.blocks;
        (!blocks.may_have(index)).then(|| ndarray::no_block(index, blocks.len()))
    }

    /// The blocks whose headers have to be [read](Self::read_headers) before these pieces can be.
    pub fn missing_headers(&self, pieces: &Pieces) -> Vec<usize> {
        let blocks = pieces.pieces.iter().filter_map(|piece| match piece.source {
            Source::Block(index) if self.layout.blocks.is_missing(index) => Some(index),
            _ => None,
        });
        blocks.collect()
    }

    /// Begins to read the missing headers of these blocks, or of all: an [`Operation`] whose outcome goes to
    /// [`add_headers`](Self::add_headers).
    pub fn read_headers(&self, blocks: Option<&[usize]>) -> HeaderReader {
        self.layout.blocks.read(blocks)
    }

    /// Adds block headers that were read, and returns those that are new. A plan made before has to be made again if
    /// the update [replaces all](HeaderUpdate::replaces_all) headers.
    pub fn add_headers(&mut self, update: HeaderUpdate) -> HeaderUpdate {
        let added = self.layout.blocks.add(update);
        self.warnings.extend(added.warnings.iter().cloned());
        if added.replaces_all
            && let Some(tree) = self.tree.take()
        {
            // Negative sources now resolve to different blocks.
            self.arrays.clear();
            self.untagged.clear();
            self.describe(&tree, &mut Vec::new());
            self.tree = Some(tree);
        }
        added
    }

    /// Begins to read a piece of an array of this file.
    pub fn read_piece(&self, piece: &Piece) -> Result<Reading> {
        match &piece.source {
            Source::Inline(_) | Source::Chunks(_) => self.begin(piece, None),
            Source::Block(index) => self.begin(piece, self.stored(*index)),
            Source::External(uri) => {
                let message = format!("the array is in another file, `{uri}`, which was not given");
                Err(self.place(piece, Error::new(ErrorKind::ExternalSource, message)))
            }
        }
    }

    /// Begins to read a piece of an array of `owner`, whose elements are in the first block of this file: the exploded
    /// form.
    pub fn read_piece_of(&self, owner: &Self, piece: &Piece) -> Result<Reading> {
        let message = "the file that should hold the array's elements has no block";
        let missing = || owner.place(piece, Error::new(ErrorKind::ExternalSource, message));
        owner.begin(piece, Some(self.stored(0).ok_or_else(missing)?))
    }

    fn begin(&self, piece: &Piece, block: Option<(&Block, OfBlock)>) -> Result<Reading> {
        let reading = piece.read(self.tree.as_ref().ok_or_else(no_array)?, block);
        reading.map_err(|error| self.place(piece, error))
    }

    fn place(&self, piece: &Piece, error: Error) -> Error {
        match &self.tree {
            Some(tree) => error.on_path(tree.path_of(piece.node)),
            None => error,
        }
    }

    /// Begins to read the array at `node`, whose elements are in this file.
    pub fn read(&self, node: NodeId, options: &ReadOptions) -> Result<Read<'_>> {
        Read::new(self, self.pieces(node, options)?)
    }

    /// Begins to read the words of an integer.
    fn read_words(&self, node: NodeId) -> Result<Reading> {
        match self.pieces(node, &self.read_options())?.pieces.as_slice() {
            [words] => self.read_piece(words),
            _ => Err(Error::new(ErrorKind::BadArray, "the words of the integer are not one plain array")),
        }
    }

    /// Begins to read all decoded bytes of a block.
    pub fn read_block(&self, index: usize, options: &ReadOptions) -> Result<Reading> {
        let missing = || {
            let message = format!("there is no block {index}; the file has {}", self.layout.blocks.len());
            Error::new(ErrorKind::NotFound, message)
        };
        let block: &Block = self.layout.blocks.get(index).ok_or_else(missing)?;
        ndarray::read_block(block, self.leftovers.of(index), options)
    }

    /// A block, and what reads of it left.
    fn stored(&self, index: usize) -> Option<(&Block, OfBlock)> {
        Some((self.layout.blocks.get(index)?, self.leftovers.of(index)))
    }

    /// Has what is decoded of parts of blocks kept on this shelf, for later reads of the same.
    pub fn keep_on(&self, shelf: Box<dyn Shelf>) {
        self.leftovers.keep_on(shelf, self.options.limits.cache);
    }
}

fn no_array() -> Error {
    Error::new(ErrorKind::NotFound, "there is no array at this node")
}

/// The nodes that have a tag of this name.
fn tagged<'a>(tree: &'a Tree, name: &'a str) -> impl Iterator<Item = NodeId> + 'a {
    let nodes = (0..tree.len()).filter_map(|index| tree.id(index));
    nodes.filter(move |node| tree.node(*node).tag().is_some_and(|tag| tree::is(tag, name)))
}
