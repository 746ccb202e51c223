"""Catalogues matched by astropy, in truth.json: many skies, each of numbers that both sides make from a seed.

pip install astropy==8.0.2 numpy==2.4.6 scipy; python truth.py
"""

import json
from pathlib import Path

import astropy.units as u
import numpy as np
from astropy.coordinates import SkyCoord, search_around_sky
from astropy.table import Table, join

LEFT, RIGHT = 40, 60
KINDS = ["sky", "field", "north", "south", "meridian", "duplicates"]


class Random:
    def __init__(self, seed):
        self.state = seed * 2654435761 % 2**32

    def __call__(self):
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return self.state / 2**32


def position(kind, random):
    a, b = random(), random()
    if kind == "sky":
        return 360 * a, np.degrees(np.arcsin(2 * b - 1))
    if kind == "field":
        return 150 + a / 100, 2 + b / 100
    if kind == "north":
        return 360 * a, 90 - b / 100
    if kind == "south":
        return 360 * a, -90 + b / 100
    if kind == "meridian":
        return ((a - 0.5) / 100) % 360, b / 100
    return np.floor(4 * a), np.floor(4 * b)


def catalogue(kind, random, rows):
    positions = [position(kind, random) for _ in range(rows)]
    errors = [(random() / 2, random() / 2) for _ in range(rows)]
    return np.array(positions), np.array(errors)


def rounded(values):
    return [float(f"{value:.9g}") for value in values]


def pairs(one, other, radius):
    first, second, apart, _ = search_around_sky(one, other, radius * u.arcsec)
    order = np.lexsort((second, first))
    return [first[order].tolist(), second[order].tolist(), *rounded([apart.arcsec.sum()])]


def sky(seed):
    kind, random = KINDS[seed % len(KINDS)], Random(seed)
    (left, left_errors), (right, right_errors) = catalogue(kind, random, LEFT), catalogue(kind, random, RIGHT)
    frame = ["icrs", "fk5", "galactic", "barycentricmeanecliptic"][seed % 4] if kind == "sky" else "icrs"
    one, other = SkyCoord(*left.T, unit="deg", frame=frame), SkyCoord(*right.T, unit="deg")
    nearest = [one.match_to_catalog_sky(other, nthneighbor=n) for n in (1, 2, 5)]
    radii = [0, 4e4] if kind == "sky" else [0, 1, 4]
    one = one.icrs
    apart = one[:, None].separation(other[None, :]).arcsec
    angle = one[:, None].position_angle(other[None, :]).rad
    sigmas = np.hypot(
        apart * np.sin(angle) / np.hypot(left_errors[:, None, 0], right_errors[None, :, 0]),
        apart * np.cos(angle) / np.hypot(left_errors[:, None, 1], right_errors[None, :, 1]),
    )
    near = np.argwhere(sigmas <= 3)
    return {
        "kind": kind,
        "frame": frame,
        "nearest": [[index.tolist(), rounded(apart.arcsec)] for index, apart, _ in nearest],
        "radii": radii,
        "around": [pairs(one, other, radius) for radius in radii],
        "all": len(search_around_sky(one, other, 180 * u.deg)[0]),
        "sigmas": [*near.T.tolist(), *rounded([sigmas[*near.T].sum()])],
    }


def keys(seed):
    """Which rows `join` puts beside each other, by identifiers of which many differ only beyond 2^53."""
    random = Random(seed)
    left, right = [[2**60 + int(12 * random()) for _ in range(rows)] for rows in (20, 25)]
    names = lambda values: [f"s{value % 7} " if value % 2 else f"s{value % 7}" for value in values]
    found = {}
    for kind, (one, other) in {"int64": (left, right), "text": (names(left), names(right))}.items():
        tables = [Table({"key": keys, side: range(len(keys))}) for side, keys in (("a", one), ("b", other))]
        for how in ("inner", "left", "right", "outer"):
            rows = [[None if x is np.ma.masked else int(x) for x in (row["a"], row["b"])]
                    for row in join(*tables, keys="key", join_type=how)]
            found[f"{kind} {how}"] = sorted(rows, key=lambda row: [x if x is not None else 99 for x in row])
    return {"left": [str(x) for x in left], "right": [str(x) for x in right], **found}


if __name__ == "__main__":
    truth = {"skies": [sky(seed) for seed in range(1, 25)], "keys": [keys(seed) for seed in range(1, 4)]}
    Path(__file__).with_name("truth.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n")
