"""Prints tests/viewer/measure/moments.vectors.json: moments over spectral axes, linear and not, by numpy over the axis of astropy's WCS, and of
values above a threshold, as spectral-cube has them of a masked cube.

    pip install numpy==2.4.6 astropy==8.0.2
    python tests/viewer/measure/moments.vectors.py > tests/viewer/measure/moments.vectors.json
    npx biome format --write tests/viewer/measure/moments.vectors.json
"""

import json
import warnings

import numpy
from astropy.wcs import WCS

warnings.simplefilter("ignore")
DEPTH, ROWS, COLUMNS = 40, 6, 8
AXES = {
    "FREQ": ("Hz", 1.4204e9, -24e3),
    "VRAD": ("m/s", 12e3, 1300.0),
    "WAVE": ("m", 4.9e-6, 2e-8),
    "VOPT-F2W": ("m/s", 9e6, 3e5),
    "WAVE-LOG": ("m", 5e-7, 3e-9),
}


def noise(size):
    """The same numbers between 0 and 1 as `noise` in moments.test.ts."""
    return ((numpy.arange(size, dtype=numpy.uint64) * 2654435761 + 12345) % 2**32 + 0.5) / 2**32


def cube():
    """Noise around 0, and in the left half a line."""
    values = noise(DEPTH * ROWS * COLUMNS).reshape(DEPTH, ROWS, COLUMNS) - 0.5
    k, y, x = numpy.indices(values.shape)
    return values + numpy.where(x < 4, 40 * numpy.exp(-((k - 17 - y) ** 2) / 8), 0)


def header(ctype, unit, value, step):
    wcs = WCS(naxis=3)
    wcs.wcs.ctype = ["RA---TAN", "DEC--TAN", ctype]
    wcs.wcs.cunit = ["deg", "deg", unit]
    wcs.wcs.crval = [10, 20, value]
    wcs.wcs.cdelt = [-0.001, 0.001, step]
    wcs.wcs.crpix = [4, 3, 5]
    wcs.wcs.restfrq = 1.420405752e9
    return wcs


def moments(values, x, above=None):
    v = values if above is None else numpy.where(values > above, values, 0)
    x = x[:, None, None]
    total = v.sum(0)
    first = (v * x).sum(0) / total
    return {
        "moment0": (v * numpy.abs(numpy.gradient(x[:, 0, 0]))[:, None, None]).sum(0).ravel().tolist(),
        "moment1": first.ravel().tolist(),
        "moment2": ((v * (x - first) ** 2).sum(0) / total).ravel().tolist(),
    }


def left(found):
    """Where the line is."""
    return {name: [value for i, value in enumerate(values) if i % COLUMNS < 4] for name, values in found.items()}


values = cube()
result = {}
for ctype, (unit, value, step) in AXES.items():
    axis = header(ctype, unit, value, step).all_pix2world(numpy.array([[4, 3, k] for k in range(DEPTH)], float), 0)[:, 2]
    result[ctype] = {
        "unit": unit,
        "value": value,
        "step": step,
        "axis": axis.tolist(),
        "all": left(moments(values, axis)),
        "above": left(moments(values, axis, 1.5)),
    }
print(json.dumps(result))
