#!/usr/bin/env python3
"""Writes fits.json: FITS headers, pixels, and where astropy.wcs says that they are; also positions in other systems.

Needs: astropy==8.0.2 numpy==2.4.6

`headers` lists {name, header, pixels, world, frame}: pixels are counted from 0, and a point without an image is null.
"""

import json
import warnings
from pathlib import Path

import numpy as np
from astropy import units as u
from astropy.coordinates import SkyCoord
from astropy.wcs import WCS
from astropy.wcs.utils import proj_plane_pixel_scales

warnings.filterwarnings("ignore")
HERE = Path(__file__).parent
rng = np.random.default_rng(20261123)
headers = []


def add(name, header, scale=60, pixels=None, shape=(100, 100)):
    """`scale`: about how many pixels from the reference pixel the points are."""
    wcs = WCS(header)
    axes = wcs.naxis
    if pixels is None:
        pixels = np.array([header[f"CRPIX{i + 1}"] - 1 for i in range(axes)]) + rng.uniform(-scale, scale, (9, axes))
        pixels[0] = [header[f"CRPIX{i + 1}"] - 1 for i in range(axes)]
        pixels = np.round(pixels, 3)
    world = wcs.all_pix2world(pixels, 0)
    scales = [float(s) for s in proj_plane_pixel_scales(wcs)[:2]]
    rows = [[float(v) for v in row] if np.all(np.isfinite(row)) else None for row in world]
    headers.append({"name": name, "header": header, "pixels": pixels.tolist(), "world": rows, "scales": scales})


def sky(code, pv={}, crval=(150.1, 2.2), cdelt=(-0.5, 0.5), names=("RA", "DEC"), **more):
    types = [f"{name}{'-' * (8 - len(name) - 3)}{code}" for name in names]
    return {"WCSAXES": 2, "CTYPE1": types[0], "CTYPE2": types[1], "CRPIX1": 40.5, "CRPIX2": 51.25,
            "CRVAL1": crval[0], "CRVAL2": crval[1], "CDELT1": cdelt[0], "CDELT2": cdelt[1],
            **{f"PV2_{m}": v for m, v in pv.items()}, **more}


# Every projection, with its parameters.
for code, pv in {
    "AZP": {1: 2.0, 2: 30.0}, "SZP": {1: 2.0, 2: 180.0, 3: 60.0}, "TAN": {}, "STG": {}, "SIN": {1: 0.1, 2: 0.2}, "ARC": {},
    "ZEA": {}, "AIR": {1: 45.0}, "CYP": {1: 1.0, 2: 0.7}, "CEA": {1: 0.5}, "CAR": {}, "MER": {}, "SFL": {}, "PAR": {},
    "MOL": {}, "AIT": {}, "COP": {1: 45.0, 2: 25.0}, "COE": {1: 45.0, 2: 25.0}, "COD": {1: 45.0, 2: 25.0},
    "COO": {1: 45.0, 2: 25.0}, "BON": {1: 45.0}, "PCO": {}, "TSC": {}, "QSC": {}, "HPX": {}, "XPH": {},
}.items():
    add(code, sky(code, pv))
add("SIN", sky("SIN"))
add("AZP by default", sky("AZP"))
add("AIR by default", sky("AIR"))
add("CYP by default", sky("CYP"))
add("HPX with parameters", sky("HPX", {1: 6.0, 2: 3.0}))

# The rotation to the sky.
add("TAN at the north pole", sky("TAN", crval=(30, 90)))
add("TAN at the south pole", sky("TAN", crval=(30, -90)))
add("TAN with LONPOLE", sky("TAN", LONPOLE=120.0))
add("CAR of the whole sky", sky("CAR", crval=(0, 0), cdelt=(-1, 1), names=("GLON", "GLAT")), 80)
add("CAR not at the equator", sky("CAR", crval=(210, -35)))
add("CAR with LONPOLE", sky("CAR", crval=(10, 12), LONPOLE=75.0))
add("CAR with LATPOLE", sky("CAR", crval=(10, 12), LONPOLE=75.0, LATPOLE=-90.0))
add("CAR with LONPOLE 180", sky("CAR", crval=(10, -30), LONPOLE=180.0))
add("MER at a negative latitude", sky("MER", crval=(300, -20)))
add("AIT of the whole sky", sky("AIT", crval=(0, 0), cdelt=(-2, 2), names=("ELON", "ELAT")), 70)
add("COE with LONPOLE", sky("COE", {1: 30.0, 2: 10.0}, crval=(10, 28), LONPOLE=172.0))
add("LONPOLE and LATPOLE by PV", sky("CAR", crval=(10, 12), PV1_3=75.0, PV1_4=-90.0))
add("ZEA far away", sky("ZEA", cdelt=(-3, 3)), 60)

# The linear part.
add("CD", {k: v for k, v in sky("TAN", CD1_1=-2e-5, CD1_2=3e-6, CD2_1=2.5e-6, CD2_2=2.1e-5).items() if "CDELT" not in k}, 500)
add("PC and CDELT", sky("TAN", cdelt=(-3e-5, 3.1e-5), PC1_1=0.9, PC1_2=-0.4, PC2_1=0.41, PC2_2=0.91), 500)
add("CROTA", sky("TAN", cdelt=(-3e-5, 3.1e-5), CROTA2=33.0), 500)
add("CUNIT", sky("TAN", crval=(540000.0, 7200.0), cdelt=(-0.1, 0.1), CUNIT1="arcsec", CUNIT2="arcsec"), 500)
lat_first = {"WCSAXES": 2, "CTYPE1": "DEC--TAN", "CTYPE2": "RA---TAN", "CRPIX1": 10.0, "CRPIX2": 20.0, "CRVAL1": -42.0,
             "CRVAL2": 83.0, "CDELT1": 0.01, "CDELT2": -0.01, "RADESYS": "FK5", "EQUINOX": 2000.0}
add("latitude first", lat_first)
add("latitude first, cylindrical", {**lat_first, "CTYPE1": "DEC--CEA", "CTYPE2": "RA---CEA", "PV1_1": 0.6})
add("linear", {"WCSAXES": 2, "CTYPE1": "X", "CTYPE2": "Y", "CRPIX1": 3.0, "CRPIX2": 4.0, "CRVAL1": 1.5, "CRVAL2": -2.0,
               "CDELT1": 0.25, "CDELT2": 4.0, "CUNIT1": "mm", "CUNIT2": "mm"})

# The Sun.
add("helioprojective", {**sky("TAN", crval=(120.0, -340.0), cdelt=(0.6, 0.6), names=("HPLN", "HPLT")),
                        "CUNIT1": "arcsec", "CUNIT2": "arcsec"}, 1000)

# More axes.
cube = sky("TAN", cdelt=(-1e-4, 1e-4), names=("RA", "DEC"))
cube.update(WCSAXES=3, CTYPE3="WAVE", CRPIX3=1.0, CRVAL3=4750.0, CDELT3=1.25, CUNIT3="Angstrom")
add("cube", cube)
add("cube in GHz", {**cube, "CTYPE3": "FREQ", "CRVAL3": 115.27, "CDELT3": -0.01, "CUNIT3": "GHz"})
add("cube with Stokes", {**cube, "WCSAXES": 4, "CTYPE4": "STOKES", "CRPIX4": 1.0, "CRVAL4": 1.0, "CDELT4": 1.0})
add("cube with coupled axes", {**cube, "CTYPE3": "VRAD", "CUNIT3": "km/s", "CRVAL3": 12.0, "PC1_3": 0.3, "PC3_1": -0.2, "PC2_3": 0.1})
spectrum_first = {"WCSAXES": 3, "CTYPE1": "FREQ", "CRPIX1": 1.0, "CRVAL1": 1.4e9, "CDELT1": 1e6, "CUNIT1": "Hz", "CTYPE2": "GLAT-SFL",
                  "CRPIX2": 30.0, "CRVAL2": 5.0, "CDELT2": 0.05, "CTYPE3": "GLON-SFL", "CRPIX3": 20.0, "CRVAL3": 120.0, "CDELT3": -0.05}
add("spectrum first", spectrum_first, 15)

# Distortion.
sip = sky("TAN-SIP", cdelt=(-1, 1), CD1_1=-1.1e-4, CD1_2=4e-5, CD2_1=3.8e-5, CD2_2=1.09e-4, A_ORDER=3, B_ORDER=3,
          A_0_2=2.1e-6, A_1_1=-5.2e-6, A_2_0=8.5e-6, A_0_3=-7e-11, A_2_1=4e-10, A_3_0=1e-10, A_1_0=1e-5,
          B_0_2=-7.2e-6, B_1_1=6.2e-6, B_2_0=-1.7e-6, B_0_3=-4e-10, B_1_2=3e-11, B_0_1=-2e-5,
          AP_ORDER=2, BP_ORDER=2, AP_1_0=0.0, BP_0_1=0.0)
sip = {k: v for k, v in sip.items() if "CDELT" not in k}
add("SIP", sip, 900)
add("SIP without its name", {**sip, "CTYPE1": "RA---TAN", "CTYPE2": "DEC--TAN"}, 900)

# Not compared: without PVi_1 wcslib takes 0 instead of 1, and with the latitude first it exchanges the pixels.
tpv = {k: v for k, v in sky("TPV", CD1_1=-7.3e-5, CD1_2=1e-7, CD2_1=2e-7, CD2_2=7.3e-5).items() if "CDELT" not in k}
more = np.random.default_rng(40)
orders = [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, *[4] * 5, *[5] * 7, *[6] * 7, *[7] * 9]
small = {f"PV{i}_{m}": float(np.round(more.normal() * 0.003 ** max(1, order - 1), 12)) for i in (1, 2) for m, order in enumerate(orders)}
small |= {"PV1_0": 1e-4, "PV1_1": 1.001, "PV2_1": 0.999, "PV1_2": 2e-3, "PV2_2": -1e-3, "PV1_3": 1e-4, "PV2_3": -2e-4}
add("TPV", {**tpv, **{k: v for k, v in small.items() if int(k[4:]) not in (3, 11, 23, 39)}}, 900)
add("TPV with radial terms", {**tpv, **small}, 900)
add("TPV by SCAMP", {**tpv, **small, "CTYPE1": "RA---TAN", "CTYPE2": "DEC--TAN"}, 900)
add("TPV with LONPOLE", {**tpv, **small, "LONPOLE": 170.0}, 900)

# Positions in other systems.
lon = np.array([0, 10, 83.6331, 266.4168, 359.999, 180, 123.456])
lat = np.array([0, 20, 22.0145, -29.0078, 89.9, -90, -45.5])
icrs = SkyCoord(lon * u.deg, lat * u.deg)
systems = {}
for name in ["icrs", "fk5", "galactic", "barycentricmeanecliptic"]:
    other = icrs.transform_to(name)
    systems[name] = np.stack([other.spherical.lon.deg, other.spherical.lat.deg], axis=1).tolist()

with open(HERE / "fits.json", "w") as file:
    lines = ",\n".join(json.dumps(header) for header in headers)
    file.write('{"systems": ' + json.dumps(systems) + ',\n"headers": [\n' + lines + "\n]}\n")
print(len(headers), "headers")
