"""Images with a gwcs of each kind, and whether the pixels of what cut.mjs cuts out of them lead to the same places.

    python tests/written/sky.py make FOLDER
    python tests/written/sky.py check FOLDER
"""

import json
import shutil
import sys
import warnings
from pathlib import Path

import asdf
import gwcs
import lz4.block
import numpy as np
from astropy import coordinates, units
from astropy.modeling import models
from gwcs import coordinate_frames as frames

warnings.simplefilter("ignore")
DATA = Path(__file__).parent.parent / "data"
# Thousandths of an arcsecond.
MOST = 0.001


def celestial():
    return frames.CelestialFrame(reference_frame=coordinates.ICRS(), unit=(units.deg, units.deg))


def tangential(first):
    rotation = models.AffineTransformation2D(np.array([[0.9, 0.1], [-0.2, 1.1]]))
    return first | rotation | models.Pix2Sky_TAN() | models.RotateNative2Celestial(80.0, -30.0, 180.0)


def image(transform, box=None, shape=(60, 90), **pixels):
    detector = frames.Frame2D(name="detector", unit=(units.pix, units.pix))
    wcs = gwcs.WCS([(detector, transform), (celestial(), None)])
    if box is not None:
        wcs.bounding_box = box
    for name, value in pixels.items():
        setattr(wcs, name, value)
    data = np.arange(np.prod(shape), dtype=">f4").reshape(shape)
    return {"data": data, "err": np.sqrt(data), "wcs": wcs}


def fits():
    crpix, cdelt = [44.0, 31.5], [-0.001, 0.0012]
    pixels = models.Shift(-crpix[0]) & models.Shift(-crpix[1])
    return image(tangential(pixels | models.Scale(cdelt[0]) & models.Scale(cdelt[1])), ((-0.5, 89.5), (-0.5, 59.5)))


def fitswcs():
    transform = gwcs.FITSImagingWCSTransform(
        models.Pix2Sky_TAN(), crpix=[44, 31.5], crval=[80, -30], cdelt=[-0.001, 0.0012], pc=[[0.9, 0.1], [-0.2, 1.1]]
    )
    return image(transform, pixel_shape=(90, 60))


def quantities():
    scale = units.Quantity(0.001, units.deg / units.pix)
    pixels = models.Shift(-44 * units.pix) & models.Shift(-31 * units.pix)
    sky = models.Pix2Sky_TAN() | models.RotateNative2Celestial(80 * units.deg, -30 * units.deg, 180 * units.deg)
    transform = pixels | models.Multiply(scale) & models.Multiply(scale) | sky
    return image(transform, ((-0.5, 89.5) * units.pix, (-0.5, 59.5) * units.pix))


def cube():
    spectral = frames.SpectralFrame(axes_order=(2,), unit=units.um)
    sky = frames.CelestialFrame(axes_order=(0, 1), reference_frame=coordinates.ICRS())
    detector = frames.CoordinateFrame(3, ["SPATIAL"] * 3, (0, 1, 2), unit=(units.pix,) * 3, name="detector")
    pixels = models.Shift(-12.0) & models.Shift(-9.5) | models.Scale(0.001) & models.Scale(0.001)
    lines = models.Scale(0.01) | models.Shift(2.0)
    wcs = gwcs.WCS([(detector, tangential(pixels) & lines), (frames.CompositeFrame([sky, spectral]), None)])
    wcs.bounding_box = ((-0.5, 23.5), (-0.5, 19.5), (-0.5, 15.5))
    return {"data": np.arange(16 * 20 * 24, dtype="i2").reshape(16, 20, 24), "wcs": wcs}


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("l2", "l3"):
        shutil.copy(DATA / "roman" / f"roman_{name}_192.asdf", folder)
    for kind in (fits, fitswcs, quantities, cube):
        asdf.AsdfFile(kind()).write_to(folder / f"{kind.__name__}.asdf", all_array_compression="zlib")


def wcs_of(tree):
    return tree["roman"]["meta"]["wcs"] if "roman" in tree else tree["wcs"]


def values(wcs, pixels):
    if wcs.forward_transform.uses_quantity:
        pixels = [units.Quantity(pixel, units.pix) for pixel in pixels]
    world = wcs(*pixels, with_bounding_box=False)
    return np.array([units.Quantity(value).value for value in world])


def apart(one, other):
    """How far places are apart, in milliarcseconds; a third axis is in units of its own and has to be the same."""
    assert np.allclose(one[2:], other[2:], rtol=1e-14, atol=0)
    lon, lat = np.deg2rad(one[0] - other[0]), np.deg2rad(one[1] - other[1])
    return np.rad2deg(np.hypot(lon * np.cos(np.deg2rad(one[1])), lat)).max() * 3.6e6


def check(folder):
    failed = 0
    for row in json.loads((folder / "cut.json").read_text()):
        taken = [slice(start, stop, step) for start, stop, step in row["taken"]]
        with asdf.open(folder / row["original"]) as whole, asdf.open(folder / row["file"], validate_checksums=True) as part:
            tree, other = whole.tree, part.tree
            for key in row["path"].split("/")[:-1]:
                tree, other = tree[key], other[key]
            for key in ("data", "err", "dq", "var_poisson", "context"):
                if key in tree:
                    was, now = np.asarray(tree[key]), np.asarray(other[key])
                    alike = was.shape[-2:] == tree["data"].shape[-2:]
                    its = [slice(None)] * (was.ndim - len(taken)) + taken if alike else []
                    assert now.dtype == was.dtype and now.tobytes() == was[tuple(its)].tobytes(), f"{row['file']}: {key}"
                    kept, label = part.get_array_compression(other[key]), whole.get_array_compression(tree[key])
                    # What does not become smaller is stored as it is.
                    plain = kept is None and label == "lz4" and len(lz4.block.compress(now.tobytes())) + 4 >= now.nbytes
                    assert kept == label or plain, f"{row['file']}: {label} of {key} became {kept}"
            before, after = wcs_of(whole.tree), wcs_of(part.tree)
            shape = np.asarray(other["data"]).shape
            grid = np.meshgrid(*[np.append(np.arange(length), length / 3) for length in shape[::-1]], indexing="ij")
            firsts = [(range(size)[cut].start, range(size)[cut].step) for size, cut in zip(np.asarray(tree["data"]).shape, taken)]
            mapped = [pixel * step + first for pixel, (first, step) in zip(grid, firsts[::-1])]
            most = apart(values(before, mapped), values(after, grid))
            box = "no bounding box"
            if before.bounding_box is not None:
                edges = [[float(units.Quantity(end).value) for end in interval] for interval in after.bounding_box.bounding_box(order="F")]
                inside = all(low >= -0.5 and high <= length - 0.5 for (low, high), length in zip(edges, shape[::-1]))
                assert inside, f"{row['file']}: {edges}"
                box = f"bounding box {edges}"
            if before.pixel_shape is not None:
                assert tuple(after.pixel_shape) == shape[::-1], f"{row['file']}: pixel_shape is {after.pixel_shape}"
            failed += not most <= MOST
            print(f"{row['file']}: {grid[0].size} pixels, at most {most:.2g} mas apart; {box}")
    return 1 if failed else 0


if __name__ == "__main__":
    what, folder = sys.argv[1:]
    sys.exit({"make": make, "check": check}[what](Path(folder)))
