//! A whole file: opening it, and beginning to read what is in it.
//!
//! [`Opening`] is the operation that finds the layout, parses the tree and describes its arrays; it gives a
//! [`Document`], which keeps the tree and knows where the blocks are, but holds none of their bytes.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::error::{Error, ErrorKind, Result, Warning};
use crate::layout::{Block, Layout, Locate};
use crate::limits::Limits;
use crate::ndarray::{self, Checksums, NdArray, ReadOptions, Reading, Source, Visits};
use crate::ranges::{Operation, Poll, Step, step};
use crate::tree::{self, NodeId, Tree};

/// How a file is to be opened and read.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// What to do about the checksums of blocks.
    pub checksums: Checksums,
    /// How much the file may make us do.
    pub limits: Limits,
}

impl Options {
    /// With these checksums and limits.
    pub fn new(checksums: Checksums, limits: Limits) -> Self {
        Self { checksums, limits }
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
            let layout = self.locate.poll()?;
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

    /// Reads the words of all `core/integer` nodes. One that cannot be read stays what it is in the tree.
    fn poll_integers(&mut self, document: &mut Document) -> Poll<()> {
        while let Some(integer) = self.integers.last() {
            let outcome = match self.reading.take() {
                Some(reading) => Ok(reading),
                None => document
                    .read(integer.words, &document.read_options())
                    .map(|reading| (reading, Vec::new())),
            };
            let outcome = outcome.and_then(|(mut reading, mut bytes)| match reading.step(&mut bytes)? {
                Step::Need(ranges) => {
                    self.reading = Some((reading, bytes));
                    Ok(Err(ranges))
                }
                Step::Done(()) => Ok(Ok(bytes)),
            });
            match outcome {
                Ok(Err(ranges)) => return Err(crate::ranges::Interrupt::Need(ranges)),
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
        match &mut self.reading {
            Some((reading, _)) => reading.supply(offset, bytes),
            None => self.locate.supply(offset, bytes),
        }
    }
}

/// An opened file.
#[derive(Debug)]
pub struct Document {
    layout: Layout,
    tree: Option<Tree>,
    arrays: BTreeMap<NodeId, Result<NdArray>>,
    integers: BTreeMap<NodeId, String>,
    warnings: Vec<Warning>,
    options: Options,
    /// For each block, whether its checksum has been verified.
    verified: Vec<Rc<Cell<bool>>>,
}

impl Document {
    fn new(layout: Layout, tree: Option<Tree>, options: Options, mut warnings: Vec<Warning>) -> Self {
        let mut arrays = BTreeMap::new();
        if let Some(tree) = &tree {
            let mut visits = Visits::of(tree);
            for node in tagged(tree, "core/ndarray") {
                let before = warnings.len();
                let array = NdArray::describe(tree, node, &layout.blocks, &mut visits, &mut warnings);
                for warning in warnings.iter_mut().skip(before) {
                    warning.path.get_or_insert_with(|| tree.path_of(node));
                }
                let place = |error: Error| error.at(tree.node(node).mark.offset).on_path(tree.path_of(node));
                arrays.insert(node, array.map_err(place));
            }
        }
        let verified = layout.blocks.iter().map(|_| Rc::default()).collect();
        Self { layout, tree, arrays, integers: BTreeMap::new(), warnings, options, verified }
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

    /// Begins to read the array at `node`.
    pub fn read(&self, node: NodeId, options: &ReadOptions) -> Result<Reading> {
        let (tree, array) = self.find(node)?;
        let place = |error: Error| error.on_path(tree.path_of(node));
        match &array.source {
            Source::Inline(_) => array.read(tree, None, Rc::default(), options).map_err(place),
            Source::Block(index) => array
                .read(tree, self.layout.blocks.get(*index), self.verified(*index), options)
                .map_err(place),
            Source::External(uri) => {
                let message = format!("the array is in another file, `{uri}`, which was not given");
                Err(place(Error::new(ErrorKind::ExternalSource, message)))
            }
        }
    }

    /// Begins to read the array that `owner` describes at `node`, whose elements are in the first block of this file:
    /// the exploded form.
    pub fn read_as(&self, owner: &Self, node: NodeId, options: &ReadOptions) -> Result<Reading> {
        let (tree, array) = owner.find(node)?;
        let place = |error: Error| error.on_path(tree.path_of(node));
        let message = "the file that should hold the array's elements has no block";
        let block = self
            .layout
            .blocks
            .first()
            .ok_or_else(|| place(Error::new(ErrorKind::ExternalSource, message)))?;
        array.read(tree, Some(block), self.verified(0), options).map_err(place)
    }

    /// Begins to read all decoded bytes of a block.
    pub fn read_block(&self, index: usize, options: &ReadOptions) -> Result<Reading> {
        let missing = || {
            let message = format!("there is no block {index}; the file has {}", self.layout.blocks.len());
            Error::new(ErrorKind::NotFound, message)
        };
        let block: &Block = self.layout.blocks.get(index).ok_or_else(missing)?;
        ndarray::read_block(block, self.verified(index), options)
    }

    fn verified(&self, block: usize) -> Rc<Cell<bool>> {
        self.verified.get(block).cloned().unwrap_or_default()
    }

    fn find(&self, node: NodeId) -> Result<(&Tree, &NdArray)> {
        let missing = || Error::new(ErrorKind::NotFound, "there is no array at this node");
        let tree = self.tree.as_ref().ok_or_else(missing)?;
        let array = self.arrays.get(&node).ok_or_else(missing)?.as_ref().map_err(Clone::clone)?;
        Ok((tree, array))
    }
}

/// The nodes that have a tag of this name.
fn tagged<'a>(tree: &'a Tree, name: &'a str) -> impl Iterator<Item = NodeId> + 'a {
    let nodes = (0..tree.len()).filter_map(|index| tree.id(index));
    nodes.filter(move |node| tree.node(*node).tag().is_some_and(|tag| tree::is(tag, name)))
}
