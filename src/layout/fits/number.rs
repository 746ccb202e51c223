//! Numbers as the data of an HDU store them, and what is done to them (FITS 4.0, sections 4.4.2.5 and 5).

/// A number as it is stored, most significant byte first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// An unsigned byte.
    Byte,
    Short,
    Int,
    Long,
    Float,
    Double,
}

impl Stored {
    /// The number of bytes.
    pub(crate) fn size(self) -> u64 {
        match self {
            Self::Byte => 1,
            Self::Short => 2,
            Self::Int | Self::Float => 4,
            Self::Long | Self::Double => 8,
        }
    }

    /// Whether it is a whole number.
    pub(crate) fn is_integer(self) -> bool {
        !matches!(self, Self::Float | Self::Double)
    }
}

/// What is done to a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NumberCoding {
    /// Nothing: units of so many bytes, in the order in which they are stored.
    Copy(u64),
    /// The most significant bit is inverted: an unsigned number is stored as a signed one, or the other way about.
    Flip(Stored),
    /// It is multiplied and added to, as a float of 64 bits, if `wide`, or 32.
    Scale { stored: Stored, wide: bool, scale: f64, zero: f64, null: Option<i64> },
    /// Both of its `parts` are multiplied, and the real one is added to, as floats of 64 bits.
    ScaleComplex { parts: Stored, scale: f64, zero: f64 },
}

impl NumberCoding {
    /// How many bytes a number has in the data, and decoded.
    pub(crate) fn sizes(self) -> (u64, u64) {
        match self {
            Self::Copy(size) => (size, size),
            Self::Flip(stored) => (stored.size(), stored.size()),
            Self::Scale { stored, wide, .. } => (stored.size(), if wide { 8 } else { 4 }),
            Self::ScaleComplex { parts, .. } => (2 * parts.size(), 16),
        }
    }
}
