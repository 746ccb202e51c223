"""Eighteen files like those of one Roman exposure: python make.py FOLDER [SIDE] [COMPRESSION]

Needs the packages of benches/wcs/requirements.txt.

Each detector is where the focal plane has it, with a distortion of a few pixels, and has noise with stars. `points.json` says where gwcs has a
thousand points of each.
"""

import json
import sys
import warnings
from pathlib import Path

import asdf
import astropy.units as u
import gwcs
import numpy as np
from astropy import coordinates as coord
from astropy.modeling import models
from gwcs import coordinate_frames as cf

warnings.simplefilter("ignore")
folder = Path(sys.argv[1])
side = int(sys.argv[2]) if len(sys.argv) > 2 else 4088
compression = sys.argv[3] if len(sys.argv) > 3 else None
times = 4088 / side
here = Path(__file__).resolve().parent
plane = json.loads((here / "../../tests/data/roman/focal_plane.json").read_text())
folder.mkdir(parents=True, exist_ok=True)


def wcs_of(siaf):
    """From pixels to ideal coordinates with distortion, to V2 and V3, to the sky."""
    middle = (side - 1) / 2
    turn = -1 if siaf["DetSciYAngle"] == -180 else 1
    x, y = (turn * siaf[f"{axis}SciScale"] * times / 3600 for axis in "XY")
    bend = 4 * x / (2044 / times) ** 2, -3 * y / (2044 / times) ** 2
    ideal = models.Mapping((0, 1, 0, 1)) | (
        models.Polynomial2D(2, c1_0=x, c2_0=bend[0], c1_1=bend[0] / 2) & models.Polynomial2D(2, c0_1=y, c0_2=bend[1], c1_1=bend[1] / 3)
    )
    angle = np.radians(siaf["V3IdlYAngle"])
    cos, sin = np.cos(angle), np.sin(angle)
    parity = siaf["VIdlParity"]
    focal = models.AffineTransformation2D(
        [[parity * cos, sin], [-parity * sin, cos]], translation=[siaf["V2Ref"] / 3600, siaf["V3Ref"] / 3600]
    )
    pole = models.RotateNative2Celestial(0.02, 20.0, 180.0)
    transform = models.Shift(-middle) & models.Shift(-middle) | ideal | focal | models.Pix2Sky_TAN() | pole
    transform.bounding_box = ((-0.5, side - 0.5), (-0.5, side - 0.5))
    detector = cf.Frame2D(name="detector", unit=(u.pix, u.pix))
    world = cf.CelestialFrame(name="world", reference_frame=coord.ICRS(), unit=(u.deg, u.deg))
    return gwcs.WCS([(detector, transform), (world, None)])


points = {}
for number in range(1, 19):
    random = np.random.default_rng(number)
    data = random.normal(1, 0.1, (side, side)).astype("float32")
    for x, y in random.integers(4, side - 4, (max(side * side // 8000, 3), 2)):
        data[y - 2 : y + 3, x - 2 : x + 3] += random.pareto(1.5) * np.float32(2)
    wcs = wcs_of(plane[f"WFI{number:02d}_FULL"])
    meta = {"instrument": {"detector": f"WFI{number:02d}", "optical_element": "F158"}, "wcs": wcs}
    tree = {"roman": {"meta": meta, "data": data}}
    name = f"r0000101001001001001_0001_wfi{number:02d}_f158_cal.asdf"
    asdf.AsdfFile(tree).write_to(folder / name, all_array_compression=compression)
    pixels = random.uniform(-0.5, side - 0.5, (1000, 2))
    points[name] = {"pixels": pixels.tolist(), "sky": np.transpose(wcs(*pixels.T)).tolist()}
(folder / "points.json").write_text(json.dumps(points))
