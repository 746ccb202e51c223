//! Values of a tree from and to types that implement the traits of serde.
//!
//! A tag is left out: it is no part of the data model of serde. Integers beyond 64 bits become 128-bit ones, and beyond those
//! texts; timestamps are texts. Variants of enums are as in JSON.

use std::cell::Cell;

use ::serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use ::serde::de::{self, DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use ::serde::forward_to_deserialize_any;
use ::serde::ser::{self, Serialize, Serializer};

use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::tree::{NodeId, Tree, TreeValue, Value};

impl de::Error for Error {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self::new(ErrorKind::BadTree, message.to_string())
    }
}

impl ser::Error for Error {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self::new(ErrorKind::BadTree, message.to_string())
    }
}

/// How many nodes may be visited for each of the tree: aliases repeat them.
const VISITS: usize = 64;

impl Tree {
    /// The value at a node as a type that implements serde's `Deserialize`. Needs the feature `serde`.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use std::io::Cursor;
    ///
    /// let text = b"#ASDF 1.0.0\n%YAML 1.1\n---\nmeta: {exposures: {F184: 139.8}}\n...\n";
    /// let file = asdf_wasm::File::new(Cursor::new(text))?;
    /// let exposures: BTreeMap<String, f64> = file.tree()?.deserialized(file.node("meta/exposures")?)?;
    /// assert_eq!(exposures["F184"], 139.8);
    /// # Ok::<(), asdf_wasm::Error>(())
    /// ```
    pub fn deserialized<T: DeserializeOwned>(&self, node: NodeId) -> Result<T> {
        let left = Cell::new(self.len().saturating_mul(VISITS));
        T::deserialize(NodeReader { tree: self, node, depth: 0, left: &left })
    }
}

/// Reads the value at a node.
#[derive(Clone, Copy)]
struct NodeReader<'t> {
    tree: &'t Tree,
    node: NodeId,
    depth: u32,
    left: &'t Cell<usize>,
}

impl<'t> NodeReader<'t> {
    fn child(self, node: NodeId) -> Self {
        Self { node, depth: self.depth + 1, ..self }
    }

    fn entries(self) -> impl Iterator<Item = (Self, Self)> + 't {
        let entries = self.tree.entries(self.node).iter();
        entries.map(move |(key, value)| (self.child(*key), self.child(*value)))
    }

    /// Counts the visit, and says of an error where it is.
    fn visit<T>(self, visit: impl FnOnce() -> Result<T>) -> Result<T> {
        let left = self.left.get().checked_sub(1).filter(|_| self.depth <= Limits::default().nesting);
        let many =
            || Error::new(ErrorKind::LimitExceeded, "the value contains itself, or repeats others too often");
        let visited = left.ok_or_else(many).and_then(|left| {
            self.left.set(left);
            visit()
        });
        visited.map_err(|error| error.on_path(self.tree.path_of(self.node)))
    }
}

impl IntoDeserializer<'_, Error> for NodeReader<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for NodeReader<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit(|| match &self.tree.node(self.node).value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::Int(number) => visitor.visit_i64(*number),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::BigInt(digits) => match (digits.parse(), digits.parse(), digits.parse()) {
                (Ok(number), _, _) => visitor.visit_u64(number),
                (_, Ok(number), _) => visitor.visit_i128(number),
                (_, _, Ok(number)) => visitor.visit_u128(number),
                _ => visitor.visit_str(digits),
            },
            Value::String(text) | Value::Timestamp(text) => visitor.visit_str(text),
            Value::Bytes(bytes) => visitor.visit_bytes(bytes),
            Value::Sequence(items) => {
                visitor.visit_seq(SeqDeserializer::new(items.iter().map(|item| self.child(*item))))
            }
            Value::Mapping(_) => visitor.visit_map(MapDeserializer::new(self.entries())),
        })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.tree.node(self.node).value == Value::Null {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.visit(|| match self.tree.text(self.node) {
            Some(text) => visitor.visit_enum(text.into_deserializer()),
            None => visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(self.entries()))),
        })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

impl TreeValue {
    /// The value of a type that implements serde's `Serialize`. Needs the feature `serde`.
    ///
    /// ```
    /// use asdf_wasm::TreeValue;
    ///
    /// let value = TreeValue::serialized(&("F184", [1.5, 2.5]))?;
    /// assert_eq!(value, TreeValue::from_iter([TreeValue::from("F184"), [1.5, 2.5].into()]));
    /// # Ok::<(), asdf_wasm::Error>(())
    /// ```
    pub fn serialized(value: &impl Serialize) -> Result<Self> {
        value.serialize(TreeWriter)
    }
}

/// Makes values.
struct TreeWriter;

/// A collection that is being made, in a mapping with the name of its variant if it has one.
struct Collection<T> {
    variant: Option<&'static str>,
    parts: Vec<T>,
    key: TreeValue,
}

impl<T> Collection<T> {
    fn of(variant: Option<&'static str>) -> Self {
        Self { variant, parts: Vec::new(), key: TreeValue::Null }
    }

    fn finish(self, collect: impl FnOnce(Vec<T>) -> TreeValue) -> TreeValue {
        in_variant(self.variant, collect(self.parts))
    }
}

fn in_variant(variant: Option<&'static str>, value: TreeValue) -> TreeValue {
    match variant {
        Some(variant) => TreeValue::mapping([(variant, value)]),
        None => value,
    }
}

macro_rules! scalars {
    ($($method:ident($type:ty);)*) => {$(
        fn $method(self, value: $type) -> Result<TreeValue> {
            Ok(value.into())
        }
    )*};
}

impl Serializer for TreeWriter {
    type Ok = TreeValue;
    type Error = Error;
    type SerializeSeq = Collection<TreeValue>;
    type SerializeTuple = Collection<TreeValue>;
    type SerializeTupleStruct = Collection<TreeValue>;
    type SerializeTupleVariant = Collection<TreeValue>;
    type SerializeMap = Collection<(TreeValue, TreeValue)>;
    type SerializeStruct = Collection<(TreeValue, TreeValue)>;
    type SerializeStructVariant = Collection<(TreeValue, TreeValue)>;

    scalars! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_str(&str);
    }

    fn serialize_i128(self, value: i128) -> Result<TreeValue> {
        Ok(i64::try_from(value).map_or_else(|_| TreeValue::BigInt(value.to_string()), TreeValue::Int))
    }

    fn serialize_u128(self, value: u128) -> Result<TreeValue> {
        Ok(i64::try_from(value).map_or_else(|_| TreeValue::BigInt(value.to_string()), TreeValue::Int))
    }

    fn serialize_char(self, value: char) -> Result<TreeValue> {
        Ok(value.to_string().into())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<TreeValue> {
        Ok(TreeValue::Bytes(value.to_vec()))
    }

    fn serialize_none(self) -> Result<TreeValue> {
        Ok(TreeValue::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<TreeValue> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<TreeValue> {
        Ok(TreeValue::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<TreeValue> {
        Ok(TreeValue::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<TreeValue> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<TreeValue> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<TreeValue> {
        Ok(in_variant(Some(variant), value.serialize(self)?))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
        Ok(Collection::of(None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
        Ok(Collection::of(None))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct> {
        Ok(Collection::of(None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        Ok(Collection::of(Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
        Ok(Collection::of(None))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct> {
        Ok(Collection::of(None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant> {
        Ok(Collection::of(Some(variant)))
    }
}

macro_rules! sequences {
    ($($kind:ident $method:ident;)*) => {$(
        impl ser::$kind for Collection<TreeValue> {
            type Ok = TreeValue;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.parts.push(value.serialize(TreeWriter)?);
                Ok(())
            }

            fn end(self) -> Result<TreeValue> {
                Ok(self.finish(TreeValue::Sequence))
            }
        }
    )*};
}

sequences! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}

macro_rules! structs {
    ($($kind:ident)*) => {$(
        impl ser::$kind for Collection<(TreeValue, TreeValue)> {
            type Ok = TreeValue;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<()> {
                self.parts.push((key.into(), value.serialize(TreeWriter)?));
                Ok(())
            }

            fn end(self) -> Result<TreeValue> {
                Ok(self.finish(TreeValue::Mapping))
            }
        }
    )*};
}

structs! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for Collection<(TreeValue, TreeValue)> {
    type Ok = TreeValue;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key = key.serialize(TreeWriter)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = std::mem::replace(&mut self.key, TreeValue::Null);
        self.parts.push((key, value.serialize(TreeWriter)?));
        Ok(())
    }

    fn end(self) -> Result<TreeValue> {
        Ok(self.finish(TreeValue::Mapping))
    }
}
