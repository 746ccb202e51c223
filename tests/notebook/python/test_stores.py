"""Files in buckets and other stores, by fsspec: read by range, with keys that stay in the kernel."""

import json
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import boto3
import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem
from moto.server import ThreadedMotoServer

from asdf_viewer import Viewer, _sources, _stores, view
from asdf_viewer._neighbours import beside
from asdf_viewer._objects import source_of
from asdf_viewer._sources import NotThereError, SourceError, UrlSource
from asdf_viewer._stores import StoreSource

SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCY"
CONTENT = b"#ASDF 1.0.0\n" + bytes(5000)


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    for name, value in {"ACCESS_KEY_ID": "AKID", "SECRET_ACCESS_KEY": SECRET, "EC2_METADATA_DISABLED": "true"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
    yield f"http://{host}:{port}"
    server.stop()
    forget()


def forget() -> None:
    """Fsspec keeps file systems: those of one server, or with keys, are not for the next."""
    fsspec.get_filesystem_class("s3").clear_instance_cache()


def bucket_with(endpoint: str, **files: bytes) -> Any:
    client = boto3.client("s3", endpoint_url=endpoint, region_name="us-east-1")
    client.create_bucket(Bucket="sky")
    for key, body in files.items():
        client.put_object(Bucket="sky", Key=f"night 1/{key}", Body=body, ACL="public-read")
    return client


def test_a_bucket_with_the_keys_of_the_kernel(endpoint: str) -> None:
    client = bucket_with(endpoint, **{"a+b.asdf": CONTENT, "in/part.fits": b"xyz"})
    source = source_of("s3://sky/night 1/a+b.asdf", "")
    assert (source.name, source.size, source.read(1, 4)) == ("a+b.asdf", len(CONTENT), b"ASDF")
    assert beside(source, "in/part.fits").read(0, 3) == b"xyz"
    with pytest.raises(NotThereError, match=r"lost\.asdf is not there"):
        beside(source, "lost.asdf")
    with pytest.raises(SourceError, match="outside of the folder"):
        beside(source, "../other/part.fits")
    client.put_object(Bucket="sky", Key="night 1/a+b.asdf", Body=CONTENT[::-1])
    with pytest.raises(SourceError, match="has changed in its bucket: run the cell again"):
        source.read(0, 1)


def test_keys_that_are_given_reach_neither_the_page_nor_the_notebook(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bucket_with(endpoint, **{"a.asdf": CONTENT})
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    sent: list[Any] = []
    monkeypatch.setattr(Viewer, "send", lambda _, content, buffers=None: sent.append((content, buffers)))
    viewer = view("s3://sky/night 1/a.asdf", storage_options={"key": "AKID", "secret": SECRET})
    viewer._on_message(viewer, {"id": 1, "kind": "read", "file": 1, "ranges": [[0, 5]]}, [])
    viewer._on_message(viewer, {"id": 2, "kind": "size", "file": 1, "beside": "lost.asdf"}, [])
    assert sent[0] == ({"id": 1}, [b"#ASDF"])
    assert sent[1][0]["code"] == "not-found"
    seen = [viewer.get_state(), repr(viewer), viewer._repr_mimebundle_(), sent]
    assert SECRET not in json.dumps(seen, default=str)


def test_a_public_bucket_needs_no_keys(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bucket_with(endpoint, **{"a.asdf": CONTENT})
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    forget()
    assert source_of("s3://sky/night 1/a.asdf", "").read(0, 5) == b"#ASDF"


def test_without_s3fs_a_public_bucket_is_read_and_the_package_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def spec(name: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr(_stores, "find_spec", spec)
    source = source_of("s3://sky/a.asdf", "")
    assert isinstance(source, UrlSource)

    def refused(*_: Any, **__: Any) -> Any:
        raise _sources.urllib.error.HTTPError("", 403, "Forbidden", None, None)  # type: ignore[arg-type]

    monkeypatch.setattr(_sources.urllib.request, "urlopen", refused)
    with pytest.raises(SourceError, match="answers 403 Forbidden: with s3fs"):
        source.read(0, 1)


def test_other_stores_and_what_lacks_a_package() -> None:
    fsspec.filesystem("memory").pipe("/d/a.asdf", CONTENT)
    assert isinstance(source_of(fsspec.open("memory://d/a.asdf"), ""), StoreSource)
    assert source_of("memory://d/a.asdf", "mine.asdf").name == "mine.asdf"
    for url, message in [("gs://b/k.asdf", "a package for it is not installed: .*gcsfs"), ("nope://k", "Protocol not known")]:
        with pytest.raises(SourceError, match=message):
            source_of(url, "")


def test_options_of_what_has_no_address_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"`storage_options` belong to an address, which a \w*Path is not"):
        view(tmp_path / "a.asdf", storage_options={"anon": True})


def test_files_beside_one_at_the_top_of_a_store() -> None:
    fsspec.filesystem("memory").pipe("/b.asdf", b"xyz")
    source = StoreSource(fsspec.filesystem("memory"), "/b.asdf")
    assert beside(source, "b.asdf").read(0, 3) == b"xyz"
    for path in ("../b.asdf", "in/../b.asdf", "/b.asdf"):
        with pytest.raises(SourceError, match="outside of the folder"):
            beside(source, path)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("403, url='https://me.example/sky/a.asdf?sig=s3cret&sv=1'", "403, url='https://me.example/sky/a.asdf'"),
        ("no answer of https://me:s3cret@example.org/a. Is it there?", "no answer of https://example.org/a. Is it there?"),
        ("certificate verify failed: certificate has expired", "certificate has expired"),
    ],
)
def test_what_a_store_says_is_told_without_signatures(said: str, told: str) -> None:
    class Refusing(MemoryFileSystem):
        def open(self, *_: Any, **__: Any) -> Any:
            raise OSError(said)

    with pytest.raises(SourceError, match=r"a\.asdf cannot be read: ") as found:
        StoreSource(Refusing(), "/d/a.asdf")
    assert str(found.value).endswith(told)


def test_keys_that_expire_in_the_middle_of_a_read() -> None:
    class Expiring(MemoryFileSystem):
        def open(self, path: str, *_: Any, **__: Any) -> Any:
            file = super().open(path)
            file.read = self.refuse
            return file

        def refuse(self, _: int) -> bytes:
            raise PermissionError("The provided token has expired.")

    fsspec.filesystem("memory").pipe("/d/a.asdf", CONTENT)
    with pytest.raises(SourceError, match=r"keys for a\.asdf have expired: run the cell again with new ones in `storage_options`"):
        StoreSource(Expiring(), "/d/a.asdf").read(0, 5)
