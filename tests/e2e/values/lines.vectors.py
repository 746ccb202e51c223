"""Prints tests/e2e/values/lines.vectors.json: what numpy says of the arrays that the tests of lines, parts, flags and colours show.

    pip install numpy==2.4.6 asdf==6.0.0
    python tests/e2e/values/lines.vectors.py > tests/e2e/values/lines.vectors.json
    npx biome format --write tests/e2e/values/lines.vectors.json
"""

import json
import warnings
from pathlib import Path

import asdf
import numpy

warnings.simplefilter("ignore")
ROMAN = Path(__file__).parents[2] / "data" / "roman" / "roman_l2_192.asdf"
LONG = 3_000_000


def noise(size):
    """The same numbers from 0 to 1 as `noise` in lines.test.ts."""
    numbers = (numpy.arange(size, dtype=numpy.uint64) * 2654435761 + 12345) % 2**32
    return (numbers / 2**32).astype(numpy.float32)


def long_line():
    values = noise(LONG)
    values[1_234_567] = 40
    values[2_000_001] = -30
    return values


def waves():
    """12 × 16 complex numbers."""
    values = noise(2 * 12 * 16).astype(numpy.float64) - 0.5
    return (values[0::2] + 1j * values[1::2]).reshape(12, 16)


def describe():
    with asdf.open(ROMAN) as file:
        roman = file["roman"]
        data, err, dq = (roman[key][...] for key in ("data", "err", "dq"))
    some = [0, 17, 96, 191]
    complex_values = waves()
    return {
        "row": {str(x): [float(data[17, x]), float(err[17, x])] for x in some},
        "column": {str(y): [float(data[y, 131]), float(err[y, 131])] for y in some},
        "long": {"min": float(long_line().min()), "max": float(long_line().max()), "first": float(long_line()[0])},
        "parts": {
            name: {
                "row": part[5, [0, 7, 15]].tolist(),
                "min": float(part.min()),
                "max": float(part.max()),
                "mean": float(part[:3, :3].mean()),
            }
            for name, part in {
                "Amplitude": numpy.abs(complex_values),
                "Phase": numpy.angle(complex_values),
                "Real": complex_values.real,
                "Imaginary": complex_values.imag,
            }.items()
        },
        "flags": {
            "counts": [int(((dq >> bit) & 1).sum()) for bit in range(32)],
            "first": [int(index) for index in numpy.argwhere(dq)[0]],
        },
    }


print(json.dumps(describe()))
