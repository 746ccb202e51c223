//! Masked and chunked arrays, compared with a dense array assembled element by element, and the bytes of the file that a
//! selection of them requests.

use std::ops::Range;

use crate::support::select::{indices, select};
use asdf_wasm::{ArrayData, Document, Error, NodeId, Opening, Options, ReadOptions, Select, Step, run};
use proptest::prelude::*;

/// Which elements are masked.
#[derive(Clone, Debug)]
enum Mask {
    None,
    /// The elements of this value.
    Value(u8),
    /// The elements that an array marks: for each axis whether it is broadcast, its elements, and whether it is inline.
    Array(Vec<bool>, Vec<u8>, bool),
}

/// A box of bytes.
#[derive(Clone, Debug)]
struct Chunk {
    start: Vec<u64>,
    shape: Vec<u64>,
    content: Vec<u8>,
    mask: Mask,
    compressed: bool,
}

fn size(shape: &[u64]) -> usize {
    usize::try_from(shape.iter().product::<u64>()).unwrap()
}

prop_compose! {
    fn mask(shape: Vec<u64>)(
        kind in 0..4u8,
        value in 0..4u8,
        broadcast in prop::collection::vec(any::<bool>(), shape.len()),
        truth in prop::collection::vec(0..3u8, size(&shape)),
        inline in any::<bool>(),
    ) -> Mask {
        match kind {
            0 | 1 => Mask::None,
            2 => Mask::Value(value),
            _ => Mask::Array(broadcast, truth, inline),
        }
    }
}

fn chunk(whole: &[u64]) -> impl Strategy<Value = Chunk> + use<> {
    let axes: Vec<_> = whole.iter().map(|length| (0..=*length, 0..=*length)).collect();
    axes.prop_flat_map(|ends| {
        let start: Vec<u64> = ends.iter().map(|(a, b)| *a.min(b)).collect();
        let shape: Vec<u64> = ends.iter().map(|(a, b)| a.abs_diff(*b)).collect();
        let content = prop::collection::vec(0..4u8, size(&shape));
        (Just(start), Just(shape.clone()), content, mask(shape), any::<bool>())
    })
    .prop_map(|(start, shape, content, mask, compressed)| Chunk {
        start,
        shape,
        content,
        mask,
        compressed,
    })
}

fn whole() -> impl Strategy<Value = (Vec<u64>, Vec<Chunk>, Vec<Select>)> {
    prop::collection::vec(1..9u64, 0..4).prop_flat_map(|shape| {
        let selection: Vec<_> = shape.iter().map(|length| select(*length)).collect();
        (Just(shape.clone()), prop::collection::vec(chunk(&shape), 0..6), selection)
    })
}

/// An array that is not chunked.
fn alone() -> impl Strategy<Value = (Chunk, Vec<Select>)> {
    prop::collection::vec(0..6u64, 0..4).prop_flat_map(|shape| {
        let selection: Vec<_> = shape.iter().map(|length| select(*length)).collect();
        let content = prop::collection::vec(0..4u8, size(&shape));
        let array = (content, mask(shape.clone()), any::<bool>());
        let array = array.prop_map(move |(content, mask, compressed)| {
            let start = vec![0; shape.len()];
            Chunk { start, shape: shape.clone(), content, mask, compressed }
        });
        (array, selection)
    })
}

/// The text of a tree and the blocks behind it.
#[derive(Default)]
struct File {
    tree: String,
    blocks: Vec<(Vec<u8>, bool)>,
}

impl File {
    fn array(&mut self, shape: &[u64], content: &[u8], compressed: bool, more: &str) -> String {
        self.blocks.push((content.to_vec(), compressed));
        let source = self.blocks.len() - 1;
        format!(
            "!core/ndarray-1.1.0 {{source: {source}, datatype: uint8, byteorder: little, shape: {shape:?}{more}}}"
        )
    }

    fn chunk(&mut self, chunk: &Chunk) -> String {
        let more = match &chunk.mask {
            Mask::None => String::new(),
            Mask::Value(value) => format!(", mask: {value}"),
            Mask::Array(broadcast, truth, inline) => {
                let shape: Vec<u64> = chunk
                    .shape
                    .iter()
                    .zip(broadcast)
                    .map(|(length, one)| if *one { 1 } else { *length })
                    .collect();
                let truth = &truth[..size(&shape).min(truth.len())];
                if *inline && shape.len() == 1 && truth.len() == size(&shape) {
                    format!(", mask: {truth:?}")
                } else {
                    let mut truth = truth.to_vec();
                    truth.resize(size(&shape), 1);
                    format!(", mask: {}", self.array(&shape, &truth, !chunk.compressed, ""))
                }
            }
        };
        self.array(&chunk.shape, &chunk.content, chunk.compressed, &more)
    }

    /// The file, and where the blocks are in it.
    fn bytes(&self) -> (Vec<u8>, Vec<Range<u64>>) {
        let head = "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n";
        let mut file = format!("{head}{}...\n", self.tree).into_bytes();
        let mut places = Vec::new();
        for (content, compressed) in &self.blocks {
            let stored = if *compressed {
                miniz_oxide::deflate::compress_to_vec_zlib(content, 1)
            } else {
                content.clone()
            };
            file.extend(b"\xd3BLK\0\x30\0\0\0\0");
            file.extend(if *compressed { *b"zlib" } else { [0; 4] });
            for size in [stored.len(), stored.len(), content.len()] {
                file.extend((size as u64).to_be_bytes());
            }
            file.extend([0; 16]);
            places.push(file.len() as u64..(file.len() + stored.len()) as u64);
            file.extend(stored);
        }
        (file, places)
    }

    fn open(&self) -> (Document, NodeId, Vec<u8>, Vec<Range<u64>>) {
        let (bytes, places) = self.bytes();
        let document = run(Opening::new(bytes.len() as u64, Options::default()), &bytes).unwrap();
        assert_eq!(document.warnings(), []);
        let node = document.tree().unwrap().at("data").unwrap();
        (document, node, bytes, places)
    }
}

/// Reads, and returns the requested ranges too. Elements reported as finished must not change afterwards.
fn read(
    document: &Document,
    node: NodeId,
    selection: &[Select],
    bytes: &[u8],
) -> Result<(ArrayData, Vec<Range<u64>>), Error> {
    let options = ReadOptions { selection: selection.to_vec(), ..document.read_options() };
    let mut read = document.read(node, &options)?;
    let (mut filled, mut asked, mut finished) = (ArrayData::new(read.plan()), Vec::new(), Vec::new());
    while let Step::Need(ranges) = read.step(&mut filled)? {
        let elements =
            read.position().map_or(filled.bytes.len(), |element| usize::try_from(element).unwrap());
        finished.push(first(&filled, elements));
        for range in ranges {
            read.supply(
                range.start,
                &bytes[usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap()],
            );
            asked.push(range);
        }
    }
    for part in finished {
        assert_eq!(part, first(&filled, part.bytes.len()));
    }
    Ok((filled, asked))
}

/// The first elements, of one byte each, with their mask.
fn first(filled: &ArrayData, elements: usize) -> ArrayData {
    let mask = filled.mask.as_ref().map(|mask| mask[..elements].to_vec());
    ArrayData { bytes: filled.bytes[..elements].to_vec(), mask }
}

/// The indices of all elements of a box, in C order.
fn each(shape: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for length in shape {
        all = all.iter().flat_map(|index| (0..*length).map(|last| [&index[..], &[last]].concat())).collect();
    }
    all
}

fn number(index: &[u64], shape: &[u64]) -> usize {
    index.iter().zip(shape).fold(0, |number, (index, length)| {
        number * usize::try_from(*length).unwrap() + usize::try_from(*index).unwrap()
    })
}

/// The elements of a chunk, and which of them are masked.
fn elements(chunk: &Chunk) -> Vec<(Vec<u64>, u8, u8)> {
    let masked = |index: &[u64], value: u8| match &chunk.mask {
        Mask::None => false,
        Mask::Value(wanted) => value == *wanted,
        Mask::Array(broadcast, truth, _) => {
            let shape: Vec<u64> = chunk
                .shape
                .iter()
                .zip(broadcast)
                .map(|(length, one)| if *one { 1 } else { *length })
                .collect();
            let index: Vec<u64> =
                index.iter().zip(broadcast).map(|(index, one)| if *one { 0 } else { *index }).collect();
            truth.get(number(&index, &shape)).is_none_or(|truth| *truth != 0)
        }
    };
    let indices = each(&chunk.shape).into_iter();
    indices
        .zip(&chunk.content)
        .map(|(index, value)| {
            let masked = u8::from(masked(&index, *value));
            (index, *value, masked)
        })
        .collect()
}

#[test]
fn elements_of_any_size_are_masked_one_by_one() {
    let mut file = File::default();
    let half = 200_000;
    let first = file.array(&[half], &vec![b'a'; 1_000_000], false, "").replace("uint8", "[ascii, 5]");
    let mask: Vec<u8> = (0..half).map(|index| u8::from(index % 3 == 0)).collect();
    let mask = file.array(&[half], &mask, true, "");
    let more = format!(", mask: {mask}");
    let second = file.array(&[half], &vec![b'b'; 1_000_000], true, &more).replacen("uint8", "[ascii, 5]", 1);
    let chunks = format!("[{{start: [0], ndarray: {first}}}, {{start: [{half}], ndarray: {second}}}]");
    file.tree = format!(
        "data: !core/chunked-ndarray-1.0.0 {{shape: [{}], datatype: [ascii, 5], chunks: {chunks}}}\n",
        2 * half
    );
    let (document, node, bytes, _) = file.open();
    let (filled, _) = read(&document, node, &[], &bytes).unwrap();
    assert_eq!(filled.bytes, [vec![b'a'; 1_000_000], vec![b'b'; 1_000_000]].concat());
    let expected: Vec<u8> =
        (0..2 * half).map(|index| u8::from(index >= half && (index - half) % 3 == 0)).collect();
    assert_eq!(filled.mask, Some(expected));
}

/// The indices that a selection takes, or `None` when it is out of bounds.
fn chosen(selection: &[Select], shape: &[u64]) -> Option<Vec<Vec<u64>>> {
    let axes: Option<Vec<_>> =
        selection.iter().zip(shape).map(|(select, length)| Some(indices(*select, *length)?.0)).collect();
    let axes = axes?;
    let lengths: Vec<u64> = axes.iter().map(|axis| axis.len() as u64).collect();
    let index = |at: Vec<u64>| {
        let pairs = at.iter().zip(&axes);
        pairs.map(|(at, axis)| u64::try_from(axis[usize::try_from(*at).unwrap()]).unwrap()).collect()
    };
    Some(each(&lengths).into_iter().map(index).collect())
}

/// Reads a selection of the array and compares it with the same selection of a dense one. Returns the block of each
/// requested range, and the indices taken.
fn check(
    file: &File,
    selection: &[Select],
    shape: &[u64],
    dense: &[u8],
    mask: Option<&[u8]>,
) -> Vec<(usize, Vec<Vec<u64>>)> {
    let (document, node, bytes, places) = file.open();
    let outcome = read(&document, node, selection, &bytes);
    let Some(chosen) = chosen(selection, shape) else {
        assert_eq!(outcome.unwrap_err().kind().code(), "bad-selection");
        return Vec::new();
    };
    let (filled, asked) = outcome.unwrap();
    let select = |all: &[u8]| chosen.iter().map(|index| all[number(index, shape)]).collect::<Vec<u8>>();
    assert_eq!(filled.bytes, select(dense));
    assert_eq!(filled.mask, mask.map(select));
    let block = |range: &Range<u64>| {
        places.iter().position(|place| place.start <= range.start && range.end <= place.end).unwrap()
    };
    asked.iter().map(|range| (block(range), chosen.clone())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn any_selection_of_chunks_equals_that_of_a_dense_array((shape, chunks, selection) in whole()) {
        let (mut file, mut list, mut owners) = (File::default(), Vec::new(), Vec::new());
        for (number, chunk) in chunks.iter().enumerate() {
            let text = file.chunk(chunk);
            list.push(format!("{{start: {:?}, ndarray: {text}}}", chunk.start));
            owners.resize(file.blocks.len(), number);
        }
        let chunked = format!("shape: {shape:?}, datatype: uint8, chunks: [{}]", list.join(", "));
        file.tree = format!("data: !core/chunked-ndarray-1.0.0 {{{chunked}}}\n");

        let (mut dense, mut mask) = (vec![0; size(&shape)], vec![0; size(&shape)]);
        for chunk in &chunks {
            for (index, value, masked) in elements(chunk) {
                let index: Vec<u64> =
                    index.iter().zip(&chunk.start).map(|(index, start)| index + start).collect();
                (dense[number(&index, &shape)], mask[number(&index, &shape)]) = (value, masked);
            }
        }
        let masked = chunks.iter().any(|chunk| !matches!(chunk.mask, Mask::None));
        for (block, chosen) in check(&file, &selection, &shape, &dense, masked.then_some(&mask)) {
            let Chunk { start, shape, .. } = &chunks[owners[block]];
            let touched = chosen.iter().any(|index| {
                let mut axes = index.iter().zip(start.iter().zip(shape));
                axes.all(|(index, (start, length))| (*start..start + length).contains(index))
            });
            prop_assert!(touched, "block {block} is of a chunk that lies elsewhere");
        }
    }

    #[test]
    fn any_selection_with_a_mask_equals_that_of_a_dense_array((chunk, selection) in alone()) {
        let mut file = File::default();
        file.tree = format!("data: {}\n", file.chunk(&chunk));
        let all = elements(&chunk);
        let dense: Vec<u8> = all.iter().map(|(_, value, _)| *value).collect();
        let mask: Vec<u8> = all.iter().map(|(_, _, masked)| *masked).collect();
        let masked = !matches!(chunk.mask, Mask::None);
        check(&file, &selection, &chunk.shape, &dense, masked.then_some(&mask));
    }
}

#[test]
fn chunks_repeated_through_aliases_are_counted() {
    let mut file = File::default();
    let chunks = vec!["*chunk"; 2000].join(", ");
    file.tree = format!("chunks: &chunks [&chunk {{start: [0]}}, {chunks}]\narrays:\n");
    for _ in 0..2000 {
        file.tree += "- !core/chunked-ndarray-1.0.0 {shape: [1], datatype: uint8, byteorder: little, chunks: *chunks}\n";
    }
    let bytes = file.bytes().0;
    let document = run(Opening::new(bytes.len() as u64, Options::default()), &bytes).unwrap();
    let array = |path: &str| document.array(document.tree().unwrap().at(path).unwrap()).unwrap().as_ref();
    assert!(array("arrays/0").is_ok());
    assert_eq!(array("arrays/1999").unwrap_err().kind().code(), "limit-exceeded");
}
