//! Arrays of an open file: what is in them, and reading it.

use std::io::{Read, Seek};

use super::array::Array;
use super::element::Element;
use super::open::File;
use super::selection::Selection;
use crate::document::{ArrayReader, Document};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::charge;
use crate::ndarray::{Datatype, NdArray, Origin};
use crate::ranges::{Operation, Step};
use crate::read::{Output, ReadOptions};

impl<R: Read + Seek> File<R> {
    /// The array at a path of the tree.
    pub fn array(&self, path: &str) -> Result<FileArray<'_, R>> {
        let node = self.node(path)?;
        let no_array = || {
            let arrays =
                self.document().arrays().filter_map(|(node, _)| Some(self.tree().ok()?.path_of(node)));
            let message = format!(
                "this is no array; the arrays are {}",
                arrays.take(20).collect::<Vec<_>>().join(", ")
            );
            Error::new(ErrorKind::BadArray, message).on_path(path)
        };
        let array = self.document().array(node).ok_or_else(no_array)?.as_ref().map_err(Clone::clone)?;
        Ok(FileArray::new(self, Origin::Node(node), array))
    }

    /// The array in an HDU of a FITS file, by the number of the HDU.
    #[cfg(feature = "fits")]
    pub fn hdu(&self, number: usize) -> Result<FileArray<'_, R>> {
        Ok(FileArray::new(self, Origin::Hdu(number), &self.document().hdu_array(number)?))
    }

    /// Reads a selection of the array at a path: `..` for all of it.
    ///
    /// ```
    /// use asdf_wasm::File;
    ///
    /// let text = b"#ASDF 1.0.0\n%YAML 1.1\n---\ndata: !<tag:stsci.edu:asdf/core/ndarray-1.0.0> [[1, 2, 3], [4, 5, 6]]\n...\n";
    /// let file = File::new(std::io::Cursor::new(text))?;
    /// assert_eq!(file.read::<i64>("data", (.., 1..))?.data, [2, 3, 5, 6]);
    /// let error = file.read::<f32>("data", ..).unwrap_err();
    /// assert_eq!(error.to_string(), "the elements are int64, which f32 does not hold (at data)");
    /// # Ok::<(), asdf_wasm::Error>(())
    /// ```
    pub fn read<T: Element>(&self, path: &str, selection: impl Into<Selection>) -> Result<Array<T>> {
        self.array(path)?.read(selection)
    }
}

/// An array of a [`File`], or a field of it. Nothing of it has been read.
///
/// ```no_run
/// use asdf_wasm::File;
///
/// let file = File::open("catalog.asdf")?;
/// let catalog = file.array("catalog")?;
/// println!("{:?} {}", catalog.shape(), catalog.datatype());
/// let flux = catalog.field("flux")?.read::<f64>(..1000)?;
/// # Ok::<(), asdf_wasm::Error>(())
/// ```
#[derive(Debug)]
pub struct FileArray<'f, R = std::fs::File> {
    file: &'f File<R>,
    origin: Origin,
    shape: Vec<u64>,
    /// The type of the field that is read, and the numbers that lead to it.
    datatype: Datatype,
    field: Vec<usize>,
}

impl<R> Clone for FileArray<'_, R> {
    fn clone(&self) -> Self {
        Self {
            shape: self.shape.clone(),
            datatype: self.datatype.clone(),
            field: self.field.clone(),
            ..*self
        }
    }
}

impl<'f, R: Read + Seek> FileArray<'f, R> {
    pub(super) fn new(file: &'f File<R>, origin: Origin, array: &NdArray) -> Self {
        let NdArray { shape, datatype, .. } = array;
        Self { file, origin, shape: shape.clone(), datatype: datatype.clone(), field: Vec::new() }
    }

    /// The length of each axis, the slowest-varying one first; axes of a field at the end.
    pub fn shape(&self) -> &[u64] {
        &self.shape
    }

    /// The type of its elements.
    pub fn datatype(&self) -> &Datatype {
        &self.datatype
    }

    /// The names of its fields; none if its elements are not records.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        let fields = if let Datatype::Struct(fields) = &self.datatype { &**fields } else { &[] };
        fields.iter().map(|field| field.name.as_str())
    }

    /// A field of its records: a column of a table.
    pub fn field(&self, name: &str) -> Result<Self> {
        let Datatype::Struct(fields) = &self.datatype else {
            let message = format!("the elements are {} and have no field `{name}`", self.datatype);
            return Err(self.placed(Error::new(ErrorKind::NotFound, message)));
        };
        let mut found = fields.iter().enumerate().filter(|(_, field)| field.name == name);
        let (number, field) = found.next().ok_or_else(|| {
            let names: Vec<_> = self.fields().collect();
            let message = format!("there is no field `{name}`; there are {}", names.join(", "));
            self.placed(Error::new(ErrorKind::NotFound, message))
        })?;
        let mut array = self.clone();
        array.shape.extend(&field.shape);
        array.datatype = field.datatype.clone();
        array.field.push(number);
        Ok(array)
    }

    /// Reads a selection. Only what it needs of the file is fetched.
    pub fn read<T: Element>(&self, selection: impl Into<Selection>) -> Result<Array<T>> {
        if !T::read(&self.datatype, &[], &mut []) {
            let message = match &self.datatype {
                Datatype::Struct(_) => format!("the elements are {}: choose a field of them", self.datatype),
                datatype => format!("the elements are {datatype}, which {} does not hold", T::NAME),
            };
            return Err(self.placed(Error::new(ErrorKind::BadArray, message)));
        }
        let document = self.file.document();
        let options = ReadOptions {
            selection: selection.into().0,
            field: self.field.clone(),
            ..document.read_options()
        };
        let values =
            self.begin(document, &options).and_then(|reader| Reading::new(reader, &self.datatype, &options));
        values.and_then(|reading| self.file.run(reading)).map_err(|error| self.placed(error))
    }

    fn begin(&self, document: &'f Document, options: &ReadOptions) -> Result<ArrayReader<'f>> {
        match self.origin {
            Origin::Node(node) => document.read(node, options),
            #[cfg(feature = "fits")]
            Origin::Hdu(hdu) => document.read_hdu(hdu, options),
            #[cfg(not(feature = "fits"))]
            Origin::Hdu(_) => Err(Error::new(ErrorKind::NotFound, "this build of the crate reads no FITS")),
        }
    }

    fn placed(&self, error: Error) -> Error {
        match (self.origin, self.file.document().tree()) {
            (Origin::Node(node), Some(tree)) => error.on_path(tree.path_of(node)),
            (Origin::Hdu(hdu), _) => error.in_hdu(hdu),
            _ => error,
        }
    }
}

/// Elements that are being read.
struct Reading<'a, T> {
    reader: ArrayReader<'a>,
    values: Values<'a, T>,
}

/// Those that have been read so far.
struct Values<'a, T> {
    datatype: &'a Datatype,
    /// The size of an element as the core gives it.
    size: usize,
    array: Array<T>,
}

impl<'a, T: Element> Reading<'a, T> {
    fn new(reader: ArrayReader<'a>, datatype: &'a Datatype, options: &ReadOptions) -> Result<Self> {
        let plan = reader.plan();
        let count = plan.shape.iter().fold(1, |count: u64, length| count.saturating_mul(*length));
        options.limits.check_output(count.saturating_mul(size_of::<T>() as u64))?;
        let count = charge("the result", count, u64::MAX)?;
        let array = Array {
            shape: plan
                .shape
                .iter()
                .map(|length| charge("the result", *length, u64::MAX))
                .collect::<Result<_>>()?,
            data: vec![T::default(); count],
            mask: plan.masked.then(|| vec![false; count]),
            warnings: Vec::new(),
        };
        let size = charge("the result", plan.nbytes, u64::MAX)?.checked_div(count).unwrap_or_default();
        Ok(Self { reader, values: Values { datatype, size, array } })
    }
}

impl<T: Element> Operation for Reading<'_, T> {
    type Output = Array<T>;

    fn step(&mut self) -> Result<Step<Array<T>>> {
        let Step::Need(ranges) = self.reader.step(&mut self.values)? else {
            let array = std::mem::take(&mut self.values.array);
            return Ok(Step::Done(Array { warnings: self.reader.take_warnings(), ..array }));
        };
        Ok(Step::Need(ranges))
    }

    fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.reader.supply(offset, bytes);
    }
}

/// Pieces have whole elements.
impl<T: Element> Output for Values<'_, T> {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        let first = usize::try_from(at).ok().and_then(|at| at.checked_div(self.size));
        if let Some(elements) = first.and_then(|first| self.array.data.get_mut(first..)) {
            T::read(self.datatype, bytes, elements);
        }
    }

    fn mask(&mut self, at: u64, masked: &[u8]) {
        let places = usize::try_from(at).ok().and_then(|at| self.array.mask.as_mut()?.get_mut(at..));
        places.into_iter().flatten().zip(masked).for_each(|(place, masked)| *place = *masked != 0);
    }
}
