//! The formats that ASDF has had: FINF 0.1.0, ASDF 0.1.0 and ASDF 1.0.0.

/// The words that begin a file.
pub(super) const ASDF: &str = "#ASDF";
pub(super) const FINF: &str = "%FINF";

/// Which of the formats a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// `#ASDF 1.0.0` and its minor versions.
    Asdf,
    /// `#ASDF 0.1.0`, the drafts of 2014 and 2015.
    Asdf01,
    /// `%FINF 0.1.0`, what ASDF was called before.
    Finf01,
    /// FITS, which may have an ASDF file in an extension.
    Fits,
}

impl Dialect {
    /// The name in the JavaScript API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asdf => "asdf",
            Self::Asdf01 => "asdf-0.1",
            Self::Finf01 => "finf-0.1",
            Self::Fits => "fits",
        }
    }

    /// The dialect of a file whose first line begins with these words.
    pub(super) fn of(token: &str, version: &str) -> Option<Self> {
        match (token, version.split('.').next(), version.split('.').nth(1)) {
            (ASDF, Some("1"), Some(_)) => Some(Self::Asdf),
            (ASDF, Some("0"), Some("1")) => Some(Self::Asdf01),
            (FINF, Some("0"), Some("1")) => Some(Self::Finf01),
            _ => None,
        }
    }

    /// The four bytes that begin every block: `\xd3BLK`, in FINF `\x89BLK`.
    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Asdf | Self::Asdf01 | Self::Fits => [0xd3, b'B', b'L', b'K'],
            Self::Finf01 => [0x89, b'B', b'L', b'K'],
        }
    }
}
