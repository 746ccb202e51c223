//! Pieces of any size become one frame that other decoders read.

#![allow(clippy::cast_possible_truncation)]

use proptest::prelude::*;
use rusty_zstd::{compress_with, decompress};
use ruzstd::decoding::FrameDecoder;

use super::super::stream::Piecewise;
use super::bits::BitWriter;
use super::detach::detach;
use super::{Zstd, blocks_of, options};

/// Encodes pieces that end at these places in turn.
fn joined(level: u8, data: &[u8], sizes: &[usize]) -> Vec<u8> {
    let mut zstd = Zstd::new(level, data.len() as u64).unwrap();
    let (mut stored, mut at, mut sizes) = (Vec::new(), 0, sizes.iter().cycle());
    while at < data.len() {
        let end = data.len().min(at + sizes.next().unwrap());
        let mut encoded = Vec::new();
        zstd.encode(&data[at.saturating_sub(1)..at], &data[at..end], &mut encoded).unwrap();
        zstd.hash(&data[at..end]);
        zstd.join(&encoded, (end - at) as u64, &mut stored).unwrap();
        at = end;
    }
    zstd.finish(&mut stored).unwrap();
    stored
}

/// Decodes with two other decoders; one of them verifies the checksum.
fn assert_decodes(stored: &[u8], data: &[u8], case: &str) {
    assert!(decompress(stored).as_deref() == Ok(data), "{case}");
    let mut decoded = vec![0; data.len() + 1];
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(u64::MAX);
    assert_eq!(decoder.decode_all(stored, &mut decoded).ok(), Some(data.len()), "{case}");
    assert!(decoded[..data.len()] == *data, "{case}");
}

/// Data with matches of these offsets: `run` bytes of a period, then noise, in turn.
fn periods(length: usize, run: usize, seed: u64) -> Vec<u8> {
    let mut state = seed | 1;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 20
    };
    let mut data: Vec<u8> = (0..16).map(|_| random() as u8).collect();
    while data.len() < length {
        let offset = [1, 4, 8, 3, 7, 12][random() as usize % 6];
        for _ in 0..random() as usize % run {
            data.push(data[data.len() - offset]);
        }
        data.extend((0..random() % 4).map(|_| random() as u8));
    }
    data.drain(..data.len() - length);
    data
}

/// Elements of eight bytes, each a little different from the one before.
fn smooth(length: usize) -> Vec<u8> {
    (0..length as u64).flat_map(|at| (1_000_000 + at / 50 + at * at % 7).to_le_bytes()).take(length).collect()
}

#[test]
fn pieces_of_any_data_become_one_frame() {
    let length = 300_000;
    for (name, data) in [
        ("periods", periods(length, 40, 1)),
        ("long periods", periods(length, 3000, 2)),
        ("smooth", smooth(length)),
        ("constant", vec![5; length]),
        ("constants", [vec![5; length / 3], vec![6; length / 3], periods(length / 3, 20, 3)].concat()),
        ("noise", periods(length, 1, 4)),
    ] {
        for level in [1, 3, 9, 19] {
            for sizes in [&[140_000][..], &[50_001, 7], &[1000, 3, 65_536]] {
                let stored = joined(level, &data, sizes);
                assert_decodes(&stored, &data, &format!("{name} at level {level}, pieces of {sizes:?}"));
            }
        }
    }
    assert_decodes(&joined(3, &[], &[1]), &[], "nothing");
}

#[test]
fn blocks_are_changed_where_they_repeat_what_is_unknown() {
    let (mut kept, mut changed) = (0, 0);
    for length in (20..600).step_by(3).chain([200_000, 400_000]) {
        for (seed, run) in [(1, 9), (2, 30), (3, 2)] {
            let data = periods(length, run, seed);
            let frame = compress_with(&data, options(3, false)).unwrap();
            let blocks = blocks_of(&frame).unwrap();
            let (mut first, mut other) = (Vec::new(), Vec::new());
            assert_eq!(detach(blocks, &data, true, &mut first), Some(length));
            assert_eq!(detach(blocks, &data, false, &mut other), Some(length));
            assert!(other.len() <= first.len() + 8 + first.len() / 10, "{length} {seed}");
            *if first == other { &mut kept } else { &mut changed } += 1;
        }
    }
    assert!(kept > 50 && changed > 50, "{kept} {changed}");
}

/// A block that is one byte smaller than its content, and would be as large with its offset named.
#[test]
fn a_block_that_would_not_be_smaller_is_stored_raw() {
    let content = b"abcdefghabcdefgha";
    let block = |state| {
        // Eight literals, with a header of three bytes. One sequence, which takes all of them, then nine bytes at the third
        // of the repeated offsets, 8.
        let mut block = [&[0x8c, 0, 0], &content[..8], &[1, 0x44, 8, 6]].concat();
        let mut bits = BitWriter::new(&mut block);
        bits.push(1, 1);
        bits.push(state, 5);
        bits.finish();
        [&[(block.len() as u8) << 3 | 5, 0, 0], &block[..]].concat()
    };
    let frame = |block: &[u8]| [&[0x28, 0xb5, 0x2f, 0xfd, 0x20, content.len() as u8], block].concat();
    let mut blocks = (0..32).map(block);
    let block = blocks.find(|block| decompress(&frame(block)).as_deref() == Ok(content)).unwrap();
    assert_eq!(block.len(), 3 + content.len() - 1);
    let mut output = Vec::new();
    assert_eq!(detach(&block, content, false, &mut output), Some(content.len()));
    assert_eq!(output, [&[(content.len() as u8) << 3, 0, 0], &content[..]].concat());
}

#[test]
fn damaged_blocks_are_errors_and_no_panics() {
    let data = periods(3000, 30, 5);
    let frame = compress_with(&data, options(3, false)).unwrap();
    let blocks = blocks_of(&frame).unwrap();
    for at in 0..blocks.len() {
        let mut damaged = blocks.to_vec();
        for byte in [0, 1, 0x55, 0xff] {
            damaged[at] = byte;
            let _ = detach(&damaged, &data, false, &mut Vec::new());
        }
        assert_eq!(detach(&blocks[..at], &data, false, &mut Vec::new()), None, "{at} bytes");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn pieces_of_any_sizes_become_one_frame(
        (length, run, seed) in (0_usize..20_000, 1_usize..200, any::<u64>()),
        sizes in proptest::collection::vec(1_usize..6000, 1..5),
        level in 1_u8..20,
    ) {
        let data = periods(length, run, seed);
        assert_decodes(&joined(level, &data, &sizes), &data, &format!("{length} {run} {seed} {sizes:?} {level}"));
    }
}
