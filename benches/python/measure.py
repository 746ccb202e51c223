"""Python asdf's side: times whole reads and writes on request, so that the two sides can take turns.

Each line on standard input is `path FILE` or `memory FILE`; the answer is the milliseconds that it took to open the file
(by name, or as io.BytesIO) and have its array in memory, decoded, checksums not verified. `asdf.open` does not map files
into memory unless asked to, so the bytes of an uncompressed array are really read. Or it is `write COMPRESSION FILE` or
`write-memory COMPRESSION FILE`, FILE being the image in bytes: the answer is the milliseconds that it took to write a file
of it (beside FILE, or into an io.BytesIO), and how many bytes that has. The first answer is the versions.
"""

import gc
import io
import platform
import sys
import time
from functools import cache
from pathlib import Path

import asdf
import blosc
import compressors  # noqa: F401: registers what it has
import numpy as np

blosc.set_nthreads(1)


def milliseconds(source):
    gc.collect()
    start = time.perf_counter()
    with asdf.open(source, memmap=False, validate_checksums=False) as file:
        data = np.asarray(file["data"])
    elapsed = (time.perf_counter() - start) * 1000
    assert data.shape == (4088, 4088) and data.dtype == np.float32
    return elapsed


# One thread encodes, as in WebAssembly; Blosc and zstd as asdf-wasm does by default.
SETTINGS = {"blsc": {"cname": "lz4", "typesize": 4, "clevel": 9}, "zstd": {"level": 3, "threads": 0}}


@cache
def image(path):
    return np.fromfile(path, np.float32).reshape(-1, 4088)


def milliseconds_of_writing(compression, path, *, memory):
    tree = {"data": image(path)}
    compressed = {"all_array_compression": None if compression == "none" else compression}
    compressed["compression_kwargs"] = SETTINGS.get(compression, {})
    written = Path(path).with_name("written.asdf")
    target = io.BytesIO() if memory else written
    gc.collect()
    start = time.perf_counter()
    asdf.AsdfFile(tree).write_to(target, **compressed)
    elapsed = (time.perf_counter() - start) * 1000
    return elapsed, len(target.getbuffer()) if memory else written.stat().st_size


def main():
    print(f"Python {platform.python_version()}, asdf {asdf.__version__}", flush=True)
    for line in sys.stdin:
        kind, path = line.rstrip("\n").split(" ", 1)
        if kind.startswith("write"):
            compression, path = path.split(" ", 1)
            print(*milliseconds_of_writing(compression, path, memory=kind == "write-memory"), flush=True)
            continue
        if kind == "memory":
            with open(path, "rb") as file:
                source = io.BytesIO(file.read())
        else:
            source = path
        print(milliseconds(source), flush=True)


if __name__ == "__main__":
    main()
