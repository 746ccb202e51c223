"""Prints tests/viewer/measure/measure.vectors.json: what numpy, astropy, scipy and photutils measure in regions.

    pip install numpy==2.4.6 asdf==6.0.0 astropy==8.0.2 photutils==3.0.0 scipy==1.17.1 shapely==2.1.2
    python tests/viewer/measure/measure.vectors.py > tests/viewer/measure/measure.vectors.json
    npx biome format --write tests/viewer/measure/measure.vectors.json
"""

import json
import warnings
from pathlib import Path

import asdf
import numpy
import shapely
from astropy.modeling.fitting import TRFLSQFitter
from astropy.modeling.models import Const2D, Gaussian2D
from astropy.stats import sigma_clipped_stats
from photutils.aperture import (
    ApertureStats,
    CircularAnnulus,
    CircularAperture,
    EllipticalAnnulus,
    EllipticalAperture,
    RectangularAperture,
)
from photutils.centroids import centroid_2dg
from photutils.profiles import CurveOfGrowth, RadialProfile
from scipy.ndimage import map_coordinates

warnings.simplefilter("ignore")
ROMAN = Path(__file__).parents[2] / "data" / "roman" / "roman_l2_192.asdf"


def noise(size):
    """The same numbers between 0 and 1 as `noise` in measure.test.ts."""
    return ((numpy.arange(size, dtype=numpy.uint64) * 2654435761 + 12345) % 2**32 + 0.5) / 2**32


def field():
    """500 × 700 numbers with long tails, some of them not finite."""
    u = noise(500 * 700)
    values = numpy.log(u / (1 - u)) + 1000
    values[::97] *= 50
    values[5::1009] = numpy.nan
    values[7::2003] = numpy.inf
    return values.reshape(500, 700)


def wide():
    """20 × 30 integers of 64 bits."""
    return 2**60 + numpy.floor(noise(600) * 2**40).astype(numpy.int64).reshape(20, 30)


def cube():
    """6 × 20 × 24."""
    return noise(6 * 20 * 24).reshape(6, 20, 24)


def aperture(shape):
    kind, at = shape["kind"], (shape["x"], shape["y"])
    if kind == "circle":
        return CircularAperture(at, shape["radius"])
    if kind == "annulus":
        return CircularAnnulus(at, shape["inner"], shape["outer"])
    angle = numpy.deg2rad(shape["angle"])
    if kind == "ellipse":
        return EllipticalAperture(at, shape["a"], shape["b"], theta=angle)
    return RectangularAperture(at, shape["width"], shape["height"], theta=angle)


def corners(shape):
    if shape["kind"] == "polygon":
        return [(point["x"], point["y"]) for point in shape["points"]]
    c, s = numpy.cos(numpy.deg2rad(shape["angle"])), numpy.sin(numpy.deg2rad(shape["angle"]))
    w, h = shape["width"] / 2, shape["height"] / 2
    return [(shape["x"] + i * w * c - j * h * s, shape["y"] + i * w * s + j * h * c) for i, j in [(-1, -1), (1, -1), (1, 1), (-1, 1)]]


def inside(shape, size):
    """The pixels whose centres are inside."""
    if shape["kind"] != "polygon":
        image = aperture(shape).to_mask("center").to_image(size)
        return numpy.zeros(size, bool) if image is None else image > 0
    y, x = numpy.indices(size)
    found = numpy.zeros(size, bool)
    points = corners(shape)
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True):
        if y0 != y1:
            found ^= ((y0 > y) != (y1 > y)) & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return found


def shares(shape, size):
    """How much of each pixel is inside."""
    if shape["kind"] not in ("polygon", "box"):
        return aperture(shape).to_mask("exact").to_image(size)
    outline = shapely.Polygon(corners(shape))
    y, x = numpy.indices(size)
    return shapely.area(shapely.intersection(shapely.box(x - 0.5, y - 0.5, x + 0.5, y + 0.5), outline))


def number(value):
    return int(value) if isinstance(value, numpy.integer) else float(value)


def statistics(data, shape, left_out=None):
    members = inside(shape, data.shape)
    counted = members & numpy.isfinite(data) & (True if left_out is None else ~left_out)
    values = data[counted].astype(numpy.float64)
    mean, median, std = sigma_clipped_stats(values, sigma=3, maxiters=5)
    place = lambda at: [int(at[1]), int(at[0])]  # noqa: E731
    least = numpy.where(counted, data, numpy.inf)
    greatest = numpy.where(counted, data, -numpy.inf)
    return {
        "shape": shape,
        "pixels": int(members.sum()),
        "count": int(values.size),
        "sum": float(values.sum()),
        "mean": float(values.mean()),
        "median": float(numpy.median(values)),
        "std": float(values.std()),
        "clipped": [float(mean), float(median), float(std)],
        "min": [float(values.min()), *place(numpy.unravel_index(least.argmin(), data.shape))],
        "max": [float(values.max()), *place(numpy.unravel_index(greatest.argmax(), data.shape))],
    }


def ring(shape, gap, width):
    at = (shape["x"], shape["y"])
    if shape["kind"] == "circle":
        return CircularAnnulus(at, shape["radius"] + gap, shape["radius"] + gap + width)
    a, b = shape["a"] + gap, shape["b"] + gap
    return EllipticalAnnulus(at, a, a + width, b + width, b_in=b, theta=numpy.deg2rad(shape["angle"]))


def photometry(data, err, shape, gap, width):
    background = ApertureStats(data, ring(shape, gap, width))
    found = ApertureStats(data, aperture(shape), error=err, local_bkg=background.median)
    plain = ApertureStats(data, aperture(shape), error=err)
    members = inside(shape, data.shape)
    y, x = numpy.nonzero(members)
    values = (data - background.median)[members]
    start = Gaussian2D(values.max(), found.x_centroid, found.y_centroid, 1.2, 1.2) + Const2D(0)
    fit = TRFLSQFitter()(start, x, y, values, maxiter=1000)
    gaussian = fit[0]
    widths = sorted([abs(gaussian.x_stddev.value), abs(gaussian.y_stddev.value)], reverse=True)
    box = data[int(shape["y"]) - 5 : int(shape["y"]) + 6, int(shape["x"]) - 5 : int(shape["x"]) + 6] - background.median
    centre = centroid_2dg(box) + [int(shape["x"]) - 5, int(shape["y"]) - 5]
    return {
        "shape": shape,
        "gap": gap,
        "width": width,
        "area": float(plain.sum_aper_area.value),
        "sum": float(plain.sum),
        "error": float(plain.sum_err),
        "background": [float(background.median), float(background.std), int(background.center_aper_area.value)],
        "net": float(found.sum),
        "centroid": [float(found.x_centroid), float(found.y_centroid)],
        "fwhm": float(found.fwhm.value),
        "angle": float(found.orientation.to_value("deg")),
        "axes": [float(found.semimajor_axis.value), float(found.semiminor_axis.value)],
        "fit": [gaussian.x_mean.value, gaussian.y_mean.value, *widths, gaussian.amplitude.value, fit[1].amplitude.value],
        "centroid2dg": [float(value) for value in centre],
    }


def radial(data, at, radius):
    edges = numpy.arange(radius + 1)
    profile = RadialProfile(data, at, edges)
    growth = CurveOfGrowth(data, at, edges[1:])
    return {
        "at": at,
        "radius": radius,
        "profile": profile.profile.tolist(),
        "fwhm": float(profile.gaussian_fwhm),
        "growth": growth.profile.tolist(),
    }


def path(data, points, width):
    (x0, y0), (x1, y1) = points
    length = numpy.hypot(x1 - x0, y1 - y0)
    steps = round(length)
    share = numpy.arange(steps + 1) / steps
    x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
    across = numpy.arange(width) - (width - 1) / 2
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    at = numpy.array([[y + off * ux, x - off * uy] for off in across])
    sampled = lambda order: numpy.mean([map_coordinates(data, one, order=order) for one in at], axis=0).tolist()  # noqa: E731
    nearest = [data[numpy.floor(one[0] + 0.5).astype(int), numpy.floor(one[1] + 0.5).astype(int)] for one in at]
    return {
        "points": points,
        "width": width,
        "distance": (length * share).tolist(),
        "bilinear": sampled(1),
        "nearest": numpy.mean(nearest, axis=0).tolist(),
    }


SHAPES = [
    {"kind": "circle", "x": 83.4, "y": 60.7, "radius": 9.3},
    {"kind": "circle", "x": 40, "y": 50, "radius": 5},
    {"kind": "ellipse", "x": 100.2, "y": 90.6, "a": 30.5, "b": 11.25, "angle": 33},
    {"kind": "annulus", "x": 96, "y": 96, "inner": 20, "outer": 60.5},
    {"kind": "box", "x": 95.5, "y": 95.5, "width": 192, "height": 192, "angle": 0},
    {"kind": "box", "x": 70.3, "y": 80.1, "width": 40.5, "height": 17.2, "angle": -28},
    {"kind": "box", "x": 60, "y": 60, "width": 11, "height": 5, "angle": 90},
    {"kind": "circle", "x": 3, "y": 188, "radius": 12},
    {
        "kind": "polygon",
        "points": [{"x": 10, "y": 10}, {"x": 120.5, "y": 22.25}, {"x": 60.1, "y": 50}, {"x": 150, "y": 140.3}, {"x": 20, "y": 100}],
    },
]
FIELD = [
    {"kind": "box", "x": 349.5, "y": 249.5, "width": 700, "height": 500, "angle": 0},
    {"kind": "ellipse", "x": 300, "y": 200, "a": 210, "b": 160, "angle": -70},
    {"kind": "circle", "x": 50.5, "y": 400.25, "radius": 33},
]
STARS = [[83.9, 108.1], [44.9, 152.9], [136.1, 166]]


def describe():
    with asdf.open(ROMAN) as file:
        roman = file["roman"]
        data, err, dq = (numpy.asarray(roman[key][...]) for key in ("data", "err", "dq"))
    data = data.astype(numpy.float64)
    err = err.astype(numpy.float64)
    flagged = (dq & 4) != 0
    stars = [{"kind": "circle", "x": x, "y": y, "radius": 5} for x, y in STARS]
    stars.append({"kind": "ellipse", "x": STARS[0][0], "y": STARS[0][1], "a": 6.2, "b": 4.4, "angle": 25})
    region = {"kind": "circle", "x": 11.5, "y": 9, "radius": 6.5}
    members = inside(region, (20, 24))
    return {
        "roman": [statistics(data, shape) for shape in SHAPES],
        "unflagged": [statistics(data, shape, flagged) for shape in SHAPES[:6]],
        "field": [statistics(field(), shape) for shape in FIELD],
        "wide": {"sum": str(sum(int(v) for v in wide().flat)), "min": str(wide().min()), "max": str(wide().max()), "mean": float(numpy.mean(wide().astype(object)))},
        "shares": [
            {"shape": shape, "rows": shares(shape, (12, 12)).tolist()}
            for shape in [
                {"kind": "circle", "x": 5.2, "y": 6.1, "radius": 3.7},
                {"kind": "circle", "x": 5, "y": 6, "radius": 0.3},
                {"kind": "ellipse", "x": 5.2, "y": 6.1, "a": 4.7, "b": 0.8, "angle": 33},
                {"kind": "annulus", "x": 5.5, "y": 5.25, "inner": 1.5, "outer": 4},
                {"kind": "box", "x": 5.3, "y": 5.6, "width": 6.3, "height": 2.2, "angle": 40},
                {"kind": "polygon", "points": [{"x": 1, "y": 1}, {"x": 9.5, "y": 2.25}, {"x": 5.1, "y": 5}, {"x": 10, "y": 10.3}, {"x": 2, "y": 8}]},
            ]
        ],
        "photometry": [photometry(data, err, shape, 3, 5) for shape in stars],
        "radial": radial(data - 0.5, STARS[0], 8),
        "paths": [
            path(data, [[70.2, 40.6], [100.7, 88.1]], 1),
            path(data, [[20, 30], [20, 10]], 3),
        ],
        "cube": {
            "region": region,
            "mean": cube()[:, members].mean(axis=1).tolist(),
            "sum": cube()[:, members].sum(axis=1).tolist(),
            "median": numpy.median(cube()[:, members], axis=1).tolist(),
        },
    }


print(json.dumps(describe()))
