"""What the converters of the package read, from astropy: writes astropy.vectors.asdf, or reads a file that asdf-wasm wrote. asdf 6.0.0,
asdf-astropy 0.11.0, astropy 8.0.2.

    python astropy.vectors.py             # writes astropy.vectors.asdf
    python astropy.vectors.py FILE        # prints what is in FILE
"""

import pathlib
import sys

import asdf
from astropy import coordinates as c
from astropy import units as u
from astropy.modeling.models import Polynomial1D, Shift
from astropy.time import Time

asdf.get_config().validate_on_read = True
if len(sys.argv) > 1:
    with asdf.open(sys.argv[1]) as file:
        for key, value in file.tree.items():
            if key not in ("asdf_library", "history"):
                print(key, type(value).__name__, str(value).replace("\n", " "))
else:
    tree = {
        "unit": u.Unit("erg / (s cm2)"),
        "light-year": u.lyr,
        "quantity": 2.5 * u.Jy,
        "quantities": [1.0, 2.0] * u.Jy,
        "angle": c.Angle(3, "deg"),
        "icrs": c.SkyCoord(10 * u.deg, 20 * u.deg),
        "fk5": c.SkyCoord([10, 11] * u.deg, [20, 21] * u.deg, distance=[1, 2] * u.pc, frame="fk5", equinox="J1975"),
        "fk4": c.FK4(1 * u.deg, 2 * u.deg, equinox=Time("B1975"), obstime=Time("B1980")),
        "galactic": c.Galactic(l=[1, 2] * u.deg, b=[3, 4] * u.deg),
        "unknown": c.SkyCoord(1 * u.deg, 2 * u.deg, frame="barycentrictrueecliptic"),
        "shift": Shift(2.0) | Polynomial1D(1, c0=1.0, c1=3.0),
    }
    asdf.AsdfFile(tree).write_to(pathlib.Path(__file__).with_name("astropy.vectors.asdf"), all_array_storage="inline")
