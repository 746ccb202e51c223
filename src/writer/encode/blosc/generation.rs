//! The two generations of Blosc.

/// The generation of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Generation {
    First,
    Second,
}

impl Generation {
    /// The version of the chunk format.
    pub(super) const fn version(self) -> u8 {
        match self {
            Self::First => 2,
            Self::Second => 5,
        }
    }

    /// The length of a chunk's header.
    pub(super) const fn header(self) -> usize {
        match self {
            Self::First => 16,
            Self::Second => 32,
        }
    }
}
