"""Objects of astropy and pandas as tagged values of ASDF. They are recognised by the names of their classes, without importing either."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

QUANTITY = "!unit/quantity-1.2.0"
TABLE = "!core/table-1.1.0"


def special_of(value: Any) -> tuple[str, Any] | None:
    """The tag of an object, empty for a plain map, and what it stands before; None of what is no such object."""
    if isinstance(value, _Tagged):
        return value.tag, value.members
    if isinstance(value, Unit):
        return "!unit/unit-1.0.0", str(value)
    for each in type(value).__mro__:
        as_special = _SPECIAL.get((each.__module__.partition(".")[0], each.__name__))
        if as_special:
            return as_special(value)
    return None


class Unit:
    """A unit of astropy, as a text."""

    def __init__(self, unit: Any) -> None:
        self._unit = unit

    def __str__(self) -> str:
        try:
            return str(self._unit.to_string("vounit"))
        except (AttributeError, ValueError):
            return str(self._unit)


class _Tagged:
    def __init__(self, tag: str, members: Mapping[str, Any]) -> None:
        self.tag, self.members = tag, members


def _plain(values: Any) -> Any:
    """Values without the mask of astropy's ``Masked``, which numpy does not know, but with one of numpy's."""
    if hasattr(values, "unmasked"):
        return np.ma.MaskedArray(np.asarray(values.unmasked), np.asarray(values.mask))
    return np.asanyarray(values) if isinstance(values, np.ma.MaskedArray) else np.asarray(values)


def _quantity(value: Any) -> tuple[str, Any]:
    return QUANTITY, {"unit": Unit(value.unit), "value": _plain(value.value)}


def _nddata(value: Any) -> tuple[str, Any]:
    """NDData, CCDData, NDCube and maps of sunpy as a map."""
    unit, uncertainty = value.unit, value.uncertainty
    names = {"std": "err", "var": "var"}
    kind = names.get(getattr(uncertainty, "uncertainty_type", ""), "uncertainty")
    data = _Tagged(QUANTITY, {"unit": Unit(unit), "value": value.data}) if unit else value.data
    return "", {
        "data": data,
        **({kind: np.asarray(uncertainty.array)} if uncertainty is not None else {}),
        **({"mask": np.asarray(value.mask)} if value.mask is not None else {}),
        **({"meta": dict(value.meta)} if value.meta else {}),
        **({"wcs": value.wcs} if value.wcs is not None else {}),
    }


def _wcs(value: Any) -> tuple[str, Any] | None:
    """A WCS of astropy as the keywords of its header. One with tables, which keywords cannot hold, is left to asdf."""
    value = getattr(value, "low_level_wcs", value)
    tables = [getattr(value, name, None) for name in ("cpdis1", "cpdis2", "det2im1", "det2im2")]
    if any(table is not None for table in tables) or not hasattr(value, "to_header"):
        return None
    return "", dict(value.to_header(relax=True))


def _header(value: Any) -> tuple[str, Any]:
    from ._fits import header_of

    return "", header_of(value)


def _coordinates(value: Any) -> tuple[str, Any]:
    return "", {"table": _Tagged(TABLE, {"columns": list(_sky_columns("", value))}), "meta": {"frame": value.name, **_attributes(value)}}


def _attributes(value: Any) -> dict[str, str]:
    """What a frame of coordinates depends on, such as an equinox."""
    names = getattr(value, "frame_attributes", None) or value.frame.frame_attributes
    found = {name: getattr(value, name, None) for name in names}
    return {name: str(each) for name, each in found.items() if each is not None}


def _sky_columns(prefix: str, value: Any) -> Iterator[_Tagged]:
    """A column for each component of coordinates: `ra`, `dec`, and `distance` and motions where there are any."""
    value = value.reshape(-1)
    names = list(value.get_representation_component_names())
    if "s" in value.data.differentials:
        names += value.get_representation_component_names("s")
    for name in names:
        part = getattr(value, name)
        # Directions without a distance have one of 1, without a unit.
        if str(part.unit):
            yield from _column(f"{prefix}{name}", part)


def _time(value: Any) -> tuple[str, Any]:
    return "", {
        "table": _Tagged(TABLE, {"columns": [*_column("time", value), *_column("mjd", value.reshape(-1).mjd, "d")]}),
        "meta": {"scale": value.scale, "format": value.format},
    }


def _duration(value: Any) -> tuple[str, Any]:
    return QUANTITY, {"unit": Unit("s"), "value": _plain(value.sec)}


def _table(value: Any) -> tuple[str, Any]:
    columns = [column for name in value.colnames for column in _column(name, value[name])]
    return TABLE, {"columns": columns, **({"meta": dict(value.meta)} if value.meta else {})}


def _frame(value: Any) -> tuple[str, Any]:
    """A table of pandas. Its index is a column unless it only counts."""
    index = getattr(value, "index", None)
    if index is not None and type(index).__name__ != "RangeIndex" and hasattr(value, "reset_index"):
        value = value.reset_index()
    return TABLE, {"columns": [column for name in value.columns for column in _column(name, value[name])]}


def _column(name: object, column: Any, unit: Any = None) -> list[_Tagged]:
    if hasattr(column, "representation_component_names"):
        return list(_sky_columns(f"{name}.", column))
    values = _values(column)
    if values.dtype.kind in "OT":
        values = _texts(values)
    unit = unit or getattr(column, "unit", None)
    return [_Tagged("!core/column-1.1.0", {"name": str(name), "data": values, **({"unit": Unit(unit)} if unit is not None else {})})]


def _values(column: Any) -> Any:
    if hasattr(column, "isot"):
        # To the nanosecond; by itself a time has milliseconds.
        times = type(column)(column, precision=9)
        return _plain(times.reshape(-1).isot)
    if hasattr(column, "isna"):
        return _of_pandas(column)
    if hasattr(column, "to_numpy"):
        return np.asanyarray(column.to_numpy())
    values = column.value if hasattr(column, "value") and hasattr(column, "unit") else column
    return _plain(values)


def _of_pandas(column: Any) -> Any:
    missing = np.asarray(column.isna())
    kind = getattr(getattr(column.dtype, "numpy_dtype", column.dtype), "kind", "O")
    if not missing.any() or kind in "fcmM":
        return np.asarray(column.to_numpy())
    if kind in "iub":
        return np.ma.MaskedArray(column.fillna(column.dtype.numpy_dtype.type(0)).to_numpy(dtype=column.dtype.numpy_dtype), missing)
    values = np.array(column.astype(object).to_numpy())
    values[missing] = ""
    return np.ma.MaskedArray(values, missing)


def _texts(values: Any) -> Any:
    texts = np.array([str(each) for each in np.ma.getdata(values).reshape(-1)], dtype="U").reshape(values.shape)
    return np.ma.MaskedArray(texts, np.ma.getmask(values)) if isinstance(values, np.ma.MaskedArray) else texts


_SPECIAL: Mapping[tuple[str, str], Callable[[Any], tuple[str, Any] | None]] = {
    ("astropy", "Quantity"): _quantity,
    ("astropy", "NDData"): _nddata,
    ("astropy", "Table"): _table,
    ("astropy", "SkyCoord"): _coordinates,
    ("astropy", "BaseCoordinateFrame"): _coordinates,
    ("astropy", "TimeDelta"): _duration,
    ("astropy", "Time"): _time,
    ("astropy", "WCS"): _wcs,
    ("astropy", "HighLevelWCSWrapper"): _wcs,
    ("astropy", "Header"): _header,
    ("pandas", "DataFrame"): _frame,
    ("polars", "DataFrame"): _frame,
}
