#!/usr/bin/env python3
"""Writes jwst.asdf: the transforms that JWST adds, points, and what stdatamodels says about them, as make.py has them.

Needs: stdatamodels==6.0.0 gwcs==1.0.3 astropy==8.0.2 asdf==6.0.0 numpy==2.4.6
"""

import warnings
from pathlib import Path

import asdf
import numpy as np
from astropy.modeling import models as m
from stdatamodels.jwst.transforms import models as j

warnings.filterwarnings("ignore")
HERE = Path(__file__).parent
rng = np.random.default_rng(20261123)
cases = []
numbers = []


def keep(columns):
    table = np.stack([np.asarray(column, dtype=float).ravel() for column in columns], axis=1)
    start = sum(len(kept) for kept in numbers)
    numbers.append(table.ravel())
    return [start, table.size]


def tuple_of(result):
    return result if isinstance(result, (tuple, list)) else (result,)


def add(name, transform, *points, backward=True, one_by_one=False):
    """`one_by_one`: the transform looks at the first of several points only, as that of a slit does for its name."""
    points = [np.asarray(p, dtype=float) for p in np.broadcast_arrays(*points)]

    def apply(model, columns):
        if not one_by_one:
            return tuple_of(model(*columns))
        rows = [[np.ravel(value)[0] for value in tuple_of(model(*row))] for row in zip(*columns)]
        return tuple(np.array(rows).T)

    out = apply(transform, points)
    case = {"name": name, "sky": [False, False], "transform": transform}
    case |= {"points": keep(points), "forward": keep(out)}
    if backward:
        case["backward"] = keep(apply(transform.inverse, [np.array(o) for o in out]))
    cases.append(case)


A = np.array([-0.21, -0.05, 0.0, 0.013, 0.17, np.nan])
B = np.array([0.02, -0.11, 0.0, 0.3, -0.07, 0.1])
C = np.sqrt(1 - A**2 - B**2)
W = np.array([1.1e-6, 1.4e-6, 2e-6, 3.3e-6, 5e-6, 0.8e-6])

add("to direction cosines", j.Unitless2DirCos(), A, B)
add("from direction cosines", j.DirCos2Unitless(), A, B, C)
for axes in ("xyzy", "xz", "zyx"):
    angles = [0.033, -0.83, 1.2, -8.8][: len(axes)]
    add(f"rotation of the grating wheel, {axes}", j.Rotation3DToGWA(angles, axes), A[:5], B[:5], C[:5])
add("angle from a grating", j.AngleFromGratingEquation(95397.0, -1), W, A, B, C, backward=False)
add("wavelength from a grating", j.WavelengthFromGratingEquation(95397.0, -2), A, B, -A / 3, backward=False)
X = np.array([-0.6, -0.55, 0.1, 0.55, 0.6, np.nan])
for condition in ("GT", "LT", "EQ", "NE"):
    add(f"logical {condition}", j.Logical(condition, 0.55, np.nan), X, backward=False)
add("logical with a number", j.Logical("lt", 0, 7.5), X, backward=False)
add("index of a prism", j.RefractionIndexFromPrism(16.5), A, B, B - 0.3, backward=False)
glass = [[0.58339748, 0.46085267, 3.8915394], [0.00252643, 0.010078333, 1200.556]]
thermal = [-2.66e-05, 0.0, 0.0, 0.0, 0.0, 0.0]
for temperature in (35.0, 120.0):
    prism = j.Snell(16.5, *glass, thermal, 52.0, 1.5, temperature, 0.5)
    add(f"prism at {temperature} K", prism, W, A, B, C, backward=False)
thermal = [-2.66e-05, 1e-8, 2e-11, 3e-7, 4e-10, 0.25]
add("prism, all coefficients", j.Snell(16.5, *glass, thermal, 52.0, 1.5, 90.0, 0.5), W, A, B, C, backward=False)
add("slices of MIRI", j.MIRI_AB2Slice(-1.77, 0.177, 1), np.linspace(-1.9, 1.9, 40), backward=False)

# Slits: by number, and by the number or the name among their fields. Names that no slit has are errors there, NaN here.
names = [1, 2, 57]
two = [m.Shift(k) & m.Scale(k + 0.5) for k in names]
three = [m.Shift(k) & m.Scale(k + 0.5) & m.Scale(2) for k in names]
N = np.array([1, 57, 2, 2, 1, 57.0])
SLIT = {"one_by_one": True}


for slits, what in ((names, "by number"), ([j.Slit(str(k), slit_id=k) for k in names], "by fields")):
    for kind in (j.Gwa2Slit, j.Slit2Gwa):
        add(f"{kind.__name__} {what}", kind(slits, three), N, A, B, C, backward=kind is j.Gwa2Slit, **SLIT)
    add(f"Slit2Msa {what}", j.Slit2Msa(slits, two), N, A, B, **SLIT)
    add(f"Msa2Slit {what}", j.Msa2Slit(slits, two), A, B, N, backward=False, **SLIT)
orders = m.Mapping((0, 1, 0))
soss = [orders | m.Shift(k) & m.Scale(k + 0.5) & m.Scale(3) for k in (1, 2, 3)]
add("orders of SOSS", j.NirissSOSSModel([1, 2, 3], soss), A, B, np.array([1, 2, 3, 3, 2, 1.0]), backward=False, **SLIT)

# Grisms: traces that differ from place to place, and those of before that do not.
def place(*low, scale=1e-4):
    first = {"c0_0": low[0], "c1_0": scale * low[1], "c0_1": -scale * low[2], "c1_1": scale * scale * low[3]}
    return m.Polynomial2D(2, c2_0=scale * scale * 0.3, **first)


orders = [1, 2]
xs = [[place(-300 * k, 2, 3, 1), place(1100.0 * k, -40, 30, 1), place(6.5, 3, 2, 1)] for k in orders]
ys = [[place(1.5 * k, 2, 1, 1), place(-3.0, 4, -2, 1), place(0.3, 1, 2, 1)] for k in orders]
ls = [[place(2.4 / k, 0.1, 0.2, 0.1), place(1.6 / k, 0.1, -0.1, 0.1), place(0.02, 0.1, 0, 0)] for k in orders]
alone = [m.Polynomial1D(1, c0=2.4 / k, c1=1.6 / k) for k in orders]
straight = [m.Polynomial1D(1, c0=-300.0 * k, c1=1100.0 * k) for k in orders]
bend = [m.Polynomial1D(2, c0=1.0, c1=2.0 * k, c2=0.5) for k in orders]
x0, y0 = rng.uniform(100, 1900, (2, 12))
order = np.repeat([1.0, 2.0], 6)
x, y = x0 + rng.uniform(-250, 750, 12) * order, y0 + rng.uniform(-3, 3, 12)
w = rng.uniform(2.45, 3.95, 12) / order
w[[2, 8]] = 2.0, 9.0
WAY = {"backward": False, "one_by_one": True}
for what, models in {"": (ls, xs, ys), ", legacy": (alone, straight, bend)}.items():
    add(f"NIRCam's rows{what}", j.NIRCAMForwardRowGrismDispersion(orders, *models), x, y, x0, y0, order, **WAY)
    turned = models[0], models[2], models[1]
    add(f"NIRCam's columns{what}", j.NIRCAMForwardColumnGrismDispersion(orders, *turned), x0 + y - y0, y0 + x - x0, x0, y0, order, **WAY)
    add(f"to NIRCam's grism{what}", j.NIRCAMBackwardGrismDispersion(orders, *models), x0, y0, w, order, **WAY)
lines = [m.Polynomial1D(2, c0=0.8 / k, c1=0.7 / k, c2=0.01) for k in orders]
back = [m.Polynomial1D(1, c0=-1.5, c1=0.6 * k) for k in orders]
for turn in (0.0, 0.7):
    add(f"NIRISS's rows, {turn}", j.NIRISSForwardRowGrismDispersion(orders, lines, xs, ys, turn), x, y, x0, y0, order, **WAY)
    add(f"NIRISS's columns, {turn}", j.NIRISSForwardColumnGrismDispersion(orders, lines, ys, xs, turn), x, y0 + x - x0, x0, y0, order, **WAY)
    add(f"to NIRISS's grism, {turn}", j.NIRISSBackwardGrismDispersion(orders, back, xs, ys, turn), x0, y0, w, order, **WAY)
one = [traces[:1] for traces in (lines, ys, xs, back)]
add("MIRI's grism", j.MIRIWFSSForwardDispersion([1], *one[:3]), x, y0 + x - x0, x0, y0, np.ones(12), **WAY)
add("to MIRI's grism", j.MIRIWFSSBackwardDispersion([1], one[3], *one[1:3]), x0, y0, w, np.ones(12), **WAY)

tree = {"cases": cases, "numbers": np.concatenate(numbers)}
asdf.AsdfFile(tree).write_to(HERE / "jwst.asdf", all_array_compression="zlib")
print(len(cases), "cases")
