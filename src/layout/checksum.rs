//! The checksum in a block's header.

/// The checksum in a block's header.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Checksum {
    /// The MD5 digest of the used bytes.
    Md5([u8; 16]),
    /// Eight or sixteen bytes of FINF 0.1.0 and ASDF 0.1.0, which left open what they are. Never verified.
    Unsettled(Box<[u8]>),
}

impl Checksum {
    /// Zeros are no checksum.
    pub(super) fn md5(digest: [u8; 16]) -> Option<Self> {
        (digest != [0; 16]).then_some(Self::Md5(digest))
    }

    /// Zeros are no checksum.
    pub(super) fn unsettled(bytes: &[u8]) -> Option<Self> {
        bytes.iter().any(|byte| *byte != 0).then(|| Self::Unsettled(bytes.into()))
    }

    /// Its bytes as they are stored.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Md5(digest) => digest,
            Self::Unsettled(bytes) => bytes,
        }
    }
}
