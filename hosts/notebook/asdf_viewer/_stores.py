"""Files in buckets and other stores, which fsspec opens in the kernel: it signs the requests, so that no key reaches the page."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from ._sources import FileSource, NotThereError, SourceError


class StoreSource(FileSource):
    """A file of a file system of fsspec. Keys stay in the file system."""

    def __init__(self, fs: Any, path: str, file: Any = None) -> None:
        """``file``: the open file, if it is open."""
        self.fs, self.path = fs, path
        name = posixpath.basename(path) or "file.asdf"
        try:
            # The page asks for what it shows and keeps that: nothing more is read.
            super().__init__(file or fs.open(path, "rb", cache_type="none"), name, is_own=True)
        except Exception as error:
            raise _problem(name, error) from error

    def read(self, offset: int, length: int) -> bytes:
        try:
            return super().read(offset, length)
        except SourceError:
            raise
        except Exception as error:
            raise _problem(self.name, error) from error

    def beside(self, path: str) -> StoreSource:
        """A file in the folder of this one, or a folder inside it."""
        folder, slash, _ = self.path.rpartition("/")
        if not slash or {"", ".", ".."} & set(path.split("/")):
            raise SourceError(f"it is outside of the folder of {self.name}, where `view` looks for it")
        return StoreSource(self.fs, f"{folder}/{path}")


def is_stored(url: str) -> bool:
    """Whether fsspec reads a URL. A public bucket of S3 is read without it, a private one only with it."""
    scheme, is_address, _ = url.partition("://")
    return bool(is_address) and scheme not in {"http", "https", "file"} and (scheme != "s3" or find_spec("s3fs") is not None)


def store_source(url: str, options: Mapping[str, Any]) -> StoreSource:
    """The file at a URL. ``options`` are those of its file system, such as keys; without them, those of the kernel's environment are taken."""
    try:
        import fsspec  # type: ignore[import-untyped]

        fs, path = fsspec.core.url_to_fs(url, **options)
    except Exception as error:
        raise _problem(url, error) from error
    try:
        return StoreSource(fs, path)
    except SourceError as error:
        # What anybody may read needs no keys.
        if options or type(error.__cause__).__name__ != "NoCredentialsError":
            raise
    return store_source(url, {"anon": True})


def _problem(name: str, error: Exception) -> SourceError:
    kind = type(error).__name__
    # The page keeps what it is told: a signature in an address, and a name and password before it, stay here.
    words = re.sub(r"(://[^\s?'\"]*)\?[^\s'\"]*", r"\1", re.sub(r"://[^\s/@]*@", "://", str(error)))
    if isinstance(error, FileNotFoundError):
        return NotThereError(f"{name} is not there")
    if kind == "FileExpired":
        return SourceError(f"{name} has changed in its bucket: run the cell again")
    if "expired" in words.lower() and "certificate" not in words.lower():
        return SourceError(f"the keys for {name} have expired: run the cell again with new ones in `storage_options`")
    if isinstance(error, ImportError):
        return SourceError(f"{name} is read by fsspec, and a package for it is not installed: {words}")
    return SourceError(f"{name} cannot be read: {words or kind}")
