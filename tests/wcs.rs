//! World coordinates: every elementary transform, whole pipelines and files of Roman, against astropy and gwcs.

use crate::support::read;
use asdf_wasm::wcs::{Array, Wcs, arrays};
use asdf_wasm::{Document, NodeId, Opening, Options, run};
use std::collections::BTreeMap;

/// Degrees in a thousandth of a milliarcsecond.
const MICROARCSECOND: f64 = 1e-6 / 3600.0;

fn open(file: &[u8]) -> Document {
    run(Opening::new(file.len() as u64, Options::default()), file).unwrap()
}

/// The elements of an array as numbers.
fn array(document: &Document, file: &[u8], node: NodeId) -> Array {
    let description = document.array(node).unwrap().as_ref().unwrap();
    let shape = description.shape.iter().map(|length| usize::try_from(*length).unwrap()).collect();
    let kind = format!("{:?}", description.datatype);
    let bytes = document.read(node, &document.read_options()).unwrap().read(file).unwrap().bytes;
    let values = if kind.contains("Float64") {
        bytes.chunks_exact(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap())).collect()
    } else if kind.contains("Int64") {
        let number = |bytes: &[u8]| i64::from_le_bytes(bytes.try_into().unwrap());
        #[allow(clippy::cast_precision_loss)]
        bytes.chunks_exact(8).map(|bytes| number(bytes) as f64).collect()
    } else {
        panic!("an array of {kind}")
    };
    Array { shape, values }
}

fn compile(document: &Document, file: &[u8], node: NodeId) -> asdf_wasm::Result<Wcs> {
    let tree = document.tree().unwrap();
    let values: BTreeMap<_, _> =
        arrays(tree, node).into_iter().map(|node| (node, array(document, file, node))).collect();
    Wcs::new(tree, node, &values)
}

/// The greatest difference, relative to the greater of 1 and the expected value; NaN has to meet NaN.
fn difference(actual: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(actual.len(), expected.len());
    let one = |(actual, expected): (&f64, &f64)| {
        if actual == expected || actual.is_nan() && expected.is_nan() {
            return 0.0;
        }
        let difference = (actual - expected).abs() / expected.abs().max(1.0);
        if difference.is_nan() { f64::INFINITY } else { difference }
    };
    actual.iter().zip(expected).map(one).fold(0.0, f64::max)
}

#[test]
fn transforms_agree_with_astropy() {
    let file = read("wcs/transforms.asdf");
    let document = open(&file);
    let tree = document.tree().unwrap();
    let cases = tree.at("cases").unwrap();
    let numbers = array(&document, &file, tree.at("numbers").unwrap()).values;
    let mut failures = Vec::new();
    let mut worst = 0_f64;
    for case in tree.items(cases) {
        let get = |key: &str| tree.get(*case, key);
        let values = |key: &str| {
            let range: Vec<usize> = tree.items(get(key)?).iter().map(|n| usize::try_from(tree.integer(*n).unwrap()).unwrap()).collect();
            numbers.get(range[0]..range[0] + range[1])
        };
        let name = tree.text(get("name").unwrap()).unwrap();
        let mut wcs = match compile(&document, &file, get("transform").unwrap()) {
            Ok(wcs) => wcs,
            Err(error) => {
                failures.push(format!("{name}: {error}"));
                continue;
            }
        };
        let points = values("points").unwrap();
        let forward = values("forward").unwrap();
        let mut image = vec![0.0; forward.len()];
        wcs.to_world(points, &mut image);
        let mut check = |what: &str, actual: &[f64], expected: &[f64]| {
            let error = difference(actual, expected);
            if error <= 1e-12 {
                worst = worst.max(error);
                return;
            }
            let wrong = |(a, b): (&f64, &f64)| difference(&[*a], &[*b]) > 1e-12;
            let count = actual.iter().zip(expected).filter(|pair| wrong(*pair)).count();
            let at = actual.iter().zip(expected).position(wrong).unwrap();
            failures.push(format!(
                "{name}, {what}: {error:e}, {count} of {}; at {at} {} is not {}",
                actual.len(),
                actual[at],
                expected[at]
            ));
        };
        check("forward", &image, forward);
        if let Some(backward) = values("backward") {
            let mut back = vec![0.0; backward.len()];
            wcs.to_pixels(forward, &mut back);
            check("backward", &back, backward);
        }
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), tree.items(cases).len(), failures.join("\n"));
    assert!(worst < 1e-12);
}
