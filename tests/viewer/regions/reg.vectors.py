"""Prints tests/viewer/regions/reg.vectors.json: what astropy's regions writes, and what it makes of pixels, sky and tests/viewer/regions/written.reg.

    pip install regions==0.12 asdf==6.0.0 asdf-astropy==0.11.0 astropy==8.0.2 gwcs==1.0.3 numpy==2.4.6
    python tests/viewer/regions/reg.vectors.py > tests/viewer/regions/reg.vectors.json
    npx biome format --write tests/viewer/regions/reg.vectors.json

`written.reg` and `written-sky.reg` are what this viewer writes: their test renews them by `npx vitest run tests/viewer/regions -u`.
"""

import json
import warnings
from pathlib import Path

import asdf
import astropy.units as u
import numpy as np
from astropy.coordinates import Galactic, SkyCoord
from regions import (
    CircleAnnulusPixelRegion, CirclePixelRegion, EllipsePixelRegion, LinePixelRegion, PixCoord, PointPixelRegion,
    PolygonPixelRegion, RectanglePixelRegion, Regions,
)

warnings.simplefilter("ignore")
HERE = Path(__file__).parent
ROMAN = HERE.parents[1] / "data" / "roman" / "roman_l2_192.asdf"

PIXEL = [
    PointPixelRegion(PixCoord(10.25, 20.5)),
    CirclePixelRegion(PixCoord(42.5, 43), 4.2),
    EllipsePixelRegion(PixCoord(100, 80), height=20, width=36, angle=30 * u.deg),
    RectanglePixelRegion(PixCoord(60, 120), width=30, height=12.5, angle=15 * u.deg),
    CircleAnnulusPixelRegion(PixCoord(150, 40), inner_radius=5, outer_radius=9.5),
    PolygonPixelRegion(PixCoord(x=[10, 22, 18.5], y=[150, 151, 170.25])),
    LinePixelRegion(PixCoord(5, 6), PixCoord(120, 90)),
]


class Invertible:
    """A gwcs without an analytic inverse, whose own numerical one fails with this astropy: Newton's method."""

    def __init__(self, wcs):
        self.wcs = wcs

    def _forward(self, x, y):
        return SkyCoord(*self.wcs(x, y, with_bounding_box=False), unit="deg", frame="icrs")

    def pixel_to_world(self, x, y):
        return self._forward(x, y)

    def world_to_pixel(self, sky):
        sky = sky.transform_to("icrs")
        found = [self._invert(one) for one in np.atleast_1d(sky)]
        x, y = (np.array(values) for values in zip(*found))
        return (x[0], y[0]) if sky.isscalar else (x, y)

    def _invert(self, sky):
        point = np.array([95.5, 95.5])
        for _ in range(30):
            here = self._forward(*point)
            steps = [self._forward(*(point + step)) for step in ([1, 0], [0, 1])]
            change = np.array([[part.arcsec for part in here.spherical_offsets_to(there)] for there in steps]).T
            step = np.linalg.solve(change, [part.arcsec for part in here.spherical_offsets_to(sky)])
            point = point + step
            if np.hypot(*step) < 1e-10:
                break
        return point


def number(value):
    return float(getattr(value, "value", value))


def described(region):
    """In pixels: the kind and the numbers of the viewer."""
    kind = type(region).__name__.replace("PixelRegion", "")
    meta = {"name": str(region.meta.get("text", "")), "excluded": region.meta.get("include", True) in (False, 0, "-")}
    if kind == "Point":
        return {"kind": "point", "numbers": [number(region.center.x), number(region.center.y)], **meta}
    if kind == "Text":
        return {"kind": "text", "numbers": [number(region.center.x), number(region.center.y)], **meta, "name": region.text}
    if kind == "Circle":
        return {"kind": "circle", "numbers": [number(region.center.x), number(region.center.y), number(region.radius)], **meta}
    if kind == "Ellipse":
        return {
            "kind": "ellipse",
            "numbers": [
                number(region.center.x), number(region.center.y), number(region.width) / 2, number(region.height) / 2,
                region.angle.to_value(u.deg) % 360,
            ],
            **meta,
        }
    if kind == "Rectangle":
        return {
            "kind": "box",
            "numbers": [
                number(region.center.x), number(region.center.y), number(region.width), number(region.height),
                region.angle.to_value(u.deg) % 360,
            ],
            **meta,
        }
    if kind == "CircleAnnulus":
        return {
            "kind": "annulus",
            "numbers": [number(region.center.x), number(region.center.y), number(region.inner_radius), number(region.outer_radius)],
            **meta,
        }
    if kind == "Polygon":
        return {"kind": "polygon", "numbers": [float(v) for pair in zip(region.vertices.x, region.vertices.y) for v in pair], **meta}
    if kind == "Line":
        return {"kind": "line", "numbers": [number(v) for p in (region.start, region.end) for v in (p.x, p.y)], **meta}
    raise ValueError(kind)


def in_pixels(text, wcs):
    return [described(r.to_pixel(wcs) if hasattr(r, "to_pixel") else r) for r in Regions.parse(text, format="ds9")]


with asdf.open(ROMAN) as file:
    wcs = Invertible(file["roman"]["meta"]["wcs"])
    files = {"image": Regions(PIXEL).serialize(format="ds9", precision=8)}
    sky = [region.to_sky(wcs) for region in PIXEL]
    files["icrs"] = Regions(sky).serialize(format="ds9", precision=10)
    for name, frame in (("fk5", "fk5"), ("galactic", Galactic())):
        moved = []
        for region in sky:
            # With a gwcs, angles go by the north of its own system: in others they are not those of DS9.
            if name == "galactic" and hasattr(region, "angle"):
                continue
            copy = region.copy()
            for attribute in ("center", "vertices", "start", "end"):
                if hasattr(copy, attribute):
                    setattr(copy, attribute, getattr(copy, attribute).transform_to(frame))
            moved.append(copy)
        files[name] = Regions(moved).serialize(format="ds9", precision=10)
    result = {
        "files": [{"name": name, "text": text, "regions": in_pixels(text, wcs)} for name, text in files.items()],
        "written": [
            {"name": path.name, "regions": in_pixels(path.read_text(), wcs)} for path in sorted(HERE.glob("written*.reg"))
        ],
    }
    ellipse = wcs.pixel_to_world(100, 80)
    result["galacticNorth"] = ellipse.position_angle(SkyCoord(0, 90, unit="deg", frame="galactic").icrs).deg
    # Lengths and position angles of lines on the sky.
    rulers = []
    for start, end in [((5, 6), (120, 90)), ((0, 0), (191, 0)), ((100, 150), (100, 10))]:
        one, other = (wcs.pixel_to_world(*p) for p in (start, end))
        rulers.append({
            "from": [one.ra.deg, one.dec.deg], "to": [other.ra.deg, other.dec.deg],
            "degrees": one.separation(other).deg, "positionAngle": one.position_angle(other).deg,
        })
    far = [((10, 89.9), (200, 89.5)), ((359.5, -20), (0.5, 20)), ((0, 0), (180, 1e-9)), ((10, 10), (10.0000001, 10))]
    for one, other in far:
        a, b = SkyCoord(*one, unit="deg"), SkyCoord(*other, unit="deg")
        rulers.append({"from": one, "to": other, "degrees": a.separation(b).deg, "positionAngle": a.position_angle(b).deg})
    result["rulers"] = rulers
print(json.dumps(result, indent=1))
