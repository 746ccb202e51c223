//! Compares the decoder with `lzma-rust2`, and tests its message for each error.

use lzma_rust2::{Action, CheckType, XzOptions, XzStream};
use proptest::prelude::*;

use super::super::tests::{cases, decode, xz_with};
use super::*;

/// Every combination of properties that LZMA2 allows.
fn properties() -> impl Strategy<Value = (u32, u32, u32)> {
    (0_u32..=4, 0_u32..=4, 0_u32..=4).prop_filter("LZMA2 allows four together", |(lc, lp, _)| lc + lp <= 4)
}

/// Noise, repetitions from near and far, and numbers whose lower bytes are noise.
fn data() -> impl Strategy<Value = Vec<u8>> {
    let noise = proptest::collection::vec(any::<u8>(), 1..400).boxed();
    let runs = (any::<u8>(), 1_usize..5000).prop_map(|(byte, count)| vec![byte; count]).boxed();
    let floats = (any::<u32>(), 1_u32..2000).prop_map(|(seed, count)| {
        let number = |at: u32| 1.0 + f64::from(at.wrapping_mul(seed | 1) >> 8) / f64::from(1 << 26);
        (0..count).flat_map(|at| number(at).to_le_bytes()).collect()
    });
    let part = prop_oneof![noise, runs, floats.boxed()];
    (proptest::collection::vec(part, 1..6), proptest::collection::vec(any::<prop::sample::Index>(), 0..12))
        .prop_map(|(parts, again)| {
            let repeated = again.iter().map(|index| index.get(&parts));
            parts.iter().chain(repeated).flatten().copied().collect()
        })
}

/// An .xz stream of blocks of at most this size.
fn encode(data: &[u8], (lc, lp, pb): (u32, u32, u32), dictionary: u32, check: CheckType) -> Vec<u8> {
    let mut options = XzOptions::with_preset(4);
    options.set_check_sum_type(check);
    let lzma = &mut options.lzma_options;
    (lzma.lc, lzma.lp, lzma.pb, lzma.dict_size) = (lc, lp, pb, dictionary);
    xz_with(data, options)
}

/// What `lzma-rust2` decodes a stream to, if it has this size.
fn theirs(stored: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut stream = XzStream::new(false);
    let mut output = vec![0; size + 1];
    let (mut read, mut written) = (0, 0);
    loop {
        let result = stream.process(&stored[read..], &mut output[written..], Action::Finish).ok()?;
        (read, written) = (read + result.bytes_consumed, written + result.bytes_produced);
        if result.status == lzma_rust2::Status::StreamEnd {
            output.truncate(written);
            return (written == size).then_some(output);
        }
        if written > size || result.bytes_consumed + result.bytes_produced == 0 {
            return None;
        }
    }
}

fn ours(stored: &[u8], size: usize) -> Option<Vec<u8>> {
    decode(*b"xz\0\0", stored, size, &[usize::MAX >> 1]).ok()
}

/// A stream without a checksum of one block with these chunks, which decode to `size` bytes.
fn stream_of(chunks: &[u8], size: u64) -> Vec<u8> {
    let flags = [0, 0];
    let mut header = vec![2, 0, 0x21, 1, 0, 0, 0, 0];
    header.extend(crc32(&header).to_le_bytes());
    let mut records = Vec::new();
    stream::number((header.len() + chunks.len()) as u64, &mut records);
    stream::number(size, &mut records);
    let padding = vec![0; chunks.len().next_multiple_of(4) - chunks.len()];
    let beginning = [&MAGIC[..], &flags, &crc32(&flags).to_le_bytes()].concat();
    [&beginning[..], &header, chunks, &padding, &ending(1, &records, flags)].concat()
}

/// The chunks of a stream of one block without a checksum.
fn chunks_of(stored: &[u8]) -> &[u8] {
    let start = 12 + (usize::from(stored[12]) + 1) * 4;
    let mut at = start;
    while stored[at] != 0 {
        let size = |at: usize| usize::from(u16::from_be_bytes([stored[at], stored[at + 1]])) + 1;
        at += match stored[at] {
            0..0x80 => 3 + size(at + 1),
            control => 5 + usize::from(control >= 0xc0) + size(at + 3),
        };
    }
    &stored[start..=at]
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn any_data_decode(
        data in data(),
        properties in properties(),
        dictionary in 4096_u32..100_000,
        sizes in proptest::collection::vec(1_usize..70_000, 1..4),
    ) {
        let stored = encode(&data, properties, dictionary, CheckType::Crc64);
        prop_assert!(decode(*b"xz\0\0", &stored, data.len(), &sizes) == Ok(data));
    }

    /// Without a checksum, damaged chunks may decode: to the same as in `lzma-rust2`.
    #[test]
    fn damaged_chunks_decode_as_in_another_decoder(
        data in data(),
        properties in properties(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let stored = encode(&data, properties, 4096, CheckType::None);
        let mut chunks = chunks_of(&stored).to_vec();
        for (at, byte) in changes {
            *at.get_mut(&mut chunks) = byte;
        }
        let stored = stream_of(&chunks, data.len() as u64);
        if let (Some(ours), Some(theirs)) = (ours(&stored, data.len()), theirs(&stored, data.len())) {
            prop_assert!(ours == theirs);
        }
    }

    /// The first chunks of some data, and the last ones of others: resets, and dictionaries that go on.
    #[test]
    fn chunks_of_two_streams_decode_as_in_another_decoder(
        data in proptest::collection::vec(data(), 2),
        properties in proptest::collection::vec(properties(), 2),
        control in any::<u8>(),
    ) {
        let [first, second] = [0, 1].map(|at| encode(&data[at], properties[at], 4096, CheckType::None));
        let (first, second) = (chunks_of(&first), chunks_of(&second));
        // The bits that say what the second one's first chunk resets.
        let mut second = second.to_vec();
        if second[0] >= 0x80 {
            second[0] = control | 0x80;
        }
        let size = data.concat().len();
        let stored = stream_of(&[&first[..first.len() - 1], &second].concat(), size as u64);
        let (ours, theirs) = (ours(&stored, size), theirs(&stored, size));
        prop_assert!(ours == theirs);
    }
}

#[test]
fn chunks_that_are_stored_share_the_dictionary() {
    // Noise is stored; its repetition is a match that reaches back to it.
    let noise: Vec<u8> = (0..200_000_u32)
        .map(|at| at.wrapping_mul(2_654_435_761).to_be_bytes()[1] ^ (at >> 9).to_le_bytes()[0])
        .collect();
    let data = [&noise[..], &noise, &vec![7; 100_000], &noise].concat();
    let stored = encode(&data, (3, 0, 2), 1 << 20, CheckType::Sha256);
    assert!(decode(*b"xz\0\0", &stored, data.len(), &[1000, 100_000]) == Ok(data));
}

#[test]
fn each_error_has_its_message() {
    let message =
        |stored: &[u8], size| decode(*b"xz\0\0", stored, size, &[1]).unwrap_err().message().to_owned();
    let of_chunks = |chunks: &[u8]| message(&stream_of(chunks, 3), 3);
    // A chunk that is stored: `abc`.
    let whole = [1, 0, 2, b'a', b'b', b'c', 0];
    assert_eq!(ours(&stream_of(&whole, 3), 3).as_deref(), Some(&b"abc"[..]));
    let damaged = |what: &str| format!("the xz stream is damaged: {what}");
    let no_reset = [2, 0, 2, b'a', b'b', b'c', 0];
    assert_eq!(of_chunks(&no_reset), damaged("corrupted input data (LZMA2:0)"));
    assert_eq!(of_chunks(&[&whole[..6], &[3, 0, 0, 0]].concat()), damaged("corrupted input data (LZMA2:2)"));
    let no_properties = [&whole[..6], &[0x80, 0, 0, 0, 0, 0, 0]].concat();
    assert_eq!(of_chunks(&no_properties), damaged("corrupted input data (LZMA2:1)"));
    assert_eq!(of_chunks(&[0xe0, 0, 0, 0, 0, 225, 0, 0]), damaged("corrupted input data (LZMA2:3)"));
    let sizes = damaged("a chunk of LZMA does not have the sizes in its header");
    assert_eq!(of_chunks(&[0xe0, 0, 0, 0, 0, 93, 0, 0]), sizes);

    let stored = stream_of(&whole, 3);
    let changed = |at: usize, byte: u8| {
        let mut stored = stored.clone();
        stored[at] = byte;
        message(&stored, 3)
    };
    assert_eq!(changed(8, 1), damaged("XZ stream header CRC32 mismatch"));
    assert_eq!(changed(16, 1), damaged("block header CRC32 mismatch"));
    assert_eq!(changed(31, 1), damaged("non-zero block padding"));
    assert_eq!(changed(33, 2), damaged("its index or its footer does not match its blocks"));
    assert_eq!(changed(stored.len() - 1, 2), damaged("its index or its footer does not match its blocks"));
    let short = |length: usize| message(&stored[..length], 3);
    assert_eq!(short(stored.len() - 1), "the compressed data end too early, after 3 of 3 decoded bytes");
    assert_eq!(short(26), "the compressed data end too early, after 0 of 3 decoded bytes");

    let header = |bytes: &[u8]| {
        let mut header = bytes.to_vec();
        header.extend(crc32(&header).to_le_bytes());
        let stored = [&stored[..12], &header, &stored[24..]].concat();
        message(&stored, 3)
    };
    assert_eq!(header(&[2, 0, 0x21, 1, 41, 0, 0, 0]), damaged("Invalid LZMA2 dictionary size"));
    assert_eq!(header(&[2, 0, 0x21, 1, 0, 0, 0, 1]), damaged("the padding of a block header is not zero"));
    assert_eq!(header(&[2, 0, 0x03, 1, 0, 0, 0, 0]), damaged("LZMA2 must be the last XZ block filter"));
    assert_eq!(header(&[2, 1, 0x03, 0, 0x21, 1, 0, 0]), damaged("a filter has properties of the wrong size"));
    assert_eq!(header(&[1, 0, 0x21, 9]), damaged("a block header is too short"));
    assert_eq!(
        header(&[2, 0x80, 4, 0x21, 1, 0, 0, 0]),
        damaged("a block does not have the size in its header")
    );
    assert_eq!(
        header(&[2, 4, 0x21, 1, 0, 0, 0, 0]),
        "the block is an xz stream that is not supported: reserved block flag bits are set"
    );
}
