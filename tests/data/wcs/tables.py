"""Writes tables.fits and tables.json: what astropy evaluates of FITS keywords beyond plain projections, and its positions.

tables.fits: images whose WCS needs other HDUs of the file (`CPDIS`, `D2IMDIS`, `-TAB`), and alternate ones.
tables.json: a case for each of its WCS, and headers of the projection ZPN.
"""
import json
import warnings
from pathlib import Path

import numpy as np
from astropy.io import fits
from astropy.wcs import WCS

HERE = Path(__file__).parent
warnings.simplefilter("ignore")
random = np.random.default_rng(30)


def record(header, keyword, records):
    for name, value in records.items():
        header.append((keyword, f"{name}: {value}"), end=True)


def table(name, version, shape, size, crpix, crval, cdelt):
    data = (random.normal(size=shape) * size).astype("f4")
    hdu = fits.ImageHDU(data, name=name, ver=version)
    for axis in range(len(shape)):
        hdu.header[f"CRPIX{axis + 1}"], hdu.header[f"CRVAL{axis + 1}"] = crpix[axis], crval[axis]
        hdu.header[f"CDELT{axis + 1}"] = cdelt[axis]
    return hdu


TAN = {"CTYPE1": "RA---TAN", "CTYPE2": "DEC--TAN", "CRPIX1": 100.5, "CRPIX2": 80.25, "CRVAL1": 83.6, "CRVAL2": -42.0,
       "CD1_1": -2e-5, "CD1_2": 3e-6, "CD2_1": 2.5e-6, "CD2_2": 2.1e-5, "RADESYS": "ICRS"}
SIP = {"CTYPE1": "RA---TAN-SIP", "CTYPE2": "DEC--TAN-SIP", "A_ORDER": 2, "B_ORDER": 2, "A_2_0": 8.5e-6, "A_1_1": -5.2e-6,
       "B_0_2": -7.2e-6, "B_1_1": 6.2e-6}


def image(name, keywords, records=()):
    hdu = fits.ImageHDU(np.zeros((4, 5), "i2"), name=name)
    hdu.header.update(keywords)
    for keyword, values in records:
        record(hdu.header, keyword, values)
    return hdu


prior = {"CPDIS1": "Lookup", "CPDIS2": "Lookup"}
detector = {"D2IMDIS1": "Lookup", "D2IMDIS2": "Lookup"}
own = {"NAXES": 2, "AXIS.1": 1, "AXIS.2": 2}
turned = {"NAXES": 2, "AXIS.1": 2, "AXIS.2": 1}
DP = [("DP1", {"EXTVER": 1, **own}), ("DP2", {"EXTVER": 2, **own})]
D2IM = [("D2IM1", {"EXTVER": 1, **own}), ("D2IM2", {"EXTVER": 2, **own})]
alternate = {"WCSNAMEA": "turned", "CTYPE1A": "GLON-CAR", "CTYPE2A": "GLAT-CAR", "CRPIX1A": 3.5, "CRPIX2A": 4.5, "CRVAL1A": 30.0,
             "CRVAL2A": 0.0, "CDELT1A": -0.1, "CDELT2A": 0.1, "PC1_2A": 0.2, "LONPOLEA": 0.0,
             "CTYPE1D": "DETX", "CTYPE2D": "DETY", "CRPIX1D": 1.0, "CRPIX2D": 1.0, "CRVAL1D": 40.0, "CRVAL2D": 60.0,
             "CDELT1D": 0.015, "CDELT2D": 0.015, "CUNIT1D": "mm", "CUNIT2D": "mm"}

hdus = fits.HDUList([
    fits.PrimaryHDU(),
    image("BOTH", {**TAN, **SIP, **prior, **detector}, DP + D2IM),
    image("PRIOR", {**TAN, **prior}, DP),
    image("DETECTOR", {**TAN, **detector}, D2IM),
    image("ONE", {**TAN, "CPDIS2": "Lookup"}, DP[1:]),
    image("TURNED", {**TAN, **prior}, [("DP1", {"EXTVER": 3, **turned}), ("DP2", {"EXTVER": 3, **turned})]),
    image("LINE", {**TAN, **SIP, "D2IMDIS1": "Lookup"}, [("D2IM1", {"EXTVER": 3, **own})]),
    image("DEFAULT", {**TAN, "D2IMDIS1": "Lookup"}, [("D2IM1", own)]),
    image("OTHERS", {**TAN, **alternate}),
    table("WCSDVARR", 1, (5, 7), 0.3, (1.0, 2.0), (1.0, 30.0), (30.0, 40.0)),
    table("WCSDVARR", 2, (5, 7), 0.3, (0.5, 1.0), (1.0, 1.0), (33.0, 41.5)),
    table("WCSDVARR", 3, (7, 5), 0.3, (1.0, 2.0), (1.0, 30.0), (30.0, 40.0)),
    table("D2IMARR", 1, (3, 9), 0.05, (1.0, 1.0), (1.0, 1.0), (25.0, 64.0)),
    table("D2IMARR", 2, (3, 9), 0.05, (1.0, 1.0), (1.0, 1.0), (25.0, 64.0)),
    table("D2IMARR", 3, (1, 200), 0.05, (0.0, 0.0), (0.0, 0.0), (1.0, 1.0)),
])
hdus.writeto(HERE / "tables.fits", overwrite=True)

cases = []
GRID = [[0.0, 0.0], [99.5, 79.25], [-20.0, 300.0], [12.25, 140.75], [187.3, 3.1], [250.0, -5.0], [61.0, 30.0]]


def positions(wcs, pixels):
    world = wcs.all_pix2world(np.array(pixels), 0)
    return [None if np.isnan(point).any() else point.tolist() for point in world]


with fits.open(HERE / "tables.fits") as file:
    for index in range(1, 9):
        header = file[index].header
        for key in [" ", "A", "D"] if file[index].name == "OTHERS" else [" "]:
            wcs = WCS(header, file, key=key)
            cases.append({"name": f"{file[index].name} {key}".strip(), "hdu": index, "key": key.strip(), "pixels": GRID,
                          "world": positions(wcs, GRID)})

# The projection ZPN: as cameras have it, linear, quadratic, with a hole at the pole, up to a turn, latitude first.
zpn = {"WCSAXES": 2, "CTYPE1": "RA---ZPN", "CTYPE2": "DEC--ZPN", "CRPIX1": 3.0, "CRPIX2": -9.0, "CRVAL1": 83.0, "CRVAL2": 22.0,
       "CDELT1": -0.1, "CDELT2": 0.1}
polynomials = {
    "ZPN of WFCAM": ({"PV2_1": 1.0, "PV2_3": -50.0}, 1.0),
    "ZPN of the fifth degree": ({"PV2_1": 1.0, "PV2_3": 42.0, "PV2_5": -1e4}, 0.5),
    "ZPN, linear": ({"PV2_0": 0.05, "PV2_1": 0.95}, 10.0),
    "ZPN, quadratic": ({"PV2_1": 0.98, "PV2_2": -0.11}, 20.0),
    "ZPN with a hole": ({"PV2_0": 0.05, "PV2_1": 0.975, "PV2_2": -0.807, "PV2_3": 0.337, "PV2_4": -0.065, "PV2_5": 0.01}, 4.0),
    "ZPN of the 20th degree": ({"PV2_1": 1.0, "PV2_20": -0.01, "PV2_13": 0.002}, 15.0),
    "ZPN with LONPOLE": ({"PV2_1": 1.0, "PV2_3": 0.2, "LONPOLE": 160.0}, 20.0),
}
for name, (parameters, size) in polynomials.items():
    header = {**zpn, **parameters}
    pixels = [[2.0, -10.0], [3.0 + size, -8.0], [2.0, -10.0 - size], [2.0 + 10 * size, -10.0 - 10 * size], [2.0 - 40 * size, 7.0]]
    cases.append({"name": name, "header": header, "pixels": pixels, "world": positions(WCS(fits.Header(header)), pixels)})

# Real files: an image of the Hubble Space Telescope with all of its tables, and one of WFCAM.
FIELD = HERE.parent / "field/fits/extract-blocked-by-wcs"
for name, index in [("dist_lookup.fits", 1), ("zpn_wfcam.fits", 0)]:
    with fits.open(FIELD / name) as file:
        wcs = WCS(file[index].header, file)
        cases.append({"name": name, "file": name, "hdu": index, "pixels": GRID, "world": positions(wcs, GRID)})

with open(HERE / "tables.json", "w") as file:
    file.write("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
print(len(cases), "cases")
