//! The same tests for every codec, with data that other encoders have compressed.
//!
//! The stored bytes arrive at once, byte by byte or in pieces of any size. They are cut off at every byte, every byte
//! is damaged once, and the header declares too many or too few bytes.

pub(super) mod zstd;

use std::io::Write as _;
use std::sync::LazyLock;

use lzma_rust2::{CheckType, FilterType, XzOptions};
use proptest::prelude::*;

use super::{Blosc, Compression, Decoder, Status};
use crate::error::{ErrorKind, Result};
use crate::limits::Limits;
use crate::ranges::{Interrupt, SparseBuffer};

/// So many random cases natively. A browser runs the same code, in one thread and hardly optimised: there an eighth of them.
pub(super) fn cases(natively: u32) -> ProptestConfig {
    ProptestConfig::with_cases(if cfg!(target_arch = "wasm32") { natively / 8 } else { natively })
}

/// Decodes stored bytes that arrive in pieces of the given `sizes`, used in rotation. Every request of the decoder is
/// met.
pub(super) fn decode(label: [u8; 4], stored: &[u8], declared: usize, sizes: &[usize]) -> Result<Vec<u8>> {
    let compression = Compression::from_label(label)?;
    if compression == Compression::Blosc {
        return decode_blosc(stored, declared, sizes);
    }
    let mut decoder = Decoder::new(compression, stored.len() as u64, declared as u64, &Limits::default())?;
    let mut sizes = sizes.iter().cycle();
    let mut decoded = Vec::new();
    // The part of the output that the caller keeps: no more than the history that the decoder may look back at.
    let mut output = Vec::new();
    let (mut consumed, mut arrived) = (0, 0);
    loop {
        let kept = output.len().min(decoder.history());
        output.drain(..output.len() - kept);
        let last = arrived == stored.len();
        let (taken, status) = decoder.decode(&stored[consumed..arrived], last, &mut output)?;
        consumed += taken;
        decoded.extend_from_slice(&output[kept..]);
        match status {
            Status::Progress => {}
            Status::NeedInput(size) => {
                assert!(size > arrived - consumed, "it asks for {size} bytes, and has them");
                let next = *sizes.next().unwrap();
                arrived = (arrived + next).max(consumed + size).min(stored.len());
            }
            Status::Finished => return Ok(decoded),
        }
    }
}

/// Like [`decode`], for Blosc, which requests ranges: one piece of a range arrives at a time.
fn decode_blosc(stored: &[u8], declared: usize, sizes: &[usize]) -> Result<Vec<u8>> {
    let mut blosc = Blosc::new(0, stored.len() as u64, declared as u64, Limits::default());
    let (mut buffer, mut decoded) = (SparseBuffer::default(), Vec::new());
    let mut sizes = sizes.iter().cycle();
    loop {
        let range = decoded.len() as u64..declared.min(decoded.len() + 50_000) as u64;
        match blosc.poll(&mut buffer, std::slice::from_ref(&range)) {
            Ok(()) => {
                decoded.extend_from_slice(blosc.bytes(&range).unwrap_or_default());
                if decoded.len() == declared {
                    assert!(blosc.is_passed_over());
                    return Ok(decoded);
                }
            }
            Err(Interrupt::Failed(error)) => return Err(error),
            Err(Interrupt::Need(ranges)) => {
                let from = usize::try_from(ranges[0].start).unwrap();
                let to = usize::try_from(ranges[0].end).unwrap();
                let to = to.min(from.saturating_add(*sizes.next().unwrap()));
                buffer.supply(from as u64, &stored[from..to]);
            }
        }
    }
}

/// The kinds of compressed data that are tested.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Zlib,
    Bzip2,
    Lz4,
    Lz4Frame { linked: bool, checksums: bool },
    Lz4FrameInLz4,
    Zstd,
    Xz(CheckType),
    Blosc,
    BloscChunks,
}

const KINDS: [Kind; 15] = [
    Kind::Zlib,
    Kind::Bzip2,
    Kind::Lz4,
    Kind::Lz4Frame { linked: false, checksums: false },
    Kind::Lz4Frame { linked: false, checksums: true },
    Kind::Lz4Frame { linked: true, checksums: false },
    Kind::Lz4Frame { linked: true, checksums: true },
    Kind::Lz4FrameInLz4,
    Kind::Zstd,
    Kind::Xz(CheckType::None),
    Kind::Xz(CheckType::Crc32),
    Kind::Xz(CheckType::Crc64),
    Kind::Xz(CheckType::Sha256),
    Kind::Blosc,
    Kind::BloscChunks,
];

impl Kind {
    fn label(self) -> [u8; 4] {
        match self {
            Self::Zlib => *b"zlib",
            Self::Bzip2 => *b"bzp2",
            Self::Lz4 | Self::Lz4FrameInLz4 => *b"lz4\0",
            Self::Lz4Frame { .. } => *b"lz4f",
            Self::Zstd => *b"zstd",
            Self::Xz(_) => *b"xz\0\0",
            Self::Blosc => *b"bls2",
            Self::BloscChunks => *b"blsc",
        }
    }

    /// Whether checksums detect any damage to the data.
    fn has_checksum(self) -> bool {
        match self {
            Self::Zlib | Self::Bzip2 | Self::Lz4FrameInLz4 | Self::Zstd => true,
            Self::Lz4 | Self::Blosc | Self::BloscChunks => false,
            Self::Lz4Frame { checksums, .. } => checksums,
            Self::Xz(check) => check != CheckType::None,
        }
    }

    fn encode(self, data: &[u8]) -> Vec<u8> {
        match self {
            Self::Zlib => miniz_oxide::deflate::compress_to_vec_zlib(data, 6),
            Self::Bzip2 => {
                let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
                encoder.write_all(data).unwrap();
                encoder.finish().unwrap()
            }
            Self::Lz4 => data.chunks(1 << 16).flat_map(lz4_chunk).collect(),
            Self::Lz4Frame { linked, checksums } => lz4_frame(data, linked, checksums),
            Self::Lz4FrameInLz4 => lz4_frame(data, true, true),
            Self::Zstd => {
                ruzstd::encoding::compress_to_vec(data, ruzstd::encoding::CompressionLevel::Fastest)
            }
            Self::Xz(check) => xz(data, check, &[]),
            Self::Blosc => blosc_chunk(data),
            Self::BloscChunks => data
                .chunks(100_000)
                .flat_map(|data| {
                    let chunk = blosc_chunk(data);
                    [u32::try_from(chunk.len()).unwrap().to_be_bytes().to_vec(), chunk].concat()
                })
                .collect(),
        }
    }
}

/// A chunk as Python asdf writes it.
fn lz4_chunk(data: &[u8]) -> Vec<u8> {
    let block = lz4_flex::block::compress(data);
    let following = u32::try_from(block.len() + 4).unwrap().to_be_bytes();
    let decoded = u32::try_from(data.len()).unwrap().to_le_bytes();
    [following.as_slice(), &decoded, &block].concat()
}

/// A chunk without filters. Its blocks of 4 KiB are compressed by LZ4.
fn blosc_chunk(data: &[u8]) -> Vec<u8> {
    let size = |length: usize| u32::try_from(length).unwrap().to_le_bytes();
    let blocks = data.chunks(4096).map(|block| {
        let stream = lz4_flex::block::compress(block);
        let stream = if stream.len() < block.len() { &stream } else { block };
        [size(stream.len()).as_slice(), stream].concat()
    });
    let blocks: Vec<_> = blocks.collect();
    let mut starts = Vec::new();
    let mut end = 16 + 4 * blocks.len();
    for block in &blocks {
        starts.extend(size(end));
        end += block.len();
    }
    let head = [&[2, 1, 0x30, 1], &size(data.len())[..], &size(4096), &size(end), &starts].concat();
    [head, blocks.concat()].concat()
}

fn lz4_frame(data: &[u8], linked: bool, checksums: bool) -> Vec<u8> {
    use lz4_flex::frame::{BlockMode, BlockSize, FrameEncoder, FrameInfo};
    let info = FrameInfo::new()
        .block_size(BlockSize::Max64KB)
        .block_mode(if linked { BlockMode::Linked } else { BlockMode::Independent })
        .block_checksums(checksums)
        .content_checksum(checksums)
        .content_size(checksums.then_some(data.len() as u64));
    let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn xz(data: &[u8], check: CheckType, filters: &[(FilterType, u32)]) -> Vec<u8> {
    let mut options = XzOptions::with_preset(1);
    options.set_check_sum_type(check);
    for (filter, property) in filters.iter().rev() {
        options.prepend_pre_filter(*filter, *property);
    }
    xz_with(data, options)
}

/// An .xz stream by `lzma-rust2`.
pub(super) fn xz_with(data: &[u8], options: XzOptions) -> Vec<u8> {
    use lzma_rust2::{Write, XzWriter};
    struct Sink(Vec<u8>);
    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> lzma_rust2::Result<usize> {
            self.0.extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> lzma_rust2::Result<()> {
            Ok(())
        }
    }
    let mut writer = XzWriter::new(Sink(Vec::new()), options).unwrap();
    writer.write_all(data).unwrap();
    writer.finish().unwrap().0
}

/// Data that are partly noise and partly repetitive.
fn mixed(length: usize) -> Vec<u8> {
    let mut state = 1_u32;
    (0..length)
        .map(|at| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if at % 64 < 24 { state.to_le_bytes()[3] } else { (at / 7 % 11).to_le_bytes()[0] }
        })
        .collect()
}

fn code(result: &Result<Vec<u8>>) -> Option<ErrorKind> {
    result.as_ref().err().map(crate::error::Error::kind)
}

#[test]
fn every_length_decodes_in_any_pieces() {
    for length in [1, 2, 12, 13, 255, 4096, 65_535, 65_536, 65_537, 300_000] {
        let data = mixed(length);
        for kind in KINDS {
            let stored = kind.encode(&data);
            let smallest = if length < 10_000 { 1 } else { 500 };
            for sizes in [&[usize::MAX >> 1][..], &[smallest], &[smallest, 3000, smallest, 777]] {
                let decoded = decode(kind.label(), &stored, length, sizes);
                assert!(decoded.as_ref() == Ok(&data), "{kind:?} {length} {sizes:?}: {:?}", code(&decoded));
            }
        }
    }
}

#[test]
fn runs_and_noise_decode() {
    let runs = vec![7; 200_000];
    let noise: Vec<u8> = mixed(200_000 * 64 / 24)
        .chunks(64)
        .flat_map(|chunk| &chunk[..24.min(chunk.len())])
        .copied()
        .collect();
    for data in [runs, noise] {
        for kind in KINDS {
            let decoded = decode(kind.label(), &kind.encode(&data), data.len(), &[10_000]);
            assert!(decoded.as_ref() == Ok(&data), "{kind:?}: {:?}", code(&decoded));
        }
    }
}

/// As the tiles of FITS images are stored.
#[cfg(feature = "fits")]
#[test]
fn whole_streams_of_unknown_size_decode() {
    use super::zlib::inflate;

    let data = mixed(100_000);
    let bare = miniz_oxide::deflate::compress_to_vec(&data, 6);
    let followed = [&*bare, b"more"].concat();
    assert_eq!(inflate::bare(&followed, data.len()), Some((data.clone(), bare.len())));
    assert_eq!(inflate::bare(&bare, data.len() - 1), None);
    let zlib = miniz_oxide::deflate::compress_to_vec_zlib(&data, 6);
    assert_eq!(inflate::zlib(&zlib, data.len()), Some(data));
}

#[test]
fn a_truncated_stream_is_corrupt() {
    let data = mixed(600);
    for kind in KINDS {
        let stored = kind.encode(&data);
        for length in 0..stored.len() {
            let decoded = decode(kind.label(), &stored[..length], data.len(), &[5, 40]);
            assert_eq!(code(&decoded), Some(ErrorKind::CorruptData), "{kind:?} cut to {length}");
        }
    }
}

#[test]
fn checksums_detect_every_damaged_byte() {
    let data = mixed(600);
    for kind in KINDS {
        let stored = kind.encode(&data);
        for at in 0..stored.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut damaged = stored.clone();
                damaged[at] ^= flip;
                if let Ok(decoded) = decode(kind.label(), &damaged, data.len(), &[1 << 20]) {
                    assert_eq!(decoded.len(), data.len());
                    assert!(!kind.has_checksum() || decoded == data, "{kind:?}: byte {at} ^ {flip:#x}");
                }
            }
        }
    }
}

#[test]
fn a_size_other_than_declared_is_corrupt() {
    for length in [600, 300_000] {
        let data = mixed(length);
        for kind in KINDS {
            let stored = kind.encode(&data);
            for declared in [0, 1, length - 1, length + 1, 3 * length] {
                let decoded = decode(kind.label(), &stored, declared, &[1 << 20]);
                // The decoder does not look for more chunks once it has the declared bytes.
                let whole = matches!(kind, Kind::Lz4 | Kind::BloscChunks) && declared == 0;
                let expected = if whole { None } else { Some(ErrorKind::CorruptData) };
                assert_eq!(code(&decoded), expected, "{kind:?}: {declared} declared for {length}");
            }
        }
    }
}

#[test]
fn bytes_after_a_stream_are_ignored() {
    let data = mixed(600);
    for kind in KINDS {
        let stored = [kind.encode(&data), b"padding".to_vec()].concat();
        let decoded = decode(kind.label(), &stored, data.len(), &[9]);
        assert!(decoded.as_ref() == Ok(&data), "{kind:?}: {:?}", code(&decoded));
    }
}

#[test]
fn a_chunk_cannot_claim_more_than_its_bytes_can_hold() {
    let mut chunk = lz4_chunk(&mixed(600));
    chunk[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    let decoded = decode(*b"lz4\0", &chunk, u32::MAX as usize, &[1 << 20]);
    assert_eq!(code(&decoded), Some(ErrorKind::CorruptData));
}

#[test]
fn xz_streams_follow_each_other_with_padding_between() {
    let data = mixed(600);
    let (first, second) = data.split_at(250);
    let stored = [
        xz(first, CheckType::Crc32, &[]),
        vec![0; 8],
        xz(&[], CheckType::Crc64, &[]),
        xz(second, CheckType::Sha256, &[]),
        vec![0; 4],
    ];
    assert!(decode(*b"xz\0\0", &stored.concat(), data.len(), &[1]).as_ref() == Ok(&data));
    // Padding whose length is not a multiple of four ends the stream.
    let stored = [&stored[0][..], &[0; 3], &stored[3]].concat();
    assert_eq!(code(&decode(*b"xz\0\0", &stored, data.len(), &[1])), Some(ErrorKind::CorruptData));
}

#[test]
fn one_xz_filter_before_lzma2() {
    use FilterType as F;
    let data = mixed(20_000);
    let bcj =
        [F::BcjX86, F::BcjPpc, F::BcjIa64, F::BcjArm, F::BcjArmThumb, F::BcjSparc, F::BcjArm64, F::BcjRiscv];
    for filter in bcj.map(|filter| (filter, 0)).into_iter().chain([(F::Delta, 1), (F::Delta, 256)]) {
        let decoded = decode(*b"xz\0\0", &xz(&data, CheckType::Crc32, &[filter]), data.len(), &[1, 3000]);
        assert!(decoded.as_ref() == Ok(&data), "{filter:?}: {decoded:?}");
    }
}

#[test]
fn other_xz_filters_are_named() {
    let message = |stored: &[u8]| {
        let error = decode(*b"xz\0\0", stored, 600, &[1]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnsupportedCompression);
        error.message().to_owned()
    };
    let filters = [(FilterType::Delta, 4), (FilterType::BcjArm64, 0)];
    assert_eq!(
        message(&xz(&mixed(600), CheckType::Crc32, &filters)),
        "the block is an xz stream with the filters delta, ARM64, LZMA2, of which only two at a time are supported"
    );
    let mut stored = xz(&mixed(600), CheckType::Crc32, &[]);
    // The id of the only filter, and the checksum of the block header that matches it.
    stored[14] = 0x22;
    let checksum = super::xz::crc32(&stored[12..20]);
    stored[20..24].copy_from_slice(&checksum.to_le_bytes());
    assert_eq!(message(&stored), "the block is an xz stream with the unknown filter 0x22");
    // A check that the format allows but the decoder does not know.
    let mut stored = xz(&mixed(600), CheckType::Crc32, &[]);
    stored[7] = 2;
    let checksum = super::xz::crc32(&stored[6..8]);
    stored[8..12].copy_from_slice(&checksum.to_le_bytes());
    assert_eq!(
        message(&stored),
        "the block is an xz stream that is not supported: unsupported XZ check type"
    );
}

#[test]
fn data_that_are_not_xz_are_reported() {
    let error = decode(*b"xz\0\0", b"BZh91AY&SY", 600, &[1]).unwrap_err();
    assert_eq!(error.message(), "an xz stream begins with `BZh91A`, not with `\\xfd7zXZ\\x00`");
}

/// 200,000 bytes as every codec stores them, encoded once and not for each case that damages them.
static STORED: LazyLock<Vec<([u8; 4], Vec<u8>)>> = LazyLock::new(|| {
    let data = mixed(200_000);
    let filtered = (*b"xz\0\0", xz(&data, CheckType::Crc64, &[(FilterType::BcjX86, 0)]));
    KINDS.map(|kind| (kind.label(), kind.encode(&data))).into_iter().chain([filtered]).collect()
});

proptest! {
    #![proptest_config(cases(50))]

    /// The error is the same, however the bytes arrive.
    #[test]
    fn errors_do_not_depend_on_the_pieces(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        sizes in proptest::collection::vec(1_usize..9_000, 1..4),
        declared in prop_oneof![Just(200_000_usize), 0_usize..200_000],
    ) {
        for (label, mut stored) in STORED.iter().cloned() {
            for (at, byte) in &changes {
                *at.get_mut(&mut stored) = *byte;
            }
            let whole = decode(label, &stored, declared, &[usize::MAX >> 1]);
            prop_assert!(decode(label, &stored, declared, &sizes) == whole, "{}", label.escape_ascii());
        }
    }
}

/// Found by fuzzing: an LZ4 frame under the label of LZ4 blocks was not recognised while fewer bytes had arrived than
/// the sizes of a chunk take.
#[test]
fn a_damaged_frame_of_a_few_bytes() {
    let stored = [4, 34, 77, 24, 96, 87, 83];
    assert_eq!(decode(*b"lz4\0", &stored, 217, &[1]), decode(*b"lz4\0", &stored, 217, &[7]));
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn any_data_decode_in_any_pieces(
        data in proptest::collection::vec(prop_oneof![Just(0_u8), any::<u8>()], 1..3000),
        sizes in proptest::collection::vec(1_usize..500, 1..8),
    ) {
        for kind in KINDS {
            let decoded = decode(kind.label(), &kind.encode(&data), data.len(), &sizes);
            prop_assert!(decoded.as_ref() == Ok(&data), "{kind:?}: {:?}", code(&decoded));
        }
    }
}
