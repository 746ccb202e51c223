#!/usr/bin/env python3
"""Writes systems.json: directions of reference systems with their equinoxes in one another, as astropy converts them.

Needs: astropy==8.0.2 numpy==2.4.6

`directions` are those of each `from`; `pairs` lists [from, to, result]. `headers` lists FITS headers with the system that astropy finds in
them, and the ICRS position of their reference pixel.
"""

import json
import warnings
from pathlib import Path

import numpy as np
from astropy import units as u
from astropy.coordinates import FK4, FK5, ICRS, BarycentricMeanEcliptic, FK4NoETerms, Galactic, SkyCoord, Supergalactic
from astropy.io import fits
from astropy.time import Time
from astropy.wcs import WCS
from astropy.wcs.utils import wcs_to_celestial_frame

warnings.filterwarnings("ignore")
HERE = Path(__file__).parent
B = lambda year: Time(year, format="byear")
J = lambda year: Time(year, format="jyear")

SYSTEMS = {
    "icrs": ICRS(),
    "galactic": Galactic(),
    "supergalactic": Supergalactic(),
    "fk5": FK5(),
    "fk5 (equinox 1975)": FK5(equinox=J(1975)),
    "fk5 (equinox B1950)": FK5(equinox=B(1950)),
    "fk5 (equinox 2026.5)": FK5(equinox=J(2026.5)),
    "fk4": FK4(),
    "fk4 (equinox 1875)": FK4(equinox=B(1875)),
    "fk4 (equinox 2000)": FK4(equinox=B(2000)),
    "fk4 (equinox 1950, obstime 1983.5)": FK4(equinox=B(1950), obstime=B(1983.5)),
    "fk4 (equinox 1950, obstime J1991.25)": FK4(equinox=B(1950), obstime=J(1991.25)),
    "fk4noeterms": FK4NoETerms(),
    "fk4noeterms (equinox 1975)": FK4NoETerms(equinox=B(1975)),
    "barycentricmeanecliptic": BarycentricMeanEcliptic(),
    "barycentricmeanecliptic (equinox 1950)": BarycentricMeanEcliptic(equinox=J(1950)),
}
DIRECTIONS = [[0.0, 0.0], [83.6331, 22.0145], [266.4168, -29.0078], [200.5, 89.99], [123.456, -45.5]]
lon, lat = np.transpose(DIRECTIONS)

pairs = []
for before, frame in SYSTEMS.items():
    for after, other in SYSTEMS.items():
        if before != after:
            found = SkyCoord(lon * u.deg, lat * u.deg, frame=frame).transform_to(other, merge_attributes=False).spherical
            pairs.append([before, after, np.stack([found.lon.deg, found.lat.deg], axis=1).tolist()])

TAN = {"CTYPE1": "RA---TAN", "CTYPE2": "DEC--TAN", "CRPIX1": 10.0, "CRPIX2": 20.0, "CRVAL1": 83.0, "CRVAL2": -42.0, "CDELT1": -0.01,
       "CDELT2": 0.01}
headers = []
for more in [{}, {"EQUINOX": 1950.0}, {"EQUINOX": 1975.0}, {"EQUINOX": 2000.0}, {"EQUINOX": 1984.0}, {"EPOCH": 1950.0},
             {"RADESYS": "FK4"}, {"RADESYS": "FK4", "EQUINOX": 1900.0}, {"RADESYS": "FK4-NO-E"}, {"RADESYS": "FK4-NO-E", "EQUINOX": 1975.0},
             {"RADESYS": "FK4", "EQUINOX": 1950.0, "DATE-OBS": "1983-07-01", "MJD-OBS": 45516.0},
             {"RADECSYS": "FK5", "EQUINOX": 1950.0}, {"RADESYS": "FK5"}, {"RADESYS": "ICRS", "EQUINOX": 1950.0}]:
    wcs = WCS(fits.Header({**TAN, **more}))
    frame = wcs_to_celestial_frame(wcs)
    sky = SkyCoord(83.0 * u.deg, -42.0 * u.deg, frame=frame).icrs
    headers.append({"header": {**TAN, **more}, "icrs": [float(sky.ra.deg), float(sky.dec.deg)]})

with open(HERE / "systems.json", "w") as file:
    part = lambda rows: ",\n".join(json.dumps(row) for row in rows)
    file.write(f'{{"directions": {json.dumps(DIRECTIONS)},\n"pairs": [\n{part(pairs)}\n],\n"headers": [\n{part(headers)}\n]}}\n')
