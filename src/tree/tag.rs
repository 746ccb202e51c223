//! Names of tags: which of them mean the same whatever their version.

/// The prefixes of YAML's own tags.
pub(super) const CORE: &str = "tag:yaml.org,2002:";

/// YAML's own tags of a time and of bytes.
pub(crate) const TIMESTAMP: &str = "tag:yaml.org,2002:timestamp";
pub(crate) const BINARY: &str = "tag:yaml.org,2002:binary";

/// The standard's tags, under which it leaves its own name out. The second is of the format before ASDF.
const STANDARD: [&str; 2] = ["tag:stsci.edu:asdf/", "tag:stsci.edu:finf/"];

/// The name in a full tag, without version: `core/ndarray` for the standard's `tag:stsci.edu:asdf/core/ndarray-1.1.0`,
/// for version 0.1.0's `tag:stsci.edu:asdf/0.1.0/core/ndarray` and for a `!core/ndarray-1.1.0` whose handle is not
/// declared. Of other organisations' `tag:` URIs it is what follows the authority, such as `gwcs/step`; any other URI
/// keeps all but its version.
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

/// Whether the full tag `tag` has this name (see [`tag_name`]), whatever its version.
pub(crate) fn is(tag: &str, name: &str) -> bool {
    tag_name(tag) == name
}

/// Whether the full tag `tag` is one of YAML's own.
pub(crate) fn is_core(tag: &str) -> bool {
    tag.starts_with(CORE)
}

/// Whether the full tag `tag` is that of an ordered map.
pub(crate) fn is_omap(tag: &str) -> bool {
    tag.strip_prefix(CORE) == Some("omap")
}

/// `1.0.0`, `1.2`, `2`, `1.0.0-dev`'s beginning.
fn is_version(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::{is, tag_name};

    #[test]
    fn versions_and_the_standards_prefix_are_no_part_of_a_name() {
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
