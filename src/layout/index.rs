//! The block index at the end of a file (ASDF 1.0.0, "Block index"): the offsets of all blocks.
//!
//! An index may be stale, and its text may also occur inside data. So it is only ever a claim: [`Locate`](super::Locate)
//! checks it against the file and walks the headers instead when any check fails.

use crate::limits::Limits;
use crate::tree::{Tree, Value};

/// How an index begins.
pub(super) const HEADER: &[u8] = b"#ASDF BLOCK INDEX";

/// What the end of a file says about an index.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Tail {
    /// An index begins at this byte of the tail.
    Index(usize),
    /// It looks like the later part of an index: more of the file is needed.
    Unfinished,
    /// There is no index.
    None,
}

/// Looks for the last index in the last bytes of a file.
pub(super) fn find(tail: &[u8]) -> Tail {
    let starts = |window: &[u8]| matches!(window, [rest @ .., b'\n' | b'\r'] if rest == HEADER);
    if let Some(at) = tail.windows(HEADER.len() + 1).rposition(starts) {
        return Tail::Index(at);
    }
    let padding = tail.iter().rev().take_while(|byte| **byte == 0).count();
    let text = tail.get(..tail.len() - padding).unwrap_or_default();
    // Nothing but zeros is the end of some block's data: many images end so.
    if !text.is_empty() && text.iter().all(|byte| b"0123456789,[]- \t\r\n.".contains(byte)) {
        Tail::Unfinished
    } else {
        Tail::None
    }
}

/// The offsets that an index lists, or why it is not an index. `index` begins with its header.
pub(super) fn parse(index: &[u8]) -> Result<Vec<u64>, String> {
    let text = index.get(HEADER.len()..).unwrap_or_default();
    let padding = text.iter().rev().take_while(|byte| **byte == 0).count();
    let text = text.get(..text.len() - padding).unwrap_or_default();
    let tree = Tree::parse(text, 0, &Limits::default(), &mut Vec::new())
        .map_err(|error| error.message().to_owned())?;
    let Value::Sequence(items) = &tree.node(tree.root()).value else {
        return Err("it is not a list".into());
    };
    let mut offsets: Vec<u64> = Vec::with_capacity(items.len());
    for item in items {
        let offset = match tree.node(*item).value {
            Value::Int(offset) => u64::try_from(offset).ok(),
            _ => None,
        };
        let offset = offset.ok_or("it holds something that is not an offset")?;
        if offsets.last().is_some_and(|last| *last >= offset) {
            return Err("its offsets do not increase".into());
        }
        offsets.push(offset);
    }
    if offsets.is_empty() { Err("it is empty".into()) } else { Ok(offsets) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_last_index_and_knows_a_part_of_one() {
        assert_eq!(find(b"xx#ASDF BLOCK INDEX\n[1]#ASDF BLOCK INDEX\r\n[2]"), Tail::Index(23));
        assert_eq!(find(b"12, 345]\n...\n\0\0"), Tail::Unfinished);
        assert_eq!(find(b"\0\0\0\0"), Tail::None);
        assert_eq!(find(b"data 12, 345]\n...\n"), Tail::None);
        assert_eq!(find(b"#ASDF BLOCK INDEXES\n"), Tail::None);
    }

    #[test]
    fn reads_every_way_of_writing_the_list() {
        let index = |text: &str| parse(format!("#ASDF BLOCK INDEX\n{text}").as_bytes());
        assert_eq!(index("%YAML 1.1\n---\n- 12\n- 345\n...\n"), Ok(vec![12, 345]));
        assert_eq!(index("%YAML 1.1\n--- [12,345,]\n...\n\0\0\0"), Ok(vec![12, 345]));
        assert_eq!(index("--- [5]"), Ok(vec![5]));
        for bad in [
            "--- [2, 1]\n...",
            "--- [1, 1]\n...",
            "--- []\n...",
            "--- {}\n...",
            "--- [a]\n...",
            "--- [-1]\n...",
            "--- [1",
        ] {
            assert!(index(bad).is_err(), "{bad}");
        }
    }
}
