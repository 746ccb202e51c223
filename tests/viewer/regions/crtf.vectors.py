"""Prints tests/viewer/regions/crtf.vectors.json: what astropy's regions reads of lines of CASA's region files, what it writes, and what it reads of
tests/viewer/regions/written.crtf and written-sky.crtf, which this package writes: their test renews them by `npx vitest run tests/viewer/regions -u`.

    pip install regions==0.12 astropy==8.0.2
    python tests/viewer/regions/crtf.vectors.py > tests/viewer/regions/crtf.vectors.json
    npx biome format --write tests/viewer/regions/crtf.vectors.json
"""

import json
from pathlib import Path

import astropy.units as u
from astropy.coordinates import SkyCoord
from regions import (
    CircleAnnulusSkyRegion, CircleSkyRegion, EllipseSkyRegion, LineSkyRegion, PolygonSkyRegion, RectangleSkyRegion, Regions,
)

HERE = Path(__file__).parent
LINES = """circle[[10h00m00.0s, -20.10.30.5], 5arcsec], label='x y', color=red
-circle[[10:00:00.0, 20d10m30s], 0.5arcmin], coord=ICRS
circle[[10deg, -20deg], 5"], coord=GALACTIC, range=[1GHz, 2GHz], linewidth=2
ellipse[[0.5rad, 20deg], [6arcsec, 4arcsec], 30deg]
ellipse[[10pix, 20pix], [6pix, 4pix], 30deg], coord=image
centerbox[[10deg, 20deg], [3arcsec, 4arcsec]]
rotbox[[10deg, 20deg], [6arcsec, 4arcsec], 0.5rad], color=#2ee6d6
box[[10pix, 20pix], [13pix, 24pix]], coord=image
poly[[1pix, 2pix], [3pix, 4pix], [5pix, 1pix]], coord=image
annulus[[10deg, 20deg], [3arcsec, 5arcsec]]
line[[1pix, 2pix], [3.5pix, 4pix]], coord=image
symbol[[10deg, 20deg], .]
text[[10deg, 20deg], 'my, text']"""
SYSTEMS = {"icrs": "icrs", "fk5": "fk5", "galactic": "galactic"}
KINDS = {"Point": "point", "Text": "point", "Line": "line", "Polygon": "polygon", "Circle": "circle", "CircleAnnulus": "annulus", "Ellipse": "ellipse", "Rectangle": "box"}


def described(region):
    """As figures are."""
    is_sky = "Sky" in type(region).__name__
    kind = KINDS[type(region).__name__.replace("SkyRegion", "").replace("PixelRegion", "")]
    points = [region.start, region.end] if kind == "line" else list(region.vertices) if kind == "polygon" else [region.center]
    names = {"circle": ["radius"], "annulus": ["inner_radius", "outer_radius"], "ellipse": ["width", "height"], "box": ["width", "height"]}
    sizes = [getattr(region, name) for name in names.get(kind, [])]
    half = 0.5 if kind == "ellipse" else 1
    return {
        "kind": kind,
        "system": SYSTEMS[points[0].frame.name] if is_sky else "pixel",
        "points": [[point.spherical.lon.deg, point.spherical.lat.deg] if is_sky else [float(point.x), float(point.y)] for point in points],
        "sizes": [half * (size.to_value(u.deg) if is_sky else float(size)) for size in sizes],
        "angle": region.angle.to_value(u.deg) if names.get(kind, [""])[0] == "width" else 0,
        "name": region.meta.get("label", ""),
        "color": region.visual.get("color", ""),
        "excluded": region.meta.get("include", True) is False,
    }


def read(text):
    return [described(region) for region in Regions.parse(text, format="crtf")]


here = SkyCoord(10.5, 20.25, unit="deg", frame="icrs")
theirs = [
    CircleSkyRegion(here, 3 * u.arcmin, visual={"color": "red"}, meta={"label": "A star"}),
    EllipseSkyRegion(here, 6 * u.arcmin, 4 * u.arcmin, 30 * u.deg),
    RectangleSkyRegion(here, 6 * u.arcmin, 4 * u.arcmin, 30 * u.deg),
    LineSkyRegion(here, SkyCoord(10.6, 20.3, unit="deg")),
    PolygonSkyRegion(SkyCoord([10, 11, 11], [20, 20, 21], unit="deg")),
    CircleAnnulusSkyRegion(here, 1 * u.arcmin, 2 * u.arcmin),
]
text = Regions(theirs).serialize(format="crtf", coordsys="icrs", fmt=".9f")
print(json.dumps({
    "lines": [{"line": line, "figures": read(f"#CRTFv0\nglobal coord=J2000, color=blue\n{line}\n")} for line in LINES.splitlines()],
    "theirs": {"text": text, "figures": [described(region) for region in theirs]},
    "written": {name: read((HERE / f"{name}.crtf").read_text()) if (HERE / f"{name}.crtf").exists() else [] for name in ("written", "written-sky")},
}))
