//! Reading: what Python wrote, selections, what does not fit, damaged files, world coordinates, FITS.

use std::io::Cursor;

use super::data;
use crate::support::{self, Content, fixtures, sha256};
use asdf_wasm::{Datatype, Element, ErrorKind, File, FileArray, Select, Source};

/// The elements of an array as little-endian bytes, where `T` holds them, and the mask.
fn bytes<T: Element, const N: usize>(
    array: &FileArray<'_>,
    to: impl Fn(&T) -> [u8; N],
) -> (Vec<u8>, Option<Vec<bool>>) {
    let read = array.read::<T>(..).unwrap();
    (read.data.iter().flat_map(to).collect(), read.mask)
}

#[test]
fn what_python_wrote_is_read_equal() {
    let mut compared = 0;
    for fixture in fixtures().iter().filter(|fixture| fixture.error.is_none()) {
        let file = File::open(data(&fixture.file)).unwrap();
        for expected in fixture.arrays.iter().filter(|array| array.error.is_none() && array.warning.is_none())
        {
            let place = format!("{} {} {:?}", fixture.file, expected.path, expected.field);
            let mut array = file.array(&expected.path).unwrap();
            for name in &expected.field {
                array = array.field(name).unwrap();
            }
            let digest = match &expected.content {
                Some(Content::Strings(texts)) => {
                    assert_eq!(array.read::<String>(..).unwrap().data, *texts, "{place}");
                    compared += 1;
                    continue;
                }
                Some(Content::Sha256(digest)) => expected.widened.as_ref().unwrap_or(digest),
                None => continue,
            };
            // Elements, or their mask, in another file.
            let node = file.node(&expected.path).unwrap();
            let plan = file.document().plan(node, &file.document().read_options()).unwrap();
            if plan.pieces.iter().any(|piece| matches!(piece.source, Source::External(_))) {
                continue;
            }
            let Datatype::Scalar(scalar, _) = array.datatype() else { continue };
            let (bytes, mask) = match scalar.name() {
                "bool8" => bytes(&array, |value: &bool| [u8::from(*value)]),
                "int8" => bytes(&array, |value: &i8| value.to_le_bytes()),
                "int16" => bytes(&array, |value: &i16| value.to_le_bytes()),
                "int32" => bytes(&array, |value: &i32| value.to_le_bytes()),
                "int64" => bytes(&array, |value: &i64| value.to_le_bytes()),
                "int128" => bytes(&array, |value: &i128| value.to_le_bytes()),
                "uint8" => bytes(&array, |value: &u8| value.to_le_bytes()),
                "uint16" => bytes(&array, |value: &u16| value.to_le_bytes()),
                "uint32" => bytes(&array, |value: &u32| value.to_le_bytes()),
                "uint64" => bytes(&array, |value: &u64| value.to_le_bytes()),
                "uint128" => bytes(&array, |value: &u128| value.to_le_bytes()),
                "float16" | "float32" => bytes(&array, |value: &f32| value.to_le_bytes()),
                "float64" => bytes(&array, |value: &f64| value.to_le_bytes()),
                "complex32" | "complex64" => {
                    let (bytes, mask) = bytes(&array, |value: &[f32; 2]| {
                        let [real, imaginary] = value.map(|part| u64::from(part.to_bits()));
                        (real | imaginary << 32).to_le_bytes()
                    });
                    (bytes, mask)
                }
                _ => bytes(&array, |value: &[f64; 2]| {
                    let [real, imaginary] = value.map(|part| u128::from(part.to_bits()));
                    (real | imaginary << 64).to_le_bytes()
                }),
            };
            assert_eq!(sha256(&bytes), *digest, "{place}");
            let mask = mask.map(|mask| mask.iter().map(|masked| u8::from(*masked)).collect::<Vec<_>>());
            assert_eq!(mask.as_deref().map(sha256), expected.mask, "{place}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

/// A reader that counts the bytes that are read from it.
struct Counting(Cursor<Vec<u8>>, std::sync::Arc<std::sync::atomic::AtomicUsize>);

impl std::io::Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.read(buffer)?;
        self.1.fetch_add(read, std::sync::atomic::Ordering::Relaxed);
        Ok(read)
    }
}

impl std::io::Seek for Counting {
    fn seek(&mut self, from: std::io::SeekFrom) -> std::io::Result<u64> {
        self.0.seek(from)
    }
}

#[test]
fn a_window_fetches_what_it_needs() {
    let bytes = support::read("fits/jwst-cal.fits");
    let size = bytes.len();
    let count = std::sync::Arc::default();
    let file = File::new(Counting(Cursor::new(bytes), std::sync::Arc::clone(&count))).unwrap();
    let whole = file.read::<f32>("data", ..).unwrap();
    let before = count.load(std::sync::atomic::Ordering::Relaxed);
    let window = file.read::<f32>("data", (10..12, Select::from(..20).by(5))).unwrap();
    let fetched = count.load(std::sync::atomic::Ordering::Relaxed) - before;
    assert!(fetched < size / 100, "{fetched} of {size}");
    assert_eq!(window.shape, [2, 4]);
    assert_eq!(window.get(&[1, 3]), whole.get(&[11, 15]));
    assert_eq!(file.read::<f64>("data", (-1, -1)).unwrap().shape, [0; 0]);
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let file = File::open(data("roman/roman_l2_192.asdf")).unwrap();
    let refused = |error: asdf_wasm::Error| (error.kind(), error.to_string());
    assert_eq!(
        refused(file.read::<i32>("roman/data", ..).unwrap_err()),
        (ErrorKind::BadArray, "the elements are float32, which i32 does not hold (at roman/data)".into())
    );
    assert_eq!(
        refused(file.read::<f32>("roman/nothing", ..).unwrap_err()),
        (ErrorKind::NotFound, "there is nothing at this path of the tree (at roman/nothing)".into())
    );
    assert_eq!(refused(file.array("roman/meta").unwrap_err()).0, ErrorKind::BadArray);
    assert_eq!(refused(file.read::<f32>("roman/data", 0..193).unwrap_err()).0, ErrorKind::BadSelection);
    assert_eq!(refused(file.array("roman/data").unwrap().field("flux").unwrap_err()).0, ErrorKind::NotFound);
    let error = File::open(data("there is no such file.asdf")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    let source = std::error::Error::source(&error).and_then(|source| source.downcast_ref::<std::io::Error>());
    assert_eq!(source.unwrap().kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn a_cut_file_fails_where_it_is_cut() {
    let whole = support::read("roman/roman_l2_192.asdf");
    for part in 1..16 {
        let cut = Cursor::new(&whole[..whole.len() * part / 16]);
        if let Ok(file) = File::new(cut) {
            let paths: Vec<_> =
                file.document().arrays().map(|(node, _)| file.tree().unwrap().path_of(node)).collect();
            let failed = paths.iter().filter(|path| {
                let read = file.array(path).and_then(|array| array.read::<f64>(..));
                read.is_err_and(|error| {
                    matches!(error.kind(), ErrorKind::Truncated | ErrorKind::BadBlock | ErrorKind::NotFound)
                })
            });
            assert_ne!(failed.count(), 0, "{part}");
        }
    }
}

#[test]
fn a_wcs_reads_its_arrays() {
    for (file, path) in [("roman/roman_l2_192.asdf", "roman/meta/wcs"), ("fits/jwst-cal.fits", "meta/wcs")] {
        let mut wcs = File::open(data(file)).unwrap().wcs(path).unwrap();
        let (mut world, mut pixels) = ([0.0; 2], [0.0; 2]);
        wcs.to_world(&[20.0, 10.0], &mut world);
        wcs.to_pixels(&world, &mut pixels);
        let near = |(found, expected): (f64, f64)| (found - expected).abs() < 1e-2;
        assert!(pixels.into_iter().zip([20.0, 10.0]).all(near), "{file}: {world:?} {pixels:?}");
    }
}

#[test]
fn fits_is_read_by_hdu_and_by_path() {
    let file = File::open(data("fits/jwst-cal.fits")).unwrap();
    let sci = file.read::<f32>("dq", ..2).map(|_| ()).unwrap_err();
    assert_eq!(sci.kind(), ErrorKind::BadArray);
    let sci = file.read::<u32>("dq", ..2).unwrap();
    let hdu = file.document().layout().hdus.iter().position(|hdu| hdu.name == "DQ").unwrap();
    assert_eq!(file.hdu(hdu).unwrap().read::<u32>(..2).unwrap().data, sci.data);
    assert!(file.info().to_string().contains("DQ: uint32"));
    let tables = File::open(data("fits/tables.fits")).unwrap();
    let table = tables.hdu(1).unwrap();
    assert_ne!(table.fields().count(), 0);
    let error = table.read::<f64>(..).unwrap_err();
    assert_eq!((error.kind(), error.hdu()), (ErrorKind::BadArray, Some(1)));
}

#[test]
fn info_prints_what_aliases_repeat_once() {
    let text = b"#ASDF 1.0.0\n%YAML 1.1\n---\na: &a {x: 1, all: [1, 2]}\nb: {again: *a}\nc: &c [*c]\n...\n";
    let info = File::new(Cursor::new(text)).unwrap().info().to_string();
    let lines = ["a:", "  x: 1", "  all:", "    0: 1", "    1: 2", "b:", "  again: (the same as a)", "c:"];
    assert_eq!(info.lines().skip(1).collect::<Vec<_>>(), [&lines[..], &["  0: (the same as c)"]].concat());
    // Doubled thirty times.
    let file = File::open(data("hostile/billion-laughs.asdf")).unwrap();
    assert!(file.info().to_string().lines().count() < 1000);
}
