//! What only a browser has: a `File` that is read by slices. Also every codec, and hostile sizes where `usize` has 32 bits.

// JavaScript counts a file's bytes in doubles.
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]

use asdf_wasm::{Document, Error, NodeId, Opening, Operation, Options, Output, Step, run};
use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};

use crate::support::{Array, Content, fixtures, read, sha256};

const ROMAN: &str = "roman/roman_l2_192.asdf";
const COMPRESSED: &str = "libasdf/compressed.asdf";

/// A file as the page gets it when it is dropped there; counts the bytes read.
struct Dropped {
    file: File,
    read: f64,
}

impl Dropped {
    fn new(bytes: &[u8]) -> Self {
        let parts = js_sys::Array::of1(&Uint8Array::from(bytes));
        Self { file: File::new_with_u8_array_sequence(&parts, "dropped.asdf").unwrap(), read: 0.0 }
    }

    async fn slice(&mut self, start: u64, end: u64) -> Vec<u8> {
        let blob: Blob = self.file.slice_with_f64_and_f64(start as f64, end as f64).unwrap();
        self.read += blob.size();
        let buffer = JsFuture::from(blob.array_buffer()).await.unwrap();
        Uint8Array::new(&buffer.unchecked_into()).to_vec()
    }

    async fn run<O: Operation>(&mut self, mut operation: O) -> Result<O::Output, Error> {
        loop {
            match operation.step()? {
                Step::Done(output) => return Ok(output),
                Step::Need(ranges) => {
                    for range in ranges {
                        let bytes = self.slice(range.start, range.end).await;
                        operation.supply(range.start, &bytes);
                    }
                }
            }
        }
    }

    async fn open(&mut self) -> Document {
        self.run(Opening::new(self.file.size() as u64, Options::default())).await.unwrap()
    }
}

/// The paths of the arrays of a file, and the digests that its table gives for them.
fn answers(file: &str) -> Vec<(String, String)> {
    let fixture = fixtures().into_iter().find(|fixture| fixture.file == file).unwrap();
    let answer = |array: Array| match array.content {
        Some(Content::Sha256(digest)) => (array.path, digest),
        content => panic!("{file}: {}: {content:?}", array.path),
    };
    fixture.arrays.into_iter().map(answer).collect()
}

fn node(document: &Document, path: &str) -> NodeId {
    document.tree().unwrap().at(path).unwrap()
}

#[test]
async fn every_array_of_a_dropped_roman_file_has_its_digest() {
    let mut file = Dropped::new(&read(ROMAN));
    let document = file.open().await;
    let mut arrays = 0;
    for (path, expected) in answers(ROMAN) {
        let mut options = document.read_options();
        options.float16_bits = true;
        let reading = document.read(node(&document, &path), &options).unwrap();
        assert_eq!(sha256(&file.run(reading.into_filled()).await.unwrap().bytes), expected, "{path}");
        arrays += 1;
    }
    assert!(arrays >= 4);
}

#[test]
async fn opening_reads_only_the_front_and_the_headers() {
    // A long block after a short tree: opening does not need its two megabytes.
    let mut bytes = b"#ASDF 1.0.0\n%YAML 1.1\n--- {}\n...\n\xd3BLK\0\x30\0\0\0\0\0\0\0\0".to_vec();
    for _ in 0..3 {
        bytes.extend((2u64 << 20).to_be_bytes());
    }
    bytes.extend([0; 16]);
    bytes.resize(bytes.len() + (2 << 20), 7);
    let mut file = Dropped::new(&bytes);
    let document = file.open().await;
    assert_eq!(document.layout().blocks.len(), 1);
    assert!(file.read < 70_000.0, "{} bytes were read", file.read);
}

#[test]
fn every_codec_decodes() {
    let bytes = read(COMPRESSED);
    let document = run(Opening::new(bytes.len() as u64, Options::default()), &bytes).unwrap();
    for (path, expected) in answers(COMPRESSED) {
        let reading = document.read(node(&document, &path), &document.read_options()).unwrap();
        assert_eq!(sha256(&reading.read(&bytes).unwrap().bytes), expected, "{path}");
    }
}

/// Counts the bytes written and keeps none.
struct Count(u64);

impl Output for Count {
    fn write(&mut self, _at: u64, bytes: &[u8]) {
        self.0 += bytes.len() as u64;
    }
}

#[test]
fn sizes_beyond_the_address_space_are_errors() {
    let file = b"#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n---\n\
        a: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [9223372036854775807]}\n...\n\
        \xd3BLK\0\x30\0\0\0\0\0\0\0\0\x80\0\0\0\0\0\0\0\x80\0\0\0\0\0\0\0\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    let document = run(Opening::new(file.len() as u64, Options::default()), file).unwrap();
    let error = document.read(node(&document, "a"), &document.read_options()).unwrap_err();
    assert_eq!(error.kind().code(), "truncated");
    // Strides of 0 make a result of 4 GiB from one byte: it is refused before anything is allocated.
    let wide = b"#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n---\n\
        a: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [65536, 65536], strides: [0, 0]}\n\
        b: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [4096, 4096], strides: [0, 0]}\n...\n\
        \xd3BLK\0\x30\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0*";
    let document = run(Opening::new(wide.len() as u64, Options::default()), wide).unwrap();
    let error = document.read(node(&document, "a"), &document.read_options()).unwrap_err();
    assert_eq!(error.kind().code(), "limit-exceeded");
    let mut reading = document.read(node(&document, "b"), &document.read_options()).unwrap();
    let mut count = Count(0);
    while let Step::Need(ranges) = reading.step(&mut count).unwrap() {
        for range in ranges {
            reading.supply(
                range.start,
                &wide[usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap()],
            );
        }
    }
    assert_eq!(count.0, 4096 * 4096);
}
