//! Transforms of DKIST: a celestial transform that changes from exposure to exposure, and positions in boxes.

use super::super::kernel::{Kernel, Order, Pointing, Varying};
use super::super::model::{Kind, Units};
use super::super::unit::Unit;
use super::sky::rotation_to_celestial;
use super::value::Numbers;
use super::{Compiler, Draft};
use crate::error::{Error, ErrorKind, Result};
use crate::tree::{NodeId, tag_name};
use std::sync::Arc;

/// How many pointings a transform may have.
const POINTINGS: usize = 1 << 22;

/// The pixel, the unit of detectors.
const PIXEL: &str = "pix";

impl Compiler<'_> {
    pub(super) fn dkist(&mut self, name: &str, node: NodeId) -> Result<Option<Draft>> {
        Ok(Some(match name {
            "ravel_model" => {
                let list = self.parameters.required(node, "array_shape")?;
                let lengths: Box<[f64]> = self.parameters.numbers(list)?.values.into();
                let axes = lengths.len();
                let order = match self.parameters.text(node, "order")? {
                    "F" => Order::Fortran,
                    _ => Order::C,
                };
                let pixel = Some(Unit::parse(PIXEL)?);
                let units = Units::Fixed { inputs: vec![pixel; axes], outputs: vec![pixel] };
                let backward = Kernel::Unravel(lengths.clone(), order);
                Draft::leaf(Kernel::Ravel(lengths, order), Some(backward), units, axes, 1)
            }
            "varying_celestial_transform" => self.varying(node, false)?,
            "inverse_varying_celestial_transform" => self.varying(node, true)?,
            "varying_celestial_transform_slit" => self.slit(node)?,
            _ => return Ok(None),
        }))
    }

    /// The transform to the sky, or its inverse. Each takes the indices, so that neither is the other's mirror.
    fn varying(&mut self, node: NodeId, inverse: bool) -> Result<Draft> {
        let varying = Arc::new(self.pointings(node)?);
        let (pixel, degree) = (Some(Unit::parse(PIXEL)?), Some(Unit::DEGREE));
        let axes = 2 + varying.lengths.len();
        let with_indices = |unit| {
            let mut units = vec![unit; 2];
            units.resize(axes, pixel);
            units
        };
        let to_sky = Units::Fixed { inputs: with_indices(pixel), outputs: vec![degree; 2] };
        let to_pixel = Units::Fixed { inputs: with_indices(degree), outputs: vec![pixel; 2] };
        let to_sky = Draft::leaf(Kernel::VaryingToSky(Arc::clone(&varying)), None, to_sky, axes, 2);
        let to_pixel = Draft::leaf(Kernel::VaryingToPixel(varying), None, to_pixel, axes, 2);
        let (forward, backward) = if inverse { (to_pixel, to_sky) } else { (to_sky, to_pixel) };
        let backward = self.add(backward, node);
        Ok(Draft { inverse: Some(backward), ..forward })
    }

    /// The old form for slits, where a pixel coordinate is the index as well.
    fn slit(&mut self, node: NodeId) -> Result<Draft> {
        let varying = self.varying(node, false)?;
        let axes = varying.inputs - 1;
        let mut forward: Vec<usize> = (0..axes).collect();
        forward.insert(forward.len().min(2), 1);
        let mapping = Draft::new(Kind::Remap { forward, backward: Some(vec![0]) }, axes, axes + 1);
        let (mapping, varying) = (self.add(mapping, node), self.add(varying, node));
        Ok(Draft::new(Kind::Compose(mapping, varying), axes, 2))
    }

    fn pointings(&self, node: NodeId) -> Result<Varying> {
        let parameters = &self.parameters;
        let table = |key: &str| parameters.numbers(parameters.required(node, key)?);
        let crpix = if parameters.given(node, "crpix_table").is_some() { "crpix_table" } else { "crpix" };
        let (pixels, matrices, values) = (table(crpix)?, table("pc_table")?, table("crval_table")?);
        let tables = [(&pixels, 1), (&values, 1), (&matrices, 2)];
        let mut lengths: &[usize] = &[];
        for (table, inner) in tables {
            let (outer, inner) =
                table.shape.split_at_checked(table.shape.len().saturating_sub(inner)).unwrap_or_default();
            let fits = inner.iter().all(|length| *length == 2)
                && (outer.is_empty() || lengths.is_empty() || outer == lengths);
            if inner.is_empty() || !fits {
                return Err(parameters.error(node, "the tables of the transform do not fit one another"));
            }
            lengths = if outer.is_empty() { lengths } else { outer };
        }
        let count = lengths.iter().try_fold(1_usize, |count, length| count.checked_mul(*length));
        let count = count.filter(|count| *count <= POINTINGS).ok_or_else(|| {
            let message = format!("the transform has more than {POINTINGS} pointings");
            Error::new(ErrorKind::LimitExceeded, message).on_path(parameters.tree.path_of(node))
        })?;
        let degrees = |number: f64, unit: Option<Unit>| parameters.in_unit(node, number, unit, Unit::DEGREE);
        let ([dx, dy], unit) = parameters.exactly::<2>(node, "cdelt")?;
        let per_pixel = Unit::DEGREE.over(Unit::parse(PIXEL)?);
        let scale =
            [parameters.in_unit(node, dx, unit, per_pixel)?, parameters.in_unit(node, dy, unit, per_pixel)?];
        let pole = if parameters.given(node, "lon_pole").is_some() {
            parameters.angle(node, "lon_pole")?
        } else {
            180.0
        };
        let projection = parameters.required(node, "projection")?;
        let tag = parameters.tree.node(projection).tag().unwrap_or_default();
        let name = tag_name(tag).rsplit('/').next().unwrap_or_default();
        let projection = self
            .projection(name, projection)?
            .ok_or_else(|| self.unsupported(projection, &format!("the projection {tag} is not supported")))?;
        let mut pointings = Vec::new();
        for index in 0..count {
            let ([x, y], [longitude, latitude]) = (pair(&pixels, index), pair(&values, index));
            let ([a, b], [c, d]) = (pair(&matrices, 2 * index), pair(&matrices, 2 * index + 1));
            let determinant = a * d - b * c;
            let (longitude, latitude) = (degrees(longitude, values.unit)?, degrees(latitude, values.unit)?);
            pointings.push(Pointing {
                pixel: [x, y],
                matrix: [[a, b], [c, d]],
                inverse: [[d / determinant, -b / determinant], [-c / determinant, a / determinant]],
                rotation: rotation_to_celestial(longitude, latitude, pole),
            });
        }
        #[allow(clippy::cast_precision_loss)]
        let lengths = lengths.iter().map(|length| *length as f64).collect();
        Ok(Varying { lengths, pointings: pointings.into(), scale, projection })
    }
}

/// Two numbers of a table; a table for all indices repeats.
fn pair(table: &Numbers, index: usize) -> [f64; 2] {
    let pairs = (table.values.len() / 2).max(1);
    let mut pair = table.values.chunks_exact(2).skip(index % pairs);
    match pair.next() {
        Some([a, b]) => [*a, *b],
        _ => [f64::NAN; 2],
    }
}
