//! The elementary transforms, as functions of numbers. A [`Kernel`] is evaluated for a batch of points at a time: the
//! program (see `program`) holds their coordinates in columns, one for each axis, and names those that a kernel reads and
//! writes. Nothing here allocates or fails; where a transform is not defined the result is NaN.

mod function;
mod grism;
mod lookup;
mod optics;
mod packs;
mod polynomial;
mod profile;
mod special;
mod sphere;
mod spline;
mod table;
mod varying;

pub(super) use function::{Binary, Unary, binary, unary};
pub(super) use grism::{COEFFICIENTS, Grism, Order as TraceOrder, Trace};
pub(super) use lookup::Lookup;
pub(super) use optics::{Logical, Prism, Sellmeier, Slices, Turn, Zemax};
use packs::{PACK, Pack};
pub(super) use polynomial::{Basis, Polynomial, Rescale};
pub(super) use profile::{PARAMETERS, Profile, Role, Shape};
pub(super) use special::gamma_median;
pub(super) use sphere::Rotation;
use sphere::positive;
pub(super) use spline::{Spline, Surface};
pub(super) use table::{Axis, Beyond, Labels, Method, TABLE_AXES, Table};
pub(super) use varying::{Pointing, Varying};

use super::projection::Projection;
use std::sync::Arc;

/// How many points are evaluated at a time.
pub(super) const LANES: usize = 64;

/// One coordinate of a batch of points.
pub(super) type Column = [f64; LANES];

/// An elementary transform with its parameters.
#[derive(Clone, Debug)]
pub(super) enum Kernel {
    Constant(f64),
    Shift(f64),
    Scale(f64),
    /// Slope and intercept.
    Linear(f64, f64),
    /// Matrix by rows, then what is added.
    Affine([[f64; 2]; 2], [f64; 2]),
    Polynomial(Polynomial),
    Polynomial2(Polynomial),
    Table(Table),
    /// Of several coordinates.
    TableOf(Table),
    Surface(Surface),
    Lookup(Lookup),
    Spline(Spline),
    /// A function of one coordinate, or of two.
    Profile(Profile),
    Profile2(Profile),
    Labels(Labels),
    Unary(Unary),
    Binary(Binary),
    /// Quotient and remainder.
    Divmod,
    /// A rotation of vectors.
    Rotate(Rotation),
    /// A rotation of directions; the longitude is within ±180°, or from 0° up.
    RotateSky(Rotation, Wrap),
    ToVector,
    /// The unit vector in the direction of a vector.
    Normalize,
    ToSphere(Wrap),
    ToSky(Projection),
    ToPlane(Projection),
    ToCosines,
    FromCosines,
    Snell,
    Grating(f64),
    GratingWavelength(f64),
    Sellmeier(Sellmeier),
    Zemax(Box<Zemax>),
    /// From the plane at distance 1 to vectors of length 1, and back.
    ToUnit,
    FromUnit,
    /// Rotations of vectors of length 1.
    TurnUnit(Box<[Turn]>),
    /// A grating in reflection, with lines per unit of the wavelength times the order.
    Reflected(f64),
    Logical(Logical),
    Prism(Box<Prism>),
    /// The refractive index of a prism of this angle, from directions before and behind it.
    PrismIndex(f64),
    Slice(Slices),
    /// From the detector to the direct image, and back.
    FromGrism(Arc<Grism>),
    ToGrism(Arc<Grism>),
    /// Index in a box of these lengths, last axis fastest or first axis fastest.
    Ravel(Box<[f64]>, Order),
    Unravel(Box<[f64]>, Order),
    /// From two pixel coordinates and indices to the sky.
    VaryingToSky(Arc<Varying>),
    /// From the sky and indices to two pixel coordinates.
    VaryingToPixel(Arc<Varying>),
    /// 0 within the limits, elsewhere NaN.
    Within(Limits),
}

/// Where longitudes begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Wrap {
    /// At −180°.
    Half,
    /// At 0°.
    Full,
}

impl Wrap {
    /// Directions with longitudes that begin here, from those within ±180°.
    fn longitudes(self, [longitude, latitude]: [Pack; 2]) -> [Pack; 2] {
        [if self == Self::Full { longitude.map(positive) } else { longitude }, latitude]
    }
}

/// Limits of coordinates. The values of some of them select one of several cases.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Limits {
    /// The positions of the coordinates that select.
    pub(super) selectors: Vec<usize>,
    pub(super) cases: Vec<Case>,
}

impl Limits {
    /// The same limits, each so much farther outside.
    pub(super) fn widened(&self, by: f64) -> Self {
        let mut limits = self.clone();
        for (_, least, greatest) in limits.cases.iter_mut().flat_map(|(_, limits)| limits) {
            (*least, *greatest) = (*least - by, *greatest + by);
        }
        limits
    }
}

/// The values that select a case; then positions of coordinates and what they are within.
pub(super) type Case = (Vec<f64>, Vec<(usize, f64, f64)>);

/// Which axis of a box varies fastest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Order {
    /// The last.
    C,
    /// The first.
    Fortran,
}

impl Kernel {
    /// How much work it is, in terms of a polynomial's or as many additions.
    pub(super) fn work(&self) -> usize {
        match self {
            Self::Polynomial(polynomial) | Self::Polynomial2(polynomial) => polynomial.size(),
            Self::TableOf(table) => 1 << table.axes.len().min(TABLE_AXES),
            _ => 1,
        }
    }

    /// The factor by which it multiplies its one input and what it then adds, if that is all it does.
    pub(super) fn linear(&self) -> Option<(f64, f64)> {
        match self {
            Self::Shift(offset) => Some((1.0, *offset)),
            Self::Scale(factor) => Some((*factor, 0.0)),
            Self::Linear(slope, intercept) => Some((*slope, *intercept)),
            _ => None,
        }
    }

    /// This transform with its result multiplied by a factor, and then a number added.
    pub(super) fn then(&self, factor: f64, add: f64) -> Option<Self> {
        if !(factor * add).is_finite() {
            return None;
        }
        if let Some((slope, intercept)) = self.linear() {
            return Some(Self::Linear(slope * factor, intercept * factor + add));
        }
        match self {
            Self::Polynomial(polynomial) => Some(Self::Polynomial(polynomial.then(factor, add))),
            Self::Polynomial2(polynomial) => Some(Self::Polynomial2(polynomial.then(factor, add))),
            _ => None,
        }
    }

    /// Evaluates it for the first `count` points: columns `inputs` to columns `outputs`.
    pub(super) fn run(&self, columns: &mut [Column], inputs: &[u32], outputs: &[u32], count: usize) {
        let mut batch = Batch { columns, inputs, outputs, count };
        match self {
            Self::Constant(value) => batch.each(&|[]| [*value]),
            Self::Shift(offset) => batch.map(|[x]| [x + offset]),
            Self::Scale(factor) => batch.map(|[x]| [x * factor]),
            Self::Linear(slope, intercept) => batch.map(|[x]| [slope * x + intercept]),
            Self::Affine([[a, b], [c, d]], [e, f]) => {
                batch.map(|[x, y]| [a * x + b * y + e, c * x + d * y + f]);
            }
            Self::Polynomial(polynomial) => batch.each(&|[x]| [polynomial.at(x)]),
            Self::Polynomial2(polynomial) => batch.packs(&|point| [polynomial.at_packs(point)]),
            Self::Table(table) => batch.each(&|[x]| [table.at(x)]),
            Self::TableOf(table) => batch.look_up(table),
            Self::Surface(surface) => batch.each(&|[x, y]| [surface.at(x, y)]),
            Self::Lookup(table) => batch.each(&|[x, y]| [table.at(x, y)]),
            Self::Spline(spline) => batch.each(&|[x]| [spline.at(x)]),
            Self::Profile(profile) => batch.each(&|[x]| [profile.at(x, 0.0)]),
            Self::Profile2(profile) => batch.each(&|[x, y]| [profile.at(x, y)]),
            Self::Labels(labels) => batch.each(&|[x, y]| [labels.at(x, y)]),
            Self::Unary(function) => batch.each(&|[x]| [function(x)]),
            Self::Binary(Binary::Add) => batch.map(|[x, y]| [x + y]),
            Self::Binary(Binary::Subtract) => batch.map(|[x, y]| [x - y]),
            Self::Binary(Binary::Multiply) => batch.map(|[x, y]| [x * y]),
            Self::Binary(Binary::Divide) => batch.map(|[x, y]| [x / y]),
            Self::Binary(Binary::Other(function)) => batch.each(&|[x, y]| [function(x, y)]),
            Self::Divmod => batch.each(&|[x, y]| [function::floor_divide(x, y), function::remainder(x, y)]),
            Self::Rotate(rotation) => batch.packs(&|vectors| packs::rotated(rotation, vectors)),
            Self::RotateSky(rotation, wrap) => batch.packs(&|directions| {
                let rotated = packs::rotated(rotation, packs::vectors(directions).each_ref());
                wrap.longitudes(packs::directions(rotated.each_ref()))
            }),
            Self::ToVector => batch.packs(&packs::vectors),
            Self::Normalize => batch.packs(&packs::normalized),
            Self::ToSphere(wrap) => batch.packs(&|[x, y, z]| {
                let [mut longitude, latitude] = packs::directions([x, y, z]);
                for ((longitude, x), y) in longitude.iter_mut().zip(x).zip(y) {
                    *longitude = if *x == 0.0 && *y == 0.0 { 0.0 } else { *longitude };
                }
                wrap.longitudes([longitude, latitude])
            }),
            Self::ToSky(projection) => batch.each(&|[x, y]| projection.to_sky(x, y)),
            Self::ToPlane(projection) => batch.each(&|[x, y]| projection.to_plane(x, y)),
            Self::ToCosines => batch.each(&|[x, y, _]: [f64; 3]| {
                let length = f64::sqrt(1.0 + x * x + y * y);
                [x / length, y / length, 1.0 / length, length]
            }),
            Self::FromCosines => batch.each(&|[x, y, z, length]| [x * length, y * length, z * length]),
            Self::Snell => batch.each(&optics::snell),
            Self::Grating(lines) => batch.each(&|point| optics::grating(*lines, point)),
            Self::GratingWavelength(lines) => batch.each(&|[into, out]| [(into + out) / lines]),
            Self::Sellmeier(glass) => batch.each(&|[wavelength]| [glass.index(wavelength)]),
            Self::Zemax(glass) => batch.each(&|[wavelength]| [glass.index(wavelength)]),
            Self::ToUnit => batch.each(&|[x, y]| {
                let length = f64::sqrt(1.0 + x * x + y * y);
                [x / length, y / length, 1.0 / length]
            }),
            Self::FromUnit => batch.each(&|[x, y, z]| [x / z, y / z]),
            Self::TurnUnit(turns) => batch.each(&|vector| optics::turned(turns, vector)),
            Self::Reflected(lines) => batch.each(&|[wavelength, alpha, beta, _]: [f64; 4]| {
                optics::grating(*lines, [wavelength, -alpha, beta])
            }),
            Self::Logical(logical) => batch.each(&|[x]| [logical.apply(x)]),
            Self::Prism(prism) => batch.each(&|point| prism.reflect(point)),
            Self::PrismIndex(angle) => batch.each(&|point| [optics::prism_index(*angle, point)]),
            Self::Slice(slices) => batch.each(&|[angle]| [slices.at(angle)]),
            Self::FromGrism(grism) => batch.each(&|point| grism.forward(point)),
            Self::ToGrism(grism) => batch.each(&|point| grism.backward(point)),
            Self::Ravel(lengths, order) => batch.ravel(lengths, *order),
            Self::Unravel(lengths, order) => batch.unravel(lengths, *order),
            Self::VaryingToSky(varying) => batch.vary(varying, Varying::to_sky),
            Self::VaryingToPixel(varying) => batch.vary(varying, Varying::to_pixel),
            Self::Within(limits) => batch.within(limits),
        }
    }
}

/// Makes NaN of the numbers whose values are outside.
fn exclude(inside: &mut Column, values: &Column, outside: impl Fn(f64) -> bool) {
    for (inside, value) in inside.iter_mut().zip(values) {
        *inside = if outside(*value) { f64::NAN } else { *inside };
    }
}

/// The columns of one evaluation.
struct Batch<'c> {
    columns: &'c mut [Column],
    inputs: &'c [u32],
    outputs: &'c [u32],
    count: usize,
}

/// The column of that number; ids of columns are small.
fn column(columns: &[Column], id: u32) -> Column {
    columns.get(id as usize).copied().unwrap_or([f64::NAN; LANES])
}

impl Batch<'_> {
    /// Applies a function to each point, several at a time where instructions can.
    fn map<const I: usize, const O: usize>(&mut self, function: impl Fn([f64; I]) -> [f64; O]) {
        self.packs(&|input| packs::each(input, &function));
    }

    /// Applies a function to each point. Functions of as many coordinates share the code, which `map` has for each of them
    /// anew: half of the module would consist of it.
    // Each lane is below LANES.
    #[allow(clippy::indexing_slicing)]
    #[inline(never)]
    fn each<const I: usize, const O: usize>(&mut self, function: &dyn Fn([f64; I]) -> [f64; O]) {
        for lane in 0..self.count.min(LANES) {
            let mut input = [f64::NAN; I];
            for (value, id) in input.iter_mut().zip(self.inputs) {
                *value = self.columns.get(*id as usize).map_or(f64::NAN, |column| column[lane]);
            }
            for (value, id) in function(input).into_iter().zip(self.outputs) {
                if let Some(column) = self.columns.get_mut(*id as usize) {
                    column[lane] = value;
                }
            }
        }
    }

    /// Applies a function to packs of points.
    #[inline(never)]
    fn packs<const I: usize, const O: usize>(&mut self, function: &dyn Fn([&Pack; I]) -> [Pack; O]) {
        for pack in 0..self.count.min(LANES).div_ceil(PACK) {
            let mut input = [&[f64::NAN; PACK]; I];
            for (values, id) in input.iter_mut().zip(self.inputs) {
                let column = self.columns.get(*id as usize);
                *values = column.and_then(|column| column.as_chunks().0.get(pack)).unwrap_or(*values);
            }
            for (values, id) in function(input).into_iter().zip(self.outputs) {
                let column = self.columns.get_mut(*id as usize);
                if let Some(place) = column.and_then(|column| column.as_chunks_mut().0.get_mut(pack)) {
                    *place = values;
                }
            }
        }
    }

    /// The position in a box from the indices along its axes. It keeps the fraction of the fastest one.
    fn ravel(&mut self, lengths: &[f64], order: Order) {
        let mut position = [0.0; LANES];
        let mut step = 1.0;
        let add = |position: &mut Column, index: Column, length: f64, step: f64| {
            for (position, value) in position.iter_mut().zip(index) {
                let whole = libm::rint(value);
                let inside = whole >= 0.0 && whole < length;
                *position += if !inside {
                    f64::NAN
                } else if step == 1.0 {
                    value
                } else {
                    whole * step
                };
            }
        };
        let axes = self.inputs.iter().zip(lengths);
        if order == Order::Fortran {
            for (id, length) in axes {
                add(&mut position, column(self.columns, *id), *length, step);
                step *= length;
            }
        } else {
            for (id, length) in axes.rev() {
                add(&mut position, column(self.columns, *id), *length, step);
                step *= length;
            }
        }
        self.store(0, &position);
    }

    /// The indices along the axes of a box from a position in it; the fastest one keeps the fraction.
    fn unravel(&mut self, lengths: &[f64], order: Order) {
        let Some(input) = self.inputs.first() else { return };
        let mut rest = column(self.columns, *input);
        let size: f64 = lengths.iter().product();
        for value in &mut rest {
            *value = if *value >= 0.0 && *value < size { *value } else { f64::NAN };
        }
        let mut fastest = true;
        let axes = lengths.len();
        for number in 0..axes {
            let axis = if order == Order::Fortran { number } else { axes - 1 - number };
            let length = lengths.get(axis).copied().unwrap_or(1.0);
            let mut index = rest;
            for (index, rest) in index.iter_mut().zip(&mut rest) {
                let whole = libm::floor(*rest);
                let fraction = if fastest { *rest - whole } else { 0.0 };
                *index = whole % length + fraction;
                *rest = libm::floor(whole / length);
            }
            fastest = false;
            self.store(axis, &index);
        }
    }

    /// The values of a table of as many coordinates as there are.
    // Each lane is below LANES.
    #[allow(clippy::indexing_slicing)]
    fn look_up(&mut self, table: &Table) {
        let mut values = [f64::NAN; LANES];
        for (lane, value) in values.iter_mut().enumerate().take(self.count) {
            let coordinate =
                |id: &u32| self.columns.get(*id as usize).map_or(f64::NAN, |column| column[lane]);
            *value = table.at_point(self.inputs.iter().map(coordinate));
        }
        self.store(0, &values);
    }

    /// A function of two coordinates with the parameters that the others select.
    // Each lane is below LANES.
    #[allow(clippy::indexing_slicing)]
    fn vary(&mut self, varying: &Varying, function: fn(&Varying, &Pointing, [f64; 2]) -> [f64; 2]) {
        let [first, second, indices @ ..] = self.inputs else { return };
        let (mut x, mut y) = (column(self.columns, *first), column(self.columns, *second));
        for lane in 0..self.count.min(LANES) {
            let index = |id: &u32| self.columns.get(*id as usize).map_or(f64::NAN, |column| column[lane]);
            let pointing = varying.at(indices.iter().map(index));
            let result = pointing.map(|pointing| function(varying, pointing, [x[lane], y[lane]]));
            [x[lane], y[lane]] = result.unwrap_or([f64::NAN; 2]);
        }
        self.store(0, &x);
        self.store(1, &y);
    }

    /// 0 for points within the limits of the case that they select.
    fn within(&mut self, limits: &Limits) {
        let mut mask = [f64::NAN; LANES];
        let values = |axis: usize| {
            self.inputs.get(axis).and_then(|id| self.columns.get(*id as usize)).unwrap_or(&[f64::NAN; LANES])
        };
        for (key, intervals) in &limits.cases {
            // NaN for points outside, else 0: numbers, because several of them are compared by one instruction.
            let mut inside = [0.0; LANES];
            for (axis, wanted) in limits.selectors.iter().zip(key) {
                exclude(&mut inside, values(*axis), |value| value != *wanted);
            }
            for (axis, least, greatest) in intervals {
                // NaN is not outside, as in the reference implementation.
                exclude(&mut inside, values(*axis), |value| value < *least);
                exclude(&mut inside, values(*axis), |value| value > *greatest);
            }
            let known = mask;
            for ((mask, known), inside) in mask.iter_mut().zip(known).zip(inside) {
                *mask = if inside.is_nan() { known } else { 0.0 };
            }
        }
        self.store(0, &mask);
    }

    fn store(&mut self, output: usize, values: &Column) {
        let id = self.outputs.get(output).map_or(usize::MAX, |id| *id as usize);
        if let Some(column) = self.columns.get_mut(id) {
            *column = *values;
        }
    }
}
