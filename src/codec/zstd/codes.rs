//! The codes for the lengths and offsets of sequences: the values of their symbols (RFC 8878, 3.1.1.3.2.1.1) and their
//! default distributions (3.1.1.3.2.2).

use super::bits::Bits;
use super::fse::{Distribution, Symbol};

/// How many extra bits may be read before the next refill. Updating the three states takes up to 26 bits.
pub(super) const FEW: u8 = Bits::AT_ONCE - 26;

/// One of the three codes: for literals' lengths, matches' lengths or offsets.
pub(super) struct Code {
    pub(super) name: &'static str,
    /// The base value and number of extra bits of each symbol.
    pub(super) values: &'static [Symbol],
    /// Symbols with more extra bits than this take the slow path: they are rare, or need another refill.
    pub(super) few: u8,
    /// A table has at most 2^`most_log` states.
    pub(super) most_log: u8,
    usual_log: u8,
    usual: &'static [i32],
}

impl Code {
    /// The default distribution, which a block need not describe.
    pub(super) fn usual(&self) -> Distribution {
        Distribution::new(self.usual_log, self.usual)
    }
}

/// The number of literals before a match.
pub(super) const LITERALS: Code = Code {
    name: "literals' lengths",
    values: &values(
        0,
        [
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11,
            12, 13, 14, 15, 16,
        ],
    ),
    few: 0,
    most_log: 9,
    usual_log: 6,
    usual: &[
        4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1,
        -1, -1, -1,
    ],
};

/// The length of a match.
pub(super) const MATCHES: Code = Code {
    name: "matches' lengths",
    values: &values(
        3,
        [
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
        ],
    ),
    few: 0,
    most_log: 9,
    usual_log: 6,
    usual: &[
        1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
    ],
};

/// The offset of a match plus three. The values 1 to 3 stand for the last offsets.
pub(super) const OFFSETS: Code = Code {
    name: "offsets",
    values: &values(
        1,
        [
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
            27, 28, 29, 30, 31,
        ],
    ),
    few: FEW,
    most_log: 8,
    usual_log: 5,
    usual: &[1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1],
};

/// Builds the table from the first value and the number of extra bits of each symbol. A symbol with n extra bits stands
/// for 2^n values.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn values<const N: usize>(mut first: u32, extra: [u8; N]) -> [Symbol; N] {
    let mut values = [(0, 0); N];
    let mut symbol = 0;
    while symbol < N {
        values[symbol] = (first, extra[symbol]);
        first = first.wrapping_add(1 << extra[symbol]);
        symbol += 1;
    }
    values
}
