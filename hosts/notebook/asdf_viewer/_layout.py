"""Arrays in memory as an ASDF file: its tree and headers are made here, and its blocks are the arrays' own memory.

An array in C order, or in Fortran's, is not copied: the bytes that are asked for are those of its memory. Of any other array, and of one
whose type ASDF does not have, only the elements that are asked for are copied. The file has the layout of ASDF 1.6.0: a tree, then blocks,
then their index (https://www.asdf-format.org/projects/asdf-standard/en/latest/file_layout.html).
"""

from __future__ import annotations

import datetime
import json
import math
import os
import re
import struct
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np

from ._sources import Buffer, PiecesSource, piece_of
from ._special import Unit, special_of

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
Give: TypeAlias = "Callable[[int, int], Buffer]"

_HEAD = "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n"
_INDEX = "#ASDF BLOCK INDEX\n%YAML 1.1\n---\n"
#: Magic, length of the header; flags, compression, allocated, used and decoded size, checksum (none).
_BLOCK = struct.Struct(">4sHI4sQQQ16s")
#: Whose texts say all that they are.
_TEXTS = (os.PathLike, datetime.date, datetime.time, datetime.timedelta, Unit)
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_NATIVE = "little" if sys.byteorder == "little" else "big"
_ORDERS = {"<": "little", ">": "big", "=": _NATIVE, "|": "little"}
#: The types of ASDF, by kind and size of numpy's.
_TYPES = {
    **{f"i{size}": f"int{8 * size}" for size in (1, 2, 4, 8)},
    **{f"u{size}": f"uint{8 * size}" for size in (1, 2, 4, 8)},
    **{f"f{size}": f"float{8 * size}" for size in (2, 4, 8)},
    **{f"c{size}": f"complex{8 * size}" for size in (8, 16)},
    "b1": "bool8",
}


def file_of(tree: Mapping[str, Any], name: str) -> tuple[PiecesSource, frozenset[str]]:
    """An ASDF file of a tree of maps, lists, scalars and arrays, and the names of the types in it that became texts.

    >>> source, _ = file_of({"data": np.zeros((1000, 1000))}, "data.asdf")
    >>> bytes(source.read(0, 11))
    b'#ASDF 1.0.0'
    """
    writer = _Writer()
    text = f"{_HEAD}{writer.node(tree)}\n...\n".encode()
    pieces = [piece_of(text)]
    offsets, offset = [], len(text)
    for length, give in writer.blocks:
        header = _BLOCK.pack(b"\xd3BLK", _BLOCK.size - 6, 0, b"\0" * 4, length, length, length, b"\0" * 16)
        offsets.append(offset)
        offset += len(header) + length
        pieces += [piece_of(header), (length, give)]
    if offsets:
        index = "".join(f"- {offset}\n" for offset in offsets)
        pieces.append(piece_of(f"{_INDEX}{index}...\n".encode()))
    return PiecesSource(pieces, name), frozenset(writer.unknown)


def tree_of(value: Any) -> Mapping[str, Any] | None:
    """The tree that shows an object by itself; None if it has no array."""
    special = special_of(value)
    if special is not None and special[0] == "":
        return special[1]  # type: ignore[no-any-return]
    if special is not None:
        return {"table" if "table" in special[0] else "data": value}
    if hasattr(value, "__array__") or hasattr(value, "__array_interface__"):
        return {"data": value}
    return None


class _Writer:
    """Writes values as YAML on one line, and collects the blocks of their arrays."""

    def __init__(self) -> None:
        self.blocks: list[tuple[int, Give]] = []
        #: Types of objects that are written as texts.
        self.unknown: set[str] = set()
        self._within: set[int] = set()

    def node(self, value: Any) -> str:
        if isinstance(value, np.generic):
            value = value.item()
        if value is None or isinstance(value, str | bool):
            return _text(value) if isinstance(value, str) else json.dumps(value)
        if isinstance(value, int):
            # A tree may hold no integer of more than 64 bits.
            return str(value) if -(2**63) <= value < 2**63 else _text(value)
        if isinstance(value, float):
            return _float(value)
        if isinstance(value, complex):
            return f"!core/complex-1.0.0 {_text(str(value).strip('()'))}"
        special = special_of(value)
        if special is not None:
            tag, inner = special
            return f"{tag} {self.node(inner)}".lstrip()
        if isinstance(value, Mapping | list | tuple):
            return self._collection(value)
        if hasattr(value, "__array__") or hasattr(value, "__array_interface__"):
            return self.array(np.asanyarray(value))
        if not isinstance(value, _TEXTS):
            self.unknown.add(type(value).__name__)
        return _text(value)

    def _collection(self, value: Mapping[Any, Any] | list[Any] | tuple[Any, ...]) -> str:
        if id(value) in self._within:
            raise ValueError("a map or a list that holds itself cannot be shown")
        self._within.add(id(value))
        if isinstance(value, Mapping):
            text = ", ".join(f"{_text(key)}: {self.node(item)}" for key, item in value.items())
            text = f"{{{text}}}"
        else:
            text = f"[{', '.join(map(self.node, value))}]"
        self._within.discard(id(value))
        return text

    def array(self, array: Array) -> str:
        mask = np.ma.getmask(array)
        data = np.ma.getdata(array) if isinstance(array, np.ma.MaskedArray) else np.asarray(array)
        stored = _stored(data.dtype)
        members = {"source": str(len(self.blocks)), **_datatype(stored), "shape": _numbers(data.shape)}
        if data.dtype == stored and not data.flags.c_contiguous and data.flags.f_contiguous:
            members["strides"] = _numbers(data.strides)
            data = data.T
        self.blocks.append(_block(data, stored))
        if mask is not np.ma.nomask:
            members["mask"] = self.array(_plain_mask(np.asarray(mask)))
        return f"!core/ndarray-1.1.0 {{{', '.join(f'{name}: {text}' for name, text in members.items())}}}"


def _block(data: Array, stored: np.dtype[Any]) -> tuple[int, Give]:
    size = stored.itemsize
    if data.dtype == stored and data.flags.c_contiguous:
        view = memoryview(data.reshape(-1).view(np.uint8).data) if data.size and size else memoryview(b"")
        return view.nbytes, lambda start, end: view[start:end]

    def give(start: int, end: int) -> bytes:
        first = start // size
        elements = data.flat[first : -(-end // size)]
        return elements.astype(stored).tobytes()[start - first * size : end - first * size]

    return data.size * size, give


def _stored(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The type with which an array is stored: its own, or the nearest that ASDF has."""
    if dtype.names is not None:
        fields = [(name, _stored_field(dtype[name])) for name in dtype.names]
        packed = np.dtype(fields)
        return dtype if packed == dtype else packed
    if dtype.kind in "mM":
        # As numpy writes them, such as 2026-11-23T12:00:00.
        return np.dtype("U32" if dtype.kind == "M" else "U24")
    if dtype.kind in "fc" and f"{dtype.kind}{dtype.itemsize}" not in _TYPES:
        return np.dtype("f8" if dtype.kind == "f" else "c16")
    if dtype.kind == "T":
        raise TypeError("an array of strings of any length cannot be shown: `astype(str)` gives them one length")
    if dtype.kind not in "SU" and f"{dtype.kind}{dtype.itemsize}" not in _TYPES:
        raise TypeError(f"an array of {dtype} cannot be shown: ASDF has numbers, booleans, texts, and records of these")
    return dtype


def _stored_field(dtype: np.dtype[Any]) -> np.dtype[Any]:
    if dtype.subdtype is None:
        return _stored(dtype)
    base, shape = dtype.subdtype
    return np.dtype((_stored(base), shape))


def _datatype(dtype: np.dtype[Any]) -> dict[str, str]:
    """The members ``datatype`` and ``byteorder``."""
    if dtype.names is not None:
        return {"datatype": f"[{', '.join(_field(name, dtype[name]) for name in dtype.names)}]", "byteorder": _NATIVE}
    if dtype.kind == "S":
        return {"datatype": f"[ascii, {dtype.itemsize}]", "byteorder": _NATIVE}
    if dtype.kind == "U":
        return {"datatype": f"[ucs4, {dtype.itemsize // 4}]", "byteorder": _ORDERS[dtype.byteorder]}
    return {"datatype": _TYPES[f"{dtype.kind}{dtype.itemsize}"], "byteorder": _ORDERS[dtype.byteorder]}


def _field(name: str, dtype: np.dtype[Any]) -> str:
    base, shape = dtype.subdtype or (dtype, ())
    members = {"name": _text(name), **_datatype(base), **({"shape": _numbers(shape)} if shape else {})}
    return f"{{{', '.join(f'{key}: {text}' for key, text in members.items())}}}"


def _plain_mask(mask: Array) -> Array:
    """The mask of records has a boolean for each field: an element is masked if all of its fields are."""
    if mask.dtype.names is None:
        return mask
    return np.logical_and.reduce(  # type: ignore[no-any-return]
        [_plain_mask(mask[name]).reshape(*mask.shape, -1).all(-1) for name in mask.dtype.names]
    )


def _numbers(values: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, values))}]"


def _float(value: float) -> str:
    """A number as YAML 1.1 has it, which wants a point before an exponent."""
    if not math.isfinite(value):
        return ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"
    text = repr(value)
    return text if "." in text else text.replace("e", ".0e")


def _text(value: object) -> str:
    """A text between quotes. JSON's form is YAML's too, but YAML does not take all characters as they are."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(str(value), ensure_ascii=False))
