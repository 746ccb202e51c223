//! Values as lists of 64-bit words, the form in which they are sent to a worker that runs this same code.
//!
//! A crate that does this for any type takes 6 kB of the compressed WebAssembly module; the few types that are sent
//! need one line each. Malformed words decode to `None`. There is no version number, because no other code writes them.

/// What can be sent.
pub(crate) trait Message: Sized {
    /// Appends what it consists of.
    fn write(&self, words: &mut Vec<u64>);

    /// Takes what one consists of off the front of `words`.
    fn read(words: &mut &[u64]) -> Option<Self>;
}

/// Makes a message of a struct by its fields, or of an enum without fields by its variants.
macro_rules! message {
    (struct $name:ident { $($field:ident),+ $(,)? }) => {
        impl $crate::message::Message for $name {
            #[inline(never)]
            fn write(&self, words: &mut Vec<u64>) {
                $($crate::message::Message::write(&self.$field, words);)+
            }

            #[inline(never)]
            fn read(words: &mut &[u64]) -> Option<Self> {
                Some(Self { $($field: $crate::message::Message::read(words)?),+ })
            }
        }
    };
    (enum $name:ident { $($variant:ident),+ $(,)? }) => {
        impl $crate::message::Message for $name {
            fn write(&self, words: &mut Vec<u64>) {
                (*self as u64).write(words);
            }

            fn read(words: &mut &[u64]) -> Option<Self> {
                let word: u64 = $crate::message::Message::read(words)?;
                [$(Self::$variant),+].into_iter().find(|variant| *variant as u64 == word)
            }
        }
    };
}
pub(crate) use message;

// Not inlined, since that would be done in every place where something is sent.
impl Message for u64 {
    #[inline(never)]
    fn write(&self, words: &mut Vec<u64>) {
        words.push(*self);
    }

    #[inline(never)]
    fn read(words: &mut &[u64]) -> Option<Self> {
        let (first, rest) = words.split_first()?;
        *words = rest;
        Some(*first)
    }
}

/// Numbers that are sent as another kind of number, or several.
macro_rules! as_other {
    ($($number:ty: $other:ty, $to:expr, $from:expr;)+) => { $(
        impl Message for $number {
            fn write(&self, words: &mut Vec<u64>) {
                let to: fn(&Self) -> $other = $to;
                to(self).write(words);
            }

            fn read(words: &mut &[u64]) -> Option<Self> {
                let from: fn($other) -> Option<Self> = $from;
                from(<$other>::read(words)?)
            }
        }
    )+ };
}

as_other! {
    usize: u64, |number| *number as u64, |word| Self::try_from(word).ok();
    u32: u64, |number| u64::from(*number), |word| Self::try_from(word).ok();
    u16: u64, |number| u64::from(*number), |word| Self::try_from(word).ok();
    i64: u64, |number| number.cast_unsigned(), |word| Some(word.cast_signed());
    bool: u64, |truth| u64::from(*truth), |word| Some(word != 0);
    [u8; 4]: u32, |bytes| u32::from_le_bytes(*bytes), |word| Some(word.to_le_bytes());
    [u8; 16]: u128, |bytes| u128::from_le_bytes(*bytes), |words| Some(words.to_le_bytes());
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
impl Message for u128 {
    fn write(&self, words: &mut Vec<u64>) {
        (*self as u64).write(words);
        ((*self >> 64) as u64).write(words);
    }

    fn read(words: &mut &[u64]) -> Option<Self> {
        Some(Self::from(u64::read(words)?) | Self::from(u64::read(words)?) << 64)
    }
}

impl<T: Message> Message for Option<T> {
    fn write(&self, words: &mut Vec<u64>) {
        self.is_some().write(words);
        if let Some(content) = self {
            content.write(words);
        }
    }

    fn read(words: &mut &[u64]) -> Option<Self> {
        if bool::read(words)? { T::read(words).map(Some) } else { Some(None) }
    }
}

impl<A: Message, B: Message> Message for (A, B) {
    fn write(&self, words: &mut Vec<u64>) {
        self.0.write(words);
        self.1.write(words);
    }

    fn read(words: &mut &[u64]) -> Option<Self> {
        Some((A::read(words)?, B::read(words)?))
    }
}

impl<T: Message> Message for Vec<T> {
    fn write(&self, words: &mut Vec<u64>) {
        self.len().write(words);
        for item in self {
            item.write(words);
        }
    }

    fn read(words: &mut &[u64]) -> Option<Self> {
        let length = u64::read(words)?;
        (0..length).map(|_| T::read(words)).collect()
    }
}
