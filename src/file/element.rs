//! The types of Rust that elements are read as and written from.

use crate::ndarray::{ByteOrder, Datatype, Scalar};

/// A type that elements of arrays are read as, and written from: numbers, [`bool`], [`String`], and complex numbers as
/// `[real, imaginary]`.
///
/// Elements are read as a type that holds each value of theirs: `float32` as [`f32`] and [`f64`], `uint16` as [`u16`], [`i32`],
/// [`f32`] and so on. `float16` is read as [`f32`] or [`f64`].
pub trait Element: Clone + Default + Send + Sync + Private {
    /// The name of the type in messages.
    const NAME: &'static str;
}

/// Keeps [`Element`] to the types here.
pub trait Private: Sized {
    /// Reads little-endian elements of `datatype` from `bytes`, in place of those of `elements`. Returns whether this type holds
    /// each value of that one.
    fn read(datatype: &Datatype, bytes: &[u8], elements: &mut [Self]) -> bool;

    /// The datatype of elements as they are written.
    fn datatype(elements: &[Self]) -> Datatype;

    /// Appends the element in its datatype.
    fn write(&self, datatype: &Datatype, bytes: &mut Vec<u8>);
}

/// Reads elements of `N` bytes.
fn read<const N: usize, S, T: From<S>>(
    bytes: &[u8],
    elements: &mut [T],
    from: impl Fn([u8; N]) -> S,
) -> bool {
    for (element, bytes) in elements.iter_mut().zip(bytes.as_chunks::<N>().0) {
        *element = from(*bytes).into();
    }
    true
}

macro_rules! numbers {
    ($($type:ident: $own:ident $(, $scalar:ident $stored:ident)*;)*) => {$(
        impl Element for $type {
            const NAME: &'static str = stringify!($type);
        }

        impl Private for $type {
            fn read(datatype: &Datatype, bytes: &[u8], elements: &mut [Self]) -> bool {
                let Datatype::Scalar(scalar, _) = datatype else { return false };
                match scalar {
                    Scalar::$own => read(bytes, elements, $type::from_le_bytes),
                    $(Scalar::$scalar => read(bytes, elements, $stored::from_le_bytes),)*
                    _ => false,
                }
            }

            fn datatype(_: &[Self]) -> Datatype {
                Datatype::Scalar(Scalar::$own, ByteOrder::Little)
            }

            fn write(&self, _: &Datatype, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
        }
    )*};
}

// The core reads float16 as float32.
numbers! {
    i8: Int8;
    i16: Int16, Int8 i8, Uint8 u8;
    i32: Int32, Int16 i16, Int8 i8, Uint16 u16, Uint8 u8;
    i64: Int64, Int32 i32, Int16 i16, Int8 i8, Uint32 u32, Uint16 u16, Uint8 u8;
    i128: Int128, Int64 i64, Int32 i32, Int16 i16, Int8 i8, Uint64 u64, Uint32 u32, Uint16 u16, Uint8 u8;
    u8: Uint8;
    u16: Uint16, Uint8 u8;
    u32: Uint32, Uint16 u16, Uint8 u8;
    u64: Uint64, Uint32 u32, Uint16 u16, Uint8 u8;
    u128: Uint128, Uint64 u64, Uint32 u32, Uint16 u16, Uint8 u8;
    f32: Float32, Float16 f32, Int16 i16, Int8 i8, Uint16 u16, Uint8 u8;
    f64: Float64, Float32 f32, Float16 f32, Int32 i32, Int16 i16, Int8 i8, Uint32 u32, Uint16 u16, Uint8 u8;
}

impl Element for bool {
    const NAME: &'static str = "bool";
}

impl Private for bool {
    fn read(datatype: &Datatype, bytes: &[u8], elements: &mut [Self]) -> bool {
        matches!(datatype, Datatype::Scalar(Scalar::Bool8, _)) && read(bytes, elements, |[byte]| byte != 0)
    }

    fn datatype(_: &[Self]) -> Datatype {
        Datatype::Scalar(Scalar::Bool8, ByteOrder::Little)
    }

    fn write(&self, _: &Datatype, bytes: &mut Vec<u8>) {
        bytes.push((*self).into());
    }
}

macro_rules! complex {
    ($($part:ident $name:literal: $own:ident $(, $scalar:ident $stored:ident)*;)*) => {$(
        impl Element for [$part; 2] {
            const NAME: &'static str = $name;
        }

        impl Private for [$part; 2] {
            fn read(datatype: &Datatype, bytes: &[u8], elements: &mut [Self]) -> bool {
                let parts = elements.as_flattened_mut();
                match datatype {
                    Datatype::Scalar(Scalar::$own, _) => read(bytes, parts, $part::from_le_bytes),
                    $(Datatype::Scalar(Scalar::$scalar, _) => read(bytes, parts, $stored::from_le_bytes),)*
                    _ => false,
                }
            }

            fn datatype(_: &[Self]) -> Datatype {
                Datatype::Scalar(Scalar::$own, ByteOrder::Little)
            }

            fn write(&self, _: &Datatype, bytes: &mut Vec<u8>) {
                bytes.extend(self.map($part::to_le_bytes).as_flattened());
            }
        }
    )*};
}

complex! {
    f32 "[f32; 2]": Complex64, Complex32 f32;
    f64 "[f64; 2]": Complex128, Complex64 f32, Complex32 f32;
}

impl Element for String {
    const NAME: &'static str = "String";
}

/// Texts are written as UCS-4, in elements as long as the longest.
impl Private for String {
    fn read(datatype: &Datatype, bytes: &[u8], elements: &mut [Self]) -> bool {
        let (Datatype::Ascii(_) | Datatype::Ucs4(..)) = datatype else { return false };
        let Ok(size @ 1..) = usize::try_from(datatype.size()) else { return true };
        for (element, bytes) in elements.iter_mut().zip(bytes.chunks(size)) {
            let text: String = if let Datatype::Ascii(_) = datatype {
                // Other bytes than ASCII are UTF-8, or else ISO 8859-1.
                let latin = || bytes.iter().copied().map(char::from).collect();
                std::str::from_utf8(bytes).map_or_else(|_| latin(), str::to_owned)
            } else {
                let units = bytes.as_chunks::<4>().0.iter().map(|unit| u32::from_le_bytes(*unit));
                units.map(|unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
            };
            text.trim_end_matches('\0').clone_into(element);
        }
        true
    }

    fn datatype(elements: &[Self]) -> Datatype {
        let longest = elements.iter().map(|text| text.chars().count()).max().unwrap_or_default();
        Datatype::Ucs4(longest.max(1) as u64, ByteOrder::Little)
    }

    fn write(&self, datatype: &Datatype, bytes: &mut Vec<u8>) {
        let end = bytes.len().saturating_add(usize::try_from(datatype.size()).unwrap_or_default());
        self.chars().for_each(|char| bytes.extend(u32::from(char).to_le_bytes()));
        bytes.resize(end, 0);
    }
}
