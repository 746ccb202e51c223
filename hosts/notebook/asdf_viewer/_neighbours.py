"""Files that the shown one refers to: blocks and arrays in files of their own, and references to other trees.

They are found in the folder of the file and in the folders inside it, nowhere else: a file may name anything.
"""

from __future__ import annotations

import urllib.parse

from ._sources import NotThereError, PathSource, Source, SourceError, UrlSource
from ._stores import StoreSource


def beside(source: Source, path: str) -> Source:
    """The file at a path relative to another one."""
    if isinstance(source, PathSource):
        folder = source.path.resolve().parent
        try:
            found = (folder / path).resolve()
        except (OSError, ValueError) as error:
            raise SourceError(f"{path!r} is no path") from error
        if not found.is_relative_to(folder):
            raise SourceError(f"it is outside of the folder of {source.name}, where `view` looks for it")
        if not found.exists():
            raise NotThereError(f"it is not beside {source.name}: put it into {folder}")
        return PathSource(found)
    if isinstance(source, UrlSource):
        address = urllib.parse.urljoin(source.url, urllib.parse.quote(path))
        # The query may hold a signature, which is for one file.
        if address.startswith(source.url.partition("?")[0].rpartition("/")[0] + "/"):
            return UrlSource(address)
        raise SourceError(f"it is outside of the folder of {source.url}")
    if isinstance(source, StoreSource):
        return source.beside(path)
    raise SourceError(f"{source.name} has no folder in which it could be: give `view` the path of the file")
