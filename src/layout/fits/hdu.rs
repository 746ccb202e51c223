//! One HDU, a header and its data unit (FITS 4.0, sections 3.3 and 4.4.1): what it is, and where its data are.

use super::header::{BLOCK, Header, bad};
use crate::error::{Error, ErrorKind, Result};
use crate::layout::block::Block;

/// What an HDU is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HduKind {
    /// An array, or a header alone.
    Image,
    /// Groups of parameters and arrays, an obsolete form of the first HDU.
    Groups,
    /// A table of numbers in binary form.
    BinaryTable,
    /// An image in compressed tiles, which a binary table holds.
    CompressedImage,
    /// A table of text.
    AsciiTable,
    /// An extension of another type.
    Other,
}

impl HduKind {
    /// The name in the JavaScript API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Groups => "groups",
            Self::BinaryTable => "table",
            Self::CompressedImage => "compressed-image",
            Self::AsciiTable => "ascii-table",
            Self::Other => "other",
        }
    }
}

/// An HDU: header and data unit.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hdu {
    /// Its number, from 0.
    pub index: usize,
    /// `EXTNAME`, in upper case; `PRIMARY` for the first HDU if it has none; else empty.
    pub name: String,
    /// `EXTVER`; 1 if the header has none.
    pub version: i128,
    /// What it is.
    pub kind: HduKind,
    /// Its cards.
    pub header: Header,
    /// Where its header begins in the file.
    pub offset: u64,
    /// How many bytes the header takes.
    pub header_size: u64,
    /// How many bytes the data take, without padding.
    pub data_size: u64,
    /// How many bytes of the file may belong to the data: up to where the next HDU begins.
    pub(crate) reach: u64,
    /// Why its data cannot be read, or not wholly.
    pub problem: Option<Error>,
    /// Where the file ends, if it ends inside the data.
    pub cut: Option<u64>,
    /// Whether its integers and floats are read as they are stored: without `BSCALE`, `BZERO` and `BLANK`.
    pub(crate) as_stored: bool,
}

impl Hdu {
    /// The HDU number `index`, whose header begins at `offset` of a file of `file_size` bytes.
    ///
    /// If the header does not tell how large the data are, nothing behind it can be found: that is its problem then.
    pub(super) fn new(index: usize, header: Header, offset: u64, header_size: u64, file_size: u64) -> Self {
        let kind = kind_of(index, &header);
        let data_size = data_size(&header, kind);
        let unnamed = if index == 0 { "PRIMARY" } else { "" };
        let name = header.text("EXTNAME").map_or_else(|| unnamed.into(), |name| name.trim().to_uppercase());
        let version = header.integer("EXTVER").unwrap_or(1);
        let mut hdu = Self {
            index,
            name,
            version,
            kind,
            header,
            offset,
            header_size,
            data_size: 0,
            reach: 0,
            problem: None,
            cut: None,
            as_stored: false,
        };
        match data_size {
            Ok(size) => {
                hdu.data_size = size;
                let available = file_size.saturating_sub(hdu.data_offset());
                hdu.reach = size.next_multiple_of(BLOCK).min(available);
                if size > available {
                    let message = format!(
                        "the data of {} take {size} bytes, but the file has only {available} left for them",
                        hdu.label()
                    );
                    hdu.problem = Some(Error::new(ErrorKind::Truncated, message).at(offset).in_hdu(index));
                    hdu.cut = Some(file_size);
                }
            }
            Err(error) => {
                let message =
                    format!("the size of the data of {} is unknown: {}", hdu.label(), error.message());
                hdu.problem = Some(Error::new(error.kind(), message).at(offset).in_hdu(index));
            }
        }
        hdu
    }

    /// How it is called in messages.
    pub fn label(&self) -> String {
        if self.name.is_empty() {
            format!("HDU {}", self.index)
        } else {
            format!("HDU {} ({},{})", self.index, self.name, self.version)
        }
    }

    /// Whether it has an array: also a table without rows has one.
    pub(crate) fn has_array(&self) -> bool {
        let is_table = matches!(self.kind, HduKind::BinaryTable | HduKind::AsciiTable);
        let has_columns = || self.header.integer("TFIELDS").is_some_and(|count| count > 0);
        self.data_size > 0 || is_table && self.problem.is_none() && has_columns()
    }

    /// Where its data begin in the file.
    pub fn data_offset(&self) -> u64 {
        self.offset.saturating_add(self.header_size)
    }

    /// Where the next HDU would begin; `None` if that is unknown or behind the end of the file.
    pub(super) fn end(&self) -> Option<u64> {
        let size = self.data_size.checked_next_multiple_of(BLOCK)?;
        self.data_offset().checked_add(size).filter(|_| self.problem.is_none())
    }

    /// Its data as a block, which is how data are read.
    pub(crate) fn block(&self) -> Block {
        // What the header does not count of a heap is read as well.
        let has_more = self.kind == HduKind::BinaryTable && self.cut.is_none();
        let size = if has_more { self.data_size.max(self.reach) } else { self.data_size };
        let block = Block::headless(self.index, self.data_offset(), size);
        Block { problem: self.problem.clone(), cut: self.cut, ..block }
    }
}

fn kind_of(index: usize, header: &Header) -> HduKind {
    if index == 0 {
        let is_groups = header.is_true("GROUPS") && header.integer("NAXIS1") == Some(0);
        return if is_groups { HduKind::Groups } else { HduKind::Image };
    }
    match header.text("XTENSION") {
        Some("IMAGE" | "IUEIMAGE") => HduKind::Image,
        Some("BINTABLE" | "A3DTABLE") if header.is_true("ZIMAGE") => HduKind::CompressedImage,
        Some("BINTABLE" | "A3DTABLE") => HduKind::BinaryTable,
        Some("TABLE") => HduKind::AsciiTable,
        _ => HduKind::Other,
    }
}

/// The size of the data (FITS 4.0, equations 1, 2 and 4).
fn data_size(header: &Header, kind: HduKind) -> Result<u64> {
    let axes = header.axes("NAXIS")?;
    if axes.is_empty() {
        return Ok(0);
    }
    let bits = header.integer("BITPIX").unwrap_or(0);
    if !matches!(bits, 8 | 16 | 32 | 64 | -32 | -64) {
        return Err(bad(format!("BITPIX is {bits}, which is none of 8, 16, 32, 64, -32 and -64")));
    }
    let item = u64::try_from(bits.abs() / 8).unwrap_or(0);
    let parameters = header.length("PCOUNT", Some(0))?;
    let groups = header.length("GCOUNT", Some(1))?;
    let lengths = if kind == HduKind::Groups { axes.get(1..).unwrap_or_default() } else { &axes };
    let elements = if lengths.contains(&0) {
        Some(0)
    } else {
        lengths.iter().try_fold(1u64, |size, length| size.checked_mul(*length))
    };
    elements
        .and_then(|elements| elements.checked_add(parameters)?.checked_mul(groups)?.checked_mul(item))
        .filter(|size| *size <= u64::MAX / 2)
        .ok_or_else(|| bad("NAXISn, PCOUNT and GCOUNT overflow 64 bits"))
}
