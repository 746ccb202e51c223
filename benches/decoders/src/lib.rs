//! Our decoders and the decoders of other crates, from compressed bytes to decoded ones and nothing else.
//!
//! `benches/decoders.mjs` holds the clock. A [`Bench`] has the stored bytes of one block in memory and room for what they
//! decode to; each decoder is given the same streams and writes to the same room.

#![forbid(unsafe_code)]

mod decoders;
mod streams;

use decoders::Decoders;
use streams::Stream;
use wasm_bindgen::prelude::*;

/// One block, and room for what it decodes to.
#[wasm_bindgen]
pub struct Bench {
    /// The stored bytes, and the streams among them.
    stored: Vec<u8>,
    streams: Vec<Stream>,
    /// How many bytes the streams decode to, and room for them.
    decoded: usize,
    output: Vec<u8>,
    decoders: Decoders,
}

#[wasm_bindgen]
impl Bench {
    /// For a block of `label` that decodes to `decoded` bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(label: &str, stored: Vec<u8>, decoded: usize) -> Result<Self, String> {
        let streams = match label {
            "zlib" | "zstd" | "bzp2" | "xz" => Some(vec![Stream { stored: 0..stored.len(), decoded }]),
            "lz4" => streams::of_lz4(&stored),
            _ => streams::of_blosc(&stored),
        };
        let streams = streams.ok_or_else(|| format!("the block is not {label} as expected"))?;
        let decoded = streams.iter().map(|stream| stream.decoded).sum();
        // Ours writes a little more than it appends.
        let mut output = Vec::with_capacity(decoded + (2 << 20));
        output.resize(decoded, 0);
        Ok(Self { stored, streams, decoded, output, decoders: Decoders::default() })
    }

    /// How many streams there are.
    pub fn count(&self) -> usize {
        self.streams.len()
    }

    /// How many bytes the streams decode to.
    pub fn decoded(&self) -> usize {
        self.decoded
    }

    /// Decodes all streams with the decoder of that name.
    pub fn run(&mut self, codec: &str, decoder: &str) -> Result<(), String> {
        let failed = || format!("{decoder} cannot decode {codec}");
        if let Some(label) =
            decoders::whole(codec).filter(|_| decoder == "asdf-wasm" && self.streams.len() == 1)
        {
            self.output.clear();
            return asdf_wasm::bench::block(label, &self.stored, self.decoded, &mut self.output)
                .map_err(|error| error.to_string());
        }
        let mut rest = &mut self.output[..];
        for Stream { stored, decoded } in &self.streams {
            let (output, following) = rest.split_at_mut(*decoded);
            let length = self.decoders.decode(codec, decoder, &self.stored[stored.clone()], output);
            if length != Some(*decoded) {
                return Err(failed());
            }
            rest = following;
        }
        Ok(())
    }

    /// Forgets what was decoded.
    pub fn clear(&mut self) {
        self.output.clear();
        self.output.resize(self.decoded, 0);
    }

    /// What was decoded.
    pub fn output(&self) -> Vec<u8> {
        self.output.clone()
    }
}
