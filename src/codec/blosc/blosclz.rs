//! `BloscLZ`, Blosc's own codec: `FastLZ` with larger distances. We have our own decoder because there is no Rust
//! crate.
//!
//! A control byte below 32 is the number of literals minus one. Any other control byte begins a match: it has three
//! bits of length and the five upper bits of the distance. If the length is 7, more bytes of length follow and are
//! added to it, up to the first one that is not 255. Then a byte with the lower bits of the distance follows. If the
//! distance is the largest of 13 bits, two more bytes follow and are added to it. Only the lower five bits of the first
//! control byte are used.

use crate::codec::lz77::{chunk, chunk_mut, copy_match};

/// The largest 13-bit distance. It is extended by two more bytes.
const FAR: usize = 8191;
/// The longest run of literals.
const LITERALS: usize = 32;

/// Decodes a stream into `output`, and returns its decoded size. `None` if the stream is damaged or does not fit.
pub(super) fn decode(input: &[u8], output: &mut [u8]) -> Option<usize> {
    let mut control = usize::from(*input.first()? & 31);
    let (mut read, mut at) = (1, 0);
    loop {
        if control < LITERALS {
            let count = control + 1;
            if let Some(from) = chunk::<LITERALS>(input, read)
                && let Some(to) = chunk_mut::<LITERALS>(output, at)
            {
                *to = *from;
            } else {
                output.get_mut(at..at + count)?.copy_from_slice(input.get(read..read + count)?);
            }
            read += count;
            at += count;
        } else {
            let mut length = (control >> 5) + 2;
            if control >> 5 == 7 {
                loop {
                    let byte = *input.get(read)?;
                    read += 1;
                    length = length.checked_add(usize::from(byte))?;
                    if byte != 255 {
                        break;
                    }
                }
            }
            let low = usize::from(*input.get(read)?);
            read += 1;
            let mut distance = ((control & 31) << 8) + low;
            if distance == FAR {
                distance += usize::from(u16::from_be_bytes(*chunk(input, read)?));
                read += 2;
            }
            copy_match(output, at, distance + 1, length)?;
            at += length;
        }
        let Some(next) = input.get(read) else { return Some(at) };
        control = usize::from(*next);
        read += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_matches() {
        let mut output = [0; 64];
        // "abcd" (the upper bits of the first byte are ignored); 3 bytes at distance 4; 9 + 2 bytes at distance 1; "z".
        let stream = b"\xe3abcd\x20\x03\xe0\x02\x00\x00z";
        assert_eq!(decode(stream, &mut output), Some(19));
        assert_eq!(&output[..19], b"abcdabccccccccccccz");
        for size in 0..19 {
            assert_eq!(decode(stream, &mut output[..size]), None);
        }
        for length in 1..stream.len() {
            assert!(decode(&stream[..length], &mut output) < Some(19));
        }
        assert_eq!(decode(b"\x00a\x20\x01", &mut output), None);
    }
}
