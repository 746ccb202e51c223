//! Blocks: the stream of each codec, encoding chains, and what the encoders write.

use std::io::Read;

use asdf_wasm::writer::{BloscCodec, Codec, EncodeOptions, Encoder, Lz4Layout, Shuffle, encode_piece};
use asdf_wasm::{Document, Error, Limits};
use lzma_rust2::Action;
use ruzstd::decoding::errors::FrameDecoderError;

use super::{BlockBytes, WHOLE, limits, open, run};

/// A block's stored bytes. The first three: how many bytes the header says they decode to; the next: how they arrive.
/// Another decoder of the format returns the same.
pub(crate) fn codec(label: [u8; 4], bytes: &[u8]) {
    let Some(([low, middle, high, length], stored)) = bytes.split_first_chunk() else { return };
    let decoded = u64::from(u32::from_le_bytes([*low, *middle, *high, 0]));
    let file = [&b"#ASDF 1.0.0\n"[..], &block_of(label, decoded, stored)].concat();
    let length = (usize::from(*length) + 1).max(stored.len() / 200);
    let Some(document) = open(&file, small()) else { return };
    let whole = block(&document, &file, WHOLE);
    let pieces = block(&document, &file, &[length]);
    assert!(whole == pieces, "in pieces of {length} bytes: {:?}; at once: {:?}", pieces.err(), whole.err());
    // Of a block that decodes to nothing, nothing is decoded.
    if let Some(whole) = whole.ok().filter(|whole| !whole.is_empty()) {
        let other = other_decoder(label, stored, whole.len());
        assert!(other.is_none_or(|other| other == whole), "another decoder gives something else");
    }
}

/// Nothing that is decoded is kept for the next read.
fn small() -> Limits {
    let mut limits = limits();
    limits.cache = 0;
    limits
}

/// The decoded bytes of the first block.
fn block(document: &Document, file: &[u8], lengths: &[usize]) -> Result<Vec<u8>, Error> {
    let reading = document.read_block(0, &document.read_options())?;
    run(BlockBytes(reading, Vec::new()), file, lengths, false)
}

/// What a decoder by others makes of a stream that ours decodes to `size` bytes; `None` if there is no other one. Ours ends
/// with the block; others may fail at what follows.
fn other_decoder(label: [u8; 4], stored: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut output = Vec::new();
    match &label {
        b"zlib" => {
            let decoded = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(stored, size);
            output = decoded.unwrap_or_else(|error| error.output);
        }
        b"zstd" => {
            output.resize(size, 0);
            let mut decoder = ruzstd::decoding::FrameDecoder::new();
            // It allocates a window at once, however little is in the frame.
            decoder.set_max_window_size(8 << 20);
            let decoded = decoder.decode_all(stored, &mut output);
            if let Err(FrameDecoderError::WindowSizeTooBig { .. }) = decoded {
                return None;
            }
        }
        b"bzp2" => {
            let decoder = bzip2::read::MultiBzDecoder::new(stored);
            let _ = decoder.take(size as u64).read_to_end(&mut output);
        }
        b"xz\0\0" => {
            output.resize(size, 0);
            let mut decoder = lzma_rust2::XzStream::new(true);
            let (mut read, mut written) = (0, 0);
            while let Ok(step) = decoder.process(&stored[read..], &mut output[written..], Action::Finish)
                && step.bytes_consumed + step.bytes_produced > 0
            {
                (read, written) = (read + step.bytes_consumed, written + step.bytes_produced);
            }
            output.truncate(usize::try_from(decoder.total_out()).unwrap_or(usize::MAX));
        }
        _ => return None,
    }
    Some(output)
}

/// Bytes to be encoded, which must decode to what they were. The first four: the codec, its settings, the size of an
/// element, and how many bytes are handed over at a time.
pub(crate) fn encode(bytes: &[u8]) {
    let Some(([codec, settings, element, length], data)) = bytes.split_first_chunk() else { return };
    let codec = Codec::ALL[usize::from(*codec) % Codec::ALL.len()];
    let length = usize::from(*length) + 1;
    let options = EncodeOptions {
        level: (*settings >= 128).then_some(settings % 10),
        lz4: if settings % 2 == 0 {
            Lz4Layout::Chunks(u32::from(*settings) * 8 + 1)
        } else {
            Lz4Layout::Frame
        },
        blosc: [BloscCodec::Lz4, BloscCodec::Zlib, BloscCodec::Zstd][usize::from(settings / 3 % 3)],
        shuffle: [Shuffle::None, Shuffle::Byte, Shuffle::Bit][usize::from(settings % 3)],
        element: usize::from(*element),
    };
    let stored = if codec == Codec::Zstd && settings % 2 == 1 {
        joined(&options, data, length)
    } else {
        encoded(codec, &options, data, length)
    };
    let Some(stored) = stored else { return };
    let file = [&b"#ASDF 1.0.0\n"[..], &block_of(codec.label(), data.len() as u64, &stored)].concat();
    let document = open(&file, small()).expect("a file of one block opens");
    let decoded = block(&document, &file, WHOLE);
    assert!(decoded.as_deref() == Ok(data), "{codec:?} {options:?}: {:?}", decoded.err());
}

/// Encodes data, handed over in pieces of `length` bytes; `None` if the codec has no such options.
pub(crate) fn encoded(codec: Codec, options: &EncodeOptions, data: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut encoder = Encoder::new(codec, data.len() as u64, options).ok()?;
    let mut stored = Vec::new();
    for piece in data.chunks(length) {
        encoder.write(piece, &mut stored).unwrap_or_else(|error| panic!("{codec:?} {options:?}: {error}"));
    }
    encoder.finish(&mut stored).unwrap_or_else(|error| panic!("{codec:?} {options:?}: {error}"));
    Some(stored)
}

/// Encodes data with zstd in pieces of `length` bytes, far smaller than those of files, and joins them.
fn joined(options: &EncodeOptions, data: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut encoder = Encoder::new(Codec::Zstd, data.len() as u64, options).ok()?;
    let mut stored = Vec::new();
    for start in (0..data.len()).step_by(length) {
        let (before, piece) =
            (&data[start.saturating_sub(1)..start], &data[start..data.len().min(start + length)]);
        let mut encoded = Vec::new();
        encode_piece(Codec::Zstd, options, before, piece, &mut encoded).expect("a piece is encoded");
        encoder.hash(piece);
        encoder.join(&encoded, piece.len() as u64, &mut stored).expect("a piece is joined");
    }
    encoder.finish(&mut stored).expect("all pieces are there");
    Some(stored)
}

/// Options for encoding in the shortest time.
pub(crate) fn quick(codec: Codec, element: usize) -> EncodeOptions {
    let level = match codec {
        Codec::Xz => Some(0),
        Codec::Zlib | Codec::Bzip2 | Codec::Zstd => Some(1),
        _ => None,
    };
    EncodeOptions { level, lz4: Lz4Layout::Chunks(64), element, ..EncodeOptions::default() }
}

/// An encoded block of ASDF 0.1.0: its chain and its payload. The first three bytes: how many it decodes to.
pub(crate) fn chain(bytes: &[u8]) {
    let Some(([low, middle, high], stored)) = bytes.split_first_chunk() else { return };
    let mut file = b"#ASDF 0.1.0\n\xd3BLK\0\x24\0\0\0\x02".to_vec();
    let decoded = u64::from(u32::from_le_bytes([*low, *middle, *high, 0]));
    for number in [stored.len() as u64, stored.len() as u64, decoded, 0] {
        file.extend(number.to_be_bytes());
    }
    file.extend(stored);
    super::file(&file);
}

/// A block of a file of version 1.0.0.
pub(crate) fn block_of(label: [u8; 4], decoded: u64, stored: &[u8]) -> Vec<u8> {
    let mut block = b"\xd3BLK\0\x30\0\0\0\0".to_vec();
    block.extend(label);
    for size in [stored.len() as u64, stored.len() as u64, decoded] {
        block.extend(size.to_be_bytes());
    }
    block.extend([0; 16]);
    block.extend(stored);
    block
}
