//! The decoders by their names. What a crate lets callers use again for the next stream is used again.
//!
//! None is inlined: together they would make one function so large that V8 compiles it to code of half the speed.

use std::io::Read as _;

/// What the decoders keep from stream to stream.
#[derive(Default)]
pub(crate) struct Decoders {
    ours: asdf_wasm::bench::Streams,
    miniz: Box<miniz_oxide::inflate::core::DecompressorOxide>,
    zlib_rs: Option<zlib_rs::Inflate>,
    ruzstd: Option<ruzstd::decoding::FrameDecoder>,
    structured: Option<structured_zstd::decoding::FrameDecoder>,
}

/// The label of a codec whose blocks ours decodes as one stream.
pub(crate) fn whole(codec: &str) -> Option<[u8; 4]> {
    match codec {
        "zlib" => Some(*b"zlib"),
        "zstd" => Some(*b"zstd"),
        "bzip2" => Some(*b"bzp2"),
        "xz" => Some(*b"xz\0\0"),
        _ => None,
    }
}

impl Decoders {
    /// Decodes a stream, and gives how many bytes it came to.
    pub(crate) fn decode(
        &mut self,
        codec: &str,
        decoder: &str,
        input: &[u8],
        output: &mut [u8],
    ) -> Option<usize> {
        match (codec, decoder) {
            ("zlib", "asdf-wasm") => asdf_wasm::bench::Streams::zlib(input, output),
            ("zlib", "fdeflate") => fdeflate(input, output),
            ("zlib", "miniz_oxide") => self.miniz_oxide(input, output),
            ("zlib", "zlib-rs") => self.zlib_rs(input, output),
            ("zlib", "zune-inflate") => zune_inflate(input, output),
            ("zstd", "asdf-wasm") => self.ours.zstd(input, output),
            ("zstd", "ruzstd") => self.ruzstd(input, output),
            ("zstd", "structured-zstd") => self.structured_zstd(input, output),
            ("bzip2", "bzip2") => bzip2(input, output),
            ("bzip2", "bzip2-rs") => bzip2_rs(input, output),
            ("xz", "lzma-rust2") => lzma_rust2(input, output),
            ("lz4", "asdf-wasm") => asdf_wasm::bench::Streams::lz4(input, output),
            ("lz4", "lz4_flex") => lz4_flex(input, output),
            _ => None,
        }
    }

    #[inline(never)]
    fn miniz_oxide(&mut self, input: &[u8], output: &mut [u8]) -> Option<usize> {
        use miniz_oxide::inflate::TINFLStatus;
        use miniz_oxide::inflate::core::{decompress, inflate_flags as flags};
        self.miniz.init();
        let flags = flags::TINFL_FLAG_PARSE_ZLIB_HEADER
            | flags::TINFL_FLAG_COMPUTE_ADLER32
            | flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, _, length) = decompress(&mut self.miniz, input, output, 0, flags);
        (status == TINFLStatus::Done).then_some(length)
    }

    #[inline(never)]
    fn zlib_rs(&mut self, input: &[u8], output: &mut [u8]) -> Option<usize> {
        let inflate = self.zlib_rs.get_or_insert_with(|| zlib_rs::Inflate::new(true, 15));
        inflate.reset(true);
        let status = inflate.decompress(input, output, zlib_rs::InflateFlush::Finish).ok()?;
        (status == zlib_rs::Status::StreamEnd).then(|| usize::try_from(inflate.total_out()).ok())?
    }

    #[inline(never)]
    fn ruzstd(&mut self, input: &[u8], output: &mut [u8]) -> Option<usize> {
        self.ruzstd.get_or_insert_default().decode_all(input, output).ok()
    }

    #[inline(never)]
    fn structured_zstd(&mut self, input: &[u8], output: &mut [u8]) -> Option<usize> {
        self.structured.get_or_insert_default().decode_all(input, output).ok()
    }
}

#[inline(never)]
fn lz4_flex(input: &[u8], output: &mut [u8]) -> Option<usize> {
    lz4_flex::block::decompress_into(input, output).ok()
}

#[inline(never)]
fn fdeflate(input: &[u8], output: &mut [u8]) -> Option<usize> {
    let mut decoder = fdeflate::Decompressor::new();
    let (mut read, mut written) = (0, 0);
    while !decoder.is_done() {
        let (more, length) = decoder.read(&input[read..], output, written, true).ok()?;
        if (more, length) == (0, 0) {
            return None;
        }
        (read, written) = (read + more, written + length);
    }
    Some(written)
}

/// Decodes only to vectors of its own, which are copied.
#[inline(never)]
fn zune_inflate(input: &[u8], output: &mut [u8]) -> Option<usize> {
    use zune_inflate::{DeflateDecoder, DeflateOptions};
    let options = DeflateOptions::default().set_size_hint(output.len()).set_limit(output.len() + 1);
    let decoded = DeflateDecoder::new_with_options(input, options).decode_zlib().ok()?;
    output.copy_from_slice(decoded.get(..output.len())?);
    Some(decoded.len())
}

#[inline(never)]
fn bzip2(input: &[u8], output: &mut [u8]) -> Option<usize> {
    let mut decoder = bzip2::Decompress::new(false);
    let status = decoder.decompress(input, output).ok()?;
    (status == bzip2::Status::StreamEnd).then(|| usize::try_from(decoder.total_out()).ok())?
}

#[inline(never)]
fn bzip2_rs(input: &[u8], output: &mut [u8]) -> Option<usize> {
    bzip2_rs::DecoderReader::new(input).read_exact(output).ok()?;
    Some(output.len())
}

#[inline(never)]
fn lzma_rust2(input: &[u8], output: &mut [u8]) -> Option<usize> {
    let decoded = lzma_rust2::XzStream::new(false).process(input, output, lzma_rust2::Action::Finish).ok()?;
    (decoded.bytes_consumed == input.len()).then_some(decoded.bytes_produced)
}
