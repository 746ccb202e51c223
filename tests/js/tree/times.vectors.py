"""Writes times.vectors.asdf and times.vectors.json: times in every format and scale, and what astropy reads them as in UTC.

Made with asdf 6.0.0, asdf-astropy 0.11.0, astropy 8.0.2:

    python tests/js/tree/times.vectors.py
"""

import json
import warnings
from pathlib import Path

import asdf
import numpy as np
from astropy.time import Time

FORMATS = (
    "iso isot yday jd mjd jyear byear decimalyear unix gps cxcsec unix_tai jyear_str byear_str datetime fits"
)
here = Path(__file__).parent
warnings.simplefilter("ignore")
random = np.random.default_rng(1)

times = {}
for scale in ("utc", "tai", "tt", "tdb"):
    for name in FORMATS.split():
        for number in range(2):
            time = Time(41500 + random.random() * 18000, format="mjd", scale=scale)
            time.format = name
            times[f"{name}_{scale}_{number}"] = time
asdf.AsdfFile({"times": times}).write_to(here / "times.vectors.asdf")

# As they were written, with fewer digits.
with asdf.open(here / "times.vectors.asdf") as file:
    utc = {name: time.utc.to_datetime() for name, time in file["times"].items()}
    truth = {name: time.isoformat(timespec="microseconds") for name, time in utc.items()}
(here / "times.vectors.json").write_text(json.dumps(truth, indent=2) + "\n")
