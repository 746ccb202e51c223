"""Prints tests/e2e/sky/position.vectors.json: what gwcs and astropy say of the positions that the tests of the page read out.

    pip install asdf==6.0.0 asdf-astropy==0.11.0 astropy==8.0.2 gwcs==1.0.3 numpy==2.4.6
    python tests/e2e/sky/position.vectors.py > tests/e2e/sky/position.vectors.json
    npx biome format --write tests/e2e/sky/position.vectors.json
"""

import json
import math
import warnings
from pathlib import Path

import asdf
import numpy as np
from astropy.coordinates import BarycentricMeanEcliptic, FK5, Galactic, ICRS, SkyCoord

warnings.simplefilter("ignore")
ROMAN = Path(__file__).parents[2] / "data" / "roman" / "roman_l2_192.asdf"
SYSTEMS = {
    "ICRS": (ICRS(), "hms"),
    "FK5 J2000": (FK5(equinox="J2000"), "hms"),
    "Galactic": (Galactic(), "dms"),
    "Ecliptic J2000": (BarycentricMeanEcliptic(equinox="J2000"), "dms"),
}
# Digits that a tenth of a pixel of 0.11 arcseconds means.
DIGITS = {"hms": 4, "dms": 2, "decimal": 6}
PIXELS = [(0, 0), (100, 50), (191, 191)]


def sexagesimal(angle, form, signed):
    if form == "hms":
        return angle.to_string(unit="hourangle", sep="hms", precision=DIGITS["hms"], pad=True)
    text = angle.to_string(unit="deg", sep="dms", precision=DIGITS["dms"], pad=True, alwayssign=signed)
    return text if signed else text.zfill(len("000d00m00.00s"))


def written(coordinates, form):
    longitude, latitude = coordinates.data.lon, coordinates.data.lat
    return {
        "sexagesimal": [sexagesimal(longitude, form, False), sexagesimal(latitude, "dms", True)],
        "decimal": [f"{longitude.deg:.{DIGITS['decimal']}f}", f"{latitude.deg:+.{DIGITS['decimal']}f}"],
    }


with asdf.open(ROMAN) as file:
    wcs = file["roman"]["meta"]["wcs"]
    described = []
    for x, y in PIXELS:
        sky = SkyCoord(*wcs(x, y), unit="deg", frame="icrs")
        systems = {
            name: written(sky.transform_to(frame), form) for name, (frame, form) in SYSTEMS.items()
        }
        described.append({"x": x, "y": y, "systems": systems})
    corners = [wcs(x, y, with_bounding_box=False) for x, y in [(-0.5, -0.5), (191.5, -0.5), (191.5, 191.5), (-0.5, 191.5)]]
    footprint = [
        written(SkyCoord(*corner, unit="deg", frame="icrs"), "hms")["sexagesimal"] for corner in corners
    ]
    middle, right, above = (SkyCoord(*wcs(x, y), unit="deg") for x, y in [(95.5, 95.5), (96.5, 95.5), (95.5, 96.5)])
    change = np.array([[o.arcsec for o in middle.spherical_offsets_to(other)] for other in (right, above)]).T
    x, y = np.linalg.solve(change, [0, 1])
    # North from up, counterclockwise.
    north = math.degrees(math.atan2(-x, y))
    side = "counterclockwise" if north > 0 else "clockwise"
    orientation = f"north is {abs(north):.1f}° {side} from up (+y)"

print(json.dumps({"roman": described, "footprint": footprint, "orientation": orientation}))
