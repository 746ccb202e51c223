//! How the content of a block is encoded, as its header says (the dialects' "Block header").

use super::label::label_name;
use crate::message::Message;

/// How a block's content is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// Not at all.
    None,
    /// Compressed as this label says: ASDF 1.0.0, and headers of 40 and 48 bytes before it.
    Label([u8; 4]),
    /// By the encoding of this name, padded with zeros: FINF 0.1.0, and headers of 44 bytes.
    Name([u8; 16]),
    /// By the encoding chain that the content begins with: ASDF 0.1.0.
    Chain,
}

impl Encoding {
    pub(super) fn of_label(label: [u8; 4]) -> Self {
        if label == [0; 4] { Self::None } else { Self::Label(label) }
    }

    /// The encoding of a name that may be cut short or followed by other bytes.
    pub(super) fn of_name(stored: &[u8]) -> Self {
        let mut name = [0; 16];
        name.iter_mut().zip(stored).for_each(|(byte, stored)| *byte = *stored);
        if name == [0; 16] { Self::None } else { Self::Name(name) }
    }

    /// Its label or name without trailing zeros, or in hexadecimal if it is no text; `None` for content that is stored
    /// as it is.
    pub fn name(&self) -> Option<String> {
        match self {
            Self::None => None,
            Self::Label(label) => Some(label_name(label)),
            Self::Name(name) => Some(label_name(name)),
            Self::Chain => Some("chain".into()),
        }
    }

    /// Whether its label or name could be one: text, and then zeros.
    pub(super) fn is_text(&self) -> bool {
        let name: &[u8] = match self {
            Self::None | Self::Chain => &[],
            Self::Label(label) => label,
            Self::Name(name) => name,
        };
        let is_zero = |byte: &u8| *byte == 0;
        let (text, padding) = name.split_at(name.iter().position(|byte| *byte == 0).unwrap_or(name.len()));
        text.iter().all(u8::is_ascii_graphic) && padding.iter().all(is_zero)
    }
}

impl Message for Encoding {
    fn write(&self, words: &mut Vec<u64>) {
        match self {
            Self::None => 0_u64.write(words),
            Self::Chain => 1_u64.write(words),
            Self::Label(label) => {
                2_u64.write(words);
                label.write(words);
            }
            Self::Name(name) => {
                3_u64.write(words);
                name.write(words);
            }
        }
    }

    fn read(words: &mut &[u64]) -> Option<Self> {
        match u64::read(words)? {
            0 => Some(Self::None),
            1 => Some(Self::Chain),
            2 => Message::read(words).map(Self::Label),
            _ => Message::read(words).map(Self::Name),
        }
    }
}
