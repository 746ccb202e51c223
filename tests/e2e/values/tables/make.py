"""
Writes tables.asdf, with tables as astropy, numpy and the core schemas write them and a cube of numbers, and tables.json,
what numpy says of them. Needs numpy 2.4.6, asdf 6.0.0, astropy 8.0.2 and asdf-astropy 0.9.0.
"""

import json
from pathlib import Path

import asdf
import numpy as np
from astropy import units as u
from astropy.table import MaskedColumn, QTable, Table
from astropy.time import Time

HERE = Path(__file__).parent
ROWS = 300
random = np.random.default_rng(7)

cube = random.normal(size=(3, 40, 50))
cube[1, 2, 3] = np.nan
cube[1, 0, 0] = 1 / 3

catalog = Table(
    {
        "id": np.arange(ROWS, dtype=np.int64) + 9_007_199_254_740_990,
        "ra": random.uniform(0, 360, ROWS),
        "band": random.choice(["F062", "F087", "F146", "<i>F158</i>"], ROWS),
        "flux": np.round(random.normal(5, 4, ROWS), 1).astype(np.float32),
        "magnitude": MaskedColumn(random.normal(20, 2, ROWS), mask=np.arange(ROWS) % 7 == 3),
        "saturated": np.arange(ROWS) % 5 == 0,
        "position": random.integers(0, 4088, (ROWS, 2)).astype(np.int16),
    },
    meta={"survey": "made up"},
)
catalog["flux"][[5, 17, 90]] = np.nan
catalog["ra"].unit = "deg"
catalog["ra"].description = "Right ascension"
catalog["flux"].unit = "Jy"

quantities = QTable(
    {
        "distance": np.array([3.5, 1.25, 2.0]) * u.kpc,
        "seen": Time(["2026-01-02T03:04:05", "2025-06-07T08:09:10", "2027-01-01T00:00:00"]),
    }
)

record = np.dtype(
    [
        ("name", "S6"),
        ("label", "<U4"),
        ("counts", ">i4", (2, 2)),
        ("at", [("x", "<f8"), ("y", "<f4")]),
        ("z", "<c16"),
    ]
)
records = np.zeros(40, record)
records["name"] = [f"s{i % 9}" for i in range(40)]
records["label"] = ["é", "b", "", "zz"] * 10
records["counts"] = np.arange(160).reshape(40, 2, 2)
records["at"]["x"] = np.linspace(-1, 1, 40)
records["at"]["y"] = np.arange(40) / 8
records["z"] = np.arange(40) * (1 - 2j)

asdf.AsdfFile({"cube": cube, "catalog": catalog, "quantities": quantities, "records": records}).write_to(
    HERE / "tables.asdf", all_array_compression="zlib"
)


def order(values, descending=False):
    """Rows in order, ties as they stand, NaN and masked ones last."""
    last = np.ma.getmaskarray(values) | (np.asarray(values) != np.asarray(values))
    known = np.flatnonzero(~last)
    keys = np.unique(np.asarray(values)[known], return_inverse=True)[1]
    ranked = known[np.argsort(-keys if descending else keys, kind="stable")]
    return [*ranked.tolist(), *np.flatnonzero(last).tolist()]


truth = {
    "cube": [[repr(float(cube[1, i, j])) for j in range(4)] for i in range(4)],
    "turned": [repr(float(cube[k, 7, 39])) for k in range(3)],
    "ids": [str(value) for value in catalog["id"][:5]],
    "byFlux": order(catalog["flux"]),
    "byFluxDescending": order(catalog["flux"], descending=True),
    "byMagnitude": order(np.ma.MaskedArray(catalog["magnitude"].data, catalog["magnitude"].mask)),
    "byBand": order(np.array([str(band) for band in catalog["band"]])),
    "bright": np.flatnonzero(np.nan_to_num(catalog["flux"], nan=-1) > 9).tolist(),
    "f146": np.flatnonzero(catalog["band"] == "F146").tolist(),
    "flux": [repr(float(str(value))) for value in catalog["flux"]],
}
(HERE / "tables.json").write_text(json.dumps(truth) + "\n")
