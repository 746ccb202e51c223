"""Positions that gwcs gives for pixels of two files, with which exported keywords are compared: python wcs.vectors.py [FOLDER]

With the folder into which `EXPORTS=FOLDER npx vitest run tests/viewer/export` has written FITS files: verifies them and compares their
keywords, as astropy.wcs evaluates them, with gwcs.
gwcs 1.0.3, astropy 8.0.2, asdf 5.2.0
"""

import json
import sys
from pathlib import Path

import asdf
import numpy as np
from astropy.io import fits
from astropy.wcs import WCS

HERE = Path(__file__).parent
DATA = HERE.parent.parent / "data" / "roman"
# Where the exported part begins: it is all, or what the test cuts out.
CORNERS = {"whole": (0, 0), "cut": (50, 20)}
SIZES = {"whole": (192, 192), "cut": (141, 70)}


def wcs_of(name):
    with asdf.open(DATA / f"{name}.asdf", ignore_unrecognized_tag=True) as file:
        return file["roman"]["meta"]["wcs"]


def positions(wcs, part):
    (x, y), (width, height) = CORNERS[part], SIZES[part]
    xs, ys = np.meshgrid(np.linspace(x, x + width - 1, 5), np.linspace(y, y + height - 1, 5))
    longitudes, latitudes = wcs(xs.ravel(), ys.ravel())
    return np.transpose([xs.ravel(), ys.ravel(), longitudes, latitudes])


found = {}
for name in ["roman_l2_192", "roman_l3_192"]:
    wcs = wcs_of(name)
    for part, corner in CORNERS.items():
        points = positions(wcs, part)
        found[f"{name}.{part}"] = points.tolist()
        if len(sys.argv) > 1:
            with fits.open(Path(sys.argv[1]) / f"{name}.{part}.fits") as hdus:
                hdus.verify("exception")
                keywords = WCS(hdus[0].header)
            pixels = keywords.all_world2pix(points[:, 2:], 0, tolerance=1e-10) + corner
            print(name, part, "pixels apart:", np.abs(pixels - points[:, :2]).max())
(HERE / "wcs.vectors.json").write_text(json.dumps(found, indent=1) + "\n")
