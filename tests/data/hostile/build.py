"""The parts of an ASDF 1.0.0 file as bytes, and one case of the tables."""

import hashlib
import struct
from dataclasses import dataclass, field

HEADER = b"#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n"
DIRECTIVES = b"%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n"
MAGIC = b"\xd3BLK"
STREAMED = 1


@dataclass
class Case:
    name: str
    content: bytes
    note: str
    # What opening gives: error, offset, warnings.
    error: str | None = None
    offset: int | None = None
    warnings: str | None = None
    # path → array, or (array or None, what differs: error, offset, warning)
    arrays: dict = field(default_factory=dict)

    @property
    def opens(self):
        return dict(error=self.error, offset=self.offset, warnings=self.warnings, note=self.note)


def tree(text):
    return DIRECTIVES + text.encode() + b"...\n"


def ndarray(array, source=0, byteorder="little", **more):
    """A core/ndarray in a block, in flow style; `more` overrides or adds."""
    said = dict(source=source, datatype=datatype(array.dtype), byteorder=byteorder, shape=list(array.shape))
    said.update(more)
    text = ", ".join(f"{key}: {value}" for key, value in said.items() if value is not None)
    return f"!core/ndarray-1.1.0 {{{text}}}"


def datatype(dtype):
    if dtype.kind == "b":
        return "bool8"
    if dtype.kind == "S":
        return f"[ascii, {dtype.itemsize}]"
    if dtype.kind == "U":
        return f"[ucs4, {dtype.itemsize // 4}]"
    return dtype.name


def block(data, *, compression=b"\0\0\0\0", allocated=None, used=None, decoded=None, checksum=None, flags=0, header=48):
    """`data` as it is stored; the checksum is right unless it is given."""
    used = len(data) if used is None else used
    allocated = used if allocated is None else allocated
    decoded = used if decoded is None else decoded
    checksum = hashlib.md5(data).digest() if checksum is None else checksum
    fields = struct.pack(">I4sQQQ16s", flags, compression, allocated, used, decoded, checksum)
    # Space that is claimed but absurd is not there.
    padding = bytes(allocated - len(data)) if len(data) < allocated < 1 << 16 else b""
    return MAGIC + struct.pack(">H", header) + fields.ljust(header, b"\0") + data + padding


def index(*offsets):
    return b"#ASDF BLOCK INDEX\n%YAML 1.1\n---\n" + b"".join(b"- %d\n" % offset for offset in offsets) + b"...\n"


def file(text, *blocks, indexed=True):
    """Header, tree, blocks and their index."""
    content = HEADER + tree(text)
    offsets = []
    for part in blocks:
        offsets.append(len(content))
        content += part
    return content + (index(*offsets) if indexed and blocks else b"")


def first_block(content):
    return content.index(MAGIC)
