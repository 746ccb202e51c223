#!/usr/bin/env python3
"""Writes transforms.asdf: transforms, points, and what astropy and gwcs say about them.

Needs: asdf==6.0.0 asdf-astropy==0.11.0 astropy==8.0.2 gwcs==1.0.3 dkist==1.18.1 numpy==2.4.6 scipy==1.17.1

`cases` lists {name, transform, points, forward, backward}: `transform` is a transform or a whole WCS, `points` has the
coordinates of one point after the other, `forward` those of their images, and `backward`, if there is an inverse, those
that the inverse gives for the images. Each is [start, count] in `numbers`.
"""

import io
import warnings
from pathlib import Path

import asdf
import numpy as np
from astropy import units as u
from astropy.modeling import models as m
from astropy.modeling import math_functions
from astropy.modeling.bounding_box import CompoundBoundingBox, ModelBoundingBox
from astropy.modeling.rotations import SphericalRotationSequence
import gwcs
from gwcs import coordinate_frames as cf
from gwcs import examples
from gwcs import geometry, selector, spectroscopy

warnings.filterwarnings("ignore")
HERE = Path(__file__).parent
rng = np.random.default_rng(20261122)
cases = []
numbers = []
known = {}


def keep(columns):
    table = np.atleast_2d(np.array([np.asarray(getattr(c, "value", c), dtype=float).ravel() for c in columns]).T)
    # The same numbers are written once.
    key = (table.shape, table.tobytes())
    if key not in known:
        known[key] = len(numbers)
        numbers.append(table)
    return known[key]


def add(name, transform, *points, forward=None, backward=None, sky=(False, False)):
    """`forward` and `backward` replace the transform's own functions; `backward=False`: no inverse is checked.
    `sky` says whether images and points are directions, whose longitudes mean little near a pole."""
    points = [np.asarray(p, dtype=float).ravel() for p in points]
    points = np.broadcast_arrays(*points)
    with np.errstate(all="ignore"):
        out = (forward or transform)(*points)
        out = out if isinstance(out, (tuple, list)) else (out,)
        out = [np.broadcast_to(np.asarray(getattr(o, "value", o), dtype=float), points[0].shape) for o in out]
        back = None
        if backward is not False:
            try:
                inverse = backward or transform.inverse
                back = inverse(*[o.copy() for o in out])
                back = back if isinstance(back, (tuple, list)) else (back,)
            except NotImplementedError:
                back = None
    # Only rounding keeps these from infinity.
    out = [np.where(np.isfinite(o) & (np.abs(o) > 1e12), np.nan, o) for o in out]
    case = {"name": name, "sky": list(sky), "transform": transform, "points": keep(points), "forward": keep(out)}
    if back is not None:
        case["backward"] = keep(back)
    cases.append(case)


X = np.array([-7.25, -1, -0.3, 0, 1e-9, 0.5, 1, 2.75, 30, np.nan])
Y = np.array([3.5, -1, 0.25, 0, 1, -2e-7, 1, -8, 11, 1])
A = np.array([0.2, 0.9, 1.5, 3.0])

# Single coordinates and linear transforms.
add("shift", m.Shift(-12.5), X)
add("shift with a unit", m.Shift(3 * u.pix), X, forward=lambda x: x + 3, backward=lambda x: x - 3)
add("scale", m.Scale(0.0031), X)
add("multiply", m.Multiply(-7.3), X)
add("linear1d", m.Linear1D(0.3, -2.25), X)
add("constant", m.Const1D(4.5), X)
add("constant in two dimensions", m.Const2D(4.5), X, Y)
add("redshift", m.RedshiftScaleFactor(0.35), X)
add("identity", m.Identity(2), X, Y)
add("affine", m.AffineTransformation2D([[1.2, -0.3], [0.25, 0.9]], [3, -1]), X, Y)
add("rotate2d", m.Rotation2D(33.3), X, Y)
add("mapping", m.Mapping((1, 0, 1)), X, Y)
add("mapping that drops", m.Mapping((1,), n_inputs=2), X, Y)
add("planar", m.Mapping((1, 0)) | m.Shift(1) & m.Scale(3), X, Y)

# Polynomials.
c1 = rng.normal(size=6)
add("polynomial1d", m.Polynomial1D(5, **{f"c{i}": v for i, v in enumerate(c1)}), X)
add("polynomial1d with a domain", m.Polynomial1D(3, domain=[-8, 31], window=[-2, 1], c0=1, c1=2, c2=-1, c3=0.5), X)
for degree in (1, 3, 5):
    c2 = {f"c{i}_{j}": rng.normal() for i in range(degree + 1) for j in range(degree + 1 - i)}
    add(f"polynomial2d {degree}", m.Polynomial2D(degree, **c2), X, Y)
add("polynomial2d with domains", m.Polynomial2D(2, x_domain=[-8, 31], y_domain=[-9, 12], c0_0=1, c1_0=2, c2_0=-1, c0_1=0.5, c0_2=3, c1_1=-0.7), X, Y)
for kind in (m.Chebyshev1D, m.Legendre1D, m.Hermite1D):
    add(kind.__name__, kind(5, **{f"c{i}": v for i, v in enumerate(c1)}), X / 10)
    add(kind.__name__ + " with a domain", kind(4, domain=[-10, 40], **{f"c{i}": v for i, v in enumerate(c1[:5])}), X)
for kind in (m.Chebyshev2D, m.Legendre2D, m.Hermite2D):
    c2 = {f"c{i}_{j}": rng.normal() for i in range(4) for j in range(3)}
    add(kind.__name__, kind(3, 2, **c2), X / 10, Y / 10)
    add(kind.__name__ + " with domains", kind(3, 2, x_domain=[-10, 40], y_domain=[-10, 20], x_window=[-1, 2], **c2), X, Y)

# Tables and splines.
T = np.array([-2.0, -1, 0.0, 0.4, 1, 2.2, 3, 4.75, 5, 6.5, 7])
points = np.array([0, 1, 2.5, 4, 7.0]) - 1
add("tabular1d", m.Tabular1D(points=points, lookup_table=[3, 5, 6.5, 11, 12.0], bounds_error=False), T)
add("tabular1d that extrapolates", m.Tabular1D(points=points, lookup_table=[3, 5, 6.5, 11, 12.0], bounds_error=False, fill_value=None), T)
add("tabular1d with a fill value", m.Tabular1D(points=points, lookup_table=[3, 5, 6.5, 11, 9.0], bounds_error=False, fill_value=-99), T)
add("tabular1d, nearest", m.Tabular1D(points=points, lookup_table=[3, 5, 6.5, 11, 9.0], method="nearest", bounds_error=False), T)
add("tabular1d, descending", m.Tabular1D(points=points, lookup_table=[12, 11, 6.5, 5, 3.0], bounds_error=False), T)
add("tabular1d, 200 points", m.Tabular1D(points=np.arange(200.0), lookup_table=np.cumsum(rng.random(200)), bounds_error=False), rng.random(20) * 199)
table = rng.normal(size=(4, 5))
grid = (np.array([0, 1, 3, 3.5]), np.array([-1, 0, 1, 2, 4.0]))
GX, GY = rng.random(20) * 4 - 0.2, rng.random(20) * 5.4 - 1.2
add("tabular2d", m.Tabular2D(points=grid, lookup_table=table, bounds_error=False), GX, GY)
add("tabular2d that extrapolates", m.Tabular2D(points=grid, lookup_table=table, bounds_error=False, fill_value=None), GX, GY)
add("tabular2d, nearest", m.Tabular2D(points=grid, lookup_table=table, method="nearest", bounds_error=False, fill_value=7), GX, GY)
knots = np.array([0, 0, 0, 0, 1, 2.5, 3, 4, 4, 4, 4.0])
add("spline1d", m.Spline1D(knots=knots, coeffs=np.append(rng.normal(size=7), np.zeros(4)), degree=3), np.array([-0.5, 0, 0.3, 1, 2.49, 2.5, 3.9, 4, 4.5]))

# Functions.
P = np.array([-2.5, -1, -0.4, 0, 0.3, 0.999, 1, 1.7, 9])
Q = np.array([1.5, 2, -0.7, 3, 0.1, -2, 1, 4, -9])
for name in [
    "Absolute", "Arccos", "Arccosh", "Arcsin", "Arcsinh", "Arctan", "Arctanh", "Cbrt", "Cos", "Cosh", "Deg2rad", "Exp2",
    "Exp", "Expm1", "Fabs", "Log10", "Log1p", "Log2", "Log", "Negative", "Positive", "Rad2deg", "Reciprocal", "Rint",
    "Sin", "Sinh", "Sqrt", "Square", "Tan", "Tanh",
]:
    add(name.lower(), getattr(math_functions, name + "Ufunc")(), P)
for name in ["Add", "Arctan2", "Floor_divide", "Fmod", "Hypot", "Logaddexp2", "Logaddexp", "Multiply", "Power", "Remainder", "Subtract", "True_divide", "Divmod"]:
    add(name.lower(), getattr(math_functions, name + "Ufunc")(), P, Q)

# Compounds.
poly = m.Polynomial2D(1, c0_0=1, c1_0=2, c0_1=-1)
other = m.Polynomial2D(2, c0_0=3, c1_1=0.5)
for name, model in {"sum": poly + other, "difference": poly - other, "product": poly * other, "quotient": poly / other, "power": (poly * poly) ** other}.items():
    add(name, model, X / 10, Y / 10)
add("compose", m.Shift(1) & m.Shift(2) | m.Rotation2D(20) | m.Scale(2) & m.Scale(0.5), X, Y)
add("fixed input", m.fix_inputs(other & m.Shift(2), {0: 1.5}), X, Y)
add("fixed input by name", m.fix_inputs(other, {"y": -0.5}), X)
given = m.Scale(3) | m.Shift(1)
given.inverse = m.Shift(-1.5) | m.Scale(0.25)
add("given inverse", m.Shift(2) & given, X, Y)
add("given inverse of a polynomial", m.Mapping((0, 1, 0, 1)) | poly & other, X, Y)

# Vectors and rotations.
LON = np.array([0, 0, 90, 180, -180, 270, 359.999999, 12.5, 100, 210.3, 45, 1e-7, 360])
LAT = np.array([0, 90, 0, 0, 10, -45, 60, -90, 89.9999999, -33.2, 45, 1e-7, -12])
for wrap in (180, 360):
    add(f"to vectors {wrap}", geometry.SphericalToCartesian(wrap_lon_at=wrap), LON, LAT)
    add(f"to the sphere {wrap}", geometry.CartesianToSpherical(wrap_lon_at=wrap), *(rng.normal(size=(3, 12))))
add("at the poles", geometry.CartesianToSpherical(), np.zeros(2), np.zeros(2), np.array([1, -1.0]))
for axes in ("zxz", "zyx", "xyz", "yzy"):
    add(f"euler {axes}", m.EulerAngleRotation(23, 14, 2, axes), LON, LAT, sky=(True, True))
for lon, lat, pole in ((5.63, -72.05, 180), (270, 90, 180), (0, 0, 0), (197.8925, -1.36555556, 170)):
    add(f"native2celestial {lat}", m.RotateNative2Celestial(lon, lat, pole), LON, LAT, sky=(True, True))
    add(f"celestial2native {lat}", m.RotateCelestial2Native(lon, lat, pole), LON, LAT, sky=(True, True))
add("rotation with units", m.RotateNative2Celestial(5.63 * u.deg, -1000 * u.arcmin, 180 * u.deg), LON, LAT,
    forward=m.RotateNative2Celestial(5.63, -1000 / 60, 180), backward=m.RotateNative2Celestial(5.63, -1000 / 60, 180).inverse, sky=(True, True))
add("sequence of vectors", m.RotationSequence3D([1.5, -20, 33, 4], "zyxz"), *(rng.normal(size=(3, 8))))
add("sequence on the sphere", SphericalRotationSequence([1.5, -20, 33], "zyx"), LON, LAT, sky=(True, True))

# Projections: a grid of the sphere and a grid of the plane.
lon, lat = np.meshgrid(np.array([-180, -135, -90.0, -44.5, -1e-3, 0, 17, 45, 133.3, 180]), np.array([-90, -89, -60, -30.5, -1, 0, 0.01, 20, 41.8, 65.5, 89.9, 90.0]))
px, py = np.meshgrid(np.array([-170, -100.25, -40, -0.01, 0, 3.5, 60, 133]), np.array([-140, -85, -44, -0.01, 0, 20.5, 47, 88.0, 160]))
projections = {
    "TAN": [()], "STG": [()], "ARC": [()], "ZEA": [()],
    "AZP": [(), (2.0, 0), (2.0, 30.0), (0.5, 30.0), (-0.5, 20.0), (0, 0), (-3.0, 12)],
    "SZP": [(), (2.0, 180, 60), (0.5, 30, 45), (1.0, 10, 80), (-2.0, 30, 70)],
    "SIN": [(), (0.3, -0.2), (-1.0, 0.7)],
    "AIR": [(), (45.0,), (10.0,), (-30.0,)],
    "CYP": [(), (0.0, 1.0), (2.0, 0.5)], "CEA": [(), (0.5,)], "CAR": [()], "MER": [()],
    "SFL": [()], "PAR": [()], "MOL": [()], "AIT": [()],
    "COP": [(45.0, 25.0), (-60.0, 15.0), (30.0, 0.0)], "COE": [(45.0, 25.0), (-60.0, 15.0), (30.0, 0.0)],
    "COD": [(45.0, 25.0), (-60.0, 15.0), (30.0, 0.0)], "COO": [(45.0, 25.0), (-60.0, 15.0), (30.0, 0.0)],
    "BON": [(45.0,), (-30.0,), (0.0,)], "PCO": [()],
    "TSC": [()], "CSC": [()], "QSC": [()], "HPX": [(), (6.0, 4.0), (3.0, 2.0)], "XPH": [()],
}
for code, sets in projections.items():
    for parameters in sets:
        forward, backward = getattr(m, f"Pix2Sky_{code}")(*parameters), getattr(m, f"Sky2Pix_{code}")(*parameters)
        # At the apex of the cone rounding decides whether wcslib gives a point.
        poles = np.abs(lat) == 90 if code == "COP" else lat > 100
        if code == "SZP" and parameters and abs(parameters[0]) > 1:
            # wcslib and the geometry disagree about what is behind the limb.
            poles = np.isnan(backward(lon, lat)[0])
        add(f"{code} to the plane {parameters}", backward, lon[~poles], lat[~poles], backward=False)
        # On its central meridian wcslib divides 0 by 0.
        x, y = (px[px != 0], py[px != 0]) if code == "PCO" else (px, py)
        add(f"{code} to the sky {parameters}", forward, x, y, backward=False, sky=(True, False))

# gwcs: regions, optics.
labels = np.zeros((8, 10), dtype=int)
labels[1:4, 2:5], labels[5:7, 1:9] = 1, 2
regions = {1: m.Shift(10) & m.Scale(2), 2: m.Rotation2D(30) | m.Shift(1) & m.Shift(2)}
LX, LY = rng.random(40) * 9, rng.random(40) * 7
add("regions", selector.RegionsSelector(("x", "y"), ("a", "b"), regions, selector.LabelMapperArray(labels), undefined_transform_value=-5.0), LX, LY)
ranges = selector.LabelMapperRange(("x", "y"), {(0.5, 3): m.Mapping((0,), n_inputs=2) | m.Const1D(1), (3, 6.5): m.Mapping((0,), n_inputs=2) | m.Const1D(2)}, inputs_mapping=m.Mapping((0,), n_inputs=2))
add("regions by range", selector.RegionsSelector(("x", "y"), ("a", "b"), regions, ranges), LX, LY)
values = selector.LabelMapperDict(("x", "y"), {1.5: m.Mapping((0,), n_inputs=2) | m.Const1D(1), 4.0: m.Mapping((0,), n_inputs=2) | m.Const1D(2)}, inputs_mapping=m.Mapping((0,), n_inputs=2), atol=1e-3)
add("regions by value", selector.RegionsSelector(("x", "y"), ("a", "b"), regions, values), np.array([1.5, 1.4999, 4, 4.01, 2, 1.5]), np.arange(6.0))
add("to cosines", geometry.ToDirectionCosines(), X, Y, Y)
add("from cosines", geometry.FromDirectionCosines(), X, Y, Y, X)
add("snell", spectroscopy.Snell3D(), np.array([1.5, 1.4]), np.array([0.1, 0.2]), np.array([0.3, -0.2]), np.array([0.9, 0.8]))
add("grating angles", spectroscopy.AnglesFromGratingEquation3D(20000.0, -1), np.array([1e-6, 2e-6]), np.array([0.1, 0.02]), np.array([0.0, 0.3]))
add("grating wavelength", spectroscopy.WavelengthFromGratingEquation(20000.0, -1), np.array([0.1, 0.02]), np.array([0.0, 0.3]))
B, C = [0.58339748, 0.46085267, 3.8915394], [0.00252643, 0.010078333, 1200.556]
add("sellmeier", spectroscopy.SellmeierGlass(B, C), np.array([0.6, 1.0, 2.0, 5.0]))
add("zemax", spectroscopy.SellmeierZemax(65.0, 35.0, 0.0, 0.0, B, C, [-2.66e-05, 0.0, 0.0], [0.0, 0.0, 0.0]), np.array([0.6, 1.0, 2.0, 5.0]))

# Whole pipelines.
skipped = []
for name in dir(examples):
    if not name.startswith("gwcs_"):
        continue
    try:
        wcs = getattr(examples, name)()
        if not isinstance(wcs, gwcs.WCS):
            continue
        n = wcs.pixel_n_dim
        grid = [rng.random(24) * 12 for _ in range(n)]
        out = wcs(*grid)
        inverse = lambda *a, w=wcs: w.invert(*a)
        try:
            inverse(*(out if isinstance(out, (tuple, list)) else (out,)))
        except Exception:
            inverse = False
        add(name, wcs, *grid, backward=inverse)
    except Exception as error:
        skipped.append(f"{name}: {type(error).__name__}: {error}")
# Bounding boxes. gwcs evaluates compound ones for single points only, and not through the WCS: so does this.
def bounded(name, transform, box, *points):
    """`box` makes the bounding box of the transform, which becomes the first of a WCS."""
    axes = lambda n, frame: cf.CoordinateFrame(n, ("SPATIAL",) * n, tuple(range(n)), unit=(u.pix,) * n, name=frame, axes_names=tuple("abcd"[:n]), axis_physical_types=tuple(f"custom:{frame}{i}" for i in range(n)))
    transform.bounding_box = box(transform)
    wcs = gwcs.WCS([(axes(transform.n_inputs, "pixels"), transform), (axes(transform.n_outputs, "world"), None)])
    forward = lambda *all: np.array([transform(*point, with_bounding_box=True) for point in zip(*all)]).T
    add(f"bounds: {name}", wcs, *points, forward=lambda *all: tuple(forward(*all)), backward=False)


def intervals(order, ignored=(), **named):
    return lambda t: ModelBoundingBox({t.inputs["abcd".index(axis)]: limits for axis, limits in named.items()}, t, ignored=[t.inputs[i] for i in ignored], order=order)


def compound(order, selectors, cases, ignored=()):
    """`selectors` are (input, whether it has no limits itself)."""
    arguments = lambda t: [(t.inputs[i], ignore) for i, ignore in selectors]
    return lambda t: CompoundBoundingBox.validate(t, cases, selector_args=arguments(t), order=order, ignored=[t.inputs[i] for i in ignored] or None)


BX = np.array([-1, -0.5, 0, 2, 5, 5.5, 6, 9, 12, np.nan, 3])
BY = np.array([0, 1, 2, 3, 4, 9, 8, -0.5, 7, 3, 3.0])
BZ = np.array([1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1.0])
two = lambda: m.Shift(1) & m.Scale(2)
three = lambda: two() & m.Identity(1)
four = lambda: two() & m.Identity(2)
pairs = {(k,): ((-0.5, 4.5 + 2 * k), (-0.5, 2.5 * k)) for k in (1, 2)}
triples = {key: (*limits, (0, 1.5)) for key, limits in pairs.items()}
for order in "CF":
    bounded(f"order {order}", two(), lambda t: ModelBoundingBox.validate(t, ((-0.5, 8.5), (-0.5, 5.5)), order=order), BX, BY)
    bounded(f"compound, {order}", three(), compound(order, [(2, True)], pairs), BX, BY, BZ)
    bounded(f"compound with limits of the selector, {order}", three(), compound(order, [(2, False)], triples), BX, BY, BZ)
    bounded(f"compound by the first input, {order}", three(), compound(order, [(0, True)], pairs), BZ, BX, BY)
bounded("the greater limit first", two(), lambda t: ModelBoundingBox.validate(t, ((8.5, -0.5), (-0.5, 5.5)), order="C"), BX, BY)
bounded("open", two(), intervals("C", a=(-np.inf, 8.5), b=(-0.5, np.inf)), BX, BY)
bounded("an input without limits", three(), intervals("C", [2], a=(-0.5, 8.5), b=(0, 5)), BX, BY, BZ)
bounded("an inner input without limits", three(), intervals("F", [1], a=(-0.5, 8.5), c=(0, 1.5)), BX, BY, BZ)
halves = {(1.5,): ((-0.5, 4.5), (-0.5, 3.5)), (2.0,): ((-0.5, 8.5), (-0.5, 5))}
bounded("compound by a fraction", three(), compound("C", [(2, True)], halves), BX, BY, np.where(BZ == 1, 1.5, 2))
both = {(i, k): ((-0.5, 4.5 + 2 * i), (-0.5, 2.5 * k)) for i in (1, 2) for k in (1, 2)}
bounded("compound by two inputs", four(), compound("C", [(2, True), (3, True)], both), BX, BY, BZ, BZ[::-1])
bounded("compound with an input without limits", four(), compound("C", [(2, True)], pairs, [3]), BX, BY, BZ, BZ * 100)

print("skipped:", *skipped, sep="\n  ")

numbers = numbers or [np.zeros(0)]
offsets = np.cumsum([0] + [n.size for n in numbers])
good = []
for case in cases:
    for key in ("points", "forward", "backward"):
        if key in case:
            case[key] = [int(offsets[case[key]]), numbers[case[key]].size]
    try:
        asdf.AsdfFile({"case": case}).write_to(io.BytesIO())
        good.append(case)
    except Exception as error:
        print("not written:", case["name"], type(error).__name__, str(error)[:200])
tree = {"cases": good, "numbers": np.concatenate([n.ravel() for n in numbers])}
asdf.AsdfFile(tree).write_to(HERE / "transforms.asdf", all_array_compression="zlib")
print(len(good), "cases,", offsets[-1], "numbers")
