//! What the tests of all codecs do not cover: each fault of a stream, in handmade streams; several streams and blocks;
//! and a comparison with libbz2, as translated by the `bzip2` crate.

use std::io::{Read as _, Write as _};

use proptest::prelude::*;

use super::crc::Crc;
use super::{Bzip2Segment, SegmentJoiner};
use crate::codec::{Compression, Decoder, Status};
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::ranges::run;

/// Decodes stored bytes that arrive in pieces of `size`. Returns the decoded bytes and the error.
fn decode(stored: &[u8], declared: usize, size: usize) -> (Vec<u8>, Option<Error>) {
    let (length, declared) = (stored.len() as u64, declared as u64);
    let mut decoder = Decoder::new(Compression::Bzip2, length, declared, &Limits::default()).unwrap();
    let mut output = Vec::new();
    let (mut consumed, mut arrived) = (0, 0);
    loop {
        match decoder.decode(&stored[consumed..arrived], arrived == stored.len(), &mut output) {
            Ok((_, Status::Finished)) => return (output, None),
            Ok((taken, status)) => {
                consumed += taken;
                if let Status::NeedInput(more) = status {
                    assert!(consumed + more > arrived, "it asks for {more} bytes, and has them");
                    arrived = (consumed + more).max(arrived + size).min(stored.len());
                }
            }
            Err(error) => return (output, Some(error)),
        }
    }
}

fn encode(data: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(level));
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

/// Decodes one stream with libbz2.
fn theirs(stored: &[u8]) -> Option<Vec<u8>> {
    let mut data = Vec::new();
    bzip2::bufread::BzDecoder::new(stored).read_to_end(&mut data).ok()?;
    Some(data)
}

/// Data that are partly noise and partly repetitive.
fn mixed(length: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let next = |at: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if at % 64 < 24 { state.to_le_bytes()[3] } else { (at / 7 % 11).to_le_bytes()[0] }
    };
    (0..length).map(next).collect()
}

/// The named parts of a stream that decodes to `aa`, in bits.
fn parts() -> Vec<(&'static str, String)> {
    let mut crc = Crc::default();
    crc.update(b"aa");
    let checksum = format!("{:032b}", crc.finish());
    vec![
        ("magic", b"BZh".map(|byte| format!("{byte:08b}")).concat()),
        ("level", format!("{:08b}", b'1')),
        ("block", format!("{:048b}", 0x3141_5926_5359_u64)),
        ("checksum", checksum.clone()),
        ("randomised", "0".to_owned()),
        ("origin", format!("{:024b}", 0)),
        ("rows", format!("{:016b}", 0x8000 >> (b'a' / 16))),
        ("columns", format!("{:016b}", 0x8000 >> (b'a' % 16))),
        ("codes", "010".to_owned()),
        ("selectors", format!("{:015b}", 1)),
        ("selector", "0".to_owned()),
        // The codes 0, 10 and 11 for the run digits 1 and 2 and the end of the block.
        ("lengths", "00001 0 100 0".to_owned()),
        ("other lengths", "00001 0 100 0".to_owned()),
        ("symbols", "10 11".to_owned()),
        ("end", format!("{:048b}", 0x1772_4538_5090_u64)),
        ("stream checksum", checksum),
    ]
}

/// The stream of [`parts`], with some of them replaced.
fn stream(changes: &[(&str, &str)]) -> Vec<u8> {
    let changed = parts().into_iter().map(|(name, bits)| {
        let change = changes.iter().find(|(changed, _)| *changed == name);
        change.map_or(bits, |(_, bits)| (*bits).to_owned())
    });
    let bits: Vec<u8> = changed.collect::<String>().bytes().filter(|bit| *bit != b' ').collect();
    bits.chunks(8)
        .map(|bits| (0..8).fold(0, |byte, at| byte << 1 | u8::from(bits.get(at) == Some(&b'1'))))
        .collect()
}

#[test]
fn handmade_streams_decode_as_with_libbz2() {
    let (many, selectors) = (format!("{:015b}", 20_000), "0".repeat(20_000));
    for changes in [
        &[][..],
        // More selectors than a block can have groups, as some encoders write them.
        &[("selectors", many.as_str()), ("selector", selectors.as_str())],
        // A code with too few patterns. The missing ones do not occur.
        &[("other lengths", "10100 0 0 0")],
        // A code with too many patterns. The ones that occur are not ambiguous.
        &[("lengths", "00001 0 0 0"), ("symbols", "1 1"), ("other lengths", "00001 0 0 0")],
    ] {
        let stored = stream(changes);
        let ours = decode(&stored, 2, 1);
        let theirs = theirs(&stored);
        assert_eq!(theirs.as_deref() == Some(b"aa"), ours.1.is_none(), "{changes:?}: {ours:?} {theirs:?}");
    }
}

#[test]
fn each_error_has_its_message() {
    let zeros = "0".repeat(50);
    let zeros = |count: usize| zeros.get(..count).unwrap_or_default();
    for (changes, message) in [
        (
            &[("magic", "01010000 01001011 00000011")][..],
            "a bzip2 stream begins with 0x504b03, not with `BZh`",
        ),
        (&[("level", "00110000")], "a bzip2 stream has the level 0x30, not `1` to `9`"),
        (
            &[("block", zeros(48))],
            "a bzip2 block begins with 0x000000000000, not with 0x314159265359 or the end's 0x177245385090",
        ),
        (&[("origin", "000000000000000000000010")], "a bzip2 block of 2 bytes begins at its rotation 2"),
        (&[("symbols", "11")], "a bzip2 block of 0 bytes begins at its rotation 0"),
        (&[("rows", zeros(16)), ("columns", "")], "a bzip2 block uses no bytes"),
        (&[("codes", "001")], "a bzip2 block has 1 Huffman codes, not 2 to 6"),
        (&[("codes", "111")], "a bzip2 block has 7 Huffman codes, not 2 to 6"),
        (
            &[("selectors", zeros(15)), ("selector", "")],
            "a bzip2 block goes on after its 0 groups of symbols",
        ),
        (&[("selector", "110")], "a bzip2 block selects Huffman code 2 of 2"),
        (
            &[("symbols", zeros(50)), ("selectors", "000000000000001")],
            "a bzip2 block has more than 100000 bytes",
        ),
        (&[("symbols", zeros(20))], "a bzip2 block has more than 100000 bytes"),
        (&[("lengths", "00000")], "a bzip2 block has a code of 0 bits, not 1 to 20"),
        (&[("lengths", "10100 10")], "a bzip2 block has a code of 21 bits, not 1 to 20"),
        (&[("lengths", "00001 11")], "a bzip2 block has a code of 0 bits, not 1 to 20"),
        (
            &[("lengths", "00010 0 0 0"), ("symbols", "11")],
            "a bzip2 block has bits that are none of its Huffman codes",
        ),
        (&[("symbols", "0 10 11")], "the checksum of a bzip2 block does not match"),
        (&[("symbols", "10 0 11")], "a bzip2 block ends with four equal bytes without their count"),
        (&[("checksum", zeros(32))], "the checksum of a bzip2 block does not match"),
        (&[("stream checksum", zeros(32))], "the checksum of a bzip2 stream does not match"),
    ] {
        // More bytes follow, so the errors are not about missing bytes.
        let stored = [stream(changes), vec![0xff; 40]].concat();
        for size in [1, 1 << 20] {
            let error = decode(&stored, 5, size).1.unwrap();
            assert_eq!((error.message(), error.kind()), (message, ErrorKind::CorruptData));
        }
        assert_eq!(theirs(&stored), None, "{message}");
    }
    let error = decode(&stream(&[("randomised", "1")]), 2, 1).1.unwrap();
    assert_eq!(error.kind(), ErrorKind::UnsupportedCompression);
    assert!(error.message().starts_with("a bzip2 block is randomised"), "{error}");
}

#[test]
fn the_checksum_is_that_of_the_standard() {
    let mut crc = Crc::default();
    crc.update(b"123");
    crc.update(b"456789");
    assert_eq!(crc.finish(), 0xfc89_1918);
}

#[test]
fn data_of_all_kinds_and_lengths() {
    let text: Vec<u8> =
        (0..40_000).flat_map(|line| format!("line {line} of {}\n", line * line % 977).into_bytes()).collect();
    let bytes: Vec<u8> = (0..=255).cycle().take(3000).collect();
    let runs: Vec<u8> = (0..2000)
        .flat_map(|at| vec![[0, 1, 2][at % 3]; [1, 3, 4, 5, 254, 255, 256, 258, 259, 260, 519][at % 11]])
        .collect();
    let mut cases = vec![Vec::new(), vec![0], vec![0; 3], vec![0; 4], vec![0; 300_000], text, bytes, runs];
    // About one block of level 1, which has 19 bytes less than its nominal size.
    cases.extend([99_980, 99_981, 99_982, 100_001, 450_000].map(mixed));
    for data in cases {
        for level in [1, 9] {
            let (decoded, error) = decode(&encode(&data, level), data.len(), 10_000);
            assert!(error.is_none() && decoded == data, "{} bytes, level {level}: {error:?}", data.len());
        }
    }
}

#[test]
fn several_streams_decode_as_one() {
    let data = mixed(230_000);
    let (first, second) = data.split_at(150_000);
    let stored = [encode(first, 1), encode(&[], 5), encode(second, 9)].concat();
    for size in [1, 1 << 20] {
        let (decoded, error) = decode(&stored, data.len(), size);
        assert!(error.is_none() && decoded == data, "{error:?}");
    }
    // The next stream is not read once all declared bytes are decoded.
    let stored = [encode(&data, 9), b"BZh0".to_vec()].concat();
    assert_eq!(decode(&stored, data.len(), 1 << 20).1, None);
}

/// Each small block cleared as much memory as the largest one has: 42 bytes of a file took a tenth of a millisecond.
#[test]
fn small_blocks_decode_after_a_large_one() {
    let large = mixed(90_000);
    let stored = [encode(&large, 1), encode(b"small", 1).repeat(20_000)].concat();
    let data = [large, b"small".repeat(20_000)].concat();
    let (decoded, error) = decode(&stored, data.len(), usize::MAX >> 1);
    assert!(error.is_none() && decoded == data, "{error:?}");
}

#[test]
fn blocks_before_damage_are_decoded() {
    let data = mixed(900_000);
    let stored = encode(&data, 1);
    // Ten blocks of about the same size. The blocks before the damage decode as before.
    for part in 1..10 {
        let at = stored.len() / 10 * part + 2000;
        let mut damaged = stored.clone();
        damaged[at] ^= 0x10;
        for stored in [&damaged, &stored[..at].to_vec()] {
            let (whole, error) = decode(stored, data.len(), usize::MAX >> 1);
            assert!(error.is_some() && data.starts_with(&whole), "{error:?}");
            // At least the blocks before the damaged one.
            assert!(whole.len() + 110_000 > part * 90_000, "{} bytes, part {part}", whole.len());
            assert_eq!(decode(stored, data.len(), 5000), (whole, error));
        }
    }
}

proptest! {
    /// For any bytes, either both decoders give the same result or both fail.
    #[test]
    fn libbz2_agrees(
        data in proptest::collection::vec(prop_oneof![3 => Just(0_u8), 1 => any::<u8>()], 0..2000),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), 0_u8..8), 0..3),
        level in 1_u32..=9,
    ) {
        let mut stored = encode(&data, level);
        for (at, bit) in damage {
            *at.get_mut(&mut stored) ^= 1_u8 << bit;
        }
        let (decoded, error) = decode(&stored, data.len(), 1);
        // Only libbz2 decodes randomised blocks. Short ones decode like any other block.
        prop_assume!(!error.as_ref().is_some_and(|error| error.kind() == ErrorKind::UnsupportedCompression));
        let theirs = theirs(&stored).filter(|theirs| theirs.len() == data.len());
        prop_assert_eq!(error.is_none().then_some(decoded), theirs);
    }
}

/// Decodes stored bytes in segments of `length` bytes. `None` if the segments do not fit together.
fn in_segments(stored: &[u8], length: usize) -> Option<Vec<u8>> {
    // The stored bytes need not begin at the start of the file.
    let base = 7;
    let file = [&[0; 7], stored].concat();
    let mut streams = SegmentJoiner::default();
    let mut output = Vec::new();
    for start in (0..stored.len()).step_by(length) {
        let range = start as u64..(start + length).min(stored.len()) as u64;
        let segment = Bzip2Segment::new(base, stored.len() as u64, range, 1 << 26);
        let (bytes, seam) = run(segment, &file).ok()?;
        if !streams.join(&seam) {
            return None;
        }
        output.extend(bytes);
        if streams.is_over() {
            return Some(output);
        }
    }
    None
}

#[test]
fn segments_join_to_the_streams() {
    let data = mixed(250_000);
    let several = [encode(&data[..10], 3), encode(&data, 1), encode(&[], 9), encode(&data[5..], 2)].concat();
    let expected = [&data[..10], &data, &data[5..]].concat();
    let length = several.len();
    for segment in [5_000, 20_011, length / 2, length - 4, length] {
        assert_eq!(in_segments(&several, segment).as_deref(), Some(&*expected), "{segment}");
    }
    let garbage = [encode(&data, 1), several[10_000..].to_vec()].concat();
    assert_eq!(in_segments(&garbage, 30_000).as_deref(), Some(&*data));
}

#[test]
fn segments_of_damaged_streams_do_not_fit() {
    let data = mixed(110_000);
    let stored = [encode(&data, 1), encode(&data[5..], 1)].concat();
    for place in (0..stored.len()).step_by(stored.len() / 20) {
        let mut damaged = stored.clone();
        damaged[place] ^= 0x10;
        let declared = 2 * data.len() - 5;
        let alone = decode(&damaged, declared, 1 << 20);
        let together = in_segments(&damaged, 10_000).filter(|bytes| bytes.len() == declared);
        assert_eq!(together, Some(alone.0).filter(|_| alone.1.is_none()), "{place}");
    }
    let data = mixed(200_000);
    let mut lower = encode(&data, 5);
    lower[3] = b'1';
    assert_eq!(in_segments(&lower, 20_000), None);
    assert!(decode(&lower, data.len(), 1 << 20).1.is_some());
}

#[test]
fn a_magic_number_inside_a_block_is_detected() {
    // The bits of the magic number as selectors of Huffman codes that no group of symbols uses.
    let magic = format!("{:048b}0", 0x3141_5926_5359_u64);
    let count = format!("{:015b}", magic.matches('0').count());
    let others = "00001 0 100 0".repeat(5);
    let stored =
        stream(&[("codes", "110"), ("selectors", &count), ("selector", &magic), ("other lengths", &others)]);
    let stored = [stored, stream(&[])].concat();
    assert_eq!(decode(&stored, 4, 1).0, b"aaaa");
    assert_eq!(in_segments(&stored, stored.len()).as_deref(), Some(&b"aaaa"[..]));
    // The second segment begins with what looks like a block.
    assert_eq!(in_segments(&stored, 12), None);
}
