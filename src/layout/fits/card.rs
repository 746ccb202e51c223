//! Cards of a header (FITS 4.0, section 4): keyword, value and comment.
//!
//! Lenient as astropy is: lower-case exponents, blanks inside numbers and a misplaced `= ` are accepted. A value that
//! has no valid form is kept as text. Record-valued cards (`DP1 = 'EXTVER: 1'`) have the field in their keyword.

/// How many bytes a card has.
pub(super) const CARD: usize = 80;
/// How many of them the keyword may take.
const KEYWORD: usize = 8;
/// Keywords whose cards have text in place of a value.
const COMMENTARY: [&str; 4] = ["COMMENT", "HISTORY", "", "END"];

/// The value of a card.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CardValue {
    /// None is given.
    Undefined,
    /// `T` or `F`.
    Logical(bool),
    /// A whole number.
    Integer(i128),
    /// A number with a point or an exponent, or a whole number beyond 128 bits.
    Float(f64),
    /// A pair of numbers.
    Complex(f64, f64),
    /// A string, without its trailing blanks.
    Text(String),
    /// The text of a card without a value: `COMMENT`, `HISTORY`, or a card of no known form.
    Comment(String),
    /// What should be a value, but has no valid form.
    Malformed(String),
}

/// One entry of a header; a string that continues on further cards is one entry.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Card {
    /// The keyword in upper case; in a `HIERARCH` card as it is written.
    pub keyword: String,
    /// Its value.
    pub value: CardValue,
    /// The comment behind the value.
    pub comment: String,
}

impl Card {
    /// Reads the card whose bytes are `image`, and the bytes of the `CONTINUE` cards that follow it.
    pub(super) fn parse(image: &[u8], continued: &[&[u8]]) -> Self {
        let image = text_of(image);
        let (keyword, rest) = match split(&image) {
            Ok(parts) => parts,
            Err(keyword) => {
                let text = image.get(KEYWORD..).unwrap_or_default().trim_end().to_owned();
                let mut text = vec![text];
                if COMMENTARY.contains(&keyword.as_str()) {
                    let more = continued.iter().map(|image| text_of(image));
                    text.extend(more.map(|image| image.get(KEYWORD..).unwrap_or_default().trim().to_owned()));
                }
                return Self { keyword, value: CardValue::Comment(text.concat()), comment: String::new() };
            }
        };
        let rest = join(rest.trim(), continued);
        let (value, comment) = read_value(&rest).unwrap_or_else(|| {
            let (text, comment) = rest.split_once('/').unwrap_or((&rest, ""));
            (CardValue::Malformed(text.trim().to_owned()), comment.trim())
        });
        let mut card = Self { keyword, value, comment: comment.trim_end().to_owned() };
        card.take_field();
        card
    }

    /// Moves the field of a record-valued card into the keyword: `DP1 = 'EXTVER: 1'` is `DP1.EXTVER = 1.0`.
    fn take_field(&mut self) {
        let CardValue::Text(text) = &self.value else { return };
        let Some((field, number)) = text.split_once(": ") else { return };
        let is_name = |part: &str| {
            part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
                && part.chars().all(|char| char.is_ascii_alphanumeric() || char == '_')
        };
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let mut parts = field.split('.');
        let is_field =
            parts.next().is_some_and(is_name) && parts.all(|part| is_name(part) || is_number(part));
        let number = number.trim_start_matches(' ');
        if !is_field || number.contains(' ') || number.contains(['d', 'e']) {
            return;
        }
        let Some(number) = read_number(number) else { return };
        self.keyword = format!("{}.{field}", self.keyword.to_uppercase());
        self.value = CardValue::Float(match number {
            CardValue::Float(number) => number,
            CardValue::Integer(number) => as_float(number),
            _ => return,
        });
    }
}

/// The text of a card; a byte that is not ASCII is shown as `?`.
fn text_of(image: &[u8]) -> String {
    image.iter().map(|byte| if byte.is_ascii() { char::from(*byte) } else { '?' }).collect()
}

/// Whether a card continues the string of the one before it.
pub(super) fn continues(image: &[u8]) -> bool {
    image.starts_with(b"CONTINUE")
}

/// The keyword, and what follows the value indicator; without one, the keyword alone.
fn split(image: &str) -> Result<(String, &str), String> {
    let keyword = image.get(..KEYWORD).unwrap_or(image).trim();
    let upper = keyword.to_ascii_uppercase();
    if COMMENTARY.contains(&upper.as_str()) {
        return Err(upper);
    }
    if upper == "HIERARCH" && image.as_bytes().get(KEYWORD) == Some(&b' ') {
        return match image.split_once('=') {
            Some((keyword, rest)) => Ok((keyword.get(KEYWORD..).unwrap_or_default().trim().to_owned(), rest)),
            None => Err(upper),
        };
    }
    match image.find("= ").filter(|at| *at <= KEYWORD) {
        Some(at) => {
            let keyword = keyword.get(..at).unwrap_or(keyword).trim();
            Ok((keyword.to_ascii_uppercase(), image.get(at + 2..).unwrap_or_default()))
        }
        None => Err(keyword.to_owned()),
    }
}

/// Adds the strings and comments of `CONTINUE` cards to what follows the value indicator of the first card.
fn join(first: &str, continued: &[&[u8]]) -> String {
    if continued.is_empty() {
        return first.to_owned();
    }
    let (mut text, mut comments) = (String::new(), Vec::new());
    let more = continued.iter().map(|image| text_of(image));
    let rest = more.map(|image| image.get(KEYWORD..).unwrap_or_default().trim().to_owned());
    for part in std::iter::once(first.to_owned()).chain(rest) {
        let Some((string, comment)) = read_string(&part) else {
            // Not a string: there is nothing to continue.
            return first.to_owned();
        };
        let string = string.trim_end();
        text.push_str(string.strip_suffix('&').unwrap_or(string));
        if !comment.trim().is_empty() {
            comments.push(comment.trim_end().to_owned());
        }
    }
    format!("'{text}' / {}", comments.join(" "))
}

/// Reads a string in quotes, still doubled inside it, and the comment. A part without a string has an empty one.
fn read_string(text: &str) -> Option<(&str, &str)> {
    let Some(inside) = text.strip_prefix('\'') else { return Some(("", read_comment(text)?)) };
    // A lone quote inside a string is a common mistake: the string ends where the rest makes sense.
    inside.match_indices('\'').find_map(|(at, _)| {
        let behind = inside.get(at + 1..)?;
        if !behind.is_empty() && !behind.starts_with([' ', '/']) {
            return None;
        }
        Some((inside.get(..at)?, read_comment(behind)?))
    })
}

/// The comment in what follows a value: nothing, or behind a slash.
fn read_comment(behind: &str) -> Option<&str> {
    let behind = behind.trim_start_matches(' ');
    if behind.is_empty() {
        Some("")
    } else {
        behind.strip_prefix('/').map(|text| text.trim_start_matches(' '))
    }
}

/// Reads a value and its comment.
fn read_value(text: &str) -> Option<(CardValue, &str)> {
    let text = text.trim_start_matches(' ');
    if text.starts_with('\'') {
        let (string, comment) = read_string(text)?;
        return Some((CardValue::Text(string.replace("''", "'").trim_end().to_owned()), comment));
    }
    let (value, comment) = match text.find('/') {
        Some(at) => (text.get(..at)?, read_comment(text.get(at..)?)?),
        None => (text, ""),
    };
    let value = value.trim_end_matches(' ');
    let value = match value {
        "" => CardValue::Undefined,
        "T" => CardValue::Logical(true),
        "F" => CardValue::Logical(false),
        _ => match value.strip_prefix('(').and_then(|pair| pair.strip_suffix(')')) {
            Some(pair) => {
                let (re, im) = pair.split_once(',')?;
                let part = |text: &str| match read_number(text.trim_matches(' '))? {
                    CardValue::Integer(number) => Some(as_float(number)),
                    CardValue::Float(number) => Some(number),
                    _ => None,
                };
                CardValue::Complex(part(re)?, part(im)?)
            }
            None => read_number(value)?,
        },
    };
    Some((value, comment))
}

/// Reads a number in Fortran's notation, in which blanks may separate sign, digits and exponent.
pub(super) fn read_number(text: &str) -> Option<CardValue> {
    let (sign, rest) = match text.as_bytes().first()? {
        b'+' => ("", text.get(1..)?),
        b'-' => ("-", text.get(1..)?),
        _ => ("", text),
    };
    let rest = rest.trim_start_matches(' ');
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let end = rest.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(rest.len());
    let (mantissa, exponent) = (rest.get(..end)?, rest.get(end..)?.trim_start_matches(' '));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if !is_digits(whole) || !is_digits(fraction) || whole.is_empty() && fraction.is_empty() {
        return None;
    }
    if exponent.is_empty() && !mantissa.contains('.') {
        let digits = format!("{sign}{whole}");
        let float = || digits.parse().ok().map(CardValue::Float);
        return digits.parse().ok().map(CardValue::Integer).or_else(float);
    }
    let exponent = match exponent.strip_prefix(['d', 'e', 'D', 'E']) {
        Some(exponent) => exponent.replace(' ', ""),
        None if exponent.is_empty() => "0".into(),
        None => return None,
    };
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(&exponent);
    if digits.is_empty() || !is_digits(digits) {
        return None;
    }
    format!("{sign}{whole}.{fraction}e{exponent}").parse().ok().map(CardValue::Float)
}

/// The nearest double.
#[expect(clippy::cast_precision_loss, reason = "rounding to the nearest double is what is wanted")]
pub(super) fn as_float(number: i128) -> f64 {
    number as f64
}
