"""FITS of ``astropy.io.fits``, a list of HDUs or one of them, as files that are read by range.

A list that is as its file on disk is that file. Any other is written by astropy into memory.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from ._sources import BytesSource, PathSource, Source, SourceError

#: Extensions with the tables of a distortion, which belong to images of the same file.
_TABLES = frozenset({"D2IMARR", "WCSDVARR"})


def source_of(value: Any, name: str) -> Source:
    """The file of a list of HDUs, or of one."""
    is_list = hasattr(value, "writeto") and isinstance(value, list)
    path = _path_of(value[0] if is_list and value else value)
    if is_list and path is not None and _is_unchanged(value, path):
        return PathSource(path)
    file = name or (path.name.removesuffix(".gz") if path else "hdus.fits")
    return BytesSource(_written(value if is_list else _alone(value, path)), file)


def header_of(header: Any) -> dict[str, Any]:
    """A header as a map. Values of several cards with one keyword, such as COMMENT, are a list."""
    found: dict[str, Any] = {}
    for card in header.cards:
        values = header[card.keyword] if header.count(card.keyword) > 1 else card.value
        found[card.keyword] = values if isinstance(values, str | bool | int | float | complex) or values is None else [str(each) for each in values]
    return found


def _path_of(hdu: Any) -> Path | None:
    """The file on disk that an HDU was read from."""
    try:
        file = (hdu.fileinfo() or {}).get("file")
    except (AttributeError, ValueError):
        return None
    path = Path(str(getattr(file, "name", None) or ""))
    return path if path.is_file() else None


def _written(hdus: Any) -> bytes:
    sink = io.BytesIO()
    try:
        hdus.writeto(sink, output_verify="silentfix")
    except Exception as error:
        raise SourceError(f"these HDUs cannot be written as FITS: {error}") from error
    return sink.getvalue()


def _alone(hdu: Any, path: Path | None) -> Any:
    """A list with one HDU, and the tables that its world coordinates need."""
    from astropy.io import fits  # type: ignore[import-untyped]

    hdus = [hdu] if isinstance(hdu, fits.PrimaryHDU) else [fits.PrimaryHDU(), hdu]
    wanted = {*_TABLES, *(str(card.value) for card in hdu.header.cards if card.keyword.startswith("PS") and card.keyword.endswith("_0"))}
    if path is not None and any(key in hdu.header for key in ("CPDIS1", "CPDIS2", "D2IMDIS1", "D2IMDIS2", *(f"PS{axis}_0" for axis in range(1, 6)))):
        with fits.open(path) as whole:
            hdus += [each.copy() for each in whole if each.name in wanted and each.name != hdu.name]
    return fits.HDUList(hdus)


def _is_unchanged(hdus: Any, path: Path) -> bool:
    """Whether headers, and the data that were read, equal those of the file."""
    from astropy.io import fits

    try:
        with fits.open(path) as fresh:
            return len(hdus) == len(fresh) and all(_is_same(one, other) for one, other in zip(hdus, fresh, strict=True))
    except Exception:
        # What astropy cannot read again is written anew, which says what is wrong.
        return False


def _is_same(one: Any, other: Any) -> bool:
    # To read scaled data changes the header, so it is compared after them.
    if one._data_loaded and not _has_same_data(one.data, other.data):
        return False
    return str(one.header) == str(other.header)


def _has_same_data(one: Any, other: Any) -> bool:
    if one is None or other is None:
        return one is other
    # Columns that were converted may have been changed apart from the rows.
    if getattr(one, "_converted", None) or one.shape != other.shape or one.dtype != other.dtype:
        return False
    data = [np.asarray(each).view(np.ndarray).reshape(-1) for each in (one, other)]
    step = 2**20
    return all(data[0][at : at + step].tobytes() == data[1][at : at + step].tobytes() for at in range(0, data[0].size, step))
