"""What people have at hand, as files that are read by range: files that libraries open, FITS, models of missions, arrays, tables, trees.

Objects are recognised by the names of their classes: nothing is imported that the notebook has not imported.
"""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from ._sources import BytesSource, FileSource, PathSource, Source, SourceError, UrlSource, is_url
from ._stores import StoreSource, is_stored, store_source

_KINDS = "paths, URLs, files, bytes, arrays, tables, mappings of arrays, AsdfFile, FITS, models of Roman and JWST, NDData, SkyCoord and Time"


def source_of(source: Any, name: str, wcs: Any = None, options: Mapping[str, Any] | None = None) -> Source:
    """The file that is made of an object; raises a TypeError if none can be. ``wcs`` is the WCS of an array, ``options`` those of fsspec."""
    if options is not None and not isinstance(source, str):
        raise TypeError(f"`storage_options` belong to an address, which a {type(source).__name__} is not")
    if wcs is not None:
        from . import _layout

        found = _of_tree({**_array_tree(source), "wcs": wcs}, name or "array.asdf", _layout)
    elif isinstance(source, str) and (options is not None or is_stored(source)):
        found = store_source(source, options or {})
    else:
        found = _of_file(source, name) or _of_object(source, name)
    found.name = name or found.name
    return found


def _array_tree(source: Any) -> Mapping[str, Any]:
    from . import _layout

    tree = source if isinstance(source, Mapping) else _layout.tree_of(source)
    if tree is None:
        raise TypeError(f"`wcs` belongs to an array, and a {type(source).__name__} is not an array: files and models have their own")
    return tree


def _of_file(source: Any, name: str) -> Source | None:
    """The file that a path, an address, bytes, or an object of a library for files refers to."""
    if isinstance(source, str) and is_url(source):
        return UrlSource(source)
    if isinstance(source, str) and source.startswith("file:"):
        return PathSource(url2pathname(urlsplit(source).path))
    if hasattr(source, "fs") and hasattr(source, "path") and hasattr(source, "open"):
        return _of_filesystem(source)
    if isinstance(source, str | os.PathLike):
        return PathSource(source)
    if isinstance(source, bytes | bytearray | memoryview):
        return BytesSource(source, name or "bytes.asdf")
    if hasattr(source, "read_bytes") and hasattr(source, "open"):
        # A member of an archive, or of a package: `zipfile.Path`, `importlib.resources`.
        return FileSource(source.open("rb"), source.name, is_own=True)
    if hasattr(source, "read") and hasattr(source, "seek"):
        if isinstance(source, io.TextIOBase):
            raise SourceError("this file gives text: open it with mode 'rb'")
        return FileSource(source, name or Path(str(getattr(source, "name", ""))).name or "file.asdf")
    return None


def _of_filesystem(source: Any) -> Source:
    """``fsspec.open(…)``, which is not open before it is used as a context, and ``UPath``."""
    name = Path(str(source.path)).name or "file.asdf"
    try:
        if hasattr(source, "mode"):
            if "b" not in source.mode:
                raise SourceError(f"{name} gives text: open it with mode 'rb'")
            opened = source.open()
        else:
            opened = source.open("rb")
    except (OSError, ImportError) as error:
        raise SourceError(f"{name} cannot be opened: {error}") from error
    return StoreSource(source.fs, str(source.path), opened)


def _of_object(source: Any, name: str) -> Source:
    family = {f"{each.__module__.partition('.')[0]}.{each.__name__}" for each in type(source).__mro__}
    if "asdf.AsdfFile" in family:
        from . import _asdf

        return _asdf.source_of(source, name)
    try:
        from . import _layout
    except ImportError as error:
        raise TypeError(f"a {type(source).__name__} is shown with numpy, which is not installed") from error
    if family & {"astropy.HDUList", "astropy._BaseHDU"}:
        from . import _fits

        return _fits.source_of(source, name)
    if family & {"roman_datamodels.DataModel", "stdatamodels.DataModel"}:
        from . import _asdf

        return _asdf.model_source(source, name)
    shown = _layout.tree_of(source)
    if shown is not None:
        return _of_tree(shown, name or "array.asdf", _layout)
    if isinstance(source, Mapping | list | tuple):
        return _of_tree(source if isinstance(source, Mapping) else {"data": source}, name or "tree.asdf", _layout)
    # What asdf has a converter for, such as a gwcs or a model of astropy.
    from . import _asdf

    written = _asdf.object_source(source, name)
    if written is None:
        raise TypeError(f"a {type(source).__name__} cannot be shown: `view` takes {_KINDS}")
    return written


def _of_tree(tree: Mapping[str, Any], name: str, layout: Any) -> Source:
    """A tree. One with objects of which only asdf knows how to write them, such as a gwcs, is written by asdf."""
    source, unknown = layout.file_of(tree, name)
    if not unknown:
        return source  # type: ignore[no-any-return]
    from . import _asdf

    written = _asdf.tree_source(tree, name)
    if written is None:
        names = ", ".join(sorted(unknown))
        warnings.warn(f"{names}: shown as text, because asdf is not installed or has no converter for it", stacklevel=5)
    return written or source
