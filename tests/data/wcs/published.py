#!/usr/bin/env python3
"""Writes what gwcs says about the WCSs of published test files, in the form of transforms.asdf.

    published.py OUTPUT.asdf FILE...        e.g. the .asdf and .asdf.gz files in dkist/data/test and gwcs/tests/data of the packages
    WCS_TRUTH=OUTPUT.asdf cargo test --test promises wcs -- --include-ignored

Needs: asdf==6.0.0 asdf-astropy==0.11.0 astropy==8.0.2 gwcs==1.0.3 dkist==1.18.1 roman-datamodels==1.2.0 numpy==2.4.6
"""

import gzip
import sys
import warnings
from pathlib import Path

import asdf
import gwcs
import numpy as np

warnings.filterwarnings("ignore")
rng = np.random.default_rng(1)
cases, numbers = [], []


def keep(columns):
    columns = columns if isinstance(columns, (tuple, list)) else (columns,)
    numbers.append(np.array([np.asarray(getattr(c, "value", c), float).ravel() for c in columns]).T)
    return len(numbers) - 1


def find(value, path, found, seen, depth=0):
    """The WCSs in a tree, also those of DKIST's datasets and of two of their tiles."""
    if id(value) in seen or depth > 12:
        return
    seen.add(id(value))
    if isinstance(value, gwcs.WCS):
        found.append((path, value))
    elif hasattr(value, "items") and not isinstance(value, np.ndarray):
        for key, item in value.items():
            find(item, f"{path}/{key}", found, seen, depth + 1)
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            find(item, f"{path}/{number}", found, seen, depth + 1)
    elif type(value).__module__.startswith("dkist"):
        wcs = getattr(value, "_wcs", None) or getattr(value, "wcs", None)
        if wcs is not None:
            find(wcs, f"{path}/wcs", found, seen, depth + 1)
        for number, tile in enumerate(list(getattr(value, "flat", []))[:2]):
            find(tile, f"{path}/{number}", found, seen, depth + 1)


def limits(wcs):
    """From where to where points are taken along each pixel axis."""
    axes = wcs.forward_transform.n_inputs
    box = wcs.bounding_box
    if box is None:
        return [(0, length - 1) for length in wcs.pixel_shape] if wcs.pixel_shape else [(0, 20)] * axes
    intervals = box.bounding_box(order="F") if hasattr(box, "bounding_box") else box
    intervals = [intervals] if axes == 1 else intervals
    return [tuple(float(getattr(end, "value", end)) for end in interval) for interval in intervals]


output, *files = sys.argv[1:]
for file in files:
    opened = asdf.open(gzip.open(file) if file.endswith(".gz") else file, lazy_load=False, memmap=False)
    found = []
    find(opened.tree, "", found, set())
    if not found:
        print(f"{file}: no gwcs")
    for path, wcs in found[:3]:
        points = [a + (b - a) * (rng.random(40) * 1.04 - 0.02) for a, b in limits(wcs)]
        if "Varying" in repr(wcs.forward_transform):
            points = [np.rint(p) if axis >= 2 else p for axis, p in enumerate(points)]
        image = wcs(*points)
        image = image if isinstance(image, (tuple, list)) else (image,)
        case = {"name": Path(file).name + path, "sky": [False, False], "transform": wcs}
        case |= {"points": keep(points), "forward": keep(image)}
        try:
            case["backward"] = keep(wcs.invert(*[np.array(getattr(i, "value", i)) for i in image]))
        except Exception as error:
            print(f"{file}{path}: gwcs cannot invert it: {error}")
        cases.append(case)

starts = np.cumsum([0] + [table.size for table in numbers])
for case in cases:
    for key in case.keys() & {"points", "forward", "backward"}:
        case[key] = [int(starts[case[key]]), numbers[case[key]].size]
tree = {"cases": cases, "numbers": np.concatenate([table.ravel() for table in numbers])}
asdf.AsdfFile(tree).write_to(output, all_array_compression="zlib")
print(*[case["name"] for case in cases], sep="\n")
