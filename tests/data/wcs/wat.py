#!/usr/bin/env python3
"""Writes wat.json: FITS headers with the distortions TNX and ZPX of IRAF, pixels, and where astropy.wcs says that they are.

Needs: astropy==8.0.2 numpy==2.4.6

No coefficient is zero, because wcslib takes all that follow one for zero, too; and no card ends in a blank, because it ends the text there;
and both surfaces have the same greatest number of terms, because wcslib counts both by that of the latitude.
"""

import json
import warnings
from pathlib import Path

import numpy as np
from astropy.io import fits
from astropy.wcs import WCS

HERE = Path(__file__).parent
warnings.simplefilter("ignore")
random = np.random.default_rng(20261127)
CD = {"CRPIX1": 100.5, "CRPIX2": 80.25, "CRVAL1": 83.6, "CRVAL2": -42.0, "CD1_1": -7e-5, "CD1_2": 3e-7, "CD2_1": 2.5e-7, "CD2_2": 7.1e-5}
LIMITS = [-0.3171, 0.3147, -0.1588, 0.1592]


def correction(kind, nx, ny, cross, size=1e-4):
    count = {0: nx + ny - 1, 1: nx * ny, 2: sum(m + n < max(nx, ny) for m in range(nx) for n in range(ny))}[cross]
    numbers = [kind, nx, ny, cross, *LIMITS, *(random.normal(size=count) * size)]
    return " ".join(f"{number:.14G}" if isinstance(number, float) else f"{number}." for number in numbers) + " "


def wat(axis, words):
    text = " ".join(words)
    return {f"WAT{axis}_{i // 68 + 1:03}": text[i:i + 68] for i in range(0, len(text), 68)}


def header(code, longitude, latitude, projp=(), **more):
    words = [f"wtype={code.lower()}"]
    own = [f"projp{m}={value}" for m, value in projp]
    return {"CTYPE1": f"RA---{code}", "CTYPE2": f"DEC--{code}", **CD, "WAT0_001": "system=image",
            **wat(1, [*words, "axtype=ra", *own, f'lngcor = "{longitude}"']), **wat(2, [*words, "axtype=dec", *own, f'latcor = "{latitude}"']), **more}


def usable(make):
    while True:
        cards = make()
        if all(len(v) == 68 and v[-1] != " " for k, v in cards.items() if k[:3] == "WAT" and f"{k[:5]}{int(k[5:]) + 1:03}" in cards):
            return cards


cases = []
for name, kind in [("Chebyshev", 1), ("Legendre", 2), ("monomials", 3)]:
    for cross, terms in [(0, "no cross terms"), (1, "all cross terms"), (2, "half of the cross terms")]:
        sizes = [(4, 4), (3, 5), (5, 2)] if cross else [(4, 4)]
        for nx, ny in sizes:
            cases.append([f"TNX, {name} {nx} × {ny}, {terms}", usable(lambda: header("TNX", correction(kind, nx, ny, cross), correction(kind, ny, nx, cross)))])
cases.append(["TNX of different kinds, turned", usable(lambda: header("TNX", correction(1, 4, 4, 2), correction(2, 3, 4, 1), LONPOLE=170.0, RADESYS="FK5", EQUINOX=2000.0))])
cases.append(["ZPX", usable(lambda: header("ZPX", correction(1, 4, 4, 2), correction(1, 4, 4, 2), [(1, "1."), (3, "220.")]))])
cases.append(["ZPX of the fifth degree", usable(lambda: header("ZPX", correction(3, 3, 3, 2), correction(3, 3, 3, 2), [(0, "0."), (1, "1."), (2, "0."), (3, "-50.3"), (5, "12.")]))])

results = []
for name, cards in cases:
    wcs = WCS(fits.Header(cards))
    pixels = np.concatenate([[[99.5, 79.25]], np.round(random.uniform(-1500, 1500, (6, 2)), 2)])
    world = wcs.wcs_pix2world(pixels, 0)
    results.append({"name": name, "header": cards, "pixels": pixels.tolist(), "world": world.tolist()})
with open(HERE / "wat.json", "w") as file:
    file.write("[\n" + ",\n".join(json.dumps(result) for result in results) + "\n]\n")
plain = WCS(fits.Header({**{k: v for k, v in cases[0][1].items() if "WAT" not in k}, "CTYPE1": "RA---TAN", "CTYPE2": "DEC--TAN"}))
print(len(results), "headers; differs from TAN by", np.abs(np.array(results[0]["world"]) - plain.wcs_pix2world(results[0]["pixels"], 0)).max())
