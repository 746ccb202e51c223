//! One LZ4 block (`lz4_Block_format.md`), which is what a Blosc stream holds. Matches may reach back into a dictionary.
//!
//! We have our own decoder because, in WebAssembly, it decodes Blosc streams two to three times as fast as `lz4_flex`:
//! shuffled planes are mostly repetitions of a few bytes. The chunks of `lz4\0` hold different data. `lz4_flex` decodes
//! those a fifth faster than this decoder, so it is used there (`benches/decoders/RESULTS.md`).

use super::lz77::{chunk, chunk_mut, copy_match};

/// The longest run of literals that is copied at once.
const WIDTH: usize = 16;

/// Decodes a block into `output`, and returns its decoded size. `None` if the block is damaged or does not fit.
pub(super) fn decode(input: &[u8], dictionary: &[u8], output: &mut [u8]) -> Option<usize> {
    let (mut read, mut at) = (0, 0);
    loop {
        let token = *input.get(read)?;
        read += 1;
        let mut literals = usize::from(token >> 4);
        if literals < 15
            && let Some(from) = chunk::<WIDTH>(input, read)
            && let Some(to) = chunk_mut::<WIDTH>(output, at)
        {
            *to = *from;
        } else {
            if literals == 15 {
                literals = extend(literals, input, &mut read)?;
            }
            let from = input.get(read..read.checked_add(literals)?)?;
            output.get_mut(at..at.checked_add(literals)?)?.copy_from_slice(from);
        }
        read += literals;
        at += literals;
        if read == input.len() {
            return Some(at);
        }
        let distance = usize::from(u16::from_le_bytes(*chunk(input, read)?));
        read += 2;
        let mut length = usize::from(token & 15);
        if length == 15 {
            length = extend(length, input, &mut read)?;
        }
        length = length.checked_add(4)?;
        // Bytes before the beginning of the output are at the end of the dictionary.
        let missing = distance.saturating_sub(at);
        if missing > 0 {
            let from = dictionary.len().checked_sub(missing)?;
            let old = dictionary.get(from..from + missing.min(length))?;
            output.get_mut(at..at.checked_add(old.len())?)?.copy_from_slice(old);
            at += old.len();
            length -= old.len();
        }
        if length > 0 {
            copy_match(output, at, distance, length)?;
            at += length;
        }
    }
}

/// Adds the bytes that extend a length.
#[cold]
fn extend(mut length: usize, input: &[u8], read: &mut usize) -> Option<usize> {
    loop {
        let byte = *input.get(*read)?;
        *read += 1;
        length = length.checked_add(usize::from(byte))?;
        if byte != 255 {
            return Some(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_matches() {
        // "abcd"; a match of 4 bytes at distance 4; one of 19 bytes at distance 1; "xyz".
        let block = b"\x40abcd\x04\x00\x0f\x01\x00\x00\x30xyz";
        let mut output = [0; 64];
        assert_eq!(decode(block, &[], &mut output), Some(4 + 4 + 19 + 3));
        assert_eq!(output[..30], [b"abcdabcd".as_slice(), &[b'd'; 19], b"xyz"].concat());
        for size in 0..30 {
            assert_eq!(decode(block, &[], &mut output[..size]), None);
        }
    }

    #[test]
    fn a_match_may_begin_in_the_dictionary() {
        let mut output = [0; 12];
        assert_eq!(decode(b"\x14a\x05\x00\x30xyz", b"..defg", &mut output), Some(12));
        assert_eq!(&output, b"adefgadefxyz");
        assert_eq!(decode(b"\x14a\x08\x00\x30xyz", b"..defg", &mut output), None);
    }

    #[test]
    fn agrees_with_another_decoder() {
        let mut state = 1_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for length in (0..100).chain((100..400).step_by(20)) {
            let data: Vec<u8> = (0..length * 7)
                .map(|_| if random(3) == 0 { random(256).to_le_bytes()[0] } else { 7 })
                .collect();
            let block = lz4_flex::block::compress(&data);
            let mut output = vec![0; data.len()];
            assert_eq!(decode(&block, &[], &mut output), Some(data.len()));
            assert!(output == data);
            for at in 0..block.len() {
                let mut damaged = block.clone();
                damaged[at] ^= 1 << random(8);
                let mut other = vec![0; data.len()];
                let expected = lz4_flex::block::decompress_into(&damaged, &mut other).ok();
                assert_eq!(decode(&damaged, &[], &mut output), expected, "{length} {at}");
                assert!(expected.is_none_or(|length| output[..length] == other[..length]));
            }
        }
    }
}
