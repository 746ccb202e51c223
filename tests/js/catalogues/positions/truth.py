#!/usr/bin/env python3
"""Writes tables with positions in many systems, units and notations beside this script, and truth.json: where astropy has them in ICRS.

Needs: astropy==8.0.2 numpy==2.4.6 pyarrow==26.0.1
"""

import io
import json
import warnings
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from astropy import units as u
from astropy.coordinates import FK4, FK5, Angle, BarycentricMeanEcliptic, Galactic, SkyCoord, Supergalactic
from astropy.io import fits
from astropy.table import QTable, Table
from astropy.time import Time

warnings.filterwarnings("ignore")
DATA = Path(__file__).parent / "data"
DATA.mkdir(exist_ok=True)
LON = [0.0, 83.6331, 266.4168, 200.5, 123.456] * u.deg
LAT = [0.0, 22.0145, -29.0078, 89.99, -45.5] * u.deg
J, B = (lambda year: Time(year, format="jyear")), (lambda year: Time(year, format="byear"))
truth = {}


def keep(name, frame, lon=LON, lat=LAT):
    icrs = SkyCoord(lon, lat, frame=frame).icrs
    truth[name] = np.stack([icrs.ra.deg, icrs.dec.deg], axis=1).tolist()


def votable(name, coosys, lon, lat, fields=("ra", "dec"), unit=("deg", "deg"), ucd=("pos.eq.ra;meta.main", "pos.eq.dec;meta.main"),
            datatype='datatype="double"'):
    ref = ' ref="sys"' if "ID" in coosys else ""
    field = "".join(f'<FIELD name="{n}" {datatype} unit="{un}" ucd="{uc}"{ref}/>' for n, un, uc in zip(fields, unit, ucd))
    rows = "".join(f"<TR><TD>{x}</TD><TD>{y}</TD></TR>" for x, y in zip(lon, lat))
    (DATA / name).write_text(
        f'<?xml version="1.0"?><VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3"><RESOURCE>{coosys}<TABLE>{field}'
        f"<DATA><TABLEDATA>{rows}</TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>")


deg = lambda angle: [repr(float(value)) for value in angle.to_value(u.deg)]
for name, coosys, frame in [
    ("icrs.vot", '<COOSYS ID="sys" system="ICRS" epoch="J2016.0"/>', "icrs"),
    ("fk5.vot", '<COOSYS ID="sys" system="eq_FK5" equinox="J2000"/>', FK5()),
    ("fk5-1975.vot", '<COOSYS system="eq_FK5" equinox="1975.0"/>', FK5(equinox=J(1975))),
    ("fk4.vot", '<COOSYS ID="sys" system="FK4" equinox="B1950"/>', FK4()),
    ("fk4-1980.vot", '<COOSYS ID="sys" system="eq_FK4" equinox="B1950.0" epoch="B1980.5"/>', FK4(obstime=B(1980.5))),
]:
    votable(name, coosys, deg(LON), deg(LAT))
    keep(name, frame)
for name, ucd, frame in [("galactic.vot", "pos.galactic", Galactic()), ("supergalactic.vot", "pos.supergalactic", Supergalactic()),
                         ("ecliptic.vot", "pos.ecliptic", BarycentricMeanEcliptic())]:
    votable(name, "", deg(LON), deg(LAT), ("one", "other"), ucd=(f"{ucd}.lon", f"{ucd}.lat"))
    keep(name, frame)

text = lambda angle, unit, sep: Angle(angle).to_string(unit=unit, sep=sep, precision=12, pad=True)
TEXT = 'datatype="char" arraysize="*"'
votable("sexagesimal.vot", "", text(LON, u.hourangle, ":"), text(LAT, u.deg, ":"), ("RAJ2000", "DEJ2000"), ("&quot;h:m:s&quot;", "&quot;d:m:s&quot;"),
        datatype=TEXT)
votable("by-unit.vot", "", text(LON, u.hourangle, " "), text(LAT, u.deg, " "), ("a", "d"), ("h:m:s", "d:m:s"), ("", ""), datatype=TEXT)
votable("letters.vot", "", text(LON, u.hourangle, "hms"), text(LAT, u.deg, "dms"), unit=("", ""), datatype=TEXT)
votable("degrees.vot", "", text(LON, u.deg, ":"), text(LAT, u.deg, ":"), unit=("d:m:s", "d:m:s"), datatype=TEXT)
votable("hours.vot", "", [repr(float(x)) for x in LON.to_value(u.hourangle)], deg(LAT), unit=("h", "deg"))
votable("radians.vot", "", *[[repr(float(x)) for x in angle.to_value(u.rad)] for angle in (LON, LAT)], unit=("rad", "rad"))
votable("arcseconds.vot", "", *[[repr(float(x)) for x in angle.to_value(u.arcsec)] for angle in (LON, LAT)], unit=("arcsec", "arcsec"))
for name in ("sexagesimal", "by-unit", "letters", "degrees", "hours", "radians", "arcseconds"):
    keep(f"{name}.vot", "icrs")

for name, frame in [("icrs", "icrs"), ("fk5-1975", FK5(equinox=J(1975))), ("fk4-1980", FK4(obstime=B(1980))), ("galactic", Galactic()),
                    ("supergalactic", Supergalactic()), ("ecliptic", BarycentricMeanEcliptic()),
                    ("ecliptic-1950", BarycentricMeanEcliptic(equinox=J(1950)))]:
    QTable({"id": np.arange(5), "at": SkyCoord(LON, LAT, frame=frame)}).write(DATA / f"{name}.ecsv", overwrite=True)
    keep(f"{name}.ecsv", frame)

for name, cards, frame in [("fk5", {"RADESYS": "FK5"}, FK5()), ("fk4", {"EQUINOX": 1950.0}, FK4()),
                           ("fk5-1990", {"RADECSYS": "FK5", "EQUINOX": 1990.0}, FK5(equinox=J(1990)))]:
    table = fits.BinTableHDU(Table({"RA": LON, "DEC": LAT}))
    table.header.update(cards)
    table.writeto(DATA / f"{name}.fits", overwrite=True)
    keep(f"{name}.fits", frame)

rows = "\n".join(f"{x},{y}" for x, y in zip(text(LON, u.hourangle, ":"), text(LAT, u.deg, ":")))
(DATA / "sexagesimal.csv").write_text(f"ra,dec\n{rows}\n")
keep("sexagesimal.csv", "icrs")

with open(Path(__file__).parent / "truth.json", "w") as file:
    file.write("{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(rows)}" for name, rows in truth.items()) + "\n}\n")

# Stars that move: after, and before, the dates of their positions.
N = 6
rng = np.random.default_rng(33)
lon, lat = rng.uniform(0, 360, N) * u.deg, np.array([-89.9, -60, -5, 1e-9, 45, 89.99]) * u.deg
east, north = rng.uniform(-10, 10, N) * u.arcsec / u.yr, rng.uniform(-10, 10, N) * u.arcsec / u.yr
epochs = np.array([1991.25, 2000, 2015.5, 2016, 2016, 2020])
YEAR = 2027.25
moving = {}


def keep_moved(name, frame, epochs):
    # Without a radial velocity, at a distance at which light is fast enough.
    at = SkyCoord(lon, lat, frame=frame, pm_ra_cosdec=east, pm_dec=north, distance=100 * u.pc, radial_velocity=0 * u.km / u.s, obstime=J(epochs))
    found = SkyCoord([one.apply_space_motion(J(YEAR)).icrs for one in at])
    moving[name] = np.stack([found.ra.deg, found.dec.deg], axis=1).tolist()


def table(epoch=None, units=(u.mas / u.yr, u.mas / u.yr), names=("ra", "dec", "pmra", "pmdec")):
    values = [lon, lat, east.to(units[0]), north.to(units[1])]
    return QTable({**dict(zip(names, values)), **({} if epoch is None else {"ref_epoch": epoch})})


table(epochs * u.yr).write(DATA / "gaia.ecsv", overwrite=True)
keep_moved("gaia.ecsv", "icrs", epochs)
table(J(epochs).mjd * u.d, (u.deg / u.yr, u.deg / u.d)).write(DATA / "days.vot", format="votable", overwrite=True)
keep_moved("days.vot", "icrs", epochs)
QTable({"star": SkyCoord(lon, lat, frame=FK5(equinox=J(1975)), pm_ra_cosdec=east, pm_dec=north, obstime=J(2010))}).write(DATA / "moving.ecsv",
                                                                                                                     overwrite=True)
keep_moved("moving.ecsv", FK5(equinox=J(1975)), np.full(N, 2010.0))

# The dates of images.
dates = {text: float(time.jyear) for text, time in {
    "2027-03-04T05:06:07.8": Time("2027-03-04T05:06:07.8"), "2027-03-04": Time("2027-03-04"), "MJD 61000.25": Time(61000.25, format="mjd"),
    "61000.25": Time(61000.25, format="mjd"), "B1950.0": B(1950), "J2015.5": J(2015.5), "2015.5": J(2015.5)}.items()}

with open(Path(__file__).parent / "moving.json", "w") as file:
    json.dump({"year": YEAR, "moving": moving, "dates": dates}, file, indent=1)
    file.write("\n")

# As romancal writes catalogues: two sources in the image of tests/support/onSky.ts at 150 degrees on the equator, in pixels of an
# arcsecond, and one beside it.
pixels = np.array([[10, 20], [40, 50], [900, 20]]) - 31.5
fields = [pa.field("label", pa.int32())] + [pa.field(name, pa.float64(), metadata={"unit": "deg"}) for name in ("ra", "dec")]
stars = [[1, 2, 3], 150 - pixels[:, 0] / 3600, pixels[:, 1] / 3600]
pq.write_table(pa.table(stars, schema=pa.schema(fields)), DATA / "stars.parquet")
