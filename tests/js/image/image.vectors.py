"""Prints tests/js/image/image.vectors.json: what numpy and astropy make of the arrays that image.test.ts makes too.

    pip install numpy==2.4.6 astropy==8.0.2
    python tests/js/image/image.vectors.py > tests/js/image/image.vectors.json
    npx biome format --write tests/js/image/image.vectors.json
"""

import json

import numpy
from astropy.visualization import (
    AsinhStretch,
    ContrastBiasStretch,
    ImageNormalize,
    LinearStretch,
    LogStretch,
    PowerDistStretch,
    PowerStretch,
    SinhStretch,
    SqrtStretch,
    SquaredStretch,
)

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


# What asdf-wasm/image calls them, with a parameter or with its default.
STRETCHES = [
    ("linear", None, LinearStretch()),
    ("log", None, LogStretch()),
    ("log", 20, LogStretch(a=20)),
    ("sqrt", None, SqrtStretch()),
    ("squared", None, SquaredStretch()),
    ("asinh", None, AsinhStretch()),
    ("asinh", 0.003, AsinhStretch(a=0.003)),
    ("sinh", None, SinhStretch()),
    ("sinh", 0.1, SinhStretch(a=0.1)),
    ("power", None, PowerStretch(a=3)),
    ("power", 0.3, PowerStretch(a=0.3)),
    ("powerdist", None, PowerDistStretch()),
    ("powerdist", 0.02, PowerDistStretch(a=0.02)),
]
# Contrast and bias.
TURNS = [(1, 0.5), (2.5, 0.3), (0.4, 0.6)]
PLACES = numpy.array([0, 1e-6, 1 / 256, 0.01, 0.1, 0.25, 0.5, 0.75, 0.999, 1])


def turned(stretch, contrast, bias):
    return stretch if (contrast, bias) == (1, 0.5) else ContrastBiasStretch(contrast, bias) + stretch


def levels(stretch):
    """Which of 256 colours each value gets."""
    values = array("float32")[:30]
    normalize = ImageNormalize(vmin=-1500, vmax=1000, stretch=stretch, clip=True)
    stretched = numpy.asarray(normalize(values.astype(numpy.float64)), dtype=numpy.float64)
    return [None if numpy.isnan(value) else int(min(max(value * 256, 0), 255)) for value in stretched]


names = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]
vectors = {
    "size": SIZE,
    "arrays": {name: describe(array(name)) for name in names},
    "places": PLACES.tolist(),
    "stretches": [
        {
            "kind": kind,
            "a": a,
            "turns": [
                {
                    "contrast": contrast,
                    "bias": bias,
                    "curve": turned(stretch, contrast, bias)(PLACES).tolist(),
                    "levels": levels(turned(stretch, contrast, bias)),
                }
                for contrast, bias in TURNS
            ],
        }
        for kind, a, stretch in STRETCHES
    ],
}
print(json.dumps(vectors))
