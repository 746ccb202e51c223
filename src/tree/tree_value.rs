//! A value of a tree by itself, as it is put into a tree: it owns all that it contains.

/// A value of YAML 1.1 with all that it contains, to be put into a tree. Numbers, texts, lists and so on become one by `into()`.
///
/// ```
/// use asdf_wasm::TreeValue;
///
/// let telescope = TreeValue::mapping([("name", "Roman".into()), ("mirror", 2.4.into())]);
/// let quantity = TreeValue::mapping([("value", 139.8.into()), ("unit", "s".into())]).tagged("!unit/quantity-1.2.0");
/// # assert_ne!(telescope, quantity);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TreeValue {
    /// Nothing.
    Null,
    /// A truth value.
    Bool(bool),
    /// A 64-bit integer.
    Int(i64),
    /// An integer that does not fit into 64 bits: decimal digits, after `-` if it is negative.
    BigInt(String),
    /// A floating-point number.
    Float(f64),
    /// Text.
    String(String),
    /// A date, with or without time, in the spelling of YAML 1.1.
    Timestamp(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A sequence.
    Sequence(Vec<TreeValue>),
    /// A mapping: its keys and values, in this order.
    Mapping(Vec<(TreeValue, TreeValue)>),
    /// A value with a full tag.
    Tagged(String, Box<TreeValue>),
}

/// What the shorthand `!` of a tag stands for in ASDF.
const PREFIX: &str = "tag:stsci.edu:asdf/";

impl TreeValue {
    /// A mapping of these keys and values.
    pub fn mapping<K: Into<Self>>(entries: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::Mapping(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
    }

    /// The value with a tag: a full one, or as it stands in a file (`!core/complex-1.0.0`).
    #[must_use]
    pub fn tagged(self, tag: &str) -> Self {
        let tag = tag.strip_prefix('!').map_or_else(|| tag.to_owned(), |name| format!("{PREFIX}{name}"));
        Self::Tagged(tag, Box::new(self))
    }
}

macro_rules! from {
    ($($from:ty => $kind:ident,)*) => {$(
        impl From<$from> for TreeValue {
            fn from(value: $from) -> Self {
                Self::$kind(value.into())
            }
        }
    )*};
}

from! {
    bool => Bool,
    i8 => Int,
    i16 => Int,
    i32 => Int,
    i64 => Int,
    u8 => Int,
    u16 => Int,
    u32 => Int,
    f32 => Float,
    f64 => Float,
    &str => String,
    String => String,
}

impl From<u64> for TreeValue {
    fn from(value: u64) -> Self {
        i64::try_from(value).map_or_else(|_| Self::BigInt(value.to_string()), Self::Int)
    }
}

impl From<usize> for TreeValue {
    fn from(value: usize) -> Self {
        (value as u64).into()
    }
}

impl<T: Into<TreeValue>> From<Vec<T>> for TreeValue {
    fn from(items: Vec<T>) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Into<TreeValue>, const N: usize> From<[T; N]> for TreeValue {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Into<TreeValue>> From<Option<T>> for TreeValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<TreeValue>> FromIterator<T> for TreeValue {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::Sequence(items.into_iter().map(Into::into).collect())
    }
}
