//! What LZ4, `BloscLZ`, deflate and Zstandard share: matches, which repeat bytes from a little way back in the decoded
//! data, and the fixed-size chunks in which a match is copied.
//!
//! Most matches are short, and a call of `memory.copy` costs more than copying them. So a match is copied 16 bytes at a
//! time, past its end if the output is long enough: the output that follows overwrites the surplus.

#![expect(clippy::inline_always, reason = "the loops that call these decode hundreds of megabytes a second")]

/// How many bytes are copied at a time: `WIDTH`, or `HALF` if the distance of the match is less than `WIDTH`.
pub(crate) const WIDTH: usize = 16;
const HALF: usize = 8;
/// Above this length `memory.copy` and `memory.fill` are faster.
const LONG: usize = 256;

/// Copies the `length` bytes that begin `distance` before `at` to `at`. Source and destination may overlap. `None` if
/// the source begins before the output or the destination leaves it.
#[inline(always)]
pub(super) fn copy_match(output: &mut [u8], at: usize, distance: usize, length: usize) -> Option<()> {
    let (from, mut to) = (at.checked_sub(distance)?, at);
    let end = at.checked_add(length)?;
    if length > LONG || end.checked_add(WIDTH)? > output.len() {
        return copy_exactly(output, at, distance, length);
    }
    if distance >= WIDTH {
        copy_chunks::<WIDTH>(output, from, to, end)
    } else if distance >= HALF {
        copy_chunks::<HALF>(output, from, to, end)
    } else {
        let pattern = repeat(u64::from_le_bytes(*chunk(output, from)?), distance)?.to_le_bytes();
        while to < end {
            *chunk_mut(output, to)? = pattern;
            to += HALF - HALF % distance;
        }
        Some(())
    }
}

/// Copies [`WIDTH`] bytes to `at` from `distance` bytes before it. `None` if source and destination overlap or leave
/// the output. This is what most matches need, and it is inlined into the decoders' loops: more code would cost them
/// registers.
#[cfg(not(feature = "reference-codecs"))]
#[inline(always)]
pub(super) fn copy_short(output: &mut [u8], at: usize, distance: usize) -> Option<()> {
    let (before, after) = output.split_at_mut_checked(at)?;
    *after.first_chunk_mut()? = *chunk::<WIDTH>(before, at.wrapping_sub(distance))?;
    Some(())
}

/// Copies the bytes at `from` to `to..end`, in chunks of `N` bytes. A chunk must not overlap its source.
#[inline(always)]
fn copy_chunks<const N: usize>(output: &mut [u8], mut from: usize, mut to: usize, end: usize) -> Option<()> {
    while to < end {
        let bytes = *chunk::<N>(output, from)?;
        *chunk_mut(output, to)? = bytes;
        from += N;
        to += N;
    }
    Some(())
}

/// Repeats the lowest `count` bytes up to eight bytes.
#[inline(always)]
fn repeat(bytes: u64, count: usize) -> Option<u64> {
    let bits = 8 * u32::try_from(count).ok()?;
    let mut repeated = bytes & 1_u64.checked_shl(bits)?.checked_sub(1).filter(|mask| *mask > 0)?;
    for bits in [bits, 2 * bits, 4 * bits] {
        repeated |= repeated.checked_shl(bits).unwrap_or(0);
    }
    Some(repeated)
}

/// Like [`copy_match`], but writes nothing past the end of the match.
#[cold]
#[inline(never)]
fn copy_exactly(output: &mut [u8], at: usize, distance: usize, length: usize) -> Option<()> {
    let end = at.checked_add(length).filter(|end| *end <= output.len())?;
    let from = at.checked_sub(distance)?;
    if distance == 1 {
        let byte = *output.get(from)?;
        output.get_mut(at..end)?.fill(byte);
        return Some(());
    }
    let (mut to, mut period) = (at, distance);
    while to < end {
        let piece = period.min(end - to);
        if piece == 0 {
            return None;
        }
        output.copy_within(from..from + piece, to);
        to += piece;
        // The bytes just copied extend the repeated pattern.
        period += piece;
    }
    Some(())
}

/// The `N` bytes at `at`.
#[inline(always)]
pub(crate) fn chunk<const N: usize>(bytes: &[u8], at: usize) -> Option<&[u8; N]> {
    bytes.get(at..)?.first_chunk()
}

/// The `N` bytes at `at`, mutable.
#[inline(always)]
pub(crate) fn chunk_mut<const N: usize>(bytes: &mut [u8], at: usize) -> Option<&mut [u8; N]> {
    bytes.get_mut(at..)?.first_chunk_mut()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_repeats_what_lies_before_it() {
        let before: Vec<u8> = (1..=60).collect();
        for distance in 1..=60 {
            for length in [1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 100, 255, 256, 257, 600] {
                for spare in [0, 1, 15, 16, 40] {
                    let mut output = before.clone();
                    output.resize(before.len() + length + spare, 0);
                    copy_match(&mut output, before.len(), distance, length).unwrap();
                    let expected: Vec<u8> =
                        (0..length).map(|k| before[60 - distance + k % distance]).collect();
                    assert_eq!(output[60..60 + length], expected, "{distance} {length} {spare}");
                }
            }
        }
    }

    #[test]
    fn a_match_stays_within_the_output() {
        for length in [4, 300] {
            let mut output = vec![0; 400];
            assert_eq!(copy_match(&mut output, 10, 11, length), None);
            assert_eq!(copy_match(&mut output, 10, 0, length), None);
            assert_eq!(copy_match(&mut output, 400 - length + 1, 1, length), None);
            assert_eq!(copy_match(&mut output, 10, 1, usize::MAX), None);
            assert_eq!(copy_match(&mut output, 400 - length, 9, length), Some(()));
        }
    }
}
