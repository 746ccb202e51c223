//! Opens a file: finds its layout, parses the tree, and describes the arrays.

use super::arrays::tagged;
use super::options::Options;
use super::parsed::Document;
use crate::error::{Error, ErrorKind, Result};
use crate::layout::{HeaderReader, Layout, Locate};
use crate::ndarray;
use crate::ranges::{Interrupt, Operation, Poll, Step, step};
use crate::read::PieceReader;
use crate::tree::{self, NodeId, Tree};

/// Opens a file: an [`Operation`] that returns a [`Document`].
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
    /// The `core/integer` nodes whose words are still to be read, and the read in progress for the last one.
    integers: Vec<Integer>,
    reading: Option<(PieceReader, Vec<u8>)>,
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
            self.integers = integers_to_read(&document);
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
                #[cfg(feature = "fits")]
                layout.hdus.iter_mut().for_each(|hdu| hdu.as_stored = self.options.as_stored);
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
                None => read_words(document, integer.words).map(|reading| (reading, Vec::new())),
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

/// The `core/integer` nodes of a document.
fn integers_to_read(document: &Document) -> Vec<Integer> {
    let Some(tree) = document.tree() else { return Vec::new() };
    let integers = tagged(tree, "core/integer").filter_map(|node| {
        let negative = tree.get(node, "sign").and_then(|sign| tree.text(sign)) == Some("-");
        Some(Integer { node, words: tree.get(node, "words")?, negative })
    });
    integers.collect()
}

/// Begins to read the words of an integer.
fn read_words(document: &Document, node: NodeId) -> Result<PieceReader> {
    match document.plan(node, &document.read_options())?.pieces.as_slice() {
        [words] => document.read_piece(words),
        _ => Err(Error::new(ErrorKind::BadArray, "the words of the integer are not one plain array")),
    }
}
