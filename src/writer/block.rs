//! The header of a block (ASDF 1.0.0, "Block header").

use crate::layout::Dialect;

/// The size field of a header: the number of bytes after that field. ASDF 1.0.0 defines no more than these.
const SIZE: u16 = 48;

/// The flag of a block that extends to the end of the file.
const STREAMED: u32 = 1;

/// The fields of a block's header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockHeader {
    /// Whether the block is the last one and extends to the end of the file. Its sizes are then 0 and mean nothing.
    pub streamed: bool,
    /// The label of the compression, such as `*b"zlib"`; zeros for none.
    pub compression: [u8; 4],
    /// How many bytes the block takes in the file after its header.
    pub allocated: u64,
    /// How many of the allocated bytes are used.
    pub used: u64,
    /// The decoded size.
    pub data: u64,
    /// The MD5 digest of the used bytes; zeros for none.
    pub checksum: [u8; 16],
}

impl BlockHeader {
    /// The length of the whole header.
    pub const LENGTH: u64 = 4 + 2 + SIZE as u64;

    /// The header as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Dialect::Asdf.magic().to_vec();
        bytes.extend(SIZE.to_be_bytes());
        bytes.extend(if self.streamed { STREAMED } else { 0 }.to_be_bytes());
        bytes.extend(self.compression);
        for size in [self.allocated, self.used, self.data] {
            bytes.extend(size.to_be_bytes());
        }
        bytes.extend(self.checksum);
        bytes
    }
}
