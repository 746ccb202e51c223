"""Links of the viewer as Python values, and back.

The viewer describes what it shows as a link, ``path=roman/data&section=3,y,x&pick=12,40&limits=0,5``. This module is the only place that knows
its words; the page sends and receives nothing else. The words are described in docs/viewer.md of asdf-wasm.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, quote, quote_plus, unquote

#: What limits are: black and white, or the name of an interval such as ``"zscale"``. ``None`` is the default.
Limits: TypeAlias = "tuple[float, float] | str | None"
#: An index, or for the axes on the stage ``"y"`` and ``"x"``, or how an axis is collapsed: ``"mean"``, ``"sum:2:10"``.
Section: TypeAlias = "tuple[int | str, ...]"
#: A region, such as ``{"kind": "circle", "x": 512, "y": 300, "radius": 20}``.
Region: TypeAlias = "dict[str, Any]"

#: The numbers of each kind of region, in the order of links.
_NUMBERS: dict[str, tuple[str, ...]] = {
    "point": ("x", "y"),
    "circle": ("x", "y", "radius"),
    "annulus": ("x", "y", "inner", "outer"),
    "ellipse": ("x", "y", "a", "b", "angle"),
    "box": ("x", "y", "width", "height", "angle"),
}
_PATHS = ("line", "polyline", "polygon")
_COLOR = "#00ff00"

#: How images are displayed, whatever they are: another path keeps these words.
_DISPLAY = frozenset(
    {
        *("stretch", "colormap", "contrast", "bias", "nan", "shrink", "zoom", "rotate", "flip"),
        *("show", "hide", "box", "smooth", "bin"),
        *("pick", "part", "side", "sky", "wcs", "regions", "region", "measure"),
    }
)

Words: TypeAlias = "dict[str, str]"


def words_of(link: str) -> Words:
    """The words of a link.

    >>> words_of("path=roman/data&section=3,y,x")
    {'path': 'roman/data', 'section': '3,y,x'}
    """
    return dict(parse_qsl(link.lstrip("?#")))


def link_of(words: Mapping[str, str]) -> str:
    """The link of words; empty ones are left out.

    >>> link_of({"path": "roman/data", "limits": "", "pick": "3,4"})
    'path=roman/data&pick=3,4'
    """
    return "&".join(f"{quote_plus(name)}={quote_plus(value, safe='/:,@')}" for name, value in words.items() if value)


def words_at(words: Mapping[str, str], path: str) -> Words:
    """The words for another node: how images are displayed stays."""
    kept = {name: value for name, value in words.items() if name in _DISPLAY}
    limits = words.get("limits", "")
    if limits and "," not in limits:
        kept["limits"] = limits
    return {"path": path, **kept}


def pixel_in(word: str) -> tuple[int, int] | None:
    """The picked pixel as ``(x, y)``."""
    found = re.fullmatch(r"(\d+),(\d+)", word)
    return (int(found[1]), int(found[2])) if found else None


def pixel_word(pixel: tuple[int, int] | None) -> str:
    return "" if pixel is None else f"{int(pixel[0])},{int(pixel[1])}"


def viewport_word(viewport: tuple[float, float, float] | None) -> str:
    """The word of a viewport: where its middle is, and how many pixels there are along its shorter side.

    >>> viewport_word((12.5, 40, 100))
    '100px@12.5,40'
    """
    if viewport is None:
        return ""
    x, y, across = map(number, viewport)
    return f"{across}px@{x},{y}"


def section_in(word: str) -> Section:
    """The section as a tuple; empty if the whole array is shown.

    >>> section_in("3,y,x")
    (3, 'y', 'x')
    """
    return tuple(int(part) if part.isdigit() else part for part in word.split(",")) if word else ()


def section_word(section: Iterable[int | str]) -> str:
    return ",".join(str(part) for part in section)


def index_in(word: str) -> tuple[Any, ...]:
    """The section as an index of numpy.

    >>> index_in("3,y,x")
    (3, slice(None, None, None), slice(None, None, None))
    """
    return tuple(_index(part) for part in section_in(word)) or (Ellipsis,)


def _index(part: int | str) -> int | slice:
    if isinstance(part, int):
        return part
    found = re.fullmatch(r"[a-z\d]+:(\d+):(\d+)", part)
    return slice(int(found[1]), int(found[2])) if found else slice(None)


def limits_in(word: str) -> Limits:
    """The limits of the display.

    >>> limits_in("0.5,3")
    (0.5, 3.0)
    >>> limits_in("zscale")
    'zscale'
    """
    if "," not in word:
        return word or None
    try:
        black, white = map(float, word.split(","))
    except ValueError:
        return None
    return (black, white)


def limits_word(limits: Limits | Sequence[float]) -> str:
    if limits is None or isinstance(limits, str):
        return limits or ""
    black, white = limits
    if not black <= white:
        raise ValueError(f"limits are (black, white), and {black} is not below {white}")
    return f"{number(black)},{number(white)}"


def regions_in(word: str) -> list[Region]:
    """The regions of a link.

    >>> regions_in("circle@512,300,20:ff0000:Star")
    [{'kind': 'circle', 'x': 512.0, 'y': 300.0, 'radius': 20.0, 'color': '#ff0000', 'name': 'Star'}]
    """
    found = (_region(part) for part in word.split("/") if part)
    return [region for region in found if region]


def _region(part: str) -> Region | None:
    start, color, name, *_ = [*part.split(":"), "", ""]
    match = re.fullmatch(r"(-?)([a-z]+)@([-+.\de,]+)", start)
    if not match:
        return None
    try:
        numbers = [float(each) for each in match[3].split(",")]
    except ValueError:
        return None
    kind = match[2]
    if kind in _PATHS and len(numbers) % 2 == 0:
        shape: Region = {"points": list(zip(numbers[::2], numbers[1::2], strict=True))}
    elif kind in _NUMBERS and len(numbers) in (len(_NUMBERS[kind]), len(_NUMBERS[kind]) - ("angle" in _NUMBERS[kind])):
        shape = dict(zip(_NUMBERS[kind], numbers, strict=False))
    else:
        return None
    return {
        "kind": kind,
        **shape,
        **({"color": f"#{color}"} if color else {}),
        **({"name": unquote(name)} if name else {}),
        **({"excluded": True} if match[1] else {}),
    }


def selected_in(word: str) -> int | None:
    """The index of the selected region; links count from 1."""
    return int(word) - 1 if re.fullmatch(r"[1-9]\d*", word) else None


def selected_word(index: int | None) -> str:
    return "" if index is None else str(index + 1)


def regions_word(regions: Iterable[Mapping[str, Any]]) -> str:
    return "/".join(_region_word(region) for region in regions)


def _region_word(region: Mapping[str, Any]) -> str:
    kind = region.get("kind")
    if kind in _PATHS:
        numbers = [coordinate for point in region["points"] for coordinate in point]
    elif kind in _NUMBERS:
        names = [name for name in _NUMBERS[kind] if name != "angle" or region.get("angle")]
        missing = [name for name in names if name not in region]
        if missing:
            raise ValueError(f"a region that is a {kind} needs {', '.join(names)}; {missing[0]} is missing")
        numbers = [region[name] for name in names]
    else:
        kinds = ", ".join([*_NUMBERS, *_PATHS])
        raise ValueError(f"{kind!r} is no kind of region; there are {kinds}")
    if not all(map(math.isfinite, map(float, numbers))):
        raise ValueError(f"a region that is a {kind} has numbers, and not {', '.join(map(str, numbers))}")
    known = {"kind", "color", "name", "excluded", "points", *_NUMBERS.get(str(kind), ())}
    unknown = [name for name in region if name not in known]
    if unknown:
        raise ValueError(f"a region that is a {kind} has no {unknown[0]!r}")
    color = str(region.get("color", _COLOR)).lower()
    if not re.fullmatch(r"#[\da-f]{6}", color):
        raise ValueError(f"{color!r} is no colour of a region; it is written as '#ff0000'")
    start = f"{'-' if region.get('excluded') else ''}{kind}@{','.join(number(each) for each in numbers)}"
    name = quote(str(region.get("name", "")), safe=" !'()*")
    hue = "" if color == _COLOR else color[1:]
    return f"{start}:{hue}:{name}" if name else f"{start}:{hue}" if hue else start


def number(value: float) -> str:
    """A number in as few digits as are exact."""
    text = repr(float(value))
    return text.removesuffix(".0")
