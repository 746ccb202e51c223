#!/usr/bin/env python3
"""Writes wrappers.asdf: WCS around others, as astropy and ndcube write them, and what they say about points.

Needs: asdf==6.0.0 asdf-astropy==0.11.0 astropy==8.0.2 gwcs==1.0.3 ndcube==2.4.2 numpy==2.4.6

`cases` lists {name, wcs, points, world, pixels}: `points` are pixels, x first, `world` their places, and `pixels` the way
back from there. `cube` is an NDCube of which a cutout is to be made.
"""

import warnings
from pathlib import Path

import asdf
import gwcs
import numpy as np
from astropy import coordinates as coord
from astropy import units as u
from astropy.modeling import models as m
from astropy.wcs import WCS
from astropy.wcs.wcsapi import HighLevelWCSWrapper
from astropy.wcs.wcsapi.wrappers.sliced_wcs import SlicedLowLevelWCS
from gwcs import coordinate_frames as cf
from ndcube import NDCube
from ndcube.wcs.wrappers import CompoundLowLevelWCS, ReorderedLowLevelWCS, ResampledLowLevelWCS

warnings.filterwarnings("ignore")


def fits(**others):
    header = dict(CTYPE1="RA---TAN", CTYPE2="DEC--TAN", CRPIX1=5, CRPIX2=7, CRVAL1=10, CRVAL2=20, CDELT1=-0.01, CDELT2=0.02)
    return WCS({**header, **others})


cube = fits(WCSAXES=3, CTYPE3="WAVE", CUNIT3="um", CDELT3=0.5, CRVAL3=2, CRPIX3=1, PC1_1=0.8, PC1_2=0.6, PC2_1=-0.6, PC2_2=0.8)
# Between the two directions on the sky.
between = WCS(dict(CTYPE1="RA---CAR", CTYPE2="WAVE", CUNIT2="um", CTYPE3="DEC--CAR", CRPIX1=3, CRPIX2=1, CRPIX3=4, CRVAL1=10, CRVAL2=2, CRVAL3=0, CDELT1=-0.01, CDELT2=0.5, CDELT3=0.01))


def sky(box):
    pixels = cf.Frame2D(name="detector", axes_names=("x", "y"), unit=(u.pix, u.pix))
    world = cf.CelestialFrame(name="sky", reference_frame=coord.ICRS())
    to = m.Shift(-3.0) & m.Shift(-4) | m.Scale(0.01) & m.Scale(0.02) | m.Pix2Sky_TAN() | m.RotateNative2Celestial(5.0, -70, 180)
    wcs = gwcs.WCS([(pixels, to), (world, None)])
    wcs.bounding_box = box
    return wcs


def line(quantities=False):
    pixels = cf.CoordinateFrame(1, ["PIXEL"], (0,), unit=(u.pix,), name="detector")
    world = cf.SpectralFrame(name="wave", unit=u.um, axes_order=(0,), axes_names=["lambda"])
    if quantities:
        to = m.Tabular1D(np.arange(5) * u.pix, [1, 2, 4, 7, 11] * u.nm, bounds_error=False)
    else:
        to = m.Scale(0.1) | m.Shift(1)
    return gwcs.WCS([(pixels, to), (world, None)])


limited = sky(((-0.5, 19.5), (-0.5, 29.5)))
cases = {
    "a header": fits(),
    "a header behind the high level": HighLevelWCSWrapper(fits()),
    "sliced": SlicedLowLevelWCS(fits(), [slice(20, None), slice(10, None)]),
    "sliced to one plane": SlicedLowLevelWCS(cube, [3, slice(2, 9), slice(None)]),
    "sliced to a spectrum": SlicedLowLevelWCS(cube, [slice(1, None), 4, 2]),
    "sliced to a row of the sky": SlicedLowLevelWCS(cube, [2, 4, slice(1, None)]),
    "sliced between the axes of the sky": SlicedLowLevelWCS(between, [slice(2, None), 1, slice(1, None)]),
    "sliced to one direction and waves": SlicedLowLevelWCS(between, [2, slice(1, None), slice(1, None)]),
    "sliced gwcs with a box": SlicedLowLevelWCS(limited, [slice(4, 12), slice(3, None)]),
    "resampled": ResampledLowLevelWCS(fits(), (4, 3)),
    "resampled with an offset": ResampledLowLevelWCS(fits(), (2, 0.5), (1, -2.5)),
    "resampled gwcs with a box": ResampledLowLevelWCS(limited, (2, 5), (1, 0)),
    "reordered": ReorderedLowLevelWCS(cube, [2, 0, 1], [1, 2, 0]),
    "reordered gwcs": ReorderedLowLevelWCS(limited, [1, 0], [1, 0]),
    "compound": CompoundLowLevelWCS(fits(), line()),
    "compound with a shared axis": CompoundLowLevelWCS(limited, line(), mapping=(0, 1, 1)),
    "compound in another order": CompoundLowLevelWCS(line(), limited, mapping=(2, 0, 1)),
    "sliced compound": SlicedLowLevelWCS(CompoundLowLevelWCS(limited, line()), [slice(2, None), 3, slice(1, None)]),
    "reordered, then sliced": SlicedLowLevelWCS(ReorderedLowLevelWCS(cube, [1, 2, 0], [2, 0, 1]), [slice(1, None), 1, slice(2, None)]),
    "resampled, then sliced": SlicedLowLevelWCS(ResampledLowLevelWCS(cube, (2, 3, 1)), [slice(1, None), 1, slice(2, None)]),
}
X = np.array([0, 1, 2.25, 5.5, 11, 0.5])
Y = np.array([0, 3, 1.5, -2, 4, 7])
Z = np.array([0, 1, 0.5, 2, 3, 1.25])
tree = {"cases": []}
for name, wcs in cases.items():
    low = getattr(wcs, "low_level_wcs", wcs)
    points = [X, Y, Z][: low.pixel_n_dim]
    listed = lambda values: [np.asarray(getattr(v, "value", v), dtype=float).tolist() for v in values]
    as_list = lambda values: values if isinstance(values, (tuple, list)) else [values]
    world = as_list(low.pixel_to_world_values(*points))
    pixels = as_list(low.world_to_pixel_values(*world))
    facts = {"types": list(low.world_axis_physical_types), "units": [str(unit) for unit in low.world_axis_units]}
    tree["cases"].append({"name": name, "wcs": wcs, "points": listed(points), "world": listed(world), "pixels": listed(pixels), **facts})
data = np.arange(30.0 * 40).reshape(30, 40)
tree["cubes"] = {
    "plain": NDCube(data, fits()),
    "sliced": NDCube(data, fits())[3:, 5:],
    "rebinned": NDCube(data, fits()).rebin((2, 4)),
    "limited": NDCube(data, sky(((-0.5, 39.5), (-0.5, 29.5))))[3:, 5:],
}
asdf.AsdfFile(tree).write_to(Path(__file__).parent / "wrappers.asdf")
