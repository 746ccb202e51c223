#!/usr/bin/env python3
"""Writes columns.json: headers of tables whose columns have a WCS, and where astropy.wcs says that their pixels, counted from 1, are.

Needs: astropy==8.0.2 numpy==2.4.6

The first one is of astropy's test headers (BSD-3-Clause, see ../licenses), of which only the cards of world coordinates are kept.
"""

import json
import re
import warnings
from pathlib import Path

import astropy.wcs
import numpy as np
from astropy.io import fits
from astropy.wcs import WCS

warnings.simplefilter("ignore")
DATA = Path(astropy.wcs.__file__).parent / "tests" / "data"
text = (DATA / "chandra-pixlist-wcs.hdr").read_text()
chandra = {card.keyword: card.value for card in fits.Header.fromstring(text, sep="\n").cards
           if re.fullmatch(r"TC\w{3}\d+|TP?[CPVD]\d+_\d+|RADESYS|EQUINOX|RADECSYS", card.keyword)}
events = {"TCTYP1": "TIME", "TCRVL1": 5.0, "TCRPX1": 1.0, "TCDLT1": 0.1, "TCTYP12": "RA---TAN", "TCTYP13": "DEC--TAN", "TCRVL12": 83.6,
          "TCRVL13": -42.0, "TCRPX12": 4096.5, "TCRPX13": 4090.5, "TCDLT12": -1.3e-4, "TCDLT13": 1.3e-4, "TCUNI12": "deg", "TCUNI13": "deg",
          "RADE12": "FK5", "EQUI12": 2000.0, "LONP12": 170.0}
images = {"1CTYP5": "GLAT-SIN", "2CTYP5": "GLON-SIN", "1CRVL5": 10.0, "2CRVL5": 20.0, "1CRPX5": 3.0, "2CRPX5": 4.0, "1CDLT5": 0.01,
          "2CDLT5": -0.01, "1CUNI5": "deg", "2CUNI5": "deg", "LATP5": 80.0}
# Alternate versions have shorter names, and a letter.
other_events = {"TCTY12B": "GLON-TAN", "TCTY13B": "GLAT-TAN", "TCRV12B": 184.0, "TCRV13B": -5.8, "TCRP12B": 4000.5, "TCRP13B": 4010.5,
                "TCDE12B": -2e-4, "TCDE13B": 2e-4, "TCUN12B": "deg", "TCUN13B": "deg", "LONP12B": 175.0, "TP12_13B": 0.1}
other_images = {"1CTY5A": "RA---ZPN", "2CTY5A": "DEC--ZPN", "1CRV5A": 150.0, "2CRV5A": 2.0, "1CRP5A": 2.0, "2CRP5A": 3.0, "1CDE5A": -0.02,
                "2CDE5A": 0.02, "1CUN5A": "deg", "2CUN5A": "deg", "RADE5A": "FK5", "EQUI5A": 2000.0, "12PC5A": 0.2, "2V5_1A": 1.0, "2PV5_3A": 5.0}
SKY = [int(k[5:]) for k, v in chandra.items() if k[:5] == "TCTYP" and v[:4] in ("RA--", "DEC-")]
TABLE = {"XTENSION": "BINTABLE", "BITPIX": 8, "NAXIS": 2, "NAXIS1": 8, "NAXIS2": 1, "PCOUNT": 0, "GCOUNT": 1, "TFIELDS": 20}
cases = []
for name, cards, keysel, colsel, key in [
    ("the pixel list of Chandra", chandra, "pixel", SKY, ""),
    ("events", events, "pixel", [12, 13], ""),
    ("events with PC", {**events, "TP12_13": 0.2, "TPC13_12": -0.1}, "pixel", [12, 13], ""),
    ("events with CD", {**{k: v for k, v in events.items() if "TCDLT1" not in k}, "TC12_12": -1e-3, "TCD12_13": 1e-4, "TC13_12": 2e-4, "TC13_13": 1e-3}, "pixel", [12, 13], ""),
    ("events with PV", {**events, "TCTYP12": "RA---AZP", "TCTYP13": "DEC--AZP", "TV13_1": 2.0, "TPV13_2": 30.0}, "pixel", [12, 13], ""),
    ("images in cells", images, "binary", [5], ""),
    ("images in cells with PC and PV", {**images, "12PC5": 0.3, "21PC5": -0.2, "1V5_1": 0.1, "1PV5_2": 0.2}, "binary", [5], ""),
    ("events in another version", {**events, **other_events}, "pixel", [12, 13], "B"),
    ("events beside another version", {**events, **other_events}, "pixel", [12, 13], ""),
    ("another version with CD alone", {**{k: v for k, v in other_events.items() if k[:4] != "TCDE" and k[:2] != "TP"},
                                       "TC12_12B": -1e-3, "TC12_13B": 1e-4, "TC13_12B": 2e-4, "TC13_13B": 1e-3}, "pixel", [12, 13], "B"),
    ("images in cells in another version", {**images, **other_images}, "binary", [5], "A"),
]:
    wcs = WCS(fits.Header({**TABLE, **cards}), keysel=[keysel], colsel=colsel, key=key or " ")
    pixels = [[1.0, 1.0], [4096.5, 4090.5], [4000.25, 4200.75]] if keysel == "pixel" else [[1.0, 1.0], [3.0, 4.0], [7.5, 2.25]]
    cases.append({"name": name, "key": key, "header": cards, "pixels": pixels, "world": wcs.all_pix2world(pixels, 1).tolist(),
                  "types": wcs.world_axis_physical_types})
with open(Path(__file__).parent / "columns.json", "w") as file:
    file.write("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
for case in cases:
    print(case["name"], case["world"], list(case["header"])[:40])
