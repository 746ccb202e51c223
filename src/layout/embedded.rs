//! Finds the parts of a file that may be FITS: its HDUs, and the ASDF file in its extension `ASDF`.
//!
//! The extension has two forms: a table whose only field `ASDF_METADATA` is the file, and an array of bytes. The blocks of
//! that file count from its beginning; here they are moved to their place in the whole.

use super::blocks::Blocks;
use super::dialect::Dialect;
use super::fits::{Element, Form, Hdu, HduKind, Walk, columns, tree_of};
use super::header_reader::Rest;
use super::locate::{self, Layout};
use crate::error::{Error, Result, Warning};
use crate::limits::Limits;
use crate::ranges::{Interrupt, Poll, SparseBuffer};

/// An ASDF file in an extension is requested as a whole if it is no larger than this.
const WHOLE: u64 = 256 << 10;
/// The version of FITS that files are read as.
const VERSION: &str = "4.0";

/// Finds the [`Layout`] of a file. Polled until it answers; what it has found so far is kept in between.
#[derive(Debug)]
pub(crate) struct Locate {
    size: u64,
    limits: Limits,
    stage: Stage,
    /// The HDUs, once they are found, and the text of a tree of them where there is no other.
    hdus: Vec<Hdu>,
    text: Option<String>,
    pub(crate) warnings: Vec<Warning>,
}

#[derive(Debug)]
enum Stage {
    /// The first bytes are not known.
    Unknown(locate::Locate),
    /// It is FITS; the headers are read.
    Walk(Walk),
    /// It is an ASDF file that begins at this byte.
    Asdf(u64, locate::Locate),
    /// It is FITS without an ASDF file.
    Fits,
}

impl Locate {
    /// For a file of `size` bytes.
    pub(crate) fn new(size: u64, limits: Limits) -> Self {
        let stage = Stage::Unknown(locate::Locate::new(size, limits));
        Self { size, limits, stage, hdus: Vec::new(), text: None, warnings: Vec::new() }
    }

    /// Takes bytes of the file that begin at `offset`.
    pub(crate) fn supply(&mut self, offset: u64, bytes: &[u8]) {
        match &mut self.stage {
            Stage::Unknown(locate) => locate.supply(offset, bytes),
            Stage::Walk(walk) => walk.supply(offset, bytes),
            Stage::Asdf(base, locate) => {
                let before = usize::try_from(base.saturating_sub(offset)).unwrap_or(usize::MAX);
                let offset = offset.saturating_sub(*base);
                locate.supply(offset, bytes.get(before..).unwrap_or_default());
            }
            Stage::Fits => {}
        }
    }

    /// The tree's bytes and where they begin, if there is a tree. To be called before [`poll`](Self::poll), which
    /// forgets them.
    pub(crate) fn poll_tree(&mut self) -> Poll<Option<(u64, &[u8])>> {
        self.poll_stage()?;
        match &mut self.stage {
            Stage::Asdf(base, locate) => {
                let base = *base;
                let tree = locate.poll_tree().map_err(|interrupt| moved(interrupt, base))?;
                Ok(tree.map(|(offset, text)| (offset.saturating_add(base), text)))
            }
            _ => Ok(self.text.as_ref().map(|text| (0, text.as_bytes()))),
        }
    }

    /// Goes on until all is found or bytes are needed.
    pub(crate) fn poll(&mut self) -> Poll<Layout> {
        self.poll_stage()?;
        let mut layout = match &mut self.stage {
            Stage::Asdf(base, locate) => {
                let layout = locate.poll().map_err(|interrupt| moved(interrupt, *base))?;
                let base = *base;
                self.warnings.extend(locate.warnings.drain(..).map(|warning| warning.moved(base)));
                layout.moved(base)
            }
            _ => Layout::without_blocks(Dialect::Fits, VERSION, self.size),
        };
        if !self.hdus.is_empty() {
            layout.dialect = Dialect::Fits;
            layout.hdus = std::mem::take(&mut self.hdus);
        }
        Ok(layout)
    }

    /// Finds out what kind of file it is and, of FITS, which HDUs it has.
    fn poll_stage(&mut self) -> Poll<()> {
        if let Stage::Unknown(locate) = &mut self.stage {
            let is_fits = locate.poll_first_bytes()?.starts_with(b"SIMPLE  ");
            let bytes = locate.take_bytes();
            self.stage = if is_fits {
                Stage::Walk(Walk::new(self.size, self.limits, bytes))
            } else {
                Stage::Asdf(0, locate::Locate::with_bytes(self.size, self.limits, bytes))
            };
        }
        if let Stage::Walk(walk) = &mut self.stage {
            self.hdus = walk.poll()?;
            self.warnings.append(&mut walk.warnings);
            self.stage = if let Some((base, size)) = self.embedded() {
                Stage::Asdf(base, locate::Locate::with_front(size, self.limits, WHOLE))
            } else {
                self.text = Some(tree_of(&self.hdus));
                Stage::Fits
            };
        }
        Ok(())
    }

    /// Where the ASDF file is, and its size.
    fn embedded(&mut self) -> Option<(u64, u64)> {
        let hdu = self.hdus.iter().find(|hdu| hdu.index > 0 && hdu.name == "ASDF")?;
        match place(hdu) {
            Ok(found) => found,
            Err(problem) => {
                self.warnings.push(Warning::of("bad-hdu", &problem.at(hdu.offset)));
                None
            }
        }
    }
}

/// Where the ASDF file that an extension holds is, and its size.
fn place(hdu: &Hdu) -> Result<Option<(u64, u64)>> {
    if let Some(problem) = &hdu.problem {
        return Err(problem.clone());
    }
    let base = hdu.data_offset();
    match hdu.kind {
        HduKind::Image if hdu.header.integer("BITPIX") == Some(8) => Ok(Some((base, hdu.data_size))),
        HduKind::BinaryTable => {
            let columns = columns(&hdu.header, false)?;
            let column = columns.iter().find(|column| column.name.eq_ignore_ascii_case("ASDF_METADATA"));
            let rows = hdu.header.length("NAXIS2", None)?;
            let bytes = column.filter(|_| rows > 0).and_then(|column| match column.form {
                Form::Fixed(Element::Byte | Element::Char, count) => Some((base + column.from, count)),
                _ => None,
            });
            Ok(bytes)
        }
        _ => Ok(None),
    }
}

/// An interrupt of reading the ASDF file that begins at `base`.
fn moved(interrupt: Interrupt, base: u64) -> Interrupt {
    match interrupt {
        Interrupt::Need(ranges) => {
            Interrupt::Need(ranges.iter().map(|range| range.start + base..range.end + base).collect())
        }
        Interrupt::Failed(error) => Interrupt::Failed(Error::moved(error, base)),
    }
}

impl locate::Locate {
    /// For a file of which the first `front` bytes are requested at once.
    fn with_front(size: u64, limits: Limits, front: u64) -> Self {
        let mut locate = Self::new(size, limits);
        locate.seen = front.min(size);
        locate
    }

    /// For a file of which `bytes` have arrived.
    fn with_bytes(size: u64, limits: Limits, bytes: SparseBuffer) -> Self {
        let mut locate = Self::new(size, limits);
        locate.bytes = bytes;
        locate
    }

    /// The first bytes of the file.
    fn poll_first_bytes(&mut self) -> Poll<&[u8]> {
        self.bytes.want(0..self.seen)
    }

    /// The bytes that have arrived.
    fn take_bytes(&mut self) -> SparseBuffer {
        std::mem::take(&mut self.bytes)
    }
}

impl Layout {
    /// The layout of a file without tree and blocks.
    fn without_blocks(dialect: Dialect, version: &str, size: u64) -> Self {
        Self {
            dialect,
            format_version: version.into(),
            standard_version: None,
            comments: Vec::new(),
            tree: None,
            blocks: Blocks::none(dialect, size, Rest::Nothing),
            hdus: Vec::new(),
        }
    }

    /// Moves the layout of an embedded file, which begins at byte `base`, to positions in the outer file.
    fn moved(mut self, base: u64) -> Self {
        self.tree = self.tree.map(|tree| tree.start + base..tree.end + base);
        self.blocks = self.blocks.moved(base);
        self
    }
}
