#!/usr/bin/env python3
"""Writes profiles.asdf: functions of a few parameters, tables, and units, and what astropy says about them.

Needs: asdf==6.0.0 asdf-astropy==0.11.0 astropy==8.0.2 numpy==2.4.6 scipy==1.17.1

The file is as that of make.py. A case whose name begins with a number has that relative tolerance.
"""

import warnings
from pathlib import Path

import asdf
import numpy as np
from astropy import units as u
from astropy.modeling import models as m
from astropy.modeling.bounding_box import ModelBoundingBox
from astropy.modeling.tabular import tabular_model
from asdf_astropy.converters.transform.tabular import TabularConverter

warnings.filterwarnings("ignore")
HERE = Path(__file__).parent
rng = np.random.default_rng(20261125)
cases, numbers, known = [], [], {}


def keep(columns):
    table = np.array([np.asarray(getattr(c, "value", c), dtype=float).ravel() for c in columns]).T
    key = (table.shape, table.tobytes())
    if key not in known:
        known[key] = len(numbers)
        numbers.append(table)
    return known[key]


def tuple_of(values):
    return values if isinstance(values, (tuple, list)) else (values,)


def add(name, transform, *points, inverse=True, units=None, wrapped=None):
    """`units`: those of the points, for models with quantities."""
    points = np.broadcast_arrays(*[np.asarray(p, dtype=float) for p in points])
    given = [p * unit for p, unit in zip(points, units)] if units else points
    with np.errstate(all="ignore"):
        out = tuple_of(transform(*given))
        back = None
        if inverse:
            try:
                back = tuple_of(transform.inverse(*out))
            except NotImplementedError:
                pass
    case = {"name": name, "sky": [False, False], "transform": wrapped or transform, "points": keep(points), "forward": keep(out)}
    if back is not None:
        case["backward"] = keep(back)
    cases.append(case)


X = np.array([-7.25, -2, -1, -0.3, 0, 1e-9, 0.25, 0.5, 1, 1.5, 2.75, 4, 30])
Y = np.array([3.5, 2, -1, 0.25, 0, 1, -2e-7, 1, 1.5, -0.75, -8, 0.2, 11])
POSITIVE = np.array([1e-3, 0.2, 0.7, 1, 1.3, 2, 2.5, 3.7, 9, 80, 4e3])
# Sets of parameters for each function: its own defaults, and others.
ONE = {
    m.Exponential1D: (X, [{}, dict(amplitude=2.5, tau=-3.1)]),
    m.Logarithmic1D: (POSITIVE, [{}, dict(amplitude=-2.5, tau=3.1)]),
    m.Sine1D: (X, [{}, dict(amplitude=-2.5, frequency=0.31, phase=0.2)]),
    m.Cosine1D: (X, [{}, dict(amplitude=2.5, frequency=0.31, phase=-0.2)]),
    m.Tangent1D: (X, [dict(amplitude=2.5, frequency=0.031, phase=0.02)]),
    m.ArcSine1D: (X, [{}, dict(amplitude=4.5, frequency=0.31, phase=0.2)]),
    m.ArcCosine1D: (X, [{}, dict(amplitude=4.5, frequency=0.31, phase=0.2)]),
    m.ArcTangent1D: (X, [{}, dict(amplitude=4.5, frequency=0.31, phase=0.2)]),
    m.PowerLaw1D: (POSITIVE, [{}, dict(amplitude=3, x_0=2, alpha=1.7), dict(amplitude=3, x_0=2, alpha=-0.4)]),
    m.BrokenPowerLaw1D: (POSITIVE, [{}, dict(amplitude=3, x_break=2, alpha_1=-0.3, alpha_2=2.2)]),
    m.SmoothlyBrokenPowerLaw1D: (POSITIVE, [{}, dict(amplitude=3, x_break=2, alpha_1=-0.3, alpha_2=2.2, delta=0.1)]),
    m.ExponentialCutoffPowerLaw1D: (POSITIVE, [{}, dict(amplitude=3, x_0=2, alpha=1.2, x_cutoff=17)]),
    m.LogParabola1D: (POSITIVE, [{}, dict(amplitude=3, x_0=2, alpha=1.2, beta=0.13)]),
    m.Schechter1D: (X - 20, [{}, dict(phi_star=0.004, m_star=-21, alpha=-1.9)]),
    m.Gaussian1D: (X, [{}, dict(amplitude=-3, mean=1.5, stddev=2.5)]),
    m.Lorentz1D: (X, [{}, dict(amplitude=-3, x_0=1.5, fwhm=2.5)]),
    m.Voigt1D: (X, [{}, dict(x_0=0.7, amplitude_L=3, fwhm_L=0.9, fwhm_G=2), dict(x_0=0.7, amplitude_L=3, fwhm_L=1e-4, fwhm_G=0.5)]),
    m.Moffat1D: (X, [{}, dict(amplitude=3, x_0=1.5, gamma=2.5, alpha=2.3)]),
    m.Box1D: (X, [{}, dict(amplitude=3, x_0=1.5, width=2.5)]),
    m.Trapezoid1D: (X, [{}, dict(amplitude=3, x_0=1.5, width=2.5, slope=0.8)]),
    m.RickerWavelet1D: (X, [{}, dict(amplitude=3, x_0=1.5, sigma=2.5)]),
    m.Sersic1D: (POSITIVE, [{}, dict(amplitude=3, r_eff=1.7, n=1), dict(amplitude=3, r_eff=1.7, n=0.05), dict(amplitude=3, r_eff=1.7, n=9.3)]),
    m.KingProjectedAnalytic1D: (X, [{}, dict(amplitude=3, r_core=1.7, r_tide=20)]),
    m.Plummer1D: (X, [{}, dict(mass=300, r_plum=1.7)]),
    m.Drude1D: (POSITIVE, [{}, dict(amplitude=3, x_0=1.7, fwhm=0.4)]),
}
TWO = {
    m.Planar2D: [{}, dict(slope_x=0.5, slope_y=-2, intercept=3)],
    m.Gaussian2D: [{}, dict(amplitude=3, x_mean=0.5, y_mean=-0.2, x_stddev=1.7, y_stddev=0.9, theta=0.6)],
    m.Moffat2D: [{}, dict(amplitude=3, x_0=0.5, y_0=-0.2, gamma=1.7, alpha=2.3)],
    m.Box2D: [{}, dict(amplitude=3, x_0=0.5, y_0=-0.2, x_width=3, y_width=2)],
    m.Disk2D: [{}, dict(amplitude=3, x_0=0.5, y_0=-0.2, R_0=2)],
    m.Ellipse2D: [{}, dict(amplitude=3, x_0=0.5, y_0=-0.2, a=3, b=1.2, theta=0.6)],
    m.Ring2D: [{}, dict(amplitude=3, x_0=0.5, y_0=-0.2, r_in=0.6, width=1.5)],
    m.TrapezoidDisk2D: [{}, dict(amplitude=3, x_0=0.5, y_0=-0.2, R_0=1.1, slope=0.8)],
    m.RickerWavelet2D: [{}, dict(amplitude=3, x_0=0.5, y_0=-0.2, sigma=2)],
    m.AiryDisk2D: [{}, dict(amplitude=3, x_0=0.5, y_0=-0.2, radius=2)],
    m.Sersic2D: [{}, dict(amplitude=3, r_eff=2, n=2.5, x_0=0.5, y_0=-0.2, ellip=0.4, theta=0.6)],
}
ROUGH = (m.Voigt1D, m.Sersic1D, m.Sersic2D, m.AiryDisk2D)
for kind, (points, sets) in ONE.items():
    for number, parameters in enumerate(sets):
        add(f"{'1e-9 ' if kind in ROUGH else ''}{kind.__name__} {number}", kind(**parameters), points)
for kind, sets in TWO.items():
    for number, parameters in enumerate(sets):
        add(f"{'1e-9 ' if kind in ROUGH else ''}{kind.__name__} {number}", kind(**parameters), X, Y)
add("blackbody", m.BlackBody(temperature=5778 * u.K, scale=1.5e9), 10.0 ** np.arange(8, 17))

# With units: what comes in is in pixels or nanometres, and is converted.
P = X * 1000


def quantity(name, model, points, *units, **others):
    """Before it the points get their units."""
    before = m.UnitsMapping(tuple((None, unit) for unit in units))
    after = m.UnitsMapping(((model(*[1 * unit for unit in units]).unit, None),))
    with np.errstate(all="ignore"):
        add(name, before | model | after, *points, inverse=False, **others)


nm, ct = u.nm, u.ct
quantity("a Gaussian with units", m.Gaussian1D(3 * ct, 1.5 * u.um, 2500 * nm), [P], nm)
quantity("a wave with units", m.Sine1D(2 * u.m, 0.2 / u.um, 0.1), [P], nm)
quantity("a plane with units", m.Planar2D(2 * u.m / u.um, 3 * u.m / u.um, 1 * u.m), [P, Y * 1000], nm, nm)
quantity("a trapezoid with units", m.Trapezoid1D(3 * u.m, 1.5 * u.um, 2.5 * u.um, 0.8 * u.m / u.um), [X], u.um)
quantity("a profile with an angle in degrees", m.Gaussian2D(3 * ct, 0 * u.um, 0 * u.um, 2 * u.um, 1 * u.um, 30 * u.deg), [P, Y * 1000], nm, nm)
quantity("a power law with units", m.PowerLaw1D(3 * u.m, 2 * u.um, 1.7), [POSITIVE * 1000], nm)
quantity("an exponential function with units", m.Exponential1D(3 * u.m, 2 * u.um), [P], nm)
quantity("a cluster with units", m.Plummer1D(3 * u.kg, 2 * u.um), [P], nm)

# Tables.
grid3 = ([0, 1, 3, 3.5], [-1, 0, 1.0], [2, 4, 5, 9, 9.5])
at3 = rng.random((3, 40)) * np.array([[4], [2.4], [8.5]]) + np.array([[-0.2], [-1.2], [1.5]])
Tabular3D, Tabular4D = tabular_model(3, "Tabular3D"), tabular_model(4, "Tabular4D")


class Table:
    """A table of more axes than asdf-astropy writes, as the schema has it."""

    def __init__(self, model):
        self.model = model


class TableConverter(asdf.extension.Converter):
    tags = ["tag:stsci.edu:asdf/transform/tabular-1.2.0"]
    types = [Table]

    def to_yaml_tree(self, table, tag, ctx):
        return TabularConverter().to_yaml_tree_transform(table.model, tag, ctx)

    def from_yaml_tree(self, node, tag, ctx):
        return node


class Tables(asdf.extension.Extension):
    extension_uri = "asdf://example.org/tables-1.0.0"
    converters = [TableConverter()]
    tags = ["tag:stsci.edu:asdf/transform/tabular-1.2.0"]


for method in ("linear", "nearest"):
    for fill in (np.nan, 7.5, None):
        table = Tabular3D(points=grid3, lookup_table=rng.normal(size=(4, 3, 5)), method=method, bounds_error=False, fill_value=fill)
        add(f"a table of three axes, {method}, {fill}", table, *at3, wrapped=Table(table))
grid4 = ([0, 1.0], [0, 2, 3.0], [5.0], [1, 2, 4.0])
at4 = np.array([*(rng.random((2, 12)) * [[1], [3]]), np.where(np.arange(12) % 4 > 0, 5.0, 5.5), rng.random(12) * 3 + 1])
table = Tabular4D(points=grid4, lookup_table=rng.normal(size=(2, 3, 1, 3)), bounds_error=False)
add("a table of four axes, one of a single point", table, *at4, wrapped=Table(table))
add("a table of one point", m.Tabular1D(points=[3.0], lookup_table=[5.0], bounds_error=False), [2, 3, 3.5], inverse=True)
add("a table of one point that is everywhere", m.Tabular1D(points=[3.0], lookup_table=[5.0], bounds_error=False, fill_value=None), [2, 3, 3.5], inverse=False)
add("a table of one row", m.Tabular2D(points=([3.0], [0, 1, 2.0]), lookup_table=[[5.0, 7, 4]], bounds_error=False), [3, 3, 2, 3], [0, 1.25, 1, 7])
for size in ((4, 5), (6, 9)):
    grid = [np.sort(rng.random(count)) * 9 for count in size]
    surface = m.Tabular2D(points=grid, lookup_table=rng.normal(size=size), method="splinef2d", bounds_error=False, fill_value=3.0)
    inner = [np.concatenate([g[[0, 1, 2, -1]], g[0] + rng.random(20) * (g[-1] - g[0])]) for g in grid]
    add(f"1e-9 a spline through a table of {size}", surface, *inner)
add("1e-9 a spline beyond its table", surface, [-100, 4], [1, 1000])

# The bounding box of a function, with the names of its inputs.
boxed = m.Gaussian2D(3, 0.5, -0.2, 1.7, 0.9, 0.6)
boxed.inputs, boxed.outputs = ("a", "b"), ("c",)
boxed.bounding_box = ModelBoundingBox.validate(boxed, {"a": (-2, 2), "b": (-1, 3)})
inside = (X >= -2) & (X <= 2) & (Y >= -1) & (Y <= 3)
cases.append({"name": "a box with names", "sky": [False, False], "transform": boxed, "points": keep([X, Y]), "forward": keep([np.where(inside, boxed(X, Y), np.nan)])})

starts = np.cumsum([0] + [table.size for table in numbers])
for case in cases:
    for key in ("points", "forward", "backward"):
        if key in case:
            case[key] = [int(starts[case[key]]), int(numbers[case[key]].size)]
tree = {"numbers": np.concatenate([table.ravel() for table in numbers]), "cases": cases}
with asdf.config_context() as config:
    config.add_extension(Tables())
    asdf.AsdfFile(tree).write_to(HERE / "profiles.asdf", all_array_compression="zlib")
