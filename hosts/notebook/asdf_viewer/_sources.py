"""Files that the viewer reads by range: on disk, in memory, behind file-like objects, and at URLs.

A kernel may answer the page in another thread than that of its cells, so every source may be read from several threads.
"""

from __future__ import annotations

import http.client
import io
import os
import stat
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO, Protocol, TypeAlias

Buffer: TypeAlias = "bytes | bytearray | memoryview"


class SourceError(Exception):
    """Why a file cannot be read or written, as a sentence for a person."""

    code: str | None = None


class NotThereError(SourceError):
    """There is no such file, so that parts of arrays in it are missing."""

    code = "not-found"


class Source(Protocol):
    """A file that is read by range."""

    name: str

    @property
    def size(self) -> int:
        """How many bytes it has."""
        ...

    def read(self, offset: int, length: int) -> Buffer:
        """The bytes from ``offset`` on: ``length`` of them, or fewer but at least one."""
        ...

    def close(self) -> None:
        """Lets go of the file."""
        ...


class PathSource:
    """A file on disk. It must stay as it is while it is shown."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(os.fspath(path)).expanduser()
        self.name = self.path.name
        self._file: BinaryIO | None = None
        self._lock = threading.Lock()
        self._open()

    def _open(self) -> None:
        try:
            file = self.path.open("rb", buffering=0)
        except OSError as error:
            raise SourceError(f"{self.path} cannot be opened: {_reason(error)}") from error
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode):
            file.close()
            raise SourceError(f"{self.path} is not a file")
        self._file, self.size, self._time = file, state.st_size, state.st_mtime_ns

    def read(self, offset: int, length: int) -> bytes:
        with self._lock:
            if self._file is None:
                raise SourceError(f"{self.name} is closed")
            state = os.fstat(self._file.fileno())
            if (state.st_size, state.st_mtime_ns) != (self.size, self._time):
                raise SourceError(f"{self.name} has changed on disk: run the cell again")
            self._file.seek(offset)
            return self._file.read(length)

    def replace(self, pieces: Iterable[Buffer]) -> None:
        """Writes over the file, whole or not at all."""
        handle, temporary = tempfile.mkstemp(prefix=f".{self.name}.", dir=self.path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                for piece in pieces:
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).chmod(stat.S_IMODE(self.path.stat().st_mode))
            with self._lock:
                if self._file:
                    self._file.close()
                Path(temporary).replace(self.path)
                self._open()
        except OSError as error:
            Path(temporary).unlink(missing_ok=True)
            raise SourceError(f"{self.path} cannot be written: {_reason(error)}") from error

    def close(self) -> None:
        with self._lock:
            if self._file:
                self._file.close()
                self._file = None


class BytesSource:
    """A file in memory, which is not copied."""

    def __init__(self, data: Buffer, name: str) -> None:
        self.name = name
        self._data = memoryview(data).cast("B")
        self.size = self._data.nbytes

    def read(self, offset: int, length: int) -> memoryview:
        return self._data[offset : offset + length]

    def close(self) -> None:
        pass


class FileSource:
    """A file-like object with ``read`` and ``seek``, such as fsspec opens. Its position is kept."""

    def __init__(self, file: Any, name: str, is_own: bool = False) -> None:
        """``is_own``: the file was opened for this, and is closed with it."""
        self.name = name
        self._file, self._is_own = file, is_own
        self._lock = threading.Lock()
        position = file.tell()
        self.size = int(file.seek(0, io.SEEK_END) or file.tell())
        file.seek(position)

    def read(self, offset: int, length: int) -> bytes:
        with self._lock:
            if getattr(self._file, "closed", False):
                raise SourceError(f"{self.name} is closed: run the cell again, and leave the file open while it is shown")
            position = self._file.tell()
            try:
                self._file.seek(offset)
                data = self._file.read(length)
            finally:
                self._file.seek(position)
        if not isinstance(data, bytes | bytearray | memoryview):
            raise SourceError(f"{self.name} gives text: open it with mode 'rb'")
        return bytes(data)

    def close(self) -> None:
        if self._is_own:
            self._file.close()


class UrlSource:
    """A file at a URL, for which the kernel makes the requests. Nothing is requested before the first read."""

    def __init__(self, url: str) -> None:
        self.url = url
        path = urllib.parse.urlsplit(url).path
        self.name = urllib.parse.unquote(path.rsplit("/", 1)[-1]) or url
        self._version: str | None = None
        self._size: int | None = None

    @property
    def size(self) -> int:
        if self._size is None:
            self.read(0, 1)
        return self._size or 0

    def read(self, offset: int, length: int) -> bytes:
        headers = {"Range": f"bytes={offset}-{offset + length - 1}", "Accept-Encoding": "identity"}
        request = urllib.request.Request(_web_address(self.url), headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                if response.status != 206:
                    raise SourceError(f"the server of {self.url} does not answer range requests: download the file, and view that")
                total = response.headers.get("Content-Range", "").rpartition("/")[2]
                version = response.headers.get("ETag") or response.headers.get("Last-Modified")
                if not response.headers.get("Content-Range", "").startswith(f"bytes {offset}-"):
                    raise SourceError(f"the server of {self.url} answers another part of the file than it was asked for")
                # A server may send without end.
                data: bytes = response.read(length + 1)
        except urllib.error.HTTPError as error:
            problem = NotThereError if error.code in {404, 410} else SourceError
            keys = ": with s3fs (`pip install s3fs`) the kernel asks with its keys" if error.code == 403 and self.url.startswith("s3:") else ""
            raise problem(f"the server of {self.url} answers {error.code} {error.reason}{keys}") from error
        except OSError as error:
            raise SourceError(f"{self.url} cannot be fetched: {_reason(error)}") from error
        except http.client.HTTPException as error:
            raise SourceError(f"the server of {self.url} ends its answer early: {error!r}") from error
        if not 0 < len(data) <= length:
            raise SourceError(f"the server of {self.url} answers {'more' if data else 'fewer'} bytes than it was asked for")
        if self._size is None:
            if not total.isdigit():
                raise SourceError(f"the server of {self.url} does not say how long the file is")
            self._size, self._version = int(total), version
        elif total != str(self._size) or version != self._version:
            raise SourceError(f"{self.url} has changed on its server: run the cell again")
        return data

    def close(self) -> None:
        pass


class PiecesSource:
    """A file of pieces that are in memory or are made when they are read."""

    def __init__(self, pieces: Iterable[tuple[int, Callable[[int, int], Buffer]]], name: str) -> None:
        """``pieces`` are lengths, and functions that give the bytes from a start to an end."""
        self.name = name
        self._pieces: list[tuple[int, int, Callable[[int, int], Buffer]]] = []
        self.size = 0
        for length, give in pieces:
            self._pieces.append((self.size, self.size + length, give))
            self.size += length

    def read(self, offset: int, length: int) -> Buffer:
        for start, end, give in self._pieces:
            if start <= offset < end:
                return give(offset - start, min(offset - start + length, end - start))
        return b""

    def close(self) -> None:
        pass


def piece_of(data: Buffer) -> tuple[int, Callable[[int, int], Buffer]]:
    """Bytes in memory as a piece."""
    view = memoryview(data).cast("B")
    return view.nbytes, lambda start, end: view[start:end]


def is_url(text: str) -> bool:
    return text.startswith(("http://", "https://", "s3://"))


def _web_address(url: str) -> str:
    if not url.startswith("s3://"):
        return url
    bucket, _, key = url.removeprefix("s3://").partition("/")
    return f"https://{bucket}.s3.amazonaws.com/{urllib.parse.quote(key)}"


def _reason(error: OSError) -> str:
    reason = getattr(error, "reason", None)
    return str(error.strerror or reason or error)
