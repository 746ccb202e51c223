//! The CRC-32 of bzip2. It has the same polynomial as in zlib and PNG, but takes the most significant bit of each byte
//! first.

/// What each byte adds to the checksum if 0 to 7 bytes follow it. With these tables, eight bytes are processed at a
/// time.
static TABLES: [[u32; 256]; 8] = tables();

// The compiler evaluates this function: an index out of bounds would be a compile error.
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]
const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut value = (byte as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            value = value << 1 ^ if value >> 31 == 1 { 0x04c1_1db7 } else { 0 };
            bit += 1;
        }
        tables[0][byte] = value;
        byte += 1;
    }
    let mut following = 1;
    while following < 8 {
        let mut byte = 0;
        while byte < 256 {
            let value = tables[following - 1][byte];
            tables[following][byte] = value << 8 ^ tables[0][(value >> 24) as usize];
            byte += 1;
        }
        following += 1;
    }
    tables
}

/// The checksum of the bytes added so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crc(u32);

impl Default for Crc {
    fn default() -> Self {
        Self(u32::MAX)
    }
}

impl Crc {
    /// Adds the next bytes.
    pub(super) fn update(&mut self, bytes: &[u8]) {
        let [t0, t1, t2, t3, t4, t5, t6, t7] = &TABLES;
        let of = |table: &[u32; 256], byte: u8| table.get(usize::from(byte)).copied().unwrap_or(0);
        let (eights, rest) = bytes.as_chunks::<8>();
        for [a, b, c, d, e, f, g, h] in eights {
            let [w, x, y, z] = self.0.to_be_bytes();
            self.0 = of(t7, a ^ w)
                ^ of(t6, b ^ x)
                ^ of(t5, c ^ y)
                ^ of(t4, d ^ z)
                ^ of(t3, *e)
                ^ of(t2, *f)
                ^ of(t1, *g)
                ^ of(t0, *h);
        }
        for byte in rest {
            let [first, ..] = self.0.to_be_bytes();
            self.0 = self.0 << 8 ^ of(t0, first ^ byte);
        }
    }

    /// The checksum of all bytes added.
    pub(super) fn finish(self) -> u32 {
        !self.0
    }
}
