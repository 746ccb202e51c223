//! `zlib`: one zlib stream (RFC 1950).
//!
//! Encoded by `zlib-rs`, which takes three quarters of the time of `miniz_oxide` in WebAssembly. Files are as large as
//! with zlib. Each piece ends with an empty stored block (a sync flush), which aligns it to bytes, and matches of the next
//! one reach into it.

use simd_adler32::adler32;
use zlib_rs::{Deflate, DeflateFlush, Status};

use super::stream::{PieceSizes, Piecewise, ROOM, failed, past};
use crate::error::Result;

/// The window size as a power of two: 32 KiB.
const WINDOW: u8 = 15;

/// Large enough that filling the window again takes little time.
const PIECE: usize = 2 << 20;

/// Deflate with this window, the first byte of the header.
const METHOD: u8 = 0x78;

/// The last block, without content.
const END: [u8; 2] = [0x03, 0x00];

/// The modulus of Adler-32.
const BASE: u64 = 65_521;

/// Encodes pieces, each followed by its checksum until it is joined.
pub(super) struct Zlib {
    level: u8,
    /// The checksum of the pieces so far.
    checksum: u32,
    has_begun: bool,
}

impl Zlib {
    pub(super) fn new(level: u8) -> Self {
        Self { level, checksum: 1, has_begun: false }
    }

    /// Appends the header, once.
    fn begin(&mut self, output: &mut Vec<u8>) {
        if !self.has_begun {
            let flags = match effective(self.level) {
                ..2 => 0x01,
                2..6 => 0x5e,
                6 => 0x9c,
                7.. => 0xda,
            };
            output.extend([METHOD, flags]);
            self.has_begun = true;
        }
    }
}

impl Piecewise for Zlib {
    fn sizes(&self) -> PieceSizes {
        PieceSizes { piece: PIECE, before: 1 << WINDOW, hashed: false }
    }

    fn encode(&self, before: &[u8], piece: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let mut deflate = Deflate::new(effective(self.level).into(), false, WINDOW);
        deflate.set_dictionary(before).map_err(|_| failed("zlib"))?;
        Deflater(deflate).run(piece, DeflateFlush::SyncFlush, output)?;
        output.extend(adler32(&piece).to_be_bytes());
        Ok(())
    }

    fn join(&mut self, encoded: &[u8], length: u64, output: &mut Vec<u8>) -> Result<()> {
        let (deflated, checksum) = encoded.split_last_chunk().ok_or_else(|| failed("zlib"))?;
        self.begin(output);
        self.checksum = combined(self.checksum, u32::from_be_bytes(*checksum), length);
        output.extend_from_slice(deflated);
        Ok(())
    }

    fn finish(&mut self, output: &mut Vec<u8>) -> Result<()> {
        self.begin(output);
        output.extend(END);
        output.extend(self.checksum.to_be_bytes());
        Ok(())
    }
}

/// The Adler-32 of bytes with the checksum `first`, followed by `length` bytes with the checksum `second`.
fn combined(first: u32, second: u32, length: u64) -> u32 {
    let halves = |checksum: u32| (u64::from(checksum & 0xffff), u64::from(checksum >> 16));
    let ((first, first_sums), (second, second_sums)) = (halves(first), halves(second));
    // Both sums begin at 1.
    let before = first + BASE - 1;
    let sum = (before + second) % BASE;
    let sums = (first_sums + second_sums + length % BASE * before) % BASE;
    #[expect(clippy::cast_possible_truncation, reason = "both are less than 65,521")]
    let checksum = (sums << 16 | sum) as u32;
    checksum
}

/// Level 1 of `zlib-rs` is faster than zlib's, but files are twice as large. Its level 2 corresponds to zlib's level 1.
const fn effective(level: u8) -> u8 {
    if level == 1 { 2 } else { level }
}

/// Makes zlib streams.
pub(super) struct Deflater(Deflate);

impl Deflater {
    pub(super) fn new(level: u8) -> Self {
        Self(Deflate::new(effective(level).into(), true, WINDOW))
    }

    /// Appends a whole stream of `data`.
    pub(super) fn whole(&mut self, data: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.0.reset();
        self.run(data, DeflateFlush::Finish, output)
    }

    /// Encodes all bytes, and appends all output.
    fn run(&mut self, mut bytes: &[u8], flush: DeflateFlush, output: &mut Vec<u8>) -> Result<()> {
        let Self(deflate) = self;
        loop {
            let (taken, given, start) = (deflate.total_in(), deflate.total_out(), output.len());
            output.resize(start + ROOM, 0);
            let outcome = deflate.compress(bytes, output.get_mut(start..).unwrap_or_default(), flush);
            let written = past(given, deflate.total_out());
            output.truncate(start + written);
            bytes = bytes.get(past(taken, deflate.total_in())..).unwrap_or_default();
            match outcome {
                Ok(Status::StreamEnd) => return Ok(()),
                // A flush has ended once it leaves space.
                Ok(_) if flush == DeflateFlush::SyncFlush && bytes.is_empty() && written < ROOM => {
                    return Ok(());
                }
                Ok(_) if deflate.total_in() > taken || written > 0 => {}
                _ => return Err(failed("zlib")),
            }
        }
    }
}
