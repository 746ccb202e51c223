"""Python asdf's side: times whole reads on request, so that the two sides can take turns.

Each line on standard input is `path FILE` or `memory FILE`; the answer is the milliseconds that it took to open the file
(by name, or as io.BytesIO) and have its array in memory, decoded, checksums not verified. `asdf.open` does not map files
into memory unless asked to, so the bytes of an uncompressed array are really read. The first answer is the versions.
"""

import gc
import io
import platform
import sys
import time

import asdf
import compressors  # noqa: F401: registers what it has
import numpy as np


def milliseconds(source):
    gc.collect()
    start = time.perf_counter()
    with asdf.open(source, memmap=False, validate_checksums=False) as file:
        data = np.asarray(file["data"])
    elapsed = (time.perf_counter() - start) * 1000
    assert data.shape == (4088, 4088) and data.dtype == np.float32
    return elapsed


def main():
    print(f"Python {platform.python_version()}, asdf {asdf.__version__}", flush=True)
    for line in sys.stdin:
        kind, path = line.rstrip("\n").split(" ", 1)
        if kind == "memory":
            with open(path, "rb") as file:
                source = io.BytesIO(file.read())
        else:
            source = path
        print(milliseconds(source), flush=True)


if __name__ == "__main__":
    main()
