//! The compressions that a block can have, by the label in the block header (ASDF 1.0.0, "Compression").

use crate::error::{Error, ErrorKind, Result};
use crate::layout::{Encoding, label_name};

/// How the bytes of a block are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    /// Not compressed.
    None,
    /// A zlib stream.
    Zlib,
    /// bzip2 streams.
    Bzip2,
    /// LZ4 blocks, each preceded by its sizes, or an LZ4 frame under the same label.
    Lz4,
    /// LZ4 frames.
    Lz4Frame,
    /// Zstandard frames.
    Zstd,
    /// .xz streams.
    Xz,
    /// As described by the encoding chain at the beginning of the block.
    Chain,
    /// Blosc. It is decoded by [`Blosc`](super::Blosc), which reads any range, not by a [`Decoder`](super::Decoder)
    /// from the front.
    Blosc,
}

impl Compression {
    /// The compression that a block header declares.
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

    /// The compression that a label in a block header stands for.
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
