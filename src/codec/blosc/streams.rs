//! The streams of a block (`README_CHUNK_FORMAT.rst`, "Compressed Data Streams"). Each begins with its size, or with a
//! token for a run.

use super::blosclz;
use super::header::Codec;
use crate::codec::{lz4_block, zlib, zstd};

/// How the bytes of a block are divided among streams.
#[derive(Clone, Copy, Debug)]
pub(super) enum Division {
    /// This many streams of the same decoded size, each preceded by its stored size.
    Equal(usize),
    /// One stream, preceded by its decoded size. It takes all stored bytes of the block.
    Own,
}

/// Why a stream cannot be decoded.
pub(super) type Problem = String;

/// Decodes the streams of a block, which fill `output`. `zstd` holds the state of that codec, created when first
/// needed.
pub(super) fn decode(
    input: &[u8],
    codec: Codec,
    division: Division,
    dictionary: &[u8],
    zstd: &mut Option<Box<zstd::Blocks>>,
    output: &mut [u8],
) -> Result<(), Problem> {
    let count = match division {
        Division::Own => {
            let input = input.get(4..).unwrap_or_default();
            return decode_stream(codec, input, dictionary, zstd, output);
        }
        Division::Equal(count) => count,
    };
    let size = output.len() / count.max(1);
    if size == 0 || size * count != output.len() {
        return Err(format!("{} bytes cannot be divided among {count} streams", output.len()));
    }
    let mut rest = input;
    for part in output.chunks_exact_mut(size) {
        rest = decode_sized(rest, codec, dictionary, zstd, part)?;
    }
    Ok(())
}

/// Decodes a stream that follows its stored size; returns the bytes after it.
fn decode_sized<'a>(
    input: &'a [u8],
    codec: Codec,
    dictionary: &[u8],
    zstd: &mut Option<Box<zstd::Blocks>>,
    output: &mut [u8],
) -> Result<&'a [u8], Problem> {
    let too_short = || "it ends too early".to_owned();
    let (size, rest) = input.split_first_chunk().ok_or_else(too_short)?;
    let size = i32::from_le_bytes(*size);
    let Ok(size) = usize::try_from(size) else {
        // A run of a byte other than zero: the size is the byte, negated, and a token follows.
        let (token, rest) = rest.split_first().ok_or_else(too_short)?;
        return match u8::try_from(size.unsigned_abs()) {
            Ok(byte) if token & 1 == 1 => {
                output.fill(byte);
                Ok(rest)
            }
            _ => Err(format!("a stream has size {size} and token {token}")),
        };
    };
    if size == 0 {
        output.fill(0);
        return Ok(rest);
    }
    let (stream, rest) = rest.split_at_checked(size).ok_or_else(too_short)?;
    decode_stream(codec, stream, dictionary, zstd, output)?;
    Ok(rest)
}

/// Decodes a stream. If its stored and decoded sizes are equal, it was not compressed.
fn decode_stream(
    codec: Codec,
    input: &[u8],
    dictionary: &[u8],
    zstd: &mut Option<Box<zstd::Blocks>>,
    output: &mut [u8],
) -> Result<(), Problem> {
    if input.len() == output.len() {
        output.copy_from_slice(input);
        return Ok(());
    }
    let (name, length) = match codec {
        Codec::BloscLz => ("BloscLZ", blosclz::decode(input, output)),
        Codec::Lz4 => ("LZ4", lz4_block::decode(input, dictionary, output)),
        Codec::Zlib => ("zlib", zlib::decode_whole(input, output)),
        Codec::Zstd => {
            let dictionary = (!dictionary.is_empty()).then_some(dictionary);
            let length = zstd::decode_whole(zstd.get_or_insert_default(), input, dictionary, output);
            ("zstd", Some(length.map_err(|error| error.message().to_owned())?))
        }
    };
    match length {
        Some(length) if length == output.len() => Ok(()),
        Some(length) => {
            Err(format!("a {name} stream decodes to {length} bytes rather than {}", output.len()))
        }
        None => Err(format!("a {name} stream is malformed, or decodes to more than {} bytes", output.len())),
    }
}
