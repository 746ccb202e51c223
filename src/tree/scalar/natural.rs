//! Natural numbers of any size. They only convert binary, octal, hexadecimal and base 60 integers to decimal. All
//! algorithms are schoolbook arithmetic, so callers limit the size.

use std::fmt::Write;

/// A natural number: 32-bit words, the least significant first.
#[derive(Default)]
pub(super) struct Natural(Vec<u32>);

const LOW: u64 = 0xffff_ffff;

impl Natural {
    /// The number that `digits` represent in `radix`. `None` if `digits` is empty or contains anything else.
    pub(super) fn from_digits(digits: &str, radix: u32) -> Option<Self> {
        let mut value = Self::default();
        for digit in digits.chars() {
            value.scale(radix, digit.to_digit(radix)?);
        }
        (!digits.is_empty()).then_some(value)
    }

    /// Multiplies by `factor` and adds `term`.
    pub(super) fn scale(&mut self, factor: u32, term: u32) {
        let mut carry = u64::from(term);
        for word in &mut self.0 {
            let scaled = u64::from(*word) * u64::from(factor) + carry;
            *word = low(scaled);
            carry = scaled >> 32;
        }
        if carry > 0 {
            self.0.push(low(carry));
        }
    }

    /// The decimal digits of the number.
    pub(super) fn into_decimal(mut self) -> String {
        const BASE: u64 = 1_000_000_000;
        let mut groups = Vec::new();
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        while !self.0.is_empty() {
            let mut remainder = 0;
            for word in self.0.iter_mut().rev() {
                let dividend = (remainder << 32) | u64::from(*word);
                *word = low(dividend / BASE);
                remainder = dividend % BASE;
            }
            groups.push(remainder);
            while self.0.last() == Some(&0) {
                self.0.pop();
            }
        }
        let mut groups = groups.into_iter().rev();
        let mut digits = groups.next().unwrap_or(0).to_string();
        for group in groups {
            let _ = write!(digits, "{group:09}");
        }
        digits
    }
}

/// The low 32 bits.
fn low(value: u64) -> u32 {
    u32::try_from(value & LOW).unwrap_or(u32::MAX)
}
