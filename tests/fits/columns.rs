//! Columns of many rows: every number is that of its row, whatever the size of the field and what else the row has.

use asdf_wasm::{ArrayData, Document, Select};

use super::support::{EMPTY, hdu, open, table_cards};

/// More rows than are decoded at once.
const ROWS: usize = 3001;
const COUNTS: [usize; 9] = [1, 2, 3, 4, 5, 8, 9, 16, 33];

/// A field: its letter, how many numbers it has, and the bytes of one.
type Field = (char, usize, usize);

/// Bytes that do not repeat soon.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    (0..length).map(next).collect()
}

/// A table of these fields, with so many rows and further cards.
fn table(rows: usize, fields: &[Field], more: &[String]) -> (Vec<u8>, Vec<u8>) {
    let row: usize = fields.iter().map(|(_, count, unit)| count * unit).sum();
    let mut cards = table_cards(rows, row, fields.len());
    for (number, (letter, count, _)) in fields.iter().enumerate() {
        cards.push(format!("TTYPE{:<3}= 'c{number}'", number + 1));
        cards.push(format!("TFORM{:<3}= '{count}{letter}'", number + 1));
    }
    cards.extend_from_slice(more);
    let data = noise(row * rows);
    let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
    let mut file = [hdu(&EMPTY, 0), hdu(&cards, 0)].concat();
    file.extend_from_slice(&data);
    file.resize(file.len().next_multiple_of(2880), 0);
    (file, data)
}

fn column(document: &Document, file: &[u8], number: usize, selection: Vec<Select>) -> ArrayData {
    let mut options = document.read_options();
    (options.field, options.selection) = (vec![number], selection);
    document.read_hdu(1, &options).unwrap().read(file).unwrap()
}

/// The bytes of a field in each row.
fn cells<'a>(data: &'a [u8], fields: &[Field], number: usize) -> impl Iterator<Item = &'a [u8]> {
    let size = |(_, count, unit): &Field| count * unit;
    let row: usize = fields.iter().map(size).sum();
    let at: usize = fields[..number].iter().map(size).sum();
    let end = at + size(&fields[number]);
    data.chunks(row).map(move |row| &row[at..end])
}

#[test]
fn numbers_of_all_sizes_keep_their_rows() {
    let kinds = [('B', 1), ('I', 2), ('J', 4), ('K', 8), ('E', 4), ('D', 8), ('M', 16)];
    let fields: Vec<Field> =
        kinds.iter().flat_map(|(letter, unit)| COUNTS.map(|count| (*letter, count, *unit))).collect();
    let (file, data) = table(ROWS, &fields, &[]);
    let document = open(&file);
    for (number, (letter, count, unit)) in fields.iter().enumerate() {
        // Complex numbers are pairs.
        let part = if *letter == 'M' { 8 } else { *unit };
        let swapped =
            |cell: &[u8]| cell.chunks(part).flat_map(|unit| unit.iter().rev().copied()).collect::<Vec<u8>>();
        let expected: Vec<Vec<u8>> = cells(&data, &fields, number).map(swapped).collect();
        assert!(column(&document, &file, number, Vec::new()).bytes == expected.concat(), "{count}{letter}");
        let every = Select::Slice { start: Some(5), stop: Some(2900), step: Some(7) };
        let some: Vec<u8> = expected[5..2900].iter().step_by(7).flatten().copied().collect();
        assert!(column(&document, &file, number, vec![every]).bytes == some, "some of {count}{letter}");
    }
}

#[test]
fn fields_that_are_many_numbers_keep_their_rows() {
    let fields = [('B', 40_000, 1), ('D', 4_096, 8), ('I', 20_000, 2), ('J', 1, 4)];
    let (file, data) = table(3, &fields, &["TZERO3  = 32768".into(), "TNULL3  = 1".into()]);
    let document = open(&file);
    for (number, (letter, _, unit)) in fields.iter().enumerate() {
        let mut expected: Vec<u8> = cells(&data, &fields, number)
            .flat_map(|cell| cell.chunks(*unit).flat_map(|unit| unit.iter().rev().copied()))
            .collect();
        let found = column(&document, &file, number, Vec::new());
        if *letter == 'I' {
            let missing: Vec<u8> = expected.chunks(2).map(|unit| u8::from(unit == [1, 0])).collect();
            assert!(found.mask == Some(missing), "{letter}");
            expected.iter_mut().skip(1).step_by(2).for_each(|byte| *byte ^= 0x80);
        }
        assert!(found.bytes == expected, "{letter}");
    }
}

#[test]
fn unsigned_scaled_and_missing_numbers_keep_their_rows() {
    for count in COUNTS {
        let fields = [('I', count, 2), ('I', count, 2), ('J', 1, 4), ('B', count, 1), ('I', 1, 2)];
        // The first number of the second column is missing.
        let first = noise(2 * count + 2).split_off(2 * count);
        let null = i16::from_be_bytes([first[0], first[1]]);
        let cards = [
            ("TZERO1", "32768"),
            ("TSCAL2", "0.5"),
            ("TZERO2", "3"),
            ("TNULL2", &null.to_string()),
            ("TZERO4", "-128"),
            ("TNULL4", "7"),
        ]
        .map(|(name, value)| format!("{name:<8}= {value}"));
        let (file, data) = table(ROWS, &fields, &cards);
        let document = open(&file);
        let numbers = |number: usize| -> Vec<i16> {
            let cells = cells(&data, &fields, number);
            cells.flat_map(|cell| cell.chunks(2).map(|unit| i16::from_be_bytes([unit[0], unit[1]]))).collect()
        };
        let unsigned = column(&document, &file, 0, Vec::new());
        let expected =
            numbers(0).into_iter().flat_map(|number| (number.cast_unsigned() ^ 0x8000).to_le_bytes());
        assert!(unsigned.bytes == expected.collect::<Vec<u8>>(), "{count} unsigned");
        let scaled = column(&document, &file, 1, Vec::new());
        let found = scaled.bytes.chunks(8).map(|unit| f64::from_le_bytes(unit.try_into().unwrap()));
        let missing: Vec<u8> = numbers(1).iter().map(|number| u8::from(*number == null)).collect();
        for (found, stored) in found.zip(numbers(1)) {
            let is_right = if stored == null {
                found.is_nan()
            } else {
                found.to_bits() == (f64::from(stored) * 0.5 + 3.0).to_bits()
            };
            assert!(is_right, "{stored} became {found}");
        }
        assert!(missing.contains(&1) && scaled.mask.as_ref() == Some(&missing), "{count} scaled");
        let signed = column(&document, &file, 3, Vec::new());
        let stored: Vec<u8> = cells(&data, &fields, 3).flatten().copied().collect();
        assert!(signed.bytes == stored.iter().map(|byte| byte ^ 0x80).collect::<Vec<u8>>(), "{count} signed");
        let missing = stored.iter().map(|byte| u8::from(*byte == 7)).collect();
        assert_eq!(signed.mask, Some(missing), "{count} signed");
    }
}

#[test]
fn both_parts_of_complex_numbers_are_scaled_and_the_real_one_is_added_to() {
    let fields = [('C', 3, 8), ('M', 1, 16), ('C', 5000, 8)];
    let cards = ["TSCAL1  = 2", "TZERO1  = 10", "TZERO2  = -1.5", "TSCAL3  = 0.1"].map(str::to_owned);
    let (file, data) = table(17, &fields, &cards);
    let document = open(&file);
    for (number, (scale, zero)) in [(2.0, 10.0), (1.0, -1.5), (0.1, 0.0)].into_iter().enumerate() {
        let found = column(&document, &file, number, Vec::new()).bytes;
        let unit = fields[number].2;
        let parts: Vec<f64> = cells(&data, &fields, number)
            .flat_map(|cell| cell.chunks(unit / 2))
            .map(|part| match part.try_into() {
                Ok(single) => f32::from_be_bytes(single).into(),
                Err(_) => f64::from_be_bytes(part.try_into().unwrap()),
            })
            .collect();
        assert_eq!(found.len(), 8 * parts.len());
        for (index, (found, part)) in found.as_chunks().0.iter().zip(parts).enumerate() {
            let expected = part * scale + if index % 2 == 0 { zero } else { 0.0 };
            let found = f64::from_le_bytes(*found);
            // Of a NaN, its sign is not told.
            let is_right = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
            assert!(is_right, "{found} is not {expected}");
        }
    }
}
