"""Prints tests/js/image/distribution.vectors.json: what numpy and astropy make of arrays in real files of tests/data.

    pip install numpy==2.4.6 asdf==6.0.0 astropy==8.0.2
    python tests/js/image/distribution.vectors.py > tests/js/image/distribution.vectors.json
    npx biome format --write tests/js/image/distribution.vectors.json
"""

import json
import pathlib
import warnings

import asdf
import numpy
from astropy.visualization import HistEqStretch, MinMaxInterval, PercentileInterval, ZScaleInterval

# There is more in the files than is known here, and none of it is needed.
warnings.simplefilter("ignore")

DATA = pathlib.Path(__file__).parents[2] / "data"
ARRAYS = [
    ("roman/roman_l2_192.asdf", "roman/data"),
    ("roman/roman_l2_192.asdf", "roman/err"),
    ("roman/roman_l2_192.asdf", "roman/dq"),
    ("roman/roman_l3_192.asdf", "roman/data"),
    ("roman/roman_l2_192.asdf", "roman/var_poisson"),
    ("roman/roman_l3_192.asdf", "roman/context"),
]
PERCENTS = [99.9, 99.5, 99, 98, 95, 90]
BINS = 20
LEVELS = numpy.arange(1, 256, 14) / 256


def read(name, path):
    with asdf.open(DATA / name, memmap=False) as af:
        node = af.tree
        for key in path.split("/"):
            node = node[key]
        values = numpy.array(node)
    # astropy fits no line to half-precision floats.
    return values.astype(numpy.float32) if values.dtype == numpy.float16 else values


def describe(name, path):
    values = read(name, path)
    finite = values[numpy.isfinite(values)]
    low, high = (float(limit) for limit in MinMaxInterval().get_limits(values))
    stretch = HistEqStretch(finite.astype(numpy.float64))
    return {
        "file": name,
        "path": path,
        "minmax": [low, high],
        "zscale": [float(limit) for limit in ZScaleInterval().get_limits(values)],
        "steep": [float(limit) for limit in ZScaleInterval(contrast=0.6).get_limits(values)],
        "percentiles": [
            [percent, *(float(limit) for limit in PercentileInterval(percent).get_limits(values.astype(numpy.float64)))]
            for percent in PERCENTS
        ],
        "histogram": numpy.histogram(finite.astype(numpy.float64), bins=BINS, range=(low, high))[0].tolist(),
        "levels": stretch.inverse(LEVELS).tolist(),
    }


vectors = {"places": LEVELS.tolist(), "arrays": [describe(*array) for array in ARRAYS]}
print(json.dumps(vectors))
