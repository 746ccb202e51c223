//! The reference files of the standard: each `.asdf` has the same content as its `.yaml` twin, whose arrays are all inline.

use std::collections::BTreeSet;

use crate::support::read;
use asdf_wasm::{Datatype, Document, NodeId, Opening, Options, ReadOptions, Scalar, Source, Value, run};

const FILES: [&str; 14] = [
    "anchor",
    "ascii",
    "basic",
    "complex",
    "compressed",
    "endian",
    "exploded",
    "float",
    "int",
    "scalars",
    "shared",
    "stream",
    "structured",
    "unicode_bmp",
];

struct Twin {
    folder: &'static str,
    bytes: Vec<u8>,
    document: Document,
}

impl Twin {
    fn open(folder: &'static str, name: &str) -> Self {
        let bytes = read(&format!("{folder}/{name}"));
        let document = run(Opening::new(bytes.len() as u64, Options::default()), &bytes).unwrap();
        Self { folder, bytes, document }
    }

    fn value(&self, node: NodeId) -> &Value {
        &self.document.tree().unwrap().node(node).value
    }

    /// The elements of an array, field after field.
    fn elements(&self, node: NodeId, field: Vec<usize>, datatype: &Datatype) -> Vec<Element> {
        if let Datatype::Struct(fields) = datatype {
            let each =
                |index: usize| self.elements(node, [&field[..], &[index]].concat(), &fields[index].datatype);
            return (0..fields.len()).flat_map(each).collect();
        }
        let options = ReadOptions { field, float16_bits: true, ..self.document.read_options() };
        let array = self.document.array(node).unwrap().as_ref().unwrap();
        let bytes = match &array.source {
            Source::External(uri) => {
                let other = Self::open(self.folder, uri);
                let pieces = self.document.plan(node, &options).unwrap();
                let mut reading = other.document.read_piece_for(&self.document, &pieces.pieces[0]).unwrap();
                let mut filled = Vec::new();
                reading.fill(&other.bytes, &mut filled).unwrap();
                filled
            }
            _ => self.document.read(node, &options).unwrap().read(&self.bytes).unwrap().bytes,
        };
        bytes
            .chunks(usize::try_from(unit(datatype)).unwrap())
            .map(|unit| Element(unit.to_vec(), is_float(datatype)))
            .collect()
    }
}

fn unit(datatype: &Datatype) -> u64 {
    match datatype {
        Datatype::Scalar(scalar @ (Scalar::Complex64 | Scalar::Complex128), _) => scalar.size() / 2,
        _ => datatype.size(),
    }
}

fn is_float(datatype: &Datatype) -> bool {
    matches!(datatype, Datatype::Scalar(scalar, _) if scalar.name().starts_with("float") || scalar.name().starts_with("complex"))
}

/// The bytes of a number or a string, and whether it is a float: any NaN equals any other.
#[derive(Debug)]
struct Element(Vec<u8>, bool);

impl PartialEq for Element {
    fn eq(&self, other: &Self) -> bool {
        let nan = |bytes: &[u8]| match bytes.len() {
            4 => f32::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
            8 => f64::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
            _ => false,
        };
        self.0 == other.0 || (self.1 && nan(&self.0) && nan(&other.0))
    }
}

fn compare(asdf: &Twin, yaml: &Twin, left: NodeId, right: NodeId, place: &str, seen: &mut BTreeSet<NodeId>) {
    if !seen.insert(left) {
        return;
    }
    if let (Some(one), Some(other)) = (asdf.document.array(left), yaml.document.array(right)) {
        let (one, other) = (one.as_ref().unwrap(), other.as_ref().unwrap());
        assert_eq!(one.shape, other.shape, "{place}");
        let elements = asdf.elements(left, Vec::new(), &one.datatype);
        assert_eq!(elements, yaml.elements(right, Vec::new(), &other.datatype), "{place}");
        return;
    }
    match (asdf.value(left), yaml.value(right)) {
        (Value::Mapping(ours), Value::Mapping(theirs)) => {
            assert_eq!(ours.len(), theirs.len(), "{place}");
            for ((key, value), (other_key, other)) in ours.iter().zip(theirs) {
                assert_eq!(asdf.value(*key), yaml.value(*other_key), "{place}");
                compare(asdf, yaml, *value, *other, &format!("{place}/{:?}", asdf.value(*key)), seen);
            }
        }
        (Value::Sequence(ours), Value::Sequence(theirs)) => {
            assert_eq!(ours.len(), theirs.len(), "{place}");
            for (index, (value, other)) in ours.iter().zip(theirs).enumerate() {
                compare(asdf, yaml, *value, *other, &format!("{place}/{index}"), seen);
            }
        }
        (value, other) => assert_eq!(value, other, "{place}"),
    }
}

#[test]
fn every_reference_file_equals_its_twin() {
    for folder in ["asdf-standard/1.0.0", "asdf-standard/1.6.0"] {
        for name in FILES.iter().chain(&["unicode_spp"]) {
            let (asdf, yaml) =
                (Twin::open(folder, &format!("{name}.asdf")), Twin::open(folder, &format!("{name}.yaml")));
            let roots = (asdf.document.tree().unwrap().root(), yaml.document.tree().unwrap().root());
            compare(&asdf, &yaml, roots.0, roots.1, &format!("{folder}/{name}"), &mut BTreeSet::new());
        }
    }
}
