"""Compares two trees that Python's asdf has read, with the objects of astropy in them, in meaning: types, values to the last
bit, order, units, metadata.

    python tests/written/objects.py ORIGINAL COPY…

opens files with every warning an error, and says where a copy differs from the original.
"""

import sys
import warnings
from pathlib import Path

import asdf
import numpy as np
from asdf.tags.core import IntegerType
from asdf.tags.core.ndarray import NDArrayType
from astropy.table import Table


def differences(one, other, path="", seen=None):
    """Yields a sentence for each difference."""
    seen = seen if seen is not None else set()
    if (id(one), id(other)) in seen:
        return
    seen.add((id(one), id(other)))
    if isinstance(one, NDArrayType):
        one, other = np.ma.asarray(one), np.ma.asarray(other)
    if isinstance(one, IntegerType):
        # Those that fit into the tree are written there.
        if int(one) != int(other):
            yield f"{path}: {int(one)} became {int(other)}"
    elif type(one) is not type(other):
        yield f"{path}: {type(one).__name__} became {type(other).__name__}: {one!r:.60} {other!r:.60}"
    elif isinstance(one, dict):
        if [keyed(key) for key in one] != [keyed(key) for key in other]:
            yield f"{path}: keys {list(one)!r:.200} became {list(other)!r:.200}"
            return
        for (key, was), now in zip(one.items(), other.values()):
            yield from differences(was, now, f"{path}/{key}", seen)
    elif isinstance(one, (list, tuple)):
        if len(one) != len(other):
            yield f"{path}: {len(one)} items became {len(other)}"
        for index, (was, now) in enumerate(zip(one, other)):
            yield from differences(was, now, f"{path}/{index}", seen)
    elif isinstance(one, Table):
        if one.colnames != other.colnames:
            yield f"{path}: columns {one.colnames} became {other.colnames}"
            return
        yield from differences(one.meta, other.meta, f"{path}.meta", seen)
        for name in one.colnames:
            yield from columns(one[name], other[name], f"{path}[{name}]", seen)
    else:
        yield from values(one, other, path)


def columns(one, other, path, seen):
    for name in ("name", "unit", "format", "description"):
        if getattr(one.info, name, None) != getattr(other.info, name, None):
            yield f"{path}.{name}: {getattr(one.info, name)!r} became {getattr(other.info, name)!r}"
    yield from differences(one.info.meta, other.info.meta, f"{path}.meta", seen)
    yield from values(one, other, path)


def values(one, other, path):
    if type(one) is not type(other):
        yield f"{path}: {type(one).__name__} became {type(other).__name__}"
    elif isinstance(one, np.ndarray):
        was, now = (np.ma.asarray(getattr(array, "value", array)) for array in (one, other))
        native = [array.dtype.newbyteorder("=") for array in (was, now)]
        if was.shape != now.shape or native[0] != native[1]:
            yield f"{path}: {was.dtype}{was.shape} became {now.dtype}{now.shape}"
        elif was.data.astype(native[0]).tobytes() != now.data.astype(native[0]).tobytes():
            yield f"{path}: other elements"
        elif not np.array_equal(np.ma.getmaskarray(was), np.ma.getmaskarray(now)):
            yield f"{path}: another mask"
        elif getattr(one, "unit", None) != getattr(other, "unit", None):
            yield f"{path}: {one.unit} became {other.unit}"
    elif not callable(one) and shown(one) != shown(other):
        yield f"{path}: {shown(one):.200} became {shown(other):.200}"


def keyed(key):
    """Tells True from 1."""
    return (type(key), key)


def shown(value):
    """Every digit of every number in it; of times more than `repr` shows."""
    with np.printoptions(precision=17, floatmode="unique", threshold=sys.maxsize):
        exact = [getattr(value, name, None) for name in ("scale", "format", "jd1", "jd2")]
        if type(value).__name__ in ("Time", "TimeDelta"):
            exact.append(getattr(value, "location", None))
            return f"{type(value).__name__} {exact!r}"
        return repr(value)


def read(path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return asdf.open(path, lazy_load=False, memmap=False, validate_checksums=True)


def main(original, *copies):
    was = read(original)
    wrong = []
    for copy in copies:
        now = read(copy)
        ours = {key: value for key, value in now.tree.items() if key != "asdf_library"}
        theirs = {key: value for key, value in was.tree.items() if key != "asdf_library"}
        wrong += [f"{copy}: {difference}" for difference in differences(theirs, ours)]
    print("\n".join(wrong) or f"{len(copies)} copies of {original} mean the same")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
