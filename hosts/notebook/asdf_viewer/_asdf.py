"""``asdf.AsdfFile`` objects as files that are read by range.

One that was opened from a file and is unchanged is that file. Any other is written by ``asdf`` into a list of pieces: the blocks in it are
the memory of the arrays, not copies.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import numpy as np

from ._sources import Buffer, PathSource, PiecesSource, Source, SourceError, UrlSource, is_url, piece_of


def source_of(file: Any, name: str) -> Source:
    """The file behind an ``AsdfFile``, or the file that it would be written to."""
    uri = file.uri or ""
    path = _path_of(uri)
    if path is not None and path.is_file() and _is_unchanged(file, path):
        source = PathSource(path)
        source.name = name or source.name
        return source
    if is_url(uri):
        return UrlSource(uri)
    return written(file, name or (path.name if path else "tree.asdf"))


def model_source(model: Any, name: str) -> Source:
    """A data model of Roman, which is an ``AsdfFile`` inside, or of JWST, as the ASDF file that it would be saved to."""
    import asdf  # type: ignore[import-untyped]

    name = name or f"{Path(str(getattr(model.meta, 'filename', None) or 'model')).stem}.asdf"
    if any(each.__module__.startswith("roman_datamodels.") for each in type(model).__mro__):
        file, node = getattr(model, "_asdf", None), model._instance
        if file is None or file.tree.get("roman") is not node:
            file = asdf.AsdfFile()
            file["roman"] = node
        return source_of(file, name)
    date, sink = model.meta.date, _Sink()
    try:
        with warnings.catch_warnings():
            # A model need not be complete to be shown.
            warnings.simplefilter("ignore")
            model.to_asdf(sink)
    except Exception as error:
        raise SourceError(f"the model cannot be written as ASDF: {error}") from error
    finally:
        # It notes when it was saved, which it was not.
        model.meta.date = date
    return PiecesSource(sink.pieces(), name)


def object_source(value: Any, name: str) -> Source | None:
    """An object that asdf has a converter for; None if it has none."""
    if type(value).__module__ == "builtins":
        return None
    kind = type(value).__name__.lower()
    return tree_source({"wcs" if kind.endswith("wcs") else kind: value}, name or f"{kind}.asdf")


def tree_source(tree: Mapping[str, Any], name: str) -> Source | None:
    """A tree as asdf writes it; None if it cannot."""
    try:
        import asdf

        return written(asdf.AsdfFile(dict(tree)), name)
    except (ImportError, SourceError):
        return None


def written(file: Any, name: str) -> PiecesSource:
    """What ``file.write_to()`` writes, without copies of the arrays."""
    sink = _Sink()
    try:
        file.write_to(sink)
    except Exception as error:
        raise SourceError(f"the tree cannot be written as ASDF: {error}") from error
    return PiecesSource(sink.pieces(), name)


class _Sink(io.RawIOBase):
    """A file that is only written. It keeps what it is given instead of copying it."""

    def __init__(self) -> None:
        super().__init__()
        self.chunks: list[Buffer] = []

    def writable(self) -> bool:
        return True

    def write(self, chunk: Any) -> int:
        # The memory of an array, which asdf does not write to afterwards. Its own buffers may be used again.
        kept = chunk if isinstance(chunk, bytes | memoryview) else bytes(chunk)
        self.chunks.append(kept)
        return memoryview(kept).nbytes

    def pieces(self) -> list[tuple[int, Callable[[int, int], Buffer]]]:
        return [piece_of(chunk) for chunk in self.chunks if memoryview(chunk).nbytes]


def _path_of(uri: str) -> Path | None:
    parts = urlsplit(uri)
    if parts.scheme == "file":
        return Path(url2pathname(parts.path))
    return None if parts.scheme and len(parts.scheme) > 1 else Path(uri) if uri else None


def _is_unchanged(file: Any, path: Path) -> bool:
    """Whether the tree still equals the tree of the file on disk."""
    import asdf

    try:
        with asdf.open(path, lazy_load=True, memmap=True) as fresh:
            objects: list[tuple[Any, Any]] = []
            if not _alike(dict(file.tree), dict(fresh.tree), objects):
                return False
            ours, theirs = (asdf.AsdfFile({"objects": [pair[side] for pair in objects]}) for side in (0, 1))
            return not objects or _bytes_alike(written(ours, ""), written(theirs, ""))
    except Exception:
        # Whatever asdf cannot read again is written anew, which says what is wrong.
        return False


#: What asdf notes in trees about itself and the file's history.
_NOTES = frozenset({"asdf_library", "history"})


def _alike(one: Any, other: Any, objects: list[tuple[Any, Any]], depth: int = 0) -> bool:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        keys = [[key for key in each if depth or key not in _NOTES] for each in (one, other)]
        return keys[0] == keys[1] and all(_alike(one[key], other[key], objects, depth + 1) for key in keys[0])
    if _is_list(one) and _is_list(other):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(_alike(a, b, objects, depth + 1) for a, b in pairs)
    if hasattr(one, "__array__") and type(one) is type(other) and type(one).__name__ == "NDArrayType":
        return _same_array(one, other)
    if isinstance(one, np.ndarray) and type(one) is np.ndarray:
        return isinstance(other, np.ndarray) and _same_elements(one, other)
    if one is None or isinstance(one, str | bytes | int | float | complex):
        return type(one) is type(other) and (one == other or one != one)
    if type(one) is not type(other):
        return False
    objects.append((one, other))
    return True


def _is_list(value: Any) -> bool:
    # Lists of a tree that is read lazily are sequences, but no lists.
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _same_array(one: Any, other: Any) -> bool:
    """Whether two arrays of files are the same. One that asdf has not read yet still is what it was."""
    if getattr(one, "_array", one) is None:
        return bool(getattr(one, "_source", None) == getattr(other, "_source", 0) and one.shape == other.shape)
    return _same_elements(np.asanyarray(one), np.asanyarray(other))


def _same_elements(one: Any, other: Any) -> bool:
    if one.shape != other.shape or one.dtype != other.dtype or np.ma.isMA(one) != np.ma.isMA(other):
        return False
    if np.ma.isMA(one) and not np.array_equal(np.ma.getmaskarray(one), np.ma.getmaskarray(other)):
        return False
    data = [np.ma.getdata(each).reshape(-1) for each in (one, other)]
    step = 2**20
    return all(data[0][at : at + step].tobytes() == data[1][at : at + step].tobytes() for at in range(0, data[0].size, step))


def _bytes_alike(one: PiecesSource, other: PiecesSource) -> bool:
    step = 2**22
    return one.size == other.size and all(_all(one, at, step) == _all(other, at, step) for at in range(0, one.size, step))


def _all(source: PiecesSource, offset: int, length: int) -> bytes:
    data = b""
    while len(data) < length and (piece := source.read(offset + len(data), length - len(data))):
        data += bytes(piece)
    return data
