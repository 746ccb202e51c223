//! Encoded data decodes to the original: every codec, at the lengths around the sizes of its chunks and blocks, with the
//! bytes arriving in pieces.

#![allow(clippy::cast_possible_truncation)]

use asdf_wasm::writer::{
    BlockHeader, BloscCodec, Codec, EncodeOptions, Encoder, Lz4Layout, PieceSizes, Shuffle, encode_piece,
};
use asdf_wasm::{ErrorKind, Opening, Options, Step};
use proptest::prelude::*;

use crate::support::sha256;

/// A codec with options, and a description for the message of a failing test.
type Case = (String, Codec, EncodeOptions);

/// Every codec with its defaults, its extreme levels and its layouts, for elements of `element` bytes.
fn cases(element: usize) -> Vec<Case> {
    let default = EncodeOptions { element, ..EncodeOptions::default() };
    let levels: [(Codec, &[Option<u8>]); 4] = [
        (Codec::Zlib, &[None, Some(0), Some(1), Some(9)]),
        (Codec::Bzip2, &[None, Some(1)]),
        (Codec::Zstd, &[None, Some(1), Some(6), Some(19), Some(20)]),
        (Codec::Xz, &[None, Some(0)]),
    ];
    let mut cases = Vec::new();
    for (codec, levels) in levels {
        for level in levels {
            cases.push((codec, EncodeOptions { level: *level, ..default }));
        }
    }
    for lz4 in [Lz4Layout::Chunks(4 << 20), Lz4Layout::Chunks(1000), Lz4Layout::Chunks(1), Lz4Layout::Frame] {
        cases.push((Codec::Lz4, EncodeOptions { lz4, ..default }));
    }
    for codec in [Codec::Blosc, Codec::Blosc2] {
        for (blosc, shuffle, level) in [
            (BloscCodec::Lz4, Shuffle::Byte, None),
            (BloscCodec::Lz4, Shuffle::Bit, None),
            (BloscCodec::Lz4, Shuffle::None, None),
            (BloscCodec::Zlib, Shuffle::Byte, Some(1)),
            (BloscCodec::Zstd, Shuffle::Bit, None),
        ] {
            cases.push((codec, EncodeOptions { blosc, shuffle, level, ..default }));
        }
    }
    cases.into_iter().map(|(codec, options)| (format!("{codec:?} {options:?}"), codec, options)).collect()
}

/// Encodes bytes that arrive in pieces of these sizes, repeated in turn.
fn encode(codec: Codec, options: &EncodeOptions, data: &[u8], sizes: &[usize]) -> asdf_wasm::Result<Vec<u8>> {
    let mut encoder = Encoder::new(codec, data.len() as u64, options)?;
    let mut stored = Vec::new();
    let (mut rest, mut sizes) = (data, sizes.iter().cycle());
    while !rest.is_empty() {
        let (piece, others) = rest.split_at(rest.len().min(*sizes.next().unwrap()));
        encoder.write(piece, &mut stored)?;
        rest = others;
    }
    encoder.finish(&mut stored)?;
    Ok(stored)
}

/// A block whose stored bytes decode to `length`.
fn block(codec: Codec, stored: &[u8], length: usize) -> Vec<u8> {
    let (used, data) = (stored.len() as u64, length as u64);
    let header =
        BlockHeader { compression: codec.label(), allocated: used, used, data, ..BlockHeader::default() };
    [&header.to_bytes(), stored].concat()
}

/// Decodes the only block of a file.
fn decode(codec: Codec, stored: &[u8], length: usize) -> asdf_wasm::Result<Vec<u8>> {
    let file = [b"#ASDF 1.0.0\n", &block(codec, stored, length)[..]].concat();
    let document = asdf_wasm::run(Opening::new(file.len() as u64, Options::default()), &file)?;
    let mut reading = document.read_block(0, &document.read_options())?;
    let mut decoded = Vec::new();
    while let Step::Need(ranges) = reading.step(&mut decoded)? {
        for range in ranges {
            reading.supply(range.start, &file[range.start as usize..range.end as usize]);
        }
    }
    Ok(decoded)
}

fn assert_same((name, codec, options): &Case, data: &[u8]) -> usize {
    let stored = encode(*codec, options, data, &[1 << 20]).unwrap_or_else(|error| panic!("{name}: {error}"));
    let decoded = decode(*codec, &stored, data.len());
    let length = data.len();
    assert!(decoded.as_deref() == Ok(data), "{name}, {length} bytes: {:?}", decoded.err());
    stored.len()
}

/// Elements of a size, each a little different from the one before, as measurements are.
fn smooth(element: usize, count: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut data = Vec::with_capacity(element * count);
    for at in 0..count as u64 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let value = 1_000_000 + at / 5000 + (state >> 62);
        data.extend(value.to_le_bytes().into_iter().cycle().take(element));
    }
    data
}

fn noise(length: usize) -> Vec<u8> {
    let mut state = 7_u64;
    let byte = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..length).map(byte).collect()
}

#[test]
fn every_length_round_trips() {
    let lengths =
        [0, 1, 2, 4, 11, 12, 13, 14, 255, 270, 999, 1000, 1001, 3001, 65_535, 65_536, 65_537, 300_000];
    for case in cases(4) {
        for length in lengths {
            let mut data = smooth(4, length / 4 + 1);
            data.truncate(length);
            assert_same(&case, &data);
        }
    }
}

#[test]
fn elements_of_every_size_round_trip_and_shrink() {
    for element in [1, 2, 4, 8, 12, 16, 32, 255, 300] {
        let data = smooth(element, 100_000 / element);
        for case in cases(element) {
            let stored = assert_same(&case, &data);
            let stores =
                case.2.level == Some(0) && case.1 == Codec::Zlib || case.2.lz4 == Lz4Layout::Chunks(1);
            assert!(stores || stored < data.len(), "{}: {element} × n become {stored}", case.0);
        }
    }
}

#[test]
fn noise_and_constants_round_trip() {
    for case in cases(8) {
        let noise = noise(200_000);
        let stored = assert_same(&case, &noise);
        let grows = case.2.lz4 == Lz4Layout::Chunks(1);
        assert!(grows || stored < noise.len() + noise.len() / 50, "{}: noise becomes {stored}", case.0);
        for byte in [0, 7, 255] {
            assert_same(&case, &vec![byte; 200_000]);
        }
    }
}

/// Lengths around the sizes of the codecs' own blocks, and of several blocks.
#[test]
fn many_chunks_round_trip() {
    let (block, chunk) = (256 << 10, 4 << 20);
    let data = smooth(8, (chunk + block + 8) / 8);
    let default = EncodeOptions { element: 8, ..EncodeOptions::default() };
    let frame = EncodeOptions { lz4: Lz4Layout::Frame, ..default };
    for (codec, options, lengths) in [
        (Codec::Lz4, default, &[chunk][..]),
        (Codec::Lz4, frame, &[chunk - 1, chunk, chunk + 1]),
        (Codec::Blosc, default, &[block - 1, block, block + 1, data.len()]),
        (Codec::Blosc2, default, &[block - 1, block, block + 1, chunk, data.len()]),
    ] {
        for length in lengths {
            assert_same(&(format!("{codec:?}"), codec, options), &data[..*length]);
        }
    }
    let data = &data[..1_200_000];
    for codec in Codec::ALL {
        let options = EncodeOptions { element: 24, ..EncodeOptions::default() };
        let stored = encode(codec, &options, data, &[usize::MAX]).unwrap();
        assert!(encode(codec, &options, data, &[77_777, 3, 1 << 19]).unwrap() == stored, "{codec:?}");
        assert!(decode(codec, &stored, data.len()).as_deref() == Ok(data), "{codec:?}");
    }
}

/// Encodes the pieces of a block as workers do, the last one first, and joins them.
fn encode_in_pieces(codec: Codec, options: &EncodeOptions, data: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = Encoder::new(codec, data.len() as u64, options).unwrap();
    let PieceSizes { piece, before, hashed } = encoder.pieces()?;
    let mut pieces = Vec::new();
    for start in (0..data.len()).step_by(piece).rev() {
        let (end, before) = (data.len().min(start + piece), start.saturating_sub(before));
        let mut encoded = Vec::new();
        encode_piece(codec, options, &data[before..start], &data[start..end], &mut encoded).unwrap();
        pieces.push((encoded, end - start));
    }
    if hashed {
        data.chunks(piece).for_each(|piece| encoder.hash(piece));
    }
    let mut stored = Vec::new();
    for (encoded, length) in pieces.into_iter().rev() {
        encoder.join(&encoded, length as u64, &mut stored).unwrap();
    }
    encoder.finish(&mut stored).unwrap();
    Some(stored)
}

/// Noise, long runs, values that repeat, and runs of four bytes, which bzip2 makes longer.
fn mixed(length: usize) -> Vec<u8> {
    let mut data = noise(length / 4);
    data.extend((0..length / 16).flat_map(|at| [at as u8; 4]));
    data.resize(length * 3 / 4, 7);
    data.extend(smooth(4, length / 8));
    data.truncate(length);
    data
}

#[test]
fn pieces_are_joined_to_the_bytes_of_one_thread() {
    let level = |level| EncodeOptions { level: Some(level), ..EncodeOptions::default() };
    let small = EncodeOptions { lz4: Lz4Layout::Chunks(1000), ..EncodeOptions::default() };
    for (codec, options, piece) in [
        (Codec::Zlib, level(6), 2 << 20),
        (Codec::Zlib, level(0), 2 << 20),
        (Codec::Zlib, level(1), 2 << 20),
        (Codec::Bzip2, level(9), 4 * 899_981),
        (Codec::Bzip2, level(1), 36 * 99_981),
        (Codec::Zstd, level(1), 4 << 20),
        (Codec::Zstd, level(3), 4 << 20),
        (Codec::Zstd, level(7), 4 << 20),
        (Codec::Xz, level(0), 4 << 20),
        (Codec::Lz4, EncodeOptions::default(), 4 << 20),
        (Codec::Lz4, small, 1000),
    ] {
        // Three pieces take long in a browser, where the tests of the package join as many.
        let lengths = [piece + 1, 2 * piece + 40_000];
        for length in lengths.into_iter().take(if cfg!(target_arch = "wasm32") { 1 } else { 2 }) {
            let data = mixed(length);
            let stored = encode_in_pieces(codec, &options, &data).unwrap();
            let case = format!("{codec:?} {options:?}, {length} bytes");
            assert!(stored == encode(codec, &options, &data, &[1 << 20]).unwrap(), "{case}");
            let decoded = decode(codec, &stored, length);
            assert!(decoded.as_deref() == Ok(&data), "{case}: {:?}", decoded.err());
        }
    }
    let pieces = |codec| Encoder::new(codec, 10, &EncodeOptions::default()).unwrap().pieces();
    let codecs: Vec<_> = Codec::ALL.into_iter().filter(|codec| pieces(*codec).is_some()).collect();
    assert_eq!(codecs, [Codec::Zlib, Codec::Bzip2, Codec::Lz4, Codec::Zstd, Codec::Xz]);
}

#[test]
fn pieces_that_cannot_be_joined_are_errors() {
    let options = EncodeOptions { level: Some(20), ..EncodeOptions::default() };
    let mut output = Vec::new();
    let refused = encode_piece(Codec::Zstd, &options, &[], b"abc", &mut output).unwrap_err();
    assert_eq!(refused.message(), "this codec does not encode in pieces");
    let mut encoder = Encoder::new(Codec::Zstd, 3, &options).unwrap();
    assert_eq!(encoder.pieces(), None);
    assert_eq!(encoder.join(b"abc", 3, &mut output).unwrap_err(), refused);
    for codec in [Codec::Zlib, Codec::Bzip2, Codec::Zstd, Codec::Xz] {
        let mut encoder = Encoder::new(codec, 3, &EncodeOptions::default()).unwrap();
        let error = encoder.join(b"abc", 3, &mut output).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadBlock, "{codec:?}");
        let error = encoder.join(b"abc", 1, &mut output).unwrap_err();
        assert_eq!(error.message(), "there are more than the 3 bytes that the block is to have", "{codec:?}");
    }
}

/// Python asdf's chunks: two sizes, one of each byte order, and a block, 4 MiB of the data in each.
#[test]
fn chunks_of_lz4_are_those_of_python() {
    let data = vec![9; (4 << 20) + 5];
    let stored = encode(Codec::Lz4, &EncodeOptions::default(), &data, &[1000]).unwrap();
    let following = u32::from_be_bytes(stored[..4].try_into().unwrap()) as usize;
    assert_eq!(stored[4..8], (4_u32 << 20).to_le_bytes());
    assert_eq!(stored[4 + following..], [0, 0, 0, 10, 5, 0, 0, 0, 0x50, 9, 9, 9, 9, 9]);
}

#[test]
fn options_that_a_codec_does_not_have_are_errors() {
    let refused = |codec, options: EncodeOptions| {
        let error = Encoder::new(codec, 10, &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnsupportedCompression);
        error.message().to_owned()
    };
    let level = |level| EncodeOptions { level: Some(level), ..EncodeOptions::default() };
    assert_eq!(refused(Codec::Zlib, level(10)), "zlib has levels 0 to 9, not 10");
    assert_eq!(refused(Codec::Bzip2, level(0)), "bzp2 has levels 1 to 9, not 0");
    assert_eq!(refused(Codec::Zstd, level(23)), "zstd has levels 1 to 22, not 23");
    assert_eq!(refused(Codec::Lz4, level(1)), "lz4 has no levels, but level 1 is asked for");
    assert_eq!(refused(Codec::Blosc2, level(1)), "lz4 has no levels, but level 1 is asked for");
    let zstd = EncodeOptions { blosc: BloscCodec::Zstd, ..level(23) };
    assert_eq!(refused(Codec::Blosc, zstd), "zstd has levels 1 to 22, not 23");
    let error = Encoder::new(Codec::Blosc, i32::MAX as u64, &EncodeOptions::default()).unwrap_err();
    assert!(error.message().starts_with("blsc takes blocks of up to 2147418"), "{error}");
    let chunks = |size| EncodeOptions { lz4: Lz4Layout::Chunks(size), ..EncodeOptions::default() };
    for size in [0, u32::MAX] {
        let expected = format!("lz4 has chunks of 1 to 2113929216 bytes, not of {size}");
        assert_eq!(refused(Codec::Lz4, chunks(size)), expected);
    }
    let error = Codec::named("snappy").unwrap_err();
    assert!(error.message().starts_with("`snappy` is no compression to write; there are zlib, bzp2, lz4,"));
    for codec in Codec::ALL {
        let name = String::from_utf8(codec.label().to_vec()).unwrap();
        assert_eq!(Codec::named(name.trim_end_matches('\0')), Ok(codec));
    }
}

#[test]
fn a_block_must_have_its_declared_length() {
    for (name, codec, options) in cases(2) {
        let mut stored = Vec::new();
        let mut encoder = Encoder::new(codec, 10, &options).unwrap();
        encoder.write(b"123456789", &mut stored).unwrap();
        let error = encoder.write(b"ab", &mut stored).unwrap_err();
        assert_eq!(error.message(), "there are more than the 10 bytes that the block is to have", "{name}");
        let error = encoder.finish(&mut stored).unwrap_err();
        assert_eq!(error.message(), "there are 9 bytes, but the block is to have 10", "{name}");
        assert_eq!(error.kind(), ErrorKind::BadBlock);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The encoded bytes do not depend on the sizes of the pieces, and they decode to the original.
    #[test]
    fn any_data_round_trip_in_any_pieces(
        data in proptest::collection::vec(prop_oneof![4 => Just(0_u8), 1 => any::<u8>()], 0..5000),
        sizes in proptest::collection::vec(1_usize..2000, 1..6),
        element in 1_usize..20,
    ) {
        for (name, codec, options) in cases(element) {
            let stored = encode(codec, &options, &data, &[usize::MAX]).unwrap();
            prop_assert!(encode(codec, &options, &data, &sizes).unwrap() == stored, "{name}");
            let decoded = decode(codec, &stored, data.len());
            prop_assert!(decoded.as_ref() == Ok(&data), "{name}: {:?}", decoded.err());
        }
    }
}

/// Writes the files that `tests/data/encoded.py` reads with Python's libraries.
#[test]
#[ignore = "for tests/data/encoded.py"]
fn files_for_python() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/encoded");
    std::fs::create_dir_all(&folder).unwrap();
    let mut number = 0;
    for element in [1, 2, 4, 8, 12, 16] {
        for data in [
            smooth(element, 300_000 / element),
            noise(100_003),
            vec![0; 5_000_000],
            // Several pieces.
            mixed(if element == 4 { 9_000_000 } else { 3 }),
            Vec::new(),
            vec![5],
        ] {
            for (name, codec, options) in cases(element) {
                if data.len() > 1_000_000 && options.lz4 == Lz4Layout::Chunks(1) {
                    continue;
                }
                let head = format!(
                    "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n\
                     --- !core/asdf-1.1.0\nname: '{name}, {element}'\nsha256: '{}'\n\
                     data: !core/ndarray-1.1.0 {{source: 0, datatype: uint8, byteorder: little, shape: [{}]}}\n...\n",
                    sha256(&data),
                    data.len()
                );
                let stored = encode(codec, &options, &data, &[100_000]).unwrap();
                let mut file = head.into_bytes();
                file.extend(block(codec, &stored, data.len()));
                std::fs::write(folder.join(format!("{number}.asdf")), file).unwrap();
                number += 1;
            }
        }
    }
}
