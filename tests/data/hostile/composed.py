"""Arrays made of others: masks, and chunked arrays. The answers are numpy's: what is masked is said apart from the data."""

import zlib

import numpy as np

from arrays import inline, odd_table
from build import Case, block, datatype, file, ndarray

BAD = "the array is read without its mask"


class Parts:
    """Collects blocks, and the rows of all arrays, while the tree that refers to them is written."""

    def __init__(self):
        self.text, self.blocks, self.arrays = "", [], {}

    def store(self, array, byteorder="little", compressed=False, **more):
        """The array in a block of its own."""
        stored = array.astype(array.dtype.newbyteorder("<>"[byteorder == "big"])).tobytes()
        source = len(self.blocks)
        if compressed:
            self.blocks.append(block(zlib.compress(stored), compression=b"zlib", decoded=len(stored)))
        else:
            self.blocks.append(block(stored))
        return ndarray(array, source, byteorder, **more)

    def masked(self, path, text, array, mask, held=None):
        """An array whose mask is written in `text`; `held` is the array that the mask is, if it is one."""
        self.text += f'"{path}": {text}\n'
        self.arrays[path] = np.ma.MaskedArray(array, np.broadcast_to(mask, array.shape)) if mask is not None else array
        if held is not None:
            self.arrays[f"{path}/mask"] = held

    def chunked(self, path, expected, chunks, kind=None):
        """A chunked array: for each chunk its start, how it is written, and what it holds."""
        kind = kind or datatype(expected.dtype)
        self.text += f'"{path}": !core/chunked-ndarray-1.0.0\n  shape: {list(expected.shape)}\n  datatype: {kind}\n  chunks:{"" if chunks else " []"}\n'
        for number, (start, text, array) in enumerate(chunks):
            self.text += f"  - !core/ndarray-chunk-1.0.0\n    start: {list(start)}\n    ndarray: {text}\n"
            self.arrays[f"{path}/chunks/{number}/ndarray"] = array
        self.arrays[path] = expected

    def case(self, name, note, **more):
        return Case(name, file(self.text, *self.blocks), note, arrays=self.arrays, **more)


def cases():
    yield from masks_of_numbers()
    yield from masks_of_arrays()
    yield from bad_masks()
    yield from chunked()
    yield from bad_chunks()


def masks_of_numbers():
    made = Parts()
    floats = np.array([0, -0.0, 0.1, -999, np.nan, -np.nan, np.inf, 1e-9], "f8")
    for kind in ("f2", "f4", "f8", "c8", "c16"):
        for order in ("little", "big"):
            array = floats.astype(kind)
            for mask in (".nan", "0", "0.1", "-999", ".inf", "!core/complex-1.0.0 0.1+0j", "true"):
                number = {".nan": np.nan, ".inf": np.inf, "true": 1.0}.get(mask) or float(mask.split()[-1].split("+")[0])
                equal = np.isnan(array) if np.isnan(number) else array == np.array(number, kind)
                made.masked(f"{kind} {order} {mask.split()[-1]}", made.store(array, order, mask=mask), array, equal)
    parts = np.array([1 + 2j, 1 - 2j, complex(np.nan, 0), complex(0, np.nan)], "c16")
    for mask, equal in (("1+2j", parts == 1 + 2j), ("nan+0j", np.isnan(parts))):
        made.masked(f"complex {mask}", made.store(parts, mask=f"!core/complex-1.0.0 {mask}"), parts, equal)
    for kind in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"):
        limits = np.iinfo(kind)
        array = np.array([limits.min, limits.max, 0, 1, 99], kind)
        for mask in (limits.min, limits.max, 99, -1, 99.0, 1.5):
            made.masked(f"{kind} {mask}", made.store(array, "big", mask=mask), array, [int(v) == mask for v in array])
        made.masked(f"{kind} nan", made.store(array, mask=".nan"), array, False)
    truth = np.array([True, False, True])
    for mask, equal in (("true", truth), ("0", ~truth), ("2", truth & False)):
        made.masked(f"bool8 {mask}", made.store(truth, mask=mask), truth, equal)
    grid = np.arange(60, dtype="i2").reshape(6, 10) % 7
    made.masked("compressed", made.store(grid, compressed=True, mask=3), grid, grid == 3)
    turned = grid[:, ::-1].T
    made.masked("turned", made.store(grid, mask=3, shape=[10, 6], strides=[-2, 20], offset=18), turned, turned == 3)
    made.masked("inline", inline(grid, mask=3), grid, grid == 3)
    made.masked("null", made.store(grid, mask="null"), grid, None)
    made.text += 'inline with null: !core/ndarray-1.1.0 {data: [1, null, 3], datatype: int8, mask: 3}\n'
    made.arrays["inline with null"] = np.ma.MaskedArray(np.array([1, 0, 3], "i1"), [0, 1, 1])
    yield made.case("masks-of-numbers", "elements of one value are masked, NaN by any NaN")


def masks_of_arrays():
    made = Parts()
    data = np.arange(24, dtype="f4").reshape(2, 3, 4)
    full = data % 5 == 0
    odd = np.array([0, -0.0, np.nan, -1.5])

    def both(path, text, mask, held, array=data, **more):
        made.masked(path, made.store(array, mask=text, **more), array, mask, held)

    both("same shape", made.store(full), full, full)
    both("compressed", made.store(full, compressed=True), full, full)
    both("data compressed", made.store(full), full, full, compressed=True)
    both("data big", made.store(full), full, full, byteorder="big")
    both("last axis", made.store(full[0, 0]), full[0, 0], full[0, 0])
    both("rows", made.store(full[:, :1, :1]), full[:, :1, :1], full[:, :1, :1])
    both("columns", made.store(full[0, :, :1]), full[0, :, :1], full[0, :, :1])
    both("one", made.store(np.array(True)), True, np.array(True))
    turned = full.transpose(2, 1, 0)
    text = made.store(turned, shape=[2, 3, 4], strides=[1, 2, 6])
    both("turned", text, full, full)
    text = made.store(full, shape=[3, 4], strides=[4, -1], offset=3)
    both("flipped", text, full[0, :, ::-1], full[0, :, ::-1])
    numbers = np.array([0, 1, 256, -1], "i2")
    both("integers", made.store(numbers, "big"), numbers != 0, numbers)
    both("floats", made.store(odd, "big"), odd != 0, odd)
    both("complex", made.store(odd * 1j), odd != 0, odd * 1j)
    both("inline", inline(full[0, 0]), full[0, 0], full[0, 0])
    both("list", "[true, false, 1, 0]", [1, 0, 1, 0], None)
    both("inline integers", inline(numbers), numbers != 0, numbers)
    both("empty", made.store(full[:0]), full[:0], full[:0], array=data[:0])
    made.masked("inline data", inline(data[0, 0], mask=made.store(full[0, 0])), data[0, 0], full[0, 0], full[0, 0])
    text = "{data: [1, null, 3], datatype: int8, shape: [3], mask: [true, false, false]}"
    made.text += f"inline with null: !core/ndarray-1.1.0 {text}\n"
    made.arrays["inline with null"] = np.ma.MaskedArray(np.array([1, 0, 3], "i1"), [1, 0, 0])
    strings = np.array(["a", "bc", ""], "S2")
    made.masked("text", made.store(strings, mask="[0, 1, 0]"), strings, None)
    made.arrays["text"] = np.ma.MaskedArray(strings, [0, 1, 0])
    itself = np.array([0, 1, 2], "u1")
    made.text += f"itself: &itself {made.store(itself, mask='*itself')}\n"
    made.arrays["itself"] = np.ma.MaskedArray(itself, itself != 0)

    table, described = odd_table()
    rows = np.array([0, 1, 0, 0, 1, 1], "?")
    stored = dict(datatype="&table" + described, byteorder="little", shape=[6], source=len(made.blocks))
    made.blocks.append(block(table.tobytes()))
    as_text = lambda more: "!core/ndarray-1.1.0\n" + "".join(f"  {key}: {value}\n" for key, value in {**stored, **more}.items())
    made.masked("rows of a table", as_text(dict(mask=made.store(rows))), table, None)
    whole = np.ma.MaskedArray(table)
    whole[rows] = np.ma.masked
    whole.data[:] = table
    made.arrays["rows of a table"], made.arrays["rows of a table/mask"] = whole, rows
    by_field = np.ma.MaskedArray(table, np.zeros(6, np.ma.make_mask_descr(table.dtype)))
    by_field.mask["id"][1] = by_field.mask["m"][2, 0, 1] = by_field.mask["where"]["y"][4] = True
    masks = by_field.mask
    fields = "[{name: id, datatype: bool8}, {name: name, datatype: bool8}, {name: where, datatype: [{name: x, datatype: bool8},"
    fields += " {name: y, datatype: bool8}]}, {name: m, datatype: bool8, shape: [2, 2]}, {name: ok, datatype: bool8}, {name: u, datatype: bool8}]"
    text = f"!core/ndarray-1.1.0 {{source: {len(made.blocks)}, datatype: {fields}, byteorder: little, shape: [6]}}"
    made.blocks.append(block(masks.tobytes()))
    stored["datatype"] = "*table"
    made.masked("fields of a table", as_text(dict(mask=text)), table, None)
    made.arrays["fields of a table"], made.arrays["fields of a table/mask"] = by_field, masks
    yield made.case("masks-of-arrays", "arrays that mask others, of every kind")

    made = Parts()
    text = ndarray(full, "masks-beside.asdf")
    made.masked("data", made.store(data, mask=text), data, full, full)
    yield made.case("masks-elsewhere", "a mask in another file")
    yield Case("masks-beside", file("", block(full.tobytes())), "where that mask is")


def bad_masks():
    made = Parts()
    data = np.arange(6, dtype="i4").reshape(2, 3)
    for path, mask, error in (
        ("too long", "[true, false, true, false]", None),
        ("too many axes", "[[[true]]]", None),
        ("rows for columns", "[true, false]", None),
        ("text", "missing", None),
        ("list of text", "[a, b, c]", None),
        ("a map", "{value: 3}", None),
        ("unknown datatype", ndarray(data, 0, datatype="float128"), "unsupported-datatype"),
        ("no such block", ndarray(data, 999), "bad-array"),
    ):
        made.text += f"{path}: {made.store(data, mask=mask)}\n"
        made.arrays[path] = data
        if error:
            made.arrays[f"{path}/mask"] = (None, dict(error=error))
    strings = np.array(["a", "b"], "S1")
    made.text += f"a number for text: {made.store(strings, mask=1)}\n"
    made.arrays["a number for text"] = strings
    warnings = " ".join(["bad-mask"] * len([path for path in made.arrays if not path.endswith("/mask")]))
    # What fails only when it is read, is an error then.
    made.text += f"beyond its block: {made.store(data, mask=made.store(data[:1], offset=4))}\n"
    made.arrays["beyond its block"] = made.arrays["beyond its block/mask"] = (None, dict(error="bad-array"))
    made.text += f"elsewhere: {made.store(data, mask=ndarray(data, 'nowhere.asdf'))}\n"
    made.arrays["elsewhere"] = made.arrays["elsewhere/mask"] = (None, dict(error="external-source"))
    yield made.case("masks-bad", BAD, warnings=warnings)


def boxes(whole, *cuts):
    """Boxes of an array, cut at these indices along each axis: the start and the part of each."""
    edges = [[0, *cut, length] for cut, length in zip(cuts, whole.shape)]
    for index in np.ndindex(*(len(edge) - 1 for edge in edges)):
        start = tuple(edge[at] for edge, at in zip(edges, index))
        end = tuple(edge[at + 1] for edge, at in zip(edges, index))
        yield start, whole[tuple(slice(*ends) for ends in zip(start, end))]


def chunked():
    made = Parts()
    for kind in ("bool", "i1", "u2", "f2", "f4", "i8", "c16", "S3", "U2"):
        whole = (np.arange(35) % 11).astype(kind).reshape(5, 7)
        chunks = []
        for number, (start, part) in enumerate(boxes(whole, [2, 3], [4])):
            chunks.append((start, made.store(part, "big" if number % 2 else "little", number == 2), part))
        made.chunked(kind, whole, chunks)
    cube = np.arange(60, dtype="i4").reshape(3, 4, 5)
    made.chunked("of three axes", cube, [(start, made.store(part), part) for start, part in boxes(cube, [1], [2], [1, 4])])
    made.chunked("one chunk", cube, [((0, 0, 0), made.store(cube), cube)])
    line = np.arange(6, dtype="f4")
    made.chunked("inline", line, [((0,), inline(line[:4]), line[:4]), ((4,), inline(line[4:]), line[4:])])
    made.chunked("no axes", np.array(7, "u1"), [((), made.store(np.array(7, "u1")), np.array(7, "u1"))])
    made.chunked("empty", np.zeros((0, 3), "u1"), [])
    made.chunked("gaps", np.array([0, 0, 5, 6, 0, 0], "u2"), [((2,), made.store(np.array([5, 6], "u2")), np.array([5, 6], "u2"))])
    made.chunked("nothing but a gap", np.zeros((2, 3), "f8"), [])

    over = np.zeros((4, 6), "i2")
    layers = []
    for number, (start, shape) in enumerate([((0, 0), (3, 4)), ((1, 2), (3, 4)), ((2, 0), (1, 6)), ((0, 0), (4, 0))]):
        part = np.full(shape, number + 1, "i2")
        over[tuple(slice(at, at + length) for at, length in zip(start, shape))] = part
        layers.append((start, made.store(part), part))
    made.chunked("upon each other", over, layers)

    turned = cube[1].T
    views = [((0, 0), made.store(cube[1], shape=[5, 4], strides=[4, 20]), turned)]
    back = np.arange(5, dtype="i4")[::-1].reshape(5, 1)
    views.append(((0, 4), made.store(back[::-1], offset=16, strides=[-4, 4]), back))
    made.chunked("views", np.concatenate([turned, back], 1), views)

    first, second = np.array([1, -9, 3, -9], "i2"), np.array([-9, 6], "i2")
    third = np.array([7, 8], "i2")
    mask = np.array([False, True])
    whole = np.ma.MaskedArray(np.array([1, -9, 3, -9, 6, 7, 8], "i2"), [0, 1, 0, 0, 0, 0, 1])
    chunks = [((0,), made.store(first, mask=-9), np.ma.MaskedArray(first, first == -9))]
    chunks.append(((3,), made.store(second), second))
    chunks.append(((5,), made.store(third, mask=made.store(mask)), np.ma.MaskedArray(third, mask)))
    made.chunked("masked", whole, chunks)
    made.arrays["masked/chunks/2/ndarray/mask"] = mask

    untagged = Parts()
    untagged.blocks = made.blocks[:]
    untagged.chunked("masked", whole, [(start, text.replace("!core/ndarray-1.1.0 ", ""), part) for start, text, part in chunks])
    untagged.arrays = {"masked": whole}
    yield untagged.case("chunked-untagged", "masked chunks without a tag, one by an array without a tag")

    table, described = odd_table()
    kind = "\n".join("    " + line for line in described.splitlines())
    chunks = []
    for start, part in boxes(table, [1, 4]):
        text = f"!core/ndarray-1.1.0\n      source: {len(made.blocks)}\n      byteorder: little\n"
        chunks.append((start, text + f"      shape: {list(part.shape)}\n      datatype:{kind}", part))
        made.blocks.append(block(part.tobytes()))
    made.chunked("table", table, chunks, described)
    yield made.case("chunked", "arrays in chunks of every kind")


def bad_chunks():
    made = Parts()
    good, text = np.arange(4, dtype="u1"), "{start: [0], ndarray: %s}"
    chunk = made.store(good)
    for path, shape, parts in (
        ("too long", [7], [text % chunk, "{start: [4], ndarray: %s}" % chunk]),
        ("far out", [7], ["{start: [18446744073709551615], ndarray: %s}" % chunk]),
        ("negative", [7], ["{start: [-1], ndarray: %s}" % chunk]),
        ("too many axes", [7, 7], [text % chunk]),
        ("start of another length", [7], ["{start: [0, 0], ndarray: %s}" % chunk]),
        ("no start", [7], ["{ndarray: %s}" % chunk]),
        ("no array", [7], ["{start: [0]}"]),
        ("not a map", [7], ["3"]),
        ("another datatype", [7], [text % ndarray(good, 0, datatype="int8")]),
        ("no such block", [7], [text % ndarray(good, 99)]),
        ("beyond its block", [7], [text % ndarray(good, 0, shape=[5])]),
        ("no chunks", [7], None),
        ("too large", [1 << 40], [text % chunk]),
        ("too large for anyone", [1 << 40, 1 << 40], []),
    ):
        made.text += f"{path}: !core/chunked-ndarray-1.0.0 {{shape: {shape}, datatype: uint8"
        made.text += "}\n" if parts is None else f", chunks: [{', '.join(parts)}]}}\n"
        error = "limit-exceeded" if path == "too large" else "bad-array"
        made.arrays[path] = (None, dict(error=error))
        for number, part in enumerate(parts or []):
            if chunk in part:
                made.arrays[f"{path}/chunks/{number}/ndarray"] = good
            elif "datatype: int8" in part:
                made.arrays[f"{path}/chunks/{number}/ndarray"] = good.view("i1")
            elif "ndarray" in part:
                made.arrays[f"{path}/chunks/{number}/ndarray"] = (None, dict(error="bad-array"))
    made.text += "in chunks itself: !core/chunked-ndarray-1.0.0 &itself {shape: [4], datatype: uint8,"
    made.text += " chunks: [{start: [0], ndarray: *itself}]}\n"
    made.arrays["in chunks itself"] = (None, dict(error="bad-array"))
    yield made.case("chunked-bad", "chunks that cannot be")
