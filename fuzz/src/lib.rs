//! The doors through which bytes that nobody vouches for come in, one function each: a file as a whole, its tree, the
//! description of an array, each codec's stream, and what is to be encoded.
//!
//! All go through the public API, as a user's file does: what is fuzzed is wrapped into the smallest file that leads to
//! the door. Each function states what must hold by panicking, and returns when it does. The targets of cargo-fuzz call
//! them, and so does `tests/corpus.rs`, which replays the corpus within a budget of memory.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use asdf_wasm::writer::{BloscCodec, Codec, EncodeOptions, Encoder, Lz4Layout, Shuffle};
use asdf_wasm::{
    Checksums, Document, Error, ErrorKind, Limits, Opening, Operation, Options, Select, Step, Tree, Value,
};
use sha2::{Digest, Sha256};

/// Lengths of pieces for [`describe`]: everything that is asked for at once.
pub const WHOLE: &[usize] = &[usize::MAX];

/// A door, and its name, which is that of its target and of its corpus.
pub type Door = (&'static str, fn(&[u8]));

/// Every door. Those of the codecs have their labels' names.
pub const DOORS: &[Door] = &[
    ("file", file),
    ("arrival", arrival),
    ("tree", tree),
    ("ndarray", ndarray),
    ("chain", chain),
    ("zlib", |bytes| codec(*b"zlib", bytes)),
    ("bzp2", |bytes| codec(*b"bzp2", bytes)),
    ("lz4", |bytes| codec(*b"lz4\0", bytes)),
    ("lz4f", |bytes| codec(*b"lz4f", bytes)),
    ("zstd", |bytes| codec(*b"zstd", bytes)),
    ("xz", |bytes| codec(*b"xz\0\0", bytes)),
    ("blsc", |bytes| codec(*b"blsc", bytes)),
    ("bls2", |bytes| codec(*b"bls2", bytes)),
    ("bsc2", |bytes| codec(*b"bsc2", bytes)),
    ("encode", encode),
    ("wcs", wcs),
    ("fits", fits),
    ("fits_tile", fits_tile),
];

/// Goes through the door of that name.
pub fn enter(name: &str, bytes: &[u8]) {
    let door = DOORS.iter().find(|(its, _)| *its == name);
    door.unwrap_or_else(|| panic!("there is no door {name}")).1(bytes);
}

/// What a small file may ask for.
fn limits() -> Limits {
    let mut limits = Limits::default();
    (limits.tree, limits.block, limits.output) = (1 << 20, 4 << 20, 4 << 20);
    limits
}

/// A whole file.
pub fn file(bytes: &[u8]) {
    describe(bytes, limits(), WHOLE, false);
}

/// A whole file, which must be the same in pieces. The first byte: how long they are, and from which end they come.
pub fn arrival(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let (backwards, length) = (first % 2 == 1, usize::from(first / 2) + 1);
    let length = length.max(bytes.len() / 200);
    let whole = describe(bytes, limits(), WHOLE, false);
    let pieces = describe(bytes, limits(), &[length], backwards);
    assert!(whole == pieces, "in pieces of {length} bytes:\n{pieces}\nat once:\n{whole}");
}

/// The text of a tree.
pub fn tree(text: &[u8]) {
    let file =
        [b"#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- ", text, b"\n...\n"];
    let file = file.concat();
    describe(&file, limits(), WHOLE, false);
    let opening = Opening::new(file.len() as u64, Options::new(Checksums::Warn, limits()));
    if let Ok(document) = run(opening, &file, WHOLE, false)
        && let Some(tree) = document.tree()
    {
        emitted(tree);
    }
}

/// A tree that was read, written again: reading that gives an equal tree, whose text is as the standard wants it.
pub fn emitted(tree: &Tree) {
    let text = match tree.emit() {
        Ok(text) => format!("#ASDF 1.0.0\n{text}"),
        // An ordered map that was a mapping nests deeper as the sequence that it should be.
        Err(error) => return assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}"),
    };
    let mut limits = Limits::default();
    limits.nesting = u32::MAX;
    let opening = Opening::new(text.len() as u64, Options::new(Checksums::Warn, limits));
    let document =
        run(opening, text.as_bytes(), WHOLE, false).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let odd = ["no-yaml-directive", "no-document-end", "second-document", "bad-directive", "duplicate-key"];
    let found = document.warnings().iter().find(|warning| odd.contains(&warning.code));
    assert_eq!(found, None, "{text}");
    let again = document.tree().unwrap_or_else(|| panic!("no tree in\n{text}"));
    let mut partners = HashMap::new();
    let mut left = vec![(tree.root(), again.root())];
    while let Some((one, other)) = left.pop() {
        let (was, is) = (tree.node(one), again.node(other));
        // The parser reads escaped characters beyond ASCII as others.
        if was.tag().is_none_or(str::is_ascii) {
            assert_eq!(was.tag(), is.tag(), "{text}");
        }
        let collection = matches!(was.value, Value::Sequence(_) | Value::Mapping(_));
        if collection && let Some(partner) = partners.insert(one, other) {
            assert_eq!(partner, other, "what stands in several places is one: {text}");
            continue;
        }
        match (&was.value, &is.value) {
            (Value::Sequence(were), Value::Sequence(are)) => {
                assert_eq!(were.len(), are.len(), "{text}");
                left.extend(were.iter().copied().zip(are.iter().copied()));
            }
            (Value::Mapping(were), Value::Mapping(are)) => {
                assert_eq!(were.len(), are.len(), "{text}");
                let pairs = were.iter().zip(are.iter());
                left.extend(pairs.flat_map(|((a, b), (c, d))| [(*a, *c), (*b, *d)]));
            }
            (Value::Float(was), Value::Float(is)) => {
                assert!(was.to_bits() == is.to_bits() || was.is_nan() && is.is_nan(), "{was} {is}\n{text}");
            }
            (was, is) => assert_eq!(was, is, "{text}"),
        }
    }
}

/// The description of an array up to the first NUL; then the length of a selection and the selection, a byte each for
/// start, stop and step of every axis; then the array's block.
pub fn ndarray(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |byte| *byte == 0);
    let description = parts.next().unwrap_or_default();
    let Some((length, rest)) = parts.next().unwrap_or_default().split_first() else { return };
    let (selection, block) = rest.split_at(rest.len().min(usize::from(*length)));
    let head = b"#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/ndarray-1.1.0\n";
    let file = [head, description, b"\n...\n", &block_of(*b"\0\0\0\0", block.len() as u64, block)].concat();
    let options = Options::new(Checksums::Warn, limits());
    let Ok(document) = run(Opening::new(file.len() as u64, options), &file, WHOLE, false) else { return };
    let signed = |byte: u8| i64::from(byte.cast_signed());
    let axis = |axis: &[u8]| match *axis {
        [start, stop, step] => {
            Select::Slice { start: Some(signed(start)), stop: Some(signed(stop)), step: Some(signed(step)) }
        }
        [index, ..] => Select::Index(signed(index)),
        [] => Select::All,
    };
    for (node, _) in document.arrays() {
        let mut options = document.read_options();
        options.selection = selection.chunks(3).map(axis).collect();
        let Ok(reading) = document.read(node, &options) else { continue };
        let _ = run(reading.into_filled(), &file, WHOLE, false);
    }
}

/// A block's stored bytes. The first three: how many bytes the header says they decode to; the next: how they arrive.
pub fn codec(label: [u8; 4], bytes: &[u8]) {
    let Some(([low, middle, high, length], stored)) = bytes.split_first_chunk() else { return };
    let decoded = u64::from(u32::from_le_bytes([*low, *middle, *high, 0]));
    let file = [&b"#ASDF 1.0.0\n"[..], &block_of(label, decoded, stored)].concat();
    let length = (usize::from(*length) + 1).max(stored.len() / 200);
    let whole = describe(&file, limits(), WHOLE, false);
    let pieces = describe(&file, limits(), &[length], false);
    assert!(whole == pieces, "in pieces of {length} bytes:\n{pieces}\nat once:\n{whole}");
}

/// Bytes to be encoded, which must decode to what they were. The first four: the codec, its settings, the size of an
/// element, and how many bytes are handed over at a time.
pub fn encode(bytes: &[u8]) {
    let Some(([codec, settings, element, length], data)) = bytes.split_first_chunk() else { return };
    let codec = Codec::ALL[usize::from(*codec) % Codec::ALL.len()];
    let length = usize::from(*length) + 1;
    let options = EncodeOptions {
        level: (*settings >= 128).then_some(settings % 10),
        lz4: if settings % 2 == 0 {
            Lz4Layout::Chunks(u32::from(*settings) * 8 + 1)
        } else {
            Lz4Layout::Frame
        },
        blosc: [BloscCodec::Lz4, BloscCodec::Zlib, BloscCodec::Zstd][usize::from(settings / 3 % 3)],
        shuffle: [Shuffle::None, Shuffle::Byte, Shuffle::Bit][usize::from(settings % 3)],
        element: usize::from(*element),
    };
    let Ok(mut encoder) = Encoder::new(codec, data.len() as u64, &options) else { return };
    let mut stored = Vec::new();
    for piece in data.chunks(length) {
        encoder.write(piece, &mut stored).unwrap_or_else(|error| panic!("{codec:?} {options:?}: {error}"));
    }
    encoder.finish(&mut stored).unwrap_or_else(|error| panic!("{codec:?} {options:?}: {error}"));
    let file = [&b"#ASDF 1.0.0\n"[..], &block_of(codec.label(), data.len() as u64, &stored)].concat();
    let opening = Opening::new(file.len() as u64, Options::new(Checksums::Warn, limits()));
    let decoded = run(opening, &file, WHOLE, false).and_then(|document| {
        let reading = document.read_block(0, &document.read_options())?;
        run(BlockBytes(reading, Vec::new()), &file, WHOLE, false)
    });
    assert!(decoded.as_deref() == Ok(data), "{codec:?} {options:?}: {:?}", decoded.err());
}

/// The text of a `gwcs/wcs` or of a transform, with arrays in the tree: evaluated both ways where it compiles.
pub fn wcs(text: &[u8]) {
    let head = b"#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n%TAG !gwcs! tag:stsci.edu:gwcs/\n--- ";
    let file = [head, text, b"\n...\n"].concat();
    let opening = Opening::new(file.len() as u64, Options::new(Checksums::Warn, limits()));
    let Ok(document) = run(opening, &file, WHOLE, false) else { return };
    let Some(tree) = document.tree() else { return };
    let mut arrays = BTreeMap::new();
    for node in asdf_wasm::wcs::arrays(tree, tree.root()) {
        let Some(Ok(array)) = document.array(node) else { continue };
        let shape = array.shape.iter().map(|length| to_usize(*length)).collect::<Vec<_>>();
        let Ok(reading) = document.read(node, &document.read_options()) else { continue };
        let Ok(filled) = run(reading.into_filled(), &file, WHOLE, false) else { continue };
        // Whatever the elements are: their bytes are numbers.
        let count = shape.iter().product();
        let values = filled.bytes.iter().copied().cycle().take(count).map(f64::from).collect::<Vec<_>>();
        if values.len() == count {
            arrays.insert(node, asdf_wasm::wcs::Array { shape, values });
        }
    }
    let Ok(mut wcs) = asdf_wasm::wcs::Wcs::new(tree, tree.root(), &arrays) else { return };
    let (before, after) = wcs.axes();
    let points: Vec<f64> =
        (0..before * 5).map(|number| [0.0, 1.5, -300.0, f64::NAN, 1e300][number % 5]).collect();
    let (mut world, mut back) = (vec![0.0; after * 5], vec![0.0; before * 5]);
    wcs.to_world(&points, &mut world);
    wcs.to_pixels(&world, &mut back);
}

/// A FITS file, behind the card SIMPLE, which must be the same in pieces. The first byte: how long they are.
pub fn fits(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let file = [format!("{:<80}", "SIMPLE  =                    T").as_bytes(), bytes].concat();
    let length = (usize::from(*first) + 1).max(file.len() / 200);
    let whole = describe_hdus(&file, WHOLE);
    let pieces = describe_hdus(&file, &[length]);
    assert!(whole == pieces, "in pieces of {length} bytes:\n{pieces}\nat once:\n{whole}");
}

/// A tile of a compressed image. The first four bytes: the algorithm, what the numbers are, and the shape of the tile.
pub fn fits_tile(bytes: &[u8]) {
    let Some(([algorithm, numbers, width, height], stored)) = bytes.split_first_chunk() else { return };
    let names = ["RICE_1", "PLIO_1", "HCOMPRESS_1", "GZIP_1", "GZIP_2", "NOCOMPRESS"];
    let bits = [8, 16, 32, 64, -32, -64][usize::from(numbers % 6)];
    let quantised = if bits < 0 { "ZSCALE  = 0.5" } else { "COMMENT" };
    let dither = ["NO_DITHER", "SUBTRACTIVE_DITHER_1", "SUBTRACTIVE_DITHER_2"][usize::from(numbers / 6 % 3)];
    let cards = [
        "XTENSION= 'BINTABLE'".into(),
        "BITPIX  = 8".into(),
        "NAXIS   = 2".into(),
        "NAXIS1  = 8".into(),
        "NAXIS2  = 1".into(),
        format!("PCOUNT  = {}", stored.len()),
        "TFIELDS = 1".into(),
        "TTYPE1  = 'COMPRESSED_DATA'".into(),
        "TFORM1  = '1PB(0)'".into(),
        "ZIMAGE  = T".into(),
        format!("ZCMPTYPE= '{}'", names[usize::from(algorithm % 6)]),
        format!("ZBITPIX = {bits}"),
        "ZNAXIS  = 2".into(),
        format!("ZNAXIS1 = {width}"),
        format!("ZNAXIS2 = {height}"),
        format!("ZTILE1  = {width}"),
        format!("ZTILE2  = {height}"),
        "ZNAME1  = 'BYTEPIX'".into(),
        format!("ZVAL1   = {}", [1, 2, 4][usize::from(numbers / 18 % 3)]),
        "ZNAME2  = 'SMOOTH'".into(),
        format!("ZVAL2   = {}", algorithm / 6 % 2),
        format!("ZQUANTIZ= '{dither}'"),
        quantised.to_owned(),
    ];
    let header = |cards: &[String]| {
        let text: String = cards.iter().map(|card| format!("{card:<80}")).collect();
        let text = format!("{text}{:<80}", "END");
        format!("{text:<width$}", width = text.len().next_multiple_of(2880)).into_bytes()
    };
    let first = ["SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 0"].map(String::from);
    let descriptor = [u32::try_from(stored.len()).unwrap_or(u32::MAX).to_be_bytes(), [0; 4]].concat();
    let file = [header(&first), header(&cards), descriptor, stored.to_vec()].concat();
    describe_hdus(&file, WHOLE);
}

/// All that can be said of a FITS file: also of its HDUs, each with the bytes of its array, or of each field of it.
fn describe_hdus(bytes: &[u8], lengths: &[usize]) -> String {
    let mut text = describe(bytes, limits(), lengths, false);
    let options = Options::new(Checksums::Warn, limits());
    let Ok(document) = run(Opening::new(bytes.len() as u64, options), bytes, lengths, false) else {
        return text;
    };
    for hdu in document.layout().hdus.iter().take(64) {
        let fields = match document.hdu_array(hdu.index).map(|array| array.datatype) {
            Ok(asdf_wasm::Datatype::Struct(fields)) => {
                (0..fields.len().min(64)).map(|field| vec![field]).collect()
            }
            Ok(_) => vec![Vec::new()],
            Err(error) => {
                let _ = writeln!(text, "{}: {error:?}", hdu.index);
                continue;
            }
        };
        for field in fields {
            let options = asdf_wasm::ReadOptions { field, ..document.read_options() };
            let read = document.read_hdu(hdu.index, &options);
            let outcome = match read.and_then(|read| run(read.into_filled(), bytes, lengths, false)) {
                Ok(filled) => format!("{} {:?}", digest(&filled.bytes), filled.mask.as_deref().map(digest)),
                Err(error) => format!("{error:?}"),
            };
            let _ = writeln!(text, "{} {:?}: {outcome}", hdu.index, options.field);
        }
    }
    text
}

/// An encoded block of ASDF 0.1.0: its chain and its payload. The first three bytes: how many it decodes to.
pub fn chain(bytes: &[u8]) {
    let Some(([low, middle, high], stored)) = bytes.split_first_chunk() else { return };
    let mut file = b"#ASDF 0.1.0\n\xd3BLK\0\x24\0\0\0\x02".to_vec();
    let decoded = u64::from(u32::from_le_bytes([*low, *middle, *high, 0]));
    for number in [stored.len() as u64, stored.len() as u64, decoded, 0] {
        file.extend(number.to_be_bytes());
    }
    file.extend(stored);
    describe(&file, limits(), WHOLE, false);
}

/// A block of a file of version 1.0.0.
pub fn block_of(label: [u8; 4], decoded: u64, stored: &[u8]) -> Vec<u8> {
    let mut block = b"\xd3BLK\0\x30\0\0\0\0".to_vec();
    block.extend(label);
    for size in [stored.len() as u64, stored.len() as u64, decoded] {
        block.extend(size.to_be_bytes());
    }
    block.extend([0; 16]);
    block.extend(stored);
    block
}

/// All that can be said of a file: its layout, its tree, its warnings, and every array's and block's bytes or error.
pub fn describe(bytes: &[u8], limits: Limits, lengths: &[usize], backwards: bool) -> String {
    let options = Options::new(Checksums::Warn, limits);
    let document: Result<Document, Error> =
        run(Opening::new(bytes.len() as u64, options), bytes, lengths, backwards);
    let document = match document {
        Ok(document) => document,
        Err(error) => return format!("{error:?}"),
    };
    let later = read_later(bytes, options, lengths, backwards);
    assert_eq!(later, Ok(format!("{:?}", document.layout())), "block headers may be read later");
    let mut text = format!("{:?}\n{:?}\n{:?}\n", document.layout(), document.tree(), document.warnings());
    let options = document.read_options();
    // A tree of a few bytes may describe many arrays, each as large as the limits allow.
    for (node, _) in document.arrays().take(64) {
        let read = document.read(node, &options);
        let outcome = match read.and_then(|read| run(read.into_filled(), bytes, lengths, backwards)) {
            Ok(filled) => format!("{} {:?}", digest(&filled.bytes), filled.mask.as_deref().map(digest)),
            Err(error) => format!("{error:?}"),
        };
        let _ = writeln!(text, "{node:?}: {outcome}");
    }
    for block in 0..document.layout().blocks.len().min(64) {
        let reading = document.read_block(block, &options);
        let outcome = match reading
            .and_then(|reading| run(BlockBytes(reading, Vec::new()), bytes, lengths, backwards))
        {
            Ok(data) => digest(&data),
            Err(error) => format!("{error:?}"),
        };
        let _ = writeln!(text, "block {block}: {outcome}");
    }
    text
}

/// The layout of a file whose block headers are read after it was opened.
fn read_later(bytes: &[u8], options: Options, lengths: &[usize], backwards: bool) -> Result<String, Error> {
    let mut document = run(Opening::new(bytes.len() as u64, options.lazily()), bytes, lengths, backwards)?;
    let learnt = run(document.read_headers(None), bytes, lengths, backwards)?;
    document.add_headers(learnt);
    Ok(format!("{:?}", document.layout()))
}

fn digest(bytes: &[u8]) -> String {
    format!("{} bytes, {:x?}", bytes.len(), Sha256::digest(bytes))
}

/// Reads the decoded bytes of a block.
struct BlockBytes(asdf_wasm::worker::PieceReader, Vec<u8>);

impl Operation for BlockBytes {
    type Output = Vec<u8>;

    fn step(&mut self) -> asdf_wasm::Result<Step<Vec<u8>>> {
        Ok(match self.0.step(&mut self.1)? {
            Step::Need(ranges) => Step::Need(ranges),
            Step::Done(()) => Step::Done(std::mem::take(&mut self.1)),
        })
    }

    fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.0.supply(offset, bytes);
    }
}

/// Hands an operation the bytes it asks for in pieces of the given lengths, in turns, the last range first when told so.
/// One that asks for nothing new, again and again, has hung.
fn run<O: Operation>(
    mut operation: O,
    bytes: &[u8],
    lengths: &[usize],
    backwards: bool,
) -> Result<O::Output, Error> {
    let mut lengths = lengths.iter().cycle();
    for _ in 0..10_000 + 100 * bytes.len() {
        let ranges = match operation.step()? {
            Step::Done(output) => return Ok(output),
            Step::Need(ranges) => ranges,
        };
        let range = if backwards { ranges.last() } else { ranges.first() };
        let Some(range) = range else { panic!("bytes are needed, but none are named") };
        let (start, end) = (to_usize(range.start), to_usize(range.end));
        let length = lengths.next().map_or(1, |length| *length).min(end - start);
        // A piece from the far end is as good as one from the near one.
        let at = if backwards { end - length } else { start };
        operation.supply(at as u64, &bytes[at..at + length]);
    }
    panic!("the operation goes on and on");
}

/// A place in a file that is in memory.
fn to_usize(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}
