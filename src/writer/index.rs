//! The block index at the end of a file (ASDF 1.0.0, "Block index").

use std::fmt::Write;

/// The index of blocks that begin at these bytes of the file, in its order. Of no blocks it is nothing. A file whose last
/// block is streamed has none.
pub fn block_index(offsets: &[u64]) -> String {
    let mut index = String::new();
    if !offsets.is_empty() {
        let _ = write!(index, "#ASDF BLOCK INDEX\n%YAML 1.1\n---\n{offsets:?}\n...\n");
    }
    index
}
