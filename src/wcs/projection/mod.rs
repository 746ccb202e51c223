//! Map projections between the native sphere and a plane, both in degrees: the ones of FITS ("Representations of celestial
//! coordinates in FITS", Calabretta and Greisen 2002, A&A 395, 1077; `HEALPix`: Calabretta and Roukema 2007, MNRAS 381, 865).
//!
//! A point that has no image is NaN, where wcslib, which the reference implementation calls, reports it as invalid.

mod airy;
mod conic;
mod cube;
mod cube_faces;
mod cylindrical;
mod healpix;
mod perspective;
mod plane;
mod polyconic;
mod pseudocylindrical;
mod slant;
mod zenithal;
mod zenithal_polynomial;

use airy::Airy;
use conic::Conic;
use cube::Cube;
use cylindrical::Cylindrical;
use healpix::{Healpix, Polar};
use perspective::Perspective;
use plane::{EDGE, NOWHERE, clamp};
use polyconic::{Bonne, polyconic_to_plane, polyconic_to_sky};
use pseudocylindrical::PseudoCylindrical;
use slant::{Slant, SlantPerspective};
use zenithal::Zenithal;
use zenithal_polynomial::ZenithalPolynomial;

/// A projection with its parameters.
#[derive(Clone, Debug)]
pub(super) enum Projection {
    Zenithal(Zenithal),
    ZenithalPolynomial(ZenithalPolynomial),
    Perspective(Perspective),
    SlantPerspective(SlantPerspective),
    Slant(Slant),
    Airy(Airy),
    PlateCarree,
    Cylindrical(Cylindrical),
    PseudoCylindrical(PseudoCylindrical),
    Conic(Conic),
    Bonne(Bonne),
    Polyconic,
    Cube(Cube),
    Healpix(Healpix),
    Polar,
}

impl Projection {
    /// The projection that the schemas call `name`; `parameter` returns a parameter by its name, or its default.
    /// `None` for another name, `Some(None)` for parameters that define no projection.
    #[allow(clippy::option_option)]
    pub(super) fn named(name: &str, mut parameter: impl FnMut(&str, f64) -> f64) -> Option<Option<Self>> {
        // The schemas have none; FITS has.
        if name == "zenithal_polynomial" {
            let coefficient = |number| parameter(&format!("c{number}"), 0.0);
            return Some(ZenithalPolynomial::new(coefficient).map(Self::ZenithalPolynomial));
        }
        let mut get = |name, default| parameter(name, default);
        Some(match name {
            "gnomonic" => Some(Self::Zenithal(Zenithal::Gnomonic)),
            "stereographic" => Some(Self::Zenithal(Zenithal::Stereographic)),
            "zenithal_equidistant" => Some(Self::Zenithal(Zenithal::Equidistant)),
            "zenithal_equal_area" => Some(Self::Zenithal(Zenithal::EqualArea)),
            "zenithal_perspective" => {
                Perspective::new(get("mu", 0.0), get("gamma", 0.0)).map(Self::Perspective)
            }
            "slant_zenithal_perspective" => {
                let (mu, longitude, latitude) = (get("mu", 0.0), get("phi0", 0.0), get("theta0", 90.0));
                SlantPerspective::new(mu, longitude, latitude).map(Self::SlantPerspective)
            }
            "slant_orthographic" => Some(Self::Slant(Slant::new(get("xi", 0.0), get("eta", 0.0)))),
            "airy" => Airy::new(get("theta_b", 90.0)).map(Self::Airy),
            "plate_carree" => Some(Self::PlateCarree),
            "mercator" => Some(Self::Cylindrical(Cylindrical::Mercator)),
            "cylindrical_equal_area" => Cylindrical::equal_area(get("lambda", 1.0)).map(Self::Cylindrical),
            "cylindrical_perspective" => {
                Cylindrical::perspective(get("mu", 1.0), get("lambda", 1.0)).map(Self::Cylindrical)
            }
            "sanson_flamsteed" => Some(Self::PseudoCylindrical(PseudoCylindrical::SansonFlamsteed)),
            "parabolic" => Some(Self::PseudoCylindrical(PseudoCylindrical::Parabolic)),
            "molleweide" => Some(Self::PseudoCylindrical(PseudoCylindrical::Mollweide)),
            "hammer_aitoff" => Some(Self::PseudoCylindrical(PseudoCylindrical::HammerAitoff)),
            "conic_perspective" => Conic::perspective(get("sigma", 90.0), get("delta", 0.0)).map(Self::Conic),
            "conic_equal_area" => Conic::equal_area(get("sigma", 90.0), get("delta", 0.0)).map(Self::Conic),
            "conic_equidistant" => Conic::equidistant(get("sigma", 90.0), get("delta", 0.0)).map(Self::Conic),
            "conic_orthomorphic" => {
                Conic::orthomorphic(get("sigma", 90.0), get("delta", 0.0)).map(Self::Conic)
            }
            "bonne_equal_area" => Some(match get("theta1", 0.0) {
                0.0 => Self::PseudoCylindrical(PseudoCylindrical::SansonFlamsteed),
                theta1 => Self::Bonne(Bonne::new(theta1)),
            }),
            "polyconic" => Some(Self::Polyconic),
            "tangential_spherical_cube" => Some(Self::Cube(Cube::Tangential)),
            "cobe_quad_spherical_cube" => Some(Self::Cube(Cube::Cobe)),
            "quad_spherical_cube" => Some(Self::Cube(Cube::QuadSpherical)),
            "healpix" => Healpix::new(get("H", 4.0), get("X", 3.0)).map(Self::Healpix),
            "healpix_polar" => Some(Self::Polar),
            _ => return None,
        })
    }

    /// Whether the native pole is the centre of the plane, so that the celestial pole's native longitude is 180°.
    pub(super) fn is_zenithal(&self) -> bool {
        matches!(
            self,
            Self::Zenithal(_)
                | Self::ZenithalPolynomial(_)
                | Self::Perspective(_)
                | Self::SlantPerspective(_)
                | Self::Slant(_)
                | Self::Airy(_)
        )
    }

    /// The native latitude of the plane's origin.
    pub(super) fn origin_latitude(&self) -> f64 {
        match self {
            Self::Conic(conic) => conic.middle(),
            Self::Polar => 90.0,
            other if other.is_zenithal() => 90.0,
            _ => 0.0,
        }
    }

    /// Native longitude and latitude of a point of the plane.
    pub(super) fn to_sky(&self, x: f64, y: f64) -> [f64; 2] {
        let [longitude, latitude] = match self {
            Self::Zenithal(projection) => projection.to_sky(x, y),
            Self::ZenithalPolynomial(projection) => projection.to_sky(x, y),
            Self::Perspective(projection) => projection.to_sky(x, y),
            Self::SlantPerspective(projection) => projection.to_sky(x, y),
            Self::Slant(projection) => projection.to_sky(x, y),
            Self::Airy(projection) => projection.to_sky(x, y),
            // The reference implementation copies any value here.
            Self::PlateCarree => return [x, y],
            Self::Cylindrical(projection) => projection.to_sky(x, y),
            Self::PseudoCylindrical(projection) => projection.to_sky(x, y),
            Self::Conic(projection) => projection.to_sky(x, y),
            Self::Bonne(projection) => projection.to_sky(x, y),
            Self::Polyconic => polyconic_to_sky(x, y),
            Self::Cube(projection) => projection.to_sky(x, y),
            Self::Healpix(projection) => projection.to_sky(x, y),
            Self::Polar => Polar::to_sky(x, y),
        };
        if longitude.abs() <= 180.0 + EDGE && latitude.abs() <= 90.0 + EDGE {
            [clamp(longitude, -180.0, 180.0), clamp(latitude, -90.0, 90.0)]
        } else {
            NOWHERE
        }
    }

    /// The point of the plane of a native longitude and latitude.
    pub(super) fn to_plane(&self, longitude: f64, latitude: f64) -> [f64; 2] {
        match self {
            Self::Zenithal(projection) => projection.to_plane(longitude, latitude),
            Self::ZenithalPolynomial(projection) => projection.to_plane(longitude, latitude),
            Self::Perspective(projection) => projection.to_plane(longitude, latitude),
            Self::SlantPerspective(projection) => projection.to_plane(longitude, latitude),
            Self::Slant(projection) => projection.to_plane(longitude, latitude),
            Self::Airy(projection) => projection.to_plane(longitude, latitude),
            Self::PlateCarree => [longitude, latitude],
            Self::Cylindrical(projection) => projection.to_plane(longitude, latitude),
            Self::PseudoCylindrical(projection) => projection.to_plane(longitude, latitude),
            Self::Conic(projection) => projection.to_plane(longitude, latitude),
            Self::Bonne(projection) => projection.to_plane(longitude, latitude),
            Self::Polyconic => polyconic_to_plane(longitude, latitude),
            Self::Cube(projection) => projection.to_plane(longitude, latitude),
            Self::Healpix(projection) => projection.to_plane(longitude, latitude),
            Self::Polar => Polar::to_plane(longitude, latitude),
        }
    }
}
