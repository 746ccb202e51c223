"""Small images on the sky, what reproject makes of them, and where gwcs puts their pixels: python mosaic.vectors.py [FOLDER]

With the folder into which `MOSAICS=FOLDER npx vitest run tests/js/mosaic` has written files: compares these with each other in Python.
reproject 0.21.0, gwcs 1.0.3, astropy 8.0.2, numpy 2.4.6
"""

import json
import sys
import warnings
from pathlib import Path

import asdf
import astropy.units as u
import numpy as np
from astropy import coordinates as coord
from astropy.io import fits
from astropy.modeling import models
from astropy.wcs import WCS
from gwcs import coordinate_frames as cf
from gwcs.wcs import WCS as GWCS
from reproject import reproject_exact, reproject_interp
from reproject.mosaicking import find_optimal_celestial_wcs, reproject_and_coadd

warnings.simplefilter("ignore")
HERE = Path(__file__).parent
# (name, size, CRVAL, arcseconds per pixel, rotation in degrees, parity of x, projection, system)
IMAGES = [
    ("plain", (24, 30), (83.6, -5.4), 1.0, 20, -1, "TAN", "RA"),
    ("across RA 0", (26, 22), (359.9999, 12.3), 1.1, -35, -1, "TAN", "RA"),
    ("at the pole", (30, 30), (120.0, 89.9999), 0.9, 10, -1, "TAN", "RA"),
    ("mirrored", (24, 24), (10.0, 41.0), 1.0, 65, 1, "TAN", "RA"),
    ("galactic, coarse", (20, 20), (150.0, -30.0), 40.0, 15, -1, "SIN", "GL"),
]


def header_of(size, crval, scale, rotation, parity, projection, system, pixel=None):
    names = {"RA": ("RA---", "DEC--"), "GL": ("GLON-", "GLAT-")}[system]
    cos, sin = np.cos(np.radians(rotation)), np.sin(np.radians(rotation))
    side = scale / 3600
    pixel = pixel or ((size[1] + 1) / 2 + 0.3, (size[0] + 1) / 2 - 0.2)
    header = {
        "CTYPE1": names[0] + projection, "CTYPE2": names[1] + projection,
        "CUNIT1": "deg", "CUNIT2": "deg",
        "CRVAL1": crval[0], "CRVAL2": crval[1], "CRPIX1": pixel[0], "CRPIX2": pixel[1],
        "CD1_1": parity * side * cos, "CD1_2": side * sin,
        "CD2_1": -parity * side * sin, "CD2_2": side * cos,
    }
    return {**header, "RADESYS": "ICRS"} if system == "RA" else header


def wcs_of(header):
    return WCS({key: value for key, value in header.items()})


def pixels_of(size, seed):
    random = np.random.default_rng(seed)
    data = random.normal(100, 10, size).astype("float32")
    data[5, 7] = data[11, 3] = data[0, 4] = data[8, 1] = np.nan
    return data


def numbers(array):
    return " ".join(f"{value:.10g}" for value in np.ravel(array))


def tangent(center, scale, shape, rotation=0):
    """The header of a TangentPlane of asdf-wasm."""
    cos, sin = np.cos(np.radians(rotation)), np.sin(np.radians(rotation))
    side = scale / 3600
    return {
        "CTYPE1": "RA---TAN", "CTYPE2": "DEC--TAN", "CUNIT1": "deg", "CUNIT2": "deg",
        "CRVAL1": center[0], "CRVAL2": center[1],
        "CRPIX1": (shape[1] + 1) / 2, "CRPIX2": (shape[0] + 1) / 2,
        "CD1_1": -side * cos, "CD1_2": side * sin, "CD2_1": side * sin, "CD2_2": side * cos,
        "RADESYS": "ICRS",
    }


def newton(wcs):
    """An inverse to the last digit: gwcs 1.0.3 has none for these pixels, or one good to 1e-5 pixels."""
    def there(x, y):
        ra, dec = wcs(x, y, with_bounding_box=False)
        return np.array([ra, dec])

    def invert(ra, dec, **_):
        (x0, x1), (y0, y1) = (np.array(side) for side in wcs.bounding_box.bounding_box(order="F"))
        x, y = np.full(np.shape(ra), (x0 + x1) / 2), np.full(np.shape(ra), (y0 + y1) / 2)
        for _ in range(15):
            at = there(x, y)
            along, up = there(x + 0.5, y) - at, there(x, y + 0.5) - at
            off = np.array([ra, dec]) - at
            area = along[0] * up[1] - along[1] * up[0]
            x = x + 0.5 * (up[1] * off[0] - up[0] * off[1]) / area
            y = y + 0.5 * (along[0] * off[1] - along[1] * off[0]) / area
        inside = (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
        return np.where(inside, x, np.nan), np.where(inside, y, np.nan)

    wcs.invert = invert
    return wcs


found = {"images": [], "planes": [], "gwcs": {}, "mosaics": {}}
for seed, (name, size, crval, scale, rotation, parity, projection, system) in enumerate(IMAGES):
    header = header_of(size, crval, scale, rotation, parity, projection, system)
    wcs, data = wcs_of(header), pixels_of(size, seed)
    center = wcs.pixel_to_world((size[1] - 1) / 2, (size[0] - 1) / 2).icrs
    plane = {"center": [center.ra.deg, center.dec.deg], "scale": 0.8 * scale, "shape": [36, 40], "rotation": 12.0}
    target = wcs_of(tangent(**plane))
    one = {"name": name, "header": header, "shape": size, "data": numbers(data), "plane": plane, "results": {}}
    for kernel, order in [("nearest", "nearest-neighbor"), ("bilinear", "bilinear")]:
        values, _ = reproject_interp((data, wcs), target, shape_out=plane["shape"], order=order)
        one["results"][kernel] = numbers(values)
    whole = np.where(np.isnan(data), 100, data)
    values, footprint = reproject_exact((whole, wcs), target, shape_out=plane["shape"])
    one["results"]["exact"] = numbers(values)
    one["footprint"] = numbers(footprint)
    values, _ = reproject_exact((data, wcs), target, shape_out=plane["shape"])
    one["results"]["exact with NaN"] = numbers(values)
    found["images"].append(one)
    best, shape = find_optimal_celestial_wcs([(data.shape, wcs)], frame="icrs", reference=center)
    found["planes"].append({
        "crval": best.wcs.crval.tolist(), "crpix": best.wcs.crpix.tolist(),
        "cdelt": best.wcs.cdelt.tolist(), "shape": list(shape),
    })

# Two grids that are no tangent planes: all of the sky, and a cylinder.
data = np.arange(18 * 36, dtype=float).reshape(18, 36) % 37
sky = {"CTYPE1": "RA---CAR", "CTYPE2": "DEC--CAR", "CRVAL1": 0.0, "CRVAL2": 0.0, "CRPIX1": 18.5, "CRPIX2": 9.5,
       "CDELT1": -10.0, "CDELT2": 10.0, "CUNIT1": "deg", "CUNIT2": "deg", "RADESYS": "ICRS"}
ait = {**sky, "CTYPE1": "RA---AIT", "CTYPE2": "DEC--AIT", "CRPIX1": 20.5, "CRPIX2": 10.5, "CDELT1": -8.5, "CDELT2": 8.5}
found["sky"] = {"header": sky, "target": ait, "shape": [20, 40], "data": numbers(data), "dataShape": [18, 36]}
for kernel, order in [("nearest", "nearest-neighbor"), ("bilinear", "bilinear")]:
    found["sky"][kernel] = numbers(reproject_interp((data, wcs_of(sky)), wcs_of(ait), shape_out=(20, 40), order=order)[0])

# Two images that overlap, with different levels.
headers = [header_of((24, 24), (200.0, 60.0), 1.0, r, -1, "TAN", "RA", p) for r, p in [(0, (12.5, 12.5)), (30, (2.0, 10.0))]]
data = [np.full((24, 24), 10.0), np.full((24, 24), 13.0)]
target = tangent([200.0, 60.0], 1.0, [40, 40])
found["mosaics"]["pair"] = {"headers": headers, "shape": [24, 24], "plane": {"center": [200.0, 60.0], "scale": 1.0, "shape": [40, 40]}}
pair = [(d, wcs_of(h)) for d, h in zip(data, headers)]
for name, options in [("mean", {}), ("first", {"combine_function": "first"}), ("match", {"match_background": True})]:
    values, footprint = reproject_and_coadd(pair, wcs_of(target), shape_out=(40, 40), reproject_function=reproject_interp, **options)
    found["mosaics"]["pair"][name] = numbers(np.where(footprint > 0, values, np.nan))
# Distorted pixels of Roman.
with asdf.open(HERE.parent.parent / "data/roman/roman_l2_192.asdf", ignore_unrecognized_tag=True) as file:
    wcs, data = newton(file["roman"]["meta"]["wcs"]), np.array(file["roman"]["data"], dtype="float64")
    center = wcs.pixel_to_world(100, 90).icrs
    plane = {"center": [center.ra.deg, center.dec.deg], "scale": 0.17, "shape": [50, 44], "rotation": 50.0}
    target = wcs_of(tangent(**plane))
    roman = found["gwcs"] = {"plane": plane}
    for kernel, order in [("nearest", "nearest-neighbor"), ("bilinear", "bilinear")]:
        roman[kernel] = numbers(reproject_interp((data, wcs), target, shape_out=plane["shape"], order=order)[0])
    values, footprint = reproject_exact((data, wcs), target, shape_out=plane["shape"])
    roman["exact"], roman["footprint"] = numbers(values), numbers(footprint)

# The detectors of Roman's Wide Field Instrument, with fewer and larger pixels, as gwcs.
SIZE, TIMES = 24, 4088 / 24
plane = json.loads((HERE.parent.parent / "data/roman/focal_plane.json").read_text())
tree, sources = {}, []
for number in range(1, 19):
    siaf = plane[f"WFI{number:02d}_FULL"]
    side = np.array([siaf["XSciScale"], siaf["YSciScale"]]) * TIMES / 3600
    # From detector to ideal coordinates, and these around V3 and mirrored.
    turn = -1 if siaf["DetSciYAngle"] == -180 else 1
    cos, sin = np.cos(np.radians(siaf["V3IdlYAngle"])), np.sin(np.radians(siaf["V3IdlYAngle"]))
    parity = siaf["VIdlParity"]
    matrix = np.array([[parity * cos, sin], [-parity * sin, cos]]) @ np.diag(turn * side)
    affine = models.AffineTransformation2D(matrix, translation=[siaf["V2Ref"] / 3600, siaf["V3Ref"] / 3600])
    pole = models.RotateNative2Celestial(0.02, 20.0, 180.0)
    middle = (SIZE - 1) / 2
    transform = models.Shift(-middle) & models.Shift(-middle) | affine | models.Pix2Sky_TAN() | pole
    transform.bounding_box = ((-0.5, SIZE - 0.5), (-0.5, SIZE - 0.5))
    wcs = GWCS([
        (cf.Frame2D(name="detector", unit=(u.pix, u.pix)), transform),
        (cf.CelestialFrame(name="world", reference_frame=coord.ICRS(), unit=(u.deg, u.deg)), None),
    ])
    data = np.random.default_rng(number).normal(number, 0.1, (SIZE, SIZE)).astype("float32")
    tree[f"wfi{number:02d}"] = {"data": data, "wcs": wcs}
    sources.append((data, wcs))
asdf.AsdfFile(tree).write_to(HERE / "focal_plane.asdf")
best, shape = find_optimal_celestial_wcs(sources, frame="icrs")
focal = found["mosaics"]["focal plane"] = {
    "crval": best.wcs.crval.tolist(), "crpix": best.wcs.crpix.tolist(), "cdelt": best.wcs.cdelt.tolist(), "shape": list(shape),
}
for name, reproject in [("bilinear", reproject_interp), ("exact", reproject_exact)]:
    values, footprint = reproject_and_coadd(sources, best, shape_out=shape, reproject_function=reproject)
    values = np.where(footprint > 0, values, np.nan)
    focal[name] = {"values": numbers(np.where(footprint > 0.5, values, np.nan).flat[::11]), "count": int((footprint > 0).sum())}

(HERE / "mosaic.vectors.json").write_text(json.dumps(found) + "\n")

if len(sys.argv) > 1:
    folder = Path(sys.argv[1])
    with fits.open(folder / "mosaic.fits") as hdus, asdf.open(folder / "mosaic.asdf") as file:
        hdus.verify("exception")
        np.testing.assert_array_equal(hdus[0].data, file["data"])
        np.testing.assert_array_equal(hdus["WEIGHT"].data, file["weight"])
        x, y = np.meshgrid(np.linspace(0, hdus[0].data.shape[1] - 1, 7), np.linspace(0, hdus[0].data.shape[0] - 1, 5))
        ours = file["wcs"].pixel_to_world(x, y)
        print("apart:", ours.separation(WCS(hdus[0].header).pixel_to_world(x, y)).max().to("mas"), hdus[0].header["HISTORY"])
