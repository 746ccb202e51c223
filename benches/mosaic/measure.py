"""Resamples an image with reproject when asked: python measure.py SIDE, then a kernel a line; answers processor seconds and the value in the middle."""

import sys
import time
from importlib.metadata import version

import numpy as np
from astropy.wcs import WCS
from reproject import reproject_exact, reproject_interp

SIDE = int(sys.argv[1])


def tangent(scale, rotation):
    cos, sin = np.cos(np.radians(rotation)), np.sin(np.radians(rotation))
    side = scale / 3600
    return WCS({
        "CTYPE1": "RA---TAN", "CTYPE2": "DEC--TAN", "CUNIT1": "deg", "CUNIT2": "deg", "CRVAL1": 10, "CRVAL2": 20,
        "CRPIX1": (SIDE + 1) / 2, "CRPIX2": (SIDE + 1) / 2,
        "CD1_1": -side * cos, "CD1_2": side * sin, "CD2_1": side * sin, "CD2_2": side * cos,
    })


data = (np.arange(SIDE * SIDE) % 97).astype("float32").reshape(SIDE, SIDE)
source, target = tangent(0.11, 0), tangent(0.108, 20)
print(f"reproject {version('reproject')}", flush=True)
for line in sys.stdin:
    kernel = line.strip()
    start = time.process_time()
    if kernel == "exact":
        values, _ = reproject_exact((data, source), target, shape_out=data.shape)
    else:
        values, _ = reproject_interp((data, source), target, shape_out=data.shape, order=kernel)
    print(time.process_time() - start, values[SIDE // 2, SIDE // 2], flush=True)
