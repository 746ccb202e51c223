//! The description of a chain: YAML at the beginning of the content (ASDF 0.1.0, "Block encoding").
//!
//! The description is a list that ends at the line `...` and may begin with `---`. Each item is a name, or a list of a
//! name and its arguments. The chain must go from arrays to bytes: any number of `tile`, at most one `quantize`, then
//! any number of `zlib`.

use super::quantize::Quantize;
use super::step::{Codec, Step};
use super::tile::{Tile, bad, product};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Limits, charge, check};
use crate::tree::{NodeId, Tree, Value};

/// The most steps a chain may have.
const MOST_STEPS: usize = 16;
/// The most axes an array may have here: as many as in numpy.
const MOST_AXES: usize = 64;

/// Finds the description. Returns its text, and its length with the end marker.
pub(super) fn find(head: &[u8]) -> Result<(&[u8], usize)> {
    for (at, _) in head.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
        let behind = head.get(at..).and_then(|rest| rest.strip_prefix(b"\n..."));
        let marker = match behind {
            Some([b'\n', ..]) => 5,
            Some([b'\r', b'\n', ..]) => 6,
            _ => continue,
        };
        return Ok((head.get(..=at).unwrap_or_default(), at + marker));
    }
    Err(bad(format!("no line `...` ends the encoding chain in the first {} bytes", head.len())))
}

/// An encoding of the list: its name and its arguments.
struct Named<'t> {
    name: &'t str,
    arguments: Option<NodeId>,
}

/// Reads the steps of the chain in the order of decoding, for a block that decodes to `declared` bytes.
pub(super) fn read(text: &[u8], declared: u64, limits: &Limits) -> Result<Vec<Step>> {
    let unreadable = |error: Error| {
        let message = error.message().replace(" of the tree", "");
        bad(format!("the encoding chain cannot be read: {message}"))
    };
    let tree = Tree::parse(text, 0, limits, &mut Vec::new()).map_err(unreadable)?;
    let Value::Sequence(items) = &tree.node(tree.root()).value else {
        return Err(bad("the encoding chain is not a list"));
    };
    if items.len() > MOST_STEPS {
        let message =
            format!("the encoding chain has {} steps, more than the limit of {MOST_STEPS}", items.len());
        return Err(Error::new(ErrorKind::LimitExceeded, message));
    }
    let named: Vec<_> = items.iter().map(|item| Named::read(&tree, *item)).collect::<Result<_>>()?;
    check_order(&named)?;
    let mut steps = Vec::with_capacity(named.len());
    let quantized = named.iter().find(|named| named.name == "quantize");
    let floats = quantized.map(|named| named.floats(&tree, declared)).transpose()?;
    for (at, named) in named.iter().enumerate() {
        let codec = match named.name {
            "tile" => {
                // Only the first encoding received the array itself. The others received arrays of the size that they
                // state.
                let size = (at == 0).then_some(declared);
                Codec::Tile(Box::new(named.tile(&tree, size, floats, limits)?))
            }
            "quantize" => Codec::Quantize(Quantize::new(floats.unwrap_or_default())),
            _ => Codec::Zlib(Box::default()),
        };
        steps.push(Step::new(codec, limits));
    }
    if steps.is_empty() {
        steps.push(Step::new(Codec::Null, limits));
    }
    steps.reverse();
    Ok(steps)
}

/// Rejects unknown encodings, and encodings of arrays that follow an encoding that produces bytes.
fn check_order(chain: &[Named<'_>]) -> Result<()> {
    for (at, Named { name, .. }) in chain.iter().enumerate() {
        let takes_array = match *name {
            "tile" | "quantize" => true,
            "zlib" => false,
            _ => {
                let message = format!("the block's encoding chain has `{name}`, which is not supported");
                return Err(Error::new(ErrorKind::UnsupportedEncoding, message));
            }
        };
        let before = at.checked_sub(1).and_then(|before| chain.get(before));
        if let Some(Named { name: before, .. }) = before.filter(|before| takes_array && before.name != "tile")
        {
            return Err(bad(format!(
                "the encoding `{name}` takes an array, but stands behind `{before}`, which gives bytes"
            )));
        }
    }
    Ok(())
}

impl<'t> Named<'t> {
    /// Reads a name, or a list of a name and optional arguments.
    fn read(tree: &'t Tree, item: NodeId) -> Result<Self> {
        let (name, arguments) = match &tree.node(item).value {
            Value::Sequence(pair) => match **pair {
                [name] => (tree.text(name), None),
                [name, arguments] => (tree.text(name), Some(arguments)),
                _ => (None, None),
            },
            _ => (tree.text(item), None),
        };
        let name =
            name.ok_or_else(|| bad("a step of the encoding chain is neither a name nor one with arguments"))?;
        Ok(Self { name, arguments })
    }

    fn argument(&self, tree: &Tree, key: &str) -> Result<NodeId> {
        let found = self.arguments.and_then(|arguments| tree.get(arguments, key));
        found.ok_or_else(|| bad(format!("the encoding `{}` has no argument `{key}`", self.name)))
    }

    fn number(&self, tree: &Tree, key: &str) -> Result<u64> {
        length(tree, self.argument(tree, key)?).ok_or_else(|| self.wrong(key, "a whole number"))
    }

    fn lengths(&self, tree: &Tree, key: &str) -> Result<Vec<u64>> {
        let lengths = match &tree.node(self.argument(tree, key)?).value {
            Value::Sequence(items) if items.len() > MOST_AXES => {
                let message = format!("an array of {} axes, more than the limit of {MOST_AXES}", items.len());
                let message = format!("the encoding `{}` is of {message}", self.name);
                return Err(Error::new(ErrorKind::LimitExceeded, message));
            }
            Value::Sequence(items) => items.iter().map(|item| length(tree, *item)).collect(),
            _ => None,
        };
        lengths.ok_or_else(|| self.wrong(key, "a list of lengths"))
    }

    fn wrong(&self, key: &str, expected: &str) -> Error {
        bad(format!("the argument `{key}` of the encoding `{}` is not {expected}", self.name))
    }

    /// The size of the floats that `quantize` produces. Its `original_shape` must be that of the array at the beginning
    /// of the chain, even if that array was tiled before.
    fn floats(&self, tree: &Tree, declared: u64) -> Result<u64> {
        let size = match self.number(tree, "dtype")? {
            bits @ (32 | 64) => bits / 8,
            bits => {
                return Err(bad(format!(
                    "the argument `dtype` of the encoding `quantize` is {bits}, not 32 or 64"
                )));
            }
        };
        self.check_size(product(&self.lengths(tree, "original_shape")?, size), declared)?;
        Ok(size)
    }

    fn tile(&self, tree: &Tree, declared: Option<u64>, floats: Option<u64>, limits: &Limits) -> Result<Tile> {
        let (shape, item) = (self.lengths(tree, "original_shape")?, self.number(tree, "item_size")?);
        if let Some(size) = floats.filter(|size| *size != item) {
            let message = format!("`tile` has items of {item} bytes, and `quantize` floats of {size}");
            return Err(bad(format!("the encodings do not fit: {message}")));
        }
        let size = product(&shape, item);
        if let Some(declared) = declared {
            self.check_size(size, declared)?;
        }
        check("the untiled array", size.unwrap_or(u64::MAX), limits.block)?;
        let tile = self.lengths(tree, "shape")?;
        // The memory holds one row of tiles, without padding.
        let rows: Option<Vec<u64>> = shape.split_first().map(|(length, others)| {
            let height = tile.first().map_or(*length, |height| (*length).min(*height));
            [&[height][..], others].concat()
        });
        let row = product(&rows.unwrap_or_default(), item).unwrap_or(u64::MAX);
        charge("a row of the tiles of the encoding `tile`", row, limits.output)?;
        Tile::new(tile, shape, item)
    }

    /// Checks that an array of this size has as many bytes as the block header declares.
    fn check_size(&self, size: Option<u64>, declared: u64) -> Result<()> {
        if size == Some(declared) {
            return Ok(());
        }
        let size = size.map_or("more bytes than there can be".into(), |size| format!("{size} bytes"));
        Err(bad(format!(
            "the encoding `{}` is of an array of {size}, but the block's header declares {declared}",
            self.name
        )))
    }
}

fn length(tree: &Tree, node: NodeId) -> Option<u64> {
    tree.integer(node).and_then(|length| u64::try_from(length).ok())
}
