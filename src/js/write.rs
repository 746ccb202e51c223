//! Writing: the text of a tree comes out of events, blocks out of pieces.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::boundary::{Answer, length, thrown};
use crate::codec::checksum::Md5;
use crate::writer::{self, BlockHeader, Emitter, Props, Scalar, Standard};

/// The header line, the version of the standard and the comments.
#[wasm_bindgen]
#[expect(unreachable_pub, clippy::needless_pass_by_value, reason = "wasm-bindgen wants functions so")]
pub fn preamble(standard: &str, comments: Vec<String>) -> Answer<String> {
    Standard::named(standard).and_then(|standard| writer::preamble(standard, &comments)).map_err(thrown)
}

/// The full tag of a core schema in the version that goes with that of the standard; nothing if it has none.
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
    /// Of nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Digest {
        Self(Md5::default())
    }

    /// Takes the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Its 16 bytes.
    pub fn finish(self) -> Uint8Array {
        Uint8Array::from(self.0.finish().as_slice())
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

    /// Text, perhaps with a tag that says what it stands for.
    #[expect(clippy::needless_pass_by_value, reason = "no optional text can be borrowed from JavaScript")]
    pub fn text(&mut self, text: &str, tag: Option<String>, anchor: Option<u32>) {
        self.0.scalar(Props { tag: tag.as_deref(), anchor }, Scalar::Text(text));
    }

    /// A date, or a date with time.
    pub fn timestamp(&mut self, text: &str, anchor: Option<u32>) {
        self.0.scalar(Props { tag: None, anchor }, Scalar::Timestamp(text));
    }

    /// Bytes that stand in the tree.
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
