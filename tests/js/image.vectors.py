"""Prints tests/js/image.vectors.json: what numpy and astropy make of the arrays that image.test.ts makes too.

    pip install numpy==2.4.6 astropy==8.0.2
    python tests/js/image.vectors.py > tests/js/image.vectors.json
    npx biome format --write tests/js/image.vectors.json
"""

import json

import numpy
from astropy.visualization import AsinhStretch, ImageNormalize, LinearStretch

SIZE = 6000
PERCENTILES = [[0, 100], [0.25, 99.75], [1, 50], [33.3, 99.99]]

noise = (numpy.arange(SIZE, dtype=numpy.uint64) * 2654435761 + 12345) % 2**32


def array(dtype):
    dtype = numpy.dtype(dtype)
    if dtype.kind == "f":
        values = ((noise.astype(numpy.float64) - 2**31) / 2**20).astype(dtype)
        values[::97] = numpy.nan
        values[5::1001] = numpy.inf
        values[6::1001] = -numpy.inf
        return values
    bits = 8 * dtype.itemsize
    unsigned = noise << numpy.uint64(bits - 32) if bits > 32 else noise >> numpy.uint64(32 - bits)
    return unsigned.astype(f"u{dtype.itemsize}").view(dtype)


def describe(values):
    finite = values[numpy.isfinite(values)]
    return {
        "min": float(finite.min()),
        "max": float(finite.max()),
        "mean": float(finite.mean(dtype=numpy.float64)),
        "std": float(finite.std(dtype=numpy.float64)),
        "count": finite.size,
        "nan": int(numpy.isnan(values).sum()),
        "percentiles": [[pair, [float(limit) for limit in numpy.percentile(finite, pair)]] for pair in PERCENTILES],
    }


def levels(stretch):
    """Which of 256 colours each value gets."""
    values = array("float32")[:200]
    normalize = ImageNormalize(vmin=-1500, vmax=1000, stretch=stretch, clip=True)
    stretched = numpy.asarray(normalize(values.astype(numpy.float64)), dtype=numpy.float64)
    return [None if numpy.isnan(value) else min(int(value * 256), 255) for value in stretched]


names = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]
vectors = {
    "size": SIZE,
    "arrays": {name: describe(array(name)) for name in names},
    "levels": {"linear": levels(LinearStretch()), "asinh": levels(AsinhStretch(a=0.1))},
}
print(json.dumps(vectors))
