"""Arrays, tables and AsdfFile objects as files: what `asdf` reads in them is what they are, and large ones are not copied."""

import io
import tracemalloc
from pathlib import Path
from typing import Any

import asdf
import numpy as np
import pytest
from traitlets import TraitError

from asdf_viewer import SourceError, Viewer, view
from asdf_viewer._objects import source_of as _source_of
from asdf_viewer._sources import PathSource, PiecesSource, Source


def content(source: Source, step: int = 1000) -> bytes:
    """The whole file, read in pieces that begin and end anywhere."""
    data = b""
    while len(data) < source.size:
        piece = bytes(source.read(len(data), step))
        assert 0 < len(piece) <= step
        data += piece
    return data


def opened(source: Source, step: int = 1000) -> dict[str, Any]:
    with asdf.open(io.BytesIO(content(source, step)), lazy_load=False, memmap=False) as file:
        return dict(file.tree)


def head_of(source: Source) -> bytes:
    """What is before the data of the first block."""
    head = b"".join(bytes(source.read(offset, 1)) for offset in range(1000))
    return head[: head.index(b"\xd3BLK") + 54]


CUBE = np.arange(4 * 6 * 10).reshape(4, 6, 10)
ARRAYS = {
    "contiguous": CUBE.astype("f4"),
    "big-endian": CUBE.astype(">i2"),
    "Fortran's order": np.asfortranarray(CUBE.astype("f8")),
    "transposed": CUBE.astype("u1").transpose(2, 0, 1),
    "every other": CUBE.astype("i8")[::2, 1:5:3, ::-1],
    "repeated": np.broadcast_to(np.arange(10, dtype=">u4"), (6, 10)),
    "no axes": np.array(7.5),
    "no elements": np.zeros((3, 0, 2)),
    "half precision": CUBE.astype("f2"),
    "complex": (CUBE + 1j * CUBE[::-1]).astype(">c8"),
    "booleans": CUBE % 3 == 0,
    "texts": np.array([["eins", "zwei"], ["drei", "äöü"]]),
    "bytes": np.array([b"one", b"three"]),
    "records": np.array([(1, 2.5, b"ab", [1, 2])], dtype=[("n", ">i4"), ("x y", "f8"), ("s", "S2"), ("v", "i2", (2,))]),
}


@pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS)
@pytest.mark.parametrize("step", [7, 4096])
def test_arrays(array: np.ndarray[Any, Any], step: int) -> None:
    read = opened(_source_of(array, ""), step)["data"]
    assert read.shape == array.shape
    if array.dtype.names:
        assert all(np.array_equal(read[name], array[name]) for name in array.dtype.names)
    else:
        assert read.dtype.newbyteorder("=") == array.dtype.newbyteorder("=")
        assert np.array_equal(read, array)


def test_arrays_of_types_that_asdf_does_not_have() -> None:
    aligned = np.zeros(5, dtype=np.dtype([("a", "u1"), ("b", "f8")], align=True))
    aligned["b"] = np.arange(5)
    assert np.array_equal(opened(_source_of(aligned, ""))["data"]["b"], np.arange(5.0))
    assert np.array_equal(opened(_source_of(np.arange(5, dtype="longdouble") / 2, ""))["data"], np.arange(5) / 2)
    days = np.array(["2026-11-23", "NaT"], dtype="datetime64[D]")
    assert list(opened(_source_of(days, ""))["data"]) == ["2026-11-23", "NaT"]
    with pytest.raises(TypeError, match="an array of object cannot be shown"):
        _source_of(np.array([object()]), "")


def test_masked_arrays() -> None:
    read = opened(_source_of(np.ma.MaskedArray(CUBE, CUBE % 7 == 0), ""))["data"]
    assert np.array_equal(np.ma.getmaskarray(read), CUBE % 7 == 0)
    assert read.sum() == CUBE[CUBE % 7 != 0].sum()
    assert np.array_equal(opened(_source_of(np.ma.MaskedArray(CUBE), ""))["data"], CUBE)


def test_trees() -> None:
    tree = {
        "meta": {"name": 'a "quoted" ä\n\x00\x85\x7f name: #1', "yes": True, "nothing": None, "n": 2**62, "x": [1.5, -2, 1e-300]},
        "bad": [float("inf"), float("-inf")],
        "arrays": [CUBE, {"err": np.float32(2.5), "of numpy": np.int64(3)}],
        5: "a key that is a number",
        "object": Path("somewhere"),
    }
    read = opened(_source_of(tree, ""))
    assert read["meta"] == tree["meta"]
    assert read["bad"] == tree["bad"]
    assert np.array_equal(read["arrays"][0], CUBE)
    assert read["arrays"][1] == {"err": 2.5, "of numpy": 3}
    assert read["5"] == "a key that is a number"
    assert read["object"] == "somewhere"
    tree["self"] = tree
    with pytest.raises(ValueError, match="holds itself"):
        _source_of(tree, "")


def test_objects_of_astropy() -> None:
    units = pytest.importorskip("astropy.units")
    from astropy.nddata import CCDData, StdDevUncertainty
    from astropy.table import QTable, Table

    tree = content(_source_of(CUBE * units.Jy / units.s, ""))
    assert b"!unit/quantity-1.2.0" in tree
    assert b'!unit/unit-1.0.0 "Jy.s**-1"' in tree
    image = CCDData(CUBE, unit="adu", uncertainty=StdDevUncertainty(CUBE / 2), mask=CUBE > 100, meta={"exposure": 3})
    tree = content(_source_of(image, ""))
    assert all(name in tree for name in (b'"data": !unit/quantity', b'"err":', b'"mask":', b'"exposure": 3'))
    table = opened(_source_of(Table({"name": ["a", "bc"], "flux": [1.0, 2.0]}, masked=True), ""))["table"]
    assert [column["name"] for column in table["columns"]] == ["name", "flux"]
    assert list(table["columns"][1]["data"]) == [1.0, 2.0]
    assert b'"unit": !unit/unit-1.0.0 "m"' in content(_source_of(QTable({"d": [1, 2] * units.m}), ""))


def test_large_arrays_are_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(2**30)
    arrays = np.memmap(path, dtype="f4", mode="r+", shape=(2**14, 2**14)), np.lib.stride_tricks.as_strided(CUBE, (2**15, 2**15), (0, 0))
    for array in arrays:
        tracemalloc.start()
        source = _source_of(array, "")
        for offset in (0, source.size // 2, source.size - 100):
            source.read(offset, 2**20)
        assert source.size > array.nbytes
        assert tracemalloc.get_traced_memory()[1] < 2**25
        tracemalloc.stop()
    arrays[0][-1, -1] = 5
    source = _source_of(arrays[0], "")
    assert np.float32(5).tobytes() == bytes(source.read(len(head_of(source)) + 2**30 - 4, 4))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file.asdf"
    asdf.AsdfFile({"data": CUBE.astype("f4"), "dq": CUBE.astype("u4"), "meta": {"name": "x", "n": [1, 2]}}).write_to(
        path, all_array_compression="zlib"
    )
    return path


def test_an_unchanged_asdf_file_is_read_from_disk(file: Path) -> None:
    with asdf.open(file) as af:
        assert isinstance(_source_of(af, ""), PathSource)
        af["data"].sum()
        assert isinstance(_source_of(af, ""), PathSource)


@pytest.mark.parametrize(
    "change",
    [
        lambda tree: tree["meta"].update(name="y"),
        lambda tree: tree["meta"]["n"].append(3),
        lambda tree: tree["data"].__setitem__((0, 0, 0), 77),
        lambda tree: tree.update(data=np.zeros(3)),
        lambda tree: tree.update(data=tree["dq"]),
        lambda tree: tree.pop("dq"),
    ],
)
def test_a_changed_asdf_file_is_written_anew(file: Path, change: Any) -> None:
    with asdf.open(file) as af:
        change(af.tree)
        source = _source_of(af, "")
        assert isinstance(source, PiecesSource)
        assert source.name == "file.asdf"
        read = opened(source, 5000)
        assert set(read) >= {key for key in af.tree if key != "history"}
        assert np.array_equal(read["data"], af["data"])
        assert read["meta"] == dict(af["meta"])


def test_a_new_asdf_file_is_not_copied() -> None:
    large = np.zeros((2**12, 2**12))
    tracemalloc.start()
    source = _source_of(asdf.AsdfFile({"data": large}), "new.asdf")
    assert tracemalloc.get_traced_memory()[1] < 2**25
    tracemalloc.stop()
    assert source.size > large.nbytes
    assert source.name == "new.asdf"
    with pytest.raises(SourceError, match="cannot be written as ASDF"):
        _source_of(asdf.AsdfFile({"data": object()}), "")


def test_what_cannot_be_shown() -> None:
    with pytest.raises(TypeError, match="a range cannot be shown"):
        view(range(3))
    with pytest.raises(SourceError, match="cannot be opened"):
        view("nothing.asdf")


class _Page:
    """The messages that a page would get."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.sent: list[tuple[dict[str, Any], list[bytes]]] = []
        viewer.send = lambda content, buffers=None: self.sent.append((content, [bytes(each) for each in buffers or []]))  # type: ignore[method-assign]

    def ask(self, **question: Any) -> tuple[dict[str, Any], list[bytes]]:
        buffers = question.pop("buffers", [])
        self.viewer._on_message(self.viewer, {"id": "1", **question}, buffers)
        return self.sent.pop()


def test_messages(file: Path) -> None:
    viewer = view(file, save=True)
    page = _Page(viewer)
    data = file.read_bytes()
    assert viewer._file == {"number": 1, "name": "file.asdf", "save": True, "size": len(data)}
    assert page.ask(kind="read", file=1, ranges=[[5, 10], [2, 1]]) == ({"id": "1"}, [data[5:15], data[2:3]])
    assert viewer.bytes_read == 11
    # However much is asked for at once, an answer has its limits.
    assert "more at once" in page.ask(kind="read", file=1, ranges=[[0, 4 * 2**20], [0, 1]])[0]["problem"]
    assert "no range" in page.ask(kind="read", file=1, ranges=[[-1, 5]])[0]["problem"]
    assert page.ask(kind="script", name="widget.js")[0]["problem"]
    assert page.ask(kind="dance", file=1)[0]["problem"].startswith("the page asks for 'dance'")
    page.ask(kind="save", file=1, first=True, last=False, buffers=[b"new "])
    page.ask(kind="save", file=1, first=False, last=True, buffers=[b"content"])
    assert file.read_bytes() == b"new content"
    viewer.show(file)
    assert "not open any more" in page.ask(kind="read", file=1, ranges=[[0, 1]])[0]["problem"]
    assert "open for reading only" in page.ask(kind="save", file=2, first=True, last=True)[0]["problem"]
    # The page does not give itself leave.
    viewer.set_state({"_file": {**viewer._file, "save": True}})
    assert viewer._file["save"] is False
    viewer._file = {**viewer._file, "save": True}
    assert "open for reading only" in page.ask(kind="save", file=2, first=True, last=True)[0]["problem"]
    assert page.ask(kind="read", file=2, ranges=[[0, 3]])[1] == [b"new"]
    viewer.close()


def test_traits_and_the_link_are_the_same(file: Path) -> None:
    viewer = view(file, path="data", section=(1, "y", "x"), pixel=(3, 4), limits=(0, 5), regions=[{"kind": "circle", "x": 1, "y": 2, "radius": 3}])
    assert viewer.link == "path=data&section=1,y,x&pick=3,4&limits=0,5&regions=circle@1,2,3"
    assert viewer.index == (1, slice(None), slice(None))
    viewer.stretch = "log"
    viewer.limits = None
    assert viewer.link == "path=data&section=1,y,x&pick=3,4&regions=circle@1,2,3&stretch=log"
    seen: list[Any] = []
    viewer.observe(lambda change: seen.append((change.name, change.new)), ["pixel", "path", "limits"])
    viewer.link = "path=dq&pick=5,6&limits=zscale"
    assert sorted(seen) == [("limits", "zscale"), ("path", "dq"), ("pixel", (5, 6))]
    assert viewer.regions == []
    viewer.regions = [{"kind": "point", "x": 1, "y": 2}, {"kind": "point", "x": 3, "y": 4}]
    viewer.region = 1
    assert viewer.link == "path=dq&pick=5,6&limits=zscale&regions=point@1,2/point@3,4&region=2"
    viewer.link = "path=dq&pick=5,6&limits=zscale"
    assert viewer.region is None
    viewer.path = "data"
    assert viewer.link == "path=data&pick=5,6&limits=zscale"
    with pytest.raises(TraitError, match="is not below"):
        viewer.limits = (5, 1)
    assert viewer.limits == "zscale"
    viewer.close()


def test_what_is_asked_here_holds_against_reports_that_cross_it(file: Path) -> None:
    viewer = view(file, path="data")
    asked = viewer._asked
    viewer.set_state({"link": "path=data&pick=1,2", "name": "a.asdf", "_heard": (asked, 1)})
    assert viewer.pixel == (1, 2)
    # Changes that follow a report, such as those of an observer, are asked for here too.
    viewer.observe(lambda change: setattr(viewer, "stretch", "log"), "pixel")
    viewer.set_state({"link": "path=data&pick=3,4", "_heard": (asked, 2)})
    assert viewer._asked == asked + 1
    viewer.set_state({"link": "path=data&pick=5,6", "_heard": (asked, 3)})
    assert (viewer.pixel, viewer.stretch) == ((3, 4), "log")
    viewer.path = "dq"
    viewer.set_state({"link": "path=data&pick=3,4&stretch=log", "name": "b.asdf", "problem": "", "_heard": (asked + 1, 4)})
    assert (viewer.path, viewer.name) == ("dq", "a.asdf")
    viewer.set_state({"link": "path=err&stretch=log", "_heard": (asked + 2, 5)})
    assert viewer.path == "err"
    viewer.close()


def test_samples_of_the_documentation() -> None:
    import doctest

    from asdf_viewer import _layout, _links

    for module in (_layout, _links):
        found = doctest.testmod(module)
        assert found.attempted > 0
        assert found.failed == 0


def test_files_that_a_file_refers_to(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    (folder / "in").mkdir(parents=True)
    for path in (folder / "main.asdf", folder / "in" / "a part.asdf", tmp_path / "secret.asdf"):
        path.write_bytes(f"of {path.name}".encode())
    (folder / "link.asdf").symlink_to(tmp_path / "secret.asdf")
    viewer = view(folder / "main.asdf")
    page = _Page(viewer)
    assert page.ask(kind="size", file=1, beside="in/a part.asdf")[0]["size"] == 14
    assert page.ask(kind="read", file=1, beside="in/a part.asdf", ranges=[[0, 4]])[1] == [b"of a"]
    refused = {
        "../secret.asdf": "outside of the folder of main.asdf",
        "/etc/hostname": "outside of the folder",
        "link.asdf": "outside of the folder",
        "nothing.asdf": f"not beside main.asdf: put it into {folder}",
        "in": "Is a directory",
        "a\0b": "is no path",
    }
    for path, reason in refused.items():
        answer = page.ask(kind="size", file=1, beside=path)[0]
        assert reason in answer["problem"]
        assert answer["code"] == ("not-found" if path == "nothing.asdf" else None)
    viewer.show(CUBE)
    assert "give `view` the path" in page.ask(kind="size", file=2, beside="in/a part.asdf")[0]["problem"]
    viewer.close()
