//! Writing: the text of a tree comes out of events, blocks out of pieces.

use wasm_bindgen::prelude::*;

use super::boundary::{Answer, length, thrown};
use crate::codec::checksum::Md5;
use crate::error::{Error, ErrorKind};
use crate::writer::{
    self, BlockHeader, BloscCodec, Codec, Emitter, EncodeOptions, Encoder, Lz4Layout, PieceSizes, Props,
    Scalar, Shuffle, Standard,
};

/// The header line, the version of the standard and the comments.
#[wasm_bindgen]
#[expect(unreachable_pub, clippy::needless_pass_by_value, reason = "wasm-bindgen wants functions so")]
pub fn preamble(standard: &str, comments: Vec<String>) -> Answer<String> {
    Standard::named(standard).and_then(|standard| writer::preamble(standard, &comments)).map_err(thrown)
}

/// This module as it was compiled, to be given to workers. The module that reads has a function `module`.
#[wasm_bindgen(js_name = compiledModule, unchecked_return_type = "WebAssembly.Module")]
#[expect(unreachable_pub, reason = "wasm-bindgen wants functions so")]
pub fn compiled_module() -> JsValue {
    wasm_bindgen::module()
}

/// The version of this library.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "wasm-bindgen wants functions so")]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The full tag of a core schema in a version of the standard; nothing if the standard has no such schema.
#[wasm_bindgen(js_name = coreTag)]
#[expect(unreachable_pub, reason = "wasm-bindgen wants functions so")]
pub fn core_tag(standard: &str, schema: &str) -> Answer<Option<String>> {
    Ok(Standard::named(standard).map_err(thrown)?.tag(schema))
}

/// The index of blocks that begin at these bytes of the file.
#[wasm_bindgen(js_name = blockIndex)]
#[expect(unreachable_pub, reason = "wasm-bindgen wants functions so")]
pub fn block_index(offsets: &[f64]) -> String {
    writer::block_index(&offsets.iter().copied().map(length).collect::<Vec<_>>())
}

/// The header of a block that is not streamed; `compression` and `checksum` are 4 and 16 bytes, or none.
#[wasm_bindgen(js_name = blockHeader)]
#[expect(unreachable_pub, reason = "wasm-bindgen wants functions so")]
pub fn block_header(compression: &[u8], allocated: f64, used: f64, data: f64, checksum: &[u8]) -> Vec<u8> {
    let [allocated, used, data] = [allocated, used, data].map(length);
    let mut header = BlockHeader { allocated, used, data, ..BlockHeader::default() };
    header.compression.iter_mut().zip(compression).for_each(|(to, from)| *to = *from);
    header.checksum.iter_mut().zip(checksum).for_each(|(to, from)| *to = *from);
    header.to_bytes()
}

/// The header of a block that runs to the end of the file.
#[wasm_bindgen(js_name = streamedHeader)]
#[expect(unreachable_pub, reason = "wasm-bindgen wants functions so")]
pub fn streamed_header() -> Vec<u8> {
    BlockHeader { streamed: true, ..BlockHeader::default() }.to_bytes()
}

/// The MD5 digest of what a block stores.
#[wasm_bindgen]
pub struct Digest(Md5);

#[wasm_bindgen]
impl Digest {
    /// The digest of no bytes.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Digest {
        Self(Md5::default())
    }

    /// Takes the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Its 16 bytes; nothing is taken from then on.
    pub fn checksum(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0).finish().to_vec()
    }
}

/// Writes the text of a tree.
#[wasm_bindgen]
#[derive(Default)]
pub struct TreeText(Emitter);

#[wasm_bindgen]
impl TreeText {
    /// Without any node yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> TreeText {
        Self::default()
    }

    /// Begins a mapping, whose keys and values follow in turn; `flow`: in brackets.
    #[wasm_bindgen(js_name = beginMapping)]
    #[expect(clippy::needless_pass_by_value, reason = "no optional text can be borrowed from JavaScript")]
    pub fn begin_mapping(&mut self, tag: Option<String>, anchor: Option<u32>, flow: bool) -> Answer<()> {
        self.0.begin_mapping(Props { tag: tag.as_deref(), anchor }, flow).map_err(thrown)
    }

    /// Begins a sequence, whose items follow; `flow`: in brackets.
    #[wasm_bindgen(js_name = beginSequence)]
    #[expect(clippy::needless_pass_by_value, reason = "no optional text can be borrowed from JavaScript")]
    pub fn begin_sequence(&mut self, tag: Option<String>, anchor: Option<u32>, flow: bool) -> Answer<()> {
        self.0.begin_sequence(Props { tag: tag.as_deref(), anchor }, flow).map_err(thrown)
    }

    /// Ends the innermost collection.
    pub fn end(&mut self) {
        self.0.end();
    }

    /// A null.
    pub fn null(&mut self) {
        self.0.scalar(Props::default(), Scalar::Null);
    }

    /// A truth value.
    pub fn bool(&mut self, truth: bool) {
        self.0.scalar(Props::default(), Scalar::Bool(truth));
    }

    /// An integer, in decimal digits.
    pub fn integer(&mut self, digits: &str) {
        self.0.scalar(Props::default(), Scalar::BigInt(digits));
    }

    /// A floating-point number.
    pub fn float(&mut self, number: f64) {
        self.0.scalar(Props::default(), Scalar::Float(number));
    }

    /// Text, with an optional tag for another type.
    #[expect(clippy::needless_pass_by_value, reason = "no optional text can be borrowed from JavaScript")]
    pub fn text(&mut self, text: &str, tag: Option<String>, anchor: Option<u32>) {
        self.0.scalar(Props { tag: tag.as_deref(), anchor }, Scalar::Text(text));
    }

    /// A date, or a date with time.
    pub fn timestamp(&mut self, text: &str, anchor: Option<u32>) {
        self.0.scalar(Props { tag: None, anchor }, Scalar::Timestamp(text));
    }

    /// Inline bytes.
    pub fn bytes(&mut self, bytes: &[u8], anchor: Option<u32>) {
        self.0.scalar(Props { tag: None, anchor }, Scalar::Bytes(bytes));
    }

    /// The node with that anchor again.
    pub fn alias(&mut self, anchor: u32) {
        self.0.alias(anchor);
    }

    /// The text, from its directives to the line `...`.
    pub fn finish(self) -> String {
        self.0.finish()
    }
}

/// Options of a codec; defaults are the codec's.
#[wasm_bindgen]
#[derive(Default)]
pub struct CodecOptions(EncodeOptions);

#[wasm_bindgen]
impl CodecOptions {
    /// Options for elements of this size in bytes, used by Blosc.
    #[wasm_bindgen(constructor)]
    pub fn new(element: usize) -> CodecOptions {
        Self(EncodeOptions { element, ..EncodeOptions::default() })
    }

    /// How hard to try.
    pub fn level(&mut self, level: f64) {
        // No codec has a level of 255: what is no whole number below it is refused as that.
        let whole = (0..u8::MAX).find(|whole| f64::from(*whole).total_cmp(&level).is_eq());
        self.0.level = Some(whole.unwrap_or(u8::MAX));
    }

    /// How LZ4 is laid out.
    pub fn layout(&mut self, name: &str) -> Answer<()> {
        let known = [("chunks", EncodeOptions::default().lz4), ("frame", Lz4Layout::Frame)];
        self.0.lz4 = named("layout", name, &known)?;
        Ok(())
    }

    /// What Blosc compresses with.
    pub fn codec(&mut self, name: &str) -> Answer<()> {
        let known = [("lz4", BloscCodec::Lz4), ("zlib", BloscCodec::Zlib), ("zstd", BloscCodec::Zstd)];
        self.0.blosc = named("codec", name, &known)?;
        Ok(())
    }

    /// How Blosc shuffles the elements.
    pub fn shuffle(&mut self, name: &str) -> Answer<()> {
        let known = [("none", Shuffle::None), ("byte", Shuffle::Byte), ("bit", Shuffle::Bit)];
        self.0.shuffle = named("shuffle", name, &known)?;
        Ok(())
    }
}

/// The setting of that name.
fn named<T: Copy>(what: &str, name: &str, known: &[(&str, T)]) -> Answer<T> {
    let found = known.iter().find(|(its, _)| *its == name).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        let message = format!("the {what} of a compression is `{name}`; it can be {}", names.join(", "));
        thrown(Error::new(ErrorKind::UnsupportedCompression, message))
    })
}

/// Compresses a block.
#[wasm_bindgen]
pub struct BlockEncoder {
    encoder: Option<Encoder>,
    label: [u8; 4],
    digest: Md5,
}

#[wasm_bindgen]
impl BlockEncoder {
    /// An encoder of this codec, for a block of `size` bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(codec: &str, size: f64, options: &CodecOptions) -> Answer<BlockEncoder> {
        let codec = Codec::named(codec).map_err(thrown)?;
        let encoder = Some(Encoder::new(codec, length(size), &options.0).map_err(thrown)?);
        Ok(Self { encoder, label: codec.label(), digest: Md5::default() })
    }

    /// Adds bytes, and returns the output that is ready.
    pub fn write(&mut self, bytes: &[u8]) -> Answer<Vec<u8>> {
        let mut output = Vec::new();
        if let Some(encoder) = &mut self.encoder {
            encoder.write(bytes, &mut output).map_err(thrown)?;
        }
        self.digest.update(&output);
        Ok(output)
    }

    /// The size of the pieces that `encodePiece` can encode, in other instances of the module, how many bytes before a
    /// piece it needs, and 1 if `hash` needs the bytes of each piece; nothing if the codec needs the whole block.
    pub fn pieces(&self) -> Option<Vec<u32>> {
        let PieceSizes { piece, before, hashed } = self.encoder.as_ref()?.pieces()?;
        [piece, before, hashed.into()].map(|size| u32::try_from(size).ok()).into_iter().collect()
    }

    /// Takes the bytes of a piece for the checksum, in order, before it is joined.
    pub fn hash(&mut self, piece: &[u8]) {
        if let Some(encoder) = &mut self.encoder {
            encoder.hash(piece);
        }
    }

    /// Adds an encoded piece, `size` bytes before that, in place of its bytes, and returns the output that is ready.
    pub fn join(&mut self, encoded: &[u8], size: f64) -> Answer<Vec<u8>> {
        let mut output = Vec::new();
        if let Some(encoder) = &mut self.encoder {
            encoder.join(encoded, length(size), &mut output).map_err(thrown)?;
        }
        self.digest.update(&output);
        Ok(output)
    }

    /// Returns the remaining output, once all bytes were written.
    pub fn finish(&mut self) -> Answer<Vec<u8>> {
        let mut output = Vec::new();
        if let Some(encoder) = self.encoder.take() {
            encoder.finish(&mut output).map_err(thrown)?;
        }
        self.digest.update(&output);
        Ok(output)
    }

    /// The label of the compression in the block's header.
    pub fn label(&self) -> Vec<u8> {
        self.label.to_vec()
    }

    /// The MD5 digest of all that was given; it is given once.
    pub fn checksum(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.digest).finish().to_vec()
    }
}

/// Encodes a piece of a block: `bytes` without the first `before`, which precede it in the block.
#[wasm_bindgen(js_name = encodePiece)]
#[expect(unreachable_pub, reason = "wasm-bindgen wants functions so")]
pub fn encode_piece(codec: &str, level: Option<u8>, bytes: &[u8], before: usize) -> Answer<Vec<u8>> {
    let codec = Codec::named(codec).map_err(thrown)?;
    let options = EncodeOptions { level, ..EncodeOptions::default() };
    let (before, piece) = bytes.split_at(before.min(bytes.len()));
    let mut output = Vec::new();
    writer::encode_piece(codec, &options, before, piece, &mut output).map_err(thrown)?;
    Ok(output)
}
