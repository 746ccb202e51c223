"""Prints tests/js/matching/rows.vectors.json: the photometry of an image at 10,000 positions, by photutils, and at positions on the sky, by astropy.

    pip install numpy==2.4.6 astropy==8.0.2 photutils==3.0.0 regions==0.12
    python tests/js/matching/rows.vectors.py > tests/js/matching/rows.vectors.json
    npx biome format --write tests/js/matching/rows.vectors.json
"""

import json
import warnings

import numpy
from astropy import units as u
from astropy.coordinates import SkyCoord
from astropy.time import Time
from astropy.wcs import WCS
from photutils.aperture import ApertureStats, CircularAnnulus, CircularAperture
from regions import Regions

warnings.simplefilter("ignore")
WIDTH, HEIGHT, ROWS = 400, 300, 10_000


def noise(size, start=0, step=1):
    """The same numbers between 0 and 1 as `noise` in rows.test.ts."""
    return (((numpy.arange(size, dtype=numpy.uint64) * step + start) * 2654435761 + 12345) % 2**32 + 0.5) / 2**32


data = noise(WIDTH * HEIGHT) * 10 + 100
data[::397] = numpy.nan
data = data.reshape(HEIGHT, WIDTH)
err = noise(WIDTH * HEIGHT, 7).reshape(HEIGHT, WIDTH)
unused = (numpy.arange(WIDTH * HEIGHT) % 53 == 0).reshape(HEIGHT, WIDTH) | numpy.isnan(data)


def measured(points):
    """Of each point the net sum, its error, the background of a pixel, and the area; NaN where there is none."""
    found = numpy.full((4, len(points)), numpy.nan)
    there = numpy.isfinite(points).all(axis=1)
    at = points[there]
    ring = ApertureStats(data, CircularAnnulus(at, 6, 10), mask=unused).median
    circle = CircularAperture(at, 3.5)
    total, error = circle.do_photometry(data, err, mask=unused)
    area = circle.area_overlap(data, mask=unused)
    found[:, there] = [*numpy.where(area > 0, [total - ring * area, error, ring], numpy.nan), area]
    return found


def weighed(values):
    """The values of ten rows at a time, each with its own weight."""
    return rounded((numpy.nan_to_num(values).reshape(-1, 10) * (numpy.arange(10) + 1)).sum(axis=1))


def rounded(values):
    return [float(f"{value:.13g}") for value in values]


# Some are outside, at the edge, or masked in the table.
points = numpy.stack([noise(ROWS, 11) * 440 - 20, noise(ROWS, 22, 101) * 340 - 20], axis=1)
points[::501] = numpy.nan
total, error, background, area = measured(points)

wcs = WCS(naxis=2)
wcs.wcs.ctype = ["RA---TAN", "DEC--TAN"]
wcs.wcs.crval, wcs.wcs.crpix = [150, 2], [200.5, 150.5]
wcs.wcs.cdelt = [-0.11 / 3600, 0.11 / 3600]
some = numpy.stack([noise(200, 33) * 380 + 10, noise(200, 44, 101) * 280 + 10], axis=1)
sky = SkyCoord(*wcs.pixel_to_world_values(some[:, 0], some[:, 1]), unit="deg")
pm = [(noise(200, 55) - 0.5) * 200, (noise(200, 66, 101) - 0.5) * 200]
moving = SkyCoord(
    sky.ra, sky.dec, pm_ra_cosdec=pm[0] * u.mas / u.yr, pm_dec=pm[1] * u.mas / u.yr,
    distance=100 * u.kpc, radial_velocity=0 * u.km / u.s, obstime=Time("J2016.0"),
)
then = moving.apply_space_motion(Time("J2027.5"))
moved = numpy.stack(wcs.world_to_pixel_values(then.ra.deg, then.dec.deg), axis=1)

# One more, far from the image, around the pole.
FILE = """icrs
circle(149.9985, 2.001, 4")
ellipse(150.0025, 1.9985, 9", 4", 30)
-circle(150.0025, 1.9985, 3")
box(149.996, 1.998, 8", 5", 60)
annulus(150.001, 2.0015, 3", 6")
galactic
polygon(236.952, 41.903, 236.956, 41.903, 236.954, 41.909)
fk5
circle(10, 89.999, 30")
"""


def inside():
    """The numbers of the positions inside, each region on a plane around its centre."""
    found, out = numpy.zeros(len(sky), bool), numpy.zeros(len(sky), bool)
    for region in Regions.parse(FILE, format="ds9"):
        centre = region.center if hasattr(region, "center") else region.vertices[0]
        plane = WCS(naxis=2)
        plane.wcs.ctype = ["RA---TAN", "DEC--TAN"]
        plane.wcs.crval, plane.wcs.crpix = [centre.icrs.ra.deg, centre.icrs.dec.deg], [1, 1]
        plane.wcs.cdelt = [-1e-6, 1e-6]
        is_out = not region.meta["include"]
        region.meta["include"] = 1
        among = region.contains(sky, plane)
        found, out = (found, out | among) if is_out else (found | among, out)
    return numpy.flatnonzero(found & ~out).tolist()


print(
    json.dumps(
        {
            "missing": int(numpy.isnan(total).sum()),
            "sum": weighed(total),
            "error": weighed(error),
            "background": weighed(background),
            "area": weighed(area),
            "sky": {
                "ra": sky.ra.deg.tolist(),
                "dec": sky.dec.deg.tolist(),
                "l": sky.galactic.l.deg.tolist(),
                "b": sky.galactic.b.deg.tolist(),
                "pmra": pm[0].tolist(),
                "pmdec": pm[1].tolist(),
                "sum": rounded(measured(some)[0]),
                "moved": rounded(measured(moved)[0]),
                "file": FILE,
                "inside": inside(),
            },
        }
    )
)
