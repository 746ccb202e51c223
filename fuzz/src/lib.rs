//! The doors through which bytes that nobody vouches for come in, one function each: a file as a whole, its layout, its
//! tree, its arrays, each codec's stream, FITS, world coordinates, and what is to be written.
//!
//! All go through the public API, as a user's file does: what is fuzzed is wrapped into the smallest file that leads to
//! the door. Each function states what must hold by panicking, and returns when it does. The targets of cargo-fuzz call
//! them, and so does `tests/corpus.rs`, which replays the corpus within a budget of memory.

// A door states what must hold by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod arrays;
mod blocks;
mod events;
mod fits;
mod layouts;
mod script;
pub mod tasks;
mod transforms;
pub mod trees;

use std::fmt::{Arguments, Display, Formatter, Write};

use asdf_wasm::{Checksums, Document, Error, Limits, Opening, Operation, Options, Step};

/// Lengths of pieces for [`describe`]: everything that is asked for at once.
pub const WHOLE: &[usize] = &[usize::MAX];

/// A door, and its name, which its target and its corpus have too.
pub type Door = (&'static str, fn(&[u8]));

/// Every door. The doors of codecs are named by their labels.
pub const DOORS: &[Door] = &[
    ("file", file),
    ("arrival", arrival),
    ("layout", layouts::layout),
    ("tree", trees::tree),
    ("events", events::events),
    ("ndarray", arrays::ndarray),
    ("tasks", tasks::tasks),
    ("chain", blocks::chain),
    ("zlib", |bytes| blocks::codec(*b"zlib", bytes)),
    ("bzp2", |bytes| blocks::codec(*b"bzp2", bytes)),
    ("lz4", |bytes| blocks::codec(*b"lz4\0", bytes)),
    ("lz4f", |bytes| blocks::codec(*b"lz4f", bytes)),
    ("zstd", |bytes| blocks::codec(*b"zstd", bytes)),
    ("xz", |bytes| blocks::codec(*b"xz\0\0", bytes)),
    ("blsc", |bytes| blocks::codec(*b"blsc", bytes)),
    ("bls2", |bytes| blocks::codec(*b"bls2", bytes)),
    ("bsc2", |bytes| blocks::codec(*b"bsc2", bytes)),
    ("encode", blocks::encode),
    ("wcs", transforms::wcs),
    ("transforms", transforms::transforms),
    ("fits", fits::file),
    ("fits_hdus", fits::hdus),
    ("fits_tile", fits::tile),
];

/// Goes through the door of that name.
pub fn enter(name: &str, bytes: &[u8]) {
    let door = DOORS.iter().find(|(its, _)| *its == name);
    door.unwrap_or_else(|| panic!("there is no door {name}")).1(bytes);
}

/// What a small file may ask for: more than the windows and the pieces of the decoders, and little, because most of the time
/// goes into bytes that a few bytes decode to.
fn limits() -> Limits {
    let mut limits = Limits::default();
    (limits.tree, limits.block, limits.output) = (1 << 20, 256 << 10, 256 << 10);
    limits
}

/// A whole file.
pub fn file(bytes: &[u8]) {
    visit(bytes, limits(), WHOLE, false, &mut |_| ());
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

/// All that can be said of a file: its layout, its tree, its warnings, and every array's and block's bytes or error.
pub fn describe(bytes: &[u8], limits: Limits, lengths: &[usize], backwards: bool) -> String {
    let mut text = String::new();
    visit(bytes, limits, lengths, backwards, &mut |line| {
        let _ = writeln!(text, "{line}");
    });
    text
}

/// Finds out all that can be said of a file, and returns it if it opens. Nothing is spent on the lines of a caller that does
/// not write them.
fn visit(
    bytes: &[u8],
    limits: Limits,
    lengths: &[usize],
    backwards: bool,
    say: &mut dyn FnMut(Arguments<'_>),
) -> Option<Document> {
    let options = Options::new(Checksums::Warn, limits);
    let document: Result<Document, Error> =
        run(Opening::new(bytes.len() as u64, options), bytes, lengths, backwards);
    let document = match document {
        Ok(document) => document,
        Err(error) => {
            say(format_args!("{error:?}"));
            return None;
        }
    };
    let later = read_later(bytes, options, lengths, backwards);
    assert_eq!(later, Ok(format!("{:?}", document.layout())), "block headers may be read later");
    say(format_args!("{:?}\n{:?}\n{:?}", document.layout(), document.tree(), document.warnings()));
    let options = document.read_options();
    // A tree of a few bytes may describe many arrays, each as large as the limits allow.
    for (node, _) in document.arrays().take(64) {
        let read = document.read(node, &options);
        match read.and_then(|read| run(read.into_filled(), bytes, lengths, backwards)) {
            Ok(filled) => say(format_args!("{node:?}: {}", Digest(&filled.bytes, filled.mask.as_deref()))),
            Err(error) => say(format_args!("{node:?}: {error:?}")),
        }
    }
    for block in 0..document.layout().blocks.len().min(64) {
        let reading = document.read_block(block, &options);
        match reading.and_then(|reading| run(BlockBytes(reading, Vec::new()), bytes, lengths, backwards)) {
            Ok(data) => say(format_args!("block {block}: {}", Digest(&data, None))),
            Err(error) => say(format_args!("block {block}: {error:?}")),
        }
    }
    Some(document)
}

/// The layout of a file whose block headers are read after it was opened.
fn read_later(bytes: &[u8], options: Options, lengths: &[usize], backwards: bool) -> Result<String, Error> {
    let mut document = run(Opening::new(bytes.len() as u64, options.lazily()), bytes, lengths, backwards)?;
    let learnt = run(document.read_headers(None), bytes, lengths, backwards)?;
    document.add_headers(learnt);
    Ok(format!("{:?}", document.layout()))
}

/// Stands for bytes, and a mask if there is one, that are compared within a run: their lengths, and a number that hardly any
/// others have. A cryptographic digest takes longer than all the rest.
struct Digest<'a>(&'a [u8], Option<&'a [u8]>);

impl Display for Digest<'_> {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        let hash = |bytes: &[u8]| {
            let (words, rest) = bytes.as_chunks::<8>();
            let words = words.iter().map(|word| u64::from_le_bytes(*word));
            words
                .chain(rest.iter().map(|byte| u64::from(*byte)))
                .fold(0, |hash: u64, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        };
        write!(to, "{} bytes, {:x}", self.0.len(), hash(self.0))?;
        self.1.map_or(Ok(()), |mask| write!(to, ", mask of {} bytes, {:x}", mask.len(), hash(mask)))
    }
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

/// A file that is in memory, if it can be opened.
fn open(file: &[u8], limits: Limits) -> Option<Document> {
    run(Opening::new(file.len() as u64, Options::new(Checksums::Warn, limits)), file, WHOLE, false).ok()
}
