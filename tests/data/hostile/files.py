"""Whole files, trees, block headers and block indices: what is odd about them is in the name and the note."""

import bz2
import struct
import zlib
from hashlib import md5

import numpy as np

from build import DIRECTIVES, HEADER, MAGIC, STREAMED, Case, block, file, first_block, index, ndarray, tree

NUMBERS = np.arange(12, dtype="<i4").reshape(3, 4)
RAW = NUMBERS.tobytes()
DATA = f"data: {ndarray(NUMBERS)}\n"
GOOD = {"data": NUMBERS}
TWO = f"a: {ndarray(NUMBERS)}\nb: {ndarray(NUMBERS, 1)}\n"
TWO_GOOD = {"a": NUMBERS, "b": NUMBERS}


def cases():
    yield from not_asdf()
    yield from odd_layouts()
    yield from odd_trees()
    yield from indices()
    yield from headers()
    yield from checksums()
    yield from compressed()


def not_asdf():
    yield Case("not-asdf", b"Dear reader, this is a letter.\n", "some text", "not-asdf", 0)
    yield Case("hdf5", b"\x89HDF\r\n\x1a\n" + bytes(88), "the Adaptable Seismic Data Format is HDF5", "not-asdf", 0)
    fits = b"SIMPLE  =                    T / file does conform to FITS standard"
    yield Case("fits", fits.ljust(2880), "a FITS header", "not-asdf", 0)
    yield Case("empty", b"", "no byte at all", "not-asdf", 0)
    yield Case("header-cut", b"#ASDF 1.0", "ends inside the header line", "truncated", 9)
    yield Case("version-2", b"#ASDF 2.0.0\n", "a version of the format that does not exist", "bad-header", 0)
    yield Case("version-missing", b"#ASDF\n", "no version", "bad-header", 0)


def odd_layouts():
    yield Case("header-only", b"#ASDF 1.0.0\n", "nothing but the header line: no tree")
    yield Case("tree-only", HEADER + tree("a: 1\n"), "no blocks")
    yield Case("no-tree", HEADER + block(RAW) + block(b"second"), "blocks without a tree or an index")
    comments = b"#ASDF 1.0.0\n# one\n#two\n#ASDF_STANDARD 1.5.0\n#\n"
    yield Case("comments", comments + tree("a: 1\n"), "comments, the standard's version between them")
    crlf = (HEADER + tree(DATA)).replace(b"\n", b"\r\n") + block(RAW)
    yield Case("crlf", crlf, "Windows newlines everywhere", arrays=GOOD)
    junk = HEADER + tree(DATA) + b"junk \0\xd3BL \xd3 and more" + block(RAW)
    yield Case("junk-before-block", junk, "bytes between tree and block, with the beginning of a magic", arrays=GOOD, warnings="junk-after-tree")
    junk = HEADER + b"junk\n" + tree(DATA) + block(RAW)
    yield Case("junk-before-tree", junk, "a line between comments and tree", warnings="junk-before-tree", arrays=GOOD)
    junk = file(DATA, block(RAW), indexed=False) + b"not a block"
    yield Case("junk-after-blocks", junk, "bytes behind the last block", warnings="junk-after-blocks", arrays=GOOD)
    zeros = file(DATA, block(RAW), indexed=False) + bytes(100)
    yield Case("zeros-after-blocks", zeros, "zeros behind the last block", arrays=GOOD)


def odd_trees():
    bare = HEADER + b"--- \ndata: !<tag:stsci.edu:asdf/core/ndarray-1.1.0> [1, 2]\n...\n"
    yield Case("no-directives", bare, "--- without %YAML", warnings="no-yaml-directive", arrays={"data": np.array([1, 2])})
    cut = HEADER + DIRECTIVES + DATA.encode() + block(RAW)
    yield Case("no-document-end", cut, "the tree runs into the block", warnings="no-document-end", arrays=GOOD)

    def broken(name, text, where, note, code="bad-tree", skip=0):
        content = HEADER + DIRECTIVES + text + b"...\n"
        return Case(name, content, note, code, content.index(where, len(HEADER + DIRECTIVES)) + skip)

    yield broken("bad-yaml", b"a: [1, 2\nb: }\n", b"}", "brackets that do not match")
    yield broken("bad-utf8", b"a: \xff\xfe\n", b"\xff", "bytes that are not UTF-8 in the tree")
    yield broken("unknown-alias", b"a: *nowhere\n", b"*", "an alias of no anchor")
    deep = b"a: " + b"[" * 2000 + b"]" * 2000 + b"\n"
    yield broken("deep", deep, b"[", "2000 lists in each other", "limit-exceeded", 255)
    deep = b"".join(b" " * depth + b"k:\n" for depth in range(400))
    yield broken("deep-block-style", deep, b" " * 256 + b"k", "400 maps in each other", "limit-exceeded", 257)
    laughs = "a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for one, other in zip("abcdefghi", "bcdefghij"):
        laughs += f"{other}: &{other} [{', '.join([f'*{one}'] * 10)}]\n"
    yield Case("billion-laughs", HEADER + tree(laughs), "10¹⁰ strings through aliases of aliases; the text is all it costs")
    laughs = laughs.replace("lol", "1") + "data: !core/ndarray-1.1.0 {data: *j, datatype: int8}\n"
    error = {"data": (None, dict(error="limit-exceeded"))}
    yield Case("billion-numbers", HEADER + tree(laughs), "the same as the data of an inline array", arrays=error)
    records = "d0: &d0 [int8, int8]\n"
    for level in range(40):
        records += f"d{level + 1}: &d{level + 1} [{{datatype: *d{level}}}, {{datatype: *d{level}}}]\n"
    records += "data: !core/ndarray-1.1.0 {source: 0, datatype: *d40, byteorder: little, shape: [0]}\n"
    note = "records of 2⁴¹ fields through aliases of aliases"
    yield Case("billion-fields", HEADER + tree(records) + block(RAW), note, arrays=error)
    nothing = laughs.replace("[1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", "[]", 1)
    yield Case("billion-lists", HEADER + tree(nothing), "an inline array of 10⁹ lists of nothing", arrays=error)
    row = laughs.replace("1, 1", '"", ""').replace("data: *j, datatype: int8", "data: [[*j]], datatype: [{datatype: [ascii, 0], shape: SHAPE}]")
    row = row.replace("SHAPE", str([10] * 10))
    yield Case("billion-texts", HEADER + tree(row), "a record of 10¹⁰ texts, none of which takes a byte", arrays=error)
    twice = "a: 1\nb: 2\na: 3\n"
    yield Case("duplicate-keys", HEADER + tree(twice), "a is 3: the last one counts", warnings="duplicate-key")
    loop = "a: &a {b: &b [1, *a, *b], self: *a}\n"
    yield Case("recursive-alias", HEADER + tree(loop), "a map that holds itself, a list that holds both")
    keys = "".join(f"{key}: {{{key}: 1}}\n" for key in ("__proto__", "constructor", "toString", "hasOwnProperty", "then"))
    yield Case("keys-of-objects", HEADER + tree(keys), "keys that mean something to JavaScript objects")
    html = (
        "\"<script>alert(1)</script>\": \"</textarea><img src=x onerror='alert(2)'>\"\n"
        'link: "javascript:alert(3)"\n'
        "\"<b>\": !<tag:example.com:<i>html</i>> {\"&lt;\": \"&amp;\"}\n"
    )
    html = html.replace("<i>html</i>", "%3Ci%3Ehtml")
    yield Case("html", HEADER + tree(html), "HTML in keys, values and a tag: text, and shown as such")
    odd = "1: int\ntrue: bool\n? [a, b]\n: list\n? {c: d}\n: map\n~: null\n1.5: float\n"
    yield Case("keys-of-every-kind", HEADER + tree(odd), "keys that are no strings")


def indices():
    content = file(TWO, block(RAW), block(RAW), indexed=False)
    first = first_block(content)
    second = content.index(MAGIC, first + 1)
    walked = "block-index-ignored"

    def indexed(name, tail, note, warnings=None):
        return Case(name, content + tail, note, warnings=warnings, arrays=TWO_GOOD)

    yield indexed("index", index(first, second), "as it should be")
    yield indexed("index-absent", b"", "the blocks are found by walking")
    comma = b"#ASDF BLOCK INDEX\n%%YAML 1.1\n--- [%d,%d,]\n...\n" % (first, second)
    yield indexed("index-trailing-comma", comma, "written so by ASDF.jl")
    yield indexed("index-crlf", index(first, second).replace(b"\n", b"\r\n"), "Windows newlines")
    yield indexed("index-padded", index(first, second) + bytes(64), "zeros behind the index")
    yield indexed("index-wrong", index(first, second + 1), "the second offset is no block", walked)
    yield indexed("index-first-wrong", index(first + 1, second), "the first offset is no block", walked)
    yield indexed("index-short", index(first), "the second block is missing", walked)
    yield indexed("index-later", index(second), "the first block is missing", walked)
    yield indexed("index-unsorted", index(second, first), "not in order", walked)
    yield indexed("index-repeated", index(first, first, second), "not strictly increasing", walked)
    yield indexed("index-too-far", index(first, second, 1 << 62), "an offset behind the end", walked)
    yield indexed("index-negative", index(-1, first, second), "a negative offset", walked)
    yield indexed("index-empty", b"#ASDF BLOCK INDEX\n%YAML 1.1\n--- []\n...\n", "names no block", walked)
    yield indexed("index-not-a-list", b"#ASDF BLOCK INDEX\n%YAML 1.1\n--- {a: 1}\n...\n", "a map", walked)
    yield indexed("index-not-yaml", b"#ASDF BLOCK INDEX\n%YAML 1.1\n--- [1, 2\n", "not YAML", walked)
    yield indexed("index-words", b"#ASDF BLOCK INDEX\n%YAML 1.1\n--- [one, two]\n...\n", "not numbers", walked)

    fake = np.frombuffer(b"data, then " + index(1, 2), np.uint8)
    text = f"data: {ndarray(fake)}\n"
    content = file(text, block(fake.tobytes()))
    yield Case("index-in-data", content, "the text of an index in the data; the real one is behind it", arrays={"data": fake})
    content = file(text, block(fake.tobytes()), indexed=False)
    yield Case("index-only-in-data", content, "the text of an index ends the data and the file", arrays={"data": fake})


def headers():
    for size in (64, 1000, 65535):
        content = file(TWO, block(RAW, header=size), block(RAW))
        yield Case(f"header-size-{size}", content, "a header longer than its fields", arrays=TWO_GOOD)
    content = file(TWO, block(RAW, allocated=500), block(RAW, allocated=100))
    yield Case("allocated", content, "more space allocated than used", arrays=TWO_GOOD)
    content = file(TWO, block(RAW, decoded=7), block(RAW, decoded=1 << 40))
    yield Case("data-size", content, "data_size is not used_size though nothing is compressed", arrays=TWO_GOOD)

    def broken(name, last, code, note, array=None, **options):
        content = file(TWO, block(RAW), last, indexed=False)
        offset = content.index(MAGIC, first_block(content) + 1)
        arrays = {"a": NUMBERS, "b": (array, dict(error=code, offset=offset))}
        return Case(name, content, note, arrays=arrays, **dict(dict(warnings="bad-block"), **options))

    yield broken("claims-2-63", block(RAW, used=1 << 63), "truncated", "a block of 2⁶³ bytes")
    yield broken("claims-all", block(RAW, used=(1 << 64) - 1), "truncated", "a block of 2⁶⁴ − 1 bytes")
    yield broken("block-cut", block(RAW)[:-10], "truncated", "the file ends ten bytes early")
    yield broken("used-more-than-allocated", block(RAW[:40], allocated=40, used=48), "bad-block", "used_size > allocated_size")
    streamed = block(RAW, compression=b"zlib", flags=STREAMED)
    yield broken("streamed-compressed", streamed, "bad-block", "a streamed block must not be compressed")
    content = file(TWO, block(RAW), block(RAW)[:20], indexed=False)
    arrays = {"a": NUMBERS, "b": (None, dict(error="bad-array"))}
    yield Case("header-of-block-cut", content, "the file ends inside a block header", warnings="bad-block", arrays=arrays)
    short = MAGIC + struct.pack(">H", 20) + bytes(20)
    content = file(TWO, block(RAW), short, indexed=False)
    yield Case("header-size-20", content, "a header shorter than its fields", warnings="bad-block", arrays=arrays)
    content = file(DATA, block(b"", used=0, flags=STREAMED, checksum=bytes(16)) + RAW, indexed=False)
    yield Case("streamed", content, "sizes are zero: the block runs to the end of the file", arrays=GOOD)


def checksums():
    content = file(DATA, block(RAW, checksum=bytes(16)))
    yield Case("checksum-none", content, "all zeros: none", arrays=GOOD)
    mismatch = {"data": (NUMBERS, dict(warning="checksum"))}
    content = file(DATA, block(RAW, checksum=b"\xde\xad\xbe\xef" * 4))
    yield Case("checksum-mismatch", content, "the digest is deadbeef", arrays=mismatch)
    content = file(DATA, block(RAW, checksum=b"0" * 16))
    yield Case("checksum-ascii-zeros", content, "sixteen characters 0, written so by telescope.hs", arrays=mismatch)
    content = file(DATA, squeezed(RAW, checksum=md5(RAW).digest()))
    yield Case("checksum-of-decoded", content, "of the decoded bytes, as Python asdf before 5.3 wrote it", arrays=GOOD)
    content = file(DATA, squeezed(RAW, checksum=b"\xde\xad\xbe\xef" * 4))
    yield Case("checksum-mismatch-zlib", content, "neither of the stored nor of the decoded bytes", arrays=mismatch)


def squeezed(data, compression=b"zlib", **more):
    stored = zlib.compress(data) if compression == b"zlib" else bz2.compress(data)
    return block(stored, compression=compression, **{**dict(decoded=len(data)), **more})


def compressed():
    content = file(TWO, block(RAW, compression=b"wxyz"), block(RAW))
    arrays = {"a": (None, dict(error="unsupported-compression", offset=first_block(content))), "b": NUMBERS}
    yield Case("compression-unknown", content, "only that block cannot be read", arrays=arrays)
    content = file(TWO, block(RAW, compression=b"\xff\x00<b"), block(RAW))
    arrays = {"a": (None, dict(error="unsupported-compression", offset=first_block(content))), "b": NUMBERS}
    yield Case("compression-not-text", content, "the label is not even text", arrays=arrays)
    corrupt = {"a": (None, dict(error="corrupt-data")), "b": NUMBERS}
    stored = zlib.compress(RAW)
    broken = {
        "zlib-garbage": (b"this is not a zlib stream, sorry", "not zlib at all"),
        "zlib-cut": (stored[:-8], "the stream ends early"),
        "zlib-flipped": (stored[:10] + bytes([stored[10] ^ 0x55]) + stored[11:], "a byte is wrong"),
        "zlib-nothing": (b"", "no byte is stored"),
    }
    for name, (data, note) in broken.items():
        content = file(TWO, block(data, compression=b"zlib", decoded=len(RAW)), block(RAW))
        yield Case(name, content, note, arrays=corrupt)
    content = file(TWO, squeezed(RAW, decoded=len(RAW) + 1), block(RAW))
    yield Case("zlib-short-of-data-size", content, "decodes to fewer bytes than declared", arrays=corrupt)
    content = file(TWO, squeezed(RAW * 2, decoded=len(RAW)), block(RAW))
    yield Case("zlib-beyond-data-size", content, "decodes to more bytes than declared", arrays=corrupt)
    bomb = zlib.compress(bytes(1 << 22), 9)
    content = file(TWO, block(bomb, compression=b"zlib", decoded=len(RAW)), block(RAW))
    yield Case("zlib-bomb", content, "4 MiB where 48 bytes are declared", arrays=corrupt)
    content = file(TWO, block(stored, compression=b"zlib", decoded=1 << 62), block(RAW))
    arrays = {"a": (None, dict(error="limit-exceeded")), "b": NUMBERS}
    yield Case("zlib-claims-2-62", content, "declares 2⁶² decoded bytes", arrays=arrays)
    packed = bz2.compress(RAW)
    for name, data, note in (
        ("bzp2-garbage", b"BZh9 but nothing of the kind", "not bzip2"),
        ("bzp2-cut", packed[:-6], "the stream ends early"),
    ):
        content = file(TWO, block(data, compression=b"bzp2", decoded=len(RAW)), block(RAW))
        yield Case(name, content, note, arrays=corrupt)
    for name, data, note in (
        ("lz4-chunk-too-long", struct.pack(">I", 1 << 31) + bytes(20), "a chunk longer than the block"),
        ("lz4-chunk-too-short", struct.pack(">I", 3) + bytes(3), "a chunk too short for its own size"),
        ("lz4-claims-2-31", struct.pack(">II", 12, 0xFFFFFF7F) + bytes(8), "a chunk that declares 2 GiB"),
        ("lz4-cut", struct.pack(">I", 60)[:2], "ends inside the length of a chunk"),
    ):
        content = file(TWO, block(data, compression=b"lz4\0", decoded=len(RAW)), block(RAW))
        yield Case(name, content, note, arrays=corrupt)
    content = file(TWO, block(b"\x28\xb5\x2f\xfd" + bytes(9), compression=b"zstd", decoded=len(RAW)), block(RAW))
    yield Case("zstd-garbage", content, "the magic of zstd, then zeros", arrays=corrupt)
    several = file(TWO, squeezed(RAW), squeezed(RAW, b"bzp2"))
    yield Case("compressed", several, "zlib and bzp2 as they should be", arrays=TWO_GOOD)
