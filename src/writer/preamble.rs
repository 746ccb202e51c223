//! The part before the tree (ASDF 1.0.0, "Header", "Comments"), and the versions of the standard with their tags.

use crate::error::{Error, ErrorKind, Result};

/// The core schemas. Each of their versions has the first version of the standard that includes it.
const TAGS: [(&str, &[(Standard, &str)]); 9] = [
    ("asdf", &[(Standard::V1_0, "1.0.0"), (Standard::V1_2, "1.1.0")]),
    ("ndarray", &[(Standard::V1_0, "1.0.0"), (Standard::V1_6, "1.1.0")]),
    ("complex", &[(Standard::V1_0, "1.0.0")]),
    ("software", &[(Standard::V1_0, "1.0.0")]),
    ("history_entry", &[(Standard::V1_0, "1.0.0")]),
    ("extension_metadata", &[(Standard::V1_2, "1.0.0")]),
    ("integer", &[(Standard::V1_3, "1.0.0"), (Standard::V1_6, "1.1.0")]),
    // Not in any version of the standard: the tags are the same for all versions.
    ("chunked-ndarray", &[(Standard::V1_0, "1.0.0")]),
    ("ndarray-chunk", &[(Standard::V1_0, "1.0.0")]),
];

/// A version of the ASDF Standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Standard {
    /// 1.0.0
    V1_0,
    /// 1.1.0
    V1_1,
    /// 1.2.0
    V1_2,
    /// 1.3.0
    V1_3,
    /// 1.4.0
    V1_4,
    /// 1.5.0
    V1_5,
    /// 1.6.0
    #[default]
    V1_6,
}

impl Standard {
    const ALL: [(Self, &str); 7] = [
        (Self::V1_0, "1.0.0"),
        (Self::V1_1, "1.1.0"),
        (Self::V1_2, "1.2.0"),
        (Self::V1_3, "1.3.0"),
        (Self::V1_4, "1.4.0"),
        (Self::V1_5, "1.5.0"),
        (Self::V1_6, "1.6.0"),
    ];

    /// The version with this name, such as `1.6.0`.
    pub fn named(name: &str) -> Result<Self> {
        let found = Self::ALL.iter().find(|(_, its)| *its == name).map(|(version, _)| *version);
        found.ok_or_else(|| {
            let names = Self::ALL.map(|(_, name)| name).join(", ");
            let message = format!("no version of the standard is `{name}`; files are written by {names}");
            Error::new(ErrorKind::BadHeader, message)
        })
    }

    /// The name of the version.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(version, _)| *version == self).map_or("", |(_, name)| name)
    }

    /// The full tag of a core schema, such as `ndarray`, in this version of the standard. `None` if the version does
    /// not have it.
    pub fn tag(self, schema: &str) -> Option<String> {
        let (_, versions) = TAGS.iter().find(|(name, _)| *name == schema)?;
        let (_, version) = versions.iter().rev().find(|(since, _)| *since <= self)?;
        Some(format!("tag:stsci.edu:asdf/core/{schema}-{version}"))
    }
}

/// The header line, the version of the standard, and the comments, one to a line.
pub fn preamble(standard: Standard, comments: &[impl AsRef<str>]) -> Result<String> {
    let mut text = format!("#ASDF 1.0.0\n#ASDF_STANDARD {}\n", standard.name());
    for comment in comments.iter().map(AsRef::as_ref) {
        let refuse = |what| {
            let message = format!("the comment {comment:?} {what}");
            Err(Error::new(ErrorKind::BadHeader, message))
        };
        if comment.contains(|char: char| char.is_control() && char != '\t') {
            return refuse("holds a line break or another control character: a comment is one line");
        }
        if comment.trim_start().starts_with("ASDF") {
            return refuse("begins with `ASDF`, as only the lines do that readers of the format go by");
        }
        text.push_str("# ");
        text.push_str(comment);
        text.push('\n');
    }
    Ok(text)
}
