//! Handmade chains, and the errors for chains that cannot be decoded.

use crate::codec::input::HISTORY;
use crate::codec::{Compression, Decoder, Status};
use crate::error::{ErrorKind, Result};
use crate::layout::Encoding;
use crate::limits::Limits;

/// Decodes a block with this chain and these data, which arrive in pieces of `size`.
fn decode_in(chain: &str, data: &[u8], declared: usize, size: usize, limits: &Limits) -> Result<Vec<u8>> {
    let stored = [format!("{chain}\n...\n").as_bytes(), data].concat();
    let mut decoder =
        Decoder::new(Compression::of(Encoding::Chain)?, stored.len() as u64, declared as u64, limits)?;
    let (mut output, mut decoded) = (Vec::new(), Vec::new());
    let (mut consumed, mut arrived) = (0, 0);
    loop {
        let kept = output.len().min(HISTORY);
        output.drain(..output.len() - kept);
        let (taken, status) =
            decoder.decode(&stored[consumed..arrived], arrived == stored.len(), &mut output)?;
        consumed += taken;
        decoded.extend_from_slice(&output[kept..]);
        match status {
            Status::Progress => {}
            Status::NeedInput(more) => arrived = (arrived + size).max(consumed + more).min(stored.len()),
            Status::Finished => return Ok(decoded),
        }
    }
}

fn decode(chain: &str, data: &[u8], declared: usize) -> Result<Vec<u8>> {
    let whole = decode_in(chain, data, declared, usize::MAX >> 1, &Limits::default());
    for size in [1, 1000] {
        assert!(
            decode_in(chain, data, declared, size, &Limits::default()) == whole,
            "{chain}: in pieces of {size}"
        );
    }
    whole
}

fn zlib(data: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(data, 6)
}

/// The kind and the message of the error.
fn refused(chain: &str, data: &[u8], declared: usize) -> (ErrorKind, String) {
    let error = decode(chain, data, declared).unwrap_err();
    (error.kind(), error.message().to_owned())
}

/// A chunk of `quantize` with these packed bits.
fn chunk(bits: u8, offset: f64, scale: f64, count: u64, packed: &[u8]) -> Vec<u8> {
    let head = [&[bits][..], &offset.to_be_bytes(), &scale.to_be_bytes(), &count.to_be_bytes()].concat();
    [&head, packed].concat()
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

#[test]
fn every_way_of_writing_a_chain() {
    let (data, packed) = (b"twelve bytes", zlib(b"twelve bytes"));
    for chain in ["[zlib]", "--- [zlib]", "[[zlib]]", "[[zlib, {}]]", "---\n- zlib", "%YAML 1.1\n--- [zlib]"]
    {
        assert_eq!(decode(chain, &packed, data.len()).unwrap(), data, "{chain}");
    }
    assert_eq!(decode("[]", data, data.len()).unwrap(), data);
    assert_eq!(decode("[zlib, zlib]", &zlib(&packed), data.len()).unwrap(), data);
}

#[test]
fn long_data_pass_through_several_steps() {
    let data: Vec<u8> = (0..1_500_000_u32).flat_map(|number| (number / 3).to_le_bytes()).collect();
    let packed = zlib(&zlib(&data));
    let whole = decode_in("[zlib, zlib]", &packed, data.len(), usize::MAX >> 1, &Limits::default());
    assert!(whole.unwrap() == data);
    let pieces = decode_in("[zlib, zlib]", &packed, data.len(), 7, &Limits::default());
    assert!(pieces.unwrap() == data);
}

#[test]
fn every_step_of_zlib_makes_progress() {
    let data: Vec<u8> =
        (0..1 << 20u32).map(|at: u32| (at.wrapping_mul(0x9e37_79b1) >> 24).to_le_bytes()[0]).collect();
    let stored = [b"[zlib]\n...\n", &*miniz_oxide::deflate::compress_to_vec_zlib(&data, 0)].concat();
    let (stored_size, size) = (stored.len() as u64, data.len() as u64);
    let mut decoder = Decoder::new(Compression::Chain, stored_size, size, &Limits::default()).unwrap();
    let (mut output, mut at) = (Vec::new(), 0);
    while output.len() < data.len() {
        let before = output.len();
        let (taken, status) = decoder.decode(&stored[at..], true, &mut output).unwrap();
        assert_eq!(status, Status::Progress);
        assert!(taken > 0 || output.len() > before, "nothing came of a turn at byte {at}");
        at += taken;
    }
    assert!(output == data);
}

#[test]
fn tiles_of_any_number_of_axes() {
    let tile = |tile: &str, shape: &str, item: usize, data: &[u8], expected: &[u8]| {
        let chain = format!("[[tile, {{shape: {tile}, original_shape: {shape}, item_size: {item}}}]]");
        assert_eq!(decode(&chain, data, expected.len()).unwrap(), expected, "{chain}");
    };
    tile("[3]", "[5]", 1, b"abcdeX", b"abcde");
    tile("[3]", "[5]", 2, b"aAbBcCdDeEXX", b"aAbBcCdDeE");
    tile("[2, 2]", "[3, 3]", 1, b"abdecXfXghXXiXXX", b"abcdefghi");
    tile("[4, 4]", "[1, 2]", 1, b"abXXXXXXXXXXXXXX", b"ab");
    tile("[1, 2, 1]", "[2, 2, 2]", 1, b"acbdegfh", b"abcdefgh");
    tile("[]", "[]", 3, b"abc", b"abc");
    tile("[2, 2]", "[0, 3]", 8, b"", b"");
}

#[test]
fn quantized_values_of_any_number_of_bits() {
    let quantize =
        |dtype: u8, count: usize| format!("[[quantize, {{dtype: {dtype}, original_shape: [{count}]}}]]");
    // The values 0, 1, -2, -1 in two bits each, and 3, -4, 2 in three bits each; then the minimum and maximum of 64
    // bits.
    let data = [chunk(2, 0.5, 2.0, 4, &[0b0001_1011]), chunk(3, 0.0, 1.0, 3, &[0b0111_0001, 0])].concat();
    assert_eq!(decode(&quantize(32, 7), &data, 28).unwrap(), floats(&[0.5, 2.5, -3.5, -1.5, 3.0, -4.0, 2.0]));
    let data = [i64::MIN.to_be_bytes(), i64::MAX.to_be_bytes()].concat();
    let decoded = decode(&quantize(64, 2), &chunk(64, 0.0, 1.0, 2, &data), 16).unwrap();
    let limit = 2_f64.powi(63);
    assert_eq!(decoded, [(-limit).to_le_bytes(), limit.to_le_bytes()].concat());
    // Chunks without values, and no chunks at all.
    let data = [chunk(1, 0.0, 1.0, 0, &[]), chunk(1, 0.0, 1.0, 1, &[0x80])].concat();
    assert_eq!(decode(&quantize(32, 1), &data, 4).unwrap(), floats(&[-1.0]));
    assert_eq!(decode(&quantize(32, 0), &[], 0).unwrap(), b"");
}

/// The shape that `quantize` states is that of the array at the beginning of the chain, not that of the tiles.
#[test]
fn tiled_quantized_and_compressed() {
    let chain = "[[tile, {shape: [2, 2], original_shape: [1, 3], item_size: 4}], \
                 [quantize, {dtype: 32, original_shape: [1, 3]}], zlib]";
    let data = [chunk(8, 0.0, 1.0, 5, &[1, 2, 0, 0, 3]), chunk(8, 1.0, 1.0, 3, &[0, 0, 0])].concat();
    assert_eq!(decode(chain, &zlib(&data), 12).unwrap(), floats(&[1.0, 2.0, 3.0]));
    // The checksum after the last value is also verified.
    let mut damaged = zlib(&data);
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(refused(chain, &damaged, 12).0, ErrorKind::CorruptData);
}

#[test]
fn each_error_of_a_chain_has_its_message() {
    use ErrorKind::{BadBlock, CorruptData, LimitExceeded, UnsupportedEncoding};
    let tile = |more: &str| format!("[[tile, {{{more}}}]]");
    for (chain, kind, message) in [
        ("[rice]", UnsupportedEncoding, "the block's encoding chain has `rice`, which is not supported"),
        (
            "[zlib, [tile, {}]]",
            BadBlock,
            "the encoding `tile` takes an array, but stands behind `zlib`, which gives bytes",
        ),
        (
            "[[quantize, {}], [quantize, {}]]",
            BadBlock,
            "the encoding `quantize` takes an array, but stands behind `quantize`, which gives bytes",
        ),
        ("zlib", BadBlock, "the encoding chain is not a list"),
        ("[{zlib: {}}]", BadBlock, "a step of the encoding chain is neither a name nor one with arguments"),
        (
            "[[zlib, {}, {}]]",
            BadBlock,
            "a step of the encoding chain is neither a name nor one with arguments",
        ),
        ("[zlib", BadBlock, "the encoding chain cannot be read: line 2, column 1: expected `,` or `]`"),
        (
            &format!("[{}]", ["zlib"; 17].join(", ")),
            LimitExceeded,
            "the encoding chain has 17 steps, more than the limit of 16",
        ),
        ("[tile]", BadBlock, "the encoding `tile` has no argument `original_shape`"),
        (&tile("original_shape: [4]"), BadBlock, "the encoding `tile` has no argument `item_size`"),
        (&tile("original_shape: [4], item_size: 1"), BadBlock, "the encoding `tile` has no argument `shape`"),
        (
            &tile("original_shape: 4, item_size: 1"),
            BadBlock,
            "the argument `original_shape` of the encoding `tile` is not a list of lengths",
        ),
        (
            &tile("original_shape: [4], item_size: -1"),
            BadBlock,
            "the argument `item_size` of the encoding `tile` is not a whole number",
        ),
        (
            &tile("original_shape: [5], item_size: 1, shape: [2]"),
            BadBlock,
            "the encoding `tile` is of an array of 5 bytes, but the block's header declares 4",
        ),
        (
            &tile("original_shape: [4], item_size: 1, shape: [0]"),
            BadBlock,
            "the encoding `tile` has tiles without items",
        ),
        (
            &tile("original_shape: [4], item_size: 1, shape: [2, 2]"),
            BadBlock,
            "the encoding `tile` has tiles of 2 axes for an array of 1",
        ),
        (
            &tile("original_shape: [2, 2], item_size: 1, shape: [0x7fffffffffffffff, 3]"),
            BadBlock,
            "the tiles of the encoding `tile` take more bytes than there can be",
        ),
        (
            &tile("original_shape: [0x7fffffffffffffff, 3], item_size: 1, shape: [1, 1]"),
            BadBlock,
            "the encoding `tile` is of an array of more bytes than there can be, but the block's header declares 4",
        ),
        (
            "[[quantize, {dtype: 16, original_shape: [1]}]]",
            BadBlock,
            "the argument `dtype` of the encoding `quantize` is 16, not 32 or 64",
        ),
        (
            "[[quantize, {dtype: 32, original_shape: [2]}]]",
            BadBlock,
            "the encoding `quantize` is of an array of 8 bytes, but the block's header declares 4",
        ),
        ("[[quantize, {dtype: 32}]]", BadBlock, "the encoding `quantize` has no argument `original_shape`"),
        (
            "[[tile, {shape: [2], original_shape: [2], item_size: 2}], [quantize, {dtype: 32, original_shape: [1]}]]",
            BadBlock,
            "the encodings do not fit: `tile` has items of 2 bytes, and `quantize` floats of 4",
        ),
        ("[]", CorruptData, "the data of the encoding `null` end too early"),
        ("[zlib]", CorruptData, "the data of the encoding `zlib` end too early"),
        (
            &tile("original_shape: [4], item_size: 1, shape: [3]"),
            CorruptData,
            "the data of the encoding `tile` end too early",
        ),
    ] {
        assert_eq!(refused(chain, b"", 4), (kind, message.to_owned()), "{chain}");
    }
    let error = Decoder::new(Compression::Chain, 6, 4, &Limits::default())
        .and_then(|mut decoder| decoder.decode(b"[zlib]", true, &mut Vec::new()));
    assert_eq!(error.unwrap_err().message(), "no line `...` ends the encoding chain in the first 6 bytes");
}

#[test]
fn each_error_of_quantized_data_has_its_message() {
    let quantize = "[[quantize, {dtype: 32, original_shape: [2]}]]";
    let early = "the data of the encoding `quantize` end too early";
    for (data, message) in [
        (chunk(0, 0.0, 1.0, 2, &[]), "a chunk of `quantize` has 0 bits a value, not 1 to 64"),
        (chunk(65, 0.0, 1.0, 2, &[]), "a chunk of `quantize` has 65 bits a value, not 1 to 64"),
        (chunk(8, 0.0, 1.0, 2, &[1]), early),
        (chunk(8, 0.0, 1.0, 2, &[1, 2, 3]), early),
        (chunk(8, 0.0, 1.0, u64::MAX, &[1, 2]), early),
        (chunk(8, 0.0, 1.0, 1, &[1]), "the block decodes to 4 bytes, but its header declares 8"),
        (chunk(8, 0.0, 1.0, 3, &[1, 2, 3]), "the block decodes to more than the 8 bytes its header declares"),
    ] {
        assert_eq!(refused(quantize, &data, 8), (ErrorKind::CorruptData, message.to_owned()));
    }
}

#[test]
fn no_step_exceeds_its_limit() {
    let limits = Limits { block: 1000, ..Limits::default() };
    let chain = "[[tile, {shape: [1], original_shape: [4], item_size: 1}], \
                 [tile, {shape: [1], original_shape: [1001], item_size: 1}]]";
    let error = decode_in(chain, b"", 4, 1, &limits).unwrap_err();
    assert_eq!(error.message(), "the untiled array takes 1001 bytes, more than the limit of 1000");
    let error = decode_in("[zlib, zlib]", &zlib(&vec![0; 2000]), 4, 1, &limits).unwrap_err();
    assert_eq!(
        error.message(),
        "what a step of the encoding chain gives takes 2000 bytes, more than the limit of 1000"
    );
    let chain = format!("[[tile, {{original_shape: {:?}, item_size: 1}}]]", [1; 65]);
    let error = decode_in(&chain, b"a", 1, 1, &limits).unwrap_err();
    assert_eq!(error.message(), "the encoding `tile` is of an array of 65 axes, more than the limit of 64");
    // One byte is needed of a tile of 2⁶² bytes.
    let chain = "[[tile, {shape: [0x4000000000000000], original_shape: [1], item_size: 1}]]";
    let error = decode_in(chain, b"a", 1, 1, &limits).unwrap_err();
    assert_eq!(error.message(), "the data of the encoding `tile` end too early");
}

#[test]
fn a_row_of_tiles_is_limited_like_a_result() {
    let tiles =
        |height: u64| format!("[[tile, {{shape: [{height}, 1], original_shape: [4, 1000], item_size: 2}}]]");
    let limits = Limits { output: 4000, ..Limits::default() };
    let data: Vec<u8> = (0..8000u32).map(|at| at.to_le_bytes()[0]).collect();
    assert_eq!(decode_in(&tiles(2), &data, 8000, 1000, &limits).unwrap().len(), 8000);
    // The first tile puts bytes into the last of this many rows.
    let message = "a row of the tiles of the encoding `tile` takes 6000 bytes, more than the limit of 4000";
    let error = decode_in(&tiles(3), &data, 8000, 1000, &limits).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::LimitExceeded, message));
    // The array has fewer rows than the tile, so only its rows count.
    let limits = Limits { output: 8000, ..limits };
    assert!(decode_in(&tiles(5), &vec![0; 10000], 8000, 1000, &limits).is_ok());
}
