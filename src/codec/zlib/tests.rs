//! Compares the decoder with two others, and tests its message for each error.

use miniz_oxide::deflate::compress_to_vec_zlib;
use proptest::prelude::*;

use super::super::tests::{cases, decode};
use super::*;
use crate::error::ErrorKind;

fn ours(stored: &[u8], size: usize) -> Option<Vec<u8>> {
    decode(*b"zlib", stored, size, &[usize::MAX >> 1]).ok()
}

/// Decodes a stream with `fdeflate`. `None` if it does not have this size.
fn fdeflate(stored: &[u8], size: usize) -> Option<Vec<u8>> {
    fdeflate::decompress_to_vec_bounded(stored, size).ok().filter(|decoded| decoded.len() == size)
}

/// Writes bits, beginning with the lowest of the first byte: numbers with a count of bits, and codes bit by bit.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    count: usize,
}

impl Writer {
    fn number(&mut self, number: u32, bits: u32) -> &mut Self {
        for bit in 0..bits {
            if self.count.is_multiple_of(8) {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |=
                u8::from(number.unbounded_shr(bit) & 1 == 1) << (self.count % 8);
            self.count += 1;
        }
        self
    }

    fn code(&mut self, code: &str) -> &mut Self {
        for bit in code.bytes() {
            self.number(u32::from(bit - b'0'), 1);
        }
        self
    }

    /// A zlib stream of the blocks written so far, which decode to `data`.
    fn stream(&self, data: &[u8]) -> Vec<u8> {
        let mut checksum = Adler32::new();
        checksum.write(data);
        [b"\x78\x9c", &*self.bytes, &checksum.finish().to_be_bytes()].concat()
    }
}

fn fault_of(stored: &[u8], size: usize) -> String {
    decode(*b"zlib", stored, size, &[usize::MAX >> 1]).unwrap_err().message().to_owned()
}

#[test]
fn each_error_has_its_message() {
    let block = |last: u32, kind: u32| {
        let mut writer = Writer::default();
        writer.number(last, 1).number(kind, 2);
        writer
    };
    let damaged = |what: &str| format!("the zlib stream is damaged: {what}");
    for head in [[0x78, 0x9d], [0x79, 0x9b], [0x88, 0x1c]] {
        assert_eq!(
            fault_of(&[&head[..], &[3, 0, 0, 0, 0, 1]].concat(), 1),
            damaged("it does not begin as one")
        );
    }
    assert_eq!(
        fault_of(b"\x78\xbb\x03\0\0\0\0\x01", 1),
        damaged("it needs a preset dictionary, which ASDF files have none of")
    );
    // A block of the invalid kind 3; a stored block whose length and complement do not match; codes with too many
    // symbols.
    let mut stored = block(1, 0);
    stored.number(0, 5).number(3, 16).number(3, 16);
    let mut many = block(1, 2);
    many.number(30, 5).number(0, 5).number(15, 4).number(0, 200);
    for writer in [&block(1, 3), &stored, &many] {
        assert_eq!(fault_of(&writer.stream(b""), 1), damaged(BAD_HEADER));
    }
    // The fixed codes have two length symbols and two distance symbols that never occur in a valid stream.
    for code in ["11000110", "11000111", "0000001 11110", "0000001 11111"] {
        let stream = block(1, 1).code("00110000").code(&code.replace(' ', "")).number(0, 99).stream(b"");
        assert_eq!(fault_of(&stream, 9), damaged("it has bits that are none of its Huffman codes"));
    }
    // A match at distance 2 after a single byte.
    let far = block(1, 1).code("00110000").code("0000001").code("00001").code("0000000").stream(b"");
    assert_eq!(fault_of(&far, 9), damaged("it repeats bytes from before its beginning"));

    let whole = block(1, 1).code("00110000").code("0000000").stream(b"\0");
    assert_eq!(ours(&whole, 1).unwrap(), b"\0");
    assert_eq!(fault_of(&whole, 2), "the block decodes to 1 bytes, but its header declares 2");
    let wrong = [&whole[..whole.len() - 1], b"\x07"].concat();
    assert_eq!(fault_of(&wrong, 1), "the checksum of the zlib stream does not match");
}

/// Code lengths from 1 to 15: long codes need the search, and short ones are joined in the table.
#[test]
fn codes_of_every_length() {
    // The code lengths 0 to 15 are written with four bits each.
    let mut writer = Writer::default();
    writer.number(1, 1).number(2, 2).number(0, 5).number(0, 5).number(15, 4);
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
        writer.number(if symbol < 16 { 4 } else { 0 }, 3);
    }
    // The literals 0 to 14 have code lengths 1 to 15; the end of the block has 15 as well.
    let length_of = |symbol: usize| match symbol {
        0..15 => symbol + 1,
        256 => 15,
        _ => 0,
    };
    for length in (0..257).map(length_of).chain([0]) {
        writer.code(&format!("{length:04b}"));
    }
    let data: Vec<u8> = (0..4000_u32).map(|at| (at.wrapping_mul(at) % 15).to_le_bytes()[0]).collect();
    for byte in &data {
        writer.code(&format!("{}0", "1".repeat(usize::from(*byte))));
    }
    writer.code(&"1".repeat(15));
    let stream = writer.stream(&data);
    assert!(ours(&stream, data.len()).unwrap() == data);
    assert!(fdeflate(&stream, data.len()).unwrap() == data);
}

#[test]
fn a_truncated_stream_is_an_error() {
    let data: Vec<u8> = (0..3000_u32).map(|at| (at * at / 99).to_le_bytes()[0]).collect();
    for level in [0, 1, 9] {
        let stored = compress_to_vec_zlib(&data, level);
        for end in 0..stored.len() {
            let cut = decode(*b"zlib", &stored[..end], data.len(), &[usize::MAX >> 1]);
            assert_eq!(cut.unwrap_err().kind(), ErrorKind::CorruptData, "level {level}, {end} bytes");
        }
    }
}

/// Found by fuzzing: in a stream with two errors, the reported error depended on the pieces in which its bytes arrived.
#[test]
fn the_reported_error_does_not_depend_on_the_pieces() {
    let stored = [
        120, 156, 106, 106, 106, 106, 106, 106, 106, 106, 106, 106, 106, 106, 106, 106, 106, 106, 106, 106,
        106, 106, 13, 195, 135, 13, 0, 40, 0, 3, 160, 186, 215, 255, 255, 10, 73, 9, 82, 172, 54, 187, 186,
        233, 114, 123, 188, 62, 63, 4, 137, 72, 68, 70, 13, 10, 26, 10, 42, 0, 67,
    ];
    assert_eq!(decode(*b"zlib", &stored, 49, &[31]), decode(*b"zlib", &stored, 49, &[usize::MAX >> 1]));
}

proptest! {
    #![proptest_config(cases(256))]

    /// Streams that take several steps, with ends at any position.
    #[test]
    fn three_decoders_agree(
        seeds in proptest::collection::vec((any::<u8>(), 1_u32..60_000), 1..50),
        level in 0_u8..=10,
        damage in proptest::option::of((any::<prop::sample::Index>(), 0_u8..8)),
    ) {
        let mut data = Vec::new();
        for (seed, length) in seeds {
            let noise = u32::from(seed);
            data.extend((0..length).map(|at| match seed % 3 {
                0 => seed,
                1 => at.wrapping_mul(0x9e37_79b1 ^ noise).to_le_bytes()[3],
                _ => (at / 7).wrapping_mul(noise).to_le_bytes()[0] & 15,
            }));
        }
        let mut stored = compress_to_vec_zlib(&data, level);
        if let Some((at, bit)) = damage {
            *at.get_mut(&mut stored) ^= 1 << bit;
        }
        let ours = ours(&stored, data.len());
        prop_assert!(ours == fdeflate(&stored, data.len()), "fdeflate");
        let other = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&stored, data.len()).ok();
        prop_assert!(ours == other.filter(|other| other.len() == data.len()), "miniz_oxide");
        if damage.is_none() {
            prop_assert!(ours.is_some_and(|ours| ours == data));
        }
    }
}
