//! Encodes the data of a Blosc block as one stream.

use crate::error::Result;
use crate::writer::encode::codec::BloscCodec;
use crate::writer::encode::lz4_block::Matcher;
use crate::writer::encode::stream::failed;
use crate::writer::encode::zlib::Deflater;
use crate::writer::encode::zstd;

/// Encodes streams with one codec.
pub(super) struct Streams {
    pub(super) codec: BloscCodec,
    level: u8,
    encoder: Encoder,
}

enum Encoder {
    Lz4(Matcher),
    Zlib(Box<Deflater>),
    Zstd,
}

impl Streams {
    pub(super) fn new(codec: BloscCodec, level: u8) -> Self {
        let encoder = match codec {
            BloscCodec::Lz4 => Encoder::Lz4(Matcher::default()),
            BloscCodec::Zlib => Encoder::Zlib(Box::new(Deflater::new(level))),
            BloscCodec::Zstd => Encoder::Zstd,
        };
        Self { codec, level, encoder }
    }

    /// Encodes a block, and appends its stream.
    pub(super) fn encode(&mut self, data: &[u8], output: &mut Vec<u8>) -> Result<()> {
        match &mut self.encoder {
            Encoder::Lz4(matcher) => {
                matcher.encode(data, output);
                Ok(())
            }
            Encoder::Zlib(deflater) => deflater.whole(data, output),
            Encoder::Zstd => {
                let stream = rusty_zstd::compress_with(data, zstd::options(self.level, false));
                let stream = stream.map_err(|_| failed("Zstandard"))?;
                output.extend(stream);
                Ok(())
            }
        }
    }
}

impl BloscCodec {
    /// The number of the stream format in the flags of a chunk.
    pub(super) const fn format(self) -> u8 {
        match self {
            Self::Lz4 => 1,
            Self::Zlib => 3,
            Self::Zstd => 4,
        }
    }

    /// The number of the codec. Some codecs share a stream format.
    pub(super) const fn number(self) -> u8 {
        match self {
            Self::Lz4 => 1,
            Self::Zlib => 4,
            Self::Zstd => 5,
        }
    }
}
