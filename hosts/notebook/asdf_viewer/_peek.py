"""A small sample of the image in a file, for the picture that a saved notebook keeps.

It is found without asdf or astropy, which take seconds to import: in FITS by the cards of its HDUs, in ASDF by the nodes of its tree, which
PyYAML composes. Only rows that are in the sample are read, unless they are compressed. What is not plain has no sample.
"""

from __future__ import annotations

import bz2
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ._sources import Source

#: The most elements of a sample along an axis.
SIDE = 400
#: The most bytes that are read of a tree, of a header of FITS, and of a block that is compressed; and the most that these become.
_TREE, _CARDS, _PACKED, _UNPACKED = 2**20, 2**20, 2**27, 2**28
_FITS_TYPES = {8: "u1", 16: ">i2", 32: ">i4", 64: ">i8", -32: ">f4", -64: ">f8"}
_ASDF_TYPES = {**{f"{kind}{8 * size}": f"{kind[0]}{size}" for kind in ("int", "uint", "float") for size in (1, 2, 4, 8)}, "bool8": "u1"}
_PLAIN = b"\0\0\0\0"
_HEADER = struct.Struct(">4sHI4sQQQ")
#: Names that images have, before others.
_NAMES = ("data", "sci", "value")


class _Image(NamedTuple):
    path: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    #: The bytes from an offset in the array on.
    read: Callable[[int, int], bytes]
    #: How many bytes there are.
    length: int
    scale: float = 1
    zero: float = 0


def sample(source: Source, path: str, section: tuple[int | str, ...]) -> np.ndarray[Any, Any] | None:
    """Every so many elements of the plane that is shown of an array; of the first image without a path."""
    head = _all(source, 0, 9)
    images = _in_fits(source) if head == b"SIMPLE  =" else _in_asdf(source) if head.startswith(b"#ASDF ") else ()
    found = [each for each in images if path in ("", each.path, each.path.removesuffix("/value"), each.path.removesuffix("/data"))]
    if not found:
        return None
    image = max(found, key=lambda each: (each.path.rpartition("/")[2].lower() in _NAMES, -found.index(each)))
    *outer, height, width = image.shape
    if (section and section[-2:] != ("y", "x")) or any(isinstance(part, str) for part in section[:-2]):
        return None
    index = [int(part) for part in section[:-2]] or [0] * len(outer)
    if len(index) != len(outer) or any(at >= length for at, length in zip(index, outer, strict=True)):
        return None
    plane = int(np.ravel_multi_index(index, outer)) if outer else 0
    step = -(-max(height, width) // SIDE)
    row = width * image.dtype.itemsize
    start = plane * height * row
    if start + height * row > image.length:
        return None
    rows = [np.frombuffer(image.read(start + at * row, row), image.dtype)[::step] for at in range(0, height, step)]
    return np.array(rows, dtype="f8") * image.scale + image.zero


def _all(source: Source, offset: int, length: int) -> bytes:
    data = b""
    while len(data) < length and (piece := source.read(offset + len(data), length - len(data))):
        data += bytes(piece)
    return data


def _in_fits(source: Source) -> Iterator[_Image]:
    offset, number = 0, 0
    while offset < source.size and number < 100:
        cards: dict[str, str] = {}
        begin = offset
        while "END" not in cards:
            block = _all(source, offset, 2880).decode("latin-1")
            if len(block) < 2880 or offset - begin > _CARDS:
                return
            offset += 2880
            for card in re.findall(".{80}", block):
                cards.setdefault(card[:8].rstrip(), card[10:].partition("/")[0].strip(" '"))
        lengths = [int(cards[f"NAXIS{axis}"]) for axis in range(int(cards.get("NAXIS", "0")), 0, -1)]
        bits = int(cards["BITPIX"])
        count = int(np.prod(lengths, dtype=object)) if lengths else 0
        size = abs(bits) // 8 * int(cards.get("GCOUNT", "1")) * (int(cards.get("PCOUNT", "0")) + count)
        name, version = cards.get("EXTNAME", "") or ("PRIMARY" if number == 0 else ""), cards.get("EXTVER", "1")
        key = f"HDU {number}" if name == "" else name if version == "1" else f"{name},{version}"
        if len(lengths) > 1 and count and cards.get("XTENSION", "IMAGE") == "IMAGE":
            scale, zero = (float(cards.get(key, usual).replace("D", "E")) for key, usual in (("BSCALE", "1"), ("BZERO", "0")))
            yield _Image(f"{key}/data", np.dtype(_FITS_TYPES[bits]), tuple(lengths), _reader(source, offset), source.size - offset, scale, zero)
        offset += -(-size // 2880) * 2880
        number += 1


def _reader(source: Source, start: int) -> Callable[[int, int], bytes]:
    return lambda offset, length: _all(source, start + offset, length)


def _in_asdf(source: Source) -> Iterator[_Image]:
    import yaml  # type: ignore[import-untyped]

    head = _all(source, 0, min(source.size, _TREE))
    end = re.search(rb"\n\.\.\.\r?\n", head)
    begin = head.find(b"\n---")
    if not end or begin < 0:
        return
    text = re.sub(rb"^#.*\n", b"", head[: end.end()], flags=re.MULTILINE)
    tree = yaml.compose(text.decode(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    blocks = list(_blocks(source, head.find(b"\xd3BLK", end.end())))
    for path, node in _arrays(tree):
        members = {key.value: value for key, value in node.value}
        shape = tuple(int(each.value) for each in members["shape"].value) if "shape" in members else ()
        number = getattr(members.get("source"), "value", "")
        dtype = _ASDF_TYPES.get(str(getattr(members.get("datatype"), "value", "")))
        is_plain = dtype and number.isdigit() and int(number) < len(blocks) and "strides" not in members
        if is_plain and len(shape) > 1 and min(shape) > 0 and min(shape[-2:]) > 1:
            order = "<" if members["byteorder"].value == "little" else ">"
            start, compression, used, decoded = blocks[int(number)]
            read = _opened(source, start, compression, used)
            length = source.size - start if compression == _PLAIN else min(decoded, _UNPACKED)
            offset = int(members["offset"].value) if "offset" in members else 0
            if read:
                yield _Image(path, np.dtype(f"{order}{dtype}"), shape, _from(read, offset), length - offset)


def _from(read: Callable[[int, int], bytes], start: int) -> Callable[[int, int], bytes]:
    return lambda offset, length: read(start + offset, length)


def _arrays(tree: Any) -> Iterator[tuple[str, Any]]:
    pending, seen = [("", tree)], set()
    while pending:
        path, node = pending.pop(0)
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        if re.search(r"core/ndarray-\d", node.tag) and isinstance(node.value, list):
            yield path, node
        elif node.id == "mapping":
            pending += [(f"{path}/{key.value}".lstrip("/"), value) for key, value in node.value]
        elif node.id == "sequence":
            pending += [(f"{path}/{index}".lstrip("/"), value) for index, value in enumerate(node.value)]


def _blocks(source: Source, offset: int) -> Iterator[tuple[int, bytes, int, int]]:
    """Where the content of each block begins, its compression, and its length as it is stored and decoded."""
    while 0 <= offset < source.size:
        header = _all(source, offset, _HEADER.size)
        if len(header) < _HEADER.size or not header.startswith(b"\xd3BLK"):
            return
        _, length, flags, compression, allocated, used, decoded = _HEADER.unpack(header)
        start = offset + 6 + length
        yield start, compression, source.size - start if flags & 1 else used, decoded
        offset = source.size if flags & 1 else start + allocated


def _opened(source: Source, start: int, compression: bytes, length: int) -> Callable[[int, int], bytes] | None:
    if compression == _PLAIN:
        return _reader(source, start)
    if length > _PACKED:
        return None
    unpacked: list[bytes] = []

    def read(offset: int, wanted: int) -> bytes:
        if not unpacked:
            unpacked.append(_unpack(_all(source, start, length), compression))
        return unpacked[0][offset : offset + wanted]

    return read if compression in (b"zlib", b"bzp2", b"lz4\0") else None


def _unpack(data: bytes, compression: bytes) -> bytes:
    if compression != b"lz4\0":
        return zlib.decompressobj().decompress(data, _UNPACKED) if compression == b"zlib" else bz2.BZ2Decompressor().decompress(data, _UNPACKED)
    import lz4.block  # type: ignore[import-untyped,import-not-found,unused-ignore]

    parts, at, total = [], 0, 0
    while at < len(data):
        size, decoded = struct.unpack(">I", data[at : at + 4])[0], struct.unpack("<I", data[at + 4 : at + 8])[0]
        total += decoded
        if total > _UNPACKED:
            raise ValueError("the block is too large for a sample")
        parts.append(lz4.block.decompress(data[at + 4 : at + 4 + size]))
        at += 4 + size
    return b"".join(parts)
