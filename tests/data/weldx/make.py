#!/usr/bin/env python3
"""Writes objects.asdf: the kinds of objects that weldx writes, whose tags no other program has.

Needs: weldx==0.8.2
"""

from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr
from weldx import Q_, CoordinateSystemManager, LocalCoordinateSystem, MathematicalExpression, TimeSeries, WeldxFile, WXRotation
from weldx.welding.groove.iso_9692_1 import get_groove

frames = CoordinateSystemManager("root")
frames.add_cs("torch", "root", LocalCoordinateSystem(coordinates=Q_([1, 2, 3], "mm")))
tree = {
    "quantity": Q_(np.arange(6.0).reshape(2, 3), "mm"),
    "current": Q_(3, "A"),
    "series": TimeSeries(Q_([1, 2, 5, 7], "m"), Q_([0, 1, 2, 3], "s"), "linear"),
    "expression": TimeSeries(MathematicalExpression("a*t+b", parameters={"a": Q_(2, "1/s"), "b": Q_(-2, "")})),
    "system": LocalCoordinateSystem(orientation=WXRotation.from_euler("x", 30, degrees=True).as_matrix(), coordinates=Q_([1, 2, 3], "mm")),
    "systems": frames,
    "array": xr.DataArray(np.arange(6.0).reshape(2, 3), dims=["x", "y"], coords={"x": [1, 2]}),
    "set": xr.Dataset({"a": ("x", [1.0, 2.0])}),
    "steps": pd.TimedeltaIndex([0, 1, 2], unit="s"),
    "days": pd.date_range("2020-01-01", periods=4, freq="D"),
    "moment": pd.Timestamp("2020-01-01"),
    "rotation": WXRotation.from_euler("x", [0, 1]),
    "groove": get_groove(groove_type="VGroove", workpiece_thickness=Q_(1, "cm"), groove_angle=Q_(55, "deg"), root_gap=Q_(2, "mm"), root_face=Q_(1, "mm")),
}
with WeldxFile(tree=tree, mode="rw") as file:
    file.write_to(Path(__file__).parent / "objects.asdf")
