//! Transforms given by coefficients or tables: polynomials, splines, tables.

use super::super::kernel::{
    Axis, Basis, Beyond, Kernel, Method, Polynomial, Rescale, Spline, Surface, TABLE_AXES, Table,
};
use super::super::model::Units;
use super::super::unit::Unit;
use super::value::Numbers;
use super::{Compiler, Draft};
use crate::error::Result;
use crate::tree::NodeId;

impl Compiler<'_> {
    pub(super) fn series(&mut self, name: &str, node: NodeId) -> Result<Option<Draft>> {
        Ok(Some(match name {
            "polynomial" => self.polynomial(node, Basis::Power)?,
            "ortho_polynomial" => {
                let kind = self.parameters.text(node, "polynomial_type")?;
                let basis = match kind {
                    "chebyshev" => Basis::Chebyshev,
                    "legendre" => Basis::Legendre,
                    "hermite" => Basis::Hermite,
                    other => {
                        return Err(
                            self.unsupported(node, &format!("polynomials '{other}' are not supported"))
                        );
                    }
                };
                self.polynomial(node, basis)?
            }
            "tabular" => self.tabular(node)?,
            "spline1d" => {
                let knots = self.parameters.numbers(self.parameters.required(node, "knots")?)?;
                let coefficients =
                    self.parameters.numbers(self.parameters.required(node, "coefficients")?)?;
                let degree = self.parameters.index(self.parameters.required(node, "degree")?)?;
                let spline = Spline::new(knots.values, coefficients.values, degree).ok_or_else(|| {
                    self.parameters.error(node, "knots, coefficients and degree do not make a spline")
                })?;
                Draft::leaf(Kernel::Spline(spline), None, Units::Keep, 1, 1)
            }
            _ => return Ok(None),
        }))
    }

    /// The map from domain to window of the variable `axis`, where there is one.
    fn rescale(&self, node: NodeId, axis: Option<usize>) -> Result<Rescale> {
        let interval = |key: &str| -> Result<Option<[f64; 2]>> {
            let tree = self.parameters.tree;
            let of = |list: NodeId| match axis {
                Some(axis) => tree.items(list).get(axis).copied(),
                None => Some(list),
            };
            let Some(list) = self.parameters.given(node, key) else { return Ok(None) };
            let numbers = match of(list) {
                // An array holds both axes' intervals.
                None => {
                    let values = self.parameters.numbers(list)?.values;
                    values.chunks_exact(2).nth(axis.unwrap_or(0)).map(<[f64]>::to_vec)
                }
                Some(own) if matches!(tree.node(own).value, crate::tree::Value::Null) => None,
                Some(own) => Some(self.parameters.numbers(own)?.values),
            };
            let Some(numbers) = numbers else { return Ok(None) };
            let pair = numbers.try_into().map_err(|_| {
                self.parameters.error(list, format!("'{key}' is not an interval for each variable"))
            })?;
            Ok(Some(pair))
        };
        let window = interval("window")?.unwrap_or([-1.0, 1.0]);
        Ok(match interval("domain")? {
            // Equal intervals would only add rounding.
            Some(domain) if domain != window => Rescale::new(domain, window),
            _ => Rescale::NONE,
        })
    }

    fn polynomial(&self, node: NodeId, basis: Basis) -> Result<Draft> {
        let list = self.parameters.required(node, "coefficients")?;
        let Numbers { shape, mut values, .. } = self.parameters.numbers(list)?;
        match *shape.as_slice() {
            [count] if count > 0 => {
                let polynomial = Polynomial::of_one(basis, &values, self.rescale(node, None)?);
                Ok(Draft::leaf(Kernel::Polynomial(polynomial), None, Units::Keep, 1, 1))
            }
            [rows, columns] if rows > 0 && columns > 0 => {
                if basis == Basis::Power {
                    if rows != columns {
                        return Err(self.parameters.error(list, "the coefficients are no square matrix"));
                    }
                    // Coefficients above the degree do not count.
                    for (row, values) in values.chunks_exact_mut(columns).enumerate() {
                        values.iter_mut().skip(columns - row).for_each(|value| *value = 0.0);
                    }
                }
                let scales = [self.rescale(node, Some(0))?, self.rescale(node, Some(1))?];
                let polynomial = Polynomial::of_two(basis, &values, columns, scales);
                Ok(Draft::leaf(Kernel::Polynomial2(polynomial), None, Units::Keep, 2, 1))
            }
            _ => {
                let message = format!("polynomials with {} variables are not supported", shape.len());
                Err(self.unsupported(list, &message))
            }
        }
    }

    /// The arrays of points along the axes of a table.
    fn points(&self, node: NodeId, axes: usize) -> Result<Vec<Numbers>> {
        let list = self.parameters.required(node, "points")?;
        let tree = self.parameters.tree;
        let items = tree.items(list);
        if items.iter().any(|item| tree.number(*item).is_none()) && !items.is_empty() {
            return items.iter().take(axes).map(|item| self.parameters.numbers(*item)).collect();
        }
        // One list of numbers, or one array with a row for each axis.
        let all = self.parameters.numbers(list)?;
        let length = all.shape.last().copied().unwrap_or(0).max(1);
        let own = |values: &[f64]| Numbers { shape: vec![length], values: values.to_vec(), unit: all.unit };
        Ok(all.values.chunks_exact(length).take(axes).map(own).collect())
    }

    fn tabular(&self, node: NodeId) -> Result<Draft> {
        let parameters = &self.parameters;
        let list = parameters.required(node, "lookup_table")?;
        let mut table = parameters.numbers(list)?;
        let axes = table.shape.len();
        if !(1..=TABLE_AXES).contains(&axes) {
            return Err(self.unsupported(list, &format!("tables with {axes} axes are not supported")));
        }
        let named = parameters.given(node, "method").and_then(|method| parameters.tree.text(method));
        let method = match named {
            Some("nearest") => Method::Nearest,
            Some("linear") | None => Method::Linear,
            Some("splinef2d") if axes == 2 => Method::Linear,
            Some(other) => {
                return Err(self.unsupported(node, &format!("interpolation '{other}' is not supported")));
            }
        };
        let bounds_error =
            parameters.given(node, "bounds_error").map(|value| &parameters.tree.node(value).value);
        let refuses = !matches!(bounds_error, Some(crate::tree::Value::Bool(false)));
        let beyond = match parameters.given(node, "fill_value") {
            _ if refuses => Beyond::Fill(f64::NAN),
            Some(fill) => Beyond::Fill(parameters.numbers(fill)?.values.first().copied().unwrap_or(f64::NAN)),
            None => Beyond::Extrapolate,
        };
        let points = self.points(node, axes)?;
        let lengths: Vec<usize> = points.iter().map(|points| points.values.len()).collect();
        if lengths != table.shape {
            return Err(parameters.error(node, "the table's shape is not that of its points"));
        }
        let count = [0.0, 1.0, 2.0, 3.0];
        if self.stokes_from_zero
            && table.values == count
            && points.iter().all(|points| points.values == count)
        {
            table.values.iter_mut().for_each(|value| *value += 1.0);
        }
        let units = table_units(&points, table.unit);
        let bad = || parameters.error(node, "the points of a table neither ascend nor descend");
        if let [only] = points.as_slice() {
            let forward = line(&only.values, &table.values, method, beyond).ok_or_else(bad)?;
            let backward = line(&table.values, &only.values, method, beyond).map(Kernel::Table);
            return Ok(Draft::leaf(Kernel::Table(forward), backward, units, 1, 1));
        }
        if let (Some("splinef2d"), [rows, columns]) = (named, points.as_slice()) {
            let fill = if let Beyond::Fill(fill) = beyond { fill } else { f64::NAN };
            let surface =
                Surface::new([&rows.values, &columns.values], &table.values, fill).ok_or_else(|| {
                    parameters.error(
                        node,
                        "a spline through a table needs four points or more along each axis, ascending",
                    )
                })?;
            return Ok(Draft::leaf(Kernel::Surface(surface), None, units, 2, 1));
        }
        let count = points.len();
        let axes = points
            .into_iter()
            .map(|points| Axis::new(points.values).ok_or_else(bad))
            .collect::<Result<_>>()?;
        let table = Table { axes, values: table.values.into(), method, beyond };
        Ok(Draft::leaf(Kernel::TableOf(table), None, units, count, 1))
    }
}

/// A table of one variable; points that descend are turned round.
fn line(points: &[f64], values: &[f64], method: Method, beyond: Beyond) -> Option<Table> {
    let (mut points, mut values) = (points.to_vec(), values.to_vec());
    if points.first()? > points.last()? {
        points.reverse();
        values.reverse();
    }
    Some(Table { axes: vec![Axis::new(points)?], values: values.into(), method, beyond })
}

fn table_units(points: &[Numbers], values: Option<Unit>) -> Units {
    let inputs: Vec<_> = points.iter().map(|points| points.unit).collect();
    if values.is_none() && inputs.iter().all(Option::is_none) {
        return Units::Keep;
    }
    Units::Fixed { inputs, outputs: vec![values] }
}
