"""How astropy says that an image is displayed, as the viewer's words, and back: intervals, stretches, the looks of markers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from astropy import visualization as vis  # type: ignore[import-untyped]
from astropy.nddata import NDData  # type: ignore[import-untyped]

from . import _checks

#: The stretches of astropy that the viewer has, by their names in it. Those with a parameter call it `a`.
_STRETCHES: dict[str, type[vis.BaseStretch]] = {
    "linear": vis.LinearStretch,
    "sqrt": vis.SqrtStretch,
    "squared": vis.SquaredStretch,
    "log": vis.LogStretch,
    "asinh": vis.AsinhStretch,
    "sinh": vis.SinhStretch,
    "power": vis.PowerStretch,
    "powerdist": vis.PowerDistStretch,
}
#: The shapes of markers, by the names of the interface.
_SHAPES = {"circle": "circle", "square": "square", "crosshair": "cross", "diamond": "diamond"}


def values_of(data: Any) -> np.ndarray[Any, Any]:
    """The numbers of an image, NaN where it is masked."""
    values: np.ndarray[Any, Any] = np.asarray(data.data if isinstance(data, NDData) else data)
    mask = getattr(data, "mask", None)
    return values if mask is None or not np.any(mask) else np.where(mask, np.nan, values)


def limits_of(interval: vis.BaseInterval, values: np.ndarray[Any, Any]) -> tuple[float, float]:
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return (0, 1)
    black, white = interval.get_limits(finite)
    return (float(black), float(max(black, white)))


def interval_of(limits: Any) -> vis.BaseInterval:
    if isinstance(limits, tuple):
        return vis.ManualInterval(*limits)
    named = {"minmax": vis.MinMaxInterval, "zscale": vis.ZScaleInterval}
    return named[limits]() if limits in named else vis.PercentileInterval(float(limits or 99.5))


def stretch_word(stretch: vis.BaseStretch) -> str:
    name = next((name for name, known in _STRETCHES.items() if type(stretch) is known), "")
    if name == "" or (isinstance(stretch, vis.LinearStretch) and (stretch.slope, stretch.intercept) != (1, 0)):
        known = ", ".join(known.__name__ for known in _STRETCHES.values())
        raise ValueError(f"the viewer has no stretch like {stretch!r}; it has {known}, LinearStretch without slope and intercept")
    return f"{name},{stretch.a:.12g}" if name in _checks.PARAMETRIC else name


def stretch_of(word: str, image: Any) -> vis.BaseStretch:
    name, _, parameter = (word or "asinh").partition(",")
    if name == "histogram":
        values = values_of(image.data)
        black, white = limits_of(image.cuts, values)
        return vis.HistEqStretch(values[(values >= black) & (values <= white)])
    return _STRETCHES[name](float(parameter)) if parameter else _STRETCHES[name]()


def look_of(style: dict[str, Any]) -> tuple[str, str, float]:
    """Shape, colour and size of markers; raises a ``ValueError`` by name for what there is not."""
    from matplotlib.colors import to_hex

    shape = str(style.get("shape", "circle"))
    if shape not in _SHAPES:
        raise ValueError(f"{shape!r} is no shape of markers; there are {', '.join(_SHAPES)}")
    size = float(style.get("size", 5))
    if not 0 < size < math.inf:
        raise ValueError(f"the size of markers is above 0, and not {size}")
    return (_SHAPES[shape], to_hex(style.get("color", "red")), size)
