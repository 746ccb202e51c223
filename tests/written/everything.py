"""Writes everything.asdf: what Python's asdf writes of its own types and, with asdf-astropy, of those of astropy. objects.py
says what of it changes when this package writes it again:

    npm run build && pip install -r tests/data/requirements.txt
    python tests/written/everything.py FOLDER && node tests/written/copies.mjs FOLDER
    python tests/written/objects.py FOLDER/everything.asdf FOLDER/copy-*.asdf
"""

import datetime
import sys
from collections import OrderedDict
from pathlib import Path

import asdf
import astropy.coordinates as coord
import astropy.units as u
import numpy as np
from asdf.tags.core import IntegerType
from astropy.table import Column, MaskedColumn, QTable, Table
from astropy.time import Time, TimeDelta


def ordered():
    return OrderedDict(
        full=OrderedDict([("z", 1), ("a", [1, 2]), ("m", OrderedDict([("inner", OrderedDict())]))]),
        empty=OrderedDict(),
        in_list=[OrderedDict(b=1, a=2), OrderedDict(), {"plain": OrderedDict(x=None)}],
        odd_keys=OrderedDict([("with: colon", 1), ("- dash", 2), ("", 3), ("null", 4), ("1", 5), ("ü\n", 6)]),
        number_keys=OrderedDict([(3, "three"), (1, "one"), (True, "yes")]),
    )


def scalars():
    return {
        "floats": [0.0, -0.0, 1.0, 1e22, 1e-300, 5e-324, 1.7976931348623157e308, 0.1, float("inf"), float("-inf"), float("nan")],
        "whole floats": [3.0, -7.0, 1e15, 1e16, 123456789012345680.0, 1e100],
        "integers": [0, -1, 2**31, 2**53 - 1, 2**53, 2**53 + 1, -(2**53) - 1, 2**62, 2**63 - 1, -(2**63) + 2],
        "big integers": [IntegerType(2**64), IntegerType(-(2**100) - 1), IntegerType(7)],
        "complex": [1 + 2j, -0.0 - 1e300j, complex("inf"), complex("nan+1j"), 0j],
        "truth": [True, False],
        "nothing": None,
        "like others": [
            "", " ", "null", "~", "true", "yes", "off", "1", "-1", "+1", "1.0", "1e3", "1.", ".5", ".inf", ".nan", "0x10", "0o7",
            "017", "1_000", "1:30", "12:30:45", "2024-02-29", "2024-02-29T12:30:00Z", "!tag", "&a", "*a", "# c", "a # b", "a: b",
            "- a", "? a", "[a", "{a", "'a'", '"a"', "|", ">", "%a", "@a", "`a", "=", "<<", "---", "...", "a,b", "\\", "Inf", "NaN",
        ],
        "lines": ["one\ntwo", "one\ntwo\n", "\n", "\n\none", "trail \nspace ", " lead\n  more", "tab\tin", "\ttab", "a\r\nb", "x" * 200, "word " * 60],
        "unicode": ["süd", "東京", "🔭", "\u00a0", "\u0085", "\u200b", "\ufeff", "e\u0301", "\x7f", "\x00", "\x1b"],
        "times": [
            datetime.datetime(2024, 2, 29, 12, 30),
            datetime.datetime(2024, 2, 29, 12, 30, 15, 123456),
            datetime.datetime(2024, 2, 29, 12, 30, tzinfo=datetime.timezone.utc),
            datetime.datetime(1999, 12, 31, 23, 59, 59, tzinfo=datetime.timezone(datetime.timedelta(hours=-5, minutes=-30))),
            datetime.date(2024, 2, 29),
        ],
        "keys": {1: "a", -2: "b", True: "c", "3": "d", "true": "e", "": "f"},
        "bytes": b"\x00\x01\xff",
        "empty": {"list": [], "map": {}, "tuple": ()},
        "aliases": (lambda shared: [shared, shared])({"same": [1, 2]}),
    }


def units():
    return {
        "units": [u.m, u.km / u.s, u.dimensionless_unscaled, u.Jy / u.beam, u.Unit("1e-17 erg / (s cm2 Angstrom)"), u.deg**2, u.mag, u.percent],
        "scalars": [3.0 * u.m, 3 * u.one, np.float32(2.5) * u.s, np.inf * u.K, -0.0 * u.deg, 1e-300 * u.J],
        "arrays": [np.arange(4.0) * u.m, np.arange(6, dtype="f4").reshape(2, 3) * u.Jy, [] * u.s, np.array([np.nan, 1]) * u.one],
        "angles": [coord.Angle(1.5, "deg"), coord.Angle([1, 2], "hourangle"), coord.Latitude([-90, 90] * u.deg), coord.Longitude([0, 359] * u.deg)],
        "equivalencies": [u.spectral(), u.doppler_radio(1.4 * u.GHz)],
    }


def times():
    base = Time("2024-02-29T12:30:15.123456789", scale="utc")
    formats = {}
    for name in ["iso", "isot", "fits", "yday", "jd", "mjd", "decimalyear", "jyear", "byear", "jyear_str", "byear_str", "unix", "cxcsec", "gps", "galexsec", "plot_date", "datetime", "ymdhms", "datetime64", "stardate", "unix_tai"]:
        time = Time("2024-02-29T12:30:15.123", scale="tt" if name.startswith("byear") else "utc") if name in ("byear", "byear_str") else base.copy()
        try:
            time.format = name
            with asdf.AsdfFile({"time": time}) as file:
                import io

                file.write_to(io.BytesIO())
        except Exception:
            # asdf-astropy cannot write every format of every version of astropy.
            continue
        formats[name] = time
    return {
        "formats": formats,
        "scales": {scale: Time("2024-02-29T12:30:15", scale=scale) for scale in ("utc", "tai", "tcb", "tcg", "tdb", "tt", "ut1")},
        "array": Time(["2024-01-01", "2016-12-31T23:59:60"], scale="utc"),
        "mjds": Time(np.arange(5) + 60000.25, format="mjd", scale="tdb"),
        "place": Time("2024-02-29", location=coord.EarthLocation.from_geodetic(-70.4 * u.deg, -24.6 * u.deg, 2635 * u.m)),
        "deltas": [TimeDelta(1.5, format="jd"), TimeDelta([1, 2] * u.s), TimeDelta(3600, format="sec", scale="tai")],
    }


def sky():
    c = coord
    point = c.SkyCoord(10.5 * u.deg, -3.25 * u.deg)
    return {
        "icrs": point,
        "list": c.SkyCoord([1, 2, 3] * u.deg, [4, 5, 6] * u.deg, frame="icrs"),
        "distance": c.SkyCoord(1 * u.deg, 2 * u.deg, distance=3 * u.kpc),
        "motion": c.SkyCoord(1 * u.deg, 2 * u.deg, pm_ra_cosdec=3 * u.mas / u.yr, pm_dec=4 * u.mas / u.yr, radial_velocity=5 * u.km / u.s, distance=6 * u.pc),
        "galactic": point.galactic,
        "fk5": c.SkyCoord(1 * u.deg, 2 * u.deg, frame="fk5", equinox="J1975"),
        "fk4": c.SkyCoord(1 * u.deg, 2 * u.deg, frame="fk4", equinox="B1950", obstime="B1960"),
        "ecliptic": c.SkyCoord(1 * u.deg, 2 * u.deg, frame="barycentrictrueecliptic"),
        "frames": [
            c.ICRS(1 * u.deg, 2 * u.deg),
            c.ICRS(),
            c.FK5(equinox=Time("J2010")),
            c.Galactic(1 * u.deg, 2 * u.deg),
            c.GCRS(1 * u.deg, 2 * u.deg, obstime=Time("2020-01-01")),
            c.CIRS(1 * u.deg, 2 * u.deg),
            c.ITRS(1 * u.m, 2 * u.m, 3 * u.m),
            c.Galactocentric(1 * u.kpc, 2 * u.kpc, 3 * u.kpc),
        ],
        "representations": [
            c.CartesianRepresentation(1 * u.m, 2 * u.m, 3 * u.m),
            c.SphericalRepresentation(1 * u.deg, 2 * u.deg, 3 * u.kpc),
            c.UnitSphericalRepresentation([1, 2] * u.deg, [3, 4] * u.deg),
            c.CylindricalRepresentation(1 * u.m, 2 * u.deg, 3 * u.m),
        ],
        "earth": c.EarthLocation.from_geocentric(1e6 * u.m, 2e6 * u.m, 6e6 * u.m),
        "spectral": c.SpectralCoord([5000, 6000] * u.AA),
    }


def tables():
    plain = Table({"a": [1, 2, 3], "b": [1.5, np.nan, -0.0], "name": ["x", "ü", ""], "flag": [True, False, True]})
    plain.meta = OrderedDict(title="plain", nested=OrderedDict(b=1, a=[1, {"c": None}]))
    plain["a"].description = "counts: all of them"
    plain["a"].format = "%04d"
    plain["b"].unit = u.Jy
    plain["b"].meta["note"] = "kept"
    quantities = QTable({"flux": [1.0, 2.0] * u.Jy, "when": Time(["2024-01-01", "2024-01-02"]), "where": coord.SkyCoord([1, 2] * u.deg, [3, 4] * u.deg), "n": [1, 2]})
    quantities.meta["comments"] = ["one", "two"]
    masked = Table({"m": MaskedColumn([1, 2, 3], mask=[False, True, False], fill_value=-1), "all": MaskedColumn([1.0, 2.0, 3.0], mask=True)}, masked=True)
    wide = Table({"cube": np.arange(12, dtype="f4").reshape(2, 3, 2), "big": np.array([1, 2], ">i4"), "bytes": np.array([b"ab", b"c"])})
    return {
        "plain": plain,
        "quantities": quantities,
        "masked": masked,
        "wide": wide,
        "empty": Table(),
        "no rows": Table(names=("a", "b"), dtype=("i4", "U5")),
        "column": Column([1.0, 2.0], name="c", unit="m", meta=OrderedDict(x=1)),
        "masked column": MaskedColumn([1, 2], name="m", mask=[True, False]),
    }


def contents():
    return {"ordered": ordered(), "scalars": scalars(), "units": units(), "times": times(), "sky": sky(), "tables": tables()}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    file = asdf.AsdfFile(contents())
    file.write_to(folder / "everything.asdf", version="1.6.0")
