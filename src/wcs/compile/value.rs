//! Parameters: numbers, lists of them, arrays and quantities, read from the tree.

use super::super::unit::Unit;
use crate::error::{Error, ErrorKind, Result};
use crate::tree::{NodeId, Tree, Value, is};
use std::cell::Cell;
use std::collections::BTreeMap;

/// The values of an array that a transform names.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// The length of each axis, outermost first.
    pub shape: Vec<usize>,
    /// The elements in C order, as numbers of 64 bits.
    pub values: Vec<f64>,
}

/// Numbers with a shape, and their unit if they have one.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub(super) shape: Vec<usize>,
    pub(super) values: Vec<f64>,
    pub(super) unit: Option<Unit>,
}

/// What parameters are read from.
#[derive(Debug)]
pub(super) struct Parameters<'a> {
    pub(super) tree: &'a Tree,
    pub(super) arrays: &'a BTreeMap<NodeId, Array>,
    /// How many more numbers and lists may be read: aliases repeat them.
    left: Cell<usize>,
}

/// Whether a node is an array that has to be read.
pub(super) fn is_array(tree: &Tree, node: NodeId) -> bool {
    tree.node(node).tag().is_some_and(|tag| is(tag, "core/ndarray") || is(tag, "core/chunked-ndarray"))
}

impl<'a> Parameters<'a> {
    pub(super) fn new(tree: &'a Tree, arrays: &'a BTreeMap<NodeId, Array>) -> Self {
        Self { tree, arrays, left: Cell::new(NUMBERS) }
    }

    /// Counts what is about to be read.
    fn count(&self, node: NodeId, numbers: usize) -> Result<()> {
        let left = self.left.get().checked_sub(numbers).ok_or_else(|| {
            let message = format!("the transforms have more than {NUMBERS} numbers");
            Error::new(ErrorKind::LimitExceeded, message).on_path(self.tree.path_of(node))
        })?;
        self.left.set(left);
        Ok(())
    }

    /// An error at a node.
    pub(super) fn error(&self, node: NodeId, message: impl Into<String>) -> Error {
        Error::new(ErrorKind::BadTree, message).on_path(self.tree.path_of(node))
    }

    /// The value of a key that must be there.
    pub(super) fn required(&self, node: NodeId, key: &str) -> Result<NodeId> {
        self.given(node, key).ok_or_else(|| self.error(node, format!("the transform has no '{key}'")))
    }

    /// The value of a key, unless it is missing or null.
    pub(super) fn given(&self, node: NodeId, key: &str) -> Option<NodeId> {
        let value = self.tree.get(node, key)?;
        (!matches!(self.tree.node(value).value, Value::Null)).then_some(value)
    }

    /// The text at a key that must be there.
    pub(super) fn text(&self, node: NodeId, key: &str) -> Result<&str> {
        let value = self.required(node, key)?;
        self.tree.text(value).ok_or_else(|| self.error(value, format!("'{key}' is no text")))
    }

    /// The text at a key, or this one: the schema's default, which older writers leave out.
    pub(super) fn text_or<'t>(&'t self, node: NodeId, key: &str, default: &'t str) -> Result<&'t str> {
        if self.given(node, key).is_none() { Ok(default) } else { self.text(node, key) }
    }

    /// Numbers of any shape.
    pub(super) fn numbers(&self, node: NodeId) -> Result<Numbers> {
        self.nested(node, 0)
    }

    /// Numbers inside so many lists.
    fn nested(&self, node: NodeId, depth: usize) -> Result<Numbers> {
        if is_array(self.tree, node) {
            let array = self.arrays.get(&node).ok_or_else(|| self.error(node, "the array was not read"))?;
            self.count(node, array.values.len())?;
            return Ok(Numbers { shape: array.shape.clone(), values: array.values.clone(), unit: None });
        }
        match &self.tree.node(node).value {
            Value::Mapping(_) => {
                let value = self.required(node, "value")?;
                if self.tree.get(value, "value").is_some() {
                    return Err(self.error(node, "a quantity's value is a quantity itself"));
                }
                let numbers = self.nested(value, depth)?;
                let unit = self.given(node, "unit").map(|unit| self.unit(unit)).transpose()?;
                Ok(Numbers { unit, ..numbers })
            }
            Value::Sequence(_) => {
                let mut values = Vec::new();
                let shape = self.list(node, &mut values, depth)?;
                Ok(Numbers { shape, values, unit: None })
            }
            _ => {
                let number =
                    self.tree.number(node).ok_or_else(|| self.error(node, "a number was expected"))?;
                Ok(Numbers { shape: Vec::new(), values: vec![number], unit: None })
            }
        }
    }

    /// The shape of nested lists; their numbers are added to `values`.
    fn list(&self, node: NodeId, values: &mut Vec<f64>, depth: usize) -> Result<Vec<usize>> {
        if depth > DIMENSIONS {
            return Err(self.error(node, format!("lists of numbers nest deeper than {DIMENSIONS}")));
        }
        let Value::Sequence(items) = &self.tree.node(node).value else {
            let number = self.nested(node, depth)?;
            values.extend(number.values);
            return Ok(number.shape);
        };
        self.count(node, items.len())?;
        let mut inner: Option<Vec<usize>> = None;
        for item in items {
            let shape = self.list(*item, values, depth + 1)?;
            if inner.get_or_insert_with(|| shape.clone()) != &shape {
                return Err(self.error(node, "the lists in it have different lengths"));
            }
        }
        let mut shape = inner.unwrap_or_default();
        shape.insert(0, items.len());
        Ok(shape)
    }

    pub(super) fn unit(&self, node: NodeId) -> Result<Unit> {
        let text = self.tree.text(node).ok_or_else(|| self.error(node, "a unit was expected"))?;
        Unit::parse(text).map_err(|error| error.on_path(self.tree.path_of(node)))
    }

    /// The number at a key, with its unit.
    pub(super) fn number(&self, node: NodeId, key: &str) -> Result<(f64, Option<Unit>)> {
        let value = self.required(node, key)?;
        let numbers = self.numbers(value)?;
        match numbers.values.as_slice() {
            [number] => Ok((*number, numbers.unit)),
            _ => Err(self.error(value, format!("'{key}' is not one number"))),
        }
    }

    /// The number at a key, or this one.
    pub(super) fn number_or(&self, node: NodeId, key: &str, default: f64) -> Result<f64> {
        if self.given(node, key).is_none() { Ok(default) } else { Ok(self.number(node, key)?.0) }
    }

    /// The angle at a key in degrees; a plain number is one.
    pub(super) fn angle(&self, node: NodeId, key: &str) -> Result<f64> {
        let (number, unit) = self.number(node, key)?;
        self.in_unit(node, number, unit, Unit::DEGREE)
    }

    /// A number in a unit; a plain number already is.
    pub(super) fn in_unit(&self, node: NodeId, number: f64, unit: Option<Unit>, wanted: Unit) -> Result<f64> {
        let Some(unit) = unit else { return Ok(number) };
        let factor =
            unit.to(wanted).ok_or_else(|| self.error(node, "a parameter has a unit of another kind"))?;
        Ok(number * factor)
    }

    /// Exactly `N` numbers at a key, with their unit.
    pub(super) fn exactly<const N: usize>(
        &self,
        node: NodeId,
        key: &str,
    ) -> Result<([f64; N], Option<Unit>)> {
        let value = self.required(node, key)?;
        let numbers = self.numbers(value)?;
        let count = numbers.values.len();
        let array = numbers
            .values
            .try_into()
            .map_err(|_| self.error(value, format!("'{key}' has {count} numbers instead of {N}")))?;
        Ok((array, numbers.unit))
    }

    /// The number of axes or an index at a node.
    pub(super) fn index(&self, node: NodeId) -> Result<usize> {
        let number = self.tree.integer(node).and_then(|number| usize::try_from(number).ok());
        number
            .filter(|number| *number <= AXES)
            .ok_or_else(|| self.error(node, format!("a whole number from 0 to {AXES} was expected")))
    }
}

/// How many axes an array of numbers may have, as in numpy; a list may contain itself.
const DIMENSIONS: usize = 64;

/// How many coordinates a point may have.
pub(super) const AXES: usize = 64;

/// How many numbers the transforms of a file may have, counted as often as aliases repeat them.
const NUMBERS: usize = 1 << 24;
