"""The picture that a saved notebook keeps."""

import base64
import io
import struct
import sys
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import asdf
import numpy as np
import pytest
from astropy.io import fits

from asdf_viewer import view

#: Dark below, bright above, with a dark right half in the upper row.
SHAPE = (30, 40)
IMAGE = np.repeat(np.linspace(0, 1, SHAPE[0], dtype="f4")[:, None], SHAPE[1], axis=1)
IMAGE[-1, 20:] = 0


def chunks(png: bytes) -> dict[bytes, bytes]:
    found, at = {}, 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        content = png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + content),)
        found[kind] = content
        at += 12 + length
    return found


def pixels(png: bytes | None) -> np.ndarray[Any, Any]:
    """The colours of an indexed PNG, and alpha if something is transparent."""
    assert png is not None
    assert png.startswith(b"\x89PNG")
    found = chunks(png)
    width, height, depth, kind = struct.unpack(">IIBB", found[b"IHDR"][:10])
    assert (depth, kind) == (8, 3)
    rows = np.frombuffer(zlib.decompress(found[b"IDAT"]), "u1").reshape(height, 1 + width)
    assert not rows[:, 0].any()
    colors = np.frombuffer(found[b"PLTE"], "u1").reshape(-1, 3)
    if b"tRNS" in found:
        colors = np.column_stack([colors, np.frombuffer(found[b"tRNS"], "u1")])
    return colors[rows[:, 1:]]


def asdf_bytes(tree: Any, **options: Any) -> bytes:
    buffer = io.BytesIO()
    asdf.AsdfFile(tree).write_to(buffer, **options)
    return buffer.getvalue()


def fits_bytes(*hdus: Any) -> bytes:
    buffer = io.BytesIO()
    fits.HDUList([fits.PrimaryHDU(), *hdus]).writeto(buffer)
    return buffer.getvalue()


def scaled() -> Any:
    hdu = fits.ImageHDU(IMAGE.copy())
    hdu.scale("int16", bscale=0.001, bzero=0.5)
    return hdu


SOURCES = {
    "an array": IMAGE,
    "big-endian": IMAGE.astype(">f8"),
    "a tree": {"small": np.zeros((2, 2)), "in": {"data": IMAGE}},
    "ASDF": asdf_bytes({"first": np.zeros(3), "roman": {"data": IMAGE}}),
    "ASDF, zlib": asdf_bytes({"data": IMAGE}, all_array_compression="zlib"),
    "ASDF, bzp2": asdf_bytes({"data": IMAGE}, all_array_compression="bzp2"),
    "FITS": fits_bytes(fits.ImageHDU(IMAGE, name="SCI")),
    "HDU": fits.PrimaryHDU(IMAGE),
    "FITS, scaled": fits_bytes(scaled()),
    "a cube": np.stack([IMAGE, -IMAGE]),
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_images(source: Any) -> None:
    found = pixels(view(source, limits=(0, 1)).picture())
    # Grey, the last row at the top.
    assert found.shape == (30, 40, 3)
    assert (found[0, 0].tolist(), found[0, -1].tolist(), found[-1, 0].tolist()) == ([255] * 3, [0] * 3, [0] * 3)
    assert 100 < found[15, 0, 0] < 150


def test_compression_by_lz4() -> None:
    pytest.importorskip("lz4")
    found = pixels(view(asdf_bytes({"data": IMAGE}, all_array_compression="lz4"), limits=(0, 1)).picture())
    assert found[0, 0, 0] == 255


def test_what_is_shown_of_it() -> None:
    cube = np.stack([IMAGE, 1 - IMAGE])
    assert pixels(view(cube, section=(1, "y", "x"), limits=(0, 1)).picture())[0, 0, 0] == 0
    tree = {"data": IMAGE, "err": 1 - IMAGE}
    assert pixels(view(tree, path="err", limits=(0, 1)).picture())[0, 0, 0] == 0
    middle = {}
    for stretch in ("linear", "sqrt", "squared", "log"):
        middle[stretch] = int(pixels(view(IMAGE, limits=(0, 1), stretch=stretch).picture())[15, 0, 0])
    assert middle["squared"] < middle["linear"] < middle["sqrt"] < middle["log"]
    assert pixels(view(IMAGE, limits=(0, 1), colormap="gray_r").picture())[0, 0, 0] == 0
    holes = IMAGE.copy()
    holes[0, 0] = np.nan
    transparent = pixels(view(holes).picture())
    assert transparent[-1, 0, 3] == 0
    assert (transparent[0, 0].tolist(), transparent[-1, 1].tolist()) == ([255] * 4, [0, 0, 0, 255])
    assert (transparent[..., 3] == 0).sum() == 1
    assert view(IMAGE, view="histogram").picture() is None
    assert view(np.zeros(5)).picture() is None
    assert view(b"nonsense").picture() is None


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("lz4")
    packed = view(asdf_bytes({"data": IMAGE}, all_array_compression="lz4"))
    # As Python has it where a package is missing.
    monkeypatch.setitem(sys.modules, "lz4.block", None)
    with pytest.warns(UserWarning, match="keeps no picture of .*: lz4.block is not installed"):
        assert packed.picture() is None


def test_a_large_image_is_sampled(tmp_path: Path) -> None:
    side = 2**13
    path = tmp_path / "large.asdf"
    array = f"!core/ndarray-1.1.0 {{source: 0, datatype: float32, byteorder: little, shape: [{side}, {side}]}}"
    head = f"#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\ndata: {array}\n...\n".encode()
    size = 4 * side * side
    with path.open("wb") as file:
        file.write(head + b"\xd3BLK" + struct.pack(">HI4sQQQ16s", 48, 0, b"\0" * 4, size, size, size, b"\0" * 16))
        file.truncate(file.tell() + size)
    viewer = view(path)
    lengths: list[int] = []
    read = viewer._source.read  # type: ignore[union-attr]
    viewer._source.read = lambda offset, length: lengths.append(length) or read(offset, length)  # type: ignore[union-attr,method-assign,func-returns-value]
    assert max(pixels(viewer.picture()).shape) <= 400
    assert sum(lengths) < 20e6


HOSTILE = {
    "a shape beyond the file": asdf_bytes({"data": IMAGE}).replace(b"shape: [30, 40]", b"shape: [30, 4000000000000]"),
    "an offset beyond it": asdf_bytes({"data": IMAGE}).replace(b"shape: [30, 40]", b"shape: [30, 40]\n  offset: 9999999999"),
    "FITS beyond the file": fits_bytes(fits.ImageHDU(IMAGE)).replace(b"NAXIS1  =                   40", b"NAXIS1  =         999999999999"),
    "FITS without END": b"SIMPLE  =                    T".ljust(80) + b" " * (2**21),
    "a circle": b"#ASDF 1.0.0\n%YAML 1.1\n--- &a\nx: *a\n...\n",
    "no YAML": b"#ASDF 1.0.0\n%YAML 1.1\n--- [}\n...\n\xd3BLK",
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_what_a_file_claims_is_not_believed(data: bytes) -> None:
    tracemalloc.start()
    assert view(data).picture() is None
    assert tracemalloc.get_traced_memory()[1] < 2e7
    tracemalloc.stop()


def test_a_saved_notebook_keeps_it() -> None:
    nbformat = pytest.importorskip("nbformat")
    exporters = pytest.importorskip("nbconvert").HTMLExporter
    bundle = view(IMAGE)._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    assert pixels(base64.b64decode(data["image/png"])).shape == (30, 40, 3)
    output = nbformat.v4.new_output("display_data", data=data)
    cell = nbformat.v4.new_code_cell("view(image)", outputs=[output])
    html, _ = exporters().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    assert data["image/png"][:100] in html
