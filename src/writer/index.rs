//! The block index at the end of a file (ASDF 1.0.0, "Block index").

use std::fmt::Write;

/// The index of blocks that begin at these byte offsets in the file, in file order. Empty if there are no blocks. A
/// file whose last block is streamed has no index.
pub fn block_index(offsets: &[u64]) -> String {
    let mut index = String::new();
    if !offsets.is_empty() {
        let _ = write!(index, "#ASDF BLOCK INDEX\n%YAML 1.1\n---\n{offsets:?}\n...\n");
    }
    index
}
