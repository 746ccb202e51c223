//! Builds a new file: a tree, and the blocks of its arrays.

use std::io::Write;
use std::path::Path;

use super::blocks::NewBlocks;
use super::new_array::NewArray;
use super::save::{save, unwritable};
use crate::error::Result;
use crate::tree::{Tree, TreeValue};
use crate::writer::{Standard, block_index, preamble};

/// A new ASDF file.
///
/// ```
/// use asdf_wasm::writer::Codec;
/// use asdf_wasm::{File, FileBuilder, NewArray};
///
/// let pixels: Vec<f32> = (0_u8..100).map(f32::from).collect();
/// let mut builder = FileBuilder::new();
/// builder.set("meta/object", "M 31")?;
/// builder.array("image", &NewArray::new(&pixels, [10, 10])?.compressed(Codec::Zlib))?;
/// let bytes = builder.to_bytes()?; // or `save(path)`
///
/// let file = File::new(std::io::Cursor::new(bytes))?;
/// assert_eq!(file.read::<f32>("image", (1, ..2))?.data, [10.0, 11.0]);
/// # Ok::<(), asdf_wasm::Error>(())
/// ```
#[derive(Debug)]
pub struct FileBuilder<'a> {
    standard: Standard,
    comments: Vec<String>,
    tree: Tree,
    blocks: NewBlocks<'a>,
}

impl Default for FileBuilder<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> FileBuilder<'a> {
    /// A file of the newest version of the standard.
    pub fn new() -> Self {
        Self::of(Standard::default())
    }

    /// A file of this version of the standard.
    pub fn of(standard: Standard) -> Self {
        let tag = |schema: &str| standard.tag(schema).unwrap_or_default();
        let library = TreeValue::mapping([
            ("author", "The asdf-wasm developers".into()),
            ("homepage", env!("CARGO_PKG_REPOSITORY").into()),
            ("name", env!("CARGO_PKG_NAME").into()),
            ("version", env!("CARGO_PKG_VERSION").into()),
        ]);
        let mut tree = Tree::empty(&tag("asdf"));
        // A mapping of four texts can always be put into a mapping.
        let _ = tree.set("asdf_library", library.tagged(&tag("software")));
        Self { standard, comments: Vec::new(), tree, blocks: NewBlocks::new(standard, 0) }
    }

    /// Adds a line of comment before the tree.
    pub fn comment(&mut self, line: impl Into<String>) -> &mut Self {
        self.comments.push(line.into());
        self
    }

    /// Puts a value at a path of the tree, and mappings above it where there are none.
    pub fn set(&mut self, path: &str, value: impl Into<TreeValue>) -> Result<&mut Self> {
        for (end, _) in path.match_indices('/') {
            let above = path.get(..end).unwrap_or_default();
            if self.tree.at(above).is_none() {
                self.tree.set(above, TreeValue::Mapping(Vec::new()))?;
            }
        }
        self.tree.set(path, value.into())?;
        Ok(self)
    }

    /// Puts an array at a path of the tree.
    pub fn array(&mut self, path: &str, array: &NewArray<'a>) -> Result<&mut Self> {
        let (value, blocks) = self.blocks.plan(array);
        self.set(path, value)?;
        self.blocks.add(blocks);
        Ok(self)
    }

    /// Writes the file.
    pub fn write_to(&self, mut to: impl Write) -> Result<()> {
        let text = preamble(self.standard, &self.comments)? + &self.tree.emit()?;
        to.write_all(text.as_bytes()).map_err(unwritable)?;
        let (offsets, _) = self.blocks.write(text.len() as u64, &mut to)?;
        to.write_all(block_index(&offsets).as_bytes()).map_err(unwritable)?;
        to.flush().map_err(unwritable)
    }

    /// The file in memory.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes the file to disk. It gets its name last: a file of that name is complete, or the one before.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        save(path.as_ref(), |file| self.write_to(file))
    }
}
