"""What the traits of the widget may be: another value raises a ``TraitError`` that says what is possible.

The names are those of the viewer (``choices.ts`` and ``registry.ts`` in asdf-wasm); a test compares them.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Collection
from typing import Any

from traitlets import TraitError

from . import _links

VIEWS = ("flags", "image", "rgb", "together", "line", "histogram", "table", "text", "values", "columns")
INTERVALS = ("minmax", "zscale", "99.9", "99.5", "99", "98", "95", "90")
STRETCHES = ("linear", "log", "sqrt", "squared", "asinh", "sinh", "power", "powerdist", "histogram")
#: Those whose names are followed by a parameter, as in ``"asinh,0.02"``.
PARAMETRIC = ("log", "asinh", "sinh", "power", "powerdist")
COLORMAPS = (
    *("gray", "viridis", "plasma", "inferno", "magma", "cividis", "turbo"),
    *("thermal", "haline", "solar", "ice", "deep", "dense", "algae", "matter", "turbid", "speed", "amp", "tempo", "rain"),
    *("coolwarm", "balance", "delta", "curl", "twilight", "phase"),
    *("heat", "cool", "rainbow", "a", "b", "bb", "he", "standard", "sls", "hsv", "i8", "aips0", "staircase"),
)
#: The shapes of markers.
SHAPES = ("circle", "cross", "square", "diamond")
#: Ways in which an axis that is not shown becomes one value.
COLLAPSED = ("mean", "sum", "median", "min", "max", "std", "moment0", "moment1", "moment2", "width")


def checked(trait: str, value: Any) -> Any:
    """The value of a trait, in the form in which it is kept."""
    return _CHECKS[trait](value)


def words(link: str) -> str:
    """A link in which the words of all traits make sense."""
    known = _links.words_of(link)
    for word, check in {"view": _view, "stretch": _stretch, "colormap": _colormap}.items():
        check(known.get(word, ""))
    forms = {"pick": r"\d+,\d+", "region": r"[1-9]\d*"}
    for word, form in forms.items():
        if known.get(word) and not re.fullmatch(form, known[word]):
            raise TraitError(f"{word}={known[word]} of the link makes no sense")
    limits = known.get("limits", "")
    if "," in limits and _links.limits_in(limits) is None:
        raise TraitError(f"limits={limits} of the link makes no sense")
    _limits(_links.limits_in(limits))
    _section(_links.section_in(known.get("section", "")))
    return link


def _named(value: str, names: Collection[str], what: str) -> None:
    if value in names:
        return
    near = difflib.get_close_matches(value, names, 1)
    meant = f", did you mean {near[0]!r}?" if near else "."
    raise TraitError(f"{value!r} is no {what}{meant} There are {', '.join(names)}")


def _view(value: str) -> str:
    if value:
        _named(value, VIEWS, "view")
    return value


def _stretch(value: str) -> str:
    name, comma, number = value.partition(",")
    if value:
        _named(name, STRETCHES, "stretch")
    if comma and (name not in PARAMETRIC or not _is_positive(number)):
        has = ", ".join(PARAMETRIC)
        raise TraitError(f"{value!r} is no stretch: a number above 0 follows the name of {has}, as in 'asinh,0.02'")
    return value


def _is_positive(text: str) -> bool:
    try:
        return 0 < float(text) < float("inf")
    except ValueError:
        return False


def _colormap(value: str) -> str:
    if value:
        _named(value.removesuffix("_r"), COLORMAPS, "colour map")
    return value


def _limits(value: Any) -> Any:
    if value is None:
        return None
    if isinstance(value, str):
        if value:
            _named(value, INTERVALS, "interval")
        return value or None
    black, white = _pair(value, "limits", "(black, white), or the name of an interval such as 'zscale'", float)
    if not black <= white:
        raise TraitError(f"limits are (black, white), and {black} is not below {white}")
    if float("-inf") in (black, white) or float("inf") in (black, white):
        raise TraitError(f"limits are numbers, and {value!r} has none on one side")
    return (black, white)


def _pixel(value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    x, y = _pair(value, "pixel", "(x, y), whole numbers from 0 on", _whole)
    return (x, y)


def _pair(value: Any, trait: str, what: str, number: Callable[[Any], Any]) -> tuple[Any, Any]:
    try:
        one, other = value
        return (number(one), number(other))
    except (TypeError, ValueError) as error:
        raise TraitError(f"{trait} is {what}, and not {value!r}") from error


def _whole(value: Any) -> int:
    if int(value) != value or value < 0:
        raise ValueError(value)
    return int(value)


def _section(value: Any) -> tuple[int | str, ...]:
    found = tuple(part if isinstance(part, str) else _index(part, value) for part in value)
    for part in found:
        way = part.partition(":")[0] if isinstance(part, str) else ""
        if isinstance(part, str) and part not in ("x", "y") and not (way in COLLAPSED and re.fullmatch(r"[a-z\d]+(:\d+:\d+)?", part)):
            raise TraitError(f"{part!r} is no part of a section: there are indices, 'x', 'y', and {', '.join(COLLAPSED)}, as in 'mean:2:10'")
    return found


def _index(part: Any, section: Any) -> int:
    try:
        return _whole(part)
    except (TypeError, ValueError) as error:
        raise TraitError(f"a section has indices from 0 on, 'x' and 'y', as (3, 'y', 'x'), and not {part!r} as in {section!r}") from error


def _regions(value: Any) -> Any:
    try:
        _links.regions_word(value)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise TraitError(str(error)) from error
    return value


def _region(value: int | None) -> int | None:
    if value is not None and value < 0:
        raise TraitError(f"region is the index of a region, from 0 on, and not {value}")
    return value


def _viewport(value: Any) -> tuple[float, float, float] | None:
    if value is None:
        return None
    try:
        x, y, across = map(float, value)
    except (TypeError, ValueError) as error:
        raise TraitError(f"viewport is (x, y, pixels along the shorter side), and not {value!r}") from error
    if not (math.isfinite(x) and math.isfinite(y) and 0 < across < math.inf):
        raise TraitError(f"viewport has numbers, the last above 0, and not {value!r}")
    return (x, y, across)


def _places(points: Any) -> tuple[Any, str]:
    """Pairs of numbers, and what they count: pixels, or degrees on the sky where astropy has positions."""
    if hasattr(points, "icrs"):
        sky = points.icrs.ravel()
        return list(zip(_unmasked(sky.ra.deg), _unmasked(sky.dec.deg), strict=True)), "icrs"
    listed = list(points) if isinstance(points, (list, tuple)) else []
    if listed and all(hasattr(each, "icrs") for each in listed):
        return [pair for each in listed for pair in _places(each)[0]], "icrs"
    return _unmasked(points), "pixel"


def _unmasked(values: Any) -> Any:
    """Numbers with NaN, which is drawn nowhere, for those that numpy or astropy masks: what is under a mask is no position."""
    import numpy as np

    if isinstance(values, np.ma.MaskedArray):
        return np.ma.filled(values.astype("<f8"), math.nan)
    # Those of astropy are arrays as well; its tables, which have such a method, are none.
    filled = getattr(values, "filled", None) if isinstance(values, np.ndarray) else None
    return filled(math.nan) if filled else values


def markers(points: Any, shape: str, color: str, size: float) -> dict[str, Any]:
    """Markers in the form in which the page is told."""
    import numpy as np

    places, system = _places(points)
    pairs = np.ascontiguousarray(places, "<f8").reshape(-1, 2) if system == "icrs" else np.ascontiguousarray(places, "<f8")
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise ValueError(f"points are pairs x, y: an array of shape (n, 2), and not {pairs.shape}")
    if shape not in SHAPES:
        raise ValueError(f"{shape!r} is no shape of markers; there are {', '.join(SHAPES)}")
    if not re.fullmatch(r"#[\da-fA-F]{6}", color):
        raise ValueError(f"{color!r} is no colour; it is written as '#ff0000'")
    if not 0 < size < math.inf:
        raise ValueError(f"size is a number of CSS pixels above 0, and not {size!r}")
    return {"points": pairs.tobytes(), "system": system, "shape": shape, "color": color, "size": float(size)}


_CHECKS: dict[str, Callable[[Any], Any]] = {
    "path": lambda value: value.strip("/"),
    "view": _view,
    "section": _section,
    "pixel": _pixel,
    "limits": _limits,
    "stretch": _stretch,
    "colormap": _colormap,
    "regions": _regions,
    "region": _region,
    "viewport": _viewport,
}
