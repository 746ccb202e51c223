//! The header of an HDU (FITS 4.0, section 3.1): its cards up to `END`, and what structural keywords say.

use std::collections::BTreeMap;

use super::card::{CARD, Card, CardValue, as_float, continues};
use crate::error::{Error, ErrorKind, Result};

/// Headers and data fill whole blocks of this size.
pub(super) const BLOCK: u64 = 2880;

/// The cards of a header in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    cards: Vec<Card>,
    /// The text in the card `END` after its keyword, which should be empty.
    pub(super) behind_end: String,
    /// The number of the first card of each keyword, in upper case.
    first: BTreeMap<String, usize>,
}

impl Header {
    /// Reads the cards in `bytes`, up to the card `END`; returns the header and how many bytes it takes, padding
    /// included. `None`: its end is not in `bytes`.
    pub(super) fn parse(bytes: &[u8]) -> Option<(Self, u64)> {
        let (images, _) = bytes.as_chunks::<CARD>();
        let count = images.iter().position(is_end)?;
        let mut cards = Vec::with_capacity(count);
        let mut rest = images.get(..count).unwrap_or_default();
        while let Some((image, behind)) = rest.split_first() {
            let more = behind.iter().take_while(|image| continues(*image)).count();
            let (continued, behind) = behind.split_at(more);
            let continued: Vec<&[u8]> = continued.iter().map(<[u8; CARD]>::as_slice).collect();
            if image.iter().any(|byte| *byte != b' ') {
                cards.push(Card::parse(image, &continued));
            }
            rest = behind;
        }
        let size = ((count + 1) * CARD) as u64;
        let mut first = BTreeMap::new();
        for (number, card) in cards.iter().enumerate() {
            first.entry(card.keyword.to_ascii_uppercase()).or_insert(number);
        }
        let end = images.get(count).and_then(|image| image.get(3..)).unwrap_or_default();
        let end = end.iter().map(|byte| if matches!(byte, b' '..=b'~') { char::from(*byte) } else { ' ' });
        let behind_end = end.collect::<String>().trim().to_owned();
        Some((Self { cards, behind_end, first }, size.next_multiple_of(BLOCK)))
    }

    /// The cards.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The value of a keyword, from the first card that has it.
    pub fn get(&self, keyword: &str) -> Option<&CardValue> {
        let number = self.first.get(keyword).or_else(|| self.first.get(&keyword.to_ascii_uppercase()))?;
        Some(&self.cards.get(*number)?.value)
    }

    /// A whole number.
    pub fn integer(&self, keyword: &str) -> Option<i128> {
        match self.get(keyword)? {
            CardValue::Integer(number) => Some(*number),
            #[expect(clippy::cast_possible_truncation, reason = "the number is whole and small")]
            CardValue::Float(number) if number.abs() < 1e15 && libm::trunc(*number) - number == 0.0 => {
                Some(*number as i128)
            }
            _ => None,
        }
    }

    /// A number.
    pub fn number(&self, keyword: &str) -> Option<f64> {
        match self.get(keyword)? {
            CardValue::Integer(number) => Some(as_float(*number)),
            CardValue::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// A string.
    pub fn text(&self, keyword: &str) -> Option<&str> {
        match self.get(keyword)? {
            CardValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether a keyword is `T`.
    pub fn is_true(&self, keyword: &str) -> bool {
        self.get(keyword) == Some(&CardValue::Logical(true))
    }

    /// A whole number that is not negative; `default` where the keyword is missing.
    pub(crate) fn length(&self, keyword: &str, default: Option<u64>) -> Result<u64> {
        if self.get(keyword).is_none()
            && let Some(default) = default
        {
            return Ok(default);
        }
        let number = self.integer(keyword);
        number.and_then(|number| u64::try_from(number).ok()).ok_or_else(|| {
            let found = match (self.get(keyword), number) {
                (None, _) => "is missing".into(),
                (_, Some(number)) => format!("is {number}, not a size"),
                (Some(_), None) => "is not a whole number".into(),
            };
            bad(format!("{keyword} {found}"))
        })
    }

    /// The lengths of the axes `<prefix>1`, `<prefix>2`, …, as many as `<prefix>` says: the fastest first.
    pub(crate) fn axes(&self, prefix: &str) -> Result<Vec<u64>> {
        let count = self.length(prefix, None)?;
        if count > MOST_AXES {
            return Err(bad(format!("{prefix} is {count}; FITS has at most {MOST_AXES} axes")));
        }
        (1..=count).map(|number| self.length(&format!("{prefix}{number}"), None)).collect()
    }
}

/// The most axes an array of FITS may have.
const MOST_AXES: u64 = 999;

/// The error for a header that makes no sense.
pub(crate) fn bad(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::BadHeader, message)
}

/// Whether a card is `END`. As in astropy, further text in that card is allowed.
fn is_end(image: &[u8; CARD]) -> bool {
    let next = image.strip_prefix(b"END").and_then(<[u8]>::first);
    next.is_some_and(|next| !matches!(next, b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-'))
}
