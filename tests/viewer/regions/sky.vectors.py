"""Prints tests/viewer/regions/sky.vectors.json: where astropy's regions puts regions of the sky in images.

    pip install regions==0.12 astropy==8.0.2 numpy==2.4.6
    python tests/viewer/regions/sky.vectors.py > tests/viewer/regions/sky.vectors.json
    npx biome format --write tests/viewer/regions/sky.vectors.json

Each image has a WCS of FITS: turned, at a pole, across RA 0, binned differently along its axes, with distortion. `numbers` are those of the
viewer: 0-based pixels, semi-axes, degrees. A rectangle is given twice: as regions has it, by the axes of the ellipse inside, which follow
a shear rather than the rectangle; and as its width is followed by the same local scale of regions, its area kept.
"""

import json
import warnings

import astropy.units as u
import numpy as np
from astropy.coordinates import SkyCoord
from astropy.wcs import WCS
from regions import (
    CircleAnnulusSkyRegion, CircleSkyRegion, EllipseSkyRegion, LineSkyRegion, PointSkyRegion, PolygonSkyRegion, RectangleSkyRegion,
)
from regions._utils.wcs_helpers import compute_local_wcs_jacobian

warnings.simplefilter("ignore")


def header(ra, dec, cd, sip=None):
    cards = {
        "NAXIS": 2, "NAXIS1": 256, "NAXIS2": 256, "CTYPE1": "RA---TAN" + ("-SIP" if sip else ""),
        "CTYPE2": "DEC--TAN" + ("-SIP" if sip else ""), "CRVAL1": ra, "CRVAL2": dec, "CRPIX1": 128.5, "CRPIX2": 128.5, "RADESYS": "ICRS",
        "CD1_1": cd[0], "CD1_2": cd[1], "CD2_1": cd[2], "CD2_2": cd[3],
    }
    return cards | (sip or {})


def turned(degrees, x, y):
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return [-x * cos, y * sin, x * sin, y * cos]


SIP = {
    "A_ORDER": 2, "B_ORDER": 2, "A_2_0": -2.353e-05, "A_0_2": 6.666e-06, "A_1_1": 1.801e-05, "B_0_2": 2.601e-05, "B_1_1": -2.944e-05,
    "B_2_0": -1.226e-06,
}
IMAGES = {
    "north up": header(150.1, 2.2, turned(0, 3e-5, 3e-5)),
    "turned, across RA 0": header(359.9995, -42.5, turned(137, 2e-4, 2e-4)),
    "at the pole": header(33.0, 89.999, turned(20, 1e-4, 1e-4)),
    "distorted": header(6.155, -2.0723, [-0.000147943581033529, 0.000305150643914974, 0.000305100010374518, 0.000147710276207053], SIP),
    "distorted, of pixels that are not square": header(80.2, 30.1, turned(25, 1e-4, 1.6e-4), SIP),
}
SYSTEMS = ("icrs", "fk5", "galactic")


def made(wcs, frame):
    """Regions over the image, in a system."""
    scale = float(np.sqrt(abs(np.linalg.det(wcs.pixel_scale_matrix)))) * u.deg

    def at(x, y):
        return SkyCoord(*wcs.all_pix2world(x, y, 0), unit="deg", frame="icrs").transform_to(frame)

    return [
        PointSkyRegion(at(10.25, 20.5)),
        CircleSkyRegion(at(42.5, 43), 14.2 * scale),
        EllipseSkyRegion(at(200, 80), width=36 * scale, height=20 * scale, angle=30 * u.deg),
        RectangleSkyRegion(at(60, 220), width=30 * scale, height=12.5 * scale, angle=15 * u.deg),
        CircleAnnulusSkyRegion(at(150, 40), 5 * scale, 9.5 * scale),
        PolygonSkyRegion(at(np.array([10, 82, 18.5]), np.array([150, 151, 190.25]))),
        LineSkyRegion(at(5, 6), at(220, 190)),
        # Beyond the image.
        CircleSkyRegion(at(-90, 400), 20 * scale),
    ]


def degrees(sky):
    data = sky.data
    return [v for pair in zip(np.atleast_1d(data.lon.deg), np.atleast_1d(data.lat.deg)) for v in map(float, pair)]


def in_icrs(region):
    """regions takes angles by the north of the WCS, in whatever system the region is: here they go by the north of that, as in DS9."""
    if not hasattr(region, "angle"):
        return region
    north = region.center.directional_offset_by(0 * u.deg, 1e-3 * u.arcsec).icrs
    copy = region.copy()
    copy.center = region.center.icrs
    copy.angle = region.angle + region.center.icrs.position_angle(north).to(u.deg)
    return copy


def described(region, wcs):
    """Its kind, its numbers on the sky, and those in pixels."""
    own = in_icrs(region)
    pixel = own.to_pixel(wcs)
    kind = type(region).__name__.replace("SkyRegion", "")
    if kind == "Point":
        return {"kind": "point", "sky": degrees(region.center), "numbers": [pixel.center.x, pixel.center.y]}
    if kind == "Circle":
        return {
            "kind": "circle", "sky": [*degrees(region.center), region.radius.to_value(u.deg)],
            "numbers": [pixel.center.x, pixel.center.y, pixel.radius],
        }
    if kind == "CircleAnnulus":
        radii = [region.inner_radius.to_value(u.deg), region.outer_radius.to_value(u.deg)]
        return {
            "kind": "annulus", "sky": [*degrees(region.center), *radii],
            "numbers": [pixel.center.x, pixel.center.y, pixel.inner_radius, pixel.outer_radius],
        }
    if kind == "Polygon":
        return {
            "kind": "polygon", "sky": degrees(region.vertices),
            "numbers": [v for pair in zip(pixel.vertices.x, pixel.vertices.y) for v in pair],
        }
    if kind == "Line":
        return {
            "kind": "line", "sky": degrees(region.start) + degrees(region.end),
            "numbers": [v for p in (pixel.start, pixel.end) for v in (p.x, p.y)],
        }
    half = 2 if kind == "Ellipse" else 1
    width, height = region.width.to_value(u.deg), region.height.to_value(u.deg)
    angle = region.angle.to_value(u.deg)
    found = {
        "kind": "ellipse" if kind == "Ellipse" else "box",
        "sky": [*degrees(region.center), width / half, height / half, angle],
        "numbers": [pixel.center.x, pixel.center.y, pixel.width / half, pixel.height / half, pixel.angle.to_value(u.deg) % 360],
    }
    if kind == "Rectangle":
        jacobian = compute_local_wcs_jacobian(region.center, wcs) * 3600
        # Angles begin in the west.
        direction = own.angle.to_value(u.rad) - np.pi / 2
        along = jacobian @ (width * np.array([np.sin(direction), np.cos(direction)]))
        length = float(np.hypot(*along))
        area = width * height * abs(np.linalg.det(jacobian))
        turned = float(np.degrees(np.arctan2(along[1], along[0])) % 360)
        found["followed"] = [pixel.center.x, pixel.center.y, length, float(area / length), turned]
    return found


result = []
for name, cards in IMAGES.items():
    wcs = WCS(cards)
    for system in SYSTEMS:
        regions = [described(region, wcs) for region in made(wcs, system)]
        result.append({"name": f"{name}, {system}", "header": cards, "system": system, "regions": regions})
print(json.dumps(result, indent=1, default=float))
