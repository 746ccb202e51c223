//! The compressions that a block can have, by the label in its header (ASDF 1.0.0, "Compression").

use crate::error::{Error, ErrorKind, Result};
use crate::layout::{Encoding, label_name};

/// How the bytes of a block are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    /// Not at all.
    None,
    /// A zlib stream.
    Zlib,
    /// bzip2 streams.
    Bzip2,
    /// LZ4 blocks, each with its sizes, or an LZ4 frame under the same label.
    Lz4,
    /// LZ4 frames.
    Lz4Frame,
    /// Zstandard frames.
    Zstd,
    /// .xz streams.
    Xz,
    /// As the encoding chain says that the block begins with.
    Chain,
    /// Blosc, which is not decoded by a [`Decoder`](super::Decoder) from the front, but by [`Blosc`](super::Blosc) in any order.
    Blosc,
}

impl Compression {
    /// What a block's header says of its content.
    pub(crate) fn of(encoding: Encoding) -> Result<Self> {
        match encoding {
            Encoding::None => Ok(Self::None),
            Encoding::Label(label) => Self::from_label(label),
            Encoding::Chain => Ok(Self::Chain),
            Encoding::Name(name) => {
                let message =
                    format!("the block is encoded with `{}`, which is not supported", label_name(&name));
                Err(Error::new(ErrorKind::UnsupportedEncoding, message))
            }
        }
    }

    /// What the label in a block's header stands for.
    pub(crate) fn from_label(label: [u8; 4]) -> Result<Self> {
        Ok(match &label {
            b"\0\0\0\0" => Self::None,
            b"zlib" => Self::Zlib,
            b"bzp2" => Self::Bzip2,
            b"lz4\0" => Self::Lz4,
            b"lz4f" => Self::Lz4Frame,
            b"zstd" => Self::Zstd,
            b"xz\0\0" => Self::Xz,
            b"blsc" | b"bls2" | b"bsc2" => Self::Blosc,
            _ => {
                let message =
                    format!("the block is compressed with `{}`, which is not supported", label_name(&label));
                return Err(Error::new(ErrorKind::UnsupportedCompression, message));
            }
        })
    }
}
