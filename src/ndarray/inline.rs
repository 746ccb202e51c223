//! Inline arrays, whose elements are in the tree (`data` of core/ndarray-1.x).
//!
//! Where the array does not say, shape and datatype are inferred as numpy does for the reference implementation: truth
//! values, then integers (int64, beyond it uint64), then floats, then complex numbers; text only by itself; `null` is
//! masked.

use super::axes::{bad, lengths};
use super::datatype::{self, ByteOrder, Datatype, Scalar};
use super::number::{complex, narrow16, narrow32};
use super::visits::VisitBudget;
use crate::error::Result;
use crate::limits::{Limits, charge};
use crate::tree::{self, NodeId, Tree, Value};

/// No array has more axes: numpy's own limit.
const MOST_AXES: usize = 64;

/// Shape and datatype of an inline array, and whether it has masked elements.
#[derive(Debug)]
pub(super) struct Described {
    pub(super) shape: Vec<u64>,
    pub(super) datatype: Datatype,
    pub(super) masked: bool,
}

/// Looks at the elements at `data` of the array at `node`.
pub(super) fn describe(tree: &Tree, node: NodeId, data: NodeId, visits: &VisitBudget) -> Result<Described> {
    let datatype =
        datatype::find(tree, node).map(|datatype| Datatype::read(tree, datatype, ByteOrder::Little, visits));
    let datatype = datatype.transpose()?;
    let given = tree.get(node, "shape").map(|shape| lengths(tree, shape)).transpose()?;
    let mut shape = infer_shape(tree, data)?;
    if let Some(given) = &given {
        shape.truncate(given.len());
        // Lists end at an axis of length 0: they don't say how long the axes behind it are.
        if shape != *given && !(shape.contains(&0) && given.contains(&0)) {
            return Err(bad(format!("the array's shape is {given:?}, but its inline data has {shape:?}")));
        }
    } else if let Some(Datatype::Struct(_)) = datatype {
        shape.truncate(1);
    }
    let mut kinds = Kinds::default();
    let more = datatype.as_ref().map_or(0, |datatype| datatype.nodes() - 1);
    walk(tree, data, &shape, visits, &mut |leaf| {
        visits.charge(more)?;
        match (&tree.node(leaf).value, &datatype) {
            (Value::Null, _) => kinds.masked = true,
            (_, Some(_)) => {}
            (_, None) => {
                visits.charge_text(tree.text(leaf).unwrap_or_default())?;
                kinds.add(tree, leaf)?;
            }
        }
        Ok(())
    })?;
    let datatype = match datatype {
        Some(datatype) => datatype,
        None => kinds.datatype()?,
    };
    Ok(Described { shape: given.unwrap_or(shape), datatype, masked: kinds.masked })
}

/// The elements at `data` as packed bytes; those that are `null` as zeros.
pub(crate) fn encode(
    tree: &Tree,
    data: NodeId,
    shape: &[u64],
    datatype: &Datatype,
    limits: &Limits,
) -> Result<Vec<u8>> {
    let count = shape.iter().try_fold(1u64, |size, length| size.checked_mul(*length));
    let nbytes = count.and_then(|count| count.checked_mul(datatype.size()));
    charge("the inline array", nbytes.unwrap_or(u64::MAX), limits.output)?;
    let mut bytes = Vec::new();
    if count == Some(0) {
        return Ok(bytes);
    }
    walk(tree, data, shape, &VisitBudget::charged(), &mut |leaf| {
        if matches!(tree.node(leaf).value, Value::Null) {
            let size = usize::try_from(datatype.size()).map_err(|_| bad("an element is too large"))?;
            bytes.resize(bytes.len().saturating_add(size), 0);
            return Ok(());
        }
        element(tree, leaf, datatype, &mut bytes)
    })?;
    Ok(bytes)
}

/// For each element at `data` 1 if it is `null`, else 0.
pub(crate) fn nulls(tree: &Tree, data: NodeId, shape: &[u64]) -> Result<Vec<u8>> {
    let mut mask = Vec::new();
    if shape.contains(&0) {
        return Ok(mask);
    }
    walk(tree, data, shape, &VisitBudget::charged(), &mut |leaf| {
        mask.push(u8::from(matches!(tree.node(leaf).value, Value::Null)));
        Ok(())
    })?;
    Ok(mask)
}

fn infer_shape(tree: &Tree, data: NodeId) -> Result<Vec<u64>> {
    let mut shape = Vec::new();
    let mut node = data;
    while let Value::Sequence(items) = &tree.node(node).value {
        shape.push(items.len() as u64);
        if shape.len() > MOST_AXES {
            return Err(bad(format!("the inline data nests deeper than {MOST_AXES} axes")));
        }
        match items.first() {
            Some(first) => node = *first,
            None => break,
        }
    }
    Ok(shape)
}

/// Visits every element of nested lists of this shape. Empty lists are charged for too.
fn walk(
    tree: &Tree,
    node: NodeId,
    shape: &[u64],
    visits: &VisitBudget,
    visit: &mut dyn FnMut(NodeId) -> Result<()>,
) -> Result<()> {
    visits.charge(1)?;
    let Some((length, inner)) = shape.split_first() else {
        return visit(node);
    };
    match &tree.node(node).value {
        Value::Sequence(items) if items.len() as u64 == *length => {
            items.iter().try_for_each(|item| walk(tree, *item, inner, visits, visit))
        }
        _ => Err(bad("the inline data is ragged").at(tree.node(node).mark.offset)),
    }
}

/// What kinds of elements there are.
#[expect(clippy::struct_excessive_bools, reason = "each is a kind that was seen")]
#[derive(Default)]
struct Kinds {
    masked: bool,
    truth: bool,
    integer: bool,
    /// An integer that only uint64 holds.
    large: bool,
    negative: bool,
    float: bool,
    complex: bool,
    /// The length of the longest text.
    text: Option<u64>,
}

impl Kinds {
    fn add(&mut self, tree: &Tree, leaf: NodeId) -> Result<()> {
        let node = tree.node(leaf);
        match &node.value {
            Value::Bool(_) => self.truth = true,
            Value::Int(number) => {
                self.integer = true;
                self.negative |= *number < 0;
            }
            Value::BigInt(digits) if digits.parse::<u64>().is_ok() => self.large = true,
            Value::Float(_) | Value::BigInt(_) => self.float = true,
            Value::String(_) if complex(tree, leaf).is_some() => self.complex = true,
            Value::String(text) => {
                let length = text.chars().count() as u64;
                self.text = Some(self.text.map_or(length, |longest| longest.max(length)));
            }
            _ => {
                return Err(
                    bad("the inline data holds something that is not an element").at(node.mark.offset)
                );
            }
        }
        Ok(())
    }

    fn datatype(&self) -> Result<Datatype> {
        let number = self.truth || self.integer || self.large || self.float || self.complex;
        let scalar = match self.text {
            Some(_) if number => {
                return Err(bad("the inline data mixes text and numbers; it needs a datatype"));
            }
            Some(longest) => return Ok(Datatype::Ucs4(longest, ByteOrder::Little)),
            None if self.complex => Scalar::Complex128,
            None if self.float || (self.large && self.negative) => Scalar::Float64,
            None if self.large => Scalar::Uint64,
            None if self.integer => Scalar::Int64,
            None if self.truth => Scalar::Bool8,
            // Nothing but null, or nothing at all: numpy's default.
            None => Scalar::Float64,
        };
        Ok(Datatype::Scalar(scalar, ByteOrder::Little))
    }
}

/// Appends one element.
fn element(tree: &Tree, node: NodeId, datatype: &Datatype, bytes: &mut Vec<u8>) -> Result<()> {
    let wrong = |what: &str| {
        bad(format!("the inline data holds something that is not {what}")).at(tree.node(node).mark.offset)
    };
    let mut pad = |text: &[u8], size: u64| {
        let missing = usize::try_from(size).ok().and_then(|size| size.checked_sub(text.len()));
        let missing = missing.ok_or_else(|| wrong("text of the length its datatype names"))?;
        bytes.extend_from_slice(text);
        bytes.resize(bytes.len().saturating_add(missing), 0);
        Ok(())
    };
    match datatype {
        Datatype::Scalar(kind, order) => {
            let before = bytes.len();
            scalar(tree, node, *kind, bytes).ok_or_else(|| wrong(kind.name()))?;
            let unit = usize::try_from(kind.unit()).unwrap_or(1);
            if *order == ByteOrder::Big {
                bytes.get_mut(before..).unwrap_or_default().chunks_exact_mut(unit).for_each(<[u8]>::reverse);
            }
            Ok(())
        }
        Datatype::Ascii(length) => pad(tree.text(node).ok_or_else(|| wrong("text"))?.as_bytes(), *length),
        Datatype::Ucs4(_, order) => {
            let text = tree.text(node).ok_or_else(|| wrong("text"))?;
            let unit = |character: char| match order {
                ByteOrder::Little => u32::from(character).to_le_bytes(),
                ByteOrder::Big => u32::from(character).to_be_bytes(),
            };
            pad(&text.chars().flat_map(unit).collect::<Vec<_>>(), datatype.size())
        }
        Datatype::Struct(fields) => match &tree.node(node).value {
            Value::Sequence(items) if items.len() == fields.len() => {
                items.iter().zip(fields.iter()).try_for_each(|(item, field)| {
                    walk(tree, *item, &field.shape, &VisitBudget::charged(), &mut |leaf| {
                        element(tree, leaf, &field.datatype, bytes)
                    })
                })
            }
            _ => Err(wrong("a row of its fields")),
        },
    }
}

/// Appends a number as little-endian bytes.
fn scalar(tree: &Tree, node: NodeId, kind: Scalar, bytes: &mut Vec<u8>) -> Option<()> {
    // Among numbers, truth values count as 0 and 1.
    let truth = if let Value::Bool(truth) = tree.node(node).value { Some(u8::from(truth)) } else { None };
    let integer = || truth.map(i128::from).or_else(|| tree.integer(node));
    let float = || truth.map(f64::from).or_else(|| tree.number(node));
    let parts =
        || complex(tree, node).or_else(|| tree::complex(tree.text(node)?)).or_else(|| Some((float()?, 0.0)));
    match kind {
        Scalar::Bool8 => bytes.push(u8::from(integer()? != 0)),
        Scalar::Int8 => bytes.extend(i8::try_from(integer()?).ok()?.to_le_bytes()),
        Scalar::Int16 => bytes.extend(i16::try_from(integer()?).ok()?.to_le_bytes()),
        Scalar::Int32 => bytes.extend(i32::try_from(integer()?).ok()?.to_le_bytes()),
        Scalar::Int64 => bytes.extend(i64::try_from(integer()?).ok()?.to_le_bytes()),
        Scalar::Int128 => bytes.extend(integer()?.to_le_bytes()),
        Scalar::Uint8 => bytes.extend(u8::try_from(integer()?).ok()?.to_le_bytes()),
        Scalar::Uint16 => bytes.extend(u16::try_from(integer()?).ok()?.to_le_bytes()),
        Scalar::Uint32 => bytes.extend(u32::try_from(integer()?).ok()?.to_le_bytes()),
        Scalar::Uint64 => bytes.extend(u64::try_from(integer()?).ok()?.to_le_bytes()),
        Scalar::Uint128 => bytes.extend(u128::try_from(integer()?).ok()?.to_le_bytes()),
        Scalar::Float16 => bytes.extend(narrow16(float()?).to_le_bytes()),
        Scalar::Float32 => bytes.extend(narrow32(float()?).to_le_bytes()),
        Scalar::Float64 => bytes.extend(float()?.to_le_bytes()),
        Scalar::Complex32 => {
            let (re, im) = parts()?;
            bytes.extend([narrow16(re), narrow16(im)].iter().flat_map(|part| part.to_le_bytes()));
        }
        Scalar::Complex64 => {
            let (re, im) = parts()?;
            bytes.extend([narrow32(re), narrow32(im)].iter().flat_map(|part| part.to_le_bytes()));
        }
        Scalar::Complex128 => {
            let (re, im) = parts()?;
            bytes.extend([re, im].iter().flat_map(|part| part.to_le_bytes()));
        }
    }
    Some(())
}
