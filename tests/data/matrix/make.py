"""Makes the files of this folder with Python asdf, and the tables of what is to come of them: every datatype in either byte
order and several layouts, in every compression, and arrays as long as what each compression cuts its data into.

The answers come from the arrays that were given to be written. The same bytes come out every time.

    pip install -r ../requirements.txt && python make.py
"""

import lzma
import sys
from pathlib import Path

import asdf
import blosc2
import numpy as np
from asdf.extension import Compressor, Extension

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent)]

from tables import array_rows, write_tables


class Blosc2(Compressor):
    """A Blosc2 chunk, as newer versions of asdf-compression write."""

    label = b"bls2"

    def compress(self, data, **_):
        yield blosc2.compress2(data, codec=blosc2.Codec.ZSTD, filters=[blosc2.Filter.BITSHUFFLE], typesize=4, nthreads=1)


class Xz(Compressor):
    """An .xz stream, as ASDF.jl writes."""

    label = b"xz"

    def compress(self, data, **_):
        yield lzma.compress(data)


class Compressions(Extension):
    extension_uri = "asdf://github.com/asdf-wasm/matrix/compressions-1.0.0"
    compressors = [Blosc2(), Xz()]


# Each with the options that cut the data into pieces of a known length, if there are any.
COMPRESSIONS = {
    "none": {},
    "zlib": {},
    "bzp2": {"compresslevel": 1},
    "lz4": {"compression_block_size": 1 << 16},
    "lz4f": {"block_size": 4},
    "zstd": {"level": 19},
    "blsc": {"shuffle": 2, "typesize": 4, "cname": "lz4"},
    "bls2": {},
    "xz": {},
}
NUMBERS = "?bhilqBHILQefdFD"
# 0, 1, and about: LZ4 and Blosc's blocks (64 KiB), bzip2's at level 1 (100 kB), Zstandard's (128 KiB).
LENGTHS = sorted({0, 1, 2, *(size + more for size in (1 << 16, 100_000, 1 << 17) for more in (-1, 0, 1))})


def base(datatype):
    """Four rows of six elements, the extremes among them."""
    numbers = np.arange(24, dtype="i8").reshape(4, 6) * 5 - 40
    dtype = np.dtype(datatype)
    if dtype.names:
        array = np.zeros((4, 6), dtype)
        array["count"] = numbers
        array["place"] = numbers[..., np.newaxis] / np.array([2, 4])
        array["name"] = [[f"é{number}" for number in row] for row in numbers]
        return array
    if dtype.kind in "SU":
        return np.array([[f"s{number}"[: 1 + abs(number) % 5] for number in row] for row in numbers], dtype)
    array = (numbers > 0 if dtype.kind == "b" else numbers.astype(dtype)).astype(dtype)
    if dtype.kind in "iu":
        array[0, :2] = np.iinfo(dtype).min, np.iinfo(dtype).max
    if dtype.kind in "fc":
        array[0, :3] = np.nan, np.inf, -0.0
        array[1] /= 3
    if dtype.kind == "c":
        array[2] *= 1 - 2j
    return array


def layouts(array):
    """Views of one block."""
    return {
        "whole": array,
        "fortran": array.T,
        "reversed": array[::-1, ::-1],
        "strided": array[1:, ::3],
        "row": array[2],
    }


def datatypes(order):
    names = {np.dtype(code).name: np.dtype(code).newbyteorder(order) for code in NUMBERS}
    record = [("count", f"{order}i2"), ("place", f"{order}f4", (2,)), ("name", f"{order}U4")]
    return {**names, "ascii": np.dtype("S5"), "ucs4": np.dtype(f"{order}U5"), "struct": np.dtype(record)}


def write(name, tree, compression, **options):
    if compression == "none":
        file = asdf.AsdfFile(tree)
        file.write_to(HERE / name)
    else:
        file = asdf.AsdfFile(tree)
        file.write_to(HERE / name, all_array_compression=compression, compression_kwargs=options)


def main():
    for path in HERE.glob("*.asdf"):
        path.unlink()
    files, arrays = [], []

    def add(name, tree, compression):
        # What it says of the library that wrote it changes with every version.
        write(name, tree, compression, **COMPRESSIONS[compression])
        files.append(dict(file=name))
        for group, members in tree.items():
            for member, array in members.items():
                arrays.extend(dict(file=name, **row) for row in array_rows(f"{group}/{member}", array))

    for compression in COMPRESSIONS:
        for order, word in (("<", "little"), (">", "big")):
            tree = {kind: layouts(base(dtype)) for kind, dtype in datatypes(order).items()}
            add(f"{compression}-{word}.asdf", tree, compression)
        lengths = LENGTHS if compression != "none" else [0, 1, 2]
        pattern = np.resize(np.arange(251, dtype="u1"), max(LENGTHS))
        add(f"{compression}-lengths.asdf", {"length": {str(n): pattern[:n].copy() for n in lengths}}, compression)
    write_tables(HERE, files, arrays)


with asdf.config_context() as config:
    config.add_extension(Compressions())
    main()
