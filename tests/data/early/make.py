"""Makes the files of this folder, in the dialects before ASDF 1.0.0, and the tables of what is to come of them.

There is no program that wrote most of these. The bytes are put together from the specifications, encoders included, and the
answers come from numpy. The same bytes come out every time.

    pip install -r ../requirements.txt && python make.py
"""

import bz2
import lzma
import struct
import sys
import zlib
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "hostile")]

from build import Case, datatype
from tables import write_cases, write_table

ASDF, FINF = b"#ASDF 0.1.0\n", b"%FINF 0.1.0\n"
STREAMED, ENCODED = 1, 2
CHECKSUM = bytes(range(1, 17))

NUMBERS = np.arange(12, dtype="<i4").reshape(3, 4)
RAW = NUMBERS.tobytes()
IMAGE = np.linspace(-3, 40, 35, dtype="<f4").reshape(5, 7)
BLOCK_COLUMNS = ["file", "index", "headerSize", "flags", "compression", "allocatedSize", "usedSize", "dataSize", "checksum", "streamed"]


class Block:
    """A block's bytes, and its row of blocks.tsv. `size`: of the header, if it is larger than its fields (`kind`)."""

    def __init__(self, kind, data, *, size=None, flags=0, name=b"", decoded=None, allocated=None, used=None, checksum=b"", pad=b"\0", listed=None):
        used = len(data) if used is None else used
        allocated = used if allocated is None else allocated
        stated = used if decoded is None else decoded
        short = checksum[:8].ljust(8, b"\0")
        fields = {
            36: struct.pack(">IQQQ8s", flags, allocated, used, stated, short),
            40: struct.pack(">I4sQQQ8s", flags, name, allocated, used, stated, short),
            44: struct.pack(">IQQ8s16s", flags, allocated, used, short, name),
            48: struct.pack(">I4sQQQ16s", flags, name, allocated, used, stated, checksum),
            "finf": struct.pack(">QQ8s16s", allocated, used, short, name),
        }[kind]
        size = size or len(fields)
        magic = b"\x89BLK" if kind == "finf" else b"\xd3BLK"
        fields = fields[:size] + pad * (size - len(fields))
        self.bytes = magic + struct.pack(">H", size) + fields + data
        encoded = bool(name) or (kind == 36 and flags & ENCODED)
        self.row = dict(headerSize=size, flags=flags, allocatedSize=allocated, usedSize=used)
        self.row["compression"] = name.decode("latin1") if name else "chain" if encoded else None
        self.row["dataSize"] = stated if encoded and kind not in (44, "finf") else used
        self.row["checksum"] = (checksum if kind == 48 else short).hex() if any(checksum) else None
        self.row["streamed"] = "yes" if flags & STREAMED and kind != "finf" else "no"
        if listed is not None:
            self.row.update(listed)


class File:
    """Its parts, and the rows of its blocks, unless they cannot be had (`lost`)."""

    def __init__(self, name, text, *blocks, header=ASDF, lost=False, end=b"...\n", messages=None):
        tag = "finf" if header == FINF else "asdf"
        directives = f"%YAML 1.1\n%TAG ! tag:stsci.edu:{tag}/0.1.0/\n--- !core/{tag}\n"
        tree = b"" if text is None else directives.encode() + text.encode() + end
        self.content = header + tree + b"".join(block.bytes for block in blocks)
        rows = [] if lost else [block.row for block in blocks]
        self.rows = [dict(file=f"{name}.asdf", index=index, **row) for index, row in enumerate(rows)]
        self.messages = [dict(file=f"{name}.asdf", path=path, message=told) for path, told in (messages or {}).items()]
        self.name = name


def ndarray(array, source=0, key="datatype", **more):
    said = {"source": source, key: datatype(array.dtype), "byteorder": "little", "shape": list(array.shape), **more}
    return "!core/ndarray {" + ", ".join(f"{name}: {value}" for name, value in said.items() if value is not None) + "}\n"


NUMBERS_TREE = f"data: {ndarray(NUMBERS)}"
FINF_TREE = f"data: {ndarray(NUMBERS, key='dtype')}"
GOOD = {"data": NUMBERS}


def headers():
    """Every header, alone and larger than its fields."""
    for kind in (36, 40, 44, 48):
        text = FINF_TREE if kind == 44 else NUMBERS_TREE
        block = Block(kind, RAW + b"unused!!", used=48, allocated=56, checksum=CHECKSUM)
        yield File(f"header{kind}", text, block), "its checksum is of nothing", dict(arrays=GOOD)
        for size in (kind + 1, 64):
            yield File(f"header{kind}-in-{size}", text, Block(kind, RAW, size=size)), "larger than its fields", dict(arrays=GOOD)
        # Of the one of 40 bytes, the layout of 48 takes the spaces for half of a checksum.
        listed = dict(checksum="00" * 8 + "20" * 8) if kind == 40 else None
        block = Block(kind, RAW, size=100, pad=b" ", listed=listed)
        yield File(f"header{kind}-before-spaces", text, block), "spaces behind its fields", dict(arrays=GOOD)
        stream = Block(kind, RAW, flags=STREAMED, used=0, listed=dict(allocatedSize=48, usedSize=48, dataSize=48))
        yield File(f"header{kind}-streamed", text.replace("[3, 4]", "['*', 4]"), stream), "sizes are zero", dict(arrays=GOOD)
    for size in (29, 33, 40, 64):
        block = Block("finf", RAW, size=size, checksum=CHECKSUM)
        yield File(f"finf-{size}", FINF_TREE, block, header=FINF), "the name of the encoding may be cut short", dict(arrays=GOOD)
    blocks = [Block(kind, RAW, size=size) for kind, size in ((36, 36), (44, 44), (40, 200), (48, 48))]
    text = "".join(f"{name}: {ndarray(NUMBERS, source)}" for source, name in enumerate("abcd"))
    yield File("every-header", text, *blocks), "each block has another header", dict(arrays=dict.fromkeys("abcd", NUMBERS))
    short = Block(36, RAW, size=35)
    yield File("header-too-small", NUMBERS_TREE, short, lost=True), "smaller than any header", dict(
        warnings="bad-block", arrays={"data": (None, dict(error="bad-array"))})
    absurd = Block(40, RAW, size=60, used=50, allocated=40)
    yield File("header-makes-no-sense", NUMBERS_TREE, absurd, lost=True), "no layout has sizes that agree", dict(
        warnings="bad-block", arrays={"data": (None, dict(error="bad-array"))})
    both = Block(36, RAW, flags=STREAMED | ENCODED)
    yield File("streamed-and-encoded", NUMBERS_TREE, both, messages={"data": "a streamed block is compressed, which the format forbids"}), (
        "the flags exclude each other"), dict(warnings="bad-block", arrays={"data": (None, dict(error="bad-block"))})


def names():
    """Compression labels, names of encodings, and what trees of the time look like."""
    for kind, label, stored in (
        (40, b"zlib", zlib.compress(RAW)),
        (48, b"bzp2", bz2.compress(RAW)),
        (48, b"xz", lzma.compress(RAW)),
    ):
        block = Block(kind, stored, name=label, decoded=48, checksum=CHECKSUM)
        yield File(f"header{kind}-{label.decode()}", NUMBERS_TREE, block), "compressed", dict(arrays=GOOD)
    two = f"data: {ndarray(NUMBERS, key='dtype')}other: {ndarray(NUMBERS, 1, key='dtype')}"
    for name, kind, header in (("finf-encoded", "finf", FINF), ("header44-encoded", 44, ASDF)):
        blocks = Block(kind, zlib.compress(RAW), name=b"zlib"), Block(kind, RAW)
        message = {"data": "the block is encoded with `zlib`, which is not supported"}
        yield File(name, two, *blocks, header=header, messages=message), "no header says how long it would be", dict(
            arrays={"data": (None, dict(error="unsupported-encoding")), "other": NUMBERS})
    text = FINF_TREE.replace("byteorder: little, ", "")
    yield File("finf-no-byteorder", text, Block("finf", RAW), header=FINF), "little is taken", dict(warnings="no-byteorder", arrays=GOOD)
    table = np.array([(1, 2.5), (3, -4.5)], dtype=[("n", "<i2"), ("x", ">f8")])
    fields = "[{name: n, dtype: int16, byteorder: little}, {name: x, dtype: float64, byteorder: big}]"
    text = f"data: !core/ndarray {{source: 0, dtype: {fields}, byteorder: little, shape: [2]}}\n"
    yield File("dtype-of-fields", text, Block(44, table.tobytes())), "a structured array", dict(arrays={"data": table})
    yield File("finf-no-tree", None, Block("finf", RAW), Block("finf", b"second"), header=FINF), "blocks alone", {}
    text = "note: ÉBLK\n" + FINF_TREE
    yield File("finf-magic-in-text", text, Block("finf", RAW), header=FINF, end=b""), (
        "the end of a character and three letters are the magic"), dict(warnings="no-document-end", arrays=GOOD)


def chained(name, chain, data, array=NUMBERS, note="", error=None, message=None, *, end="\n...\n", declared=None):
    """A file of an encoded block and a plain one."""
    text = f"data: {ndarray(array)}other: {ndarray(NUMBERS, 1)}"
    block = Block(36, f"{chain}{end}".encode() + data, flags=ENCODED, decoded=array.nbytes if declared is None else declared)
    told = (None, dict(error=error)) if error else array
    messages = message and {"data": message}
    return File(f"chain-{name}", text, block, Block(36, RAW), messages=messages), note or " ".join(chain.split())[:60], dict(
        arrays={"data": told, "other": NUMBERS})


def tiled(array, tile, fill=0):
    """The array in tiles, padded."""
    padding = [(0, -length % extent) for length, extent in zip(array.shape, tile)]
    padded = np.pad(array, padding, constant_values=fill)
    split = [part for length, extent in zip(padded.shape, tile) for part in (length // extent, extent)]
    axes = range(len(split))
    return padded.reshape(split).transpose([*axes[::2], *axes[1::2]])


def tile(array, shape):
    return f"[tile, {{shape: {list(shape)}, original_shape: {list(array.shape)}, item_size: {array.itemsize}}}]"


def quantize(array):
    return f"[quantize, {{dtype: {array.itemsize * 8}, original_shape: {list(array.shape)}}}]"


def chunk(values, bits, offset, scale, count=None):
    packed = "".join(format(int(value) & ((1 << bits) - 1), f"0{bits}b") for value in values) if bits else ""
    packed += "0" * (-len(packed) % 8)
    head = struct.pack(">BddQ", bits, offset, scale, len(values) if count is None else count)
    return head + bytes(int(packed[at:at + 8], 2) for at in range(0, len(packed), 8))


def chains():
    packed = zlib.compress(RAW)
    yield chained("zlib", "--- [zlib]", packed)
    yield chained("bare", "[zlib]", packed)
    yield chained("crlf", "--- [zlib]", packed, end="\r\n...\r\n", note="Windows newlines")
    yield chained("block-style", "%YAML 1.1\n---\n- zlib\n- [zlib, {}]", zlib.compress(packed))
    yield chained("null", "[]", RAW, note="the implicit step alone")
    line = np.arange(7, dtype="<i2")
    cube = np.arange(3 * 4 * 5, dtype="<f8").reshape(3, 4, 5)
    bits128 = np.arange(6, dtype="<c16").reshape(2, 3)
    one = np.array(5.5, dtype="<f4")
    empty = np.zeros((0, 3), dtype="<f4")
    for name, array, shape in (
        ("line", line, (3,)), ("image", IMAGE, (2, 3)), ("cube", cube, (2, 3, 2)), ("larger", line, (10,)),
        ("16-byte-items", bits128, (2, 2)), ("scalar", one, ()), ("empty", empty, (2, 2)),
    ):
        data = tiled(array, shape, 99).tobytes() if array.size and shape else array.tobytes()
        yield chained(f"tile-{name}", f"[{tile(array, shape)}]", data, array)
    yield chained("tile-zlib", f"--- [{tile(IMAGE, (4, 4))}, zlib]", zlib.compress(tiled(IMAGE, (4, 4)).tobytes()), IMAGE)
    inner = tiled(IMAGE, (4, 4)).reshape(-1)
    both = f"[{tile(IMAGE, (4, 4))}, {tile(inner, (10,))}]"
    yield chained("tile-tile", both, tiled(inner, (10,)).tobytes(), IMAGE, note="tiles of tiles")
    for size, bits in ((4, 1), (4, 7), (4, 33), (8, 12), (8, 64)):
        top = 1 << (bits - 1)
        values = [-top, top - 1, 0, -1, top // 3]
        floats = (np.array(values, dtype="f8") * 0.25 + 3.5).astype(f"<f{size}")
        yield chained(f"quantize-{bits}-bits-{size * 8}", f"[{quantize(floats)}]", chunk(values, bits, 3.5, 0.25), floats)
    first, second = np.arange(20) - 7, np.arange(15) * 3
    floats = np.concatenate([first * 0.5 + 1, second * 2.0 - 8]).astype("<f4").reshape(5, 7)
    data = chunk(first, 6, 1, 0.5) + chunk([], 9, 0, 1) + chunk(second, 11, -8, 2)
    yield chained("quantize-chunks", f"[{quantize(floats)}, zlib]", zlib.compress(data), floats, note="one of three without values")
    order = tiled(floats, (2, 4)).reshape(-1)
    data = chunk(order[:13] * 2, 8, 0, 0.5) + chunk(order[13:] * 2, 9, 0, 0.5)
    all_three = f"--- [{tile(floats, (2, 4))}, {quantize(floats)}, zlib]"
    yield chained("tile-quantize-zlib", all_three, zlib.compress(data), floats, note="`quantize` is told the shape of the array, not of the tiles")


def hostile_chains():
    def bad(name, chain, message, data=b"", error="bad-block", **more):
        return chained(name, chain, data, error=error, message=message, **more)

    packed = zlib.compress(RAW)
    unknown = "the block's encoding chain has `rice`, which is not supported"
    yield bad("unknown", "[zlib, rice]", unknown, error="unsupported-encoding")
    takes = "takes an array, but stands behind"
    yield bad("zlib-tile", f"[zlib, {tile(NUMBERS, (2, 2))}]", f"the encoding `tile` {takes} `zlib`, which gives bytes")
    order = f"[{quantize(IMAGE)}, {tile(NUMBERS, (2, 2))}]"
    yield bad("quantize-tile", order, f"the encoding `tile` {takes} `quantize`, which gives bytes")
    yield bad("no-arguments", "[tile]", "the encoding `tile` has no argument `original_shape`")
    yield bad("no-dtype", "[[quantize, {original_shape: [12]}]]", "the encoding `quantize` has no argument `dtype`")
    yield bad("dtype-16", "[[quantize, {dtype: 16, original_shape: [24]}]]", "the argument `dtype` of the encoding `quantize` is 16, not 32 or 64")
    yield bad("no-list", "--- zlib", "the encoding chain is not a list")
    yield bad("no-yaml", "[zlib", "the encoding chain cannot be read: line 2, column 1: expected `,` or `]`")
    no_end = "no line `...` ends the encoding chain in the first %d bytes"
    yield bad("no-end", "[zlib]\n", no_end % (7 + len(packed)), packed, end="")
    yield bad("long", "[zlib]" + " " * 70_000, no_end % 65536, note="70 000 spaces behind it")
    yield bad("17-steps", f"[{', '.join(['zlib'] * 17)}]", "the encoding chain has 17 steps, more than the limit of 16", error="limit-exceeded")
    tiles = "[[tile, {shape: %s, original_shape: %s, item_size: %s}]]"
    yield bad("tile-other-size", tiles % ([2], [13], 4), "the encoding `tile` is of an array of 52 bytes, but the block's header declares 48")
    yield bad("tile-zero", tiles % ([0], [12], 4), "the encoding `tile` has tiles without items")
    yield bad("tile-axes", tiles % ([2, 2], [12], 4), "the encoding `tile` has tiles of 2 axes for an array of 1")
    huge = "the tiles of the encoding `tile` take more bytes than there can be"
    yield bad("tile-huge", tiles % ([2**62, 2**62], [3, 4], 4), huge)
    vast = "the data of the encoding `tile` end too early"
    yield bad("tile-vast", tiles % ([2**40], [12], 4), vast, RAW, "corrupt-data", note="a terabyte of padding is missing")
    two = f"[{tile(NUMBERS, (2, 2))}, [tile, {{shape: [9], original_shape: [{2**40}], item_size: 1}}]]"
    yield bad("tile-limit", two, f"the untiled array takes {2**40} bytes, more than the limit of {2**32}", RAW, "limit-exceeded")
    corrupt = "corrupt-data"
    yield bad("zlib-cut", "[zlib]", None, packed[:-9], corrupt)
    yield bad("zlib-flipped", "[zlib]", None, packed[:-1] + b"\xff", corrupt)
    yield bad("zlib-bomb", "[zlib]", "the block decodes to more than the 48 bytes its header declares", zlib.compress(bytes(1 << 22), 9), corrupt)
    more = "the block decodes to 48 bytes, but its header declares 49"
    yield bad("zlib-less", "[zlib]", more, packed, corrupt, array=np.zeros(49, dtype="u1"))
    floats = np.arange(12, dtype="<f4")
    early = "the data of the encoding `quantize` end too early"
    for name, data, message in (
        ("0-bits", chunk(range(12), 0, 0, 1), "a chunk of `quantize` has 0 bits a value, not 1 to 64"),
        ("65-bits", chunk(range(12), 65, 0, 1), "a chunk of `quantize` has 65 bits a value, not 1 to 64"),
        ("cut", chunk(range(12), 9, 0, 1)[:-1], early),
        ("header-cut", chunk(range(12), 9, 0, 1) + b"\x05", early),
        ("claims-2-63", chunk(range(11), 9, 0, 1, 2**63), early),
        ("too-many", chunk(range(13), 9, 0, 1), "the block decodes to more than the 48 bytes its header declares"),
        ("too-few", chunk(range(11), 9, 0, 1), "the block decodes to 44 bytes, but its header declares 48"),
    ):
        yield bad(f"quantize-{name}", f"[{quantize(floats)}]", message, data, corrupt)


def main():
    made = [*headers(), *names(), *chains(), *hostile_chains()]
    write_cases(HERE, [Case(file.name, file.content, note, **opens) for file, note, opens in made])
    write_table(HERE / "blocks.tsv", BLOCK_COLUMNS, [row for file, *_ in made for row in file.rows])
    messages = [row for file, *_ in made for row in file.messages if row["message"]]
    write_table(HERE / "messages.tsv", ["file", "path", "message"], messages)


if __name__ == "__main__":
    main()
