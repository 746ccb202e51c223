"""Files by range: on disk, in memory, behind objects, at URLs."""

import io
import os
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from asdf_viewer._sources import BytesSource, FileSource, PathSource, SourceError, UrlSource

CONTENT = bytes(range(256)) * 40


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a file.asdf"
    path.write_bytes(CONTENT)
    return path


def test_a_path(path: Path) -> None:
    source = PathSource(str(path))
    assert (source.name, source.size) == ("a file.asdf", len(CONTENT))
    assert source.read(300, 5) == CONTENT[300:305]
    assert source.read(len(CONTENT) - 2, 100) == CONTENT[-2:]
    source.close()
    with pytest.raises(SourceError, match="is closed"):
        source.read(0, 1)


def test_a_path_that_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"nothing\.asdf cannot be opened: No such file"):
        PathSource(tmp_path / "nothing.asdf")
    with pytest.raises(SourceError):
        PathSource(tmp_path)


def test_a_file_that_changes(path: Path) -> None:
    source = PathSource(path)
    with path.open("ab") as file:
        file.write(b"more")
    with pytest.raises(SourceError, match="has changed on disk: run the cell again"):
        source.read(0, 1)


def test_saving_replaces_the_file_and_keeps_its_mode(path: Path) -> None:
    path.chmod(0o640)
    source = PathSource(path)
    source.replace([b"new ", memoryview(b"content")])
    assert path.read_bytes() == b"new content"
    assert source.size == 11
    assert source.read(4, 7) == b"content"
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(path.parent) == [path.name]  # noqa: PTH208


def test_saving_that_fails_leaves_the_file(path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise OSError(28, "No space left on device")

    source = PathSource(path)
    with pytest.raises(SourceError, match="cannot be written: No space left"):
        source.replace(pieces())
    assert path.read_bytes() == CONTENT
    assert os.listdir(path.parent) == [path.name]  # noqa: PTH208
    assert source.read(0, 2) == CONTENT[:2]


def test_bytes_are_not_copied() -> None:
    data = bytearray(CONTENT)
    source = BytesSource(data, "data.asdf")
    piece = source.read(256, 3)
    data[256:259] = b"abc"
    assert bytes(piece) == b"abc"


def test_a_file_object_keeps_its_position() -> None:
    file = io.BytesIO(CONTENT)
    file.seek(7)
    source = FileSource(file, "file.asdf")
    assert source.size == len(CONTENT)
    assert source.read(100, 3) == CONTENT[100:103]
    assert file.tell() == 7
    file.close()
    with pytest.raises(SourceError, match="is closed"):
        source.read(0, 1)


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, ranges: bool, versions: list[str], *args: object) -> None:
        self.ranges, self.versions = ranges, versions
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        if self.path != "/a%20file.asdf":
            self.send_error(404)
            return
        start, end = map(int, self.headers["Range"].removeprefix("bytes=").split("-"))
        data = CONTENT[start : end + 1] if self.ranges else CONTENT
        self.send_response(206 if self.ranges else 200)
        self.send_header("ETag", self.versions[0] if len(self.versions) == 1 else self.versions.pop(0))
        self.send_header("Content-Length", str(len(data)))
        if self.ranges:
            self.send_header("Content-Range", f"bytes {start}-{start + len(data) - 1}/{len(CONTENT)}")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


def _serve(ranges: bool = True, versions: tuple[str, ...] = ("one",)) -> ThreadingHTTPServer:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, ranges, list(versions)))
    Thread(target=server.serve_forever, daemon=True).start()
    return server


def _address(server: ThreadingHTTPServer, path: str = "a%20file.asdf") -> str:
    return f"http://127.0.0.1:{server.server_port}/{path}"


def test_a_url() -> None:
    server = _serve()
    source = UrlSource(_address(server))
    assert source.name == "a file.asdf"
    assert source.size == len(CONTENT)
    assert source.read(1000, 50) == CONTENT[1000:1050]
    server.shutdown()


def test_urls_that_cannot_be_read() -> None:
    server = _serve()
    with pytest.raises(SourceError, match="answers 404"):
        UrlSource(_address(server, "other.asdf")).read(0, 1)
    server.shutdown()
    server.server_close()
    with pytest.raises(SourceError, match="cannot be fetched"):
        UrlSource(_address(server)).read(0, 1)
    server = _serve(ranges=False)
    with pytest.raises(SourceError, match="does not answer range requests"):
        UrlSource(_address(server)).read(0, 1)
    server.shutdown()
    server = _serve(versions=("one", "two"))
    source = UrlSource(_address(server))
    source.read(0, 1)
    with pytest.raises(SourceError, match="has changed on its server"):
        source.read(1, 1)
    server.shutdown()


class _Generous(BaseHTTPRequestHandler):
    """Sends what it was not asked for."""

    def __init__(self, start: int, length: int, *args: object) -> None:
        self.start, self.length = start, length
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {self.start}-{self.start}/1000000")
        self.end_headers()
        for _ in range(self.length):
            try:
                self.wfile.write(bytes(1000))
            except OSError:
                return

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(("start", "length", "message"), [(0, 100_000, "more bytes"), (0, 0, "fewer bytes"), (7, 1, "another part")])
def test_answers_are_bounded(start: int, length: int, message: str) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Generous, start, length))
    Thread(target=server.serve_forever, daemon=True).start()
    with pytest.raises(SourceError, match=message):
        UrlSource(_address(server)).read(0, 1)
    server.shutdown()
