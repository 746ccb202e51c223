#!/usr/bin/env python3
"""Writes tab.fits and tab.json: images whose axes are given by tables (`-TAB`), and where astropy.wcs says that their pixels are.

Needs: astropy==8.0.2 numpy==2.4.6

tab.json lists {name, hdu, pixels, world, types}: pixels are counted from 0, and a point without a position is null.
"""

import json
import warnings
from pathlib import Path

import numpy as np
from astropy.io import fits
from astropy.wcs import WCS

HERE = Path(__file__).parent
warnings.simplefilter("ignore")
random = np.random.default_rng(20261126)
hdus = fits.HDUList([fits.PrimaryHDU()])


def table(name, version=1, **columns):
    parts = []
    for column, values in columns.items():
        values = np.asarray(values)
        code = {"f8": "D", "f4": "E", "i4": "J"}[values.dtype.str[1:]]
        shape = str(tuple(values.shape[::-1])) if values.ndim > 1 else None
        parts.append(fits.Column(column, f"{values.size}{code}", dim=shape, array=values[np.newaxis]))
    hdus.append(fits.BinTableHDU.from_columns(parts, name=name, ver=version))


def image(name, axes, keywords):
    hdu = fits.ImageHDU(np.zeros((3,) * axes, "i2"), name=name)
    hdu.header.update(keywords)
    hdus.append(hdu)


def tab(axis, type, table, column, unit="", index=None, version=None, order=None, crpix=1.0, crval=1.0, cdelt=1.0):
    cards = {"CTYPE": type, "CUNIT": unit, "CRPIX": crpix, "CRVAL": crval, "CDELT": cdelt}
    return {**{f"{k}{axis}": v for k, v in cards.items()}, f"PS{axis}_0": table, f"PS{axis}_1": column,
            **({f"PS{axis}_2": index} if index else {}), **({f"PV{axis}_1": version} if version else {}),
            **({f"PV{axis}_3": order} if order else {})}


SKY = {"CTYPE1": "RA---TAN", "CTYPE2": "DEC--TAN", "CRPIX1": 2.0, "CRPIX2": 3.0, "CRVAL1": 83.6, "CRVAL2": -42.0,
       "CDELT1": -1e-3, "CDELT2": 1e-3, "CUNIT1": "deg", "CUNIT2": "deg"}
wave = np.cumsum(random.uniform(0.001, 0.01, 40)) + 4.9
steps = np.cumsum(random.uniform(0.5, 2.0, 12))
table("WCS-TABLE", wavelength=wave[:, np.newaxis], plain=wave, single=wave[:, np.newaxis].astype("f4"), falling=wave[::-1, np.newaxis] * 1e-6,
      bent=np.sin(np.arange(12) / 3.0)[:, np.newaxis], steps=steps, back=steps[::-1], short=wave[:12, np.newaxis], one=wave[:1, np.newaxis],
      at=np.array([7.0]), whole=np.arange(12, dtype="i4") * 3)
table("WCS-TABLE", 2, wavelength=wave[:, np.newaxis] + 1)
x, y = np.meshgrid(np.arange(7.0), np.arange(5.0))
plane = np.stack([150 + 0.1 * x + 0.01 * y**1.5, 2 + 0.1 * y - 0.02 * np.sqrt(x)], axis=-1)
table("COORDS", sky=plane, first=np.array([1, 2, 3.5, 4, 6, 8, 9.0]), second=np.array([9, 8, 5, 4, 1.0]), thin=plane[:1],
      cube=np.stack([10 + 2 * np.arange(24.0), np.arange(24.0) ** 1.1, 5 - np.arange(24.0) / 7], axis=-1).reshape(2, 3, 4, 3)
      + random.uniform(0, 0.3, (2, 3, 4, 3)))

image("JWST", 3, {**SKY, **tab(3, "WAVE-TAB", "WCS-TABLE", "wavelength", "um", version=1, order=1)})
image("PLAIN", 3, {**SKY, **tab(3, "WAVE-TAB", "WCS-TABLE", "plain", "um")})
image("SINGLE", 3, {**SKY, **tab(3, "AWAV-TAB", "WCS-TABLE", "single", "Angstrom", crpix=3.5, cdelt=0.5)})
image("VERSION", 3, {**SKY, **tab(3, "WAVE-TAB", "WCS-TABLE", "WAVELENGTH", "um", version=2)})
image("FALLING", 1, tab(1, "WAVE-TAB", "WCS-TABLE", "falling", "m"))
image("BENT", 1, tab(1, "FOO--TAB", "WCS-TABLE", "bent"))
image("INDEX", 3, {**SKY, **tab(3, "FREQ-TAB", "WCS-TABLE", "short", "GHz", index="steps", crval=2.5, cdelt=0.7)})
image("BACK", 3, {**SKY, **tab(3, "FREQ-TAB", "WCS-TABLE", "short", "GHz", index="back", crval=2.5, cdelt=0.7)})
image("WHOLE", 3, {**SKY, **tab(3, "TIME-TAB", "WCS-TABLE", "short", "s", index="whole", crval=0.0, cdelt=2.0)})
image("ONE", 3, {**SKY, **tab(3, "WAVE-TAB", "WCS-TABLE", "one", "um")})
image("SKY", 2, {**tab(1, "RA---TAB", "COORDS", "sky", "deg", order=1), **tab(2, "DEC--TAB", "COORDS", "sky", "deg", order=2)})
image("TURNED", 2, {**tab(1, "DEC--TAB", "COORDS", "sky", "deg", "second", order=2, crval=5.0, crpix=2.0, cdelt=0.5),
                    **tab(2, "RA---TAB", "COORDS", "sky", "deg", "first", order=1, crpix=0.0), "PC1_2": 0.1, "PC2_1": -0.2})
image("CUBE", 4, {**tab(1, "FREQ-TAB", "COORDS", "cube", "GHz", order=2), **tab(2, "VOPT-TAB", "COORDS", "cube", "km/s", order=3),
                  **tab(4, "FOO--TAB", "COORDS", "cube", "ct", order=1), "CTYPE3": "STOKES", "CRPIX3": 1.0, "CRVAL3": 1.0, "CDELT3": 1.0})
image("SPECTRUM", 2, {**tab(1, "WAVE-TAB", "WCS-TABLE", "wavelength", "um"), "CTYPE2": "LINEAR", "CRPIX2": 1.0, "CRVAL2": 5.0, "CDELT2": 2.0,
                      "PC1_2": 0.3})
hdus.writeto(HERE / "tab.fits", overwrite=True)

cases = []
with fits.open(HERE / "tab.fits") as file:
    for index, hdu in enumerate(file):
        if "CTYPE1" not in hdu.header:
            continue
        wcs = WCS(hdu.header, file)
        pixels = np.concatenate([np.round(random.uniform(-1, 13, (12, wcs.naxis)), 2), random.uniform(0, 4, (6, wcs.naxis)).round(2),
                                 np.zeros((1, wcs.naxis)), np.full((1, wcs.naxis), -0.45), np.full((1, wcs.naxis), 39.4)])
        world = []
        for pixel in pixels:
            try:
                point = wcs.wcs_pix2world([pixel], 0)[0]
                world.append(None if np.isnan(point).any() else point.tolist())
            except Exception:
                world.append(None)
        cases.append({"name": hdu.name, "hdu": index, "pixels": pixels.tolist(), "world": world,
                      "types": list(wcs.world_axis_physical_types)})

with open(HERE / "tab.json", "w") as out:
    out.write("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
print([(case["name"], sum(point is not None for point in case["world"]), case["types"]) for case in cases])
