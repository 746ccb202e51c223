//! Selections compared with a naive loop, for arrays in any memory layout, with the bytes arriving in pieces.

use crate::support::select::{indices, select};
use asdf_wasm::{ArrayReader, Checksums, Opening, Options, ReadOptions, Select, Step, run};
use proptest::prelude::*;

/// An array of int32 in a block: its shape, strides and offset in bytes, and the block's length.
#[derive(Clone, Debug)]
struct Case {
    shape: Vec<u64>,
    strides: Vec<i64>,
    offset: u64,
    block: u64,
    big: bool,
    selection: Vec<Select>,
    /// How many bytes arrive at a time.
    piece: usize,
}

prop_compose! {
    /// Axes in any memory order, with gaps, reversed, or broadcast by a stride of 0.
    fn layout()(
        shape in prop::collection::vec(0u64..6, 0..4),
        gaps in prop::collection::vec((0u64..3, any::<bool>(), 0u8..8), 4),
        order in Just((0..4usize).collect::<Vec<_>>()).prop_shuffle(),
        wide in prop_oneof![Just(1u64), Just(1), Just(20_000)],
        padding in 0u64..9,
        big in any::<bool>(),
        piece in prop_oneof![1usize..50, Just(1 << 20)],
    ) -> (Vec<u64>, Vec<i64>, u64, u64, bool, usize) {
        let mut strides = vec![0i64; shape.len()];
        let (mut span, mut offset) = (4u64, padding);
        for axis in order.into_iter().filter(|axis| *axis < shape.len()) {
            let (gap, backwards, broadcast) = gaps[axis];
            if broadcast == 0 {
                continue;
            }
            let stride = (span + 4 * gap) * wide;
            let reach = stride * shape[axis].saturating_sub(1);
            strides[axis] = i64::try_from(stride).unwrap();
            if backwards {
                strides[axis] *= -1;
                offset += reach;
            }
            span = reach + stride;
        }
        let high: u64 = shape.iter().zip(&strides).filter(|(n, s)| **n > 0 && **s > 0).map(|(n, s)| (n - 1) * s.unsigned_abs()).sum();
        (shape, strides, offset, offset + high + 4 + padding, big, piece)
    }
}

fn case() -> impl Strategy<Value = Case> {
    layout().prop_filter("a block that fits", |layout| layout.3 < 4 << 20).prop_flat_map(
        |(shape, strides, offset, block, big, piece)| {
            let selection: Vec<_> = shape.iter().map(|length| select(*length)).collect();
            selection.prop_map(move |selection| Case {
                shape: shape.clone(),
                strides: strides.clone(),
                offset,
                block,
                big,
                selection,
                piece,
            })
        },
    )
}

fn file(case: &Case, content: &[u8], compressed: bool) -> Vec<u8> {
    let order = if case.big { "big" } else { "little" };
    let Case { shape, strides, offset, .. } = case;
    let mut file = format!(
        "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n\
         data: !core/ndarray-1.1.0 {{source: 0, datatype: int32, byteorder: {order}, shape: {shape:?}, strides: {strides:?}, offset: {offset}}}\n...\n"
    )
    .into_bytes();
    let stored =
        if compressed { miniz_oxide::deflate::compress_to_vec_zlib(content, 1) } else { content.to_vec() };
    file.extend(b"\xd3BLK\0\x30\0\0\0\0");
    file.extend(if compressed { *b"zlib" } else { [0; 4] });
    for size in [stored.len(), stored.len(), content.len()] {
        file.extend((size as u64).to_be_bytes());
    }
    file.extend([0; 16]);
    file.extend(stored);
    file
}

/// Reads from a file that arrives in pieces. Elements reported as finished are as in `expected`, whose elements have four
/// bytes.
fn read(
    mut reading: ArrayReader<'_>,
    file: &[u8],
    piece: usize,
    expected: &[u8],
) -> Result<Vec<u8>, asdf_wasm::Error> {
    let mut output = Vec::new();
    while let Step::Need(ranges) = reading.step(&mut output)? {
        let finished =
            reading.position().map_or(expected.len(), |element| 4 * usize::try_from(element).unwrap());
        assert!(output.get(..finished) == expected.get(..finished), "{finished} bytes are finished");
        assert!(
            ranges.iter().is_sorted_by(|a, b| a.end <= b.start)
                && ranges.iter().all(|range| !range.is_empty())
        );
        for range in ranges {
            let (start, end) = (usize::try_from(range.start).unwrap(), usize::try_from(range.end).unwrap());
            reading.supply(range.start, &file[start..end.min(start + piece.max((end - start) / 4))]);
        }
    }
    Ok(output)
}

fn naive(case: &Case, content: &[u8]) -> Option<(Vec<u64>, Vec<u8>)> {
    let axes: Option<Vec<_>> =
        case.selection.iter().zip(&case.shape).map(|(select, n)| indices(*select, *n)).collect();
    let axes = axes?;
    let mut places = vec![i64::try_from(case.offset).unwrap()];
    for ((indices, _), stride) in axes.iter().zip(&case.strides) {
        places =
            places.iter().flat_map(|place| indices.iter().map(move |index| place + index * stride)).collect();
    }
    let element = |place: &i64| {
        let place = usize::try_from(*place).unwrap();
        let mut bytes: [u8; 4] = content[place..place + 4].try_into().unwrap();
        if case.big {
            bytes.reverse();
        }
        bytes
    };
    let shape = axes.iter().filter(|(_, kept)| *kept).map(|(indices, _)| indices.len() as u64).collect();
    Some((shape, places.iter().flat_map(element).collect()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn any_selection_of_any_layout_equals_a_naive_loop(case in case()) {
        let content: Vec<u8> = (0..case.block).map(|at| u8::try_from((at * 131 + at / 251) % 256).unwrap()).collect();
        for compressed in [false, true] {
            let file = file(&case, &content, compressed);
            let document = run(Opening::new(file.len() as u64, Options::default()), &file).unwrap();
            let (node, array) = document.arrays().next().unwrap();
            prop_assert!(array.is_ok(), "{:?}", array);
            let options = ReadOptions { selection: case.selection.clone(), checksums: Checksums::Ignore, ..document.read_options() };
            let outcome = document.read(node, &options);
            match naive(&case, &content) {
                None => prop_assert_eq!(outcome.unwrap_err().kind().code(), "bad-selection"),
                Some((shape, bytes)) => {
                    let reading = outcome.unwrap();
                    prop_assert_eq!(&reading.plan().shape, &shape);
                    let [piece] = reading.plan().pieces.as_slice() else { panic!("one array is one piece") };
                    if let Some(direct) = &document.read_piece(piece).unwrap().info().direct {
                        let (start, end) = (usize::try_from(direct.start).unwrap(), usize::try_from(direct.end).unwrap());
                        prop_assert_eq!(&file[start..end], &bytes);
                    }
                    prop_assert_eq!(read(reading, &file, case.piece, &bytes).unwrap(), bytes);
                }
            }
        }
    }
}
