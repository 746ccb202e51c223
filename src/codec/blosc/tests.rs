//! Malformed data with one fault each. `codec/tests.rs` and `tests/blosc.rs` test damage to every byte, and data that
//! are cut off.

use super::Blosc;
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::ranges::{Interrupt, SparseBuffer};

fn decode(stored: &[u8], declared: u64) -> Result<Vec<u8>, Error> {
    decode_within(stored, declared, Limits::default())
}

fn decode_within(stored: &[u8], declared: u64, limits: Limits) -> Result<Vec<u8>, Error> {
    let (mut blosc, mut buffer) =
        (Blosc::new(1000, stored.len() as u64, declared, limits), SparseBuffer::default());
    let range = 0..declared;
    loop {
        match blosc.poll(&mut buffer, std::slice::from_ref(&range)) {
            Ok(()) => return Ok(blosc.bytes(&range).unwrap().to_vec()),
            Err(Interrupt::Failed(error)) => return Err(error),
            Err(Interrupt::Need(needed)) => {
                assert!(needed.is_sorted_by(|range, next| range.end <= next.start), "{needed:?} overlap");
                buffer.supply(1000, stored);
            }
        }
    }
}

/// Checks that decoding fails and that the message says `why`.
fn corrupt(stored: &[u8], declared: u64, why: &str) {
    let error = decode(stored, declared).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CorruptData, "{error}");
    assert!(error.message().contains(why), "{error} is not about {why}");
}

fn unsupported(stored: &[u8], declared: u64, what: &str) {
    let error = decode(stored, declared).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnsupportedCompression, "{error}");
    assert!(error.message().contains(what), "{error} is not about {what}");
}

fn set(bytes: &[u8], at: usize, value: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + value.len()].copy_from_slice(value);
    bytes
}

fn le(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap().to_le_bytes()
}

/// A chunk with an extended header, with `flags` and `more` flags, and the `body` after it.
fn extended(flags: u8, more: [u8; 2], nbytes: usize, block: usize, body: &[u8]) -> Vec<u8> {
    let head = [&[5, 1, flags | 5, 4], &le(nbytes)[..], &le(block), &le(32 + body.len())].concat();
    [&head, &[0; 14][..], &more, body].concat()
}

/// A chunk with two uncompressed blocks of eight bytes.
fn blocks() -> Vec<u8> {
    let body = [&le(40)[..], &le(52), &le(8), b"abcdefgh", &le(8), b"ijklmnop"].concat();
    extended(0x30, [0, 0], 16, 8, &body)
}

#[test]
fn invalid_headers_are_errors() {
    let chunk = blocks();
    assert_eq!(decode(&chunk, 16).unwrap(), b"abcdefghijklmnop");
    for length in [0, 1, 15] {
        corrupt(&chunk[..length], 16, "too short for its header");
    }
    corrupt(&chunk[..31], 16, "too short for its extended header");
    corrupt(&chunk[..60], 16, "claims 64 bytes, but there are 60");
    corrupt(&set(&chunk, 0, &[0]), 16, "version 0");
    unsupported(&set(&chunk, 0, &[7]), 16, "version 7");
    corrupt(&set(&chunk, 3, &[0]), 16, "no size");
    corrupt(&set(&chunk, 4, &le(17)), 16, "17 decoded bytes");
    corrupt(&set(&chunk, 4, &le(1 << 31)), 1 << 31, "claims 2147483648");
    corrupt(&set(&chunk, 8, &le(0)), 16, "blocks of 0 bytes");
    corrupt(&set(&chunk, 8, &le(1 << 31)), 16, "blocks of 2147483648 bytes");
    corrupt(&set(&chunk, 12, &le(31)), 16, "fewer than its header");
    corrupt(&set(&chunk, 12, &le(36)), 16, "too short for its 2 blocks");
    corrupt(&set(&chunk, 8, &le(1)), 16, "too short for its 16 blocks");
    corrupt(&set(&chunk, 2, &[0x37]), 16, "a copy of 16");
    unsupported(&set(&chunk, 31, &[0x80]), 16, "instrumented");
    unsupported(&set(&chunk, 31, &[0x08]), 16, "lazy");
    unsupported(&set(&chunk, 31, &[0x70]), 16, "special value 7");
    corrupt(&set(&set(&chunk, 3, &[3]), 31, &[0x20]), 16, "NaNs of 3 bytes");
    corrupt(&set(&chunk, 31, &[0x30]), 16, "not filled by the value");
}

/// Regression: such a chunk was filled with what the previous read had left in the buffer.
#[test]
fn an_empty_fill_value_is_an_error() {
    corrupt(&extended(0, [0, 0x30], 4, 4, b""), 4, "not filled by the value");
    assert_eq!(decode(&extended(0, [0, 0x30], 4, 4, b"ab"), 4).unwrap(), b"abab");
}

#[test]
fn unknown_codecs_and_filters_are_named() {
    let chunk = blocks();
    for (flags, plug_in, name) in [
        (0x55, 0, "snappy"),
        (0xd5, 32, "ndlz"),
        (0xd5, 34, "zfp"),
        (0xd5, 36, "openhtj2k"),
        (0xd5, 37, "grok"),
        (0xd5, 38, "openzl"),
        (0xd5, 39, "`j2k`"),
        (0xd5, 40, "`htj2k`"),
        (0xd5, 200, "plug-in 200"),
        (0xb5, 0, "format 5"),
        (0xf5, 0, "format 7"),
    ] {
        unsupported(&set(&set(&chunk, 2, &[flags]), 22, &[plug_in]), 16, name);
    }
    for (filter, name) in [(32, "ndcell"), (33, "ndmean"), (5, "filter 5"), (160, "filter 160")] {
        unsupported(&set(&chunk, 21, &[filter]), 16, name);
    }
    // The codec of an uncompressed copy does not matter.
    let copy = extended(0xd2, [0, 0], 3, 3, b"xyz");
    assert_eq!(decode(&copy, 3).unwrap(), b"xyz");
}

#[test]
fn blocks_may_be_in_any_order_but_not_out_of_range() {
    let chunk = blocks();
    for start in [0, 39, 64, 1 << 31] {
        corrupt(&set(&chunk, 36, &le(start)), 16, "a block begins at byte");
    }
    // Blocks may be in any order, and even be the same.
    let swapped = set(&set(&chunk, 32, &le(52)), 36, &le(40));
    assert_eq!(decode(&swapped, 16).unwrap(), b"ijklmnopabcdefgh");
    assert_eq!(decode(&set(&chunk, 36, &le(40)), 16).unwrap(), b"abcdefghabcdefgh");
    // A stream must not extend into the next block.
    corrupt(
        &set(&chunk, 40, &le(9)),
        16,
        "block 0 of the Blosc chunk at byte 0 is damaged: it ends too early",
    );
    corrupt(&set(&chunk, 52, &le(9)), 16, "block 1");
    corrupt(&set(&chunk, 40, &le(7)), 16, "LZ4");
}

#[test]
fn runs_and_their_tokens() {
    let chunk = blocks();
    let run = |size: i32, token: u8| set(&set(&chunk, 40, &size.to_le_bytes()), 44, &[token]);
    assert_eq!(decode(&run(-65, 1), 16).unwrap(), b"AAAAAAAAijklmnop");
    assert_eq!(decode(&run(0, 0), 16).unwrap(), b"\0\0\0\0\0\0\0\0ijklmnop");
    corrupt(&run(-65, 2), 16, "token 2");
    corrupt(&run(-256, 1), 16, "size -256");
    corrupt(&run(i32::MIN, 1), 16, "size -2147483648");
    // The number of streams does not divide the block.
    let split = set(&set(&chunk, 2, &[0x25]), 3, &[3]);
    corrupt(&split, 16, "cannot be divided among 3");
}

#[test]
fn invalid_dictionaries_are_errors() {
    let with = |size: usize| {
        extended(0x30, [0, 1], 4, 4, &[&le(42)[..], &le(size), b"..", &le(4), b"abcd"].concat())
    };
    assert_eq!(decode(&with(2), 4).unwrap(), b"abcd");
    corrupt(&with(0), 4, "dictionary of 0 bytes");
    corrupt(&with(1 << 20), 4, "dictionary of 1048576 bytes");
    corrupt(&with(3000), 4, "too short");
}

#[test]
fn blocks_of_their_own_size() {
    let with = |first: usize, second: usize| {
        let body = [&le(40)[..], &le(47), &le(first), b"abc", &le(second), b"defgh"].concat();
        extended(0x30, [1, 0], 8, 2, &body)
    };
    assert_eq!(decode(&with(3, 5), 8).unwrap(), b"abcdefgh");
    corrupt(&with(0, 8), 8, "claims 0 bytes");
    corrupt(&with(3, 6), 8, "claims 6 bytes");
    corrupt(&with(3, 4), 8, "have 7 bytes");
    corrupt(&with(1 << 31, 1 << 31), 8, "claims 2147483648");
}

#[test]
fn chunks_that_follow_each_other() {
    let chunk = blocks();
    let prefixed = [&u32::try_from(chunk.len()).unwrap().to_be_bytes(), &chunk[..]].concat();
    let both = prefixed.repeat(2);
    assert_eq!(decode(&both, 32).unwrap(), b"abcdefghijklmnop".repeat(2));
    corrupt(&both, 31, "32 decoded bytes, but the block's header declares 31");
    corrupt(&both, 33, "end after 32 of 33");
    corrupt(&both[..both.len() - 1], 32, "preceded by 64");
    corrupt(&set(&both, 71, &[65]), 32, "preceded by 65");
}

/// A frame of `blocks()`, with `metalayers` and an index that is an uncompressed copy of `offsets`.
fn frame(offsets: &[u64], metalayers: &[u8]) -> Vec<u8> {
    let nbytes = offsets.len() * 16;
    let offsets: Vec<u8> = offsets.iter().flat_map(|offset| offset.to_le_bytes()).collect();
    let index = extended(0x02, [0, 0], offsets.len(), offsets.len(), &offsets);
    frame_of(&blocks(), &index, [nbytes, 4, 16], metalayers)
}

/// A frame of one chunk and an index. `sizes` are the decoded size of the frame, the size of an element and the decoded
/// size of a chunk.
fn frame_of(chunk: &[u8], index: &[u8], sizes: [usize; 3], metalayers: &[u8]) -> Vec<u8> {
    let header = 87 + metalayers.len();
    let be = |number: usize| u32::try_from(number).unwrap().to_be_bytes();
    let wide = |number: usize| (number as u64).to_be_bytes();
    let [nbytes, element, size] = sizes;
    [
        &super::frame::MAGIC[..],
        b"\xd2",
        &be(header),
        b"\xcf",
        &wide(header + chunk.len() + index.len()),
        b"\xa4\x12\0\0\0",
        b"\xd3",
        &wide(nbytes),
        b"\xd3",
        &wide(chunk.len()),
        b"\xd2",
        &be(element),
        b"\xd2",
        &be(8),
        b"\xd2",
        &be(size),
        b"\xd1\0\0\xd1\0\0\xc2\xd8\x06",
        &[0; 16],
        metalayers,
        chunk,
        index,
    ]
    .concat()
}

/// An index that repeats an entry `count` times.
fn index_of(count: usize, offset: u64) -> Vec<u8> {
    extended(0, [0, 0x30], count * 8, 8, &offset.to_le_bytes())
}

const NO_METALAYERS: &[u8] = b"\x93\xcd\0\x07\xde\0\0\xdc\0\0";

#[test]
fn invalid_frames_are_errors() {
    let right = frame(&[0], NO_METALAYERS);
    assert_eq!(decode(&right, 16).unwrap(), b"abcdefghijklmnop");
    let special = frame(&[0x8100_0000_0000_0000, 0], NO_METALAYERS);
    assert_eq!(decode(&special, 32).unwrap(), b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0abcdefghijklmnop");
    corrupt(&right, 15, "16 decoded bytes, but the block's header declares 15");
    for length in 0..right.len() {
        assert!(decode(&right[..length], 16).is_err(), "cut to {length}");
    }
    unsupported(&set(&right, 25, &[0x14]), 16, "version 4");
    unsupported(&set(&right, 25, &[0x02]), 16, "kind 0 of chunk offsets");
    unsupported(&set(&right, 26, &[0x01]), 16, "frame type 1");
    corrupt(&set(&right, 11, &[0, 0, 0, 86]), 16, "86 for its header");
    corrupt(&set(&right, 11, &[0x7f, 0, 0, 0]), 16, "for its header");
    corrupt(&set(&right, 39, &[0x7f]), 16, "for its chunks");
    corrupt(&set(&right, 48, &[0, 0, 0, 0]), 16, "elements of 0 bytes");
    corrupt(
        &set(&right, 30, &[0, 0, 0, 0, 0, 0, 1, 0]),
        256,
        "the index of a Blosc2 frame has 8 bytes for 256",
    );
    // The frame and the chunk disagree on the size of the last chunk.
    corrupt(&set(&right, 30, &[0, 0, 0, 0, 0, 0, 0, 15]), 15, "decodes to 16 bytes rather than 15");
}

#[test]
fn index_entries_out_of_range_are_errors() {
    // The index itself, a position after the end, positions that overflow, and unknown special values.
    for offset in [64, 49, 1 << 40, (1 << 63) - 1] {
        corrupt(&frame(&[offset], NO_METALAYERS), 16, "the index of a Blosc2 frame points at byte");
    }
    for special in [0x80, 0x83, 0x85, 0xff_u64] {
        corrupt(&frame(&[special << 56], NO_METALAYERS), 16, "special value");
    }
    // A position inside a chunk, where there is no header.
    assert!(decode(&frame(&[4], NO_METALAYERS), 16).is_err());
    // A huge index of zeros.
    let limits = Limits { output: 1 << 20, ..Limits::default() };
    let mut large = frame(&[0], NO_METALAYERS);
    let index = large.len() - 40;
    large = set(&large, index + 4, &le(1 << 30));
    large = set(&large, index + 31, &[0x10]);
    large = set(&large, 30, &(1_u64 << 31).to_be_bytes());
    let error = decode_within(&large, 1 << 31, limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
}

/// Regression: the same bytes were requested twice at a time, and the whole chunk just to read its size.
#[test]
fn an_index_with_the_same_chunk_twice() {
    let varying = set(&frame(&[0, 0], NO_METALAYERS), 58, &le(0));
    assert_eq!(decode(&varying, 32).unwrap(), b"abcdefghijklmnop".repeat(2));
    let (mut blosc, mut buffer) =
        (Blosc::new(0, varying.len() as u64, 32, Limits::default()), SparseBuffer::default());
    let mut asked = Vec::new();
    while let Err(Interrupt::Need(needed)) = blosc.poll(&mut buffer, std::slice::from_ref(&(0..32))) {
        buffer.supply(0, &varying);
        asked.push(needed);
    }
    let start = 87 + NO_METALAYERS.len() as u64;
    assert!(asked.contains(&std::iter::once(start..start + 32).collect()), "{asked:?}");
}

/// The metalayers of an array with two axes, with chunks of `chunk` and blocks of `block`.
fn b2nd(shape: [u32; 2], chunk: [u32; 2], block: [u32; 2]) -> Vec<u8> {
    let list = |[a, b]: [u32; 2]| [&b"\x92\xce"[..], &a.to_be_bytes(), b"\xce", &b.to_be_bytes()].concat();
    let content = [&[0x97, 0, 2][..], &list(shape), &list(chunk), &list(block)].concat();
    let length = u8::try_from(content.len()).unwrap();
    [b"\x93\xcd\0\x11\xde\0\x01\xa4b2nd\xd2\0\0\0\x6b\xdc\0\x01", &b"\xc4"[..], &[length], &content].concat()
}

/// Checks that reading fails with a limit of `output` bytes.
fn exceeds(stored: &[u8], declared: u64, output: u64, what: &str) {
    let error = decode_within(stored, declared, Limits { output, ..Limits::default() }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
    assert!(error.message().contains(what), "{error} is not about {what}");
}

/// Whether there is a limit above the decoded size at which reading fails because of `what`. Its value depends on the
/// machine.
fn is_refused(stored: &[u8], declared: u64, what: &str) -> bool {
    let limits = (1..100).map(|step| Limits { output: declared + 4000 * step, ..Limits::default() });
    limits
        .filter_map(|limits| decode_within(stored, declared, limits).err())
        .any(|error| error.kind() == ErrorKind::LimitExceeded && error.message().contains(what))
}

/// Regression: the decoded data were within the limit, but the lists of what to decode were not.
#[test]
fn lists_of_chunks_and_blocks_count_towards_the_limit() {
    // 1 GiB of zeros in blocks of one byte; in the second case, all but one of the 2^30 blocks are padding.
    let zeros = index_of(1, 0x81 << 56);
    let size = 1 << 30;
    for shape in [size, 1] {
        let metalayers = b2nd([1, shape], [1, size], [1, 1]);
        let stored = frame_of(&[0; 16], &zeros, [shape as usize, 1, size as usize], &metalayers);
        let stored = set(&stored, 30, &u64::from(size).to_be_bytes());
        exceeds(&stored, shape.into(), 2 << 30, "the list of the Blosc blocks");
    }
    // Chunks of one byte.
    let chunk = extended(0x02, [0, 0], 1, 1, b"x");
    let stored = frame_of(&chunk, &index_of(1000, 0), [1000, 1, 1], NO_METALAYERS);
    assert_eq!(decode(&stored, 1000).unwrap(), b"x".repeat(1000));
    assert!(is_refused(&stored, 1000, "the index"));
    assert!(is_refused(&stored, 1000, "known of the Blosc chunks"));
    // Chunks that each hold a large value or have many blocks.
    let large = extended(0, [0, 0x30], 1000, 1000, &b"x".repeat(1000));
    let starts: Vec<u8> = (0..100).flat_map(|_| le(432)).collect();
    let many = extended(0x30, [0, 0], 100, 1, &[&starts[..], &le(1), b"x"].concat());
    for (chunk, size) in [(large, 1000), (many, 100)] {
        let stored = frame_of(&chunk, &index_of(100, 0), [100 * size, 1, size], NO_METALAYERS);
        let declared = 100 * size as u64;
        assert_eq!(decode(&stored, declared).unwrap(), b"x".repeat(100 * size));
        assert!(is_refused(&stored, declared, "known of the Blosc chunks"));
    }
}

#[test]
fn invalid_arrays_are_errors() {
    let metalayers = b2nd([2, 2], [2, 2], [1, 2]);
    assert_eq!(decode(&frame(&[0], &metalayers), 16).unwrap(), b"abcdefghijklmnop");
    let columns = b2nd([2, 2], [2, 2], [2, 1]);
    assert_eq!(decode(&frame(&[0], &columns), 16).unwrap(), b"abcdijklefghmnop");
    for (shape, chunk, block) in [
        ([3, 2], [2, 2], [1, 2]),
        ([2, 2], [2, 2], [2, 2]),
        ([2, 2], [1, 2], [1, 2]),
        ([2, 0], [2, 2], [2, 1]),
    ] {
        assert!(
            decode(&frame(&[0], &b2nd(shape, chunk, block)), 16).is_err(),
            "{shape:?} {chunk:?} {block:?}"
        );
    }
    corrupt(&frame(&[0], &b2nd([2, 2], [0, 2], [1, 2])), 16, "chunks of [0, 2]");
    corrupt(&frame(&[0], &b2nd([2, 2], [2, 2], [1, 0])), 16, "blocks of [1, 0]");
    corrupt(&frame(&[0, 0], &metalayers), 16, "2 chunks, which do not make up");
    let rank = metalayers.windows(3).position(|bytes| bytes == [0x97, 0, 2]).unwrap() + 2;
    corrupt(&frame(&[0], &set(&metalayers, rank, &[17])), 16, "17 axes, more than the 16");
    for at in 0..metalayers.len() {
        for byte in [0, 0x7f, 0xff] {
            // Whatever the metalayer says, the decoder neither panics nor returns more bytes than declared.
            let outcome = decode(&frame(&[0], &set(&metalayers, at, &[byte])), 16);
            assert!(outcome.is_err() || outcome.is_ok_and(|bytes| bytes.len() == 16));
        }
    }
}

#[test]
fn reads_may_go_back_and_warn_once() {
    let never = 0x8400_0000_0000_0000;
    let stored = frame(&[0, never, 0, never], NO_METALAYERS);
    let (mut blosc, mut buffer) =
        (Blosc::new(0, stored.len() as u64, 64, Limits::default()), SparseBuffer::default());
    let all = [&b"abcdefghijklmnop"[..], &[0; 16]].concat().repeat(2);
    let mut warnings = 0;
    for start in [40, 44, 3, 60, 0, 16, 9_usize] {
        let range = start as u64..start as u64 + 4;
        while let Err(Interrupt::Need(_)) = blosc.poll(&mut buffer, std::slice::from_ref(&range)) {
            buffer.supply(0, &stored);
        }
        assert_eq!(blosc.bytes(&range).unwrap(), &all[start..start + 4]);
        warnings += usize::from(blosc.take_warning().is_some());
    }
    assert_eq!(warnings, 1);
}

/// By python-blosc2 4.14.1: chunks of -1 bytes, and a `b2nd` array with chunks of 0 elements.
#[test]
fn a_frame_of_size_0_is_empty() {
    for frame in [
        "9ea862326672616d6500d200000061cf0000000000000084a412005502d30000000000000000d30000000000000000d200000001d2\
         00000000d2ffffffffd10002d10002c2d8060000000000010500000000000000000093cd0007de0000dc0000940193cd0006de0000\
         dc0000ce00000023d80000000000000000000000000000000000",
        "9ea862326672616d6500d200000092cf00000000000000b5a453005502d30000000000000000d30000000000000000d200000004d2\
         00000000d200000000d10000d10001c2d8060000000000010500000000000000000093cd0011de0001a462326e64d20000006bdc00\
         01c60000002297000191d3000000000000000091d20000000091d20000000000db000000033c6634940193cd0006de0000dc0000ce\
         00000023d80000000000000000000000000000000000",
    ] {
        let frame = hex(frame);
        assert_eq!(decode(&frame, 0).unwrap(), b"");
        assert!(decode(&frame, 4).is_err());
    }
}

/// c-blosc2 of 2021 wrote it.
#[test]
fn a_frame_of_a_pre_release_is_named() {
    let frame =
        hex("9da862326672616d6500d20000005ccf00000000001f7a73a421009100d30000000004c4b400d300000000001f761b\
         d200000004d2000c3500d10004d10004c3d8010100000000000000000000000000000093cd0007de0000dc000004013504");
    unsupported(&frame, 80_000_000, "pre-release of Blosc2");
}

fn hex(digits: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(digit).collect()
}
