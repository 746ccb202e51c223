//! The features `ndarray` and `serde`.

#[cfg(feature = "ndarray")]
#[test]
fn arrays_of_ndarray_are_written_and_read() {
    use asdf_wasm::{Array, File, FileBuilder, NewArray};

    let array = Array::new([2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap().into_ndarray().unwrap();
    let transposed = Array::from(&array.t());
    let mut builder = FileBuilder::new();
    builder.array("data", &NewArray::try_from(&transposed).unwrap()).unwrap();
    let file = File::new(std::io::Cursor::new(builder.to_bytes().unwrap())).unwrap();
    let read = file.read::<i32>("data", ..).unwrap().into_ndarray().unwrap();
    assert_eq!(read, array.t().into_dyn());
}

/// A list of lists of lists.
#[cfg(feature = "serde")]
#[derive(Debug)]
struct Nested;

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Nested {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Self>::deserialize(deserializer).map(|_| Self)
    }
}

#[cfg(feature = "serde")]
#[test]
fn values_of_the_tree_are_those_of_types() {
    use asdf_wasm::{ErrorKind, File, FileBuilder, TreeValue};
    use std::collections::BTreeMap;

    type Value = BTreeMap<String, (Option<u64>, Vec<f32>, Result<bool, i128>, char)>;

    let value: Value = BTreeMap::from([
        ("full".into(), (Some(u64::MAX), vec![0.5, f32::INFINITY], Ok(true), 'ε')),
        ("empty".into(), (None, Vec::new(), Err(i128::MIN), '1')),
    ]);
    let mut builder = FileBuilder::new();
    builder.set("value", TreeValue::serialized(&value).unwrap()).unwrap();
    let file = File::new(std::io::Cursor::new(builder.to_bytes().unwrap())).unwrap();
    let tree = file.tree().unwrap();
    assert_eq!(tree.deserialized::<Value>(file.node("value").unwrap()).unwrap(), value);
    let error = tree.deserialized::<BTreeMap<String, u8>>(file.node("value").unwrap()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::BadTree, Some("value/empty")));

    let cycle = b"#ASDF 1.0.0\n%YAML 1.1\n---\na: &a\n  - *a\n...\n";
    let file = File::new(std::io::Cursor::new(cycle)).unwrap();
    let error = file.tree().unwrap().deserialized::<Nested>(file.node("a").unwrap()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded);
}
