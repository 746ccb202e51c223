//! Bytes of the fuzzer read as decisions, for doors whose input has a structure that random bytes seldom have.

/// Decisions that are left; all of those behind the end are 0.
pub(crate) struct Script<'a>(pub(crate) &'a [u8]);

impl<'a> Script<'a> {
    pub(crate) fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// One decision of so many.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    /// One of these.
    pub(crate) fn choice<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Whether something seldom is done.
    pub(crate) fn seldom(&mut self) -> bool {
        self.byte() > 240
    }

    /// The next bytes: at most so many.
    pub(crate) fn bytes(&mut self, most: usize) -> &'a [u8] {
        let (next, rest) = self.0.split_at(most.min(self.0.len()));
        self.0 = rest;
        next
    }

    /// Eight bytes as a word.
    pub(crate) fn word(&mut self) -> u64 {
        self.bytes(8).iter().fold(0, |word, byte| word << 8 | u64::from(*byte))
    }

    /// A number as parameters are: small, a fraction, or any.
    pub(crate) fn number(&mut self) -> f64 {
        let byte = f64::from(self.byte().cast_signed());
        match self.below(8) {
            0..4 => byte,
            4 | 5 => byte / 64.0,
            6 => byte * 1e3,
            _ => f64::from_bits(self.word()),
        }
    }
}
