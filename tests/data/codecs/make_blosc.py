"""Writes blosc.bin, small pieces of Blosc data one behind the other, and blosc.tsv, what each decodes to (../README.md).

Every row was decoded by the library that wrote it, and gave back what went in, but for truncated precision.

    pip install blosc==1.11.4 blosc2==4.14.1 numpy==2.4.6 && python make_blosc.py
"""

import hashlib
import itertools
import struct
from pathlib import Path

import blosc
import blosc2
import numpy as np

HERE = Path(__file__).parent
NO, SHUFFLE, BITSHUFFLE, DELTA, TRUNC, BYTEDELTA, INT_TRUNC = 0, 1, 2, 3, 4, 35, 36
CODECS = {
    "blosclz": blosc2.Codec.BLOSCLZ,
    "lz4": blosc2.Codec.LZ4,
    "lz4hc": blosc2.Codec.LZ4HC,
    "zlib": blosc2.Codec.ZLIB,
    "zstd": blosc2.Codec.ZSTD,
}
FILTERS = {
    "none": [NO],
    "shuffle": [SHUFFLE],
    "bitshuffle": [BITSHUFFLE],
    "delta": [DELTA],
    "delta+shuffle": [DELTA, SHUFFLE],
    "delta+bitshuffle": [DELTA, BITSHUFFLE],
    "shuffle+bytedelta": [SHUFFLE, BYTEDELTA],
    "shuffle+bitshuffle": [SHUFFLE, BITSHUFFLE],
}
TYPESIZES = [1, 2, 3, 4, 7, 8, 16, 24, 255]

rows = []
stored = bytearray()
blosc.set_nthreads(1)
blosc2.set_nthreads(1)
random = np.random.default_rng(2026)


def add(name, label, data, decoded, warning="-"):
    sha256 = hashlib.sha256(decoded).hexdigest()
    rows.append((name, len(stored), len(data), label, len(decoded), sha256, warning))
    stored.extend(data)


def sample(size, typesize):
    """Elements that grow slowly, a few of them noise."""
    count = size // typesize + 1
    elements = np.zeros((count, typesize), np.uint8)
    ramp = np.arange(count) * 3 + 1000
    for byte in range(min(typesize, 3)):
        elements[:, byte] = ramp >> 8 * byte & 255
    noisy = random.random(count) < 0.01
    elements[noisy] = random.integers(0, 256, (int(noisy.sum()), typesize))
    return elements.tobytes()[:size]


def first(data, typesize, cname, shuffle, clevel=5, blocksize=0):
    blosc.set_blocksize(blocksize)
    chunk = blosc.compress(data, typesize=typesize, clevel=clevel, shuffle=shuffle, cname=cname)
    assert blosc.decompress(chunk) == data
    return chunk


def second(data, lossless=True, **options):
    filters = options.pop("filters", [SHUFFLE])
    metas = options.pop("metas", [0] * len(filters))
    padding = [0] * (6 - len(filters))
    cparams = blosc2.CParams(filters=padding + filters, filters_meta=padding + metas, nthreads=1, **options)
    chunk = blosc2.compress2(data, cparams=cparams)
    try:
        decoded = blosc2.decompress2(chunk)
    except ValueError:
        return chunk, b"", False
    return chunk, decoded, decoded == data or not lossless


def add_second(name, data, **options):
    chunk, decoded, same = second(data, **options)
    if same:
        add(name, "bls2", chunk, decoded)
    else:
        print(f"{name}: the library does not give back what went in")


# The first generation.
for cname, shuffle, typesize in itertools.product(CODECS, [0, 1, 2], TYPESIZES):
    data = sample(1200 // typesize * typesize + (typesize > 1), typesize)
    add(f"1 {cname} shuffle {shuffle} typesize {typesize}", "blsc", first(data, typesize, cname, shuffle, 5, 1024), data)
for typesize, cname in itertools.product([2, 4, 8], ["blosclz", "lz4"]):
    # Blocks that are split, and one that is cut short.
    data = sample(typesize * 1111, typesize)
    add(f"1 {cname} split typesize {typesize}", "blsc", first(data, typesize, cname, 1, 5, typesize * 256), data)
for size in [0, 1, 2, 7, 8, 15, 16, 17, 127, 128, 129, 255, 256, 257, 511, 512, 513]:
    for shuffle in [1, 2]:
        data = sample(size, 4)
        add(f"1 size {size} shuffle {shuffle}", "blsc", first(data, 4, "lz4", shuffle, 9, 128), data)
for cname, clevel in itertools.product(["blosclz", "lz4hc", "zstd"], [0, 1, 3, 7, 9]):
    data = sample(2000, 4)
    add(f"1 {cname} level {clevel}", "blsc", first(data, 4, cname, 1, clevel, 1024), data)
data = random.bytes(1500)
add("1 noise", "blsc", first(data, 4, "lz4", 1), data)
data = bytes(300_000)
add("1 zeros", "blsc", first(data, 4, "blosclz", 1), data)

# Chunks that are each preceded by their size.
for name, sizes in {"one": [3000], "three": [2000, 2000, 77], "with an empty one": [1000, 0, 1000], "tiny": [1] * 20}.items():
    pieces = [sample(size, 8) for size in sizes]
    chunks = [first(piece, 8, "zstd", 1, 5, 512) for piece in pieces]
    add(f"1 chunks {name}", "blsc", b"".join(struct.pack(">I", len(chunk)) + chunk for chunk in chunks), b"".join(pieces))

# Chunks of the second generation.
for cname, (filters, codes), typesize in itertools.product(CODECS, FILTERS.items(), TYPESIZES):
    # LZ4HC writes what LZ4 reads; the parameter of a filter is an int8.
    if cname == "lz4hc" or BYTEDELTA in codes and typesize > 127:
        continue
    data = sample(1000 // typesize * typesize, typesize)
    metas = [typesize if code == BYTEDELTA else 0 for code in codes]
    options = dict(codec=CODECS[cname], filters=codes, metas=metas, typesize=typesize)
    add_second(f"2 {cname} {filters} typesize {typesize}", data, blocksize=max(512 // typesize, 3) * typesize, **options)
for cname, split, typesize in itertools.product(CODECS, blosc2.SplitMode, [1, 2, 4, 8, 16]):
    data = sample(1800 // typesize * typesize, typesize)
    add_second(f"2 {cname} {split.name} typesize {typesize}", data, codec=CODECS[cname], splitmode=split, typesize=typesize, blocksize=1024)
for size, typesize in itertools.product([1, 2, 7, 8, 9, 31, 32, 33, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2047], [1, 4, 8]):
    for filters in ["shuffle", "bitshuffle"]:
        add_second(f"2 size {size} {filters} typesize {typesize}", sample(size, typesize), codec=blosc2.Codec.LZ4, filters=FILTERS[filters], typesize=typesize, blocksize=512)
for cname, clevel in itertools.product(CODECS, range(10)):
    add_second(f"2 {cname} level {clevel}", sample(1500, 4), codec=CODECS[cname], clevel=clevel, typesize=4, blocksize=1024)
for precision, typesize in itertools.product([4, 10, 20, -3], [4, 8]):
    data = random.normal(size=300).astype(f"f{typesize}").tobytes()
    add_second(f"2 truncated precision {precision} typesize {typesize}", data, lossless=False, filters=[TRUNC, SHUFFLE], metas=[precision, 0], codec=blosc2.Codec.ZSTD, typesize=typesize, blocksize=512)
add_second("2 truncated integers", sample(2000, 4), lossless=False, filters=[INT_TRUNC, SHUFFLE], metas=[20, 0], codec=blosc2.Codec.ZSTD, typesize=4)
for groups, typesize in [(2, 4), (8, 4), (3, 1)]:
    add_second(f"2 shuffle by {groups} typesize {typesize}", sample(1800, typesize), filters=[SHUFFLE], metas=[groups], codec=blosc2.Codec.LZ4, typesize=typesize)
for value in [0, 1, 127, 128, 255]:
    # Streams that are runs of one byte.
    data = np.frombuffer(sample(2400, 4), np.uint8).reshape(-1, 4).copy()
    data[:, 2] = value
    add_second(f"2 run of {value}", data.tobytes(), codec=blosc2.Codec.LZ4, typesize=4, blocksize=1024, splitmode=blosc2.SplitMode.ALWAYS_SPLIT)
add_second("2 noise", random.bytes(1500), codec=blosc2.Codec.LZ4, typesize=4)
add_second("2 zeros", bytes(100_000), codec=blosc2.Codec.LZ4, typesize=4)
far = random.bytes(9000) + bytes(3000)
add_second("2 blosclz far matches", far + far, codec=blosc2.Codec.BLOSCLZ, clevel=9, filters=[NO], typesize=1, blocksize=1 << 16)
text = b" ".join(f"line {k % 7} of the log: value {k * k % 1000}".encode() for k in range(4000))
for cname in ["lz4", "lz4hc", "zstd"]:
    for typesize, filters in [(1, [NO]), (4, [SHUFFLE])]:
        add_second(f"2 {cname} dictionary typesize {typesize}", text[:9_000], codec=CODECS[cname], use_dict=True, filters=filters, typesize=typesize, blocksize=1024)

# Special chunks, alone and in frames.
SPECIAL = blosc2.SpecialValue


def special(kind, typesize, count, value=None, chunk=100):
    schunk = blosc2.SChunk(chunksize=chunk * typesize, cparams=dict(typesize=typesize, nthreads=1))
    schunk.fill_special(count, kind, value) if value is not None else schunk.fill_special(count, kind)
    return schunk


for typesize in [4, 8]:
    schunk = special(SPECIAL.NAN, typesize, 250)
    decoded = np.full(250, np.nan, f"f{typesize}").tobytes()
    add(f"2 frame of NaN typesize {typesize}", "bls2", schunk.to_cframe(), decoded)
    add(f"2 chunk of NaN typesize {typesize}", "bls2", schunk.get_chunk(0), decoded[: 100 * typesize])
for typesize in [1, 2, 4, 7, 8, 255]:
    schunk = special(SPECIAL.ZERO, typesize, 250)
    add(f"2 frame of zeros typesize {typesize}", "bsc2", schunk.to_cframe(), bytes(250 * typesize))
    add(f"2 chunk of zeros typesize {typesize}", "bls2", schunk.get_chunk(1), bytes(100 * typesize))
    schunk = special(SPECIAL.UNINIT, typesize, 250)
    add(f"2 frame never written typesize {typesize}", "bsc2", schunk.to_cframe(), bytes(250 * typesize), "uninitialized-chunk")
    add(f"2 chunk never written typesize {typesize}", "bls2", schunk.get_chunk(2), bytes(50 * typesize), "uninitialized-chunk")
    value = bytes(range(1, typesize + 1))
    schunk = special(SPECIAL.VALUE, typesize, 250, value)
    add(f"2 frame of a value typesize {typesize}", "bsc2", schunk.to_cframe(), value * 250)
    add(f"2 chunk of a value typesize {typesize}", "bls2", schunk.get_chunk(0), value * 100)


# Frames.
def frame(pieces, label="bls2", chunksize=None, meta=None, vlmeta=None, **options):
    cparams = dict(dict(typesize=4, nthreads=1, blocksize=512), **options)
    chunksize = chunksize or max(len(pieces[0]) if pieces else 512, 1)
    schunk = blosc2.SChunk(chunksize=chunksize, cparams=cparams, contiguous=True, meta=meta)
    for piece in pieces:
        schunk.append_data(piece)
    for key, value in (vlmeta or {}).items():
        schunk.vlmeta[key] = value
    return schunk


def add_frame(name, schunk, label="bls2", warning="-"):
    add(name, label, schunk.to_cframe(), schunk[:] if schunk.nbytes else b"", warning)


for cname, typesize in itertools.product(CODECS, [1, 4, 8]):
    pieces = [sample(1024, typesize) for _ in range(3)] + [sample(520, typesize)]
    add_frame(f"2 frame {cname} typesize {typesize}", frame(pieces, codec=CODECS[cname], typesize=typesize), "bsc2")
for count in [0, 1, 2, 40]:
    add_frame(f"2 frame of {count} chunks", frame([sample(256, 4) for _ in range(count)], codec=blosc2.Codec.LZ4))
add_frame("2 frame of a short chunk", frame([sample(100, 4)], chunksize=1000, codec=blosc2.Codec.LZ4))
meta = {"short": b"x", "long": {"key": list(range(50))}}
add_frame("2 frame with metalayers", frame([sample(2000, 4)], meta=meta))
add_frame("2 frame with variable-length metalayers", frame([sample(2000, 4)], vlmeta={"note": "n" * 900, "n": 7}))
add_frame("2 frame with both", frame([sample(2000, 4)], meta=meta, vlmeta={"note": "n" * 90}))
schunk = frame([sample(1024, 4) for _ in range(6)])
schunk.update_data(1, sample(1024, 4), copy=True)
schunk.update_data(4, random.bytes(1024), copy=True)
schunk.update_data(2, bytes(1024), copy=True)
add_frame("2 frame whose chunks were rewritten", schunk)
schunk.delete_chunk(0)
schunk.insert_data(3, sample(1024, 4), copy=True)
add_frame("2 frame whose chunks were deleted and inserted", schunk)
schunk.reorder_offsets(np.array([5, 3, 1, 0, 2, 4]))
add_frame("2 frame whose chunks are out of order", schunk)
for codes in [[DELTA, SHUFFLE], [BITSHUFFLE], [SHUFFLE, BYTEDELTA]]:
    add_frame(f"2 frame with filters {codes}", frame([sample(2048, 4) for _ in range(3)], filters=[0] * (6 - len(codes)) + codes, filters_meta=[0] * 6))
add_frame("2 frame with dictionaries", frame([text[k : k + 12_000] for k in (0, 12_000)], use_dict=True, codec=blosc2.Codec.ZSTD, typesize=1, blocksize=1024))

# Chunks, and blocks of a chunk, that each have a size of their own.
objects = blosc2.ObjectArray()
batches = blosc2.BatchArray(items_per_block=3)
for count in [1, 40, 7, 100]:
    objects.append({"count": count, "items": [bytes([k % 5]) * k for k in range(count)]})
    batches.append([bytes([k % 5]) * k for k in range(count)])
for name, schunk in [("chunks", objects.schunk), ("blocks", batches.schunk)]:
    chunks = [schunk.decompress_chunk(number) for number in range(schunk.nchunks)]
    add(f"2 frame of {name} of different sizes", "bls2", schunk.to_cframe(), b"".join(chunks))
    for number, decoded in enumerate(chunks):
        add(f"2 chunk {number} of {name} of different sizes", "bls2", schunk.get_chunk(number), decoded)

# Arrays of several dimensions.
SHAPES = [
    ((), (), ()),
    ((1,), (1,), (1,)),
    ((10,), (10,), (10,)),
    ((10,), (4,), (3,)),
    ((1000,), (300,), (70,)),
    ((7, 5), (7, 5), (7, 5)),
    ((7, 5), (3, 2), (2, 2)),
    ((20, 30), (9, 12), (4, 5)),
    ((1, 40), (1, 17), (1, 5)),
    ((40, 1), (17, 1), (5, 1)),
    ((3, 4, 5), (2, 3, 4), (2, 2, 2)),
    ((12, 7, 9), (5, 7, 3), (3, 2, 3)),
    ((5, 4, 3, 6), (3, 4, 2, 5), (2, 3, 1, 2)),
    ((2, 3, 2, 3, 2), (2, 2, 2, 2, 2), (1, 2, 1, 2, 1)),
    ((0, 5), (3, 5), (2, 5)),
]
for (shape, chunks, blocks), dtype in itertools.product(SHAPES, ["u1", "<i4"]):
    array = (np.arange(int(np.prod(shape))) // 3 % 251).astype(dtype).reshape(shape)
    encoded = blosc2.asarray(array, chunks=chunks, blocks=blocks, cparams=dict(nthreads=1, codec=blosc2.Codec.LZ4))
    assert np.array_equal(encoded[()], array)
    add(f"2 b2nd {shape} chunks {chunks} blocks {blocks} {dtype}", "bsc2", encoded.to_cframe(), array.tobytes())
for cname, (filters, codes) in itertools.product(["blosclz", "zstd"], FILTERS.items()):
    array = (np.arange(20 * 21) // 4 * 5).astype("<i2").reshape(20, 21)
    cparams = dict(codec=CODECS[cname], nthreads=1, filters=[0] * (6 - len(codes)) + codes, filters_meta=[0] * 6)
    encoded = blosc2.asarray(array, chunks=(16, 12), blocks=(8, 9), cparams=cparams)
    assert np.array_equal(encoded[:], array)
    add(f"2 b2nd {cname} {filters}", "bls2", encoded.to_cframe(), array.tobytes())
shape, chunks, blocks = (25, 30), (10, 8), (4, 5)
options = dict(chunks=chunks, blocks=blocks, cparams=dict(nthreads=1))
encoded = blosc2.zeros(shape, "<f4", **options)
add("2 b2nd of zeros", "bsc2", encoded.to_cframe(), bytes(25 * 30 * 4))
encoded[3:14, 5:17] = np.arange(11 * 12, dtype="<f4").reshape(11, 12)
add("2 b2nd of zeros, in part", "bsc2", encoded.to_cframe(), encoded[:].tobytes())
encoded = blosc2.full(shape, 1.5, "<f8", **options)
add("2 b2nd of a value", "bsc2", encoded.to_cframe(), np.full(shape, 1.5).tobytes())
encoded = blosc2.nans(shape, "<f4", **options)
add("2 b2nd of NaN", "bsc2", encoded.to_cframe(), np.full(shape, np.nan, "<f4").tobytes())
encoded = blosc2.uninit(shape, "<f4", **options)
add("2 b2nd never written", "bsc2", encoded.to_cframe(), bytes(25 * 30 * 4), "uninitialized-chunk")
array = random.integers(0, 99, (9, 9)).astype("S20")
encoded = blosc2.asarray(array, chunks=(4, 4), blocks=(3, 2), cparams=dict(nthreads=1))
add("2 b2nd of strings", "bsc2", encoded.to_cframe(), array.tobytes())
encoded = blosc2.asarray(np.arange(100), chunks=(30,), blocks=(7,), cparams=dict(nthreads=1), meta={"other": b"layer"})
add("2 b2nd with another metalayer", "bsc2", encoded.to_cframe(), np.arange(100).tobytes())

(HERE / "blosc.bin").write_bytes(stored)
head = ["name", "offset", "length", "label", "size", "sha256", "warning"]
(HERE / "blosc.tsv").write_text("\n".join("\t".join(map(str, row)) for row in [head, *rows]) + "\n")
print(len(rows), "rows,", len(stored), "bytes")
