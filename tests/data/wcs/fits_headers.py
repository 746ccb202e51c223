#!/usr/bin/env python3
"""Writes fits-headers.json: FITS headers as they are met, pixels, and where astropy.wcs says that they are.

Needs: astropy==8.0.2 numpy==2.4.6

`headers` lists {name, header, pixels, world, types}: `header` are the cards of world coordinates, pixels are counted from 0, `world` has null
where there is no value, `types` are the physical types. The first ones are astropy's test headers (BSD-3-Clause, see ../licenses), of
which only these cards are kept; the others are made here. `refused` are those that astropy refuses, with its reason.
"""

import glob
import json
import logging
import os
import re
import warnings
from pathlib import Path

import astropy.wcs
import numpy as np
from astropy.io import fits
from astropy.wcs import WCS

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
HERE = Path(__file__).parent
DATA = Path(astropy.wcs.__file__).parent / "tests" / "data"
CARDS = re.compile(
    r"(?:NAXIS\d*|WCSAXES|C(?:TYPE|RPIX|RVAL|DELT|UNIT|ROTA)\d|(?:PC|CD|PV)[\d_]+|[AB]P?_\w+|LONPOLE|LATPOLE|PROJP\d|RADE\w+|EQUINOX|EPOCH"
    r"|RESTFR\w+|RESTWAV|VELREF|SPECSYS|AMD[XY]\d+|PPO\d|PLT\w+|[XY]PIXELSZ|CNPIX\d|D[PQ]\d\w*)"
)
rng = np.random.default_rng(20261125)
headers, refused = [], []


def add(name, header, hdus=None):
    cards = {}
    for card in fits.Header(header).cards:
        try:
            if CARDS.fullmatch(card.keyword) and isinstance(card.value, (int, float, str)):
                cards.setdefault(card.keyword, card.value)
        except fits.VerifyError:
            continue
    try:
        wcs = WCS(fits.Header(header), hdus)
        lengths = [header.get(f"NAXIS{i + 1}", 100) for i in range(wcs.naxis)]
        pixels = np.round(rng.uniform(0, 1, (4, wcs.naxis)) * lengths, 2)
        world = wcs.all_pix2world(pixels, 0)
    except Exception as problem:
        refused.append({"name": name, "header": cards, "problem": " ".join(str(problem).split())[:160]})
        return
    rows = [[float(v) if np.isfinite(v) else None for v in row] for row in world]
    types = list(wcs.world_axis_physical_types)
    headers.append({"name": name, "header": cards, "pixels": pixels.tolist(), "world": rows, "types": types})


for path in sorted(glob.glob(f"{DATA}/*.hdr") + glob.glob(f"{DATA}/maps/*.hdr") + glob.glob(f"{DATA}/spectra/*.hdr")):
    text = Path(path).read_bytes().decode("latin1")
    # Pixel lists are tables, two of the files are no headers, and ZPN is compared elsewhere.
    if not re.search("chandra|invalid_header|outside_sky|ZPN|zpn|2wcses", path):
        add(os.path.relpath(path, DATA), fits.Header.fromstring(text, sep="\n" if "\n" in text else ""))
for path in sorted(glob.glob(f"{DATA}/*.fits*")):
    with fits.open(path) as hdus:
        for i, hdu in enumerate(hdus):
            # Those with tables are compared elsewhere.
            is_plain = not {"CPDIS1", "D2IMDIS1"} & set(hdu.header) and "/tab-" not in path
            if is_plain and hdu.is_image and hdu.header["NAXIS"] > 0 and "CTYPE1" in hdu.header:
                add(f"{os.path.basename(path)} {i}", hdu.header, hdus)

BASE = {"NAXIS": 2, "NAXIS1": 20, "NAXIS2": 20, "CTYPE1": "RA---TAN", "CTYPE2": "DEC--TAN", "CRPIX1": 50.5, "CRPIX2": 40.5,
        "CRVAL1": 150.1, "CRVAL2": 42.2, "CDELT1": -2e-4, "CDELT2": 2e-4}
NO_SCALE = {k: v for k, v in BASE.items() if "CDELT" not in k}
TURN = {"11": -2e-4, "12": 1e-5, "21": 3e-5, "22": 2e-4}


def matrix(pattern, factor=1):
    return {pattern.format(i=int(k[0]), j=int(k[1])): v * factor for k, v in TURN.items()}


def sky(code, **more):
    return {**BASE, "CTYPE1": f"RA---{code}", "CTYPE2": f"DEC--{code}", **more}


def third(type, value=3000.0, step=500.0, unit="", **more):
    return {**BASE, "WCSAXES": 3, "CTYPE3": type, "CRPIX3": 1.0, "CRVAL3": value, "CDELT3": step, "CUNIT3": unit, **more}


def without(*keywords):
    return {k: v for k, v in BASE.items() if k not in keywords}


# Spellings of the matrix, and what counts if there are several.
for pattern in ["PC{i:03}{j:03}", "PC{i:02}_{j:02}", "PC{i:03}_{j:03}", "PC{i}_{j}"]:
    add(pattern, {**BASE, **matrix(pattern, 5000)})
for pattern in ["CD{i:03}{j:03}", "CD{i:02}_{j:02}", "CD{i}_{j}"]:
    add(pattern, {**NO_SCALE, **matrix(pattern)})
    add(f"{pattern} with CDELT", {**BASE, **matrix(pattern)})
add("PC and CD", {**BASE, **matrix("CD{i}_{j}"), **matrix("PC{i}_{j}", 5000)})
add("PC and CROTA2", {**BASE, **matrix("PC{i}_{j}", 5000), "CROTA2": 30.0})
add("CD and CROTA2", {**NO_SCALE, **matrix("CD{i}_{j}"), "CROTA2": 30.0})
add("CROTA1", {**BASE, "CROTA1": 30.0})
add("CD with CDELT3", {**third("FREQ", 1.4e9, 1e6, "Hz"), **matrix("CD{i}_{j}")})
add("CD with CD3_3", {**third("FREQ", 1.4e9, 1e6, "Hz"), **matrix("CD{i}_{j}"), "CD3_3": 2e6})

# The reference point.
for code in ["TAN", "CAR", "SIN"]:
    add(f"{code} with LONPOLE 999", sky(code, LONPOLE=999.0, LATPOLE=999.0))
    add(f"{code} with default PV1", sky(code, PV1_0=0.0, PV1_1=0.0, PV1_2=0.0 if code == "CAR" else 90.0))
add("TAN with PV1_3 999", sky("TAN", PV1_3=999.0))
add("TAN with PV1_4", sky("TAN", PV1_3=175.0, PV1_4=80.0))
add("TAN with PV1_1", sky("TAN", PV1_1=5.0))
add("TAN with PV1_2", sky("TAN", PV1_1=5.0, PV1_2=60.0))
add("TAN with PV1_0", sky("TAN", PV1_0=1.0, PV1_1=5.0, PV1_2=89.0))
add("CAR with PV1_0", sky("CAR", PV1_0=1.0, PV1_1=5.0, PV1_2=40.0))
add("SFL with PV1_2", sky("SFL", PV1_0=1.0, PV1_1=0.0, PV1_2=42.2))
for latitude in [-60.0, -5.0, 0.0, 28.2, 69.0]:
    add(f"GLS at {latitude}", sky("GLS", CRVAL2=latitude, CDELT1=-0.1, CDELT2=0.1))
    if latitude:
        add(f"NCP at {latitude}", sky("NCP", CRVAL2=latitude, CDELT1=-0.01, CDELT2=0.01))
add("GLS turned", sky("GLS", CDELT1=-0.1, CDELT2=0.1, CROTA2=25.0))
add("PROJP", sky("SIN", PROJP1=0.1, PROJP2=0.2))
add("PV02_01", sky("SIN", PV02_01=0.1, PV2_02=0.2))

# Distortions beside one another.
sip = {"A_ORDER": 2, "B_ORDER": 2, "A_2_0": 1e-5, "B_0_2": 2e-5, "A_1_1": 1e-5}
low = {"PV1_0": 1e-4, "PV1_1": 1.0, "PV1_2": 1e-3, "PV2_0": 0.0, "PV2_1": 1.0, "PV2_2": 2e-3}
high = {**low, "PV1_5": 1e-3, "PV2_4": 2e-3, "PV2_5": 1e-3}
cd = {**NO_SCALE, **matrix("CD{i}_{j}")}
for suffix in ["TAN", "TAN-SIP", "TPV"]:
    types = {"CTYPE1": f"RA---{suffix}", "CTYPE2": f"DEC--{suffix}"}
    if suffix != "TPV":
        add(f"{suffix} with SIP", {**cd, **sip, **types})
    add(f"{suffix} with SIP and PV", {**cd, **sip, **high, **types})
    add(f"{suffix} with PV", {**cd, **high, **types})
for keyword in ["DP1_T", "DQ1SKY", "DP1", "DQ2"]:
    add(f"{keyword} is no distortion", {**BASE, keyword: 3.5})

# What is missing, or is no number.
add("without CRPIX", without("CRPIX1", "CRPIX2"))
add("without CRVAL", without("CRVAL1", "CRVAL2"))
add("without CDELT", without("CDELT1", "CDELT2"))
add("without CTYPE", without("CTYPE1", "CTYPE2"))
add("without CRPIX2 and CDELT1", without("CRPIX2", "CDELT1"))
for keyword in ["EQUINOX", "EPOCH", "LONPOLE", "LATPOLE", "CROTA2", "WCSAXES"]:
    add(f"{keyword} is a text", {**BASE, keyword: "N/A"})
add("CRVAL3 is a text", third("", "N/A"))
add("CDELT3 is a text", third("", 5.0, "N/A"))
add("CRPIX3 is a text", third("", CRPIX3="N/A"))
add("one axis", {"NAXIS": 1, "NAXIS1": 100, "CTYPE1": "WAVE", "CUNIT1": "nm", "CRPIX1": 1.0, "CRVAL1": 500.0, "CDELT1": 0.5})
add("one axis without CTYPE", {"NAXIS": 1, "NAXIS1": 100, "CRPIX1": 1.0, "CRVAL1": 500.0, "CDELT1": 0.5})
add("one axis of AWAV-LOG", {"NAXIS": 1, "NAXIS1": 100, "CTYPE1": "AWAV-LOG", "CUNIT1": "Angstrom", "CRPIX1": 1.0, "CRVAL1": 3600.0, "CDELT1": 0.8})
add("two axes of which one is a spectrum", {"NAXIS": 2, "CTYPE1": "AWAV", "CUNIT1": "Angstrom", "CRVAL1": 3600.0, "CD1_1": 0.8, "CRPIX1": 1.0, "CTYPE2": "LINEAR", "CD2_2": 1.0})

# Other axes.
for type in ["VELO-LSR", "VELO-HEL", "VELO-OBS", "FREQ-LSR", "VELO", "VRAD", "STOKES", "EV-ENERGY", "LAMBDA", "LINEAR", "WAVE-LOG", "TIME-LOG", "FOO--LOG", "DIST", "TAI", "BETA"]:
    add(type, third(type))
    add(f"{type} with VELREF", third(type, VELREF=257, CUNIT3="km/s" if "VELO" in type else ""))
add("a velocity first", {"CTYPE1": "VELO-LSR", "CRVAL1": -1000.0, "CDELT1": 100.0, "CRPIX1": 1.0, "CTYPE2": "GLAT-CAR", "CRVAL2": 0.0, "CDELT2": 0.5,
                         "CRPIX2": 3.0, "CTYPE3": "GLON-CAR", "CRVAL3": 120.0, "CDELT3": -0.5, "CRPIX3": 5.0})
rest = {"RESTFRQ": 1.420405752e9}
for type in ["FELO-HEL", "FELO-LSR", "FELO", "VOPT-F2W", "VRAD-W2F", "VELO-F2V", "VELO-W2V", "VOPT-V2W", "VRAD-V2F", "VELO-A2V", "VRAD-A2F", "VOPT-A2W"]:
    add(type, third(type, 3e5, 5e4, **rest))
for type in ["ZOPT-F2W", "ZOPT-V2W", "ZOPT-A2W", "BETA-F2V", "BETA-W2V"]:
    add(type, third(type, 0.1, 0.01, RESTWAV=5e-7))
for type in ["WAVE-F2W", "WAVE-V2W", "WAVE-A2W", "AWAV-F2A", "AWAV-W2A", "AWAV-V2A"]:
    add(type, third(type, 5e-7, 1e-9, RESTFREQ=6e14))
for type in ["FREQ-W2F", "FREQ-V2F", "FREQ-A2F"]:
    add(type, third(type, 6e14, 1e12, **{"RESTFRQ": 5.9e14}))
add("ENER-W2F", third("ENER-W2F", 2.0, 0.01, "eV"))
add("WAVN-W2F", third("WAVN-W2F", 20000.0, 10.0, "cm-1"))
add("AFRQ-W2F", third("AFRQ-W2F", 3e15, 1e12, "rad/s"))
grism = {"PV3_0": 3e5, "PV3_1": 1.0, "PV3_2": 10.0, "PV3_3": 1.0, "PV3_4": 0.0, "PV3_5": 2.0, "PV3_6": 3.0}
for type in ["WAVE-GRI", "AWAV-GRA", "WAVE-GRA", "FREQ-GRI"]:
    value = {"FREQ": (6e14, 1e12)}.get(type[:4], (5e-7, 1e-9))
    add(type, third(type, *value, **grism))
add("WAVE-GRI with glass", third("WAVE-GRI", 5e-7, 1e-9, **{**grism, "PV3_3": 1.5, "PV3_4": -2e5}))

# Celestial systems.
for lon, lat in [("GLON", "GLAT"), ("ELON", "ELAT"), ("HPLN", "HPLT"), ("HGLN", "HGLT"), ("CRLN", "CRLT"), ("TLON", "TLAT")]:
    add(lon, {**BASE, "CTYPE1": f"{lon}-CAR", "CTYPE2": f"{lat}-CAR"})

# Units.
for unit in ["DEGREE", "DEG", "degrees", "Deg", "ARCSEC", "arcsecs", "ARCMIN", "mas", "RADIANS", "rad"]:
    small = {"CRVAL1": 1.2, "CRVAL2": 0.4} if unit.lower().startswith("rad") else {"CDELT1": -0.2, "CDELT2": 0.2}
    add(f"CUNIT {unit}", {**BASE, "CUNIT1": unit, "CUNIT2": unit, **small})
for type, units in {
    "WAVE": ["Angstroms", "angstrom", "Angstrom", "METERS", "nm", "um", "mm", "10**-10 m", "10^-10 m", "10-10m"],
    "FREQ": ["HZ", "hz", "GHZ", "MHZ", "KHZ", "kHz", "mHz", "MHz", "THz", "1/s"],
    "VRAD": ["km/sec", "KM/SEC", "km s**-1", "km.s-1", "km*s^-1", "(km)/s", "km / s", "m s^-1", "km/s"],
    "ENER": ["eV", "keV", "J", "erg"],
    "WAVN": ["1/m", "cm-1", "/cm", "cm**-1"],
    "TIME": ["SEC", "days", "yr"],
}.items():
    for unit in units:
        add(f"{type} in {unit}", third(type, unit=unit))

# Refused by astropy; the sky is plain.
for type in ["VELO-XYZ", "FREQ-GEO", "WAVE-F2V", "ABCD-TAN", "XLON-TAN", "FELO-HEL"]:
    add(f"{type} unknown", third(type))
for type, unit in [("VRAD", "KM/S"), ("WAVE", "ANGSTROM"), ("WAVE", "micron"), ("WAVE", "kg")]:
    add(f"{type} in {unit}", third(type, unit=unit))
add("FOO--LOG at 0", third("FOO--LOG", 0.0))

with open(HERE / "fits-headers.json", "w") as file:
    part = lambda rows: ",\n".join(json.dumps(row) for row in rows)
    file.write(f'{{"headers": [\n{part(headers)}\n],\n"refused": [\n{part(refused)}\n]}}\n')
print(len(headers), "headers,", len(refused), "refused")
