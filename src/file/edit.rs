//! Changes a file: the tree is written again, blocks are copied as they are stored.

use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use super::blocks::NewBlocks;
use super::new_array::NewArray;
use super::open::File;
use super::save::{save, unwritable};
use crate::error::{Error, ErrorKind, Result};
use crate::layout::{Block, Dialect};
use crate::tree::{Tree, TreeValue};
use crate::writer::{Standard, block_index};

/// How the block index begins.
const INDEX: &[u8] = b"#ASDF BLOCK INDEX";

/// A changed tree of a [`File`], and what it takes to save the file with it. All that is before the tree stays as it is, and
/// all blocks stay at their numbers, whether an array names them or not. The YAML is written anew: comments inside it are
/// not kept.
///
/// ```
/// use asdf_wasm::{File, FileBuilder};
/// # let mut builder = FileBuilder::new();
/// # builder.set("meta/filename", "old.asdf")?;
/// # let bytes = builder.to_bytes()?;
/// # let file = File::new(std::io::Cursor::new(bytes))?;
///
/// let mut edit = file.edit()?;
/// edit.set("meta/filename", "mine.asdf")?;
/// let bytes = edit.to_bytes()?; // or `save(path)`
/// # let file = File::new(std::io::Cursor::new(bytes))?;
/// # assert_eq!(file.tree()?.text(file.node("meta/filename")?), Some("mine.asdf"));
/// # Ok::<(), asdf_wasm::Error>(())
/// ```
#[derive(Debug)]
pub struct Edit<'f, R> {
    file: &'f File<R>,
    tree: Tree,
    /// Where the tree is in the file, and where the blocks end.
    place: Range<u64>,
    end: u64,
    blocks: NewBlocks<'f>,
}

impl<R: Read + Seek> File<R> {
    /// Begins to change the file. Refuses one that would lose something: a file of another format than ASDF 1, one that ends
    /// early, one with a damaged block, or with bytes behind its blocks.
    pub fn edit(&self) -> Result<Edit<'_, R>> {
        let layout = self.document().layout();
        let (tree, place) = (self.tree()?, layout.tree.clone().unwrap_or_default());
        if layout.dialect != Dialect::Asdf {
            let message =
                format!("only ASDF files of version 1 are changed; this is {}", layout.dialect.name());
            return Err(Error::new(ErrorKind::NotAsdf, message));
        }
        if let Some(problem) = layout.blocks.iter().find_map(|block| block.problem.clone()) {
            return Err(problem);
        }
        let end = layout.blocks.iter().map(Block::end).max().unwrap_or(place.end);
        let behind = self.bytes(end.min(self.size)..self.size)?;
        if end > self.size
            || !(behind.starts_with(INDEX)
                || behind.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0))
        {
            let message = "what is behind the blocks is no block index, and may be another block";
            return Err(Error::new(ErrorKind::BadBlock, message).at(end));
        }
        let standard = layout.standard_version.as_deref().map(Standard::named);
        let standard = standard.unwrap_or(Ok(Standard::V1_0)).unwrap_or_default();
        let blocks = NewBlocks::new(standard, layout.blocks.len());
        Ok(Edit { file: self, tree: tree.clone(), place, end, blocks })
    }

    /// Bytes of the file.
    fn bytes(&self, range: Range<u64>) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.copy(range, &mut bytes)?;
        Ok(bytes)
    }
}

impl<'f, R: Read + Seek> Edit<'f, R> {
    /// Puts a value at a path of the tree: in place of the one that is there, as a new entry of a mapping, or behind the last item
    /// of a sequence. What is an alias of a collection changes with it.
    pub fn set(&mut self, path: &str, value: impl Into<TreeValue>) -> Result<&mut Self> {
        self.tree.set(path, value.into())?;
        Ok(self)
    }

    /// Takes away what is at a path of the tree.
    pub fn remove(&mut self, path: &str) -> Result<&mut Self> {
        self.tree.remove(path)?;
        Ok(self)
    }

    /// Puts an array at a path of the tree, in a block behind the others. The block of an array that was there stays.
    pub fn array(&mut self, path: &str, array: &NewArray<'f>) -> Result<&mut Self> {
        if self.is_streamed() {
            let message = "the last block runs to the end of the file, so that none can follow it";
            return Err(Error::new(ErrorKind::BadBlock, message).on_path(path));
        }
        let (value, blocks) = self.blocks.plan(array);
        self.set(path, value)?;
        self.blocks.add(blocks);
        Ok(self)
    }

    fn is_streamed(&self) -> bool {
        self.file.document().layout().blocks.iter().any(|block| block.streamed)
    }

    /// Writes the whole file with the changed tree.
    pub fn write_to(&self, mut to: impl Write) -> Result<()> {
        let text = self.tree.emit()?;
        let Range { start, end } = self.place;
        self.file.copy(0..start, &mut to)?;
        to.write_all(text.as_bytes()).map_err(unwritable)?;
        self.file.copy(end..self.end, &mut to)?;
        // By how much the blocks move.
        let moved = |at: u64| at - end + start + text.len() as u64;
        let (new, _) = self.blocks.write(moved(self.end), &mut to)?;
        if !self.is_streamed() {
            let old = self.file.document().layout().blocks.iter().map(|block| moved(block.offset));
            let offsets: Vec<_> = old.chain(new).collect();
            to.write_all(block_index(&offsets).as_bytes()).map_err(unwritable)?;
        }
        to.flush().map_err(unwritable)
    }

    /// The whole file in memory.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes)?;
        Ok(bytes)
    }

    /// Saves the whole file, which may be the one that is open. It gets its name last: a file of that name is complete, or the one
    /// before.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        save(path.as_ref(), |file| self.write_to(file))
    }
}

impl<R: Read + Write + Seek> Edit<'_, R> {
    /// Writes the tree over the one in the open file, and nothing else, if it fits before the first block and there is no new
    /// one. Returns whether it did; otherwise nothing was written. Open the file again to see the change.
    pub fn save_tree(&self) -> Result<bool> {
        let mut text = self.tree.emit()?.into_bytes();
        let Range { start, end } = self.place;
        let first = self.file.document().layout().blocks.iter().map(|block| block.offset).min();
        // Without a block, nothing but the end of the file is behind the tree.
        let until = first.unwrap_or(self.file.size);
        let blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0;
        let room = usize::try_from(until.saturating_sub(start)).unwrap_or_default();
        if !self.blocks.is_empty() || text.len() > room || !self.file.bytes(end..until)?.iter().all(blank) {
            return Ok(false);
        }
        text.resize(room, b' ');
        self.file
            .with_source(|source| {
                source.seek(SeekFrom::Start(start))?;
                source.write_all(&text)?;
                source.flush()
            })
            .map_err(unwritable)?;
        Ok(true)
    }
}
