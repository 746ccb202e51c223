//! Frames that libzstd wrote: whole, cut off, and with too little output space. These tests are for both zstd decoders,
//! ours and that of `reference-codecs`.

use sha2::{Digest as _, Sha256};

use super::decode;
use crate::codec::zstd::{self, Blocks};
use crate::error::{ErrorKind, Result};
use crate::layout::hex;

pub(in crate::codec) fn decode_whole(
    bytes: &[u8],
    dictionary: Option<&[u8]>,
    output: &mut [u8],
) -> Result<usize> {
    zstd::decode_whole(&mut Box::default(), bytes, dictionary, output)
}

/// A row of `zstd.tsv`.
#[derive(Clone, Debug)]
pub(in crate::codec) struct Sample {
    pub(in crate::codec) name: &'static str,
    pub(in crate::codec) stored: &'static [u8],
    pub(in crate::codec) dictionary: Option<&'static [u8]>,
    pub(in crate::codec) length: usize,
    sha256: &'static str,
}

pub(in crate::codec) fn samples() -> Vec<Sample> {
    let bytes = include_bytes!("../../../tests/data/codecs/zstd.bin");
    let mut dictionaries = Vec::new();
    let mut samples = Vec::new();
    for row in include_str!("../../../tests/data/codecs/zstd.tsv").lines().skip(1) {
        let cells: Vec<_> = row.split('\t').collect();
        let [offset, size, length] = [0, 1, 2].map(|at| cells[at].parse::<usize>().unwrap());
        let (sha256, name) = (cells[3], cells[4]);
        let stored = &bytes[offset..offset + size];
        let of = name.split(" - ").next().unwrap();
        if name.starts_with("dictionary") && of == name {
            dictionaries.push((name, stored));
        } else {
            let dictionary = dictionaries.iter().find(|(name, _)| *name == of).map(|(_, bytes)| *bytes);
            samples.push(Sample { name, stored, dictionary, length, sha256 });
        }
    }
    assert_eq!(dictionaries.len(), 2);
    samples
}

/// Decodes the sample into a buffer of exactly its size, into a larger buffer, and in pieces.
fn decode_all_ways(sample: &Sample) -> Vec<Vec<u8>> {
    let mut ways = Vec::new();
    for room in [0, 100] {
        let mut output = vec![0xa5; sample.length + room];
        let length = decode_whole(sample.stored, sample.dictionary, &mut output);
        assert_eq!(length, Ok(sample.length), "{}", sample.name);
        assert!(output[sample.length..].iter().all(|byte| *byte == 0xa5 || room > 0), "{}", sample.name);
        output.truncate(sample.length);
        ways.push(output);
    }
    if sample.dictionary.is_none() {
        for sizes in [&[usize::MAX >> 1][..], &[1], &[100, 1, 7000]] {
            ways.push(decode(*b"zstd", sample.stored, sample.length, sizes).unwrap());
        }
    }
    ways
}

#[test]
fn frames_of_libzstd_decode() {
    for sample in samples() {
        for decoded in decode_all_ways(&sample) {
            assert_eq!(hex(&Sha256::digest(&decoded)), sample.sha256, "{}", sample.name);
        }
    }
}

/// The tables that one stream leaves, whole or cut off, do not affect the next one.
#[test]
fn streams_that_share_a_decoder_are_independent() {
    let mut blocks = Box::<Blocks>::default();
    for sample in samples().iter().filter(|sample| sample.length < 300_000) {
        let mut output = vec![0; sample.length];
        for length in [sample.stored.len() / 2, sample.stored.len()] {
            let stored = &sample.stored[..length];
            let alone = decode_whole(stored, sample.dictionary, &mut output);
            let after = zstd::decode_whole(&mut blocks, stored, sample.dictionary, &mut output);
            assert_eq!(after, alone, "{}", sample.name);
        }
        assert_eq!(hex(&Sha256::digest(&output)), sample.sha256, "{}", sample.name);
    }
}

#[test]
fn one_byte_too_little_output_space_is_an_error() {
    for sample in samples().iter().filter(|sample| sample.length > 0) {
        let mut output = vec![0; sample.length - 1];
        let length = decode_whole(sample.stored, sample.dictionary, &mut output);
        assert_eq!(length.map_err(|error| error.kind()), Err(ErrorKind::CorruptData), "{}", sample.name);
    }
}

#[test]
fn a_truncated_stream_is_an_error() {
    for sample in samples().iter().filter(|sample| sample.stored.len() < 1000 && sample.length < 100_000) {
        let mut output = vec![0; sample.length];
        // The end of one of several frames is a valid end.
        let frames = if sample.name.contains("frame") || sample.name == "skippable" { 3 } else { 1 };
        let whole = (1..sample.stored.len())
            .filter(|length| decode_whole(&sample.stored[..*length], sample.dictionary, &mut output).is_ok());
        assert!(whole.count() < frames, "{}", sample.name);
    }
}

#[test]
fn a_missing_dictionary_is_an_error() {
    for sample in samples().iter().filter(|sample| sample.name.starts_with("dictionary trained")) {
        let mut output = vec![0; sample.length];
        for error in [
            decode_whole(sample.stored, None, &mut output).unwrap_err(),
            decode_whole(sample.stored, Some(b"other"), &mut output).unwrap_err(),
            decode(*b"zstd", sample.stored, sample.length, &[10]).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::UnsupportedCompression, "{error:?}");
        }
    }
}
