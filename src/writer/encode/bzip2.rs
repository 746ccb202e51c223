//! `bzp2`: one bzip2 stream, encoded by the crate `bzip2` with `libbz2-rs-sys`, a translation of libbz2.
//!
//! A piece is a stream of several bzip2 blocks, the last of which may be short. The blocks of all pieces, which begin and
//! end at any bit, become one stream: readers such as Python's stop at the end of the first.

use bzip2::{Action, Compress, Compression, Status};

use super::stream::{PieceSizes, Piecewise, failed, past};
use crate::error::Result;

/// About how many bytes a piece has: four of the largest blocks.
const PIECE: usize = 3_600_000;
/// The unit of the sizes of blocks.
const UNIT: usize = 100_000;
/// What a block lacks of its size. Fewer bytes never fill one.
const MARGIN: usize = 19;
/// How many bytes are encoded at a time. Their runs make them a quarter longer at most, so they complete no more than one
/// block.
const STEP: usize = 64 << 10;

/// The space for what a block has besides its bytes, which it makes 2 % longer at most. Output without space would be taken
/// for another block.
const LEAST_SPACE: usize = 1000;

/// The magic number of a stream.
const HEADER: [u8; 3] = *b"BZh";
/// The magic number at the end of a stream, 48 bits.
const END: u64 = 0x1772_4538_5090;
const END_BITS: usize = 48;
/// The bits of a checksum.
const CHECKSUM_BITS: usize = 32;

/// Encodes pieces: streams, each followed by the number of its blocks until it is joined.
pub(super) struct Bzip2 {
    level: u8,
    /// The combined checksums of the blocks so far.
    checksum: u32,
    /// Up to seven bits that do not fill a byte yet, the first one the highest, and their number.
    bits: u64,
    count: usize,
    has_begun: bool,
}

impl Bzip2 {
    pub(super) fn new(level: u8) -> Self {
        Self { level, checksum: 0, bits: 0, count: 0, has_begun: false }
    }

    /// Appends the header, once.
    fn begin(&mut self, output: &mut Vec<u8>) {
        if !self.has_begun {
            output.extend(HEADER);
            output.push(b'0' + self.level);
            self.has_begun = true;
        }
    }

    /// Appends the lowest `count` bits of a number, up to 48.
    fn push(&mut self, number: u64, count: usize, output: &mut Vec<u8>) {
        self.bits = self.bits << count | number & ((1 << count) - 1);
        self.count += count;
        while self.count >= 8 {
            self.count -= 8;
            #[expect(clippy::cast_possible_truncation, reason = "a byte is taken")]
            output.push((self.bits >> self.count) as u8);
        }
    }
}

impl Piecewise for Bzip2 {
    fn sizes(&self) -> PieceSizes {
        let block = usize::from(self.level) * UNIT - MARGIN;
        PieceSizes { piece: PIECE / block * block, before: 0, hashed: false }
    }

    fn encode(&self, _: &[u8], piece: &[u8], output: &mut Vec<u8>) -> Result<()> {
        // The work factor decides when the encoder switches to another sorting algorithm, which is slower on most data,
        // but never very slow. 0 selects the library's default.
        let mut encoder = Compress::new(Compression::new(self.level.into()), 0);
        let start = output.len();
        output.resize(start + piece.len() + piece.len() / 50 + LEAST_SPACE, 0);
        let mut space = output.get_mut(start..).unwrap_or_default();
        let mut run = |bytes: &[u8], action: Action| -> Result<(Status, usize)> {
            let before = encoder.total_out();
            let status = encoder.compress(bytes, space, action).map_err(|_| failed("bzip2"))?;
            let written = past(before, encoder.total_out());
            space = std::mem::take(&mut space).get_mut(written..).unwrap_or_default();
            Ok((status, written))
        };
        let (mut length, mut blocks) = (0, 1);
        for bytes in piece.chunks(STEP) {
            let (_, written) = run(bytes, Action::Run)?;
            length += written;
            blocks += u8::from(written > 0);
        }
        let (status, written) = run(&[], Action::Finish)?;
        if status != Status::StreamEnd {
            return Err(failed("bzip2"));
        }
        output.truncate(start + length + written);
        output.push(blocks);
        Ok(())
    }

    fn join(&mut self, encoded: &[u8], _: u64, output: &mut Vec<u8>) -> Result<()> {
        let (blocks, stream) = encoded.split_last().ok_or_else(|| failed("bzip2"))?;
        self.begin(output);
        let content = stream.get(HEADER.len() + 1..).unwrap_or_default();
        let end = end_of(content).ok_or_else(|| failed("bzip2"))?;
        let (whole, rest) = content.split_at(end / 8);
        for byte in whole {
            self.push((*byte).into(), 8, output);
        }
        self.push(bits_at(rest, 0) >> (END_BITS - end % 8), end % 8, output);
        #[expect(clippy::cast_possible_truncation, reason = "32 bits are left")]
        let checksum = (bits_at(content, end + END_BITS) >> (END_BITS - CHECKSUM_BITS)) as u32;
        // Each block rotates the checksums before it.
        self.checksum = self.checksum.rotate_left((*blocks).into()) ^ checksum;
        Ok(())
    }

    fn finish(&mut self, output: &mut Vec<u8>) -> Result<()> {
        self.begin(output);
        self.push(END, END_BITS, output);
        self.push(self.checksum.into(), CHECKSUM_BITS, output);
        self.push(0, (8 - self.count) % 8, output);
        Ok(())
    }
}

/// The bit of a stream's content after its last block: the magic number of the end follows, a checksum, and up to seven bits.
fn end_of(content: &[u8]) -> Option<usize> {
    let last = (content.len() * 8).checked_sub(END_BITS + CHECKSUM_BITS)?;
    (last.saturating_sub(7)..=last).find(|at| bits_at(content, *at) == END)
}

/// The 48 bits from the bit `at` on; beyond the end of the bytes they are 0.
fn bits_at(bytes: &[u8], at: usize) -> u64 {
    let byte = |index: usize| u64::from(bytes.get(at / 8 + index).copied().unwrap_or(0));
    let word = (0..8).fold(0, |word, index| word << 8 | byte(index));
    word << (at % 8) >> (64 - END_BITS)
}
