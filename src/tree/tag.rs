//! Names of tags without their versions.

/// The prefix of YAML's own tags.
pub(super) const CORE: &str = "tag:yaml.org,2002:";

/// YAML's own tags for timestamps and bytes.
pub(crate) const TIMESTAMP: &str = "tag:yaml.org,2002:timestamp";
pub(crate) const BINARY: &str = "tag:yaml.org,2002:binary";

/// The prefixes of the ASDF standard's tags, which are left out of tag names. The second one is from the format before
/// ASDF.
const STANDARD: [&str; 2] = ["tag:stsci.edu:asdf/", "tag:stsci.edu:finf/"];

/// The name in a full tag, without its version. It is `core/ndarray` for the standard's
/// `tag:stsci.edu:asdf/core/ndarray-1.1.0`, for version 0.1.0's `tag:stsci.edu:asdf/0.1.0/core/ndarray` and for
/// `!core/ndarray-1.1.0` with an undeclared handle. In `tag:` URIs of other organisations it is the part after the
/// authority, such as `gwcs/step`. Any other URI only loses its version.
#[expect(clippy::inline_always, reason = "the reading module has one copy, in `is`")]
#[inline(always)]
pub(crate) fn tag_name(tag: &str) -> &str {
    let standard = STANDARD.iter().find_map(|prefix| tag.strip_prefix(prefix));
    let name = match standard {
        Some(name) => match name.split_once('/') {
            Some((version, name)) if is_version(version) => name,
            _ => name,
        },
        None => match tag.strip_prefix("tag:").and_then(|rest| rest.split_once(':')) {
            Some((_, name)) => name,
            None => tag.strip_prefix('!').unwrap_or(tag),
        },
    };
    match name.rsplit_once('-') {
        Some((name, version)) if is_version(version) => name,
        _ => name,
    }
}

/// Whether the full tag `tag` has this name (see [`tag_name`]) in any version.
#[inline(never)]
pub(crate) fn is(tag: &str, name: &str) -> bool {
    tag_name(tag) == name
}

/// Whether the full tag `tag` is one of YAML's own.
pub(crate) fn is_core(tag: &str) -> bool {
    tag.starts_with(CORE)
}

/// Whether the full tag `tag` is the one of ordered maps.
pub(crate) fn is_omap(tag: &str) -> bool {
    tag.strip_prefix(CORE) == Some("omap")
}

/// Whether the text is a version number: digits and dots, such as `1.0.0` or `2`.
fn is_version(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::{is, tag_name};

    #[test]
    fn tag_names_exclude_versions_and_the_standards_prefix() {
        for (tag, name) in [
            ("tag:stsci.edu:asdf/core/ndarray-1.1.0", "core/ndarray"),
            ("tag:stsci.edu:asdf/core/chunked-ndarray-1.0.0", "core/chunked-ndarray"),
            ("tag:stsci.edu:asdf/0.1.0/core/ndarray", "core/ndarray"),
            ("tag:stsci.edu:finf/0.1.0/core/ndarray", "core/ndarray"),
            ("tag:stsci.edu:asdf/transform/rotate_sequence_3d-1.3.0", "transform/rotate_sequence_3d"),
            ("!core/ndarray-1.1.0", "core/ndarray"),
            ("!core/ndarray", "core/ndarray"),
            ("tag:stsci.edu:gwcs/step-1.3.0", "gwcs/step"),
            ("tag:astropy.org:astropy/coordinates/frames/icrs-1.1.0", "astropy/coordinates/frames/icrs"),
            ("tag:yaml.org,2002:str", "str"),
            (
                "asdf://stsci.edu/datamodels/roman/tags/wfi_image-2.2.0",
                "asdf://stsci.edu/datamodels/roman/tags/wfi_image",
            ),
            ("!", ""),
        ] {
            assert_eq!(tag_name(tag), name);
            assert!(is(tag, name));
        }
    }
}
