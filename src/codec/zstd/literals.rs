//! The literals section of a block (RFC 8878, 3.1.1.3.1): the bytes that are not copied by matches.

use super::super::input::corrupt;
use super::bits::Bits;
use super::{fse, huffman};
use crate::error::Result;

/// Decodes the section at the beginning of `block` to the beginning of `literals`. Returns the length of the section
/// and the number of literals.
pub(super) fn decode(
    block: &[u8],
    table: &mut huffman::Table,
    scratch: &mut fse::Table,
    literals: &mut [u8],
) -> Result<(usize, usize)> {
    let short = || corrupt("the literals of a zstd block end too early");
    let mut header = [0; 8];
    for (to, from) in header.iter_mut().zip(block.iter().take(5)) {
        *to = *from;
    }
    let header = u64::from_le_bytes(header);
    let field =
        |from: u32, width: u32| usize::try_from(header >> from & ((1 << width) - 1)).unwrap_or_default();
    let (kind, format) = (header & 3, header >> 2 & 3);
    let is_coded = kind >= 2;
    let (length, size, stored) = match (is_coded, format) {
        (false, 0 | 2) => (1, field(3, 5), 0),
        (false, 1) => (2, field(4, 12), 0),
        (false, _) => (3, field(4, 20), 0),
        (true, 0 | 1) => (3, field(4, 10), field(14, 10)),
        (true, 2) => (4, field(4, 14), field(18, 14)),
        (true, _) => (5, field(4, 18), field(22, 18)),
    };
    let most = literals.len();
    let literals = literals.get_mut(..size).ok_or_else(|| {
        corrupt(format!("a zstd block has {size} literals, more than the {most} bytes it may have"))
    })?;
    let stored = match kind {
        0 => size,
        1 => 1,
        _ => stored,
    };
    let end = length + stored;
    let section = block.get(..end).ok_or_else(short)?;
    let content = section.get(length..).unwrap_or_default();
    match (kind, content) {
        (0, _) => literals.copy_from_slice(content),
        (1, _) => literals.fill(content.first().copied().unwrap_or_default()),
        _ => {
            let mut start = length;
            if kind == 2 {
                start += table.read(content, scratch)?;
            } else if !table.known {
                return Err(corrupt("a zstd block repeats a Huffman table, but none came before"));
            }
            if format == 0 {
                table.decode(Bits::new(section, start..end)?, literals)?;
            } else {
                let (sizes, _) = section.get(start..).unwrap_or_default().as_chunks();
                let [one, two, three, ..] = sizes else { return Err(short()) };
                let mut from = start + 6;
                let mut stream = |size: &[u8; 2]| {
                    let begin = from;
                    from += usize::from(u16::from_le_bytes(*size));
                    Bits::new(section, begin..from)
                };
                let [one, two, three] = [stream(one)?, stream(two)?, stream(three)?];
                let streams = [one, two, three, Bits::new(section, from..end)?];
                table.decode_four(streams, literals)?;
            }
        }
    }
    Ok((end, size))
}
