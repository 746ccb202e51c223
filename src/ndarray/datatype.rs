//! What the elements of an array are (core/datatype-1.x, and the types ASDF.jl adds).
//!
//! A [`Datatype`] says how an element lies in a block; byte order is part of it, because the fields of a structured
//! type may each have their own.

use std::fmt;
use std::sync::Arc;

use super::axes::{bad, lengths, nodes};
use super::visits::VisitBudget;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Limits, charge};
use crate::message::message;
use crate::tree::{NodeId, Tree, Value};

/// In which order the bytes of a number are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

message!(
    enum ByteOrder {
        Little,
        Big,
    }
);

impl ByteOrder {
    /// The name in a tree: `"little"` or `"big"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Big => "big",
        }
    }

    pub(crate) fn read(tree: &Tree, node: NodeId) -> Result<Self> {
        match tree.text(node) {
            Some("little") => Ok(Self::Little),
            Some("big") => Ok(Self::Big),
            _ => Err(Error::new(ErrorKind::BadArray, "byteorder is neither `little` nor `big`")),
        }
    }
}

/// A numeric type of fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names are the standard's")]
pub enum Scalar {
    Bool8,
    Int8,
    Int16,
    Int32,
    Int64,
    Int128,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Uint128,
    Float16,
    Float32,
    Float64,
    Complex32,
    Complex64,
    Complex128,
}

impl Scalar {
    /// Every scalar type, with its name and the size of an element in bytes.
    const TABLE: [(Self, &'static str, u64); 17] = [
        (Self::Bool8, "bool8", 1),
        (Self::Int8, "int8", 1),
        (Self::Int16, "int16", 2),
        (Self::Int32, "int32", 4),
        (Self::Int64, "int64", 8),
        (Self::Int128, "int128", 16),
        (Self::Uint8, "uint8", 1),
        (Self::Uint16, "uint16", 2),
        (Self::Uint32, "uint32", 4),
        (Self::Uint64, "uint64", 8),
        (Self::Uint128, "uint128", 16),
        (Self::Float16, "float16", 2),
        (Self::Float32, "float32", 4),
        (Self::Float64, "float64", 8),
        (Self::Complex32, "complex32", 4),
        (Self::Complex64, "complex64", 8),
        (Self::Complex128, "complex128", 16),
    ];

    fn named(name: &str) -> Option<Self> {
        Self::TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    fn row(self) -> (&'static str, u64) {
        Self::TABLE.iter().find(|row| row.0 == self).map_or(("", 0), |row| (row.1, row.2))
    }

    /// The standard's name, such as `"float32"`.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// The size of an element in bytes.
    pub fn size(self) -> u64 {
        self.row().1
    }

    /// The size of the numbers in an element: half the element for complex types.
    pub(crate) fn unit(self) -> u64 {
        match self {
            Self::Complex32 | Self::Complex64 | Self::Complex128 => self.size() / 2,
            _ => self.size(),
        }
    }
}

/// What an element is, and how it is stored.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Datatype {
    /// A number or truth value.
    Scalar(Scalar, ByteOrder),
    /// So many bytes of ASCII text, padded with NUL.
    Ascii(u64),
    /// So many characters of UCS-4 text, padded with NUL.
    Ucs4(u64, ByteOrder),
    /// Named fields one after another.
    Struct(Arc<[Field]>),
}

/// One field of a structured type.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name; fields without one are `f0`, `f1`, … as in numpy.
    pub name: String,
    /// What it holds.
    pub datatype: Datatype,
    /// Its own shape; empty for a single value.
    pub shape: Vec<u64>,
    /// Where it begins in the element, in bytes.
    pub offset: u64,
}

impl Datatype {
    /// The size of one element in bytes. The sizes were checked when the type was read.
    pub fn size(&self) -> u64 {
        match self {
            Self::Scalar(scalar, _) => scalar.size(),
            Self::Ascii(length) => *length,
            Self::Ucs4(length, _) => length.saturating_mul(4),
            Self::Struct(fields) => {
                fields.last().map_or(0, |field| field.offset.saturating_add(field.size()))
            }
        }
    }

    /// The datatype as text, for messages.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Scalar(scalar, _) => scalar.name().into(),
            Self::Ascii(length) => format!("[ascii, {length}]"),
            Self::Ucs4(length, _) => format!("[ucs4, {length}]"),
            Self::Struct(fields) => format!("records of {} fields", fields.len()),
        }
    }

    /// Whether it holds the same values as another, be they stored in another byte order.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Scalar(own, _), Self::Scalar(other, _)) => own == other,
            (Self::Ucs4(own, _), Self::Ucs4(other, _)) => own == other,
            (Self::Struct(own), Self::Struct(other)) => {
                let alike = |(own, other): (&Field, &Field)| {
                    (&own.name, &own.shape) == (&other.name, &other.shape)
                        && own.datatype.is_like(&other.datatype)
                };
                own.len() == other.len() && own.iter().zip(other.iter()).all(alike)
            }
            _ => self == other,
        }
    }

    /// The number of datatypes that it contains, itself included.
    pub(super) fn fields(&self) -> u64 {
        let Self::Struct(fields) = self else { return 1 };
        fields.iter().map(|field| field.datatype.fields()).fold(1, u64::saturating_add)
    }

    /// How many nodes of the tree make an inline element, its lists included.
    pub(super) fn nodes(&self) -> u64 {
        let Self::Struct(fields) = self else { return 1 };
        let fields = fields.iter().map(|field| nodes(&field.shape, field.datatype.nodes()));
        fields.fold(1, u64::saturating_add)
    }

    /// Reads the `datatype` at `node`; numbers whose own byte order is not given have `byteorder`.
    pub(crate) fn read(
        tree: &Tree,
        node: NodeId,
        byteorder: ByteOrder,
        visits: &VisitBudget,
    ) -> Result<Self> {
        let datatype = Self::read_nested(tree, node, byteorder, Limits::default().nesting, visits)?;
        charge("one element", datatype.checked_size()?, Limits::default().output)?;
        Ok(datatype)
    }

    fn read_nested(
        tree: &Tree,
        node: NodeId,
        byteorder: ByteOrder,
        depth: u32,
        visits: &VisitBudget,
    ) -> Result<Self> {
        let depth = depth.checked_sub(1).ok_or_else(|| bad("datatype nests too deep or contains itself"))?;
        let unknown =
            |what: String| Error::new(ErrorKind::UnsupportedDatatype, format!("unknown datatype {what}"));
        match &tree.node(node).value {
            Value::String(name) => match Scalar::named(name) {
                Some(scalar) => Ok(Self::Scalar(scalar, byteorder)),
                None => Err(unknown(format!("`{name}`"))),
            },
            Value::Sequence(items) => match (items.first().and_then(|first| tree.text(*first)), &**items) {
                (Some(kind @ ("ascii" | "ucs4")), [_, length]) => {
                    let length = tree.integer(*length).and_then(|length| u64::try_from(length).ok());
                    let length =
                        length.ok_or_else(|| bad(format!("the length of {kind} is not a whole number")))?;
                    Ok(if kind == "ascii" { Self::Ascii(length) } else { Self::Ucs4(length, byteorder) })
                }
                _ => Self::read_struct(tree, items, byteorder, depth, visits),
            },
            _ => Err(unknown("that is neither a name nor a list".into())),
        }
    }

    fn read_struct(
        tree: &Tree,
        items: &[NodeId],
        byteorder: ByteOrder,
        depth: u32,
        visits: &VisitBudget,
    ) -> Result<Self> {
        let mut fields = Vec::new();
        let mut offset = 0u64;
        for (number, item) in items.iter().enumerate() {
            // Whatever is looked through or copied for a field may be repeated as often as the field.
            visits.charge(1 + tree.entries(*item).len() as u64 / 16)?;
            let mut field =
                Field { name: format!("f{number}"), datatype: Self::Ascii(0), shape: Vec::new(), offset };
            if let Value::Mapping(_) = &tree.node(*item).value {
                if let Some(name) = tree.get(*item, "name") {
                    // A name of digits is a number without quotes.
                    if let Value::Int(number) = tree.node(name).value {
                        field.name = number.to_string();
                    } else if let Some(name) = tree.text(name) {
                        visits.charge_text(name)?;
                        name.clone_into(&mut field.name);
                    }
                }
                let order =
                    tree.get(*item, "byteorder").map(|order| ByteOrder::read(tree, order)).transpose()?;
                let datatype = find(tree, *item).ok_or_else(|| bad("a field has no datatype"))?;
                field.datatype =
                    Self::read_nested(tree, datatype, order.unwrap_or(byteorder), depth, visits)?;
                if let Some(shape) = tree.get(*item, "shape") {
                    visits.charge(tree.items(shape).len() as u64)?;
                    field.shape = lengths(tree, shape)?;
                }
            } else {
                field.datatype = Self::read_nested(tree, *item, byteorder, depth, visits)?;
            }
            offset = field
                .checked_size()?
                .checked_add(offset)
                .ok_or_else(|| bad("an element's size overflows"))?;
            fields.push(field);
        }
        Ok(Self::Struct(fields.into()))
    }

    fn checked_size(&self) -> Result<u64> {
        match self {
            Self::Ucs4(length, _) => length.checked_mul(4).ok_or_else(|| bad("an element's size overflows")),
            _ => Ok(self.size()),
        }
    }
}

/// The name of a number's type; text and records in a few words.
impl fmt::Display for Datatype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl Field {
    /// The size of the field in bytes, all of its elements.
    pub fn size(&self) -> u64 {
        self.checked_size().unwrap_or(u64::MAX)
    }

    fn checked_size(&self) -> Result<u64> {
        let size = self.datatype.checked_size()?;
        let total = self.shape.iter().try_fold(size, |total, length| total.checked_mul(*length));
        total.ok_or_else(|| bad("an element's size overflows"))
    }
}

/// The datatype of an array or field, which was called `dtype` before ASDF 0.1.0 was finished.
pub(super) fn find(tree: &Tree, node: NodeId) -> Option<NodeId> {
    tree.get(node, "datatype").or_else(|| tree.get(node, "dtype"))
}
