//! Tests of our own decoder only: invalid headers, each with its message, and a comparison with `ruzstd` on frames of
//! libzstd, whole and damaged.

use proptest::prelude::*;
use ruzstd::decoding::FrameDecoder;

use super::super::tests::zstd::{decode_whole, samples};

/// A frame of one block. Its header declares 255 bytes of content.
fn frame(block: &[u8]) -> Vec<u8> {
    [b"\x28\xb5\x2f\xfd\x20\xff", block].concat()
}

/// A frame of one compressed block.
fn compressed(block: &[u8]) -> Vec<u8> {
    let [low, high, ..] = (block.len() << 3 | 5).to_le_bytes();
    frame(&[&[low, high, 0], block].concat())
}

#[test]
fn each_error_has_its_message() {
    let cases: &[(Vec<u8>, &str)] = &[
        (b"\x27\xb5\x2f\xfd".to_vec(), "a zstd frame begins with 0xfd2fb527, not with 0xfd2fb528"),
        (b"\x28\xb5\x2f\xfd\x28\xff".to_vec(), "the header of a zstd frame has its reserved bit set"),
        (frame(&[7, 0, 0]), "a zstd block is of an unknown kind"),
        (frame(&[1, 8, 0]), "a zstd block has 256 bytes, more than the 255 of its frame"),
        (frame(&[3, 8, 0, 0]), "a zstd block has 256 bytes, more than the 255 of its frame"),
        (frame(&[9, 0, 0, 0]), "a zstd frame decodes to 1 bytes, but declares 255"),
        (frame(&[9, 0, 0]), "the zstd frames end too early"),
        (compressed(&[]), "the literals of a zstd block end too early"),
        (compressed(&[0x10, 0]), "the literals of a zstd block end too early"),
        (compressed(&[0x04, 0x10]), "a zstd block has 256 literals, more than the 255 bytes it may have"),
        (compressed(&[0x02, 0, 0]), "the Huffman table of a zstd block ends too early"),
        (
            compressed(&[0x12, 0, 1, 0x80, 0, 0, 0]),
            "the weights of a Huffman table of a zstd block make no code",
        ),
        (compressed(&[0x13, 0, 0, 0]), "a zstd block repeats a Huffman table, but none came before"),
        (compressed(&[0x00]), "the sequences of a zstd block end too early"),
        (compressed(&[0x00, 0, 0]), "a zstd block goes on behind its literals"),
        (compressed(&[0x00, 1, 3]), "the sequences of a zstd block have tables of an unknown mode"),
        (
            compressed(&[0x00, 1, 0xc0]),
            "a zstd block repeats the table of literals' lengths, but none came before",
        ),
        (compressed(&[0x00, 1, 0x40, 36]), "the only code of literals' lengths of a zstd block is unknown"),
        (compressed(&[0x00, 1, 0x20, 0x0f]), "an FSE table of a zstd block has more than 2^8 states"),
        (compressed(&[0x00, 1, 0x20, 0]), "an FSE table of a zstd block ends too early"),
        (compressed(&[0x00, 1, 0x54, 0, 0, 0]), "a bit stream of a zstd block has no end mark"),
        (compressed(&[0x08, 9, 1, 0x54, 1, 0, 0, 2]), "the sequences of a zstd block leave bits over"),
        (compressed(&[0x08, 9, 1, 0x54, 1, 0, 36, 1]), "the sequences of a zstd block end too early"),
        (
            compressed(&[0x00, 1, 0x54, 0, 1, 0, 3]),
            "a match of a zstd block looks 0 bytes back, which are not there",
        ),
        (
            compressed(&[0x00, 1, 0x54, 1, 0, 0, 1]),
            "the sequences of a zstd block take more literals than it has",
        ),
        (
            compressed(&[0x08, 9, 1, 0x54, 1, 2, 0, 5]),
            "a match of a zstd block looks 2 bytes back, which are not there",
        ),
        (compressed(&[0x08, 9, 1, 0x54, 1, 0, 43, 0xff]), "a zstd block decodes to more bytes than it may"),
    ];
    for (stored, message) in cases {
        let error = decode_whole(stored, None, &mut [0; 300]).map_err(|error| error.to_string());
        assert_eq!(error, Err((*message).to_owned()), "{stored:02x?}");
    }
}

#[test]
fn no_match_looks_beyond_the_window() {
    let samples = samples();
    let flushed = samples.iter().find(|sample| sample.name == "flushed").unwrap();
    let mut stored = flushed.stored.to_vec();
    // The window's descriptor: 1 KiB in place of 2 MiB.
    assert_eq!(std::mem::replace(&mut stored[5], 0), 88);
    let error = decode_whole(&stored, None, &mut [0; 4000]).map_err(|error| error.to_string());
    assert_eq!(error, Err("a match of a zstd block looks 2601 bytes back, beyond its window".to_owned()));
}

/// Messages of errors that only our decoder finds. ruzstd does not compare sizes, windows or checksums. It ignores reserved
/// bits, and weights without a symbol. It does not check that streams of literals are read exactly to their ends.
const STRICTER: [&str; 9] = [
    "but declares",
    "the checksum of a zstd frame does not match",
    "has its reserved bit set",
    "tables of an unknown mode",
    "of its frame",
    "more bytes than it may",
    "has too many weights",
    "beyond its window",
    "the literals of a zstd block",
];

/// Decodes frames without a dictionary with ruzstd, which leaves checksums to its caller.
fn other(stored: &[u8], room: usize) -> Option<Vec<u8>> {
    let mut output = vec![0; room];
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(u64::MAX);
    let length = decoder.decode_all(stored, &mut output).ok()?;
    output.truncate(length);
    Some(output)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// For any bytes, either both decoders give the same result or both fail, except for errors that only ours finds.
    #[test]
    fn both_decoders_agree(
        sample in prop::sample::select(
            samples().into_iter().filter(|sample| sample.dictionary.is_none() && sample.length < 300_000).collect::<Vec<_>>()
        ),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
    ) {
        let mut stored = sample.stored.to_vec();
        for (at, byte) in damage {
            *at.get_mut(&mut stored) = byte;
        }
        let mut output = vec![0; sample.length + 1000];
        let ours = decode_whole(&stored, None, &mut output);
        let other = other(&stored, output.len());
        match (&ours, &other) {
            (Ok(length), Some(other)) => prop_assert!(&output[..*length] == other, "{}", sample.name),
            (Err(_), None) => {}
            (Ok(_), None) => prop_assert!(false, "only ours decodes {} {stored:02x?}", sample.name),
            (Err(error), Some(_)) => {
                let message = error.to_string();
                let known = STRICTER.iter().any(|known| message.contains(known));
                prop_assert!(known, "only ruzstd decodes {}: {error}", sample.name);
            }
        }
    }
}
