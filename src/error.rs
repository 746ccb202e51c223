//! The one error type: what went wrong, where in the file, and what a person can do about it.
//!
//! An [`Error`] carries a machine-readable [`ErrorKind`], a lower-case message that names the thing, what was
//! found and what was expected, and, where they apply, the byte offset in the file, the block or the HDU and the path
//! in the tree. Context is added on the way up with [`Error::at`], [`Error::in_block`], [`Error::in_hdu`] and
//! [`Error::on_path`]; what was said first stands.

use std::fmt;

/// What kind of failure an [`Error`] is. The names are the `code`s of the JavaScript API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes are not an ASDF file.
    NotAsdf,
    /// The file ends before something it announces.
    Truncated,
    /// The header line or the comments are malformed.
    BadHeader,
    /// The tree is not valid YAML, or breaks the rules ASDF adds.
    BadTree,
    /// A block's header, or the encoding chain that its content begins with, is malformed or contradicts the file.
    BadBlock,
    /// An array's description is malformed or leaves its block.
    BadArray,
    /// The caller's selection does not fit the array.
    BadSelection,
    /// A block's bytes do not match the MD5 digest in its header.
    Checksum,
    /// A block's compressed bytes cannot be decoded to what the header declares.
    CorruptData,
    /// The block is compressed with something unknown.
    UnsupportedCompression,
    /// The array's elements are of an unknown type.
    UnsupportedDatatype,
    /// The bytes of a file, or a step of an encoding chain, use something unknown.
    UnsupportedEncoding,
    /// A transform of world coordinates is of an unknown kind, or has no inverse.
    UnsupportedTransform,
    /// The data live in another file, which cannot be reached.
    ExternalSource,
    /// No node or block of that name or number.
    NotFound,
    /// Something would exceed one of the [`Limits`](crate::Limits).
    LimitExceeded,
    /// The file cannot be read or written; the error's source says why.
    #[cfg(feature = "file")]
    Io,
}

impl ErrorKind {
    /// The `code` of the JavaScript API, such as `"bad-tree"`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotAsdf => "not-asdf",
            Self::Truncated => "truncated",
            Self::BadHeader => "bad-header",
            Self::BadTree => "bad-tree",
            Self::BadBlock => "bad-block",
            Self::BadArray => "bad-array",
            Self::BadSelection => "bad-selection",
            Self::Checksum => "checksum",
            Self::CorruptData => "corrupt-data",
            Self::UnsupportedCompression => "unsupported-compression",
            Self::UnsupportedDatatype => "unsupported-datatype",
            Self::UnsupportedEncoding => "unsupported-encoding",
            Self::UnsupportedTransform => "unsupported-transform",
            Self::ExternalSource => "external-source",
            Self::NotFound => "not-found",
            Self::LimitExceeded => "limit-exceeded",
            #[cfg(feature = "file")]
            Self::Io => "io",
        }
    }
}

/// The result of everything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure, with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Detail>);

/// What of a file something failed in, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Block(usize),
    Hdu(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Detail {
    kind: ErrorKind,
    message: String,
    offset: Option<u64>,
    place: Option<Place>,
    path: Option<String>,
    #[cfg(feature = "file")]
    source: Option<IoSource>,
}

/// What the operating system said.
#[cfg(feature = "file")]
#[derive(Clone, Debug)]
struct IoSource(std::sync::Arc<std::io::Error>);

#[cfg(feature = "file")]
impl PartialEq for IoSource {
    fn eq(&self, other: &Self) -> bool {
        self.0.kind() == other.0.kind()
    }
}

#[cfg(feature = "file")]
impl Eq for IoSource {}

impl Error {
    /// A failure of `kind`; `message` is lower case and names the thing, what was found and what was expected.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Detail {
            kind,
            message: message.into(),
            offset: None,
            place: None,
            path: None,
            #[cfg(feature = "file")]
            source: None,
        }))
    }

    /// A failure of the operating system.
    #[cfg(feature = "file")]
    pub(crate) fn io(message: impl fmt::Display, source: std::io::Error) -> Self {
        let mut error = Self::new(ErrorKind::Io, format!("{message}: {source}"));
        error.0.source = Some(IoSource(std::sync::Arc::new(source)));
        error
    }

    /// Says at which byte of the file it happened, unless that is already known.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// Says at which byte of the whole it happened in a part that begins at `base`.
    #[cfg(feature = "fits")]
    #[must_use]
    pub(crate) fn moved(mut self, base: u64) -> Self {
        self.0.offset = self.0.offset.map(|offset| offset.saturating_add(base));
        self
    }

    /// Says in which block it happened, unless its block or HDU is already known.
    #[must_use]
    pub fn in_block(mut self, block: usize) -> Self {
        self.0.place.get_or_insert(Place::Block(block));
        self
    }

    /// Says in which HDU of a FITS file it happened, unless its block or HDU is already known.
    #[must_use]
    pub fn in_hdu(mut self, hdu: usize) -> Self {
        self.0.place.get_or_insert(Place::Hdu(hdu));
        self
    }

    /// Says at which node of the tree it happened (`"roman/data"`), unless that is already known.
    #[must_use]
    pub fn on_path(mut self, path: impl Into<String>) -> Self {
        self.0.path.get_or_insert_with(|| path.into());
        self
    }

    /// What kind of failure this is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The message without its place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The byte of the file at which it happened.
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// The index of the block in which it happened.
    pub fn block(&self) -> Option<usize> {
        match self.0.place {
            Some(Place::Block(block)) => Some(block),
            _ => None,
        }
    }

    /// The number of the HDU of a FITS file in which it happened.
    pub fn hdu(&self) -> Option<usize> {
        match self.0.place {
            Some(Place::Hdu(hdu)) => Some(hdu),
            _ => None,
        }
    }

    /// The path in the tree of the node at which it happened.
    pub fn path(&self) -> Option<&str> {
        self.0.path.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        let mut separator = " (";
        let mut add = |f: &mut fmt::Formatter<'_>, args: fmt::Arguments<'_>| {
            f.write_str(separator)?;
            separator = ", ";
            f.write_fmt(args)
        };
        if let Some(path) = &self.0.path {
            add(f, format_args!("at {path}"))?;
        }
        match self.0.place {
            Some(Place::Block(block)) => add(f, format_args!("block {block}"))?,
            Some(Place::Hdu(hdu)) => add(f, format_args!("HDU {hdu}"))?,
            None => {}
        }
        if let Some(offset) = self.0.offset {
            add(f, format_args!("byte {offset}"))?;
        }
        if separator == ", " { f.write_str(")") } else { Ok(()) }
    }
}

impl std::error::Error for Error {
    #[cfg(feature = "file")]
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.0.source.as_ref()?.0)
    }
}

/// Something odd that did not stop the reading. Collected, never printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// A short machine-readable name, such as `"duplicate-key"`.
    pub code: &'static str,
    /// A lower-case sentence that says what was found and what was done about it.
    pub message: String,
    /// The byte of the file it concerns.
    pub offset: Option<u64>,
    /// The path in the tree of the node it concerns.
    pub path: Option<String>,
}

impl Warning {
    /// A warning with no place yet.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), offset: None, path: None }
    }

    /// A failure that is only a warning here, with its place.
    pub(crate) fn of(code: &'static str, error: &Error) -> Self {
        let Detail { message, offset, path, .. } = &*error.0;
        Self { code, message: message.clone(), offset: *offset, path: path.clone() }
    }

    /// Says which byte of the whole it concerns in a part that begins at `base`.
    #[cfg(feature = "fits")]
    pub(crate) fn moved(mut self, base: u64) -> Self {
        self.offset = self.offset.map(|offset| offset.saturating_add(base));
        self
    }

    /// Says which byte of the file it concerns.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }

    /// Says which node of the tree it concerns.
    #[must_use]
    pub fn on_path(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }
}
