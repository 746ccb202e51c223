"""Arrays: every datatype in every form, odd views of blocks, and descriptions that cannot be true."""

import zlib

import numpy as np

from tables import array_rows

from build import HEADER, STREAMED, Case, block, datatype, file, ndarray, tree

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]


def cases():
    yield from datatypes_in_blocks()
    yield from datatypes_inline()
    yield from views()
    yield from sources()
    yield from wrong()
    yield from odd_datatypes()


def samples(name):
    """Twelve values of a datatype, extremes included."""
    if name == "bool8":
        return np.arange(12) % 3 == 0
    kind = np.dtype(name)
    if kind.kind in "iu":
        limits = np.iinfo(kind)
        return np.array([limits.min, limits.max, limits.max // 3, 0, 1, *range(40, 47)], kind)
    if kind.kind == "c":
        return (samples(f"float{kind.itemsize * 4}") * (1 - 0.5j)).astype(kind)
    limits = np.finfo(kind)
    return np.array([0, -0.0, 1.5, -2.25, limits.max, limits.min, limits.tiny, 1e-5, 100, 0.1, 1 / 3, 7], kind)


class Blocks:
    """Collects blocks while the tree that refers to them is written."""

    def __init__(self):
        self.text, self.blocks, self.arrays = "", [], {}

    def add(self, path, array, byteorder="little", **more):
        stored = array.astype(array.dtype.newbyteorder("<>"[byteorder == "big"]))
        self.text += f'"{path}": {ndarray(array, len(self.blocks), byteorder, **more)}\n'
        self.blocks.append(block(stored.tobytes()))
        self.arrays[path] = array

    def case(self, name, note):
        return Case(name, file(self.text, *self.blocks), note, arrays=self.arrays)


def datatypes_in_blocks():
    for byteorder in ("little", "big"):
        made = Blocks()
        for name in [*INTEGERS, *FLOATS, *COMPLEX, "bool8"]:
            values = samples(name)
            made.add(name, values.reshape(3, 4), byteorder)
            made.add(f"{name} 0-d", values[1:2].reshape(()), byteorder)
            made.add(f"{name} empty", values[:0].reshape(2, 0, 3), byteorder)
        made.add("ascii", np.array(["", "a", "four"], "S4"), byteorder)
        made.add("ucs4", np.array([["", "ä"], ["𐀠𐀠", "abc"]], "U3"), byteorder)
        yield made.case(f"datatypes-{byteorder}", f"every datatype, {byteorder}-endian, of three shapes")

    half = np.arange(1 << 16, dtype="u2").view("f2")
    half[np.isnan(half)] = np.nan
    stored = zlib.compress(half.astype(">f2").tobytes())
    content = file(f"data: {ndarray(half, byteorder='big')}\n", block(stored, compression=b"zlib", decoded=2 << 16))
    yield Case("float16-all", content, "every float16 there is", arrays={"data": half})


def yaml(value):
    """A number as YAML 1.1 wants it, but for 1e-05, which only numeric positions take for a number."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value)).lower()
    if isinstance(value, (complex, np.complexfloating)):
        return f"!core/complex-1.0.0 {complex(value)}"
    return repr(value.item())


def nested(array):
    if array.ndim == 0:
        return yaml(array[()])
    return "[" + ", ".join(nested(item) for item in array) + "]"


def inline(array, **more):
    said = dict(data=nested(array), datatype=datatype(array.dtype), shape=list(array.shape))
    said.update(more)
    return "!core/ndarray-1.1.0 {" + ", ".join(f"{key}: {value}" for key, value in said.items() if value) + "}"


def datatypes_inline():
    text, arrays = "", {}
    for name in [*INTEGERS, *FLOATS, "bool8"]:
        values = samples(name)
        if name == "float32":
            values[4:7] = [3.0e38, -3.0e38, 1.2e-38]
        for path, array in ((name, values.reshape(3, 4)), (f"{name} empty", values[:0])):
            text += f'"{path}": {inline(array)}\n'
            arrays[path] = array
    for name in COMPLEX:
        values = np.array([0, 1 + 2j, -0.5j, -3 - 0.25j], name)
        text += f'"{name}": {inline(values)}\n'
        arrays[name] = values
    yield Case("datatypes-inline", HEADER + tree(text), "every numeric datatype written out in the tree", arrays=arrays)

    text = """integers: !core/ndarray-1.1.0 [[1, 2], [3, -4]]
floats: !core/ndarray-1.1.0 [1, 2.5, .inf]
exponents: !core/ndarray-1.1.0 {data: [1e5, 1.5e-3, 2E+2], datatype: float64}
bools: !core/ndarray-1.1.0 [true, no, On]
strings: !core/ndarray-1.1.0 [a, "", ccc]
complex: !core/ndarray-1.1.0 [!core/complex-1.0.0 1+1j, 2.0]
large: !core/ndarray-1.1.0 [18446744073709551615, 1]
masked: !core/ndarray-1.1.0 {data: [[1, null], [~, 4]], datatype: int16, shape: [2, 2]}
masked floats: !core/ndarray-1.1.0 [1.5, null]
"""
    arrays = {
        "integers": np.array([[1, 2], [3, -4]]),
        "floats": np.array([1, 2.5, np.inf]),
        "exponents": np.array([1e5, 1.5e-3, 2e2]),
        "bools": np.array([True, False, True]),
        "strings": np.array(["a", "", "ccc"]),
        "complex": np.array([1 + 1j, 2]),
        "large": np.array([18446744073709551615, 1], "u8"),
        "masked": np.ma.array([[1, 0], [0, 4]], mask=[[0, 1], [1, 0]], dtype="i2"),
        "masked floats": np.ma.array([1.5, 0], mask=[0, 1]),
    }
    yield Case("inline-defaults", HEADER + tree(text), "datatypes as the reference infers them; nulls", arrays=arrays)


def views():
    """Several arrays that look at one block in their own way."""
    base = np.arange(60, dtype="<i2")
    grid = base.reshape(6, 10)
    seen = {
        "whole": (grid, {}),
        "offset": (base[7:20], dict(offset=14)),
        "odd offset": (np.frombuffer(base.tobytes()[3:23], "<i2"), dict(offset=3)),
        "columns": (grid[:, ::3], dict(strides=[20, 6])),
        "transposed": (grid.T, dict(strides=[2, 20])),
        "reversed": (base[::-1], dict(offset=118, strides=[-2])),
        "flipped both ways": (grid[::-1, ::-1], dict(offset=118, strides=[-20, -2])),
        "up and right": (grid[::-2, 1::2], dict(offset=102, strides=[-40, 4])),
        "repeated": (np.broadcast_to(grid[1], (4, 10)), dict(offset=20, strides=[0, 2])),
        "one value": (np.broadcast_to(base[9], (3, 3)), dict(offset=18, strides=[0, 0])),
        "windows": (np.lib.stride_tricks.sliding_window_view(base, 5), dict(strides=[2, 2])),
        "star": (grid, dict(shape="['*', 10]")),
        "star and offset": (grid[1:], dict(shape="['*', 10]", offset=20)),
        "star of a rest": (base[:56].reshape(8, 7), dict(shape="['*', 7]")),
        "empty at the end": (base[60:], dict(offset=120)),
        "one axis of length one": (grid[None, :, None], dict(strides=[9999, 20, -7777, 2])),
    }
    text = "".join(f"{path}: {ndarray(array, **more)}\n" for path, (array, more) in seen.items())
    arrays = {path: array for path, (array, _) in seen.items()}
    yield Case("views", file(text, block(base.tobytes())), "one block, seen by many arrays", arrays=arrays)
    stored = zlib.compress(base.tobytes())
    content = file(text, block(stored, compression=b"zlib", decoded=120))
    yield Case("views-zlib", content, "the same of a compressed block", arrays=arrays)
    big = base.astype(">i2")
    text = text.replace("byteorder: little", "byteorder: big")
    swapped = {**arrays, "odd offset": np.frombuffer(big.tobytes()[3:23], ">i2")}
    yield Case("views-big", file(text, block(big.tobytes())), "the same, big-endian", arrays=swapped)
    rows = np.arange(24, dtype="<f8").reshape(8, 3)
    text = f"data: {ndarray(rows, -1, shape=str(['*', 3]))}\n"
    content = file(text, block(b"", flags=STREAMED, checksum=bytes(16)) + rows.tobytes(), indexed=False)
    yield Case("streamed-star", content, "rows to the end of the file", arrays={"data": rows})
    content = file(text, block(b"", flags=STREAMED, checksum=bytes(16)) + rows.tobytes() + bytes(23), indexed=False)
    yield Case("streamed-part-of-a-row", content, "the last row is not complete: it does not count", arrays={"data": rows})


def sources():
    one, two, three = (np.full(4, value, "<u2") for value in (1, 2, 3))
    blocks = [block(array.tobytes()) for array in (one, two, three)]
    seen = {"last": (three, -1), "middle": (two, -2), "first": (one, -3), "second": (two, 1)}
    text = "".join(f"{path}: {ndarray(array, source)}\n" for path, (array, source) in seen.items())
    arrays = {path: array for path, (array, _) in seen.items()}
    for path, source, code in (
        ("beyond", 3, "bad-array"),
        ("before", -4, "bad-array"),
        ("far", 1 << 40, "bad-array"),
        ("huge", 1 << 70, "bad-array"),
        ("other file", "other.asdf", "external-source"),
        ("elsewhere", "'https://example.com/a.asdf'", "external-source"),
        ("upwards", "'../../../../etc/passwd'", "external-source"),
    ):
        text += f"{path}: {ndarray(one, source)}\n"
        arrays[path] = (None, dict(error=code))
    yield Case("sources", file(text, *blocks), "blocks counted from either end, and some that are not there", arrays=arrays)


def wrong():
    """Descriptions that cannot be true; one sound array proves that the file stays readable."""
    base = np.arange(8, dtype="<f4")
    lies = {
        "product overflows": dict(shape=[1 << 32, 1 << 32, 1 << 32]),
        "product overflows to something small": dict(shape=[1 << 62, 4, 1]),
        "longer than the block": dict(shape=[9]),
        "offset past the end": dict(offset=4),
        "offset huge": dict(offset=(1 << 64) - 4),
        "offset negative": dict(offset=-4),
        "strides past the end": dict(shape=[3], strides=[16]),
        "strides before the start": dict(strides=[-4]),
        "strides huge": dict(shape=[2], strides=[(1 << 63) - 1]),
        "strides overflow": dict(shape=[3, 3], strides=[-(1 << 63), -(1 << 63)]),
        "strides too few": dict(shape=[2, 4], strides=[4]),
        "strides too many": dict(strides=[16, 4]),
        "strides of text": dict(strides="[four]"),
        "shape negative": dict(shape=[-1]),
        "shape of floats": dict(shape=[1.5]),
        "shape of text": dict(shape="eight"),
        "shape of a star in the middle": dict(shape="[2, '*']"),
        "no shape": dict(shape=None),
        "no datatype": dict(datatype=None),
        "byteorder of the middle": dict(byteorder="middle"),
    }
    text = f"sound: {ndarray(base)}\n"
    arrays = {"sound": base}
    for path, more in lies.items():
        text += f"{path}: {ndarray(base, **more)}\n"
        arrays[path] = (None, dict(error="bad-array"))
    for path, more in {
        "datatype unknown": dict(datatype="float128"),
        "datatype of text unknown": dict(datatype="[utf8, 4]"),
    }.items():
        text += f"{path}: {ndarray(base, **more)}\n"
        arrays[path] = (None, dict(error="unsupported-datatype"))
    for path, data in {
        "ragged": "[[1, 2], [3]]",
        "ragged deeper": "[[1, 2], [3, [4]]]",
        "text and numbers": "[1, a]",
        "maps": "[{a: 1}]",
        "out of range": "{data: [300], datatype: uint8}",
        "not the type": "{data: [1.5], datatype: int32}",
        "not the shape": "{data: [1, 2, 3], datatype: int32, shape: [2]}",
    }.items():
        text += f"{path}: !core/ndarray-1.1.0 {data}\n"
        arrays[path] = (None, dict(error="bad-array"))
    text += "neither: !core/ndarray-1.1.0 {datatype: int8, shape: [1]}\nscalar: !core/ndarray-1.1.0 text\n"
    arrays.update({path: (None, dict(error="bad-array")) for path in ("neither", "scalar")})
    yield Case("wrong", file(text, block(base.tobytes())), "arrays that cannot be, and one that can", arrays=arrays)


def odd_datatypes():
    """What other writers write."""
    base = np.arange(4, dtype="<i4")
    text = f"data: {ndarray(base, byteorder=None)}\n"
    content = file(text, block(base.tobytes()))
    yield Case("no-byteorder", content, "little is taken", warnings="no-byteorder", arrays={"data": base})

    raw = np.array([0, 1, 2, 255, 0], "u1")
    text = f"data: {ndarray(raw, datatype='bool8')}\n"
    yield Case("bool8-beyond-1", file(text, block(raw.tobytes())), "anything but zero is true", arrays={"data": raw != 0})

    wide = [0, 1, -1, (1 << 127) - 1, -(1 << 127)]
    data = b"".join(value.to_bytes(16, "little", signed=True) for value in wide)
    sixteen = np.frombuffer(data, "V16")
    text = "int128: !core/ndarray-1.1.0 {source: 0, datatype: int128, byteorder: little, shape: [5]}\n"
    text += "uint128: !core/ndarray-1.1.0 {source: 0, datatype: uint128, byteorder: little, shape: [5]}\n"
    pairs = np.array([1, -2, 0.5, 65504], "<f2")
    text += "complex32: !core/ndarray-1.1.0 {source: 1, datatype: complex32, byteorder: little, shape: [2]}\n"
    # numpy has no such type: the row is that of its parts, as two float16 an element.
    [parts] = array_rows("complex32", pairs)
    complex32 = dict(kind="c4", shape=[2], content=parts["content"], widened=parts["widened"])
    arrays = {"int128": sixteen, "uint128": sixteen, "complex32": (None, complex32)}
    content = file(text, block(data), block(pairs.tobytes()))
    yield Case("not-standard", content, "int128, uint128, complex32", arrays=arrays)

    table, described = odd_table()
    size = table.dtype.itemsize
    text = ""
    views = {
        "rows": (table, 0, size),
        "grid": (table.reshape(2, 3), 0, None),
        "every other": (table[1::2], size, 2 * size),
        "backwards": (table[::-1], 5 * size, -size),
    }
    for path, (array, offset, stride) in views.items():
        text += f"{path}: !core/ndarray-1.1.0\n  source: 0\n  byteorder: little\n  shape: {list(array.shape)}\n"
        text += f"  offset: {offset}\n" + (f"  strides: [{stride}]\n" if stride else "") + f"  datatype:{described}\n"
    content = file(text, block(table.tobytes()))
    arrays = {path: array for path, (array, _, _) in views.items()}
    yield Case("structured", content, "fields of every kind, in both byte orders, one within another", arrays=arrays)


def odd_table():
    """Six rows with fields of every kind, and their datatype as it is written, indented by two."""
    where = [("x", "<f8"), ("y", ">f8")]
    fields = [("id", ">i4"), ("name", "S5"), ("where", where), ("m", "<f2", (2, 2)), ("ok", "?"), ("u", "<U2")]
    table = np.zeros(6, fields)
    for row in range(6):
        matrix, letters = [[row, 1], [2, -row]], "äΩ𐀠é"[row % 3 : row % 3 + 2]
        table[row] = (row - 3, b"abcde"[:row], (row / 4, -row), matrix, row % 2, letters)
    described = """
  - {name: id, datatype: int32, byteorder: big}
  - {name: name, datatype: [ascii, 5]}
  - name: where
    datatype:
    - {name: x, datatype: float64, byteorder: little}
    - {name: y, datatype: float64, byteorder: big}
  - {name: m, datatype: float16, byteorder: little, shape: [2, 2]}
  - {name: ok, datatype: bool8}
  - {name: u, datatype: [ucs4, 2], byteorder: little}
"""
    return table, described.rstrip()
