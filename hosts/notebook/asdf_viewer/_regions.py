"""Regions of the package ``regions`` as the viewer's, and back. Both count pixels from 0 at their centres, and angles from the x axis towards y."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

from ._links import Region

#: The regions with a centre: the class of ``regions``, the kind of the viewer, and the numbers of this by those of that.
_CENTRED: dict[str, tuple[str, dict[str, str]]] = {
    "Point": ("point", {}),
    "Circle": ("circle", {"radius": "radius"}),
    "CircleAnnulus": ("annulus", {"inner": "inner_radius", "outer": "outer_radius"}),
    "Ellipse": ("ellipse", {"a": "width", "b": "height"}),
    "Rectangle": ("box", {"width": "width", "height": "height"}),
}


def from_objects(regions: Any) -> list[Any]:
    """A list of regions in which those of the package ``regions`` are the viewer's. Raises a ``ValueError`` for one that has no counterpart."""
    return [_of_object(region) if _is_object(region) else region for region in _listed(regions)]


def to_objects(found: Iterable[Region]) -> Any:
    """The viewer's regions as a ``Regions`` of the package ``regions``; a warning names those that it has no class for."""
    import regions  # type: ignore[import-untyped,import-not-found,unused-ignore]

    made = []
    for region in found:
        shape = _shape_of(region, regions)
        if shape is None:
            warnings.warn(f"regions has no {region['kind']}: {region.get('name') or 'one'} is left out", stacklevel=3)
            continue
        # As its reader of DS9 files has it: 0 or 1.
        shape.meta["include"] = int(not region.get("excluded"))
        if region.get("name"):
            shape.meta["text"] = region["name"]
        if region.get("color"):
            shape.visual["color"] = region["color"]
        made.append(shape)
    return regions.Regions(made)


def _is_object(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "regions"


def _listed(value: Any) -> list[Any]:
    is_one = _is_object(value) and type(value).__name__ != "Regions"
    return [value] if is_one else list(value)


def _of_object(region: Any) -> Region:
    kind = type(region).__name__
    if "Sky" in kind:
        raise ValueError(f"{kind} is on the sky: region.to_pixel(wcs) is its place in an image")
    return {**_shape_in(region, kind.removesuffix("PixelRegion")), **_look_in(region)}


def _shape_in(region: Any, name: str) -> Region:
    if name == "Line":
        return {"kind": "line", "points": [(float(at.x), float(at.y)) for at in (region.start, region.end)]}
    if name in ("Polygon", "RegularPolygon"):
        vertices = region.vertices
        return {"kind": "polygon", "points": list(zip(map(float, vertices.x), map(float, vertices.y), strict=True))}
    if name not in _CENTRED:
        raise ValueError(f"the viewer has no region like {type(region).__name__}; it has {', '.join([*_CENTRED, 'Line', 'Polygon'])}")
    kind, numbers = _CENTRED[name]
    sizes = {own: float(getattr(region, theirs)) / _axes(kind) for own, theirs in numbers.items()}
    angle = {"angle": float(region.angle.to_value("deg"))} if hasattr(region, "angle") else {}
    return {"kind": kind, "x": float(region.center.x), "y": float(region.center.y), **sizes, **angle}


def _axes(kind: str) -> int:
    """What semi-axes are multiplied by: the viewer has these of an ellipse, and the package whole axes."""
    return 2 if kind == "ellipse" else 1


def _look_in(region: Any) -> Region:
    meta, visual = region.meta, region.visual
    name = meta.get("text") or meta.get("label") or meta.get("name")
    color = visual.get("color") or visual.get("edgecolor")
    include = meta.get("include", True)
    return {
        **({"name": str(name)} if name else {}),
        **({"color": _hex(color)} if color else {}),
        **({"excluded": True} if include in (False, "-") else {}),
    }


def _hex(color: Any) -> str:
    try:
        from matplotlib.colors import to_hex
    except ImportError:
        return str(color)
    return str(to_hex(color))


def _shape_of(region: Region, regions: Any) -> Any:
    """The object of a region; None if there is no class for it."""
    kind = region["kind"]
    if "points" in region:
        if kind == "line":
            return regions.LinePixelRegion(*(regions.PixCoord(x, y) for x, y in region["points"]))
        x, y = zip(*region["points"], strict=True)
        return regions.PolygonPixelRegion(regions.PixCoord(list(x), list(y))) if kind == "polygon" else None
    name, numbers = next((name, numbers) for name, (known, numbers) in _CENTRED.items() if known == kind)
    sizes = {theirs: region[own] * _axes(kind) for own, theirs in numbers.items()}
    if region.get("angle"):
        from astropy import units as u  # type: ignore[import-untyped]

        sizes["angle"] = region["angle"] * u.deg
    return getattr(regions, f"{name}PixelRegion")(regions.PixCoord(region["x"], region["y"]), **sizes)
