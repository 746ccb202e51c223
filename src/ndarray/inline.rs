//! Arrays whose elements stand in the tree (`data` of core/ndarray-1.x).
//!
//! Where the array does not say, shape and datatype are inferred as the reference implementation's numpy does: truth
//! values, then integers (int64, beyond it uint64), then floats, then complex numbers; text by itself; `null` is masked.

use std::cell::Cell;

use super::datatype::{self, ByteOrder, Datatype, Scalar, bad, lengths};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Limits, charge};
use crate::tree::{self, NodeId, Tree, Value};

/// No array has more axes: numpy's own limit.
const MOST_AXES: usize = 64;
/// So many visits any file may cost: a fraction of a second, and some 25 MB for as many fields.
const FEWEST_VISITS: u64 = 1 << 18;

/// How many more elements of inline arrays and fields of datatypes may be looked at while a file is opened. All its arrays
/// share one count, which begins with a multiple of the number of nodes in the tree: what is repeated through aliases is
/// to cost about as much as the text that says so, but a short file may share a type among some arrays.
#[derive(Debug)]
pub(crate) struct Visits(Cell<u64>);

impl Visits {
    /// For all arrays of `tree`.
    pub(crate) fn of(tree: &Tree) -> Self {
        Self(Cell::new((tree.len() as u64).saturating_mul(4).max(FEWEST_VISITS)))
    }

    /// For an array that was charged for when the file was opened.
    fn charged() -> Self {
        Self(Cell::new(u64::MAX))
    }

    pub(super) fn charge(&self, count: u64) -> Result<()> {
        let message =
            "the arrays repeat elements of inline data or fields of datatypes through aliases too often";
        let left = self.0.get().checked_sub(count);
        self.0.set(left.ok_or_else(|| Error::new(ErrorKind::LimitExceeded, message))?);
        Ok(())
    }

    /// Charges for going through a text, which costs more than a visit only if it is long.
    pub(super) fn charge_text(&self, text: &str) -> Result<()> {
        self.charge(text.len() as u64 / 64)
    }
}

/// Shape and datatype of an inline array, and whether it has masked elements.
#[derive(Debug)]
pub(super) struct Described {
    pub(super) shape: Vec<u64>,
    pub(super) datatype: Datatype,
    pub(super) masked: bool,
}

/// Looks at the elements at `data` of the array at `node`.
pub(super) fn describe(tree: &Tree, node: NodeId, data: NodeId, visits: &Visits) -> Result<Described> {
    let datatype =
        datatype::find(tree, node).map(|datatype| Datatype::read(tree, datatype, ByteOrder::Little, visits));
    let datatype = datatype.transpose()?;
    let given = tree.get(node, "shape").map(|shape| lengths(tree, shape)).transpose()?;
    let mut shape = infer_shape(tree, data)?;
    if let Some(given) = given {
        shape.truncate(given.len());
        if shape != given {
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
    Ok(Described { shape, datatype, masked: kinds.masked })
}

/// The elements at `data` as packed bytes; those that are `null` as zeros.
pub(super) fn encode(
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
    walk(tree, data, shape, &Visits::charged(), &mut |leaf| {
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
pub(super) fn nulls(tree: &Tree, data: NodeId, shape: &[u64]) -> Result<Vec<u8>> {
    let mut mask = Vec::new();
    walk(tree, data, shape, &Visits::charged(), &mut |leaf| {
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

/// How many nodes nested lists of this shape are, with so many for each of their elements.
pub(super) fn nodes(shape: &[u64], element: u64) -> u64 {
    shape.iter().rev().fold(element, |inner, length| length.saturating_mul(inner).saturating_add(1))
}

/// Visits every element of nested lists of this shape. The lists are charged for as well, which may hold nothing.
fn walk(
    tree: &Tree,
    node: NodeId,
    shape: &[u64],
    visits: &Visits,
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

/// The complex number at a node tagged so.
pub(super) fn complex(tree: &Tree, node: NodeId) -> Option<(f64, f64)> {
    let tagged = tree.node(node).tag().is_some_and(|tag| tree::is(tag, "core/complex"));
    if tagged { tree::complex(tree.text(node)?) } else { None }
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
                    walk(tree, *item, &field.shape, &Visits::charged(), &mut |leaf| {
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

#[expect(clippy::cast_possible_truncation, reason = "rounding to the nearest float32 is what is wanted")]
pub(super) fn narrow32(value: f64) -> f32 {
    value as f32
}

/// The bits of the nearest float16, ties to even.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the values are in range where they are cast"
)]
pub(super) fn narrow16(value: f64) -> u16 {
    let sign = ((value.to_bits() >> 48) & 0x8000) as u16;
    let magnitude = value.abs();
    if value.is_nan() {
        return sign | 0x7e00;
    }
    // Half of the step above the largest finite value rounds up to infinity.
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    // In units of the step at this magnitude, rounding to a whole number is rounding to float16.
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    let steps = libm::rint(libm::ldexp(magnitude, 10 - exponent)) as u16;
    sign | (((exponent + 14) as u16) << 10).wrapping_add(steps)
}

#[cfg(test)]
mod tests {
    use super::narrow16;

    #[test]
    fn float16_rounds_to_even() {
        for (value, bits) in [
            (0.0, 0),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65504.0, 0x7bff),
            (65519.9, 0x7bff),
            (65520.0, 0x7c00),
            (f64::INFINITY, 0x7c00),
            (1.0 + 1.0 / 2048.0, 0x3c00),
            (1.0 + 3.0 / 2048.0, 0x3c02),
            (2047.0 / 1024.0 + 1.0 / 2048.0, 0x4000),
            (5.960_464_477_539_063e-8, 1),
            (2.9e-8, 0),
            (3.1e-8, 1),
            (6.103_515_625e-5, 0x0400),
            (6.097_555_160_522_461e-5, 0x03ff),
            (0.1, 0x2e66),
        ] {
            assert_eq!(narrow16(value), bits, "{value}");
        }
        assert_eq!(narrow16(f64::NAN) & 0x7e00, 0x7e00);
    }
}
