//! Transforms of directions: projections, rotations, vectors, and the linear transform and projection of FITS in one.

use super::super::kernel::{Kernel, Rotation, Wrap};
use super::super::model::{ModelId, Units};
use super::super::projection::Projection;
use super::super::unit::Unit;
use super::{Compiler, Draft};
use crate::error::{Error, ErrorKind, Result};
use crate::tree::{NodeId, tag_name};
use std::f64::consts::FRAC_PI_2;

impl Compiler<'_> {
    pub(super) fn sky(&mut self, name: &str, node: NodeId) -> Result<Option<Draft>> {
        if let Some(projection) = self.projection(name, node)? {
            let (to_sky, to_plane) = (Kernel::ToSky(projection.clone()), Kernel::ToPlane(projection));
            let (forward, backward) = match self.parameters.text_or(node, "direction", "pix2sky")? {
                "pix2sky" => (to_sky, to_plane),
                "sky2pix" => (to_plane, to_sky),
                other => {
                    return Err(self.parameters.error(node, format!("a direction '{other}' is not known")));
                }
            };
            return Ok(Some(Draft::leaf(forward, Some(backward), Units::degrees(2, 2), 2, 2)));
        }
        Ok(Some(match name {
            "rotate2d" => {
                let (sine, cosine) = libm::sincos(self.parameters.angle(node, "angle")?.to_radians());
                let matrix = |sine: f64| Kernel::Affine([[cosine, -sine], [sine, cosine]], [0.0; 2]);
                Draft::leaf(matrix(sine), Some(matrix(-sine)), Units::Keep, 2, 2)
            }
            "rotate3d" => self.rotate3d(node)?,
            "rotate_sequence_3d" => self.rotate_sequence(node)?,
            "spherical_cartesian" => {
                let full = self.parameters.number_or(node, "wrap_lon_at", 360.0)? != 180.0;
                let wrap = if full { Wrap::Full } else { Wrap::Half };
                let degrees = vec![Some(Unit::DEGREE); 2];
                match self.parameters.text(node, "transform_type")? {
                    "spherical_to_cartesian" => {
                        let units = Units::Fixed { inputs: degrees, outputs: Vec::new() };
                        Draft::leaf(Kernel::ToVector, Some(Kernel::ToSphere(wrap)), units, 2, 3)
                    }
                    "cartesian_to_spherical" => {
                        let units = Units::Fixed { inputs: Vec::new(), outputs: degrees };
                        Draft::leaf(Kernel::ToSphere(wrap), Some(Kernel::ToVector), units, 3, 2)
                    }
                    other => return Err(self.unsupported(node, &format!("'{other}' is not supported"))),
                }
            }
            "fitswcs_imaging" => self.imaging(node)?,
            _ => return Ok(None),
        }))
    }

    /// The projection that a node describes, if it is one.
    pub(super) fn projection(&self, name: &str, node: NodeId) -> Result<Option<Projection>> {
        let mut failure = None;
        let parameter = |key: &str, default: f64| {
            // The schemas call it `lambda`; the reference implementation writes `lam`.
            let keys: &[&str] = if key == "lambda" { &["lambda", "lam"] } else { &[key] };
            let key = keys.iter().find(|key| self.parameters.given(node, key).is_some());
            match key.map(|key| self.parameters.number(node, key)) {
                None => default,
                Some(Ok((number, unit))) => match unit.map(|unit| unit.to(Unit::DEGREE)) {
                    Some(Some(factor)) => number * factor,
                    _ => number,
                },
                Some(Err(error)) => {
                    failure = Some(error);
                    default
                }
            }
        };
        let projection = Projection::named(name, parameter);
        match (failure, projection) {
            (Some(error), _) => Err(error),
            (None, Some(None)) => Err(self.parameters.error(node, "the parameters define no projection")),
            (None, Some(projection)) => Ok(projection),
            (None, None) => Ok(None),
        }
    }

    fn rotate3d(&self, node: NodeId) -> Result<Draft> {
        let angle = |key| Ok(self.parameters.angle(node, key)?.to_radians());
        let (phi, theta, psi) = (angle("phi")?, angle("theta")?, angle("psi")?);
        let direction = self.parameters.text_or(node, "direction", "native2celestial")?;
        let (angles, axes, wrap) = match direction {
            "native2celestial" => (native_to_celestial(phi, theta, psi), "zxz", Wrap::Full),
            "celestial2native" => {
                ([FRAC_PI_2 + phi, FRAC_PI_2 - theta, -(psi - FRAC_PI_2)], "zxz", Wrap::Full)
            }
            axes => ([phi, theta, psi], axes, Wrap::Half),
        };
        let rotation = Rotation::sequence(&angles, axes);
        let rotation = rotation
            .ok_or_else(|| self.parameters.error(node, format!("a direction '{axes}' is not known")))?;
        Ok(rotate_sky(rotation, wrap))
    }

    fn rotate_sequence(&self, node: NodeId) -> Result<Draft> {
        let list = self.parameters.required(node, "angles")?;
        let numbers = self.parameters.numbers(list)?;
        let mut angles = Vec::new();
        for angle in numbers.values {
            angles.push(self.parameters.in_unit(list, angle, numbers.unit, Unit::DEGREE)?.to_radians());
        }
        let axes = self.parameters.text(node, "axes_order")?;
        let rotation = Rotation::sequence(&angles, axes)
            .ok_or_else(|| self.parameters.error(node, "there is not one axis x, y or z for each angle"))?;
        match self.parameters.text(node, "rotation_type")? {
            "cartesian" => {
                let backward = Kernel::Rotate(rotation.inverse());
                Ok(Draft::leaf(Kernel::Rotate(rotation), Some(backward), Units::Keep, 3, 3))
            }
            "spherical" => Ok(rotate_sky(rotation, Wrap::Half)),
            other => Err(self.unsupported(node, &format!("rotations '{other}' are not supported"))),
        }
    }

    fn imaging(&mut self, node: NodeId) -> Result<Draft> {
        let degrees = |([x, y], unit): ([f64; 2], Option<Unit>)| -> Result<[f64; 2]> {
            let convert = |number| self.parameters.in_unit(node, number, unit, Unit::DEGREE);
            Ok([convert(x)?, convert(y)?])
        };
        let ([x, y], _) = self.parameters.exactly::<2>(node, "crpix")?;
        let [longitude, latitude] = degrees(self.parameters.exactly::<2>(node, "crval")?)?;
        let ([dx, dy], _) = self.parameters.exactly::<2>(node, "cdelt")?;
        let ([a, b, c, d], _) = self.parameters.exactly::<4>(node, "pc")?;
        let projection = self.parameters.required(node, "projection")?;
        let tag = self.parameters.tree.node(projection).tag().unwrap_or_default();
        let name = tag_name(tag).rsplit('/').next().unwrap_or_default();
        let Some(kind) = self.projection(name, projection)? else {
            return Err(self.unsupported(projection, &format!("the projection {tag} is not supported")));
        };
        let pole = celestial_pole(&kind, latitude);
        let rotation = rotation_to_celestial(longitude, latitude, pole);
        let steps = [
            Some(linear([[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]], [-x, -y])),
            affine([[a, b], [c, d]]),
            affine([[dx, 0.0], [0.0, dy]]),
            Some(Draft::leaf(
                Kernel::ToSky(kind.clone()),
                Some(Kernel::ToPlane(kind)),
                Units::degrees(2, 2),
                2,
                2,
            )),
            Some(rotate_sky(rotation, Wrap::Full)),
        ];
        let mut whole: Option<ModelId> = None;
        for step in steps {
            let step = step.ok_or_else(|| self.parameters.error(node, "its matrix has no inverse"))?;
            let id = self.add(step, node);
            whole = Some(match whole {
                Some(before) => self.chain(node, before, id)?,
                None => id,
            });
        }
        let whole = whole.and_then(|id| self.models.get(id.0)).cloned();
        let whole = whole.ok_or_else(|| self.parameters.error(node, "the transform is empty"))?;
        Ok(Draft::new(whole.kind, whole.inputs, whole.outputs))
    }

    /// An error for something that this reader does not know.
    pub(super) fn unsupported(&self, node: NodeId, message: &str) -> Error {
        Error::new(ErrorKind::UnsupportedTransform, message).on_path(self.path(node))
    }
}

/// A matrix and its inverse, after a shift.
fn linear(matrix: [[f64; 2]; 2], inverse: [[f64; 2]; 2], [x, y]: [f64; 2]) -> Draft {
    let backward = Kernel::Affine(inverse, [-x, -y]);
    Draft::leaf(Kernel::Affine(matrix, [x, y]), Some(backward), Units::Keep, 2, 2)
}

/// A matrix and its inverse, if it has one.
fn affine([[a, b], [c, d]]: [[f64; 2]; 2]) -> Option<Draft> {
    let determinant = a * d - b * c;
    let inverse = [[d / determinant, -b / determinant], [-c / determinant, a / determinant]];
    let usable = determinant != 0.0 && determinant.is_finite();
    usable.then(|| linear([[a, b], [c, d]], inverse, [0.0; 2]))
}

fn rotate_sky(rotation: Rotation, wrap: Wrap) -> Draft {
    let backward = Kernel::RotateSky(rotation.inverse(), wrap);
    Draft::leaf(Kernel::RotateSky(rotation, wrap), Some(backward), Units::degrees(2, 2), 2, 2)
}

/// Euler angles in radians about z, x and z from native to celestial coordinates.
fn native_to_celestial(longitude: f64, latitude: f64, pole: f64) -> [f64; 3] {
    [pole - FRAC_PI_2, -(FRAC_PI_2 - latitude), -(FRAC_PI_2 + longitude)]
}

/// The rotation from native to celestial coordinates; all angles in degrees.
pub(super) fn rotation_to_celestial(longitude: f64, latitude: f64, pole: f64) -> Rotation {
    let angles = native_to_celestial(longitude.to_radians(), latitude.to_radians(), pole.to_radians());
    Rotation::sequence(&angles, "zxz").unwrap_or(Rotation::NONE)
}

/// The native longitude of the celestial pole where none is given.
fn celestial_pole(projection: &Projection, latitude: f64) -> f64 {
    let below = projection.is_zenithal() || latitude < projection.origin_latitude();
    if below { 180.0 } else { 0.0 }
}
