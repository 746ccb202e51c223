//! FITS: files, their HDUs, and the tiles of compressed images.

use std::fmt::Write;

use asdf_wasm::{Datatype, Limits, ReadOptions};

use super::script::Script;
use super::{Digest, WHOLE, limits, open, run, visit};

/// A FITS file, behind the card SIMPLE, which must be the same in pieces. The first byte: how long they are.
pub(crate) fn file(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let file = [format!("{:<80}", "SIMPLE  =                    T").as_bytes(), bytes].concat();
    let length = (usize::from(*first) + 1).max(file.len() / 200);
    let whole = describe_hdus(&file, WHOLE);
    let pieces = describe_hdus(&file, &[length]);
    assert!(whole == pieces, "in pieces of {length} bytes:\n{pieces}\nat once:\n{whole}");
}

/// A FITS file by the cards of its headers, a line each; an empty line, the size of the data and the data follow. The
/// first byte: how long the pieces are in which it must be the same.
pub(crate) fn hdus(bytes: &[u8]) {
    let mut script = Script(bytes);
    let length = usize::from(script.byte()) + 1;
    let mut file = Vec::new();
    while !script.is_over() {
        let mut cards = Vec::new();
        loop {
            let end = script.0.iter().position(|byte| *byte == b'\n').unwrap_or(script.0.len());
            let card = script.bytes(end);
            script.byte();
            if card.is_empty() {
                break;
            }
            cards.extend(card.chunks(80).map(|card| String::from_utf8_lossy(card).into_owned()));
        }
        file.extend(header(&cards));
        let size = usize::from(script.byte()) << 4 | script.below(16);
        let data = script.bytes(size);
        file.extend(data);
        file.resize(file.len().next_multiple_of(2880), 0);
    }
    let length = length.max(file.len() / 50);
    let whole = describe_hdus(&file, WHOLE);
    let pieces = describe_hdus(&file, &[length]);
    assert!(whole == pieces, "in pieces of {length} bytes:\n{pieces}\nat once:\n{whole}");
}

/// A header of cards.
fn header(cards: &[String]) -> Vec<u8> {
    let text: String = cards.iter().map(|card| format!("{card:<80}")).collect();
    let text = format!("{text}{:<80}", "END");
    format!("{text:<width$}", width = text.len().next_multiple_of(2880)).into_bytes()
}

/// A tile of a compressed image. The first four bytes: the algorithm, what the numbers are, and the shape of the tile, which
/// may be vast where the stored bytes limit what they decode to.
pub(crate) fn tile(bytes: &[u8]) {
    let Some(([algorithm, numbers, width, height], stored)) = bytes.split_first_chunk() else { return };
    let names = ["RICE_1", "PLIO_1", "HCOMPRESS_1", "GZIP_1", "GZIP_2", "NOCOMPRESS"];
    let name = names[usize::from(algorithm % 6)];
    let vast = algorithm / 12 % 4 == 3 && !matches!(name, "PLIO_1" | "HCOMPRESS_1");
    let width = u32::from(*width) << if vast { 10 } else { 0 };
    let bits = [8, 16, 32, 64, -32, -64][usize::from(numbers % 6)];
    let quantised = if bits < 0 { "ZSCALE  = 0.5" } else { "COMMENT" };
    let dither = ["NO_DITHER", "SUBTRACTIVE_DITHER_1", "SUBTRACTIVE_DITHER_2"][usize::from(numbers / 6 % 3)];
    let cards = [
        "XTENSION= 'BINTABLE'".into(),
        "BITPIX  = 8".into(),
        "NAXIS   = 2".into(),
        "NAXIS1  = 8".into(),
        "NAXIS2  = 1".into(),
        format!("PCOUNT  = {}", stored.len()),
        "TFIELDS = 1".into(),
        "TTYPE1  = 'COMPRESSED_DATA'".into(),
        "TFORM1  = '1PB(0)'".into(),
        "ZIMAGE  = T".into(),
        format!("ZCMPTYPE= '{name}'"),
        format!("ZBITPIX = {bits}"),
        "ZNAXIS  = 2".into(),
        format!("ZNAXIS1 = {width}"),
        format!("ZNAXIS2 = {height}"),
        format!("ZTILE1  = {width}"),
        format!("ZTILE2  = {height}"),
        "ZNAME1  = 'BYTEPIX'".into(),
        format!("ZVAL1   = {}", [1, 2, 4][usize::from(numbers / 18 % 3)]),
        "ZNAME2  = 'SMOOTH'".into(),
        format!("ZVAL2   = {}", algorithm / 6 % 2),
        format!("ZQUANTIZ= '{dither}'"),
        quantised.to_owned(),
    ];
    let first = ["SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 0"].map(String::from);
    let descriptor = [u32::try_from(stored.len()).unwrap_or(u32::MAX).to_be_bytes(), [0; 4]].concat();
    let file = [header(&first), header(&cards), descriptor, stored.to_vec()].concat();
    let limits = if vast { Limits::default() } else { limits() };
    let Some(document) = open(&file, limits) else { return };
    let Ok(read) = document.read_hdu(1, &document.read_options()) else { return };
    let _ = run(read.into_filled(), &file, WHOLE, false);
}

/// All that can be said of a FITS file: also of its HDUs, each with the bytes of its array, or of each field of it.
fn describe_hdus(bytes: &[u8], lengths: &[usize]) -> String {
    let mut text = String::new();
    let document = visit(bytes, limits(), lengths, false, &mut |line| {
        let _ = writeln!(text, "{line}");
    });
    let Some(document) = document else { return text };
    for hdu in document.layout().hdus.iter().take(16) {
        let fields = match document.hdu_array(hdu.index).map(|array| array.datatype) {
            Ok(Datatype::Struct(fields)) => (0..fields.len().min(16)).map(|field| vec![field]).collect(),
            Ok(_) => vec![Vec::new()],
            Err(error) => {
                let _ = writeln!(text, "{}: {error:?}", hdu.index);
                continue;
            }
        };
        for field in fields {
            let options = ReadOptions { field, ..document.read_options() };
            let read = document.read_hdu(hdu.index, &options);
            let outcome = match read.and_then(|read| run(read.into_filled(), bytes, lengths, false)) {
                Ok(filled) => Digest(&filled.bytes, filled.mask.as_deref()).to_string(),
                Err(error) => format!("{error:?}"),
            };
            let _ = writeln!(text, "{} {:?}: {outcome}", hdu.index, options.field);
        }
    }
    text
}
