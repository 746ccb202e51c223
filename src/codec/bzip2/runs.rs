//! Undoes the first step of bzip2 compression: after four equal bytes, a byte says how many more of them follow.

use crate::codec::input::corrupt;
use crate::error::Result;

/// Appends about `space` bytes of expanded data, from byte `at` of the inverse transform's output on. Returns where it
/// stopped.
pub(super) fn append(bytes: &[u8], mut at: usize, space: usize, output: &mut Vec<u8>) -> Result<usize> {
    let start = output.len();
    while at < bytes.len() && output.len() - start < space {
        let rest = bytes.get(at..).unwrap_or_default();
        let end = end_of_four(rest);
        output.extend_from_slice(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default());
        let Some(end) = end else { return Ok(bytes.len()) };
        let (Some(byte), Some(more)) = (rest.get(end - 1), rest.get(end)) else {
            output.truncate(start);
            return Err(corrupt("a bzip2 block ends with four equal bytes without their count"));
        };
        output.resize(output.len() + usize::from(*more), *byte);
        at += end + 1;
    }
    Ok(at)
}

/// Where the first four equal bytes in a row end.
fn end_of_four(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    // Compares four bytes from the last to the first. If two neighbours differ, four equal bytes cannot begin before
    // the second of them.
    while let Some([a, b, c, d]) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        at += match (c == d, b == c, a == b) {
            (false, _, _) => 3,
            (true, false, _) => 2,
            (true, true, false) => 1,
            (true, true, true) => return Some(at + 4),
        };
    }
    None
}
