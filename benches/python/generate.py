"""Writes one 4088 × 4088 float32 sky image in every compression, and the same in HDF5, into the folder given.

Roman-like: a sky with noise, stars that fall off like r⁻³, values quantised to a ninth of the noise. So it compresses
as calibrated images do: to a quarter by zlib and zstd, a half by lz4, a fifth by bzip2.
"""

import sys
from pathlib import Path

import asdf
import compressors  # noqa: F401: registers what it has
import h5py
import numpy as np

SIDE = 4088
COMPRESSIONS = [None, "zlib", "lz4", "zstd", "bzp2", "blsc", "bls2", "xz"]


def image(side):
    rng = np.random.default_rng(2027)
    sky = rng.normal(0.35, 0.05, (side, side))
    reach = 24
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    for _ in range(6000):
        row, column = rng.integers(reach, side - reach, 2)
        flux = 2 * (1 + min(rng.pareto(0.8), 2000))
        profile = flux / (1 + (x**2 + y**2) / 1.7) ** 1.5
        sky[row - reach : row + reach + 1, column - reach : column + reach + 1] += profile
    return (np.round(sky * 180) / 180).astype("f4")


def write_aligned(path, data):
    """As Python asdf writes it, the tree lengthened until the array begins at a multiple of its elements' size."""
    for filler in range(data.itemsize):
        asdf.AsdfFile({"data": data, "filler": "x" * filler}).write_to(path)
        start = path.stat().st_size - len(asdf_index(path)) - data.nbytes
        if start % data.itemsize == 0:
            return


def asdf_index(path):
    end = path.read_bytes()[-1000:]
    return end[end.index(b"#ASDF BLOCK INDEX") :]


def main(folder):
    data = image(SIDE)
    (folder / "image.raw").write_bytes(data.tobytes())
    with h5py.File(folder / "image.h5", "w") as file:
        file.create_dataset("data", data=data, compression="gzip", compression_opts=6, chunks=(256, 256))
    for compression in COMPRESSIONS:
        file = asdf.AsdfFile({"data": data})
        file.write_to(folder / f"image-{compression or 'none'}.asdf", all_array_compression=compression)
    write_aligned(folder / "image-none-aligned.asdf", data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
