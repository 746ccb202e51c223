//! The checksums of a stream's blocks (The .xz File Format 1.2, section 3.4).

use sha2::{Digest as _, Sha256};

const CRC32: u64 = 0xedb8_8320;
const CRC64: u64 = 0xc96c_5795_d787_0f42;

/// A checksum of the bytes added so far.
#[derive(Debug)]
pub(super) enum Check {
    None,
    Crc(Crc),
    Sha256(Sha256),
}

impl Check {
    /// The check with this number in a stream's flags.
    pub(super) fn new(id: u8) -> Option<Self> {
        match id {
            0 => Some(Self::None),
            1 => Some(Self::Crc(Crc::new(CRC32, 4))),
            4 => Some(Self::Crc(Crc::new(CRC64, 8))),
            10 => Some(Self::Sha256(Sha256::new())),
            _ => None,
        }
    }

    /// The length of the checksum.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Crc(crc) => crc.size,
            Self::Sha256(_) => 32,
        }
    }

    /// Adds the next bytes.
    pub(super) fn update(&mut self, bytes: &[u8]) {
        match self {
            Self::None => {}
            Self::Crc(crc) => crc.update(bytes),
            Self::Sha256(hasher) => hasher.update(bytes),
        }
    }

    /// Whether this is the checksum of all bytes added. The next byte is the first of another block.
    pub(super) fn matches(&mut self, stored: &[u8]) -> bool {
        match self {
            Self::None => true,
            Self::Crc(crc) => crc.finish().to_le_bytes().starts_with(stored),
            Self::Sha256(hasher) => hasher.finalize_reset().as_slice() == stored,
        }
    }
}

/// A CRC of up to 64 bits that takes the least significant bit of each byte first.
#[derive(Debug)]
pub(super) struct Crc {
    /// What each byte adds to the checksum if 0 to 7 bytes follow it, so that eight bytes are processed at a time. The
    /// tables are computed because they would make the module larger.
    tables: Box<[[u64; 256]; 8]>,
    size: usize,
    value: u64,
}

impl Crc {
    fn new(polynomial: u64, size: usize) -> Self {
        let mut tables = Box::new([[0; 256]; 8]);
        for byte in 0..=u8::MAX {
            let mut value = u64::from(byte);
            for table in tables.iter_mut() {
                for _ in 0..8 {
                    value = value >> 1 ^ if value & 1 == 1 { polynomial } else { 0 };
                }
                if let Some(entry) = table.get_mut(usize::from(byte)) {
                    *entry = value;
                }
            }
        }
        Self { tables, size, value: Self::start(size) }
    }

    /// The value before the first byte: all bits set.
    fn start(size: usize) -> u64 {
        u64::MAX >> (64 - 8 * size)
    }

    fn update(&mut self, bytes: &[u8]) {
        let [t0, t1, t2, t3, t4, t5, t6, t7] = &*self.tables;
        let of = |table: &[u64; 256], byte: u8| table.get(usize::from(byte)).copied().unwrap_or(0);
        let mut value = self.value;
        let (eights, rest) = bytes.as_chunks::<8>();
        for eight in eights {
            let bytes = (value ^ u64::from_le_bytes(*eight)).to_le_bytes();
            let entries = [t7, t6, t5, t4, t3, t2, t1, t0].into_iter().zip(bytes);
            value = entries.fold(0, |value, (table, byte)| value ^ of(table, byte));
        }
        for byte in rest {
            let [first, ..] = value.to_le_bytes();
            value = value >> 8 ^ of(t0, first ^ byte);
        }
        self.value = value;
    }

    /// The checksum. It starts again.
    fn finish(&mut self) -> u64 {
        let start = Self::start(self.size);
        std::mem::replace(&mut self.value, start) ^ start
    }
}

/// CRC-32, computed bit by bit, which is fast enough for a header.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let shift = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), shift))
}
