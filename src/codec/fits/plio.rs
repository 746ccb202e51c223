//! `PLIO_1`: runs of pixels, as IRAF codes masks (FITS 4.0, section 10.4.3). The instructions are 16-bit words.

use super::room;
use crate::codec::input::corrupt;
use crate::error::Result;

/// Decodes `count` pixels.
pub(super) fn decode(stored: &[u8], count: usize) -> Result<Vec<i32>> {
    let words: Vec<i32> =
        stored.as_chunks::<2>().0.iter().map(|word| i16::from_be_bytes(*word).into()).collect();
    let word =
        |number: usize| words.get(number).copied().ok_or_else(|| corrupt("a PLIO_1 tile ends in its header"));
    // The third word is the length of the list; if it is not positive, two further words hold the length.
    let (begin, length) = if word(2)? > 0 { (3, word(2)?) } else { (word(1)?, (word(4)? << 15) + word(3)?) };
    let begin = usize::try_from(begin).map_err(|_| corrupt("the header of a PLIO_1 tile has no length"))?;
    let length = usize::try_from(length).unwrap_or(0).min(words.len());
    let mut output: Vec<i32> = room(count)?;
    let mut high = 1i32;
    let mut list = words.get(begin.min(length)..length).unwrap_or_default().iter();
    while let Some(instruction) = list.next() {
        let data = instruction & 0xfff;
        let run = usize::try_from(data).unwrap_or(0).min(count - output.len());
        let is_whole = usize::try_from(data) == Ok(run);
        match instruction >> 12 {
            // So many zeros; so many pixels of the high value; zeros, of which the last is the high value.
            0 => output.extend(std::iter::repeat_n(0, run)),
            4 => output.extend(std::iter::repeat_n(high, run)),
            5 => {
                output.extend(std::iter::repeat_n(0, run));
                if let Some(last) = output.last_mut().filter(|_| is_whole && run > 0) {
                    *last = high;
                }
            }
            // The high value is set, raised or lowered.
            1 => {
                let next = list.next().ok_or_else(|| corrupt("a PLIO_1 tile ends inside an instruction"))?;
                high = (next << 12).wrapping_add(data);
            }
            2 => high = high.wrapping_add(data),
            3 => high = high.wrapping_sub(data),
            // It is raised or lowered, and is one pixel.
            6 | 7 => {
                let change = if instruction >> 12 == 6 { data } else { -data };
                high = high.wrapping_add(change);
                if output.len() < count {
                    output.push(high);
                }
            }
            _ => return Err(corrupt("a PLIO_1 tile has an instruction that is not known")),
        }
        if output.len() >= count {
            break;
        }
    }
    output.resize(count, 0);
    Ok(output)
}
