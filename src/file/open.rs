//! A file that is open: what reads its bytes, and what was understood of it.

use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::save::unwritable;
use crate::document::{Document, Opening, Options};
use crate::error::{Error, ErrorKind, Result, Warning};
use crate::limits::Limits;
use crate::ranges::{Operation, Step};
use crate::tree::{NodeId, Tree};

/// How many bytes are read from the file at a time.
const CHUNK: u64 = 1 << 20;

/// An open ASDF or FITS file: on disk, or anything else that can be read and sought.
///
/// Its tree is in memory; of its arrays, each read fetches what it needs. All methods take a shared reference, and threads may
/// share a file.
///
/// ```no_run
/// use asdf_wasm::File;
///
/// let file = File::open("r0000101.asdf")?;
/// println!("{}", file.info());
/// let corner = file.read::<f32>("roman/data", (..64, ..64))?;
/// assert_eq!(corner.shape, [64, 64]);
/// # Ok::<(), asdf_wasm::Error>(())
/// ```
#[derive(Debug)]
pub struct File<R = std::fs::File> {
    pub(super) document: Document,
    pub(super) size: u64,
    /// The reader and a buffer for it.
    source: Mutex<(R, Vec<u8>)>,
}

impl File {
    /// Opens the file at a path.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let opened = std::fs::File::open(path);
        Self::new(
            opened.map_err(|error| Error::io(format_args!("{} cannot be opened", path.display()), error))?,
        )
    }
}

impl<R: Read + Seek> File<R> {
    /// Opens a file that is read from `source`.
    ///
    /// ```
    /// use asdf_wasm::File;
    ///
    /// let text = b"#ASDF 1.0.0\n%YAML 1.1\n---\nanswer: 42\n...\n";
    /// let file = File::new(std::io::Cursor::new(text))?;
    /// let tree = file.tree()?;
    /// assert_eq!(tree.integer(file.node("answer")?), Some(42));
    /// # Ok::<(), asdf_wasm::Error>(())
    /// ```
    pub fn new(mut source: R) -> Result<Self> {
        let size = source.seek(SeekFrom::End(0)).map_err(unreadable)?;
        let limits = Limits::of_file(size);
        Self::with_options(source, Options { limits, ..Options::default() })
    }

    /// Opens a file with other limits, or other rules for its checksums.
    pub fn with_options(mut source: R, options: Options) -> Result<Self> {
        let size = source.seek(SeekFrom::End(0)).map_err(unreadable)?;
        let source = Mutex::new((source, Vec::new()));
        // All headers are read at once: the list of the blocks does not change later.
        let opening = Opening::new(size, Options { lazy: false, ..options });
        let document = run(&source, opening)?;
        Ok(Self { document, size, source })
    }

    /// What was understood of the file: its layout, arrays and warnings.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The size of the file in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// What was odd about the file, but did not stop its opening.
    pub fn warnings(&self) -> &[Warning] {
        self.document.warnings()
    }

    /// The tree. Fails if the file has none.
    pub fn tree(&self) -> Result<&Tree> {
        self.document.tree().ok_or_else(|| Error::new(ErrorKind::NotFound, "the file has no tree"))
    }

    /// The node at a path of the tree, such as `roman/meta/exposure`.
    pub fn node(&self, path: &str) -> Result<NodeId> {
        let missing =
            || Error::new(ErrorKind::NotFound, "there is nothing at this path of the tree").on_path(path);
        self.tree()?.at(path).ok_or_else(missing)
    }

    /// Runs an operation of the crate on this file, such as one of [`document`](Self::document)'s.
    pub fn run<O: Operation>(&self, operation: O) -> Result<O::Output> {
        run(&self.source, operation)
    }

    /// Copies bytes of the file to `to`.
    pub(super) fn copy(&self, range: Range<u64>, to: &mut dyn Write) -> Result<()> {
        fetch(&self.source, range, |_, bytes| to.write_all(bytes).map_err(unwritable))
    }

    /// Does something with what the file is read from.
    pub(super) fn with_source<T>(&self, work: impl FnOnce(&mut R) -> T) -> T {
        work(&mut self.source.lock().unwrap_or_else(PoisonError::into_inner).0)
    }
}

/// Runs an operation on a file that `source` reads.
fn run<R: Read + Seek, O: Operation>(source: &Mutex<(R, Vec<u8>)>, mut operation: O) -> Result<O::Output> {
    loop {
        match operation.step()? {
            Step::Done(output) => return Ok(output),
            Step::Need(ranges) => {
                for range in ranges {
                    fetch(source, range, |at, bytes| {
                        operation.supply(at, bytes);
                        Ok(())
                    })?;
                }
            }
        }
    }
}

/// Gives the bytes of a range to `take`, in order, some at a time.
fn fetch<R: Read + Seek>(
    source: &Mutex<(R, Vec<u8>)>,
    range: Range<u64>,
    mut take: impl FnMut(u64, &[u8]) -> Result<()>,
) -> Result<()> {
    let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
    let (source, buffer) = &mut *source;
    source.seek(SeekFrom::Start(range.start)).map_err(unreadable)?;
    let mut at = range.start;
    while at < range.end {
        buffer.clear();
        let length = (range.end - at).min(CHUNK);
        let read = Read::by_ref(source).take(length).read_to_end(buffer).map_err(unreadable)?;
        if read == 0 {
            let message = "the file ends earlier than when it was opened";
            return Err(Error::new(ErrorKind::Truncated, message).at(at));
        }
        take(at, buffer)?;
        at += read as u64;
    }
    Ok(())
}

fn unreadable(error: std::io::Error) -> Error {
    Error::io("the file cannot be read", error)
}
