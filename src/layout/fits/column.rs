//! Columns of tables (FITS 4.0, sections 7.2 and 7.3): what `TFORMn` and the keywords beside it say.

use std::collections::BTreeSet;
use std::ops::Range;

use super::header::{Header, bad};
use crate::error::Result;

/// What the elements of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Logical,
    Bit,
    Byte,
    Short,
    Int,
    Long,
    Char,
    Float,
    Double,
    Complex,
    DoubleComplex,
}

impl Element {
    fn of(code: u8) -> Option<Self> {
        Some(match code.to_ascii_uppercase() {
            b'L' => Self::Logical,
            b'X' => Self::Bit,
            b'B' => Self::Byte,
            b'I' => Self::Short,
            b'J' => Self::Int,
            b'K' => Self::Long,
            b'A' => Self::Char,
            b'E' => Self::Float,
            b'D' | b'F' => Self::Double,
            b'C' => Self::Complex,
            b'M' => Self::DoubleComplex,
            _ => return None,
        })
    }

    /// The integers that it can store; `None` if it stores no integers.
    fn integers(self) -> Option<Range<i128>> {
        let signed = |bits: u32| -(1 << (bits - 1))..1 << (bits - 1);
        Some(match self {
            Self::Byte => 0..256,
            Self::Short => signed(16),
            Self::Int => signed(32),
            Self::Long => signed(64),
            _ => return None,
        })
    }

    /// The size of so many elements in bytes.
    pub(crate) fn size(self, count: u64) -> u64 {
        match self {
            Self::Bit => count.div_ceil(8),
            Self::Logical | Self::Byte | Self::Char => count,
            Self::Short => count.saturating_mul(2),
            Self::Int | Self::Float => count.saturating_mul(4),
            Self::Long | Self::Double | Self::Complex => count.saturating_mul(8),
            Self::DoubleComplex => count.saturating_mul(16),
        }
    }
}

/// How a column of a binary table is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// So many elements in the row.
    Fixed(Element, u64),
    /// The row has the number of elements and their place in the heap, as 32-bit or `wide` 64-bit numbers; `most`
    /// elements in any row, where the header says it.
    Heap { element: Element, wide: bool, most: Option<u64>, present: bool },
    /// So many characters, which are text, a whole number or a number.
    Text(TextKind, u64),
}

/// What a field of an ASCII table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextKind {
    /// Text.
    Text,
    /// A whole number of so many bytes.
    Integer(u8),
    /// A number.
    Float,
}

impl Form {
    /// How many bytes of the row it takes.
    pub(crate) fn width(self) -> u64 {
        match self {
            Self::Fixed(element, count) => element.size(count),
            Self::Heap { present: false, .. } => 0,
            Self::Heap { wide, .. } => {
                if wide {
                    16
                } else {
                    8
                }
            }
            Self::Text(_, width) => width,
        }
    }

    /// Reads `TFORMn` of a binary table.
    fn binary(text: &str) -> Option<Self> {
        let text = text.trim();
        let end = text.find(|char: char| !char.is_ascii_digit()).unwrap_or(text.len());
        let (repeat, rest) = (text.get(..end)?, text.get(end..)?);
        let count = if repeat.is_empty() { 1 } else { repeat.parse().ok()? };
        let (code, option) = (*rest.as_bytes().first()?, rest.get(1..)?.trim());
        if let b'P' | b'Q' | b'p' | b'q' = code {
            let element = Element::of(*option.as_bytes().first()?)?;
            let most =
                option.split_once('(').and_then(|(_, most)| most.trim_end_matches(')').trim().parse().ok());
            return Some(Self::Heap {
                element,
                wide: code.eq_ignore_ascii_case(&b'Q'),
                most,
                present: count > 0,
            });
        }
        let element = Element::of(code)?;
        // `A5` for `5A` is a common mistake.
        let count = if element == Element::Char && repeat.is_empty() && !option.is_empty() {
            option.parse().ok()?
        } else {
            count
        };
        Some(Self::Fixed(element, count))
    }

    /// Reads `TFORMn` of an ASCII table.
    fn ascii(text: &str) -> Option<Self> {
        let text = text.trim();
        let code = text.as_bytes().first()?.to_ascii_uppercase();
        let width = text.get(1..)?.split('.').next()?.trim();
        let default = match code {
            b'A' => 1,
            b'I' => 10,
            b'J' | b'E' => 15,
            b'F' => 16,
            b'D' => 25,
            _ => return None,
        };
        let width: u64 =
            if width.is_empty() { default } else { width.parse().ok().filter(|width| *width > 0)? };
        let kind = match code {
            b'A' => TextKind::Text,
            b'I' if width <= 4 => TextKind::Integer(2),
            b'I' if width <= 9 => TextKind::Integer(4),
            b'I' | b'J' => TextKind::Integer(8),
            _ => TextKind::Float,
        };
        Some(Self::Text(kind, width))
    }
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    /// `TTYPEn`.
    pub(crate) name: String,
    pub(crate) form: Form,
    /// Where it begins in a row.
    pub(crate) from: u64,
    /// `TSCALn` and `TZEROn`.
    pub(crate) scale: f64,
    pub(crate) zero: f64,
    /// `TNULLn` of a binary table, as it is stored, and of an ASCII table.
    pub(crate) null: Option<i128>,
    pub(crate) null_text: Option<String>,
    /// `TDIMn`, outermost axis first.
    pub(crate) shape: Option<Vec<u64>>,
}

impl Column {
    /// Whether its numbers differ from those that are stored.
    pub(crate) fn is_scaled(&self) -> bool {
        self.scale.to_bits() != 1f64.to_bits() || self.zero != 0.0
    }
}

/// The names of so many columns, each another: `TTYPEn`, or `coln` where it is missing or blank. A name that a column
/// before it has gets a number, as in `A_2`.
fn names(header: &Header, count: u64) -> Vec<String> {
    let given = |number: u64| {
        let name = header.text(&format!("TTYPE{number}")).filter(|name| !name.trim().is_empty());
        name.map_or_else(|| format!("col{number}"), str::to_owned)
    };
    let given: Vec<_> = (1..=count).map(given).collect();
    let mut taken: BTreeSet<_> = given.iter().cloned().collect();
    let mut seen = BTreeSet::new();
    let mut names = Vec::with_capacity(given.len());
    for name in given {
        let mut own = name.clone();
        if !seen.insert(name.clone()) {
            let free = (2..).map(|number: u32| format!("{name}_{number}"));
            own = free.into_iter().find(|free| !taken.contains(free)).unwrap_or_default();
        }
        taken.insert(own.clone());
        names.push(own);
    }
    names
}

/// A sentence that names the columns that were renamed, because others had their names; `None` if there are none.
pub(super) fn renamed(header: &Header) -> Option<String> {
    let count = header.length("TFIELDS", None).ok().filter(|count| *count <= MOST)?;
    let mut text = Vec::new();
    for (number, name) in (1..=count).zip(names(header, count)) {
        let given = header.text(&format!("TTYPE{number}")).unwrap_or_default();
        let had = if given.trim().is_empty() { format!("col{number}") } else { given.to_owned() };
        if had != name {
            text.push(format!("column {number} (`{had}`) is called `{name}`"));
        }
    }
    (!text.is_empty()).then(|| format!("columns have the same name: {}", text.join(", ")))
}

/// Numpy's default for masked integers, of which 16 bits keep 16,959: where it stands beside `TZEROn`, astropy wrote it.
const OF_ASTROPY: [i128; 2] = [999_999, 16_959];

/// The stored numbers that `TNULLn` of a binary table may mean: itself, as the standard has it; and the one that `TZEROn` makes it of, as
/// astropy writes and reads it. `None` where it cannot be meant so.
fn meanings(null: i128, header: &Header, number: u64, form: Form) -> (Option<i128>, Option<i128>) {
    let (Form::Fixed(element, _) | Form::Heap { element, .. }) = form else { return (Some(null), None) };
    let Some(integers) = element.integers() else { return (Some(null), None) };
    let scale = header.number(&format!("TSCAL{number}")).unwrap_or(1.0);
    let zero = header.integer(&format!("TZERO{number}"));
    let zero = zero.filter(|zero| *zero != 0 && scale.to_bits() == 1f64.to_bits());
    let [stored, shifted] = [Some(null), zero.and_then(|zero| null.checked_sub(zero))]
        .map(|null| null.filter(|null| integers.contains(null)));
    (stored.filter(|null| shifted.is_none() || !OF_ASTROPY.contains(null)), shifted)
}

/// A sentence about each `TNULLn` of a binary table that may be meant otherwise, or can mean no number; `None` if there are none.
pub(super) fn unclear(header: &Header) -> Option<String> {
    let count = header.length("TFIELDS", None).ok().filter(|count| *count <= MOST)?;
    let mut text = Vec::new();
    for number in 1..=count {
        // Of a table that is compressed by tiles, the columns before that.
        let form = header.text(&format!("ZFORM{number}")).or_else(|| header.text(&format!("TFORM{number}")));
        let null = header.integer(&format!("TNULL{number}"));
        let Some((form, null)) = form.and_then(Form::binary).zip(null) else { continue };
        let what = match meanings(null, header, number, form) {
            (Some(_), None) => continue,
            (Some(_), Some(shifted)) => format!(
                ": by the standard the number that is stored so is masked, which is {} after TZERO{number}; astropy masks {null}",
                2 * null - shifted
            ),
            (None, Some(_)) => format!(": it is masked after TZERO{number}, as astropy writes it"),
            (None, None) => ", which the column cannot store: no number is masked".to_owned(),
        };
        text.push(format!("TNULL{number} is {null}{what}"));
    }
    (!text.is_empty()).then(|| text.join("; "))
}

/// The most columns that a table may have.
const MOST: u64 = 999;

/// Reads the columns of a table.
pub(crate) fn columns(header: &Header, ascii: bool) -> Result<Vec<Column>> {
    columns_of(header, ascii, "TFORM", "NAXIS1")
}

/// Reads the columns that a table had before it was compressed by tiles (section 10.3).
pub(crate) fn columns_before(header: &Header) -> Result<Vec<Column>> {
    columns_of(header, false, "ZFORM", "ZNAXIS1")
}

fn columns_of(header: &Header, ascii: bool, form_key: &str, width_key: &str) -> Result<Vec<Column>> {
    let count = header.length("TFIELDS", None)?;
    if count > MOST {
        return Err(bad(format!("TFIELDS is {count}; a table has at most {MOST} columns")));
    }
    let mut columns = Vec::new();
    let mut names = names(header, count).into_iter();
    let mut from = 0u64;
    for number in 1..=count {
        let key = |name: &str| format!("{name}{number}");
        let form =
            header.text(&key(form_key)).ok_or_else(|| bad(format!("{form_key}{number} is missing")))?;
        let read = if ascii { Form::ascii(form) } else { Form::binary(form) };
        let form = read
            .ok_or_else(|| bad(format!("{form_key}{number} is `{form}`, which is no format of a column")))?;
        if ascii {
            let begin = header.length(&key("TBCOL"), None)?;
            from =
                begin.checked_sub(1).ok_or_else(|| bad(format!("TBCOL{number} is 0; columns begin at 1")))?;
        }
        let null = header.integer(&key("TNULL"));
        columns.push(Column {
            name: names.next().unwrap_or_default(),
            form,
            from,
            scale: header.number(&key("TSCAL")).unwrap_or(1.0),
            zero: header.number(&key("TZERO")).unwrap_or(0.0),
            null: null.filter(|_| !ascii).map(|null| {
                let (stored, shifted) = meanings(null, header, number, form);
                stored.or(shifted).unwrap_or(null)
            }),
            null_text: match header.text(&key("TNULL")) {
                Some(text) => Some(text.trim().to_owned()),
                None => null.map(|null| null.to_string()),
            },
            shape: header.text(&key("TDIM")).and_then(read_dimensions),
        });
        from = from.checked_add(form.width()).ok_or_else(|| bad("the columns overflow 64 bits"))?;
    }
    let width = header.length(width_key, None)?;
    match columns
        .iter()
        .find(|column| column.from.checked_add(column.form.width()).is_none_or(|end| end > width))
    {
        Some(column) => {
            Err(bad(format!("the column `{}` ends behind the row, which has {width} bytes", column.name)))
        }
        None => Ok(columns),
    }
}

/// Reads `TDIMn`, such as `(5,4,3)`; the result has the outermost axis first.
fn read_dimensions(text: &str) -> Option<Vec<u64>> {
    let inside = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut lengths =
        inside.split(',').map(|length| length.trim().parse().ok()).collect::<Option<Vec<u64>>>()?;
    lengths.reverse();
    Some(lengths)
}
