//! Elements in memory, with their shape.

use crate::error::{Error, ErrorKind, Result, Warning};

/// Elements that were read from a file, or that are to be written: dense and in C order, the last axis varying fastest.
///
/// ```
/// use asdf_wasm::Array;
///
/// let array = Array::new([2, 2], vec![1, 2, 3, 4])?;
/// assert_eq!(array.get(&[1, 0]), Some(&3));
/// # Ok::<(), asdf_wasm::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Array<T> {
    /// The length of each axis, the slowest-varying one first.
    pub shape: Vec<usize>,
    /// The elements.
    pub data: Vec<T>,
    /// For each element whether it is masked; `None` if the array has no mask.
    pub mask: Option<Vec<bool>>,
    /// What was odd about what was read, such as a checksum that does not match.
    pub warnings: Vec<Warning>,
}

impl<T> Array<T> {
    /// An array of these elements, none of them masked.
    pub fn new(shape: impl Into<Vec<usize>>, data: Vec<T>) -> Result<Self> {
        let shape = shape.into();
        check_shape(&shape, data.len())?;
        Ok(Self { shape, data, mask: None, warnings: Vec::new() })
    }

    /// The element at an index for each axis; `None` outside the array.
    pub fn get(&self, index: &[usize]) -> Option<&T> {
        self.data.get(self.position(index)?)
    }

    /// Whether the element at an index for each axis is masked.
    pub fn is_masked(&self, index: &[usize]) -> bool {
        let masked = || self.mask.as_ref()?.get(self.position(index)?).copied();
        masked().unwrap_or_default()
    }

    fn position(&self, index: &[usize]) -> Option<usize> {
        let inside =
            index.len() == self.shape.len() && index.iter().zip(&self.shape).all(|(at, length)| at < length);
        let axes = index.iter().zip(&self.shape);
        inside.then(|| axes.fold(0, |position, (at, length)| position * length + at))
    }
}

/// Refuses a shape that has another number of elements.
pub(super) fn check_shape(shape: &[usize], count: usize) -> Result<()> {
    let size = shape.iter().try_fold(1_usize, |size, length| size.checked_mul(*length));
    if size == Some(count) {
        return Ok(());
    }
    let message = format!("an array of shape {shape:?} does not have {count} elements");
    Err(Error::new(ErrorKind::BadArray, message))
}

#[cfg(feature = "ndarray")]
impl<T> Array<T> {
    /// The elements as an array of the crate `ndarray`. Needs the feature `ndarray`.
    ///
    /// ```
    /// use asdf_wasm::Array;
    ///
    /// let array = Array::new([2, 2], vec![1, 2, 3, 4])?.into_ndarray()?;
    /// assert_eq!(array[[1, 0]], 3);
    /// let array = Array::from(&array.t());
    /// assert_eq!(array.data, [1, 3, 2, 4]);
    /// # Ok::<(), asdf_wasm::Error>(())
    /// ```
    pub fn into_ndarray(self) -> Result<::ndarray::ArrayD<T>> {
        let array = ::ndarray::ArrayD::from_shape_vec(self.shape, self.data);
        array.map_err(|error| Error::new(ErrorKind::BadArray, error.to_string()))
    }
}

#[cfg(feature = "ndarray")]
impl<T: Clone, S: ::ndarray::Data<Elem = T>, D: ::ndarray::Dimension> From<&::ndarray::ArrayBase<S, D>>
    for Array<T>
{
    fn from(array: &::ndarray::ArrayBase<S, D>) -> Self {
        let (shape, data) = (array.shape().to_vec(), array.iter().cloned().collect());
        Self { shape, data, mask: None, warnings: Vec::new() }
    }
}
