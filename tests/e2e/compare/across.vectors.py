"""Two small images on the sky, and the second one in the pixels of the first by reproject: python across.vectors.py

reproject 0.21.0, astropy 8.0.2, numpy 2.4.6
"""

import json
from pathlib import Path

import numpy as np
from astropy.wcs import WCS
from reproject import reproject_exact, reproject_interp

HERE = Path(__file__).parent


def header(shape, crval, scale, rotation):
    cos, sin = np.cos(np.radians(rotation)), np.sin(np.radians(rotation))
    side = scale / 3600
    return {
        "CTYPE1": "RA---TAN", "CTYPE2": "DEC--TAN", "CRVAL1": crval[0], "CRVAL2": crval[1],
        "CRPIX1": (shape[1] + 1) / 2, "CRPIX2": (shape[0] + 1) / 2,
        "CD1_1": -side * cos, "CD1_2": side * sin, "CD2_1": side * sin, "CD2_2": side * cos,
        "RADESYS": "ICRS",
    }


def image(shape, crval, scale, rotation, unit, seed):
    rows, columns = np.indices(shape)
    data = 100 + 10 * np.sin(rows / 2 + seed) * np.cos(columns / 3) + np.random.default_rng(seed).normal(0, 1, shape)
    return {"shape": shape, "unit": unit, "header": header(shape, crval, scale, rotation), "data": data.astype("f4")}


def numbers(values):
    return [None if np.isnan(value) else float(f"{value:.9g}") for value in np.ravel(values)]


one = image((20, 24), (83.6, -5.4), 1.0, 0, "MJy/sr", 1)
other = image((16, 18), (83.6005, -5.3995), 1.3, 30, "DN/s", 2)
source, target = (other["data"].astype("f8"), WCS(other["header"])), WCS(one["header"])
shape = {"shape_out": one["shape"], "return_footprint": False}
results = {
    "bilinear": reproject_interp(source, target, order="bilinear", **shape),
    "nearest": reproject_interp(source, target, order="nearest-neighbor", **shape),
    "exact": reproject_exact(source, target, **shape),
}
vectors = {
    "images": [{**part, "data": numbers(part["data"])} for part in (one, other)],
    "results": {kernel: numbers(values) for kernel, values in results.items()},
}
(HERE / "across.vectors.json").write_text(json.dumps(vectors) + "\n")
