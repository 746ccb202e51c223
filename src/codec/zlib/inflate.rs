//! Decodes whole streams of unknown size, as tiles of FITS images are stored: zlib (RFC 1950), and deflate alone (RFC 1951).

use super::{State, Zlib};
use crate::codec::input::{Input, Status};

/// Decodes a deflate stream (RFC 1951) of at most `most` bytes. Returns them, and how many stored bytes it takes; `None` if
/// it is damaged or decodes to more.
pub(in crate::codec) fn bare(stored: &[u8], most: usize) -> Option<(Vec<u8>, usize)> {
    grow(Zlib { state: State::Header, bare: true, ..Zlib::default() }, stored, most)
}

/// Decodes a zlib stream of at most `most` bytes, which are believed as they are decoded.
pub(in crate::codec) fn zlib(stored: &[u8], most: usize) -> Option<Vec<u8>> {
    grow(Zlib::default(), stored, most).map(|(decoded, _)| decoded)
}

fn grow(mut decoder: Zlib, stored: &[u8], most: usize) -> Option<(Vec<u8>, usize)> {
    let (mut decoded, mut consumed) = (Vec::new(), 0);
    loop {
        let rest = stored.get(consumed..)?;
        let mut input = Input { bytes: rest, consumed: 0, last: true, stored: rest.len() as u64 };
        let remaining = most.checked_sub(decoded.len())? as u64;
        match decoder.decode(&mut input, remaining, &mut decoded).ok()? {
            Status::Progress => consumed += input.consumed,
            Status::NeedInput(_) => return None,
            // A byte of which bits are left is used as well.
            Status::Finished => {
                let partial = usize::from(decoder.skip > 0);
                return Some((decoded, consumed + input.consumed + partial));
            }
        }
    }
}
